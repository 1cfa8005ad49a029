"""The wall as it stands on the table: four sides of stacks, the break, what is left.

Only counts go into it, never tiles, except in the open view. Source: docs/lookup/geometry.md.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated

from msgspec import UNSET, UnsetType

from mjlog.answers import Answer, BySeat, Keeping, Kept, says
from mjlog.seats import SEATS, Seat
from mjlog.table import Table
from mjlog.table.geometry import StackPlace, count_end, from_the_right, stacks_to_count, tile_place, wall_found
from mjlog.table.plan import BreakPlan, WallPlan
from mjlog.table.unseen import is_blind
from mjlog.tiles import TILES, Tile


@dataclass(frozen=True, slots=True)
class Stack:
    """A place for two tiles: how many stand there (0 to 2), whether they are of the dead wall, loose tiles on top.

    `indicator`: the face of the upper one, where it has been turned.
    """

    tiles: int
    dead: bool
    loose: int = 0
    indicator: int | None = None


class WallBreak(Answer):
    """Where the count of the dice ended: the wall, and the stack in it from the end where the count entered it.

    As the `break` of the log says; where it has none, as the dice do.
    """

    wall: Seat
    stack: int


class WallView(Keeping):
    """What is left of the wall."""

    size: int
    live: Annotated[int, says("tiles that can be drawn")]
    dead: Annotated[int, says("tiles set apart for replacements")]
    sure: Annotated[bool, says("false where moves were not recorded")]
    broken: WallBreak | None
    sides: Annotated[BySeat[list[int]], says("tiles of each stack, from each builder's right")]
    loose_on: Annotated[BySeat[list[int]], says("stacks with loose tiles on them, from 1")]
    dead_stacks: Annotated[BySeat[list[int]], says("stacks of the dead wall, from 1")]
    coming: Annotated[tuple[Tile, ...] | UnsetType, says("still to be drawn, in the open view")] = UNSET
    loose: Annotated[
        tuple[Tile, ...] | UnsetType, says("still to be taken as replacements, in the open view")
    ] = UNSET

    stacks = Kept[tuple[tuple[Stack, ...], ...]]()
    """The walls of East, South, West, North, from each builder's right; empty where the break is not known."""
    mark = Kept[int]()
    """The stack of the break in that order, from 1."""
    built = Kept[int]()
    """How many walls were built."""


def wall_view(table: Table, broken: WallBreak | None, is_open: bool) -> WallView:
    """The wall of a table, broken where the log says."""
    standing = table.tiles_standing
    end = table.live_end
    places = _valid_break(table, broken)
    stacks = _sides(table, places, standing) if places is not None else ()
    if table.plan.wall.own:
        places, stacks = None, _own_walls(table, standing)
    known = table.wall.tiles if is_open else None
    coming, loose = ((), ()) if known is None else (_coming(table, known, standing), _loose(table, known, standing))
    is_seen = bool(coming or loose)
    return WallView(
        size=table.plan.wall.size,
        live=sum(standing) if table.plan.wall.own else table.live_left,
        dead=0 if table.plan.wall.meets else sum(standing[end:]),
        sure=not is_blind(table),
        broken=places,
        sides={seat: [stack.tiles for stack in side] for seat, side in zip(SEATS, stacks, strict=False)},
        loose_on=_numbers(stacks, lambda stack: stack.loose > 0),
        dead_stacks=_numbers(stacks, lambda stack: stack.dead and stack.tiles > 0),
        coming=tuple(TILES[kind] for kind in coming) if is_seen else UNSET,
        loose=tuple(TILES[kind] for kind in loose) if is_seen else UNSET,
    ).keeping(
        built=_break_plan(table).walls, stacks=stacks,
        mark=from_the_right(_break_plan(table), places.stack) if places is not None else 0,
    )  # fmt: skip


def _numbers(stacks: Sequence[Sequence[Stack]], chosen: Callable[[Stack], bool]) -> dict[Seat, list[int]]:
    """Some stacks of each wall, numbered from 1."""
    found = {
        seat: [number for number, stack in enumerate(side, start=1) if chosen(stack)]
        for seat, side in zip(SEATS, stacks, strict=False)
    }
    return {seat: numbers for seat, numbers in found.items() if numbers}


