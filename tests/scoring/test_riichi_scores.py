"""Hands of riichi: fu, han, limits, yakuman, dora; random ones are judged by PyPI `mahjong`."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace as changed
from scoring_cases import with_few_tables

from each import each
from mjlog.errors import HandError
from mjlog.rulesets import load, resolve
from mjlog.scoring import Hand, HanScorer, Score
from mjlog.scoring.hand import CLAIMED_SOURCES
from mjlog.scoring.hand_line import read_hand_line
from mjlog.tiles import NORTH
from short_logs import codes
from tests.scoring.riichi_hands import as_of_four, random_hand, their_score

WEST = NORTH - 1

DOUBLED = ["daisushi", "suanko-pair", "chuuren-nine", "kokushi-thirteen"]


def scorer(ruleset: str = "riichi", **options: Any) -> HanScorer:
    """The scorer of riichi under these options."""
    found = resolve(load(ruleset), options).scorer
    assert isinstance(found, HanScorer)
    return found


def scored(line: str, **options: Any) -> Score:
    """What a hand on one line is worth."""
    return scorer(**options).score(hand(line))


def hand(line: str) -> Hand:
    """A hand on one line, of South in the east round where it does not say."""
    return read_hand_line(line if " in " in line else f"S in E {line}").hand(red_fives=(1, 1, 1))


def told(score: Score) -> tuple[object, ...]:
    """A score as `mahjong` tells it."""
    if score.total is None:
        return (None, "no_yaku")
    return score.total, score.points, score.doubles, sorted((item.name, item.doubles) for item in score.items)


# ---------------------------------------------------------------- judged by another


@pytest.mark.rule("riichi/fu-4")
@each("seed", range(20))
def test_random_hands_are_worth_what_another_library_makes_of_them(seed: int) -> None:
    chance, ours = random.Random(seed), scorer()
    for _ in range(50):
        one = random_hand(chance)
        assert told(ours.score(one)) == their_score(one), one


@pytest.mark.rule("riichi-sanma/fu-3")
@each("seed", range(10))
def test_random_hands_of_three_players_are_worth_what_another_library_makes_of_them(seed: int) -> None:
    """It knows no payments by two; each north laid aside is a dora, and one more for each indicator west."""
    chance, ours = random.Random(seed), scorer("riichi-sanma")
    for _ in range(50):
        one = random_hand(chance, players=3)
        plain = told(ours.score(changed(one, bonus=())))
        is_drawn = one.source not in CLAIMED_SOURCES
        assert plain[is_drawn:] == their_score(as_of_four(one))[is_drawn:], one
        whole = ours.score(one)
        if whole.limit != "yakuman" and whole.total is not None:
            norths = len(one.bonus) * (1 + [*one.indicators, *one.under].count(WEST))
            assert whole.doubles == plain[2] + norths, one


@each("options, theirs", [
    ({"open_tanyao": False}, {"has_open_tanyao": False}),
    ({"double_yakuman": DOUBLED}, {"has_double_yakuman": True}),
    ({"round_up_mangan": True}, {"kiriage": True}),
])  # fmt: skip
def test_options_are_those_of_the_other_library(options: dict[str, Any], theirs: dict[str, Any]) -> None:
    chance, ours = random.Random(9), scorer(**options)
    for _ in range(400):
        one = random_hand(chance)
        found, expected = told(ours.score(one)), their_score(one, **theirs)
        if "double_yakuman" in options:
            # They count a double yakuman as 26 han, we name it: {"doubles": 13, "yakuman": 2}.
            found, expected = found[:2], expected[:2]
        assert found == expected, one


# ---------------------------------------------------------------- fu


@pytest.mark.rule("riichi/fu-5")
def test_pinfu_has_twenty_fu_drawn_and_thirty_claimed() -> None:
    drawn, claimed = scored("234b 345c 67d 456d 99c +8d wall"), scored("234b 345c 67d 456d 99c +8d discard")
    assert (drawn.points, drawn.total) == (20, 1500)
    assert (claimed.points, claimed.total) == (30, 1000)


@pytest.mark.rule("riichi/fu-5")
def test_an_open_hand_of_twenty_fu_has_thirty() -> None:
    assert scored("(234b) 345c 67d 456d 88c +8d discard").points == 30


@pytest.mark.rule("riichi/fu-5")
def test_a_replacement_has_the_two_fu_of_a_drawn_tile() -> None:
    """A closed kong of 2: 16, and 20, and 2."""
    assert scored("[2222b] 345c 67d 456d 88c +8d loose").points == 40


@pytest.mark.rule("riichi/fu-1")
def test_seven_pairs_have_twenty_five_fu_however_they_are_won() -> None:
    for source in ("wall", "discard"):
        assert scored(f"1133b 5577c RRd EEw 9d +9d {source}").points == 25


@pytest.mark.rule("riichi/fu-2")
def test_a_pung_that_a_discard_completes_is_open_unless_its_tile_fits_elsewhere() -> None:
    """With 4445 the 4 may be the third of a pung, or complete 345 and leave the pung concealed."""
    assert "sananko" not in names("333b 444b 55c 66c 78d 9d +5c discard riichi")
    whole = scored("444b 56b 777c 999d 22c +4b discard riichi")
    assert "sananko" in {item.name for item in whole.items}


@pytest.mark.rule("riichi/fu-3")
def test_a_pair_of_own_and_prevailing_wind_has_four_fu_or_two() -> None:
    """20 and 10 and 8 for a pung of nines are 38: with four 42, with two 40."""
    line = "E in E 234b 345c 67d 999d EEw +8d discard riichi"
    assert (scored(line).points, scored(line, double_wind_pair=2).points) == (50, 40)


def names(line: str, **options: Any) -> set[str]:
    """The items of a hand."""
    return {item.name for item in scored(line, **options).items}


# ---------------------------------------------------------------- han


@pytest.mark.rule("riichi/win-1")
def test_dora_is_no_pattern_to_win_with() -> None:
    found = scored("(234b) 345c 67d 456d 99c +8d discard indicators=8c")
    assert (found.total, found.complete, found.reason) == (
        None, True, "the hand is complete, and has no pattern to win with (no yaku)"
    )  # fmt: skip


@pytest.mark.rule("riichi/win-1")
def test_more_doubles_may_be_asked_of_a_win() -> None:
    line = "(234b) 345c 67d 456d 88c +8d discard indicators=7c"
    assert scored(line).total == 3900
    assert scored(line, min_han=2).reason == (
        "the hand is complete, and has 1 of the 2 doubles of patterns that a win needs"
    )


@pytest.mark.rule("riichi/win-2")
def test_four_alike_are_not_two_of_seven_pairs() -> None:
    assert not scored("1111b 5577c RRd EEw 9d +9d wall").complete


@pytest.mark.rule("riichi/han-4")
def test_twice_two_equal_chows_are_not_seven_pairs() -> None:
    assert {"ryanpeiko"} <= names("223344b 667788d 9c +9c wall")
    assert not {"seven-pairs", "iipeiko"} & names("223344b 667788d 9c +9c wall")


@pytest.mark.rule("riichi/han-2")
def test_a_replacement_and_a_robbed_kong_are_no_last_tile() -> None:
    assert {"rinshan"} <= names("[2222b] 345c 67d 456d 88c +8d loose")
    assert not {"haitei", "houtei"} & names("[2222b] 345c 67d 456d 88c +8d loose")
    assert {"chankan"} <= names("345b 345c 67d 456d 88c +8d kong")
    assert {"haitei"} <= names("345b 345c 67d 456d 88c +8d last-wall")
    assert {"houtei"} <= names("345b 345c 67d 456d 88c +8d last-discard")
    assert {"haitei"} <= names("345b 345c 67d 456d 88c +8d wall last-tile")


@pytest.mark.rule("riichi/han-1")
def test_ippatsu_can_be_left_out() -> None:
    line = "345b 345c 67d 456d 88c +8d discard riichi ippatsu"
    assert names(line) - names(line, ippatsu=False) == {"ippatsu"}


@pytest.mark.rule("riichi/han-5")
def test_a_tile_can_be_dora_several_times() -> None:
    """The 5 bamboo: after both indicators, one of them under the other, and red."""
    found = scored("340b 345c 67d 456d 88c +8d discard riichi indicators=4b4b under=4b1c")
    assert {item.name: item.doubles for item in found.items if "dora" in item.name or "red" in item.name} == {
        "dora": 2, "under-dora": 1, "red-five": 1,
    }  # fmt: skip


@pytest.mark.rule("riichi/dora-1")
@each("indicator, dora", [("9b", "1b"), ("1b", "2b"), ("Nw", "Ew"), ("Ew", "Sw"), ("Wd", "Gd"), ("Gd", "Rd"),
                          ("Rd", "Wd")])  # fmt: skip
def test_dora_is_the_tile_after_the_indicator(indicator: str, dora: str) -> None:
    pair, rest = f"{dora} +{dora}", "234c 456c 678c 345d"
    found = scored(f"{rest} {pair} discard riichi indicators={indicator}")
    assert {item.doubles for item in found.items if item.name == "dora"} == {2}


# ---------------------------------------------------------------- limits


@pytest.mark.rule("riichi/limit-1")
def test_limits_by_han() -> None:
    terms = scorer().terms
    reached = {han: terms.limit_by_han(30, han) for han in range(1, 14)}
    assert [name for _, name in reached.values()] == [
        None, None, None, None, "mangan", "haneman", "haneman", "baiman", "baiman", "baiman", "sanbaiman", "sanbaiman",
        "counted-yakuman",
    ]  # fmt: skip
    assert [base for base, _ in reached.values()] == [
        240, 480, 960, 1920, 2000, 3000, 3000, 4000, 4000, 4000, 6000, 6000, 8000,
    ]  # fmt: skip


@pytest.mark.rule("riichi/limit-1")
def test_a_base_of_1920_is_rounded_up_to_a_mangan_where_an_option_says_so() -> None:
    usual, rounded = scorer().terms, scorer(round_up_mangan=True).terms
    for fu, han in ((30, 4), (60, 3)):
        assert (usual.limit_by_han(fu, han)[0], rounded.limit_by_han(fu, han)[0]) == (1920, 2000)
    assert rounded.limit_by_han(50, 3) == (1600, None)


@pytest.mark.rule("riichi/yakuman-4")
def test_thirteen_han_are_a_yakuman_or_three_times_a_mangan() -> None:
    line = "123456789b 234b 5b +5b wall riichi ippatsu indicators=1b"
    assert (scored(line).limit, scored(line).total) == ("counted-yakuman", 32000)
    assert (scored(line, counted="sanbaiman").limit, scored(line, counted="sanbaiman").total) == ("sanbaiman", 24000)


# ---------------------------------------------------------------- yakuman


@pytest.mark.rule("riichi/yakuman-2")
def test_yakuman_add_up_or_do_not() -> None:
    line = "RRRd GGGd WWWd EEEw Sw +Sw discard"
    both, one = scored(line), scored(line, yakuman_add=False)
    assert {item.name for item in both.items} == {"daisangen", "tsuiso", "suanko"}
    assert (both.total, both.doubles) == (96000, 39)
    assert (one.total, len(one.items)) == (32000, 1)


@pytest.mark.rule("riichi/yakuman-3")
@each("line, name", [
    ("RRRd 222b 444c 666d 9b +9b discard", "suanko"), ("19b19c19d EwSwWwNw RdGdWd +Ew wall", "kokushi"),
    ("1112345678999b +5b wall", "chuuren"), ("EEEw SSSw WWWw (NNNw) 9b +9b discard", "daisushi"),
])  # fmt: skip
def test_a_yakuman_is_double_where_an_option_names_it(line: str, name: str) -> None:
    usual, doubled = scored(line), scored(line, double_yakuman=DOUBLED)
    assert [(item.name, item.doubles, item.yakuman) for item in usual.items] == [(name, 13, 1)]
    assert [(item.name, item.doubles, item.yakuman) for item in doubled.items] == [(name, 13, 2)]
    assert (usual.total, doubled.total) == (32000, 64000)


@pytest.mark.rule("riichi/yakuman-1")
def test_a_win_in_the_first_turn_is_a_yakuman() -> None:
    tiles = "234b 345c 67d 456d 99c +8d"
    assert [item.name for item in scored(f"E in E {tiles} wall first-turn").items] == ["heaven"]
    assert [item.name for item in scored(f"{tiles} wall first-turn").items] == ["earth"]
    assert "renho" not in names(f"{tiles} discard first-turn")
    assert names(f"{tiles} discard first-turn", renho="yakuman") == {"renho"}


@pytest.mark.rule("riichi/yakuman-1")
def test_beside_a_yakuman_the_reading_of_more_fu_is_told_once_they_are_rounded() -> None:
    """24 fu as four sets and a pair, which are 30, and not the 25 of seven pairs."""
    assert scored("33455b 667788c 55d +4b wall first-turn").points == 30


@pytest.mark.rule("riichi/yakuman-1")
def test_a_renho_of_a_mangan_counts_where_fu_and_han_are_less() -> None:
    cheap = scored("234b 345c 67d 456d 99c +8d discard first-turn", renho="mangan")
    dear = scored("123456789b 234b 5b +5b discard first-turn", renho="mangan")
    assert (cheap.limit, cheap.total, [item.name for item in cheap.items]) == ("mangan", 8000, ["renho"])
    assert (dear.limit, dear.total) == ("baiman", 16000)


# ---------------------------------------------------------------- what winners receive


HEAVENS = {"suanko": "111c 222c 333d 55b 66b +6b", "kokushi": "9c 19d 19b ESWNw RRGWd +1c",
           "chuuren": "1112355678999c +4c"}  # fmt: skip
"""Each won with a tile of which it is not the widest wait."""


@pytest.mark.rule("riichi/yakuman-2")
@each("pattern", list(HEAVENS))
@each("agreed, doubled, units", [
    ("adds", True, 2), ("adds", False, 2), ("lifts", True, 3), ("lifts", False, 2), ("same", True, 1),
    ("same", False, 1),
])  # fmt: skip
def test_heaven_beside_another_yakuman(pattern: str, agreed: str, doubled: bool, units: int) -> None:
    """One more; one more and the other as of its double wait, where that counts double; or no more."""
    tiles, doubles = HEAVENS[pattern], DOUBLED if doubled else []
    found = scored(f"E in E {tiles} wall first-turn", heaven=agreed, double_yakuman=doubles)
    assert found.total == 48_000 * units
    # Without heaven nothing changes.
    assert scored(f"E in E {tiles} wall", heaven=agreed, double_yakuman=doubles).total == 48_000


@pytest.mark.rule("riichi/yakuman-2")
@each("agreed", ["adds", "lifts", "same"])
def test_heaven_alone_is_a_yakuman_and_lifts_no_other(agreed: str) -> None:
    """Big winds have their double value of themselves; earth is no heaven."""
    assert scored("E in E 123c 456c 789c 22b 56d +7d wall first-turn", heaven=agreed).total == 48_000
    winds = scored("E in E EESSSWWWNNNw 55b +Ew wall first-turn", heaven=agreed, double_yakuman=["daisushi"])
    assert winds.total == 48_000 * {"adds": 4, "lifts": 4, "same": 3}[agreed]
    earth = scored("S in E 111c 222c 333d 55b 66b +6b wall first-turn", heaven=agreed, double_yakuman=DOUBLED)
    assert earth.total == 64_000


@pytest.mark.rule("riichi-wrc/win-5")
@each("line, kept, not_kept", [
    # pinfu, riichi, tanyao, drawn; then riichi, tanyao, drawn with 20 fu
    ("234c 567c 345d 67b 22b +5b wall riichi", 5200, 2700),
    # a closed wait: 20 + 2 + 2 fu are 30
    ("234c 567c 345d 46b 22b +5b wall riichi", 4000, 2700),
    # 1 han and 20 fu, which no other hand has: 200 and 400
    ("345c 67c 567d 123b 99b +8c wall", 1500, 800),
    # sets count as before: 20 + 8 fu, with the single wait and the drawn tile 32
    ("111c 567d 345d 123b 9b +9b wall", 1500, 1100),
])  # fmt: skip
def test_a_tile_drawn_that_was_not_kept_apart_completes_nothing(line: str, kept: int, not_kept: int) -> None:
    """No pinfu, no fu of the wait, none of the drawn tile."""
    ours = scorer("riichi-wrc")
    assert ours.score(hand(line)).total == kept
    assert ours.score(hand(f"{line} not-apart")).total == not_kept
    assert ours.read(hand(f"{line} not-apart")).total == not_kept


@pytest.mark.rule("riichi/win-5")
@pytest.mark.rule("riichi-sanma/win-5")
@pytest.mark.rule("riichi-ema/win-5")
def test_whether_a_tile_was_kept_apart_is_said_where_it_matters() -> None:
    """And of a tile drawn alone: one of another player lies apart in any case."""
    assert "not-apart" in scorer("riichi-wrc").flags
    assert "not-apart" in scorer("riichi-ema", kept_apart=True).flags
    for ruleset, options in (("riichi", {}), ("riichi-ema", {}), ("riichi-wrc", {"kept_apart": False})):
        assert "not-apart" not in scorer(ruleset, **options).flags
    with pytest.raises(HandError, match="a tile drawn"):
        hand("234c 567c 345d 67b 22b +5b discard not-apart")


@pytest.mark.rule("riichi-wrc/win-5")
@each("game, apart, total", [
    ("riichi-wrc", "", 1500), ("riichi-wrc", "apart=false", 800), ("riichi-wrc", "apart=true", 1500),
    ("riichi-wrc kept_apart=false", "apart=false", 1500), ("riichi", "apart=false", 1500),
    ("riichi-ema", "apart=false", 1500),
])  # fmt: skip
def test_a_record_says_that_the_tile_was_not_kept_apart(game: str, apart: str, total: int) -> None:
    """It is announced and paid by that."""
    begun = f"game {game}; hand; dealt S 345c 67c 567d 123b 99b; indicator 1c; E draw ??; E discard 1c; "
    won = f"{begun}S draw Ew; S discard Ew; W draw ??; W discard Ew; N draw ??; N discard 1b; E draw ??; E discard 1b; "
    won += f"S draw 8c; S mahjong wall 8c {apart}; S show 345c 678c 567d 123b 99b; S score "
    assert codes(f"{won}{total}") == []
    assert codes(f"{won}{2300 - total}") == ["wrong-score"]


@pytest.mark.rule("riichi/pay-1")
def test_each_payment_is_rounded_up_to_hundreds() -> None:
    """30 fu, 2 han: a base of 480; 40 fu, 1 han: 320."""
    line = "234b 345c 67d 456d 88c +8d"
    assert [scored(f"{seat} in S {line} discard").total for seat in "ES"] == [2900, 2000]
    assert [scored(f"{seat} in S [2222b] 345c 67d 456d 99c +8d wall").total for seat in "ES"] == [2100, 1500]


def test_where_kongs_are_not_robbed_nothing_is_won_so() -> None:
    table, options = _table()
    robbed = HanScorer({**table, "robbing_kong": False}, options).score(hand("345b 345c 67d 456d 88c +8d kong"))
    assert (robbed.total, robbed.complete) == (None, False)
    assert robbed.reason == "won by robbing a kong, which is no win by these rules"


def test_who_did_not_win_scores_nothing() -> None:
    assert scored("S in E 234b 345c 67d 456d 99c").total == 0


def test_answers_do_not_depend_on_what_was_scored_before(monkeypatch: pytest.MonkeyPatch) -> None:
    with_few_tables(monkeypatch)
    chance = random.Random(4)
    hands = [random_hand(chance) for _ in range(200)]
    used = HanScorer(*_table())
    first = [told(used.score(one)) for one in hands]
    used.prepare()
    assert [told(used.score(one)) for one in reversed(hands)] == first[::-1]
    fresh = HanScorer(*_table())
    assert [told(fresh.score(one)) for one in hands] == first


def test_the_quick_look_up_tells_what_the_best_of_all_readings_is_worth() -> None:
    chance, used = random.Random(11), scorer()
    hands = [random_hand(chance, rare=rare) for rare in (False, True) for _ in range(300)]
    assert [told(used.score(one)) for one in hands] == [told(used.read(one)) for one in hands]


def _table() -> tuple[Any, Any]:
    scoring = resolve(load("riichi")).scoring
    assert scoring is not None
    return scoring.table, scoring.options
