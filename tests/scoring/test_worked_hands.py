"""The program agrees with hands that were worked out by hand from the rules."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path

import pytest
from worked_hands import (
    WorkedHand,
    WorkedItem,
    files,
    found_by_program,
    lacking,
    read_file,
    times_absent,
    times_earned,
)

from each import each, try_each

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
