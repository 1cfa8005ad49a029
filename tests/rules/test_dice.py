"""Dice and the break: who throws, and where the wall is broken."""

from __future__ import annotations

import pytest

from short_logs import accepted, codes, findings, refused

MAHJIANG = "game mahjiang; hand"
PUNG_CHI = "game pung-chi; hand"
DEAD_WALL = "game dead-wall; hand"
WESTERN = "game western; hand"
ROUND_THE_CORNER = f"{MAHJIANG}; E roll break-wall 5 6; W roll break-stack 4 5"
"""Eleven: West; twenty stacks: West's seventeen and South's third."""
FOR_SEATS = "game dead-wall; roll anna 3 4; roll ben 5 5; roll cora 4 6; roll dora 1 2"
"""Ben and Cora threw ten."""


@pytest.mark.rule("mahjiang/break-1")
@pytest.mark.parametrize(("dice", "ok"), [("1 1", True), ("6 6", True), ("6", False), ("1 2 3", False), ("0 5", False)])
def test_two_dice_of_one_to_six_are_thrown(dice: str, ok: bool) -> None:
    """Not one, not three, and none shows seven."""
    for throw in (f"{MAHJIANG}; E roll break-wall {dice}", f"game dead-wall; roll anna {dice}"):
        if ok:
            assert accepted("two_dice_thrown", throw)
        else:
            assert refused("two_dice_thrown", throw) == "bad-dice"
    assert refused("two_dice_thrown", f"{MAHJIANG}; E roll break-wall 7 1") == "bad-dice"


@pytest.mark.rule("western/break-1")
@pytest.mark.rule("western/break-2")
@pytest.mark.rule("western/seats-2")
def test_impossible_dice_break_the_rule_that_asks_for_the_throw() -> None:
    """One for the seats, one for the wall, one for the stack; each is asked about its own throw."""
    seats, wall = "game western; roll anna {}", f"{WESTERN}; E roll break-wall {{}}"
    stack = f"{WESTERN}; E roll break-wall 1 2; E roll break-stack {{}}"
    assert refused("two_dice_for_the_seats", seats.format("3 7")) == "bad-dice"
    assert refused("two_dice_for_the_wall", wall.format("3")) == "bad-dice"
    assert refused("two_dice_for_the_stack", stack.format("0 1")) == "bad-dice"
    assert accepted("two_dice_for_the_seats", wall.format("3 7"))
    assert accepted("two_dice_for_the_wall", stack.format("3 7"))
    assert accepted("two_dice_for_the_stack", stack.format("3 6"))
    assert [one.rule for one in findings(stack.format("0 1"))] == ["western/break-2"]


def test_a_throw_that_is_none_says_nothing_of_the_break() -> None:
    """It is found once; where the wall should be broken is open."""
    assert codes(f"{MAHJIANG}; E roll break-wall 7 4; S roll break-stack 1 2; break W 5 by=S") == ["bad-dice"]


@pytest.mark.rule("mahjiang/break-1")
def test_dice_are_thrown_before_the_wall_is_broken_and_dealt() -> None:
    """Each throw once, the break once, for every hand."""
    assert accepted("thrown_before_the_deal", f"{ROUND_THE_CORNER}; break S 3")
    for late in ("E discard 5b", "E deal 1234b"):
        assert refused("thrown_before_the_deal", f"{MAHJIANG}; {late}; E roll break-wall 5 6") == "out-of-place"
        assert refused("thrown_before_the_deal", f"{MAHJIANG}; {late}; break S 3") == "out-of-place"
    again = f"{MAHJIANG}; E roll break-wall 5 6; E roll break-wall 5 6"
    assert refused("thrown_before_the_deal", again) == "out-of-place"
    assert refused("thrown_before_the_deal", f"{ROUND_THE_CORNER}; E roll break-wall 5 6") == "out-of-place"
    assert refused("thrown_before_the_deal", f"{ROUND_THE_CORNER}; break S 3; break S 3") == "out-of-place"
    assert refused("thrown_before_the_deal", "game mahjiang; E roll break-wall 5 6") == "out-of-place"
    next_hand = "game mahjiang; hand depth=result; E mahjong wall; hand 2; E roll break-wall 5 6"
    assert accepted("thrown_before_the_deal", next_hand)


@pytest.mark.rule("pung-chi/seats-1")
def test_seats_are_thrown_for_before_they_are_taken() -> None:
    """Afterwards they are found."""
    assert accepted("thrown_before_the_deal", f"{FOR_SEATS}; roll ben 1 1")
    seated = f"{FOR_SEATS}; roll ben 2 2; roll cora 1 1; seats ben cora dora anna; roll anna 6 6"
    assert refused("thrown_before_the_deal", seated) == "out-of-place"
    assert refused("thrown_before_the_deal", f"{DEAD_WALL}; roll anna 6 6") == "out-of-place"


@pytest.mark.rule("pung-chi/seats-1")
def test_everybody_throws_once_for_the_seats() -> None:
    """Only those who tie for the highest throw again, as often as they tie; nobody from outside."""
    assert accepted("thrown_for_the_seats", FOR_SEATS)
    assert refused("thrown_for_the_seats", "game dead-wall; roll anna 3 4; roll anna 5 5") == "wrong-roller"
    assert refused("thrown_for_the_seats", "game dead-wall; roll eva 3 4") == "wrong-roller"
    assert refused("thrown_for_the_seats", f"{FOR_SEATS}; roll dora 5 6") == "wrong-roller"
    tied_again = f"{FOR_SEATS}; roll ben 3 3; roll cora 2 4"
    assert accepted("thrown_for_the_seats", f"{tied_again}; roll cora 6 6")
    assert refused("thrown_for_the_seats", f"{FOR_SEATS}; roll ben 3 3; roll cora 2 2; roll ben 6 6") == "wrong-roller"


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


