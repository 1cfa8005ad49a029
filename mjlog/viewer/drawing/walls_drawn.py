"""The four walls from above: stacks in their places, the break, the dead wall, loose tiles on top."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mjlog.seats import SEATS, Seat
from mjlog.viewer.drawing.pen import Canvas, box
from mjlog.viewer.drawing.scene import Sprite
from mjlog.viewer.drawing.sides import Side, wall_side
from mjlog.views.walls import Stack, WallView


class WallLayout(NamedTuple):
    """How walls are drawn: the table's middle, how far out they stand, the longest one, how deep a stack is."""

    middle: tuple[float, float]
    out: float
    length: float
    depth: float
    widest: float
    wider: float = 0

    def side_of(self, seat: Seat, sides: Sequence[Seat]) -> Side:
        """The side on which a wall stands."""
        return Side(wall_side(seat, sides), self.middle, self.wider)


def put_walls(canvas: Canvas, wall: WallView, sides: Sequence[Seat], plan: WallLayout) -> None:
    """All stacks and the mark of the break. `sides`: who plays, from the bottom of the table on.

    Before the break the walls stand whole; after it, nothing where it is not known. Where an indicator was turned
    the stack is light: its face is shown in the middle.
    """
    for seat, side in stacks_of(wall):
        canvas.sprites.update(_side(seat, side, plan.side_of(seat, sides), plan))
    if wall.broken is not None and wall.stacks:
        place = plan.side_of(wall.broken.wall, sides)
        length = len(wall.stacks[0])
        along = (length / 2 - wall.mark + 0.5) * step_of(plan, length)
        size = plan.depth * 0.28
        canvas.put("break", place.at(along, plan.out + plan.depth / 2 + size * 0.9), _mark(size), place.turn)


def stacks_of(wall: WallView) -> Iterator[tuple[Seat, tuple[Stack, ...]]]:
    """The walls that can be drawn, by their builders."""
    return zip(SEATS, wall.stacks or _whole(wall), strict=False)


def _whole(wall: WallView) -> tuple[tuple[Stack, ...], ...]:
    """Walls of which no tile has been taken; none where some have, or where the tiles make no such walls."""
    if not wall.sure or wall.live + wall.dead != wall.size or wall.size % (2 * wall.built):
        return ()
    return ((Stack(2, dead=False),) * (wall.size // (2 * wall.built)),) * wall.built


@functools.lru_cache(maxsize=256)
def _side(seat: Seat, stacks: tuple[Stack, ...], place: Side, plan: WallLayout) -> dict[str, Sprite]:
    """One wall; kept, since an event changes one of the four at most."""
    canvas = Canvas()
    step = step_of(plan, len(stacks))
    for number, stack in enumerate(stacks):
        along = (len(stacks) / 2 - number - 0.5) * step
        markup = _stack(stack, round(step - 1.4, 2), plan.depth)
        canvas.put(f"w.{seat.value}.{number + 1}", place.at(along, plan.out), markup, place.turn)
    return canvas.sprites


def step_of(plan: WallLayout, stacks: int) -> float:
    """From the middle of a stack to that of the next."""
    return min(plan.widest, plan.length / max(stacks, 1))


@functools.lru_cache(maxsize=64)
def _stack(stack: Stack, width: float, depth: float) -> str:
    """A stack of two shows the edge of the tile below; where nothing stands, the place stays marked."""
    if not stack.tiles and not stack.loose:
        return box("place", width, depth, 2)
    dead = " dead" if stack.dead else ""
    parts = []
    rise = depth * 0.13 * stack.tiles
    if stack.tiles:
        parts.append(_block(width, depth, 0, "side" + dead))
        look = "up" if stack.indicator is not None else "two" if stack.tiles > 1 else "one"
        parts.append(_block(width, depth - rise, -rise / 2, look + dead))
    if stack.loose:
        # Loose tiles lie across the stack that they were set on.
        parts.append(_block(width, depth * 0.58, -rise / 2, "loose"))
        if stack.loose > 1:
            parts.append(_block(width * 0.6, depth * 0.34, -rise / 2, "loose"))
    return "".join(parts)


def _block(width: float, depth: float, middle: float, look: str) -> str:
    return box(f"stack {look}", width, depth, min(3, width / 6), y=middle)


def _mark(size: float) -> str:
    """A wedge that points at the stack where the count ended."""
    return f'<path class="break" d="M{-size * 0.8:.2f} {size * 0.8:.2f}H{size * 0.8:.2f}L0 {-size * 0.7:.2f}Z"/>'
