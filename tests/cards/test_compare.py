"""Two cards compared by what their lines stand for."""

from __future__ import annotations

from each import each
from mjlog.cards.compare import differences
from mjlog.cards.reading import parse_card

BEFORE = """card Birch
id birch-1
year 2026
[Runs]
r1: FFFF 33333r 77777r (run) 30 X
r2: FF 1111r 2222r 3333g 35 X
[Pairs | no-jokerless-bonus]
p1: 11r 33r 55r 77r 99r NN SS 50 C
"""


def found(*changes: tuple[str, str]) -> list[str]:
    """What is said after these texts were replaced."""
    after = BEFORE
    for old, new in changes:
        assert old in after
        after = after.replace(old, new)
    return [one.words() for one in differences(parse_card(BEFORE), parse_card(after))]


@each("old, new, words", [
    ("id birch-1", "id birch-2", ["id birch-1 -> birch-2"]),
    ("card Birch\n", "edition 2\n", ["card Birch -> nothing", "edition nothing -> 2"]),
    ("30 X", "35 X", ["r1: value 30 -> 35"]),
    ("50 C", "50 X", ["p1: mode C -> X"]),
    ("(run)", "(run odd)", ["r1: hands -6 +0"]),
    ("3333g", "3333r", ["r2: hands -6 +3"]),
    ("r2:", "r9:", ["r2: now r9"]),
    ("r2: FF 1111r", "r9: FF 1111g", ["r2: removed (35 X, 6 hands)", "r9: added (35 X, 6 hands)"]),
    (" | no-jokerless-bonus", "", ["Pairs: flags no-jokerless-bonus -> nothing"]),
    ("[Runs]", "[Rows]", ["Runs: removed", "Rows: added", "r1: section Runs -> Rows", "r2: section Runs -> Rows"]),
    ("p1: 11r 33r 55r 77r 99r NN SS 50 C\n", "", ["p1: removed (50 C, 3 hands)"]),
])  # fmt: skip
def test_a_difference_is_told_for_what_it_is(old: str, new: str, words: list[str]) -> None:
    assert found((old, new)) == words


def test_a_renamed_line_can_have_changed_too() -> None:
    assert found(("r2:", "r9:"), ("35 X", "40 X")) == ["r2: now r9", "r9: value 35 -> 40"]


def test_comments_order_and_ways_of_writing_are_no_difference() -> None:
    other = BEFORE.replace("FFFF 33333r 77777r", "11111b + 55555b  FFFF").replace("SS 50 C", "{SS|SS} 50 C  # both")
    assert differences(parse_card(BEFORE), parse_card(other)) == []


def test_as_json_a_difference_has_both_sides() -> None:
    (one,) = differences(parse_card(BEFORE), parse_card(BEFORE.replace("30 X", "35 X")))
    assert one.as_json() == {
        "part": "line", "name": "r1", "field": "value", "before": 30, "after": 35, "message": "r1: value 30 -> 35",
    }  # fmt: skip
