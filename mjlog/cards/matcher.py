"""Mahjong by the card: which lines fourteen tiles are, for how much, what the jokers stand for; else the nearest lines.

The masks of `hand_index` leave few hands, or none; whatever has exposures is then placed group by group. Of the hands
that lack least each is looked at.
Source: docs/do/cards.md#rulings; american/card-1, american/pay-5.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import compress
from typing import NamedTuple

from mjlog.cards.document import Card, ConcreteHand
from mjlog.cards.exposures import Exposure, Placement, Rest, placements, rest_of
from mjlog.cards.hand_index import NATURAL_KINDS, HandIndex, bits
from mjlog.tiles import HAND_TILES, JOKER, UNKNOWN, format_tiles

Counts = Sequence[int]
"""Tiles per kind, jokers at JOKER, flowers at ANY_FLOWER."""

_KINDS = range(NATURAL_KINDS)


@dataclass(frozen=True)
class Match:
    """Fourteen tiles that are a hand of the card.

    `lines`: all lines that they are, by index in card order; `line`: the one that counts, worth `value` points;
    `exposed`: X, else C; `jokerless`: no joker among the fourteen tiles. `hand`: the concrete hand, in which the
    exposures are the groups `placed`; the other tiles are the `concealed` ones, per kind.
    """

    lines: tuple[int, ...]
    line: int
    value: int
    exposed: bool
    jokerless: bool
    hand: ConcreteHand
    placed: Placement = field(repr=False)
    concealed: tuple[int, ...] = field(repr=False)
    exposures: tuple[Exposure, ...] = field(repr=False)
    card: Card = field(repr=False, compare=False)

    @cached_property
    def assignment(self) -> tuple[str, ...]:
        """The tiles of each group of the hand, like `22b Jk`."""
        return assignment(self.hand, self.placed, self.concealed, self.exposures)

    @property
    def label(self) -> str:
        """The label of the line that counts."""
        return self.card.lines[self.line].label

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of all lines that fit, in card order."""
        return tuple(self.card.lines[line].label for line in self.lines)


class Matcher:
    """Matches tiles against the hands of one card. `free`: jokers could stand in every group, pairs and singles too."""

    def __init__(self, card: Card, hands: Sequence[ConcreteHand], index: HandIndex, *, free: bool = False) -> None:
        self._card = card
        self._hands = hands
        self._index = index
        self._free = free

    def fitting(self, counts: Counts, exposures: Sequence[Exposure], among: int) -> int:
        """The hands of a mask that these fourteen tiles may be: exact without exposures, else not too few."""
        if exposures:
            laid = sum(exposure.size for exposure in exposures)
            if sum(counts) + laid != HAND_TILES or counts[UNKNOWN]:
                return 0
            among, exposed = self._index.with_groups(among, exposures)
            for kind in compress(_KINDS, counts):
                among &= self._index.need[kind][counts[kind] + exposed.get(kind, 0)]
            return among
        if sum(counts) != HAND_TILES or counts[UNKNOWN]:
            return 0
        table = self._index.need if self._free else self._index.fits
        for kind in compress(_KINDS, counts):
            among &= table[kind][counts[kind]]
            if not among:
                return 0
        if not self._free:
            for kind, _ in self._index.rigid_kinds:
                if not counts[kind]:
                    among &= self._index.rigid[kind][0]
        return among

    def match(self, fitting: int, counts: Counts, exposures: Sequence[Exposure]) -> Match | None:
        """The ruling among hands that may fit: the line of the highest value, else the first one."""
        # The first hand of every line that the tiles are, and which of its groups are laid open
        first: list[tuple[ConcreteHand, Placement]] = []
        for place in bits(fitting):
            hand = self._hands[place]
            if first and first[-1][0].line == hand.line:
                continue
            for placed in placements(hand.groups, exposures, jokers_anywhere=self._free):
                if covers(counts, rest_of(hand.groups, placed), free=self._free):
                    first.append((hand, placed))
                    break
        if not first:
            return None
        lines = self._card.lines
        hand, placed = max(first, key=lambda each: lines[each[0].line].value)
        line = lines[hand.line]
        return Match(
            lines=tuple(hand.line for hand, _ in first),
            line=hand.line,
            value=line.value,
            exposed=line.exposed,
            jokerless=not counts[JOKER] and not any(exposure.jokers for exposure in exposures),
            hand=hand,
            placed=placed,
            concealed=tuple(counts),
            exposures=tuple(exposures),
            card=self._card,
        )


def covers(counts: Counts, rest: Rest, *, free: bool = False) -> bool:
    """Whether concealed tiles are what is left of a hand: no natural too many, none missing where no joker stands."""
    jokers = counts[JOKER]
    for kind, need in rest.need.items():
        held = counts[kind]
        if held > need or (not free and held < rest.rigid.get(kind, 0)):
            return False
        jokers -= need - held
    return jokers == 0


def assignment(hand: ConcreteHand, placed: Placement, counts: Counts, exposures: Sequence[Exposure]) -> tuple[str, ...]:
    """The tiles of each group: naturals go where no joker stands, then to the others in order; jokers fill the rest."""
    texts = [""] * len(hand.groups)
    for place, exposure in zip(placed, exposures, strict=True):
        texts[place] = laid_text(hand.groups[place].kind, exposure)
    held = list(counts)
    for jokers in (False, True):
        for place, group in enumerate(hand.groups):
            if place not in placed and group.jokers is jokers:
                naturals = min(group.size, held[group.kind])
                held[group.kind] -= naturals
                texts[place] = format_tiles([group.kind] * naturals + [JOKER] * (group.size - naturals))
    return tuple(texts)


def laid_text(kind: int, laid: Exposure) -> str:
    """The tiles of an exposure, the natural ones of this kind."""
    unseen = laid.size - laid.naturals - laid.jokers
    return format_tiles([kind] * laid.naturals + [JOKER] * laid.jokers + [UNKNOWN] * unseen)


def as_concealed(counts: Counts, exposures: Sequence[Exposure]) -> list[int] | None:
    """The tiles as if nothing were laid open; None where a tile of an exposure was not seen."""
    held = list(counts)
    for kind, size, naturals, jokers in exposures:
        if naturals + jokers != size:
            return None
        held[kind] += naturals
        held[JOKER] += jokers
    return held


# -- the lines that a hand is nearest to -----------------------------------------------------------------------------


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
                rest = rest_of(hands[place].groups, placed)
                firm = {kind for kind, need in rest.rigid.items() if need > counts[kind]}
                missing = {kind for kind, need in rest.need.items() if need > counts[kind]}
                rigid = sum(rest.rigid[kind] - counts[kind] for kind in firm)
                flexible = sum(rest.need[kind] - counts[kind] for kind in missing) - rigid
                tiles = rigid + max(0, flexible - counts[JOKER])
                # One more of these makes that less: also a joker, where one may stand.
                kinds = missing | {JOKER} if flexible > counts[JOKER] else firm
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
