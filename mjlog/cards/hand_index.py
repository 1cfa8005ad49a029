"""All concrete hands of a card at once: one mark a hand in a Python integer, so that a question is a few ANDs.

A mask has five bits a hand, and marks it by the highest of them. Masks are kept for "needs at least so many of this
kind", "has at most so many of them in groups that take no jokers" and "holds so many groups of this kind and size"; a
ruling combines the few that matter. The lower bits are room for a sum: adding up what every hand lacks of one kind
after another is one addition a kind, and a sum that is too large runs into the mark. Source:
docs/do/cards.md#rulings.

Mahjong by the card: which lines fourteen tiles are, for how much, and what the jokers stand for.

The masks leave few hands, or none; whatever has exposures is then placed group by group.
Source: docs/do/cards.md#rulings; american/card-1, american/pay-5.

The lines of a score card that a hand is nearest to, and what it lacks of them.

The masks leave the few hands that lack least; those are looked at one by one. Source:
docs/do/cards.md#rulings; american/card-1.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import compress
from operator import getitem
from typing import NamedTuple

from mjlog.cards.document import Card, ConcreteHand, HandGroup
from mjlog.cards.exposures import SMALLEST_EXPOSED, Exposure, Placement, Rest, placements, rest_of
from mjlog.tiles import ANY_FLOWER, HAND_TILES, JOKER, UNKNOWN, format_tiles

NATURAL_KINDS = ANY_FLOWER + 1
"""Kinds 0 … 42: all that are neither jokers nor unknown."""

Masks = tuple[int, ...]
Held = Mapping[tuple[int, int], Masks]
"""Per kind and size: the hands with at least 0, 1, 2 … such groups."""

_WIDTH = HAND_TILES.bit_length() + 1
_MARK = 1 << (_WIDTH - 1)
_MARKED = ord("g")
"""The digit of a hand that is marked: 16, written to the base 32."""


class HandIndex:
    """Masks over concrete hands, which stand in the order of their lines.

    `need[kind][n]`: hands that want at least n. `rigid[kind][n]`: hands with at most n where no joker stands.
    `fits[kind][n]`: both. `flexible`, `firm`: groups of three or more that take jokers, or none; `whole`: both.
    `lines`: hands per line of the card. `rigid_kinds`: kinds that some hand wants where no joker stands, and how many
    of them at most.
    """

    __slots__ = (
        "_all_ones", "_beyond", "all", "firm", "fits", "flexible", "lines", "need", "rigid", "rigid_kinds", "whole",
    )  # fmt: skip

    def __init__(self, hands: Sequence[ConcreteHand], lines: int) -> None:
        self.all = _every(len(hands))
        self._all_ones = self.all // _MARK
        places: list[list[int]] = [[] for _ in range(lines)]
        for place, hand in enumerate(hands):
            places[hand.line].append(place)
        self.lines = tuple(_mask(each, len(hands)) for each in places)
        self.need = _at_least(hands, lambda group: True)
        self.rigid = tuple(
            tuple(self.all & ~mask if mask else self.all for mask in (*masks[1:], 0))
            for masks in _at_least(hands, lambda g: not g.jokers)
        )
        self.fits = tuple(
            tuple(need & rigid for need, rigid in zip(*both, strict=True))
            for both in zip(self.need, self.rigid, strict=True)
        )
        self._beyond = tuple(
            tuple(sum(masks[count + 1 :]) // _MARK for count in range(HAND_TILES + 1)) for masks in self.need
        )
        most = [sum(mask != self.all for mask in masks) for masks in self.rigid]
        self.rigid_kinds = tuple((kind, count) for kind, count in enumerate(most) if count)
        self.flexible = _holding(hands, lambda group: group.jokers)
        self.firm = _holding(hands, lambda group: not group.jokers)
        self.whole = _holding(hands, lambda group: True)

    def with_groups(self, among: int, exposures: Sequence[Exposure]) -> tuple[int, dict[int, int]]:
        """The hands that have a group of the kind and size of every exposure, whether jokers may stand in it or not.

        Also gives the exposed tiles per kind. Exposures of jokers only, which fit any kind, are not looked at.
        """
        exposed: dict[int, int] = {}
        alike: dict[tuple[int, int], int] = {}
        for kind, size, _, _ in exposures:
            if kind == UNKNOWN:
                continue
            exposed[kind] = exposed.get(kind, 0) + size
            number = alike[kind, size] = alike.get((kind, size), 0) + 1
            among &= at_count(self.whole, kind, size, number)
        return among, exposed

    def within(self, alive: int, limits: Sequence[int], most: int) -> int:
        """Those hands that want at most `most` tiles beyond the limit of each kind, all kinds added up."""
        if most >= HAND_TILES:
            return alive
        sums = sum(map(getitem, self._beyond, limits), self._all_ones * (_MARK - 1 - most))
        return alive & ~sums  # a sum above `most` has reached the mark of its hand


def at_count(held: Held, kind: int, size: int, number: int) -> int:
    """The hands that hold so many groups of a kind and size."""
    masks = held.get((kind, size), (-1,))
    return masks[number] if number < len(masks) else 0


def bits(mask: int) -> Iterator[int]:
    """The hands of a mask, from the first on.

    >>> list(bits(0b_10000_00000_10000))
    [0, 2]
    """
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() // _WIDTH - 1
        mask ^= lowest


def _mask(places: Iterable[int], room: int) -> int:
    # The bits of a hand are a digit of a number to the base 32; the first hand is the last digit.
    digits = bytearray(b"0") * (room + 1)
    for place in places:
        digits[-1 - place] = _MARKED
    return int(digits, 1 << _WIDTH)


def _every(hands: int) -> int:
    return _mask(range(hands), hands)


def _at_least(hands: Sequence[ConcreteHand], counts: Callable[[HandGroup], bool]) -> tuple[Masks, ...]:
    """Per kind, for 0 … 14: the hands with at least so many tiles of it, in the groups that count."""
    places: list[list[list[int]]] = [[[] for _ in range(HAND_TILES)] for _ in range(NATURAL_KINDS)]
    for place, hand in enumerate(hands):
        tiles: dict[int, int] = {}
        for group in hand.groups:
            if counts(group):
                kind, size, _ = group
                before = tiles.get(kind, 0)
                tiles[kind] = before + size
                for row in places[kind][before : before + size]:
                    row.append(place)
    every, room = _every(len(hands)), len(hands)
    return tuple((every, *[_mask(row, room) if row else 0 for row in rows]) for rows in places)


def _holding(hands: Sequence[ConcreteHand], counts: Callable[[HandGroup], bool]) -> Held:
    places: defaultdict[tuple[int, int], list[list[int]]] = defaultdict(list)
    for place, hand in enumerate(hands):
        held: dict[tuple[int, int], int] = {}
        for group in hand.groups:
            kind, size, _ = group
            if size >= SMALLEST_EXPOSED and counts(group):
                before = held.get((kind, size), 0)
                held[kind, size] = before + 1
                rows = places[kind, size]
                if before == len(rows):
                    rows.append([])
                rows[before].append(place)
    every, room = _every(len(hands)), len(hands)
    return {key: (every, *[_mask(row, room) for row in rows]) for key, rows in places.items()}


# -- matching ---------------------------------------------------------------------------------------------------------


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
            return self._with_exposures(counts, exposures, among)
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

    def _with_exposures(self, counts: Counts, exposures: Sequence[Exposure], among: int) -> int:
        laid = sum(exposure.size for exposure in exposures)
        if sum(counts) + laid != HAND_TILES or counts[UNKNOWN]:
            return 0
        among, exposed = self._index.with_groups(among, exposures)
        need = self._index.need
        for kind in compress(_KINDS, counts):
            among &= need[kind][counts[kind] + exposed.get(kind, 0)]
            if not among:
                return 0
        return among

    def match(self, fitting: int, counts: Counts, exposures: Sequence[Exposure]) -> Match | None:
        """The ruling among hands that may fit: the line of the highest value, else the first one."""
        found = self._first_of_lines(fitting, counts, exposures)
        if not found:
            return None
        lines = self._card.lines
        hand, placed = max(found, key=lambda each: lines[each[0].line].value)
        line = lines[hand.line]
        return Match(
            lines=tuple(hand.line for hand, _ in found),
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

    def _first_of_lines(
        self, fitting: int, counts: Counts, exposures: Sequence[Exposure]
    ) -> list[tuple[ConcreteHand, Placement]]:
        """The first hand of every line that the tiles are, and which of its groups are laid open."""
        found: list[tuple[ConcreteHand, Placement]] = []
        for place in bits(fitting):
            hand = self._hands[place]
            if found and found[-1][0].line == hand.line:
                continue
            placed = self._placed(hand, counts, exposures)
            if placed is not None:
                found.append((hand, placed))
        return found

    def _placed(self, hand: ConcreteHand, counts: Counts, exposures: Sequence[Exposure]) -> Placement | None:
        for placed in placements(hand.groups, exposures, jokers_anywhere=self._free):
            if covers(counts, rest_of(hand.groups, placed), free=self._free):
                return placed
        return None


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
        texts[place] = _laid_text(hand.groups[place].kind, exposure)
    held = list(counts)
    for jokers in (False, True):
        for place, group in enumerate(hand.groups):
            if place not in placed and group.jokers is jokers:
                naturals = min(group.size, held[group.kind])
                held[group.kind] -= naturals
                texts[place] = format_tiles([group.kind] * naturals + [JOKER] * (group.size - naturals))
    return tuple(texts)


def _laid_text(kind: int, laid: Exposure) -> str:
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


# -- the nearest hands ------------------------------------------------------------------------------------------------


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
    among, exposed = index.with_groups(among, exposures)
    limits = [counts[kind] + exposed.get(kind, 0) for kind in range(NATURAL_KINDS)]
    found: dict[int, NearLine] = {}
    looked_at = 0
    for lack in range(HAND_TILES + 1):
        within = index.within(among, limits, min(HAND_TILES, lack + counts[JOKER]))
        for place in bits(within & ~looked_at):
            hand = hands[place]
            near = min(_near(counts, exposures, hand), default=None)
            if near is not None and (hand.line not in found or near < found[hand.line]):
                found[hand.line] = near
        looked_at |= within
        # What was not looked at lacks more than this.
        if sum(near.tiles <= lack for near in found.values()) >= most:
            break
    return sorted(found.values())[:most]


def lacking(
    counts: Sequence[int], exposures: Sequence[Exposure], among: int, hands: Sequence[ConcreteHand], index: HandIndex,
) -> tuple[int, frozenset[int]]:  # fmt: skip
    """How many tiles a hand lacks of the nearest line, and the kinds of which one more brings it nearer to one.

    All hands of all lines that lack so few count. Of what can be no line it is the number of `NO_LINE`, and no kinds.
    """
    among, exposed = index.with_groups(among, exposures)
    limits = [counts[kind] + exposed.get(kind, 0) for kind in range(NATURAL_KINDS)]
    looked_at, least, wanted = 0, NO_LINE.tiles, set[int]()
    for lack in range(HAND_TILES + 1):
        within = index.within(among, limits, min(HAND_TILES, lack + counts[JOKER]))
        for place in bits(within & ~looked_at):
            for placed in placements(hands[place].groups, exposures):
                tiles, kinds = _wanted(counts, rest_of(hands[place].groups, placed))
                if tiles < least:
                    least, wanted = tiles, set()
                if tiles == least:
                    wanted |= kinds
        looked_at |= within
        if least <= lack:
            break
    return least, frozenset(wanted)


def _wanted(counts: Sequence[int], rest: Rest) -> tuple[int, set[int]]:
    """What concealed tiles lack of the rest of a hand, and which kinds make that less: a joker where one may stand."""
    firm = {kind for kind, need in rest.rigid.items() if need > counts[kind]}
    missing = {kind for kind, need in rest.need.items() if need > counts[kind]}
    rigid = sum(rest.rigid[kind] - counts[kind] for kind in firm)
    flexible = sum(rest.need[kind] - counts[kind] for kind in missing) - rigid
    return rigid + max(0, flexible - counts[JOKER]), missing | {JOKER} if flexible > counts[JOKER] else firm


def _near(counts: Sequence[int], exposures: Sequence[Exposure], hand: ConcreteHand) -> Iterator[NearLine]:
    for placed in placements(hand.groups, exposures):
        yield _beside(counts, rest_of(hand.groups, placed), hand.line)


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
