"""Seats of a hand, and the only place where one seat is counted from another.

Seen from above the seats go East, South, West, North anticlockwise: the player to the *right* acts
next, the player to the *left* acted before (glossary: seat).
"""

from __future__ import annotations

import enum
from collections.abc import Iterable


class Seat(enum.Enum):
    """A seat, named by its wind in the hand; also the prevailing wind of a round.

    `index` counts in the order of play, East 0 to North 3; bonus tiles use index + 1.

    >>> Seat("N").right, Seat.S.left, Seat.W.ahead_of(Seat.E)
    (<Seat.E: 'E'>, <Seat.E: 'E'>, 2)
    """

    index: int
    wind_name: str

    def __new__(cls, code: str, index: int, wind_name: str) -> Seat:
        seat = object.__new__(cls)
        seat._value_ = code
        seat.index = index
        seat.wind_name = wind_name
        return seat

    E = ("E", 0, "east")
    S = ("S", 1, "south")
    W = ("W", 2, "west")
    N = ("N", 3, "north")

    # A seat is its own only copy: hash by identity, which is what its equality is.
    __hash__ = object.__hash__

    @property
    def right(self) -> Seat:
        """The player who acts next."""
        return _RIGHT[self.index]

    @property
    def left(self) -> Seat:
        """The player who acted before."""
        return _LEFT[self.index]

    @property
    def across(self) -> Seat:
        """The player on the other side of the table."""
        return _ACROSS[self.index]

    def ahead_of(self, other: Seat) -> int:
        """How many seats after `other` this one comes in turn, 0 to 3."""
        return (self.index - other.index) % 4

    def others(self) -> tuple[Seat, ...]:
        """The three other seats, the next in turn first."""
        return _OTHERS[self.index]

    def __str__(self) -> str:
        return self.wind_name


SEATS: tuple[Seat, ...] = tuple(Seat)
"""East, South, West, North: the order of play and of every array per seat."""
_RIGHT = tuple(SEATS[(number + 1) % 4] for number in range(4))
_ACROSS = tuple(SEATS[(number + 2) % 4] for number in range(4))
_LEFT = tuple(SEATS[(number - 1) % 4] for number in range(4))
_OTHERS = tuple(tuple(SEATS[(number + step) % 4] for step in (1, 2, 3)) for number in range(4))


def in_turn(seats: Iterable[Seat], after: Seat) -> list[Seat]:
    """Some seats as they come in turn after one.

    >>> in_turn([Seat.E, Seat.N], Seat.W)
    [<Seat.N: 'N'>, <Seat.E: 'E'>]
    """
    return sorted(seats, key=lambda seat: seat.ahead_of(after))
