"""What lies face up, and what can still come: naturals per kind and jokers, as far as the table can tell.

Source: docs/cards.md#rulings; american/tiles-1, american/joker-2.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import sub
from typing import NamedTuple

from mjlog.cards.exposures import Exposure
from mjlog.cards.hand_index import NATURAL_KINDS
from mjlog.cards.tile_set import COPIES
from mjlog.tiles import JOKER, UNKNOWN


class Supply(NamedTuple):
    """What can still come to one player.

    `naturals`: per kind 0 … 42, those that lie nowhere face up. `jokers`: those neither discarded nor standing in an
    exposure. `standing`: kinds, and how many jokers stand for them in exposures, where a natural tile redeems them;
    `loose`: those in other players' exposures of jokers only, which are taken to be redeemable.
    """

    naturals: tuple[int, ...]
    jokers: int
    standing: tuple[tuple[int, int], ...]
    loose: int


def supply(own: Sequence[Exposure], others: Sequence[Exposure], visible: Sequence[int] | None) -> Supply:
    """What can still come, given the player's exposures, those of the others, and the discards per kind."""
    left = list(COPIES)
    if visible is not None:
        left = list(map(sub, COPIES, visible))
        if min(left) < 0:  # a faulty log, or tiles that nobody saw
            left = [max(0, count) for count in left]
    standing: dict[int, int] = {}
    for kind, _, naturals, jokers in (*own, *others):
        left[kind] = max(0, left[kind] - naturals)
        left[JOKER] = max(0, left[JOKER] - jokers)
        if jokers and kind != UNKNOWN:
            standing[kind] = standing.get(kind, 0) + jokers
    loose = sum([laid.jokers for laid in others if laid.kind == UNKNOWN])
    return Supply(tuple(left[:NATURAL_KINDS]), left[JOKER], tuple(standing.items()), loose)
