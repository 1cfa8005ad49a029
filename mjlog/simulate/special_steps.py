"""How many tiles must be exchanged until a hand is one of the special ones; beside sets on the table none is.

What is counted are the tiles that can stay: all but those are exchanged.
"""

from __future__ import annotations

from mjlog.hands.groups import ONE_TILE, SUIT_BITS, SUIT_MASK, WONDER_KINDS, parts
from mjlog.tiles import FIRST_DRAGON, FIRST_HONOR, HAND_TILES, PLAIN_KINDS

_ONES = sum(ONE_TILE[kind] for kind in range(PLAIN_KINDS))
_WONDER_ONES = sum(ONE_TILE[kind] for kind in WONDER_KINDS)
_WIND_ONES = sum(ONE_TILE[kind] for kind in range(FIRST_HONOR, FIRST_DRAGON))
_RANKS = sum(1 << 3 * rank for rank in range(9))
_PAIRS, _THREES = 7, 4


def seven_pairs_steps(packed: int, sets: int) -> int:
    """To any seven pairs; four alike are two."""
    pairs = ((packed >> 1 | packed >> 2) & _ONES).bit_count() + (packed >> 2 & _ONES).bit_count()
    return _PAIRS - min(_PAIRS, pairs)


def pair_honors_steps(packed: int, sets: int) -> int:
    """To seven different pairs of ones, nines, winds and dragons."""
    pairs = ((packed >> 1 | packed >> 2) & _WONDER_ONES).bit_count()
    singles = (packed & ~(packed >> 1) & ~(packed >> 2) & _WONDER_ONES).bit_count()
    pairs = min(_PAIRS, pairs)
    return HAND_TILES - 2 * pairs - min(singles, _PAIRS - pairs)


def wonders_steps(packed: int, sets: int) -> int:
    """To thirteen wonders."""
    several = (packed >> 1 | packed >> 2) & _WONDER_ONES
    return HAND_TILES - ((packed & _WONDER_ONES) | several).bit_count() - bool(several)


def snake_steps(packed: int, suit: int) -> int:
    """To a pair of ones, 2 to 9 of their suit and one of each wind."""
    part = packed >> suit * SUIT_BITS & SUIT_MASK
    ranks = (part | part >> 1 | part >> 2) & _RANKS
    winds = (packed | packed >> 1 | packed >> 2) & _WIND_ONES
    return HAND_TILES - ranks.bit_count() - winds.bit_count() - ((part & 0o7) > 1)


def knitting_steps(packed: int, suits: tuple[int, int]) -> int:
    """To seven pairs of the same numbers in these two suits."""
    first, second = (packed >> suit * SUIT_BITS & SUIT_MASK for suit in suits)
    pairs = halves = 0
    for rank in range(9):
        one, other = first >> 3 * rank & 7, second >> 3 * rank & 7
        pairs += min(one, other)
        halves += abs(one - other)
    pairs = min(pairs, _PAIRS)
    return HAND_TILES - 2 * pairs - min(halves, _PAIRS - pairs)


def triple_knitting_steps(packed: int, sets: int) -> int:
    """To four threes of one number in all three suits, and a pair: a tile less or more, as the pair comes out."""
    suits = parts(packed)[:3]
    threes: list[int] = []
    for rank in range(9):
        counts = sorted(part >> 3 * rank & 7 for part in suits)
        # So many numbers in all three suits, in two of them, in one.
        threes += [3] * counts[0] + [2] * (counts[1] - counts[0]) + [1] * (counts[2] - counts[1])
    threes.sort(reverse=True)
    pair = threes[_THREES] if len(threes) > _THREES else 0
    return HAND_TILES - sum(threes[:_THREES]) - min(2, pair)
