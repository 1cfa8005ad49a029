"""Hands counted in fans: worked examples, the best of all ways to count, what is not counted, and who pays whom."""

from __future__ import annotations

import json
import lzma
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from each import each
from mjlog.errors import HandError
from mjlog.rulesets import Rules, load, resolve
from mjlog.scoring import Scorer, hand_answer, scorer_by, settle, terms_of
from mjlog.scoring.hand_line import read_hand_line
from mjlog.scoring.request import HandRequest, read_fields
from mjlog.seats import SEATS, Seat

VISIBLE = Path(__file__).resolve().parents[3] / "shared" / "oracle" / "mcr" / "fans-visible.jsonl.xz"
"""Hands on which two programs of others agree, where they are at hand."""
_OWN_IDS = {row["rule"]: row["id"] for row in load("mcr").tables["scoring"]["item"]}
_WORTH = {row["id"]: row.get("points") for row in load("mcr").tables["scoring"]["item"]}


def rules(**given: Any) -> Rules:
    """The rules under some options."""
    return resolve(load("mcr"), given)


@cache
def _scorer(given: tuple[tuple[str, Any], ...]) -> Scorer:
    scoring = rules(**dict(given)).scoring
    assert scoring is not None
    return scorer_by(scoring.table, scoring.options)


def scorer(**given: Any) -> Scorer:
    """A scorer of the rules under some options."""
    return _scorer(tuple(sorted(given.items())))


def counted(line: str, **given: Any) -> tuple[int, list[str]]:
    """What a hand on one line comes to, and its fans, each as often as it counts."""
    answer = _answer(read_hand_line(line), scorer(**given))
    return answer["points"], _fans(answer)


def _answer(request: HandRequest, by: Scorer) -> dict[str, Any]:
    return hand_answer(request.hand(flags=by.flags), by)


def _fans(answer: dict[str, Any]) -> list[str]:
    found: Counter[str] = Counter()
    for item in answer["items"]:
        fan = _OWN_IDS[item["rule"]]
        found[fan] += item["points"] // (_WORTH[fan] or item["points"])
    return sorted(found.elements())


# -- worked examples ----------------------------------------------------------------------------------------------


_SHORT = "short-straight"
_DOUBLE = "mixed-double-chow"
_OF_MAJORS = "pung-of-terminals-or-honors"


@pytest.mark.rule("mcr/count-4")
@pytest.mark.rule("mcr/count-5")
@pytest.mark.rule("mcr/count-7")
@pytest.mark.rule("mcr/form-4")
@pytest.mark.rule("mcr/wait-1")
@each("line, total, fans", [
    (
        "E in E 123456789c 55b 12d +3d discard", 22,
        f"pure-straight concealed-hand all-chows {_DOUBLE} edge-wait",
    ),
    ("E in E (456b) (345d) 123c EEw 67d +5d discard", 8, "chicken-hand"),
    (
        "E in E 1112345678999b +2b wall", 93,
        f"nine-gates two-concealed-pungs {_SHORT} {_OF_MAJORS} self-drawn",
    ),
    (
        "S in E [1111c] (9999d claimed) (SSSw) EEw 55c +5c loose", 26,
        f"out-with-replacement-tile all-pungs seat-wind two-concealed-pungs {_OF_MAJORS} {_OF_MAJORS} "
        "one-voided-suit concealed-and-melded-kong",
    ),
    (
        "E in E (EEEw) (SSSw) (GGGd) (WWWd) Rd +Rd discard", 138,
        "little-three-dragons all-honors melded-hand prevalent-wind seat-wind",
    ),
    ("E in E 147c 258b 369d 22c 78b +6b discard", 16, "knitted-straight concealed-hand all-chows"),
    (
        "E in E 2233445566778d +8d discard last-tile", 98,
        "seven-shifted-pairs last-tile-claim all-simples",
    ),
    (
        "E in E 234b 234b 88b GGGd 66b +6b discard", 93,
        "all-green dragon-pung concealed-hand pure-double-chow",
    ),
])  # fmt: skip
def test_a_worked_example_is_counted_so(line: str, total: int, fans: str) -> None:
    assert counted(line) == (total, sorted(fans.split()))


@pytest.mark.rule("mcr/win-1")
@each("line, points, ways", [
    (
        "E in E 234567c 234567d Ew +Ew discard", 7,
        [
            f"concealed-hand {one} {_DOUBLE} {_SHORT} one-voided-suit single-wait" for one in (_DOUBLE, _SHORT)
        ],
    ),
    ("E in E (567c) (567d) 234d EEw 34c +2c discard", 4, [f"{_DOUBLE} {_DOUBLE} {_SHORT} one-voided-suit"]),
])  # fmt: skip
def test_a_worked_example_is_no_win(line: str, points: int, ways: list[str]) -> None:
    """Below eight points it has no total; of two ways to count that come to the same any may be shown."""
    answer = _answer(read_hand_line(line), scorer())
    assert (answer["total"], answer["complete"], answer["points"]) == (None, False, points)
    assert answer["reason"] == f"the hand is worth {points}: 8 are needed to win"
    assert _fans(answer) in [sorted(way.split()) for way in ways]


@pytest.mark.rule("mcr/count-8")
def test_flowers_are_added_and_do_not_make_a_hand_win() -> None:
    seven, eight = "234567c 234567d Ew {} +Ew discard", "(456b) (345d) 123c EEw 67d {} +5d discard"
    for flowers, more in (("", 0), ("1f", 1), ("1f 2f 3s", 3)):
        short = _answer(read_hand_line(f"E in E {seven.format(flowers)}"), scorer())
        enough = _answer(read_hand_line(f"E in E {eight.format(flowers)}"), scorer())
        assert (short["total"], short["points"]) == (None, 7 + more)
        assert (enough["total"], enough["points"]) == (8 + more, 8 + more)
    assert counted("E in E 234567c 234567d Ew 1f +Ew discard", minimum=7)[0] == 8


