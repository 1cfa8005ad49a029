"""The walls of a game, from the seed that its record gives.

The seed is 624 words in base 64, in records of 2009 also 32 words in hexadecimal digits, from which the Mersenne
twister goes on. A hand takes 288 words of it; SHA-512 over each 128 bytes of them makes 144 words: with the first 135
the tiles are shuffled, the next two throw the dice.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import random
import re
import struct
from collections.abc import Iterator
from typing import NamedTuple

from mjlog.formats.riichi.tiles import ALL

_PREFIX, _EARLY_PREFIX = "mt19937ar-sha512-n288-base64,", "mt19937ar-sha512-n288,"
_WORD_BITS, _WORDS_A_HAND, _BLOCK = 32, 288, 128
_SEED_BYTES = 4 * 624
_EARLY_SEED = re.compile(r"[0-9A-Fa-f]{8}(?:,[0-9A-Fa-f]{8}){31}")
_DEAD, _LOOSE = 14, {4: 4, 3: 8}
"""So many tiles are dead at the end of the wall; by the number of players so many replacements lie there."""
_LEFT_OUT = range(4, 32)
"""The tiles that three players do without: 2 to 8 of characters."""
_WORDS = struct.Struct(f"<{_WORDS_A_HAND // 2}I")


class SeededWall(NamedTuple):
    """A wall as it was shuffled: the numbers of its tiles in the order of taking, and both dice less one."""

    numbers: tuple[int, ...]
    dice: tuple[int, int]
    players: int = 4

    def dealt(self) -> list[list[int]]:
        """The thirteen tiles of each player, from East on: three times four, then one."""
        hands: list[list[int]] = [[] for _ in range(self.players)]
        for turn in range(3):
            for player, hand in enumerate(hands):
                first = 4 * (self.players * turn + player)
                hand.extend(self.numbers[first : first + 4])
        for player, hand in enumerate(hands):
            hand.append(self.numbers[12 * self.players + player])
        return hands

    def live(self) -> Iterator[int]:
        """The tiles that are drawn after the deal."""
        return iter(self.numbers[13 * self.players : -_DEAD])

    def loose(self) -> Iterator[int]:
        """The tiles that are drawn as replacements (riichi/dead-2, riichi-sanma/dead-2)."""
        size = len(self.numbers)
        return (self.numbers[size - 2 - at + 2 * (at % 2)] for at in range(_LOOSE[self.players]))


def seeded_walls(seed: str, players: int = 4) -> Iterator[SeededWall] | None:
    """The walls of a game, one hand after the other, without end; None where the seed cannot be read."""
    words = _words(seed)
    walls = None if words is None else _shuffled(random.Random(int.from_bytes(words, "little")), players)
    return walls if walls is None or not seed.startswith(_EARLY_PREFIX) else map(_early, walls)


def _early(wall: SeededWall) -> SeededWall:
    """A wall of 2009: in the stacks of the dead wall the lower tile came first."""
    live, dead = wall.numbers[:-_DEAD], wall.numbers[-_DEAD:]
    return wall._replace(numbers=(*live, *(dead[at ^ 1] for at in range(len(dead)))))


def _words(seed: str) -> bytes | None:
    """The words of a seed, the lowest byte of each first."""
    if seed.startswith(_EARLY_PREFIX):
        digits = seed.removeprefix(_EARLY_PREFIX)
        is_whole = _EARLY_SEED.fullmatch(digits) is not None
        return b"".join(bytes.fromhex(word)[::-1] for word in digits.split(",")) if is_whole else None
    try:
        words = base64.b64decode(seed.removeprefix(_PREFIX), validate=True)
    except (binascii.Error, ValueError):
        return None
    return words if seed.startswith(_PREFIX) and len(words) == _SEED_BYTES else None


def _shuffled(twister: random.Random, players: int) -> Iterator[SeededWall]:
    played = [number for number in range(ALL) if players > 3 or number not in _LEFT_OUT]
    while True:
        drawn = twister.getrandbits(_WORD_BITS * _WORDS_A_HAND).to_bytes(4 * _WORDS_A_HAND, "little")
        blocks = (drawn[first : first + _BLOCK] for first in range(0, len(drawn), _BLOCK))
        mixed = b"".join(hashlib.sha512(block).digest() for block in blocks)
        words = _WORDS.unpack(mixed)
        tiles = list(played)
        for at in range(len(tiles) - 1):
            other = at + words[at] % (len(tiles) - at)
            tiles[at], tiles[other] = tiles[other], tiles[at]
        yield SeededWall(tuple(reversed(tiles)), (words[ALL - 1] % 6, words[ALL] % 6), players)
