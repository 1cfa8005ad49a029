"""All concrete hands of a card at once: one mark a hand in a Python integer, so that a question is a few ANDs.

A mask has five bits a hand, and marks it by the highest of them. Masks are kept for "needs at least so many of this
kind", "has at most so many of them in groups that take no jokers" and "holds so many groups of this kind and size"; a
ruling combines the few that matter. The lower bits are room for a sum: adding up what every hand lacks of one kind
after another is one addition a kind, and a sum that is too large runs into the mark. Source:
docs/do/cards.md#rulings.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import getitem

from mjlog.cards.document import ConcreteHand, HandGroup
from mjlog.cards.exposures import SMALLEST_EXPOSED, Exposure
from mjlog.tiles import ANY_FLOWER, HAND_TILES, UNKNOWN

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