def _coming(table: Table, known: tuple[int, ...], standing: list[bool]) -> tuple[int, ...]:
    """The tiles to be drawn; where replacements come from the back of the same tiles, all that still stand."""
    end = len(known) if table.plan.wall.meets else table.live_end
    first = 0 if table.plan.wall.own else table.wall.taken
    return tuple(known[at] for at in range(first, min(end, len(known))) if standing[at])


def _loose(table: Table, known: tuple[int, ...], standing: list[bool]) -> tuple[int, ...]:
    order = table.plan.wall.loose[table.wall.loose_taken :]
    return tuple(known[at] for at in order if standing[at] and table.live_end <= at < len(known))


def break_of_the_dice(table: Table) -> WallBreak | None:
    """Where the wall is broken by the throws alone; None where they do not tell."""
    plan = table.plan.breaking
    if plan is None:
        return None
    first, second = table.rolls.get("break-wall"), table.rolls.get("break-stack")
    found = plan.first if not plan.finds_wall else wall_found(plan, first.total) if first is not None else None
    count = stacks_to_count(plan, first and first.total, second and second.total)
    if found is None or count is None:
        return None
    place = count_end(plan, found, count)
    return WallBreak(place.wall, place.stack)


def _valid_break(table: Table, broken: WallBreak | None) -> WallBreak | None:
    plan, size = _break_plan(table), table.plan.wall.size
    if broken is None or size != 2 * plan.walls * plan.stacks or broken.wall.index >= plan.walls:
        return None
    return broken if 1 <= broken.stack <= plan.stacks else None


def _break_plan(table: Table) -> BreakPlan:
    """How stacks are counted; where the rule set has no dice, from the right and clockwise."""
    return table.plan.breaking or BreakPlan(Seat.E, "none", "first", True, table.plan.wall.size // 8)


def _own_walls(table: Table, standing: list[bool]) -> tuple[tuple[Stack, ...], ...]:
    """The wall of each seat, which is its own: drawn from the builder's right on, the upper tile of a stack first."""
    walls = [[standing[at] for at in table.plan.wall.own_wall(seat)] for seat in table.plan.seats]
    return tuple(tuple(Stack(sum(wall[at : at + 2]), False) for at in range(0, len(wall), 2)) for wall in walls)


def _sides(table: Table, broken: WallBreak, standing: list[bool]) -> tuple[tuple[Stack, ...], ...]:
    """The walls, each from its builder's right; loose tiles lie on the stacks where they were set."""
    wall = table.wall
    aside = table.plan.wall.set_aside(wall.taken, wall.loose_taken)
    return _stacks(
        table.plan.wall, _break_plan(table), (broken.wall, broken.stack), tuple(standing), aside, table.live_end,
        table.indicators,
    )  # fmt: skip


@functools.lru_cache(maxsize=256)
def _stacks(
    plan: WallPlan,
    break_plan: BreakPlan,
    broken: tuple[Seat, int],
    standing: tuple[bool, ...],
    aside: tuple[tuple[int, int], ...],
    live_end: int,
    indicators: tuple[int, ...],
) -> tuple[tuple[Stack, ...], ...]:
    """The same; kept, since all who look see the same walls."""
    lifted, loose = {position for position, _ in aside}, [0] * (plan.size // 2)
    for _, on in aside:
        loose[plan.size // 2 - on] += 1
    turned = dict(zip(plan.indicators, indicators, strict=False))
    walls = {seat: [Stack(0, False)] * break_plan.stacks for seat in SEATS[: break_plan.walls]}
    for number in range(plan.size // 2):
        tiles = sum(standing[at] and at not in lifted for at in (2 * number, 2 * number + 1))
        place = tile_place(break_plan, StackPlace(*broken), 2 * number)
        at = from_the_right(break_plan, place.stack) - 1
        walls[place.wall][at] = Stack(tiles, 2 * number >= live_end, loose[number], turned.get(2 * number))
    return tuple(map(tuple, walls.values()))
