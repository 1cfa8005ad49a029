"""Is a hand complete, or could it be, in which ways, and which tiles complete it.

Sets laid on the table are only counted: `sets_on_table`. Their tiles, `laid`, make a difference to the wriggling snake,
of which chows may lie there, and where a hand may have so many chows only. Which hands are complete beside four sets
and a pair is said by `forms`. Arrays of counts are per kind, of length 34 or more; bonus tiles, jokers and unknown
tiles in them are not looked at.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

from mjlog.hands.distance import lacking
from mjlog.hands.shapes import (
    CHOW,
    ONE_TILE,
    Arrangement,
    chows_laid,
    has_few_chows,
    is_standard,
    pack,
    standard_arrangements,
    standard_waits,
    unpack,
)
from mjlog.hands.special import (
    NINES,
    PLAIN,
    Laid,
    is_special,
    parted,
    plain,
    special_arrangements,
    special_possible,
    special_waits,
)
from mjlog.table.plan import NO_WILD, Forms
from mjlog.tiles import PLAIN_KINDS


def is_complete(
    counts: Sequence[int],
    sets_on_table: int,
    *,
    forms: Forms = PLAIN,
    laid: Laid = (),
) -> bool:
    """Four sets and a pair, counting those on the table; or another complete hand of the rule set.

    >>> from mjlog.tiles import parse_tiles
    >>> hand = [parse_tiles("123b 456b 55d").count(kind) for kind in range(34)]
    >>> is_complete(hand, 2), is_complete(hand, 1)
    (True, False)

    Source: classical/win-1, western/win-1.
    """
    if forms.wild != NO_WILD:
        return lacking(counts, sets_on_table, forms=forms, laid=laid).tiles == 0
    packed = pack(counts)
    if is_standard(packed, sets_on_table) and has_few_chows(packed, laid, forms.chows):
        return True
    return len(laid) == sets_on_table and is_special(packed, forms, laid)


def arrangements(
    counts: Sequence[int],
    sets_on_table: int = 0,
    *,
    forms: Forms = PLAIN,
    laid: Laid = (),
) -> tuple[Arrangement, ...]:
    """All arrangements of the concealed tiles into sets and one pair, or as a special hand; empty if incomplete.

    Four alike are never one group here: they are a pung and a tile of a chow, or two of seven pairs.

    >>> from mjlog.tiles import parse_tiles
    >>> hand = [parse_tiles("111222333b RRd").count(kind) for kind in range(34)]
    >>> [len(way) for way in arrangements(hand, 1)]
    [4, 4]

    Source: classical/win-1, western/win-1.
    """
    packed = pack(counts)
    ways = standard_arrangements(packed, sets_on_table)
    if forms.chows < 4:
        most = forms.chows - chows_laid(laid)
        ways = tuple(way for way in ways if sum(form == CHOW for form, _ in way) <= most)
    return ways + special_arrangements(packed, forms, laid) if len(laid) == sets_on_table else ways


# -- which tiles complete a hand --------------------------------------------------------------------------------------


def waits(
    counts: Sequence[int],
    sets_on_table: int,
    *,
    forms: Forms = PLAIN,
    laid: Laid = (),
) -> tuple[int, ...]:
    """Kinds of which one tile more completes the hand, in kind order, whether or not one is left to come.

    `forms`, `laid`: see `is_complete`. A kind of which four are held already is among them: `waits_left` leaves it out.

    >>> from mjlog.tiles import CODES, parse_tiles
    >>> hand = [parse_tiles("2345b").count(kind) for kind in range(34)]
    >>> [CODES[kind] for kind in waits(hand, 3)]
    ['2b', '5b']

    Source: classical/points-2, western/points-5.
    """
    return packed_waits(pack(counts), sets_on_table, forms, laid)


def waits_left(
    counts: Sequence[int],
    sets_on_table: int,
    held: Sequence[int] | None = None,
    *,
    forms: Forms = PLAIN,
    laid: Laid = (),
) -> tuple[int, ...]:
    """The waits of which fewer than four are held. `held`: counts with the sets on the table, if there are any."""
    own = counts if held is None else held
    kinds = waits(counts, sets_on_table, forms=forms, laid=laid)
    return tuple(kind for kind in kinds if own[kind] < 4)


def packed_waits(packed: int, sets_on_table: int, forms: Forms, laid: Laid = ()) -> tuple[int, ...]:
    """`waits` of packed counts."""
    if forms.wild != NO_WILD:
        tiles = unpack(packed)
        lack = lacking([tiles.count(kind) for kind in range(PLAIN_KINDS)], sets_on_table, forms=forms, laid=laid)
        return lack.kinds if lack.tiles == 1 else ()
    kinds = standard_waits(packed, 4 - sets_on_table)
    if forms.chows < 4:
        kinds = [kind for kind in kinds if has_few_chows(packed + ONE_TILE[kind], laid, forms.chows)]
    if len(laid) != sets_on_table:
        return tuple(kinds)
    special = special_waits(packed, forms, laid)
    return tuple(sorted({*kinds, *special})) if special else tuple(kinds)


# -- could a hand of which some tiles were never seen be complete? ----------------------------------------------------


_PARTS = ((0, 9), (9, 18), (18, 27), (27, 34))
_State = tuple[int, int, int, int]
"""Chows begun at the rank before the last, at the last rank; sets so far; pairs so far."""


def can_complete(
    known: Sequence[int],
    unknown: int,
    sets_on_table: int,
    available: Sequence[int] | None = None,
    *,
    forms: Forms = PLAIN,
    laid: Laid = (),
) -> bool:
    """Could the known concealed tiles with `unknown` unseen ones be a complete hand?

    `available`: per kind, how many tiles may still be among the unseen ones; by default four less those known. False
    only where no assignment of the unseen tiles makes a complete hand, also because the number of tiles is wrong.
    `forms`, `laid`: see `is_complete`.

    >>> from mjlog.tiles import parse_tiles
    >>> hand = [parse_tiles("19b 19c EEEw").count(kind) for kind in range(34)]
    >>> can_complete(hand, 7, 0), can_complete(hand, 4, 1)
    (True, False)

    Source: classical/win-1, western/win-1.
    """
    held = sum(known[:34])
    if held + unknown != 14 - 3 * sets_on_table:
        return False
    if forms.wild != NO_WILD:
        # A tile that nobody saw may be a wild one, which is as good as any.
        known, more, laid = parted(known, forms, laid)
        unknown, forms, available = unknown + more, plain(forms), None
    if not unknown:
        return is_complete(known, sets_on_table, forms=forms, laid=laid)
    if available is None:
        most = [max(4, count) for count in known[:34]]
    else:
        most = [count + min(unknown, max(0, free)) for count, free in zip(known[:34], available, strict=False)]
    if unknown == 1:
        kinds = waits(known, sets_on_table, forms=forms, laid=laid)
        return any(most[kind] > known[kind] for kind in kinds)
    if chows_laid(laid) <= forms.chows and _standard_possible(known, most, 4 - sets_on_table):
        return True
    for nine in NINES if forms.knitted_straight and sets_on_table <= 1 else ():
        if all(most[kind] for kind in nine):
            rest, left = list(known[:34]), list(most)
            for kind in nine:
                rest[kind], left[kind] = max(0, rest[kind] - 1), most[kind] - 1
            if _standard_possible(rest, left, 1 - sets_on_table):
                return True
    return len(laid) == sets_on_table and special_possible(known, most, forms, laid)


def _standard_possible(known: Sequence[int], most: Sequence[int], sets: int) -> bool:
    reached = {(0, 0)}
    for start, end in _PARTS:
        outcomes = part_outcomes(tuple(known[start:end]), tuple(most[start:end]), end < 34)
        reached = {(s + m, p + q) for s, p in reached for m, q in outcomes if s + m <= sets and p + q <= 1}
    return (sets, 1) in reached


@functools.lru_cache(maxsize=1 << 14)
def part_outcomes(known: tuple[int, ...], most: tuple[int, ...], is_suit: bool) -> frozenset[tuple[int, int]]:
    """Numbers of sets and pairs that a suit (or the honors) can be made into.

    All known tiles must be used, and of each rank at least `known` and at most `most`.
    """
    states: set[_State] = {(0, 0, 0, 0)}
    for rank, (least, top) in enumerate(zip(known, most, strict=True)):
        chows = 4 if is_suit and rank < 7 else 0
        states = {after for state in states for after in _next_states(state, least, top, chows)}
    return frozenset((sets, pairs) for before, last, sets, pairs in states if not before and not last)


def _next_states(state: _State, least: int, most: int, chows: int) -> list[_State]:
    before, last, sets, pairs = state
    begun = before + last
    return [
        (last, new, sets + new + pung, pairs + pair)
        for new in range(min(chows, most - begun, 4 - sets) + 1)
        for pung in (0, 1)
        for pair in range(2 - pairs)
        if sets + new + pung <= 4 and least <= begun + new + 3 * pung + 2 * pair <= most
    ]
