"""Knitted hands: pairs of one number in two suits, or threes of one number in all three suits and a pair.

And hands with a knitted nine, 1 4 7 of one suit, 2 5 8 of another and 3 6 9 of the third.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Sequence

from mjlog.hands.shapes import (
    HONOR_SHIFT,
    HONORS_AND_KNITTED,
    KNITTED_NINE,
    KNITTED_PAIR,
    KNITTED_THREE,
    ONE_TILE,
    PAIR,
    Arrangement,
    Group,
    is_standard,
    pack_tiles,
    part_size,
    parts,
    standard_arrangements,
    standard_waits,
)
from mjlog.tiles import FIRST_HONOR, PLAIN_KINDS

_SUITS = (0, 9, 18)
_ONES = {1 << 3 * rank: rank for rank in range(9)}
_TWOS = {2 << 3 * rank: rank for rank in range(9)}
"""One tile of a rank, and two, in the packed counts of a suit."""
_EACH_RANK = 0o111_111_111
_TWINS = ((0, 1, 2), (0, 2, 1), (1, 2, 0))
"""Two suits, and the third."""


def knitting(packed: int, mixed: bool = False) -> Arrangement | None:
    """Seven pairs of the same number in the same two suits; a number may come several times.

    `mixed`: each pair may have two suits of its own.

    Source: western/limit-4, bmja/knitting.
    """
    if packed >> HONOR_SHIFT:
        return None
    if mixed:
        return _mixed_knitting(packed)
    suits = parts(packed)[:3]
    used = [at for at, part in enumerate(suits) if part]
    if len(used) != 2 or suits[used[0]] != suits[used[1]] or part_size(suits[used[0]]) != 7:
        return None
    return tuple(_knitted(suits[used[0]], used, KNITTED_PAIR))


def _knitted(part: int, suits: Sequence[int], form: int) -> Iterator[Group]:
    """One group of `form` for each tile of a suit's part, of that number in each of the suits."""
    for rank in range(9):
        group = (form, pack_tiles(9 * suit + rank for suit in suits))
        yield from (group for _ in range(part >> 3 * rank & 7))


