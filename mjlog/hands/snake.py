"""The wriggling snake: a pair of ones, 2 to 9 of their suit, one of each wind.

Chows of its run may lie on the table; then the concealed tiles are the rest of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mjlog.hands.forms import Laid
from mjlog.hands.groups import HONOR_SHIFT, ONE_TILE, SNAKE, Arrangement, pack_tiles, unpack

_SUITS = (0, 9, 18)
_WINDS = 0o1111
_WHOLE = {first: pack_tiles((first, *range(first, first + 9), 27, 28, 29, 30)) for first in _SUITS}
_RUNS = {first: tuple((rank, rank + 1, rank + 2) for rank in range(first + 1, first + 7)) for first in _SUITS}
"""By the suit's first kind: the chows of its run 2 to 9."""
_TILES = frozenset(ONE_TILE[:34])


def snake(packed: int, laid: Laid = ()) -> Arrangement | None:
    """The concealed tiles as what the sets on the table leave of a wriggling snake.

    Source: western/limit-4.
    """
    if packed >> HONOR_SHIFT != _WINDS:
        return None
    return ((SNAKE, packed),) if packed in _concealed(laid) else None


def snake_waits(packed: int, laid: Laid = ()) -> tuple[int, ...]:
    """The kind which completes a wriggling snake."""
    winds = packed >> HONOR_SHIFT
    if winds & ~_WINDS or winds.bit_count() < 3:
        return ()
    missing = (whole - packed for whole in _concealed(laid))
    return tuple((each.bit_length() - 1) // 3 for each in missing if each in _TILES)


def snake_possible(known: Sequence[int], most: Sequence[int], laid: Laid = ()) -> bool:
    """Could these concealed tiles and unseen ones be a wriggling snake?"""
    return any(_can_be(unpack(whole), known, most) for whole in _concealed(laid))


def _can_be(wanted: Sequence[int], known: Sequence[int], most: Sequence[int]) -> bool:
    return all(known[kind] <= wanted.count(kind) <= most[kind] for kind in range(34))


def _concealed(laid: Laid) -> Iterator[int]:
    """The concealed part of each snake that these sets on the table belong to, as packed counts."""
    for first in _SUITS:
        tiles = [tuple(sorted(each)) for each in laid]
        on_table = [kind for each in tiles for kind in each]
        if len(set(on_table)) == len(on_table) and all(each in _RUNS[first] for each in tiles):
            yield _WHOLE[first] - pack_tiles(on_table)