@pytest.mark.rule("mahjiang/break-2")
def test_who_throws_again_is_open_where_the_first_throw_is_not_recorded() -> None:
    """Anybody may have been found."""
    assert accepted("found_player_throws_for_the_stack", f"{MAHJIANG}; N roll break-stack 2 3")


@pytest.mark.rule("western/break-2")
def test_east_throws_for_the_stacks_too() -> None:
    """Whatever wall was found."""
    assert accepted("east_throws_for_the_stack", f"{WESTERN}; E roll break-wall 3 3; E roll break-stack 4 4")
    other = f"{WESTERN}; E roll break-wall 3 3; S roll break-stack 4 4"
    assert refused("east_throws_for_the_stack", other) == "wrong-roller"


@pytest.mark.rule("pung-chi/break-2")
def test_one_throw_counts_walls_and_stacks() -> None:
    """Nobody throws again."""
    assert accepted("one_throw_for_the_break", f"{PUNG_CHI}; E roll break-wall 3 4")
    again = f"{PUNG_CHI}; E roll break-wall 3 4; N roll break-stack 1 1"
    assert refused("one_throw_for_the_break", again) == "wrong-roller"


@pytest.mark.rule("mahjiang/break-1")
@pytest.mark.parametrize(
    ("thrown", "by"),
    [
        (ROUND_THE_CORNER, "W"),
        (f"{PUNG_CHI}; E roll break-wall 3 4", "E"),
        (f"{DEAD_WALL}; E roll break-wall 1 1; S roll break-stack 4 6", "S"),
        (f"{WESTERN}; E roll break-wall 3 3; E roll break-stack 4 4", "E"),
        (PUNG_CHI, "E"),
    ],
)
def test_whoever_throws_last_makes_the_count(thrown: str, by: str) -> None:
    """The player found, or East."""
    for seat in "ESWN":
        broken = f"{thrown}; break S 3 by={seat}"
        if seat == by:
            assert accepted("broken_by_the_right_player", broken)
        else:
            assert refused("broken_by_the_right_player", broken) == "wrong-break"
    assert accepted("broken_by_the_right_player", f"{thrown}; break S 3")


def test_who_breaks_the_wall_is_open_where_the_throw_is_not_recorded() -> None:
    """Where the player found does it."""
    assert accepted("broken_by_the_right_player", f"{MAHJIANG}; break S 3 by=N")


@pytest.mark.parametrize(
    ("thrown", "wall", "stack"),
    [
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
    ],
)  # fmt: skip
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


@pytest.mark.rule("dead-wall/break-1")
def test_a_stack_is_one_of_its_wall() -> None:
    """Also where no dice are recorded; a wall of 144 tiles has eighteen."""
    assert accepted("stack_of_the_count", f"{MAHJIANG}; break S 17")
    for stack in (0, 18, -1):
        assert refused("stack_of_the_count", f"{MAHJIANG}; break S {stack}") == "wrong-break"
    assert accepted("stack_of_the_count", f"{WESTERN}; break S 18")
    assert refused("stack_of_the_count", f"{WESTERN}; break S 19") == "wrong-break"


@pytest.mark.rule("western/break-2")
def test_of_one_throw_only_what_follows_from_it_is_judged() -> None:
    """The wall by the first; the stack by the second, where the count cannot run over a corner."""
    first = f"{WESTERN}; E roll break-wall 3 3"
    assert accepted("wall_of_the_count", f"{first}; break S 5")
    assert refused("wall_of_the_count", f"{first}; break N 5") == "wrong-break"
    second = f"{WESTERN}; E roll break-stack 3 3"
    assert accepted("stack_of_the_count", f"{second}; break N 6")
    assert refused("stack_of_the_count", f"{second}; break N 5") == "wrong-break"
    either = f"{MAHJIANG}; E roll break-wall 5 6"
    for wall in "WS":
        assert accepted("wall_of_the_count", f"{either}; break {wall} 5")
    for wall in "EN":
        assert refused("wall_of_the_count", f"{either}; break {wall} 5") == "wrong-break"


AMERICAN = "game american card=riverside-2026; hand"


@pytest.mark.rule("american/break-1")
def test_east_breaks_the_own_wall() -> None:
    """One throw counts the stacks; nobody throws for a wall."""
    assert accepted("wall_is_easts_own", f"{AMERICAN}; E roll break-stack 4 5")
    assert refused("wall_is_easts_own", f"{AMERICAN}; E roll break-wall 4 5") == "wrong-roller"
    assert accepted("east_throws_for_the_stack", f"{AMERICAN}; E roll break-stack 4 5")
    assert refused("east_throws_for_the_stack", f"{AMERICAN}; S roll break-stack 4 5") == "wrong-roller"


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


@pytest.mark.rule("american/break-1")
def test_a_break_without_a_throw_is_in_easts_wall_too() -> None:
    """The throw may have been left out of the record."""
    assert codes(f"{AMERICAN}; break E 7") == []
    assert codes(f"{AMERICAN}; break S 7") == ["wrong-break"]
    assert codes(f"{AMERICAN}; E roll break-stack 4 5; dealt; passes; E discard 9d") == []
