"""Hands with a knitted nine: 1 4 7 of one suit, 2 5 8 of another and 3 6 9 of the third.

The knitted straight is such a nine, one set and a pair; honors and knitted tiles are fourteen different tiles, each an
honor or one of the same nine.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from mjlog.hands.groups import HONORS_AND_KNITTED, KNITTED_NINE, ONE_TILE, Arrangement, pack_tiles
from mjlog.hands.shapes import is_standard, standard_arrangements, standard_waits

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
        for nine in _held(packed)
        for way in standard_arrangements(packed - nine, 4 - _SETS + sets_on_table)
    )


def is_knitted_straight(packed: int, sets_on_table: int = 0) -> bool:
    """Whether the concealed tiles are a knitted straight, beside one set on the table at most."""
    return any(is_standard(packed - nine, 4 - _SETS + sets_on_table) for nine in _held(packed))


def knitted_straight_waits(packed: int, sets_on_table: int = 0) -> tuple[int, ...]:
    """Kinds which complete a knitted straight, beside one set on the table at most."""
    if sets_on_table > _SETS:
        return ()
    found: list[int] = []
    for nine in _PACKED:
        missing = nine & ~_held_of(packed, nine)
        if not missing:
            found += standard_waits(packed - nine, _SETS - sets_on_table)
        elif not missing & (missing - 1) and is_standard(packed - nine + missing, 4 - _SETS + sets_on_table):
            found.append((missing.bit_length() - 1) // 3)
    return tuple(found)


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


def honors_and_knitted_possible(known: Sequence[int], most: Sequence[int]) -> bool:
    """Could these tiles and unseen ones be honors and knitted tiles? `most`: how many of a kind the hand may hold."""
    held = {kind for kind in range(34) if known[kind]}
    ways = ({*nine, *HONOR_KINDS} for nine in NINES)
    return max(known[:34]) <= 1 and any(held <= way and sum(most[kind] > 0 for kind in way) >= 14 for way in ways)


_EACH = sum(ONE_TILE[:34])


def _held(packed: int) -> Iterator[int]:
    """The nines that are whole among some tiles."""
    for nine in _PACKED:
        if _held_of(packed, nine) == nine:
            yield nine


def _held_of(packed: int, nine: int) -> int:
    """Which kinds of a nine are among some tiles, one of each."""
    return (packed | packed >> 1 | packed >> 2) & nine
