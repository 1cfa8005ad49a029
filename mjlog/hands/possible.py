"""Could a hand of which some tiles were never seen be complete?"""

from __future__ import annotations

import functools
from collections.abc import Sequence

from mjlog.hands.complete import is_complete, waits
from mjlog.hands.knitting import NINES
from mjlog.hands.shapes import chows_laid
from mjlog.hands.special import Laid, chosen_forms, parted, plain, special_possible
from mjlog.table.plan import NO_WILD, Forms

_PARTS = ((0, 9), (9, 18), (18, 27), (27, 34))
_State = tuple[int, int, int, int]
"""Chows begun at the rank before the last, at the last rank; sets so far; pairs so far."""


def can_complete(
    known: Sequence[int],
    unknown: int,
    sets_on_table: int,
    available: Sequence[int] | None = None,
    *,
    forms: Forms | None = None,
    laid: Laid = (),
    seven_pairs: bool = False,
    thirteen: bool = True,
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
    forms = chosen_forms(forms, seven_pairs, thirteen)
    if forms.wild != NO_WILD:
        # A tile that nobody saw may be a wild one, which is as good as any.
        known, more, laid = parted(known, forms, laid)
        unknown, forms, available = unknown + more, plain(forms), None
    if not unknown:
        return is_complete(known, sets_on_table, forms=forms, laid=laid)
    most = _most(known, unknown, available)
    if unknown == 1:
        found = waits(known, sets_on_table, forms=forms, laid=laid)
        return any(most[kind] > known[kind] for kind in found)
    if chows_laid(laid) <= forms.chows and _standard_possible(known, most, 4 - sets_on_table):
        return True
    if forms.knitted_straight and sets_on_table <= 1 and _knitted_straight_possible(known, most, 1 - sets_on_table):
        return True
    return len(laid) == sets_on_table and special_possible(known, most, unknown, forms, laid)


def _most(known: Sequence[int], unknown: int, available: Sequence[int] | None) -> list[int]:
    if available is None:
        return [max(4, count) for count in known[:34]]
    return [count + min(unknown, max(0, free)) for count, free in zip(known[:34], available, strict=False)]


def _knitted_straight_possible(known: Sequence[int], most: Sequence[int], sets: int) -> bool:
    for nine in NINES:
        if all(most[kind] for kind in nine):
            rest, most_left = list(known[:34]), list(most)
            for kind in nine:
                rest[kind], most_left[kind] = max(0, rest[kind] - 1), most[kind] - 1
            if _standard_possible(rest, most_left, sets):
                return True
    return False


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
