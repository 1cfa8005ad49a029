"""Which lines a hand may be of which some tiles were not seen: what holds under one assignment at least.

Source: docs/cards.md#rulings; docs/unknown-tiles.md#what-is-concluded.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import NamedTuple

from mjlog.cards.document import ConcreteHand
from mjlog.cards.exposures import Exposure, Rest, placements, rest_of
from mjlog.cards.hand_index import NATURAL_KINDS, HandIndex, bits
from mjlog.tiles import HAND_TILES, JOKER, UNKNOWN


class HalfSeen(NamedTuple):
    """A hand of which some tiles were not seen.

    `counts`: the concealed tiles that were, per kind; `unknown`: how many were not; `left`: how many tiles of each kind
    can be among those.
    """

    counts: Sequence[int]
    unknown: int
    left: Sequence[int]
    exposures: Sequence[Exposure]


def possible_lines(seen: HalfSeen, among: int, hands: Sequence[ConcreteHand], index: HandIndex) -> tuple[int, ...]:
    """The lines of which a hand of the mask can be this one, in card order."""
    laid = sum(exposure.size for exposure in seen.exposures)
    if sum(seen.counts) + seen.unknown + laid != HAND_TILES or seen.counts[UNKNOWN]:
        return ()
    among = _sifted(seen, among, index)
    return tuple(
        number
        for number, mask in enumerate(index.lines)
        if mask & among and any(_can_be(seen, hands[place]) for place in bits(mask & among))
    )


def _sifted(seen: HalfSeen, among: int, index: HandIndex) -> int:
    """The hands that are not ruled out by counting; too many rather than too few."""
    among, exposed = index.with_groups(among, seen.exposures)
    for kind in compress(range(NATURAL_KINDS), seen.counts):
        among &= index.need[kind][seen.counts[kind] + exposed.get(kind, 0)]
    if any(exposure.kind == UNKNOWN for exposure in seen.exposures):
        return among
    limits = [
        min(HAND_TILES, seen.counts[kind] + seen.left[kind] + exposed.get(kind, 0)) for kind in range(NATURAL_KINDS)
    ]
    for kind, _ in index.rigid_kinds:
        among &= index.rigid[kind][limits[kind]]
    return index.within(among, limits, seen.counts[JOKER] + seen.left[JOKER])


def _can_be(seen: HalfSeen, hand: ConcreteHand) -> bool:
    return any(_fills(seen, rest_of(hand.groups, placed)) for placed in placements(hand.groups, seen.exposures))


def _fills(seen: HalfSeen, rest: Rest) -> bool:
    """Whether unseen tiles can complete what is left: as many naturals as must be, no more than can be."""
    fewest = most = known = 0
    for kind, need in rest.need.items():
        held = seen.counts[kind]
        can = held + seen.left[kind]
        rigid = rest.rigid.get(kind, 0)
        if held > need or rigid > can:
            return False
        known += held
        fewest += max(0, rigid - held)
        most += min(need, can) - held
    all_placed = known + seen.counts[JOKER] == sum(seen.counts)
    return all_placed and fewest <= seen.unknown <= most + seen.left[JOKER]
