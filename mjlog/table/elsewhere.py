"""From where else in a known wall a block of the deal can have been taken, and what the others take then.

The places of the deal stay what they are: the tiles of the wall are laid anew, in the order in which they come.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mjlog.events import Deal
from mjlog.table.moves import dealing_with
from mjlog.table.state import Table
from mjlog.tiles import UNKNOWN


class Laid(NamedTuple):
    """In which order tiles come that still stand, by their number; which of them never come; and why, in words."""

    order: list[int]
    out: range
    why: str


_NONE_OUT = range(0)


def dealt_from_elsewhere(table: Table, event: Deal) -> Iterator[tuple[Table, str]]:
    """The tables at which the wall brings a block as it was dealt, and from where, in words; the likeliest first."""
    wall, dealing = table.wall, dealing_with(table, event)
    if wall.tiles is None or UNKNOWN in wall.tiles or len(wall.tiles) < table.plan.wall.size or dealing is None:
        return
    gone = {*dealing.positions[: table.in_deal]}
    standing = [position for position in range(len(wall.tiles)) if position not in gone]
    lies = [wall.tiles[position] for position in standing]
    due, *blocks = [
        [standing.index(position) for position in block.positions]
        for block in dealing.blocks if gone.isdisjoint(block.positions)
    ]  # fmt: skip
    dealt = Counter(tile.kind for tile in event.tiles if tile.kind != UNKNOWN)
    behind = standing.index(max(each_dealing.size for each_dealing in table.plan.dealings) + 1)
    is_shared = not table.plan.wall.own
    for laid in itertools.chain(
        _broken_elsewhere(len(lies)) if is_shared and not gone else (),
        _left_standing(len(lies), due, behind) if is_shared else (),
        _taken_before_others(lies, due, blocks, dealt),
    ):
        if dealt - Counter(lies[laid.order[at]] for at in due):
            continue
        other = table.copy()
        now = [*range(len(wall.tiles))]
        for position, at in zip(standing, laid.order, strict=True):
            now[position] = standing[at]
        other.wall.tiles = tuple(wall.tiles[position] for position in now)
        other.wall.faces = tuple(other.wall.face_at(position) for position in now)
        other.wall.out |= {standing[at] for at in laid.out}
        yield other, laid.why


def _broken_elsewhere(number: int) -> Iterator[Laid]:
    """The deal began so many stacks before or behind the break."""
    for stacks in range(1, number // 4):
        for by in (2 * stacks, -2 * stacks):
            yield Laid([(at + by) % number for at in range(number)], _NONE_OUT, "the wall was broken elsewhere")


def _left_standing(number: int, due: Sequence[int], behind: int) -> Iterator[Laid]:
    """Some tiles of the wall were passed over: they stand to the end. `behind`: where they are out of the way."""
    for skipped in range(1, number - max(due)):
        for first in range(min(due), max(due) + 1):
            left, goes_on = range(first, first + skipped), first + skipped
            order = [*range(first), *range(goes_on, behind + skipped), *left, *range(behind + skipped, number)]
            if behind + skipped <= number:
                why = "tiles of the wall were passed over in the deal"
                yield Laid(order, range(behind, behind + skipped), why)


def _taken_before_others(
    lies: Sequence[int], due: Sequence[int], blocks: Sequence[Sequence[int]], dealt: Counter[int]
) -> Iterator[Laid]:
    """Tiles of others were taken: those take the tiles that were left for them, or what stands next."""
    why = "tiles of others were taken in the deal"
    own = _first_of(lies, due, dealt)
    left = [at for at in due if at not in own]
    short = dealt - Counter(lies[at] for at in own)
    for block in blocks:
        taken = _first_of(lies, block, short)
        if len(taken) == short.total():
            order = [*range(len(lies))]
            for mine, other in zip(left, taken, strict=False):
                order[mine], order[other] = other, mine
            yield Laid(order, _NONE_OUT, why)
    later = [at for at in range(min(due), len(lies)) if at not in due]
    taken = [*own, *_first_of(lies, later, short)]
    if len(taken) == len(due):
        rest, mine_next = (at for at in range(len(lies)) if at not in taken), iter(taken)
        yield Laid([next(mine_next if at in due else rest) for at in range(len(lies))], _NONE_OUT, why)


def _first_of(lies: Sequence[int], places: Sequence[int], wanted: Counter[int]) -> list[int]:
    """The first of these places at which the wanted tiles lie."""
    short, found = Counter(wanted), []
    for at in places:
        if short[lies[at]] > 0:
            short[lies[at]] -= 1
            found.append(at)
    return found
