"""The sides of a square table, and the places before each player, whichever side that is."""

from __future__ import annotations

from dataclasses import dataclass

from mjlog.seats import Seat

_TURNS = (0, -90, 180, 90)
"""How far the tiles of the players at the bottom, right, top and left are turned, in degrees clockwise."""


@dataclass(frozen=True, slots=True)
class Side:
    """A side of a square table. `number`: 0 at the bottom, then 1 right, 2 top, 3 left; `middle`: of the table."""

    number: int
    middle: float

    @property
    def turn(self) -> int:
        """How far the tiles of the player on this side are turned, in degrees clockwise."""
        return _TURNS[self.number]

    def at(self, along: float, out: float) -> tuple[float, float]:
        """A place so far to the player's right of the middle, and so far from it towards the player.

        >>> Side(0, 500).at(10, 400), Side(1, 500).at(10, 400)
        ((510, 900), (900, 490))
        """
        x, y = ((along, out), (out, -along), (-along, -out), (-out, along))[self.number]
        return self.middle + x, self.middle + y


def side_of(seat: Seat, bottom: Seat, middle: float) -> Side:
    """The side that a seat is on while another is at the bottom."""
    return Side(seat.ahead_of(bottom), middle)
