"""The gates of heaven where they are a complete hand of their own, whatever sets they hold.

111, 2 to 8 and 999 of one suit, and one of 2 to 8 twice.
"""

from __future__ import annotations

from collections.abc import Sequence

from mjlog.hands.groups import GATES, ONE_TILE, SUIT_BITS, Arrangement, unpack

_GATES = 0o311_111_113
_WHOLE = {_GATES + (1 << 3 * rank) << suit * SUIT_BITS for suit in range(3) for rank in range(1, 8)}


def _waits() -> dict[int, tuple[int, ...]]:
    found: dict[int, tuple[int, ...]] = {}
    for kind, tile in enumerate(ONE_TILE[:27]):
        for lacking in (whole - tile for whole in _WHOLE if whole >> 3 * kind & 7):
            found[lacking] = (*found.get(lacking, ()), kind)
    return found


_WAITS = _waits()
"""What completes them, by the tiles that lack one."""


def gates(packed: int) -> Arrangement | None:
    """The concealed tiles as gates of heaven.

    Source: bmja/gates.
    """
    return ((GATES, packed),) if packed in _WHOLE else None


def gates_waits(packed: int) -> tuple[int, ...]:
    """Kinds which complete the gates of heaven."""
    return _WAITS.get(packed, ())


def gates_possible(known: Sequence[int], most: Sequence[int]) -> bool:
    """Could these tiles and unseen ones be gates of heaven? `most`: how many of a kind the hand may hold."""
    wanted = ([tiles.count(kind) for kind in range(34)] for tiles in map(unpack, _WHOLE))
    return any(all(known[kind] <= hand[kind] <= most[kind] for kind in range(34)) for hand in wanted)
