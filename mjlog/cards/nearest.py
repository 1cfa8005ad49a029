"""The lines of a score card that a hand is nearest to, and what it lacks of them.

The masks of `hand_index` leave the few hands that lack least; those are looked at one by one. Source:
docs/do/cards.md#rulings; american/card-1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mjlog.cards.document import ConcreteHand
from mjlog.cards.exposures import Exposure, Rest, placements, rest_of
from mjlog.cards.hand_index import NATURAL_KINDS, HandIndex, bits
from mjlog.tiles import HAND_TILES, JOKER


class NearLine(NamedTuple):
    """A line of the card, by its index, and how many `tiles` a hand lacks of it, its jokers put to use.

    `lacks`: the naturals that it does not have, each kind as often as it is lacking; `spare`: the kinds it has no place
    for.
    """

    tiles: int
    line: int
    lacks: tuple[int, ...]
    spare: tuple[int, ...]


NO_LINE = NearLine(99, -1, (), ())
"""What a hand is near to that can be no line."""


def nearest_lines(
    counts: Sequence[int], exposures: Sequence[Exposure], among: int, hands: Sequence[ConcreteHand], index: HandIndex,
    most: int,
) -> list[NearLine]:  # fmt: skip
    """Up to `most` lines, nearest first, each by the hand of it that lacks least."""
    by_line: dict[int, NearLine] = {}
    for lack, places in _by_lack(counts, exposures, among, index):
        for hand in (hands[place] for place in places):
            ways = (rest_of(hand.groups, placed) for placed in placements(hand.groups, exposures))
            near = min((_beside(counts, rest, hand.line) for rest in ways), default=None)
            if near is not None and (hand.line not in by_line or near < by_line[hand.line]):
                by_line[hand.line] = near
        # What was not looked at lacks more than this.
        if sum(near.tiles <= lack for near in by_line.values()) >= most:
            break
    return sorted(by_line.values())[:most]


def lacking(
    counts: Sequence[int], exposures: Sequence[Exposure], among: int, hands: Sequence[ConcreteHand], index: HandIndex,
) -> tuple[int, frozenset[int]]:  # fmt: skip
    """How many tiles a hand lacks of the nearest line, and the kinds of which one more brings it nearer to one.

    All hands of all lines that lack so few count. Of what can be no line it is the number of `NO_LINE`, and no kinds.
    """
    least, wanted = NO_LINE.tiles, set[int]()
    for lack, places in _by_lack(counts, exposures, among, index):
        for place in places:
            for placed in placements(hands[place].groups, exposures):
                tiles, kinds = _wanted(counts, rest_of(hands[place].groups, placed))
                if tiles < least:
                    least, wanted = tiles, set()
                if tiles == least:
                    wanted |= kinds
        if least <= lack:
            break
    return least, frozenset(wanted)


def _by_lack(
    counts: Sequence[int], exposures: Sequence[Exposure], among: int, index: HandIndex
) -> Iterator[tuple[int, Iterator[int]]]:
    """For 0, 1, 2 … tiles that are lacking: the hands that may lack so many, by counting, and were not given before."""
    among, exposed = index.with_groups(among, exposures)
    limits = [counts[kind] + exposed.get(kind, 0) for kind in range(NATURAL_KINDS)]
    looked_at = 0
    for lack in range(HAND_TILES + 1):
        within = index.within(among, limits, min(HAND_TILES, lack + counts[JOKER]))
        yield lack, bits(within & ~looked_at)
        looked_at |= within


def _wanted(counts: Sequence[int], rest: Rest) -> tuple[int, set[int]]:
    """What concealed tiles lack of the rest of a hand, and which kinds make that less: a joker where one may stand."""
    firm = {kind for kind, need in rest.rigid.items() if need > counts[kind]}
    missing = {kind for kind, need in rest.need.items() if need > counts[kind]}
    rigid = sum(rest.rigid[kind] - counts[kind] for kind in firm)
    flexible = sum(rest.need[kind] - counts[kind] for kind in missing) - rigid
    return rigid + max(0, flexible - counts[JOKER]), missing | {JOKER} if flexible > counts[JOKER] else firm


def _beside(counts: Sequence[int], rest: Rest, line: int) -> NearLine:
    """What the concealed tiles lack of the rest of a hand: naturals go first where no joker may stand."""
    rigid = flexible = 0
    lacks: list[int] = []
    for kind, need in rest.need.items():
        missing = max(0, need - counts[kind])
        firm = max(0, rest.rigid.get(kind, 0) - counts[kind])
        rigid += firm
        flexible += missing - firm
        lacks += [kind] * missing
    spare = tuple(kind for kind in range(NATURAL_KINDS) if counts[kind] > rest.need.get(kind, 0))
    return NearLine(rigid + max(0, flexible - counts[JOKER]), line, tuple(sorted(lacks)), spare)
