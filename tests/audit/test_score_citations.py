"""A wrong score cites the rule of what was left out or counted too much."""

from __future__ import annotations

from typing import Any

import pytest

from audit.ending_documents import LOSERS, SHOWN, TABLE, found
from each import each
from mjlog import events as ev
from mjlog.audit.valuing import items_fault
from mjlog.findings import Finding
from mjlog.scoring.hand import Item, Score
from mjlog.seats import Seat

# South: mahjong 20, wall 3, concealed pungs of dots 4 and of dragons 8, one double: 35 points, 70.
# West: pungs of dragons 8 and of characters 4, one double: 12 points, 24.


def wrong(score: str) -> Finding:
    """The wrong score that is found, where nothing else is."""
    (finding,) = found(TABLE, f"{SHOWN}; {LOSERS}; {score}")
    assert finding.code == "wrong-score"
    return finding


def test_the_right_scores_are_no_fault() -> None:
    text = f"{SHOWN}; {LOSERS}; S score 70 points=35 doubles=1; W score 24; E score 0; N score 4"
    assert found(TABLE, text) == []


@each(
    "score, rule, words",
    [
        ("S score 35", "dragon-1", "the double for set of dragons had been left out"),
        ("S score 30", "win-1", "the 20 points for mahjong had been left out"),
        ("S score 64", "win-2", "the 3 points for from the wall had been left out"),
        ("S score 62", "pung-2", "closed pung of minors had been left out"),
        ("S score 54", "pung-4", "closed pung of majors had been left out"),
        ("S score 560", "suit-1", "the 3 doubles for one suit had been counted"),
        ("S score 2240", "major-1", "the 5 doubles for all majors had been counted"),
        ("S score 74", "pung-1", "the 2 points for open pung of minors had been counted"),
        ("S score 102", "kong-1", "closed kong of minors had been counted"),
        ("S score 3000", "limit-1", "the limit hand thirteen unique wonders had been counted"),
        ("S score 1000", "limit-2", "the limit hand all honours had been counted"),
        ("S score 1120", "suit-2", "the 4 doubles for one suit with honors had been counted"),
        ("W score 12", "dragon-1", "the double for set of dragons had been left out"),
        ("W score 64", "win-1", "the 20 points for mahjong had been counted"),
        ("W score 3000", "limit-9", "the limit hand thirteen unique wonders had been counted"),
        ("S score 94", "kong-1", "in the place of closed pung of minors"),
        ("S score 71", "score-1", "south's hand: 71 is announced, 70 is what it is worth"),
    ],
)
def test_a_total_is_explained_by_one_row(score: str, rule: str, words: str) -> None:
    finding = wrong(score)
    assert finding.rule == f"house/{rule}"
    assert words in finding.message
    assert (finding.expected, finding.found) == (70 if score[0] == "S" else 24, int(score.split()[2]))


@pytest.mark.parametrize(
    ("score", "rule"),
    [
        ("S score 35 points=35 doubles=0", "dragon-1"),
        ("S score 70 points=35 doubles=0", "dragon-1"),
        ("S score 70 points=27 doubles=1", "pung-4"),
        ("S score 72 points=36 doubles=1", "score-1"),
        ("S score 280 points=35 doubles=3", "score-1"),
    ],
)
def test_announced_points_and_doubles_tell_rows_apart(score: str, rule: str) -> None:
    assert wrong(score).rule == f"house/{rule}"


def test_a_limit_hand_that_was_not_seen_is_its_own_row() -> None:
    """And so is the face value where a limit was thought to cut it."""
    shown = "S draw 9c; S mahjong wall 9c; S show | 19b 19c 19d ESWNw RGWd 9c"
    assert [one.rule for one in found(TABLE, f"{shown}; S score 3000")] == []
    (finding,) = found(TABLE, f"{shown}; S score 736")
    assert finding.rule == "house/limit-1"
    honors = "S draw Rd; S mahjong wall Rd; S show EEEw SSSw WWWw GGGd RRd"
    face = (20 + 3 + 8 * 4 + 2) << 1 + 5
    assert found(TABLE, f"{honors}; S score {face}") == []
    (finding,) = found(TABLE, f"{honors}; S score 1000")
    assert finding.rule == "house/face-1"
    assert "no more than 1000" in finding.message


