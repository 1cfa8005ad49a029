"""Dice and the break: who throws, and where the wall is broken."""

from __future__ import annotations

import pytest

from short_logs import accepted, findings, refused

MAHJIANG = "game mahjiang; hand"
PUNG_CHI = "game pung-chi; hand"
DEAD_WALL = "game dead-wall; hand"
WESTERN = "game western; hand"
ROUND_THE_CORNER = f"{MAHJIANG}; E roll break-wall 5 6; W roll break-stack 4 5"
"""Eleven: West; twenty stacks: West's seventeen and South's third."""


@pytest.mark.rule("mahjiang/break-1")
@pytest.mark.parametrize("hand", [MAHJIANG, PUNG_CHI, DEAD_WALL, WESTERN])
def test_east_throws_for_the_wall(hand: str) -> None:
    """Named by the seat, or as a player; a throw by nobody in particular is not judged."""
    assert accepted("east_throws_for_the_wall", f"{hand}; E roll break-wall 5 6")
    assert accepted("east_throws_for_the_wall", f"{hand}; roll anna 5 6 purpose=break-wall")
    assert refused("east_throws_for_the_wall", f"{hand}; S roll break-wall 5 6") == "wrong-roller"
    assert refused("east_throws_for_the_wall", f"{hand}; roll ben 5 6 purpose=break-wall") == "wrong-roller"


@pytest.mark.rule("mahjiang/break-2")
@pytest.mark.parametrize(("dice", "found"), [("1 1", "S"), ("1 2", "W"), ("1 3", "N"), ("1 4", "E"), ("6 6", "N")])
def test_the_player_found_throws_again(dice: str, found: str) -> None:
    """East is one in the count, South two."""
    thrown = f"{MAHJIANG}; E roll break-wall {dice}"
    for seat in "ESWN":
        again = f"{thrown}; {seat} roll break-stack 2 3"
        if seat == found:
            assert accepted("found_player_throws_for_the_stack", again)
        else:
            assert refused("found_player_throws_for_the_stack", again) == "wrong-roller"


@pytest.mark.parametrize(("thrown", "wall", "stack"), [
    pytest.param(ROUND_THE_CORNER, "S", 3, marks=pytest.mark.rule("mahjiang/break-3")),
    pytest.param(
        f"{MAHJIANG}; E roll break-wall 5 6; W roll break-stack 3 3", "W", 17,
        marks=pytest.mark.rule("mahjiang/break-3"),
    ),
    pytest.param(f"{PUNG_CHI}; E roll break-wall 3 4", "N", 7, marks=pytest.mark.rule("pung-chi/break-2")),
    pytest.param(f"{PUNG_CHI}; E roll break-wall 6 6", "E", 12, marks=pytest.mark.rule("pung-chi/break-1")),
    pytest.param(
        f"{DEAD_WALL}; E roll break-wall 2 3; E roll break-stack 4 6", "E", 10,
        marks=pytest.mark.rule("dead-wall/break-1"),
    ),
    pytest.param(
        f"{WESTERN}; E roll break-wall 3 3; E roll break-stack 4 4", "S", 8,
        marks=pytest.mark.rule("western/break-2"),
    ),
])  # fmt: skip
def test_the_wall_is_broken_where_the_count_ends(thrown: str, wall: str, stack: int) -> None:
    """Wall and stack are what the dice count to."""
    assert accepted("wall_of_the_count", f"{thrown}; break {wall} {stack}")
    assert accepted("stack_of_the_count", f"{thrown}; break {wall} {stack}")
    assert refused("stack_of_the_count", f"{thrown}; break {wall} {stack + 1}") == "wrong-break"
    for other in set("ESWN") - {wall}:
        assert refused("wall_of_the_count", f"{thrown}; break {other} {stack}") == "wrong-break"
        assert accepted("stack_of_the_count", f"{thrown}; break {other} {stack}")


@pytest.mark.rule("mahjiang/break-3")
def test_one_stack_short_over_the_corner_is_a_warning() -> None:
    """As the rule's own example counts, and only where the sum is above seventeen."""
    (found,) = findings(f"{ROUND_THE_CORNER}; break S 2")
    assert (found.code, found.severity, found.rule) == ("wrong-break", "warning", "mahjiang/break-3")
    assert "example" in found.message
    for wrong in ("break S 1", "break S 4", "break W 17"):
        assert [one.severity for one in findings(f"{ROUND_THE_CORNER}; {wrong}")] == ["error"]
    seventeen = f"{MAHJIANG}; E roll break-wall 5 6; W roll break-stack 3 3; break W 16"
    assert [one.severity for one in findings(seventeen)] == ["error"]
    eighteen = f"{MAHJIANG}; E roll break-wall 5 6; W roll break-stack 3 4; break W 17"
    assert [one.severity for one in findings(eighteen)] == ["warning"]


AMERICAN = "game american card=riverside-2026; hand"


@pytest.mark.rule("american/break-1")
@pytest.mark.parametrize(("dice", "stack"), [("1 1", 2), ("4 5", 9), ("6 6", 12)])
def test_the_throw_counts_stacks_of_easts_wall(dice: str, stack: int) -> None:
    """From the right end; other walls, and stacks, are wrong."""
    thrown = f"{AMERICAN}; E roll break-stack {dice}; break"
    assert accepted("stack_of_the_count", f"{thrown} E {stack}")
    assert refused("stack_of_the_count", f"{thrown} E {stack + 1}") == "wrong-break"
    assert accepted("wall_of_the_count", f"{thrown} E {stack}")
    for wall in "SWN":
        assert refused("wall_of_the_count", f"{thrown} {wall} {stack}") == "wrong-break"
