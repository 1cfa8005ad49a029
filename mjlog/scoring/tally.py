"""Counts of what a hand's sets are, several in one int, so that the sets of a hand are counted by adding.

Every field has four bits and holds at most seven (pairs). The points and doubles of the sets ride above the counts:
together they are a *sum*.
"""

from __future__ import annotations

from mjlog.tiles import FIRST_HONOR, PLAIN_KINDS

_FIELDS = (
    "pairs",
    "sets",
    "chows",
    "pungs",
    "kongs",
    "wonders",
    "open_before",
    "open_sets",
    "hidden_pungs",
    "dragon_sets",
    "dragon_pairs",
    "wind_sets",
    "wind_pairs",
    "claimed_pairs",
    "twin_chows",
)
SHIFTS: dict[str, int] = {name: 4 * index for index, name in enumerate(_FIELDS)}
COUNTS_MASK = (1 << 4 * len(_FIELDS)) - 1
ONE_PAIR, PAIRS_MASK = 1, 15
WHOLE, WHOLE_MASK = 0x41, 0xFF
"""Pairs and sets of a complete hand: one and four."""
CLAIMED_PAIR = 1 << SHIFTS["claimed_pairs"]
CHOWS_SHIFT = SHIFTS["chows"]
TWIN_CHOWS_SHIFT = SHIFTS["twin_chows"]
POINTS_SHIFT = 4 * len(_FIELDS)
POINTS_MASK = (1 << 20) - 1
DOUBLES_SHIFT = POINTS_SHIFT + 20
DOUBLES_MASK = (1 << 8) - 1
# Which tiles there are, as flags that are joined by "or".
BAMBOO, CHARACTERS, DOTS, HONORS, TERMINALS, SIMPLES, NOT_JADE = (1 << bit for bit in range(7))
SUITS = BAMBOO | CHARACTERS | DOTS
# What else is true of a candidate, beside the tiles.
ONLY_PLACE, EYES_MINOR, EYES_MAJOR, POINTLESS, ONLY_TILE = (1 << bit for bit in range(7, 12))
# Groups that only special hands have.
KNITTED_PAIRS, KNITTED_THREES, SNAKES, GATES = (1 << bit for bit in range(12, 16))
FLAGS_MASK = (1 << 16) - 1
PAIR_KIND_SHIFT = 16
PAIR_KIND_MASK = 63
"""Above the flags: the kind of the pair, where there is one only."""
# Of hands whose points are fu, in the place of the kind of the pair: what else is asked of sets.
INNER_SET, LAST_IN_PAIR, SAME_CHOWS, SAME_PUNGS, STRAIGHT = (1 << bit for bit in range(16, 21))
WAIVED_SHIFT, WAIVED_MASK = 21, 15
"""The points of a part of which there is another reading without any, like this one otherwise."""
# And above the doubles of their sums: how many chows and pungs there are of each, three bits a chow and one a pung, so
# that those that are alike in several suits are found by shifting.
EACH_CHOW_SHIFT, _EACH_PUNG_SHIFT = DOUBLES_SHIFT + 8, DOUBLES_SHIFT + 8 + 63
EVERY_CHOW = (1 << 63) - 1
_THREES, _OF_A_SUIT = sum(0b011 << 3 * chow for chow in range(21)), sum(1 << 3 * chow for chow in range(7))
_FIRST_OF_A_SUIT, _EACH_PUNG = 1 | 1 << 21 | 1 << 42, (1 << 9) - 1

_JADE = frozenset({1, 2, 3, 5, 7, 32})


def tally_of(**counts: int) -> int:
    """The counts packed; names as in `_FIELDS`."""
    return sum(count << SHIFTS[name] for name, count in counts.items())


def _flags_of(kind: int) -> int:
    jade = 0 if kind in _JADE else NOT_JADE
    if kind >= FIRST_HONOR:
        return HONORS | jade
    return (BAMBOO, CHARACTERS, DOTS)[kind // 9] | (TERMINALS if kind % 9 in (0, 8) else SIMPLES) | jade


TILE_FLAGS: tuple[int, ...] = tuple(_flags_of(kind) for kind in range(PLAIN_KINDS))
"""The flags of a tile of each kind."""


def flags_of(kinds: tuple[int, ...]) -> int:
    """The flags of some tiles; bonus tiles that were not laid out have none."""
    flags = 0
    for kind in kinds:
        if kind < PLAIN_KINDS:
            flags |= TILE_FLAGS[kind]
    return flags


def chows_of(total: int) -> int:
    """How many chows there are in a sum."""
    return total >> CHOWS_SHIFT & 15


def one_chow(first: int) -> int:
    """What the chow that begins with this kind adds to a sum, beside the counts."""
    return 1 << EACH_CHOW_SHIFT + 3 * (first // 9 * 7 + first % 9)


def one_pung(kind: int) -> int:
    """What the pung or kong of a suit adds to a sum, beside the counts."""
    return 1 << _EACH_PUNG_SHIFT + kind


def across_suits(total: int) -> int:
    """The flags for what sets of several suits, or a suit's three chows, are together."""
    chows, pungs, same = (total >> EACH_CHOW_SHIFT & EVERY_CHOW) + _THREES >> 2, total >> _EACH_PUNG_SHIFT, 0
    if chows & chows >> 21 & chows >> 42 & _OF_A_SUIT:
        same = SAME_CHOWS
    if pungs & pungs >> 9 & pungs >> 18 & _EACH_PUNG:
        same |= SAME_PUNGS
    if chows & chows >> 9 & chows >> 18 & _FIRST_OF_A_SUIT:
        same |= STRAIGHT
    return same
