"""The four walls drawn from above, as rectangles of an SVG picture."""

from __future__ import annotations

from typing import NamedTuple

from mjlog.seats import SEATS, Seat
from mjlog.table.geometry import CLOCKWISE
from mjlog.views.walls import WallView

SIZE = 240.0
"""Width and height of the picture."""
_EDGE, _DEPTH, _GAP = 12.0, 13.0, 1.2
_IN_LINE, _OUTSIDE, _ON_TOP = (_EDGE, _DEPTH), (2.0, 6.0), (_EDGE + 3.5, _DEPTH - 7)
"""How far from the edge a block lies, and how deep it is: a stack, the mark of the break, a loose tile on a stack."""


class Block(NamedTuple):
    """A stack as it is drawn; `look` names its style."""

    x: float
    y: float
    width: float
    height: float
    look: str


def wall_blocks(wall: WallView, bottom: Seat) -> list[Block]:
    """All stacks, with the walls round the table so that one seat is at the bottom."""
    blocks: list[Block] = []
    for seat, side in zip(SEATS, wall.sides, strict=False):
        for number, stack in enumerate(side):
            look = f"s{stack.tiles}" + (" dead" if stack.dead and stack.tiles else "")
            blocks.append(_block(_quarter(seat, bottom), number, len(side), look))
            if stack.loose:
                blocks.append(_block(_quarter(seat, bottom), number, len(side), "loose", across=_ON_TOP))
    return blocks


def break_mark(wall: WallView, bottom: Seat) -> Block | None:
    """A mark beside the stack where the count ended."""
    if wall.broken is None or not wall.sides:
        return None
    return _block(_quarter(wall.broken.wall, bottom), wall.mark - 1, len(wall.sides[0]), "mark", across=_OUTSIDE)


def _quarter(seat: Seat, bottom: Seat) -> int:
    """How many quarters of a turn clockwise from the bottom a wall is."""
    return (CLOCKWISE.index(seat) - CLOCKWISE.index(bottom)) % 4


def _block(quarter: int, number: int, length: int, look: str, across: tuple[float, float] = _IN_LINE) -> Block:
    """A stack, counted from its builder's right, which is clockwise."""
    span = SIZE - 2 * (_EDGE + _DEPTH + 3)
    step = span / length
    along = _EDGE + _DEPTH + 3 + number * step
    far, depth = across
    near = SIZE - far - depth
    back = SIZE - along - step + _GAP / 2
    forth = along + _GAP / 2
    thick = step - _GAP
    x, y, width, height = (
        (back, near, thick, depth), (far, back, depth, thick), (forth, far, thick, depth), (near, forth, depth, thick),
    )[quarter]  # fmt: skip
    return Block(round(x, 2), round(y, 2), round(width, 2), round(height, 2), look)
