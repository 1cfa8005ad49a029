"""The walls of a game, from the seed that its record gives.

The seed is 624 words, from which the Mersenne twister goes on. A hand takes 288 words of it; SHA-512 over each 128
bytes of them makes 144 words: with the first 135 the tiles are shuffled, the next two throw the dice.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import random
import struct
from collections.abc import Iterator
from typing import NamedTuple

from mjlog.formats.riichi.tiles import ALL

_PREFIX = "mt19937ar-sha512-n288-base64,"
_WORD_BITS, _WORDS_A_HAND, _BLOCK = 32, 288, 128
_SEED_BYTES = 4 * 624
_DEALT, _DEAD, _LOOSE = 52, 122, (134, 135, 132, 133)
"""Where the live wall begins after the deal, where the dead one does, and where the tiles for kongs lie."""
_WORDS = struct.Struct(f"<{_WORDS_A_HAND // 2}I")


class SeededWall(NamedTuple):
    """A wall as it was shuffled: the numbers of its tiles in the order of taking, and both dice less one."""

    numbers: tuple[int, ...]
    dice: tuple[int, int]

    def dealt(self) -> list[list[int]]:
        """The thirteen tiles of each player, from East on: three times four, then one."""
        hands: list[list[int]] = [[], [], [], []]
        for turn in range(3):
            for player, hand in enumerate(hands):
                first = 4 * (4 * turn + player)
                hand.extend(self.numbers[first : first + 4])
        for player, hand in enumerate(hands):
            hand.append(self.numbers[48 + player])
        return hands

    def live(self) -> Iterator[int]:
        """The tiles that are drawn after the deal."""
        return iter(self.numbers[_DEALT:_DEAD])

    def loose(self) -> Iterator[int]:
        """The tiles that are drawn for kongs (riichi/dead-2)."""
        return (self.numbers[at] for at in _LOOSE)


def seeded_walls(seed: str) -> Iterator[SeededWall] | None:
    """The walls of a game, one hand after the other, without end; None where the seed cannot be read."""
    if not seed.startswith(_PREFIX):
        return None
    try:
        words = base64.b64decode(seed.removeprefix(_PREFIX), validate=True)
    except (binascii.Error, ValueError):
        return None
    return _shuffled(random.Random(int.from_bytes(words, "little"))) if len(words) == _SEED_BYTES else None


def _shuffled(twister: random.Random) -> Iterator[SeededWall]:
    while True:
        drawn = twister.getrandbits(_WORD_BITS * _WORDS_A_HAND).to_bytes(4 * _WORDS_A_HAND, "little")
        blocks = (drawn[first : first + _BLOCK] for first in range(0, len(drawn), _BLOCK))
        mixed = b"".join(hashlib.sha512(block).digest() for block in blocks)
        words = _WORDS.unpack(mixed)
        tiles = list(range(ALL))
        for at in range(ALL - 1):
            other = at + words[at] % (ALL - at)
            tiles[at], tiles[other] = tiles[other], tiles[at]
        yield SeededWall(tuple(reversed(tiles)), (words[ALL - 1] % 6, words[ALL] % 6))
