"""The sides of a table, and the places before each player, whichever side that is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mjlog.seats import Seat

_TURNS = (0, -90, 180, 90)
"""How far the tiles of the players at the bottom, right, top and left are turned, in degrees clockwise."""


@dataclass(frozen=True, slots=True)
class Side:
    """A side of a table. `number`: 0 at the bottom, then 1 right, 2 top, 3 left; `middle`: of the table.

    `wider`: how much farther the sides at the left and right are from the middle than the others.
    """

    number: int
    middle: tuple[float, float]
    wider: float = 0

    @property
    def turn(self) -> int:
        """How far the tiles of the player on this side are turned, in degrees clockwise."""
        return _TURNS[self.number]

    def breadth(self, out: float) -> float:
        """How far from the middle a side reaches along itself, of a table that reaches so far out."""
        return out + (0 if self.number % 2 else self.wider)

    def at(self, along: float, out: float) -> tuple[float, float]:
        """A place so far to the player's right of the middle, and so far from it towards the player.

        >>> Side(0, (600, 500), 100).at(10, 400), Side(1, (600, 500), 100).at(10, 400)
        ((610, 900), (1100, 490))
        """
        out += self.wider if self.number % 2 else 0
        x, y = ((along, out), (out, -along), (-along, -out), (-out, along))[self.number]
        return self.middle[0] + x, self.middle[1] + y


def wall_side(seat: Seat, sides: Sequence[Seat]) -> int:
    """The side on which a wall stands: East's before East, the others from there on round the table.

    Where three play, so do four walls, one of them on the empty side.
    """
    return (sides.index(Seat.E) + seat.index) % 4
