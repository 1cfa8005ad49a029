"""The program agrees with hands that were worked out by hand from the rules."""

from __future__ import annotations

import json
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from scoring_cases import document, given_options, lines, options, scorer
from worked_hands import WorkedHand, WorkedItem, files, found_by_program, lacking, read_file, times_absent, times_earned

from each import each, try_each
from mjlog.scoring import Hand, LaidSet, settle, terms_of
from mjlog.seats import SEATS, Seat
from mjlog.tiles import KINDS, parse_tile, parse_tiles

FILES = files()
hands_of = cache(read_file)
BY_FILE = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


@BY_FILE
def test_the_program_finds_what_was_worked_out_by_hand(path: Path) -> None:
    """Every hand of the file, told by its line and its title."""
    hands, _ = hands_of(path)
    try_each((f"{worked.line}: {worked.title}", partial(_agrees, worked)) for worked in hands)


def _agrees(worked: WorkedHand) -> None:
    found = found_by_program(worked)
    assert found == worked.worth
    assert found is None or worked.absent.isdisjoint(item.rule for item in found.items)


@BY_FILE
def test_every_block_of_a_file_is_a_hand(path: Path) -> None:
    assert [str(fault) for fault in hands_of(path)[1]] == []


@BY_FILE
def test_every_scoring_rule_has_hands_that_earn_it_and_hands_that_just_do_not(path: Path) -> None:
    hands, _ = hands_of(path)
    assert lacking(path.stem, times_earned(hands), 2) == []
    assert lacking(path.stem, times_absent(hands), 2) == []


# ---------------------------------------------------------------- how the files are read

GOOD = """# A pung of red dragons: completed by a discard
S in E 234b 567b 99b (789c) RRd +Rd discard
= 48: 24 points 1 double
+ mahjong 20
+ pung 4
+ honor-set 1D
- concealed
"""


def _written(folder: Path, text: str) -> Path:
    path = folder / "dmjl.hands"
    path.write_text(text, "utf-8")
    return path


def test_a_block_is_read_with_its_title_line_hand_worth_and_rules(tmp_path: Path) -> None:
    path = _written(tmp_path, f"## Heading\n\n{GOOD}")
    ((worked,), faults) = read_file(path)
    assert faults == []
    assert (worked.ruleset, worked.line) == ("dmjl", 3)
    assert worked.title == "A pung of red dragons: completed by a discard"
    assert (worked.hand.seat.value, worked.hand.source) == ("S", "discard")
    assert worked.worth is not None
    assert worked.worth[:4] == (48, 24, 1, None)
    assert set(worked.worth.items) == {
        WorkedItem("mahjong", 20),
        WorkedItem("pung", 4),
        WorkedItem("honor-set", doubles=1),
    }
    assert worked.absent == {"concealed"}


def test_options_limits_and_wins_that_are_not_complete_are_read(tmp_path: Path) -> None:
    text = """# Limit
E in E 111b 999b 111c 999c 11d deal
options roof_off=true rounds=2
= 500: limit heads-and-tails, 52 points 5 doubles
+ heaven L
+ heads-and-tails L

# Nothing
# What is said here is for people.
S in S 111b 999b 111c 999c 1d +3d wall
= not complete
- mahjong
"""
    limit, nothing = read_file(_written(tmp_path, text))[0]
    assert limit.options == (("roof_off", True), ("rounds", 2))
    assert limit.worth is not None
    assert limit.worth.limit == "heads-and-tails"
    assert limit.worth.items == (WorkedItem("heads-and-tails", limit=True), WorkedItem("heaven", limit=True))
    assert nothing.worth is None
    assert nothing.absent == {"mahjong"}


MALFORMED: list[tuple[str, str, int, str]] = [
    # what is replaced in the good block, by what, the line of the fault, a part of what is said
    ("# A pung of red dragons: completed by a discard\n", "", 1, "begins with a line that says what it shows"),
    ("S in E 234b", "S in E 234x", 2, "234x"),
    ("S in E 234b", "S in E 2344b", 2, "a winning hand has 14"),
    ("= 48: 24 points 1 double", "48: 24 points 1 double", 3, "is no worth"),
    ("= 48: 24 points 1 double", "= 48", 3, "is no worth"),
    ("= 48: 24 points 1 double", "= 48: limit gates, 24 points 1 double", 3, "no item has an L"),
    ("= 48: 24 points 1 double", "= not complete", 3, "nothing counts in it"),
    ("= 48: 24 points 1 double", "= 48: 26 points 1 double", 3, "the items have 24 points and 1 double together"),
    ("+ mahjong 20", "* mahjong 20", 4, "is no item"),
    ("+ mahjong 20", "+ mahjong", 4, "is no item"),
    ("+ mahjong 20", "+ mahjong 20P", 4, "is no item"),
    ("+ pung 4", "+ pong 4", 5, "did you mean pung?"),
    ("- concealed", "- concealed 1D", 7, "one rule that earns nothing"),
    ("- concealed", "- concealed\n- concealed", 8, "each once"),
    ("- concealed", "- settle", 7, "scores nothing by a rule 'settle'"),
    ("- concealed", "- honor-set", 3, "is said to count, and not to count"),
    ("= 48:", "options roof\n= 48:", 3, "an option with its value"),
    ("= 48:", "options roof_off=maybe\n= 48:", 3, "roof_off"),
    ("= 48:", "options\n= 48:", 3, "no option is named"),
]