def test_a_limit_hand_is_cited_by_the_name_that_is_announced() -> None:
    assert wrong("S score 990 limit=all-honours").rule == "house/limit-2"


def items(*changes: tuple[str, int, int]) -> list[dict[str, Any]]:
    """South's announced score with other items than it has; a negative worth leaves one out."""
    due = [
        ("mahjong", 20, 0), ("from the wall", 3, 0), ("closed pung of minors", 4, 0),
        ("closed pung of majors", 8, 0), ("set of dragons", 0, 1),
    ]  # fmt: skip
    gone = [(name, -points, -doubles) for name, points, doubles in changes if points < 0 or doubles < 0]
    stated = [item for item in due if item not in gone] + [item for item in changes if min(item[1:]) >= 0]
    return [{"name": name, "points": points, "doubles": doubles} for name, points, doubles in stated]


def itemised(total: int, *changes: tuple[str, int, int]) -> list[Finding]:
    """What is found of South's score with these items."""
    return found(TABLE, f"{SHOWN}; {LOSERS}; S score {total}", {"items": items(*changes)})


@each(
    "total, changes, rule",
    [
        (35, [("set of dragons", 0, -1)], "dragon-1"),
        (70, [("set of dragons", 0, -1)], "dragon-1"),
        (62, [("closed pung of minors", -4, 0)], "pung-2"),
        (74, [("pair of dragons", 2, 0)], "pair-1"),
        (66, [("closed pung of minors", -4, 0), ("open pung of minors", 2, 0)], "pung-1"),
        (64, [("from the wall", -3, 0)], "win-2"),
        (560, [("one suit", 0, 3)], "suit-1"),
        (71, [], "score-1"),
    ],
)
def test_announced_items_say_which_one_is_wrong(total: int, changes: list[Any], rule: str) -> None:
    """The same total can come from another item: what was announced decides."""
    (finding,) = itemised(total, *changes)
    assert (finding.code, finding.rule) == ("wrong-score", f"house/{rule}")


def test_items_that_come_to_the_same_are_told_apart() -> None:
    missing, extra = ("closed pung of minors", -4, 0), ("pair of dragons", 4, 0)
    (finding,) = itemised(70, missing, extra)
    said = "not announced: closed pung of minors (4 points); announced and not earned: pair of dragons (4 points)"
    assert said in finding.message


def test_what_is_not_spelled_as_items_is_not_judged() -> None:
    assert found(TABLE, f"{SHOWN}; {LOSERS}; S score 70", {"items": [1] * 5}) == []


@pytest.mark.parametrize(("stated", "place"), [("mahjong", "doubles"), ("set of dragons", "points")])
def test_an_item_that_is_missing_stands_before_the_sum_that_it_goes_into(stated: str, place: str) -> None:
    worth = [Item("mahjong", 20, 0, ""), Item("set of dragons", 0, 1, "")]
    score = Score(40, 20, 1, 40, None, (), tuple(worth), (), True)
    items = [{"name": one.name, "points": one.points, "doubles": one.doubles} for one in worth if one.name == stated]
    announced = ev.Score(seq=1, seat=Seat.S, total=40, items=items)
    fault = items_fault(announced, score, frozenset(one.name for one in worth))
    assert fault is not None
    assert fault[3] == place


def test_items_by_other_names_are_compared_by_their_sums() -> None:
    """Whoever gathers several in one line has not made a mistake."""
    worth = [("mahjong", -20, 0), ("from the wall", -3, 0), ("going out from the wall", 23, 0)]
    assert itemised(70, *worth) == []
    (finding,) = itemised(70, *worth[:2], ("going out from the wall", 20, 0))
    assert (finding.expected, finding.found) == (35, 32)


def test_a_row_that_is_switched_off_and_cannot_be_does_no_harm() -> None:
    """It is refused where it is switched on."""
    document = TABLE.replace('id = "one-suit-with-honors"', 'id = "lantern"')
    (finding,) = found(document, f"{SHOWN}; {LOSERS}; S score 35")
    assert finding.rule == "house/dragon-1"