# -- what others say ----------------------------------------------------------------------------------------------


def visible() -> list[dict[str, Any]]:
    """All that is at hand."""
    with lzma.open(VISIBLE, "rt") as lines:
        return [json.loads(line) for line in lines]


@pytest.mark.skipif(not VISIBLE.exists(), reason="the hands of others are not beside the repository")
def test_hands_are_worth_what_two_other_programs_say() -> None:
    wrong = [
        given["id"] for given in visible() if "hand" in given and not _is_as_said(given["hand"], given["expected"])
    ]
    assert wrong == []


def _is_as_said(hand: dict[str, Any], expected: dict[str, Any]) -> bool:
    by = scorer(**hand.get("options", {}))
    try:
        answer = _answer(read_fields({name: value for name, value in hand.items() if name != "options"}), by)
    except HandError:
        return "error" in expected
    ways = [sorted(way) for way in (expected.get("fans", ()), *expected.get("also", ()))]
    told = {name: answer.get(name) for name in expected.keys() - {"fans", "also"}}
    is_right = all(
        Counter(told[name]) == Counter(said) if name == "waits" else told[name] == said
        for name, said in expected.items()
        if name in told
    )
    return is_right and ("fans" not in expected or _fans(answer) in ways)


@pytest.mark.skipif(not VISIBLE.exists(), reason="the hands of others are not beside the repository")
def test_hands_are_paid_as_records_say() -> None:
    in_force = rules()
    terms = terms_of(in_force.settlement.table, in_force.settlement.options)
    for given in visible():
        if "settle" not in given:
            continue
        said = given["settle"]
        totals = {Seat(seat): points for seat, points in said["totals"].items()}
        discarder = Seat(said["discarder"]) if said.get("discarder") else None
        paid = settle(totals, Seat(said["winner"]), discarder=discarder, terms=terms)
        assert {seat.value: paid.change[seat] for seat in SEATS} == given["expected"]["change"], given["id"]


# -- options that follow another ------------------------------------------------------------------------------------


def test_the_book_sets_the_options_that_follow_it() -> None:
    """Each can still be set alone, and is what was said, whatever it follows."""
    options = load("mcr").options
    following = [name for name, option in options.items() if option.follows]
    assert following
    usual, book = rules().options, rules(book="wmo").options
    for name in following:
        assert usual[name] == options[name].default
        assert book[name] != usual[name]
        assert rules(book="wmo", **{name: usual[name]}).options[name] == usual[name]
        assert rules(**{name: book[name]}).options[name] == book[name]
    others = options.keys() - {*following, "book"}
    assert {name: book[name] for name in others} == {name: usual[name] for name in others}


@pytest.mark.rule("mcr/two-concealed-kongs")
def test_a_hand_is_counted_by_the_book() -> None:
    two = "S in E [1111b] [2222c] 345d 67d 99c +8d discard"
    assert (counted(two)[0], counted(two, book="wmo")[0]) == (11, 13)
    assert counted(two, book="wmo", two_concealed_kongs=6)[0] == 11
    pairs = "S in E 1122c 3399b 55d EEw Rd +Rd wall"
    assert counted(pairs, book="wmo") == (34, sorted(["seven-pairs", "all-types", "fully-concealed-hand"]))


# -- who pays -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("mcr/pay-1")
@pytest.mark.rule("mcr/pay-2")
@each("winner", SEATS)
@each("total", [8, 13, 98])
def test_who_gave_the_tile_pays_the_total_and_everybody_eight(winner: Seat, total: int) -> None:
    in_force = rules()
    terms = terms_of(in_force.settlement.table, in_force.settlement.options)
    worth = {**dict.fromkeys(SEATS, 0), winner: total}
    drawn = settle(worth, winner, terms=terms)
    assert drawn.change == {**dict.fromkeys(SEATS, -8 - total), winner: 3 * (8 + total)}
    for giver in winner.others():
        paid = settle(worth, winner, discarder=giver, terms=terms)
        assert paid.change == {**dict.fromkeys(SEATS, -8), giver: -8 - total, winner: 24 + total}


# -- in words -----------------------------------------------------------------------------------------------------


def _not_counted(line: str) -> list[str]:
    by = scorer()
    request = read_hand_line(line)
    answer = hand_answer(request.hand(flags=by.flags), by, explained=True)
    return [re.sub(r"\s+", " ", f"{one['name']}: {one['why']}") for one in answer["not_counted"]]


@pytest.mark.rule("mcr/count-4")
@pytest.mark.rule("mcr/count-5")
@pytest.mark.rule("mcr/wait-1")
@each("line, why", [
    ("E in E 234567c 234567d Ew +Ew discard", "its sets are joined already, by Mixed Double Chow"),
    ("E in E (234c) 456c 678c 99c 11c +9c discard", "No Honors: Full Flush implies it"),
    ("E in E (456b) (345d) [9999c] EEw 67d +8d loose", "Self-Drawn: Out with Replacement Tile implies it"),
    ("S in E (234c) 567b 345d 12d EE +3d discard", "Edge Wait: the hand waited for 3 dots or 6 dots"),
])  # fmt: skip
def test_what_is_not_counted_says_by_which_principle(line: str, why: str) -> None:
    assert any(why in told for told in _not_counted(line)), _not_counted(line)