def _mixed_knitting(packed: int) -> Arrangement | None:
    pairs: list[Group] = []
    suits = parts(packed)[:3]
    for rank in range(9):
        numbers = [part >> 3 * rank & 7 for part in suits]
        for one, other, third in _TWINS:
            # Of each number, what two suits have beside that of the third is in pairs of theirs.
            shared = numbers[one] + numbers[other] - numbers[third]
            if shared < 0 or shared % 2:
                return None
            pairs += [(KNITTED_PAIR, pack_tiles((9 * one + rank, 9 * other + rank)))] * (shared // 2)
    return tuple(pairs) if len(pairs) == _PAIRS_OF_A_HAND else None


_PAIRS_OF_A_HAND = 7


def knitting_waits(packed: int, mixed: bool = False) -> tuple[int, ...]:
    """The kinds which complete a knitting hand."""
    if packed >> HONOR_SHIFT:
        return ()
    if mixed:
        free = (kind for kind in range(FIRST_HONOR) if packed >> 3 * kind & 7 < _COPIES)
        return tuple(kind for kind in free if _mixed_knitting(packed + ONE_TILE[kind]) is not None)
    suits = parts(packed)[:3]
    used = [at for at, part in enumerate(suits) if part]
    if len(used) != 2:
        return ()
    less, more = sorted(used, key=lambda suit: part_size(suits[suit]))
    rank = _ONES.get(suits[more] - suits[less])
    return () if rank is None or part_size(suits[more]) != 7 else (9 * less + rank,)


def mixed_knitting_possible(known: Sequence[int], most: Sequence[int]) -> bool:
    """Could these tiles and unseen ones be seven pairs of one number each, in two suits of each pair's own?

    `most`: how many of a kind the hand may hold.
    """
    if any(known[FIRST_HONOR:PLAIN_KINDS]):
        return False
    reached = {0}
    for rank in range(9):
        kinds = (rank, 9 + rank, 18 + rank)
        least, top = tuple(known[kind] for kind in kinds), tuple(min(most[kind], _COPIES) for kind in kinds)
        reached = {before + pairs for before in reached for pairs in _pairs_between(least, top)}
    return _PAIRS_OF_A_HAND in reached


@functools.lru_cache(maxsize=1 << 12)
def _pairs_between(least: tuple[int, ...], top: tuple[int, ...]) -> frozenset[int]:
    """How many pairs of one number in two suits there can be, of so many tiles of it in each suit at least and most."""
    ways = itertools.product(range(_COPIES + 1), repeat=3)
    return frozenset(
        one + other + third
        for one, other, third in ways
        if all(
            low <= number <= high
            for low, number, high in zip(least, (one + other, one + third, other + third), top, strict=True)
        )
    )


_COPIES = 4


def triple_knitting(packed: int, two_suited_pair: bool = False) -> Arrangement | None:
    """Four threes of one number in all three suits; then two identical tiles, or one number in two suits.

    `two_suited_pair`: the latter only.

    Source: western/limit-4, bmja/triple-knitting.
    """
    *suits, honors = parts(packed)
    pair: Group | None
    if honors:
        rank = _TWOS.get(honors)
        if rank is None:
            return None
        threes = suits[0] if suits[0] == suits[1] == suits[2] else 0
        pair = (PAIR, FIRST_HONOR + rank)
    else:
        threes, pair = _threes_and_pair(suits)
    if pair is None or part_size(threes) != 4 or (two_suited_pair and pair[0] == PAIR):
        return None
    return (*_knitted(threes, range(3), KNITTED_THREE), pair)


def _threes_and_pair(suits: Sequence[int]) -> tuple[int, Group | None]:
    """The part that all three suits have, and the pair that is left of them."""
    for one, other, third in _TWINS:
        if suits[one] != suits[other]:
            continue
        rank = _TWOS.get(suits[third] - suits[one])
        if rank is not None:
            return suits[one], (PAIR, 9 * third + rank)
        rank = _ONES.get(suits[one] - suits[third])
        if rank is not None:
            return suits[third], (KNITTED_PAIR, pack_tiles((9 * one + rank, 9 * other + rank)))
    return 0, None


def triple_knitting_waits(packed: int, two_suited_pair: bool = False) -> tuple[int, ...]:
    """Kinds which complete a triple knitting hand."""
    honors = packed >> HONOR_SHIFT
    if honors and honors not in _ONES and honors not in _TWOS:
        return ()
    bamboo, characters, dots, _ = parts(packed)
    unlike = (bamboo ^ characters) | (bamboo ^ dots)
    ranks = (unlike | unlike >> 1 | unlike >> 2) & _EACH_RANK
    if ranks.bit_count() > 2:
        return ()
    # The missing tile makes up for what suits lack of a number that others have, or it is an honor.
    kinds = [first + rank for first in _SUITS for rank in range(9) if ranks >> 3 * rank & 1]
    kinds += [FIRST_HONOR + _ONES[honors]] if honors in _ONES else []
    return tuple(kind for kind in kinds if triple_knitting(packed + ONE_TILE[kind], two_suited_pair) is not None)


TWO_SUITED = tuple((one + rank, other + rank) for one, other in itertools.combinations(_SUITS, 2) for rank in range(9))
TRIPLE_PAIRS = (*((kind, kind) for kind in range(PLAIN_KINDS)), *TWO_SUITED)
"""What can close a triple knitting hand."""


# -- hands with a knitted nine: 1 4 7 of one suit, 2 5 8 of another and 3 6 9 of the third ----------------------------
#
# The knitted straight is such a nine, one set and a pair; honors and knitted tiles are fourteen different tiles, each
# an honor or one of the same nine.


NINES: tuple[tuple[int, ...], ...] = tuple(
    tuple(sorted(9 * suit + first + step for suit, first in enumerate(firsts) for step in (0, 3, 6)))
    for firsts in itertools.permutations(range(3))
)
"""The kinds of each knitted nine there is."""
HONOR_KINDS = tuple(range(27, 34))
_PACKED = tuple(pack_tiles(nine) for nine in NINES)
_EACH_HONOR = pack_tiles(HONOR_KINDS)
_SETS = 1
"""Of a knitted straight, beside its nine."""


def knitted_straight(packed: int, sets_on_table: int = 0) -> tuple[Arrangement, ...]:
    """The ways in which concealed tiles, beside one set on the table at most, are a nine, a set and a pair.

    Source: mcr/form-4.
    """
    return tuple(
        ((KNITTED_NINE, nine), *way)
        for nine in _PACKED
        if _held_of(packed, nine) == nine
        for way in standard_arrangements(packed - nine, 4 - _SETS + sets_on_table)
    )


def knitted_straight_waits(packed: int, sets_on_table: int = 0) -> tuple[int, ...]:
    """Kinds which complete a knitted straight, beside one set on the table at most."""
    if sets_on_table > _SETS:
        return ()
    kinds: list[int] = []
    for nine in _PACKED:
        missing = nine & ~_held_of(packed, nine)
        if not missing:
            kinds += standard_waits(packed - nine, _SETS - sets_on_table)
        elif not missing & (missing - 1) and is_standard(packed - nine + missing, 4 - _SETS + sets_on_table):
            kinds.append((missing.bit_length() - 1) // 3)
    return tuple(kinds)


def honors_and_knitted(packed: int) -> Arrangement | None:
    """Fourteen different tiles, each an honor or one of the same knitted nine.

    Source: mcr/form-3.
    """
    whole = packed.bit_count() == 14 and any(not packed & ~(nine | _EACH_HONOR) for nine in _PACKED)
    return ((HONORS_AND_KNITTED, packed),) if whole else None


def honors_and_knitted_waits(packed: int) -> tuple[int, ...]:
    """Kinds which complete honors and knitted tiles."""
    if packed.bit_count() != 13 or packed & ~_EACH:
        return ()
    ways = [nine | _EACH_HONOR for nine in _PACKED if not packed & ~(nine | _EACH_HONOR)]
    return tuple(kind for kind in range(34) if any(ONE_TILE[kind] & way & ~packed for way in ways))


_EACH = sum(ONE_TILE[:34])


def _held_of(packed: int, nine: int) -> int:
    """Which kinds of a nine are among some tiles, one of each."""
    return (packed | packed >> 1 | packed >> 2) & nine
