"""Where each of the 136 tiles of a hand is: records that number their tiles say of each twice where it came from.

A tile is dealt or drawn once, and what is discarded, laid down or shown lay in that hand before. That holds of the
number; what holds of the kind is judged by the rules. So a contradiction is told when the hand is over: where the rules
found the fault, it has been told.

A set is a number whose bits say which tiles lie there, which was claimed, and from whom.

The walls of a game follow from the seed in its record: 624 words in base 64, in records of 2009 also 32 words in
hexadecimal digits, from which the Mersenne twister goes on. A hand takes 288 words of it; SHA-512 over each 128 bytes
of them makes 144 words: with the first 135 the tiles are shuffled, the next two throw the dice.

Source: docs/lookup/riichi-records.md.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import random
import re
import struct
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from mjlog.formats.riichi.tiles import ALL, BY_NUMBER
from mjlog.formats.riichi.transcript import PLACES, Transcript

# -- walls from a seed ------------------------------------------------------------------------------------------------


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
    return walls if walls is None or not is_early(seed) else map(_early, walls)


def is_early(seed: str) -> bool:
    """Whether a seed is written as in 2009."""
    return seed.startswith(_EARLY_PREFIX)


def _early(wall: SeededWall) -> SeededWall:
    """A wall of 2009: in the stacks of the dead wall the lower tile came first."""
    live, dead = wall.numbers[:-_DEAD], wall.numbers[-_DEAD:]
    return wall._replace(numbers=(*live, *(dead[at ^ 1] for at in range(len(dead)))))


def _words(seed: str) -> bytes | None:
    """The words of a seed, the lowest byte of each first."""
    if is_early(seed):
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


# -- sets as numbers --------------------------------------------------------------------------------------------------


_CHOW, _PUNG, _ADDED, _NORTH = 4, 8, 16, 32
_NORTHS = range(120, 124)
_SUITS = 3
_COPIES = 4


class Meld(NamedTuple):
    """A set: the numbers of its tiles, of a kong out of the hand the added or last one at the end.

    `claimed`: the number of the claimed tile, None for a kong out of the hand; `giver`: how many places after the
    owner's its discarder is; `own`: how such a kong was made. `north`: a tile laid aside, which is no set.
    """

    kind: Literal["chow", "pung", "kong", "north"]
    numbers: tuple[int, ...]
    claimed: int | None = None
    giver: int = 0
    own: Literal["concealed", "added"] = "concealed"


def read_meld(bits: int) -> Meld | None:
    """The set that a number stands for; None where it stands for none.

    >>> read_meld(48713)
    Meld(kind='pung', numbers=(124, 125, 127), claimed=127, giver=1, own='concealed')
    """
    if not 0 <= bits < 1 << 16:
        return None
    giver = bits & 3
    if bits & _CHOW:
        base, which = divmod(bits >> 10, 3)
        suit, rank = divmod(base, 7)
        if suit >= _SUITS:
            return None
        lowest = 4 * (9 * suit + rank)
        numbers = tuple(lowest + 4 * step + (bits >> 3 + 2 * step & 3) for step in range(3))
        return Meld("chow", numbers, numbers[which], giver)
    if bits & (_PUNG | _ADDED):
        kind, which = divmod(bits >> 9, 3)
        fourth = 4 * kind + (bits >> 5 & 3)
        if fourth >= ALL:
            return None
        three = tuple(number for number in range(4 * kind, 4 * kind + _COPIES) if number != fourth)
        if bits & _ADDED:
            return Meld("kong", (*three, fourth), None, giver, "added")
        return Meld("pung", three, three[which], giver)
    first, claimed = bits >> 8 & ~3, bits >> 8
    if bits & _NORTH:
        return Meld("north", (claimed,)) if claimed in _NORTHS and not giver else None
    if claimed >= ALL:
        return None
    numbers = tuple(range(first, first + _COPIES))
    return Meld("kong", numbers, claimed, giver) if giver else Meld("kong", numbers)


# -- where the tiles of a hand are ------------------------------------------------------------------------------------


class Numbers:
    """The tiles of one hand by number.

    `viewer`: the place whose view it is; of the others nobody knows what they hold. `held`: what each place is known to
    have; `met`: every tile that was seen; `laid`: the sets of each place. `live`, `loose`: the tiles of the wall that
    come next, where it is known. `wrong`: what first contradicts itself: code, words, line.
    """

    def __init__(self, viewer: int | None, players: int) -> None:
        self.viewer = viewer
        self.players = players
        self.held: list[set[int]] = [set() for _ in PLACES]
        self.met: set[int] = set()
        self.laid: list[list[Meld]] = [[] for _ in PLACES]
        self.live: Iterator[int] | None = None
        self.loose: Iterator[int] = iter(())
        self.wrong: tuple[str, str, int] | None = None

    def is_unseen(self, place: int) -> bool:
        """Whether the hand of a place was not seen."""
        return self.viewer is not None and place != self.viewer

    def deal(self, place: int, numbers: Iterable[int | None], line: int) -> None:
        """The tiles that a place begins with."""
        dealt = [number for number in numbers if number is not None]
        self._appear(dealt, f"is dealt to place {place}", line)
        self.held[place].update(dealt)

    def build(self, wall: SeededWall, dealer: int, line: int) -> None:
        """The wall is known: what was dealt, and what is drawn, lay in it."""
        self.live, self.loose = wall.live(), wall.loose()
        for step, dealt in enumerate(wall.dealt()):
            place = (dealer + step) % self.players
            other = min(self.held[place] - set(dealt), default=None)
            if other is not None:
                words = f"{_tile(other)} is dealt to place {place}, and lies elsewhere in the wall"
                self._tell("wrong-deal-tiles", words, line)

    def draw(self, place: int, number: int, is_loose: bool, line: int) -> None:
        """A tile is drawn, of the wall or for a kong."""
        if self.live is not None:
            due = next(self.loose if is_loose else self.live, number)
            if due != number:
                words = f"{_tile(number)} is drawn by place {place}, and {_tile(due)} lies there in the wall"
                self._tell("not-the-wall-tile", words, line)
        if number in self.met:
            self._tell("too-many-copies", f"{_tile(number)} is drawn by place {place}, and was somewhere else", line)
        self.met.add(number)
        self.held[place].add(number)

    def turn(self, numbers: Iterable[int], line: int) -> None:
        """Tiles are turned as indicators."""
        self._appear(numbers, "is turned", line)

    def _appear(self, numbers: Iterable[int], what: str, line: int) -> None:
        met = self.met
        for number in numbers:
            if number in met:
                self._tell("too-many-copies", f"{_tile(number)} {what}, and was somewhere else", line)
            met.add(number)

    def discard(self, place: int, number: int, line: int) -> bool:
        """A tile leaves a hand: whether that was known to have it."""
        held = self.held[place]
        if number in held:
            held.remove(number)
            return True
        if number not in self.met and self.is_unseen(place):
            self.met.add(number)
            return False
        self._leave(place, (number,), "discards", "tile-not-held", line)
        return False

    def lay(self, place: int, meld: Meld, latest: object, line: int) -> None:
        """A set is laid down, or a kong made. `latest`: the number of the latest discard, where it is known."""
        laid, own = self.laid[place], [number for number in meld.numbers if number != meld.claimed]
        if meld.claimed is not None and meld.claimed != latest:
            self._tell("claim-not-open", f"{_tile(meld.claimed)} is claimed, and was not discarded last", line)
        if meld.claimed is None and meld.own == "added":
            pung = next((old for old in laid if old.kind == "pung" and set(old.numbers) < set(meld.numbers)), None)
            if pung is None:
                words = f"place {place} adds {_tile(meld.numbers[-1])} to a set that does not lie"
                self._tell("set-not-held", words, line)
            else:
                laid.remove(pung)
            if pung is not None and pung.giver != meld.giver:
                givers = [(place + set_laid.giver) % len(PLACES) for set_laid in (pung, meld)]
                words = f"adds to a pung from place {givers[0]}, which is said to be from place {givers[1]}"
                self._tell("claim-not-open", f"place {place} {words}", line)
            own = own[-1:]
        self._leave(place, own, "lays down", "set-not-held", line)
        laid.append(meld)

    def show(self, place: int, shown: Iterable[int], line: int) -> None:
        """A hand is laid down."""
        own = set(shown)
        if self.is_unseen(place):
            self._leave(place, own, "shows", "shown-hand-differs", line)
        elif own != self.held[place]:
            other = min(own ^ self.held[place])
            words = "shows" if other in own else "does not show"
            self._tell("shown-hand-differs", f"place {place} {words} {_tile(other)}", line)

    def win(self, place: int, shown: Iterable[int], last: int, is_claimed: bool, latest: object, line: int) -> None:
        """A winner lays down a hand with its `last` tile; `latest`: the one discarded or drawn, where it is known."""
        if latest is not None and last != latest:
            self._tell("mahjong-tile-wrong", f"place {place} wins with {_tile(last)}, and another came last", line)
        self.show(place, (number for number in shown if not (is_claimed and number == last)), line)

    def compare_sets(self, place: int, sets: Sequence[Meld], line: int) -> None:
        """The sets of a winner are written down once more."""
        if sorted(sets, key=_first) != sorted(self.laid[place], key=_first):
            words = f"the sets of place {place} are said to be other ones than it has laid down"
            self._tell("shown-hand-differs", words, line)

    def _leave(self, place: int, numbers: Collection[int], what: str, code: str, line: int) -> None:
        """Tiles leave a hand, or are seen in it: it had them, or nobody knew where they were."""
        held, is_unseen = self.held[place], self.is_unseen(place)
        wrong = next((number for number in numbers if (number in self.met if is_unseen else number not in held)), None)
        if wrong is not None:
            self._tell(code, f"place {place} {what} {_tile(wrong)}, and did not have it", line)
        self.met.update(numbers)
        held.difference_update(numbers)

    def _tell(self, code: str, words: str, line: int) -> None:
        if self.wrong is None:
            self.wrong = code, words, line

    def tell(self, script: Transcript) -> None:
        """The hand is over: now the contradictions are told."""
        if self.wrong is not None:
            code, words, line = self.wrong
            script.remark(code, words, line)
            self.wrong = None


def _tile(number: int) -> str:
    return f"tile {number} ({BY_NUMBER[number]})"


def _first(meld: Meld) -> int:
    return min(meld.numbers)
