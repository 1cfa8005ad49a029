"""What the hands of `worked/` do not say: parts of a limit, caps, tiles seen, and requests that are refused."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest
from msgspec.structs import replace
from scoring_cases import answered, clubs, document, lost, names, scorer, western, won

from each import each
from mjlog.audit.valuing import scorer_for
from mjlog.errors import HandError, RuleSetError
from mjlog.rulesets import Rules, load, resolve
from mjlog.rulesets.keys import idle_keys
from mjlog.scoring import Hand, LaidSet, Scorer, explain, hand_answer
from mjlog.scoring.hand import GOULASH
from mjlog.scoring.hand_line import read_hand_line
from mjlog.scoring.request import HandRequest
from mjlog.seats import Seat
from mjlog.tiles import PLAIN_KINDS, parse_tiles, tile_name

FOUR_CHOWS = "123b 456b 789c 234c"


@pytest.mark.rule("classical/limit-1")
def test_an_option_may_be_worth_a_part_of_the_limit() -> None:
    hand = won(f"{FOUR_CHOWS} 55d", "5d")
    half = scorer(ConcealedFully=50_000_000).score(hand)
    assert (half.total, half.limit, names(half)) == (500, "concealed-hand", {"concealed hand"})
    both = 50_000_000 + 30_000 + 4
    assert scorer(ConcealedFully=both).score(hand).total == 500
    unlimited = scorer(ConcealedFully=both, NoLimit=True).score(hand)
    assert (unlimited.limit, unlimited.total) == (None, (20 + 2 + 2 + 2 + 4) * 2 ** (3 + 1))


@pytest.mark.rule("classical/limit-1")
def test_doubling_stops_at_a_hundred_million() -> None:
    hand = lost("2b", "EEEEw- SSSSw- WWWWw- NNNNw-", bonus="1234f 1234s")
    score = scorer(NoLimit=True, FlowersBouquet=990_000, FlowersOwnBoth=990_000).score(hand)
    assert score.total == 100_000_000


@pytest.mark.rule("classical/points-2")
def test_a_kind_of_which_all_four_lie_open_does_not_count_as_another_place() -> None:
    """Discards among them, where they are known."""
    for count in (3, 4):
        visible = [0] * 45
        visible[9] = count
        hand = won("123b 456b 789b 234c 55d", "4c", visible=tuple(visible))
        assert ("filling the only place" in names(scorer().score(hand))) is (count == 4)


def test_what_stands_beside_a_limit_hand_is_told_and_explained() -> None:
    hand = won("1123456789d ESWNw", "Ww", "discard")
    lines = explain(hand, western().score(hand), western()).lines()
    assert "Wriggling snake 1123456789d ESWNw: worth 1000 [western/limit-4]" in lines
    assert lines[-1] == "Wriggling snake: 1,000 (points and doubles: 88)"
    wonders = scorer().score(won("19b 19c 19d ESWNw RGWWd", "1b", "wall"))
    assert {item.name for item in wonders.set_aside} >= {"going Mah Jong", "no score hand"}


@pytest.mark.rule("western/win-3")
def test_robbing_a_kong_is_a_win_only_where_the_option_is_on() -> None:
    robbed = {
        "seat": "S", "round": "E", "concealed": "123b 456c 789b 222d 55d", "won": True, "tile": "4c", "source": "kong",
    }  # fmt: skip
    refused = answered(robbed, western())
    assert (refused["complete"], refused["total"], refused["items"]) == (False, None, [])
    assert refused["reason"] == "won by robbing a kong, which is no win by these rules"
    assert answered(robbed, western(robbing_kong=True))["total"] == (20 + 4) * 2


@pytest.mark.rule("western/three-1")
def test_with_three_players_nobody_scores_at_north() -> None:
    hand = {"seat": "N", "round": "E", "concealed": "13579b 2468c 1357d", "won": False}
    assert answered(hand, western())["total"] == 0
    with pytest.raises(HandError, match="with 3 players nobody sits north"):
        answered(hand, western(players=3))


@pytest.mark.rule("bmja-kajongg/long-hand")
@pytest.mark.rule("dmjl/long-hand")
@pytest.mark.parametrize("ruleset", ["bmja-kajongg", "dmjl"])
@pytest.mark.parametrize("more", [{}, {"tile": "9d", "source": "wall"}])
def test_a_hand_with_too_many_tiles_scores_nothing_and_is_no_request(ruleset: str, more: dict[str, Any]) -> None:
    long = lost("RRRd 1379c 28b 147d 99d")
    score = clubs(ruleset).score(long)
    assert (score.total, score.items) == (0, ())
    assert explain(long, score, clubs(ruleset)).lines() == ["the hand has too many tiles: it scores nothing"]
    tiles = "RRRd 1379c 28b 147d 99d" + (" 9d" if more else "")
    with pytest.raises(HandError, match="tiles"):
        answered({"seat": "S", "round": "E", "concealed": tiles, **more}, clubs(ruleset))


@pytest.mark.rule("western/points-5")
def test_a_dealt_hand_has_no_tile_from_the_wall_and_no_only_possible_one() -> None:
    score = western().score(won("123b 456b 234c 789d WWw", None, "deal", seat=Seat.E))
    assert {"tile from the wall", "won with the only possible tile"}.isdisjoint(names(score))


@pytest.mark.rule("western/points-5")
@pytest.mark.rule("dmjl/only-tile")
def test_a_kind_used_up_in_an_own_kong_is_not_possible() -> None:
    """67d waits for 5d and 8d, 23b for 1b and 4b; four of the others lie in a kong."""
    for scored, name, concealed, tile, kind in (
        (clubs("dmjl"), "only possible tile", "567d 99c 123b 678c", "5d", "8d"),
        (western(), "won with the only possible tile", "23b 567c 789d 55d 4b", "4b", "1b"),
    ):
        for count in (3, 4):
            laid = kind[0] * count + kind[1] + "-" * (count == 4)
            assert (name in names(scored.score(won(concealed, tile, "discard", sets=laid)))) is (count == 4)


# -- bonus tiles beside a limit hand, and rows that stand apart, in any document; what `bmja` says is in ---------------


_ROWS: list[dict[str, Any]] = [
    {"id": "mahjong", "points": 10, "who": "winner", "beside": "too"},
    {"id": "no-chows", "doubles": 1, "who": "winner"},
    {"id": "all-majors", "doubles": 3, "who": "winner", "apart": True},
    {"id": "drawn-tile", "points": 5, "who": "winner", "beside": "only"},
    {"id": "final-discard", "doubles": 1, "who": "winner", "beside": "too"},
    {"id": "all-honors", "limit": 50, "who": "winner"},
    {"id": "flowers-and-seasons", "points": 4},
    {"id": "own-flower", "doubles": 1, "unless": ["all-four-flowers"]},
    {"id": "all-four-flowers", "doubles": 2},
]
MAJORS, HONORS, PLAIN = "111b 999c EEEw RRRd GGd", "SSSw WWWw EEEw RRRd GGd", "222b 999c EEEw RRRd GGd"


def scored(hand: Hand, rows: list[dict[str, Any]] = _ROWS, **head: Any) -> Any:
    table = {"total": "limit-or-larger-fraction", "limit": 400, "bonus_apart": True, "item": rows, **head}
    return Scorer(table, {}).score(hand)


@each("hand, total, apart", [
    # 10 and what counts beside it, doubled three times: 5 for a drawn tile, a double for the last discard
    (won(MAJORS, "Gd"), (10 + 5) * 8, None),
    (won(MAJORS, "Gd", "discard"), 10 * 8, None),
    (won(MAJORS, "Gd", "last-discard"), 10 * 16, None),
    # the flowers with their own doubles, South's is the second
    (won(MAJORS, "Gd", "discard", bonus="1f"), 10 * 8 + 4, (4, 0)),
    (won(MAJORS, "Gd", "discard", bonus="2f"), 10 * 8 + 4 * 2, (4, 1)),
    # as a whole, without the three doubles: no chow, four flowers
    (won(MAJORS, "Gd", "discard", bonus="1234f"), (10 + 16) * 8, None),
    # half a limit, and the flowers; the last discard's double is theirs
    (won(HONORS, "Gd", "discard"), 200, None),
    (won(HONORS, "Gd", "discard", bonus="2f3s"), 200 + 8 * 2, (8, 1)),
    (won(HONORS, "Gd", "last-discard", bonus="2f3s"), 200 + 8 * 4, (8, 2)),
    (won(HONORS, "Gd", "discard", bonus="1234f 1234s"), 200 + 32 * 4, (32, 2)),
    # nothing stands apart
    (won(PLAIN, "Gd", "discard", bonus="2f"), (10 + 4) * 4, None),
    (won(PLAIN, "Gd", bonus="2f"), (10 + 4) * 4, None),
    (lost("258b 147c 369d ESWNw", bonus="2f"), 4 * 2, None),
])  # fmt: skip
def test_bonus_tiles_stand_beside_what_is_reckoned_apart(hand: Hand, total: int, apart: tuple[int, int] | None) -> None:
    score = scored(hand)
    assert (score.total, score.apart) == (total, apart)


def test_the_limit_cuts_the_sum_and_without_one_nothing_does() -> None:
    hand = won(HONORS, "Gd", "last-discard", bonus="1234f 1234s")
    assert scored(hand).total == 400
    table = {"total": "limit-or-larger-fraction", "limit": 400, "no_limit": "open", "bonus_apart": True, "item": _ROWS}
    assert Scorer(table, {"open": True}).score(hand).total == 200 + 32 * 8


def test_without_the_key_a_row_apart_is_an_ordinary_one_that_nobody_asks() -> None:
    """A limit hand replaces everything then, as in every other table."""
    assert scored(won(HONORS, "Gd", "discard", bonus="2f"), bonus_apart=False).total == 200


def test_items_and_sums_tell_what_was_added() -> None:
    table = {"total": "limit-or-larger-fraction", "limit": 400, "bonus_apart": True, "item": _ROWS}
    scorer = Scorer(table, {})
    hand = won(MAJORS, "Gd", "discard", bonus="2f")
    found = explain(hand, scorer.score(hand), scorer)
    assert [item.name for item in found.items] == ["all majors", "mahjong", "flowers and seasons", "own flower"]
    assert [item.name for item in found.set_aside] == ["no chows"]
    assert found.sums == ("10 points x 2^3 = 80", "bonus tiles apart: 4 points x 2^1 = 8", "together 88")


def test_a_word_that_is_none_is_refused_and_a_key_without_effect_is_told() -> None:
    with pytest.raises(RuleSetError, match="`beside` of 'mahjong' is 'often': no, too or only is expected"):
        scored(won(PLAIN, "Gd"), [{"id": "mahjong", "points": 10, "beside": "often"}])
    idle = {"scoring": {"total": "limit-or-larger-fraction", "item": [{"id": "mahjong", "apart": True}]}}
    assert [wrong.path for wrong in idle_keys(idle)] == ["scoring.item[0].apart"]
    assert not list(idle_keys(document("bmja")))


# -- hands that contradict the game are refused with what would be right; what can be is not ---------------------------


LOOSE = "S in E 234b RRRd 222c 777d 5d 1f +5d loose"


@pytest.mark.parametrize(("line", "says"), [
    ("E in E 234b 55d RRRd (222c) 22d +2d wall no-discard", "east discards before anything can be claimed"),
    ("S in E 234b 55d RRRd (222c) 22d +2d wall no-discard", "whoever claims a set discards"),
    ("S in E 55d RRRd (222c) (2222d) 22b +2b loose no-discard", "whoever claims a set discards"),
])  # fmt: skip
def test_who_claims_a_set_has_discarded(line: str, says: str) -> None:
    with pytest.raises(HandError, match=says):
        read_hand_line(line).hand()


@pytest.mark.parametrize("line", [
    "S in E 234b 55d RRRd (2222d claimed) 22c +2c loose no-discard",
    "E in E 234b 55d RRRd [2222d] 22c +2c loose no-discard",
    "S in E 234b 55d RRRd 222d 22c +2c wall no-discard",
])  # fmt: skip
def test_a_win_before_ones_first_discard_is_possible(line: str) -> None:
    assert read_hand_line(line).hand().won


def test_a_loose_tile_follows_a_bonus_tile_only_where_these_are_replaced_from_the_dead_wall() -> None:
    assert read_hand_line(LOOSE).hand().source == "loose"
    with pytest.raises(HandError, match="replaced from the live wall"):
        read_hand_line(LOOSE).hand(bonus_from_live=True)
    assert read_hand_line(LOOSE.replace("222c", "[2222c]")).hand(bonus_from_live=True).source == "loose"


def test_a_tile_with_a_sign_for_its_looks_is_that_tile() -> None:
    """Keyboards write one behind a tile that is to be a picture, or a letter."""
    assert parse_tiles("🀄\ufe0f🀄\ufe0e 5b") == parse_tiles("RRd 5b")


# -- hands of a goulash ------------------------------------------------------------------------------------------------


RULES = resolve(load("bmja"), {})
WILD = 1
GOULASH_SCORER = scorer_for(RULES)
assert GOULASH_SCORER is not None


def hand_of(line: str, rules: Rules = RULES) -> Hand:
    request: HandRequest = read_hand_line(line)
    scorer = scorer_for(rules)
    assert scorer is not None
    return request.hand(rules.plan.copies, flags=scorer.flags, wild=WILD)


@pytest.mark.parametrize(("line", "total", "stands_for"), [
    ("S in E 5c (222c) (333c) (666c) 2b2b8c +5c discard goulash", 240, ["8 characters", "8 characters"]),
    ("S in E 5c (222c) (33c2b) (666c) 88c2b +5c discard goulash", 240, ["3 characters", "8 characters"]),
    # no double for having no chow: 20 + 2 + 8 + 4 + 2 + 2
    ("S in E 55c2b (222c) (333d) 888b 9d +9d wall goulash", 38, ["9 dots"]),
    ("S in E 19b 19c 19d ESWNw 2b Gd 2b +2b wall goulash", 1000, None),
    ("S in E 19b 19c 19d ESWNw RGd 2b +Wd discard goulash", 1000, ["east wind"]),
    ("S in E 1b1c 3b3c 4b4c 5b5c 6b6c 7b7c 2b +8c wall goulash", 500, ["8 bamboo"]),
    # what it stands for completes the hand: it is no 2 bamboo here
    ("S in E 2b (555c) (666c) (888d) (777b) +9d discard goulash", 28, ["9 dots"]),
    ("S in E 2b (555c) (666c) (888d) (777b) +2b wall goulash", 32, ["east wind", "east wind"]),
    # losers: the best of pairs and pungs
    ("S in E 55c 2b RRd 2b 1479d 8b Ww Nw goulash", 24, ["5 characters", "red dragon"]),
    ("S in E 19b 19c 19d ESWNw RGd 2b goulash", 400, None),
])  # fmt: skip
def test_a_wild_tile_counts_as_what_brings_the_most(line: str, total: int, stands_for: list[str] | None) -> None:
    score = GOULASH_SCORER.score(hand_of(line))
    assert score.total == total
    told = [item.name.rpartition(" as ")[2] for item in score.items if item.rule == "bmja/goulash"]
    assert stands_for is None or told == stands_for


def test_the_best_of_all_that_a_wild_tile_could_be() -> None:
    """A hand with one wild tile is worth as much as the best of the thirty-four hands without it, by the plain rows."""
    chance = random.Random(2)
    _best, plain = GOULASH_SCORER.counted_as(hand_of("S in E 2b (555c) (666c) (888d) (777b) +9d discard goulash"))
    for _ in range(25):
        pungs = chance.sample([kind for kind in range(PLAIN_KINDS) if kind != WILD], 4)
        laid = tuple(LaidSet("pung", (kind,) * 3) for kind in pungs[:2])
        tiles = [pungs[2]] * 3 + [pungs[3]] * 2 + [WILD] * 3
        chance.shuffle(tiles)
        hand = Hand(Seat.S, Seat.E, tuple(sorted(tiles)), laid, won=True, tile=pungs[2], source="discard")
        best = max(
            score.total or 0
            for kinds in itertools.combinations_with_replacement(range(PLAIN_KINDS), 3)
            for concealed in [tuple(sorted([*(kind for kind in tiles if kind != WILD), *kinds]))]
            if max(map(concealed.count, concealed)) <= 4
            for score in [plain.score(replace(hand, concealed=concealed))]
        )
        assert GOULASH_SCORER.score(replace(hand, flags=frozenset({GOULASH}))).total == best


def test_the_score_of_a_goulash_is_explained_with_its_wild_tiles_as_what_they_stand_for() -> None:
    hand = hand_of("S in E 5c (222c) (333c) (666c) 2b2b8c +5c discard goulash")
    answer = hand_answer(hand, GOULASH_SCORER, RULES.plan.copies, explained=True)
    assert "888c" in [each["tiles"] for each in answer["sets"]]
    assert f"{tile_name(WILD)}, wild, as 8 characters" in [item["name"] for item in answer["items"]]
    assert explain(hand, GOULASH_SCORER.score(hand), GOULASH_SCORER).sums[-1] == "30 points x 2^3 = 240"


def test_a_wild_tile_is_one_in_a_goulash_only() -> None:
    """Elsewhere, and where none is played, it is what it says."""
    plain = hand_of("S in E 5c (222c) (333c) (666c) 2b2b8c +5c discard")
    assert GOULASH_SCORER.score(plain).total is None
    with pytest.raises(HandError, match="no set"):
        hand_of("S in E 5c (222c) (33c2b) (666c) 888c +5c discard")
    without = resolve(load("bmja"), {"goulash": False})
    with pytest.raises(HandError, match="goulash"):
        hand_of("S in E 5c (222c) (333c) (666c) 2b2b8c +5c discard goulash", without)
