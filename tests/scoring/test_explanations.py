"""Scores explained: the sets and how they came about, the tiles of every item, what does not count and why, the sum."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cases import blocks_in
from each import each
from mjlog.audit.valuing import scorer_for
from mjlog.rulesets import default_rules, load, resolve
from mjlog.scoring import Scorer, explain, hand_answer
from mjlog.scoring.explain import Explanation
from mjlog.scoring.hand_line import read_hand_line
from mjlog.scoring.registry import (
    ABOUT,
    BONUS_PATTERNS,
    FAN_PATTERNS,
    HAND_PATTERNS,
    SET_FAN_PATTERNS,
    SET_PATTERNS,
    TILE_PATTERNS,
    About,
    about,
    registered,
    speaks_of,
)
from mjlog.scoring.why_not import WHY_NOT, reason_why_not

KAJONGG = "bmja-kajongg"


def scorer_of(ruleset: str, **options: object) -> Scorer:
    """A scorer under these options."""
    scorer = scorer_for(resolve(load(ruleset), options) if options else default_rules(ruleset))
    assert scorer is not None
    return scorer


def explained(ruleset: str, line: str, **options: object) -> Explanation:
    """The explanation of a hand on one line."""
    scorer = scorer_of(ruleset, **options)
    hand = read_hand_line(line).hand(red_fives=(1, 1, 1) if ruleset == "riichi" else None)
    return explain(hand, scorer.score(hand), scorer)


def reasons(ruleset: str, line: str, **options: object) -> dict[str, str]:
    """What does not count, by name."""
    return {each.name: each.why for each in explained(ruleset, line, **options).not_counted}


def test_every_set_says_how_it_came_about() -> None:
    line = "S in E (789c) (1111b claimed) (2222b added) [3333b] 5d +5d discard"
    assert [(each.tiles, each.how) for each in explained("dmjl", line).sets] == [
        ("789c", "exposed"), ("1111b", "claimed on a concealed pung"), ("2222b", "exposed"), ("3333b", "concealed"),
        ("55d", "completed by the discard"),
    ]  # fmt: skip


def test_the_set_that_a_claimed_tile_completed_is_the_one_that_was_counted() -> None:
    """Of 333 and 345 the run leaves the pung concealed."""
    found = explained("dmjl", "S in E 333b 45b 567d 888d 99c +3b discard")
    assert [(each.tiles, each.how) for each in found.sets if each.group[1] == 2] == [
        ("333b", "concealed"), ("345b", "completed by the discard"),
    ]  # fmt: skip
    robbed = explained("dmjl", "S in E 111b 222b 13c 567d 99d +2c kong")
    assert [each.how for each in robbed.sets if each.tiles == "123c"] == ["completed by the robbed tile"]


@pytest.mark.parametrize(("source", "how"), [("wall", "concealed"), ("discard", "completed by the discard")])
def test_the_wonders_are_completed_by_a_discard_or_concealed(source: str, how: str) -> None:
    found = explained("western", f"S in E 19b 19c 19d ESWNw RGWd +Rd {source}")
    assert [each.how for each in found.sets] == [how]


def test_dora_name_the_tiles_that_the_indicators_point_at_and_the_red_fives() -> None:
    found = explained("riichi", "S in E 22340b 55d RRRd 789c +2b wall riichi indicators=1b4d under=6c")
    tiles = {item.name: item.tiles for item in found.items}
    assert (tiles["dora"], tiles["under-dora"], tiles["red-five"]) == ("222b 55d", "7c", "0b")


def test_every_item_names_the_tiles_that_earn_it() -> None:
    found = explained("dmjl", "S in E RRRd GGd (4444b claimed) (5555d added) 99c 2f2s +Gd discard")
    tiles = {(item.rule, item.tiles) for item in found.items}
    assert {
        ("dmjl/mahjong", ""), ("dmjl/pung", "RRRd"), ("dmjl/pung", "GGGd"), ("dmjl/kong", "4444b"),
        ("dmjl/honor-set", "RRRd"), ("dmjl/bonus", "2f 2s"), ("dmjl/own-both", "2f 2s"),
        ("dmjl/no-chow", "4444b 99c 5555d RRRGGGd"),
    } <= tiles  # fmt: skip


def test_what_the_last_tile_earns_names_it_and_no_other() -> None:
    found = explained("dmjl", "S in E 345b 567b 234b 678c 5d +5d discard")
    assert {item.tiles for item in found.items if item.rule in ("dmjl/eyes", "dmjl/only-tile")} == {"5d"}


def test_three_concealed_pungs_name_those_that_are_concealed() -> None:
    found = explained("dmjl", "S in E (888c) 111b RRRd (4444d claimed) 9c +9c discard")
    assert [item.tiles for item in found.items if item.rule == "dmjl/three-concealed"] == ["111b 4444d RRRd"]


def test_own_flowers_and_bouquets_name_their_own_tiles() -> None:
    found = explained(KAJONGG, "S in E 222b 444b (333b) [9999b] 8b 1f2f3f4f2s +8b discard")
    tiles = {item.name: item.tiles for item in found.items}
    assert (tiles["own flower"], tiles["own season"]) == ("2f", "2s")
    assert tiles["all four flowers"] == "1234f"
    assert tiles["flowers and seasons"] == "1234f 2s"


def cases() -> Iterator[tuple[str, str, str, str]]:
    """The table `why_not.txt`: rule set and hand, and in the line below a pattern and why it does not count."""
    for block in blocks_in((Path(__file__).parent / "why_not.txt").read_text("utf-8")):
        (ruleset, _, line), (pattern, _, why) = (text.strip().partition(": ") for text in block)
        yield ruleset, line, pattern, why


CASES = list(cases())


def whole(line: str) -> str:
    """The line with a seat and a round."""
    return line if " in " in line else f"S in E {line}"


OPTIONS: dict[str, dict[str, object]] = {
    "concealed-and-drawn": {"concealed_on_discard": False},
    "no-exposed-set": {"discarded_pair_conceals": True},
    "one-suit-concealed": {"discarded_pair_conceals": True},
}
"""By pattern: the options under which its row is in force."""


@each("ruleset, line, pattern, why", CASES)
def test_it_is_told_why_something_does_not_count(ruleset: str, line: str, pattern: str, why: str) -> None:
    given = OPTIONS.get(pattern, {})
    rows = {row.name for row in scorer_of(ruleset, **given).rows if row.pattern == pattern}
    found = reasons(ruleset, whole(line), **given)
    assert {found.get(name) for name in rows} == {why}, found


def test_every_reason_is_one_of_a_pattern_and_has_a_case() -> None:
    assert set(WHY_NOT) <= {*SET_PATTERNS, *HAND_PATTERNS, *TILE_PATTERNS, *BONUS_PATTERNS}
    assert set(WHY_NOT) == {pattern for _, _, pattern, _ in CASES}


def test_a_fan_and_a_pattern_of_one_name_keep_their_words_apart() -> None:
    """Seven names stand in both families: each pattern speaks of its own tiles, and reasons are those of no fan."""
    shared = {*SET_PATTERNS, *HAND_PATTERNS, *TILE_PATTERNS, *BONUS_PATTERNS} & {*FAN_PATTERNS, *SET_FAN_PATTERNS}
    assert {"closed-wait", "concealed-hand", "three-kongs", "nine-gates"} <= shared
    for name in shared:
        fan, other = (registered(name, of_fans=of_fans) for of_fans in (True, False))
        assert fan is not None
        assert other is not None
        assert fan is not other
        assert reason_why_not(name, of_fans=True) is None

    def three_kongs(hand: object) -> bool:
        return bool(hand)

    before, HAND_PATTERNS["three-kongs"] = HAND_PATTERNS["three-kongs"], three_kongs
    try:
        speaks_of(About.BONUS)(three_kongs)
        assert about("three-kongs", of_fans=False) is About.BONUS
        assert about("three-kongs", of_fans=True) is About.KONGS
    finally:
        HAND_PATTERNS["three-kongs"] = before
        del ABOUT[three_kongs]


@each("ruleset, line", sorted({case[:2] for case in CASES}))
def test_nothing_is_both_counted_and_not(ruleset: str, line: str) -> None:
    found = explained(ruleset, whole(line))
    assert not {item.name for item in found.items} & {each.name for each in found.not_counted}


def test_beside_a_limit_hand_only_limit_hands_are_missed() -> None:
    """Three great scholars: that a set lies open takes no double away."""
    found = reasons(KAJONGG, "S in E (RRRd) GGGd WWd 222b 99b +Wd wall")
    assert found == {"buried treasure": "the pung of red dragons was claimed"}


def test_a_limit_hand_that_is_worth_less_than_points_and_doubles_is_told() -> None:
    """Half a limit for pairs of 1, 9, winds and dragons: 500. Roof off, other doubles can be more."""
    line = "S in S 11b99b 11c99c EEw SSw Rd 1f2f3f4f1s2s3s4s +Rd last-wall original-call"
    found = explained(KAJONGG, line, roof_off=True)
    assert [(each.name, each.why) for each in found.not_counted if each.rule == "bmja-kajongg/pair-honors"] == [
        ("all pair honors", "worth 500, less than the points and doubles")
    ]


def test_a_loser_is_told_what_only_winners_score() -> None:
    assert reasons("dmjl", "S in E 123b 456b 777b 99b 13b")["one suit"] == "only the winner scores it"


@pytest.mark.parametrize(("ruleset", "line", "says"), [
    (KAJONGG, "123b 345b 567b 99c 78d +9d wall", "it has 4 chows, and by these rules a hand has 1 at most"),
    ("dmjl", "123456b 789b 222b 9c +8c wall", "it waited for 9 characters, not for 8 characters"),
    ("dmjl", "123456b 789b 27b 9c 4d +8c wall", "without 8 characters it waited for no tile"),
    ("dmjl", "11b 33b 55b 77b 99b 22c 4c +4c wall", "seven pairs would be complete, but is no hand by these rules"),
    ("classical", "11b11d 33b33d 55b55d 7b +7d wall", "knitting would be complete, but is no hand by these rules"),
])  # fmt: skip
def test_a_hand_that_is_not_complete_is_told_why(ruleset: str, line: str, says: str) -> None:
    found = explained(ruleset, whole(line))
    assert says in found.sums
    assert not found.items


def test_a_claimed_kong_that_counts_as_concealed_stands_in_nobodys_way() -> None:
    """The pung that the discard completed does."""
    found = reasons("dmjl", "S in E 222b 44c 55d (3333b claimed) 777c +4c discard")
    assert found["hidden treasure"] == "the discard completed the pung of 4 characters"
    assert found["all concealed"] == "the discard completed the pung of 4 characters"


def test_who_is_far_from_a_limit_hand_is_not_told_what_it_lacks() -> None:
    """Three suits, and a claimed pung."""
    assert "buried treasure" not in reasons(KAJONGG, "S in E 333b 444c 555d (777d) 1c +1c wall")


def test_gates_with_an_open_pung_of_nines_are_not_missed_for_the_chow_that_the_discard_completed() -> None:
    """Chows may be claimed; and what lies open is no pung of the gates."""
    assert "Gates of heaven" not in reasons("western", "S in E (999b) 111b 234b 55b 67b +8b discard")


def test_one_suit_with_an_open_set_is_told_what_that_set_cost() -> None:
    found = reasons("dmjl", "S in E 12345678b 55b (222b) +9b wall")
    assert found["one suit, all concealed"] == "the pung of 2 bamboo was claimed"


def test_a_robbed_kong_where_that_is_no_win_is_told_so_and_nothing_else() -> None:
    found = explained("western", "S in E 234b 567b 123c 55d 78d +9d kong")
    assert found.sums == ("won by robbing a kong, which is no win by these rules",)


def test_limit_hands_that_are_listed_are_not_missed_as_well() -> None:
    """Without a limit the larger counts, and the others are listed beside it."""
    found = explained("classical", "W in N 11b EEESSWWWNNNw 12f34s +Sw first-discard", NoLimit=True)
    assert not {item.name for item in found.items} & {each.name for each in found.not_counted}


def test_the_pair_of_the_wonders_and_four_flowers_earn_what_they_earn() -> None:
    wonders = explained("western", "S in E 19b 19c 19d ESWNw RGWd Rd +Rd wall".replace(" Rd +", " +"))
    assert {item.tiles for item in wonders.items if "pair" in item.name} == {"RRd"}
    flowers = explained("classical", "S in E 234b 55d RRd (222c) 222d 1234f +Rd discard", FlowersBouquet=100_000_000)
    assert {item.tiles for item in flowers.items if "flowers" in item.name.lower() and item.limit} == {"1234f"}


@pytest.mark.rule("bmja-kajongg/gates")
@pytest.mark.parametrize("ruleset", ["mahjiang", "pung-chi", "dead-wall"])
def test_gates_count_where_the_table_is_borrowed_and_the_hand_is_four_sets_and_a_pair(ruleset: str) -> None:
    found = explained(ruleset, "S in E 1112345678999b +5b wall", scoring="bmja")
    assert "gates of heaven" in {item.name for item in found.items}
    short = explained(ruleset, "S in E 1112345678999b", scoring="bmja")
    assert "fishing for a limit hand" in {item.name for item in short.items}


def test_the_sum_tells_the_multiplication_and_the_limit() -> None:
    found = explained(KAJONGG, "S in E 222b 444b (333b) [9999b] 8b 2f4s +8b discard")
    assert found.sums == ("70 points x 2^5 = 2,240", "over the limit of 1,000: 1,000")


def test_the_answer_of_a_request_holds_all_of_it() -> None:
    scorer = scorer_of("bmja-kajongg")
    hand = read_hand_line("S in E 222b 333c 55d 67d (444d) +8d wall").hand()
    answer = hand_answer(hand, scorer, explained=True)
    assert answer["sets"][0] == {"tiles": "444d", "how": "exposed"}
    assert {
        "name": "all concealed",
        "rule": "bmja-kajongg/concealed",
        "why": "the pung of 4 dots was claimed",
    } in answer["not_counted"]
    assert answer["set_aside"] == []
    assert answer["sum"] == ["32 points"]
    assert {
        "name": "last tile drawn",
        "points": 2,
        "doubles": 0,
        "rule": "bmja-kajongg/self-drawn",
        "tiles": "8d",
    } in answer["items"]
