"""What the winning tile did: was it the only one that could come, did it complete the pair."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence

from mjlog.hands.groups import ONE_TILE, SUIT_MASK
from mjlog.hands.shapes import honor_additions, suit_additions, worths
from mjlog.hands.waits import packed_waits
from mjlog.scoring import tally
from mjlog.scoring.facts import Manner, Win
from mjlog.scoring.hand import Hand
from mjlog.tiles import FIRST_HONOR, is_major

_EYES: tuple[int, ...] = tuple(tally.EYES_MAJOR if is_major(kind) else tally.EYES_MINOR for kind in range(34))


def winning_tile_flags(total: int, packed: int, hand: Hand, win: Win, manner: Manner) -> int:
    """The flags that the winning tile earns a hand with one pair; `total` is its sum of shares.

    Of a dealt hand no tile came last: one of the pair stands for it.

    Source: classical/points-2.
    """
    pair = (total >> tally.PAIR_KIND_SHIFT & 255) - 1
    tile = pair if win.dealt else hand.tile
    if tile is None:
        return 0
    eyes = total & tally.CLAIMED_PAIR if win.claimed else pair == hand.tile
    flags = _EYES[tile] if eyes else 0
    return flags | tally.ONLY_PLACE if is_only_place(packed, hand, tile, manner) else flags


def is_only_place(packed: int, hand: Hand, tile: int, manner: Manner) -> bool:
    """Could no other kind have completed the hand as held before `tile` came?

    `packed`: all concealed tiles. Kinds of which all four tiles lie on the table are left out.

    Source: classical/points-2.
    """
    found = _places(packed, tile, len(hand.sets), manner)
    return len(found) < 2 or _single(found, tile, hand)


def _places(packed: int, tile: int, laid: int, manner: Manner) -> Sequence[int]:
    # The other suits are complete as they are: look into the winning tile's suit only, unless what is left there is
    # complete as well (then a pair elsewhere waits too), or seven pairs may wait.
    if laid or not manner.seven_pairs:
        first = tile - tile % 9 if tile < FIRST_HONOR else FIRST_HONOR
        shape = packed >> 3 * first & SUIT_MASK
        near = _near_honors(shape, tile - first) if first == FIRST_HONOR else _near(shape, tile - first)
        if near is not None:
            return [first + rank for rank in near]
    return packed_waits(packed - ONE_TILE[tile], laid, seven_pairs=manner.seven_pairs, thirteen=True)


@functools.lru_cache(maxsize=1 << 17)
def _near(shape: int, rank: int) -> tuple[int, ...] | None:
    """The ranks of the suit that would do as well as this one; None where that is not the whole answer."""
    return _alike(shape, rank, worths()[0], suit_additions)


@functools.lru_cache(maxsize=1 << 13)
def _near_honors(shape: int, rank: int) -> tuple[int, ...] | None:
    """The same for honors, counted from the east wind."""
    return _alike(shape, rank, worths()[3], honor_additions)


def _alike(
    shape: int, rank: int, table: Mapping[int, int], additions: Callable[[int], tuple[tuple[int, int], ...]]
) -> tuple[int, ...] | None:
    before = shape - (1 << 3 * rank)
    if shape not in table or before in table:
        return None
    return tuple(other for other, worth in additions(before) if worth == table[shape])


def _single(found: Sequence[int], tile: int, hand: Hand) -> bool:
    gone = _gone(hand) if hand.visible is None else hand.visible
    return sum(kind == tile or gone[kind] < 4 for kind in found) < 2


def _gone(hand: Hand) -> list[int]:
    counts = [0] * 34
    for laid in hand.sets:
        for kind in laid.tiles:
            counts[kind] += 1
    return counts
