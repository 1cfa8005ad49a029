"""The wall as it stands on the table: four sides of stacks, the break, what is left.

Only counts go into it, never tiles, except in the open view. Source: geometry of the wall.
"""

from __future__ import annotations

from dataclasses import dataclass

from mjlog.seats import SEATS, Seat
from mjlog.table import Table

CLOCKWISE = (Seat.E, Seat.N, Seat.W, Seat.S)
"""The order in which the walls follow one another where stacks are counted from the right."""


@dataclass(frozen=True, slots=True)
class Stack:
    """A place for two tiles: how many stand there (0 to 2), and whether they are of the dead wall."""

    tiles: int
    dead: bool


@dataclass(frozen=True, slots=True)
class WallBreak:
    """Where the wall was broken: the wall, and the stack in it, counted from its builder's right from 1."""

    wall: Seat
    stack: int


@dataclass(frozen=True, slots=True)
class WallView:
    """What is left of the wall.

    `live`: tiles that can be drawn; `dead`: tiles set apart for replacements. `sure` is false where moves were not
    recorded. `sides`: the walls of East, South, West, North, stacks from each builder's right to left; empty where
    the break is not known. `coming`, `loose`: kinds still to be taken from either end, in the open view only.
    """

    size: int
    live: int
    dead: int
    sure: bool
    broken: WallBreak | None
    sides: tuple[tuple[Stack, ...], ...]
    coming: tuple[int, ...] = ()
    loose: tuple[int, ...] = ()


def wall_view(table: Table, broken: WallBreak | None, is_open: bool) -> WallView:
    """The wall of a table, broken where the log says."""
    standing = _standing(table)
    end = table.live_end
    places = _valid_break(table, broken)
    known = table.wall.tiles if is_open and table.wall.sure else None
    return WallView(
        size=table.plan.wall.size,
        live=table.live_left,
        dead=sum(standing[end:]),
        sure=not table.gaps and table.depth != "result",
        broken=places,
        sides=_sides(table, places, standing) if places is not None else (),
        coming=() if known is None else tuple(known[table.wall.taken : end]),
        loose=() if known is None else _loose(table, known, standing),
    )


def _standing(table: Table) -> list[bool]:
    """For each place of the wall whether its tile is still there."""
    plan, wall = table.plan, table.wall
    standing = [True] * plan.wall.size
    gone = plan.deal_positions[: wall.taken] if wall.taken < plan.first_draw else range(min(wall.taken, len(standing)))
    for position in (*gone, *plan.wall.loose[: wall.loose_taken]):
        standing[position] = False
    return standing


def _loose(table: Table, known: tuple[int, ...], standing: list[bool]) -> tuple[int, ...]:
    order = table.plan.wall.loose[table.wall.loose_taken :]
    return tuple(known[at] for at in order if standing[at] and table.live_end <= at < len(known))


def _valid_break(table: Table, broken: WallBreak | None) -> WallBreak | None:
    size = table.plan.wall.size
    if broken is None or size % 8 or not 1 <= broken.stack <= size // 8:
        return None
    return broken


def _sides(table: Table, broken: WallBreak, standing: list[bool]) -> tuple[tuple[Stack, ...], ...]:
    """Dealing starts with the stack after the broken one, and goes on clockwise."""
    length = table.plan.wall.size // 8
    ring = [Stack(0, False)] * (4 * length)
    first = CLOCKWISE.index(broken.wall) * length + broken.stack
    for number in range(4 * length):
        tiles = standing[2 * number] + standing[2 * number + 1]
        ring[(first + number) % len(ring)] = Stack(tiles, 2 * number >= table.live_end)
    sides = {seat: tuple(ring[at * length : (at + 1) * length]) for at, seat in enumerate(CLOCKWISE)}
    return tuple(sides[seat] for seat in SEATS)