@each("old, new, line, said", MALFORMED)
def test_a_malformed_block_is_reported_with_file_and_line(
    tmp_path: Path, old: str, new: str, line: int, said: str
) -> None:
    assert GOOD.count(old) == 1
    hands, (fault,) = read_file(_written(tmp_path, GOOD.replace(old, new)))
    assert hands == []
    assert str(fault).startswith(f"dmjl.hands:{line}: ")
    assert said in str(fault)


@pytest.mark.parametrize(("text", "line", "said"), [
    ("# A title and nothing more\n", 1, "no hand stands under this title"),
    ("# No worth\nS in E 234b 567b 99b (789c) RRd +Rd discard\n", 2, "what the hand is worth is missing"),
])  # fmt: skip
def test_an_unfinished_block_is_reported(tmp_path: Path, text: str, line: int, said: str) -> None:
    _, (fault,) = read_file(_written(tmp_path, text))
    assert str(fault).startswith(f"dmjl.hands:{line}: ")
    assert said in str(fault)


def test_two_hands_with_one_title_are_reported_and_the_others_read(tmp_path: Path) -> None:
    other = GOOD.replace("red dragons", "dragons")
    hands, (fault,) = read_file(_written(tmp_path, f"{GOOD}\n{GOOD}\n{other}"))
    assert [worked.line for worked in hands] == [1, 17]
    assert str(fault) == "dmjl.hands:9: the title is that of line 1 too; each has its own"


def test_rules_that_too_few_hands_earn_or_just_miss_are_named(tmp_path: Path) -> None:
    hands, _ = read_file(_written(tmp_path, GOOD))
    assert "honor-set" not in lacking("dmjl", times_earned(hands), 1)
    assert "honor-set" in lacking("dmjl", times_earned(hands), 2)
    assert "concealed" not in lacking("dmjl", times_absent(hands), 1)
    assert "honor-set" in lacking("dmjl", times_absent(hands), 1)


# -- hands and settlements of an independent server's records, a few for each item it prints ---------------------------


FOLDER = Path(__file__).parent
BY_CODE = {seat.value: seat for seat in SEATS}


def records(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FOLDER / name).read_text("utf-8").splitlines()]


def hand_of(given: dict[str, Any], *, as_shown: bool = True) -> Hand:
    sets = tuple(
        LaidSet(laid["kind"], parse_tiles(laid["tiles"]), laid.get("concealed", False), laid.get("origin"))
        for laid in given.get("sets", ())
    )
    visible = parse_tiles(given.get("visible", ""))
    return Hand(
        seat=BY_CODE[given["seat"]],
        round=BY_CODE[given["round"]],
        concealed=parse_tiles(given["concealed"]),
        sets=sets,
        bonus=parse_tiles(given.get("bonus", "")),
        won=given["won"],
        tile=parse_tile(given["tile"]) if given.get("tile") else None,
        source=given.get("source"),
        flags=frozenset(given.get("flags", ())),
        east_wins=given.get("east_wins", 0),
        shown=tuple(parse_tiles(tiles) for tiles in given["shown"]) if as_shown else None,
        completes=given.get("completes") if as_shown else None,
        visible=[visible.count(kind) for kind in range(KINDS)] if given["won"] else None,
    )


@pytest.mark.rule("classical/points-1")
@pytest.mark.rule("classical/points-2")
@pytest.mark.rule("classical/double-1")
@pytest.mark.rule("classical/double-2")
@pytest.mark.rule("classical/double-3")
@pytest.mark.rule("classical/limit-1")
@pytest.mark.rule("classical/kong-3")
@each("given", records("record_hands.jsonl"))
def test_a_recorded_hand_scores_what_the_record_says(given: dict[str, Any]) -> None:
    score = scorer(**given_options(given["options"])).score(hand_of(given))
    assert score.total == given["total"]
    assert lines(score.items) == given["items"]


@each("given", records("record_hands.jsonl"))
def test_the_best_arrangement_is_worth_no_less_than_the_one_shown(given: dict[str, Any]) -> None:
    score = scorer(**given_options(given["options"])).score(hand_of(given, as_shown=False))
    assert score.total is not None
    assert score.total >= given["total"]


@pytest.mark.rule("classical/settle-1")
@pytest.mark.rule("classical/cannon-1")
@each("given", records("record_settlements.jsonl"))
def test_a_recorded_hand_is_settled_as_the_record_says(given: dict[str, Any]) -> None:
    result = settle(
        {BY_CODE[name]: total for name, total in given["totals"].items()},
        BY_CODE.get(given["winner"]),
        discarder=BY_CODE.get(given["discarder"]),
        liable=BY_CODE.get(given["pays_for_all"]),
        terms=terms_of(document()["settlement"], options(**given["options"])),
    )
    assert [result.change[seat] for seat in SEATS] == given["change"]
    assert sorted([payer.value, payee.value, points] for payer, payee, points in result.payments) == given["payments"]


def test_the_server_leaves_a_dealt_hand_of_unknown_source_uncounted() -> None:
    hand = Hand(
        Seat.E, Seat.E, parse_tiles("111222333b 555c 99d"), won=True, flags=frozenset({"no-discard"}),
        shown=tuple(map(parse_tiles, ("111b", "222b", "333b", "555c", "99d"))),
    )  # fmt: skip
    score = scorer(NoLimit=True).score(hand)
    assert score.limits == ("heavens-blessing",)
    assert not {"winning from wall", "concealed hand"} & {item.name for item in score.items}
