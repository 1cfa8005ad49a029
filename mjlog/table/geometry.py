"""Where things are on the table: counting players and stacks by the dice, and the place of each tile of the wall.

Source: docs/lookup/geometry.md.
"""

from __future__ import annotations

from typing import NamedTuple

from mjlog.seats import SEATS, Seat
from mjlog.table.plan import BreakPlan

CLOCKWISE = (Seat.E, Seat.N, Seat.W, Seat.S)
"""The walls as they follow one another clockwise."""


class StackPlace(NamedTuple):
    """A stack: its wall, and its number in it from 1, from the end at which the count enters the wall."""

    wall: Seat
    stack: int


class TilePlace(NamedTuple):
    """A tile of the wall as built: its stack, and whether it is the upper one."""

    wall: Seat
    stack: int
    upper: bool


def next_wall(plan: BreakPlan, wall: Seat) -> Seat:
    """The wall that a count goes on in past the end of another."""
    built = [one for one in CLOCKWISE if one.index < plan.walls]
    return built[(built.index(wall) + (1 if plan.clockwise else -1)) % plan.walls]


def wall_found(plan: BreakPlan, total: int) -> Seat:
    """The wall, and the player, that a throw counts to, anticlockwise.

    >>> from mjlog.table.plan import BreakPlan
    >>> wall_found(BreakPlan(Seat.E, "found", "both", True, 17), 11)
    <Seat.W: 'W'>
    """
    return SEATS[(plan.first.index + total - 1) % plan.walls]


def second_thrower(plan: BreakPlan, found: Seat) -> Seat | None:
    """Who throws again after the count of players found this seat; None where nobody does."""
    return {"found": found, "east": Seat.E, "none": None}[plan.again]


def stacks_to_count(plan: BreakPlan, first: int | None, second: int | None) -> int | None:
    """How many stacks are counted by these throws; None where one that it needs is not known."""
    needed = {"both": (first, second), "second": (second,), "first": (first,)}[plan.counts]
    known = [total for total in needed if total is not None]
    return sum(known) if len(known) == len(needed) else None


def count_end(plan: BreakPlan, wall: Seat, count: int) -> StackPlace:
    """The stack where a count along a wall ends; past the wall's last stack it goes on in the next wall.

    >>> from mjlog.table.plan import BreakPlan
    >>> count_end(BreakPlan(Seat.E, "found", "both", True, 17), Seat.W, 20)
    StackPlace(wall=<Seat.S: 'S'>, stack=3)
    """
    while count > plan.stacks:
        wall = next_wall(plan, wall)
        count -= plan.stacks
    return StackPlace(wall, count)


def tile_place(plan: BreakPlan, broken: StackPlace, position: int) -> TilePlace:
    """Where the tile at a position of the wall (from 0) stood when the wall was built.

    Dealing begins with the stack after the one where the count ended, and goes on in the direction of the count.

    >>> from mjlog.table.plan import BreakPlan
    >>> plan = BreakPlan(Seat.E, "found", "both", True, 17)
    >>> tile_place(plan, StackPlace(Seat.S, 3), 135)
    TilePlace(wall=<Seat.S: 'S'>, stack=3, upper=False)
    """
    place = count_end(plan, broken.wall, broken.stack + 1 + position // 2)
    return TilePlace(place.wall, place.stack, position % 2 == 0)


def from_the_right(plan: BreakPlan, stack: int) -> int:
    """The number of a stack in its wall counted from its builder's right, from 1."""
    return stack if plan.clockwise else plan.stacks + 1 - stack
