"""How near tiles are to a complete hand: sets, sets begun and the pair that each suit can hold, from cached tables.

An *outline* says of a few tiles, for every number of sets (0 to 4) with and without a pair, how many more sets they
can begin (two tiles of one); -1 where they cannot hold so much. Outlines of the four parts of a hand are joined into
the hand's. Equal outlines are kept once and have a number. Nothing here depends on the order of the questions.
"""

from __future__ import annotations

from mjlog.hands.shapes import HONOR_SHIFT, SUIT_BITS, SUIT_MASK

Outline = tuple[int, ...]
_SETS = 5
_SIZE = 2 * _SETS
_EMPTY: Outline = (0,) + (-1,) * (_SIZE - 1)
_MOST_BEGUN = 4
_MOST_KEPT = 400_000

_NUMBERS: dict[Outline, int] = {}
_OUTLINES: list[Outline] = []
STEPS: list[tuple[int, ...]] = []
"""By an outline's number and the sets still needed (0 to 4): how many tiles have to be exchanged to be complete."""


def _number_of(outline: Outline) -> int:
    number = _NUMBERS.get(outline)
    if number is None:
        number = _NUMBERS[outline] = len(_OUTLINES)
        _OUTLINES.append(outline)
        STEPS.append(tuple(_steps(outline, needed) for needed in range(_SETS)))
    return number


def _steps(outline: Outline, needed: int) -> int:
    best = 0
    for sets in range(needed + 1):
        for pair in (0, 1):
            begun = outline[2 * sets + pair]
            if begun >= 0:
                best = max(best, 2 * sets + pair + min(begun, needed - sets))
    return 2 * needed + 1 - best


def _more(outline: Outline, sets: int, pair: int, begun: int) -> Outline:
    """An outline with so many sets, pairs and begun sets more."""
    grown = [-1] * _SIZE
    for index, before in enumerate(outline):
        new = index + 2 * sets + pair
        if before >= 0 and new < _SIZE and not (pair and index % 2):
            grown[new] = min(_MOST_BEGUN, before + begun)
    return tuple(grown)


class Part(dict[int, int]):
    """The number of the outline of each shape of one part of a hand; `chows`: whether its tiles make chows."""

    def __init__(self, ranks: int, chows: bool) -> None:
        super().__init__()
        self._ranks, self._chows = ranks, chows

    def __missing__(self, shape: int) -> int:
        if len(self) >= _MOST_KEPT:
            self.clear()
        number = self[shape] = _number_of(self._outline(shape))
        return number

    def _outline(self, shape: int) -> Outline:
        if not shape:
            return _EMPTY
        low = ((shape & -shape).bit_length() - 1) // 3
        lowest = 1 << 3 * low
        ways = [_OUTLINES[self[shape - lowest]]]
        count = shape >> 3 * low & 7
        if count >= 2:
            rest = _OUTLINES[self[shape - 2 * lowest]]
            ways += [_more(rest, 0, 1, 0), _more(rest, 0, 0, 1)]
        if count >= 3:
            ways.append(_more(_OUTLINES[self[shape - 3 * lowest]], 1, 0, 0))
        if self._chows:
            second = low + 1 < self._ranks and bool(shape >> 3 * (low + 1) & 7)
            third = low + 2 < self._ranks and bool(shape >> 3 * (low + 2) & 7)
            if second and third:
                ways.append(_more(_OUTLINES[self[shape - lowest * 0o111]], 1, 0, 0))
            if second:
                ways.append(_more(_OUTLINES[self[shape - lowest * 0o11]], 0, 0, 1))
            if third:
                ways.append(_more(_OUTLINES[self[shape - lowest * 0o101]], 0, 0, 1))
        return tuple(map(max, zip(*ways, strict=True)))


class Joined(dict[tuple[int, int], int]):
    """The number of the outline of two parts together."""

    def __missing__(self, key: tuple[int, int]) -> int:
        if len(self) >= _MOST_KEPT:
            self.clear()
        first, second = _OUTLINES[key[0]], _OUTLINES[key[1]]
        joint = [-1] * _SIZE
        for index, begun in enumerate(first):
            if begun < 0:
                continue
            for other, more in enumerate(second):
                place = index + other
                if more >= 0 and place < _SIZE and not index & other & 1 and joint[place] < begun + more:
                    joint[place] = begun + more
        number = self[key] = _number_of(tuple(min(_MOST_BEGUN, begun) for begun in joint))
        return number


SUIT, SUIT_OF_PUNGS, HONORS = Part(9, True), Part(9, False), Part(7, False)
"""Bamboo, characters or dots; the same where only pungs count; winds and dragons."""
JOINED = Joined()


def steps_of(packed: int, sets: int, suit: Part = SUIT) -> int:
    """How many tiles must be exchanged until these, with so many sets on the table, are four sets and a pair.

    0: complete; 1: one tile is missing. `packed`: see `mjlog.hands.shapes`.
    """
    first = JOINED[suit[packed & SUIT_MASK], suit[packed >> SUIT_BITS & SUIT_MASK]]
    second = JOINED[suit[packed >> 2 * SUIT_BITS & SUIT_MASK], HONORS[packed >> HONOR_SHIFT]]
    return STEPS[JOINED[first, second]][4 - sets]
