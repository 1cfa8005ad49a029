"""Chance that comes out alike on every machine: everything is made of one generator's numbers between 0 and 1.

Of Python's generator only `random()` is promised to give the same numbers for the same seed in every version; dice,
shuffles and choices are built on it here.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from typing import TypeVar

_T = TypeVar("_T")


def game_seed(seed: int, number: int) -> int:
    """The seed of one game: it depends on the whole run's seed and the game's number, and on no other game."""
    return int.from_bytes(hashlib.sha256(f"mjlog simulate {seed} {number}".encode()).digest()[:8])


class Chance:
    """A source of chance.

    >>> chance = Chance(1)
    >>> chance.dice(2), chance.below(100), chance.shuffled("abcd")
    ((1, 6), 76, ['c', 'a', 'd', 'b'])
    """

    def __init__(self, seed: int) -> None:
        self.number = random.Random(seed).random
        """The next number from 0 up to, and without, 1."""

    def below(self, limit: int) -> int:
        """A whole number from 0 up to, and without, `limit`."""
        return int(self.number() * limit)

    def happens(self, share: float) -> bool:
        """True in this share of all cases."""
        return self.number() < share

    def pick(self, choices: Sequence[_T]) -> _T:
        """One of these, each as likely as the others."""
        return choices[int(self.number() * len(choices))]

    def shuffled(self, things: Sequence[_T]) -> list[_T]:
        """The same things in an order that chance gives."""
        order = list(things)
        number = self.number
        for last in range(len(order) - 1, 0, -1):
            other = int(number() * (last + 1))
            order[last], order[other] = order[other], order[last]
        return order

    def dice(self, count: int) -> tuple[int, ...]:
        """A throw of so many dice."""
        return tuple(1 + self.below(6) for _ in range(count))
