"""What a player of the American game can build: the hands of the card, and how far some tiles are from each.

A card stands for thousands of hands. Which of them have the most tiles in common with a rack is one sum of long
integers, a byte a hand; only those are looked at one by one.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from typing import NamedTuple

from mjlog.cards.document import COPIES, ConcreteHand, HandGroup
from mjlog.cards.exposures import SMALLEST_EXPOSED, Exposure, placements, rest_of
from mjlog.cards.rulings import Rulings
from mjlog.tiles import HAND_TILES, JOKER

_LEVELS = 4
"""Hands with so many tiles less in common than the nearest ones are not looked at."""
_PATTERNS = tuple(re.compile(re.escape(bytes((level,)))) for level in range(HAND_TILES + 1))
_RARE = (0.0, 2.6, 1.6, 1.25, 1.1, 1.1, 1.0, 1.0, 1.0)
"""What one tile more costs that no joker stands for, by how many of it can still come."""
_CALLED, _DRAWN, _JOKER_ONLY = 0.7, 1.0, 1.3
"""What a tile of a group costs where groups may be called, where not, and more where only jokers are left for it."""


class Need(NamedTuple):
    """How many tiles of a kind a hand wants concealed, how many of them no joker stands for, how many there are."""

    kind: int
    wanted: int
    rigid: int
    copies: int


class CardGoal(NamedTuple):
    """A hand of the card beside what lies exposed already.

    `number`: of the hand among those of the card; `line`: its line, `value` in points; `open`: X, else C. `groups`:
    those that are still concealed; `needs`: their tiles.
    """

    number: int
    line: int
    value: int
    open: bool
    groups: tuple[HandGroup, ...]
    needs: tuple[Need, ...]


class Distance(NamedTuple):
    """How far tiles are from a goal. `steps`: tiles lacking, `places`: those of them where jokers could stand.

    `cost`: the same weighed by how hard each tile is to come by.
    """

    steps: int
    places: int
    cost: float


def distance(goal: CardGoal, held: Sequence[int], visible: Sequence[int]) -> Distance | None:
    """How far concealed tiles are from a goal; None where tiles that it must have lie open already."""
    lacking = 0
    cost = 0.0
    places = 0
    for kind, wanted, rigid, copies in goal.needs:
        have = held[kind]
        if have >= wanted:
            continue
        left = copies - visible[kind] - have
        short = rigid - have
        if short > 0:
            if short > left:
                return None
            lacking += short
            cost += short * _RARE[left]
            places += wanted - rigid
            more = wanted - rigid - (left - short)
        else:
            places += wanted - have
            more = wanted - have - left
        if more > 0:
            cost += more * _JOKER_ONLY
    by_groups = max(0, places - held[JOKER])
    return Distance(lacking + by_groups, places, cost + by_groups * (_CALLED if goal.open else _DRAWN))


class CardGoals:
    """All hands of a card. `sections`: where the hands of each begin and end."""

    def __init__(self, rulings: Rulings) -> None:
        self.rulings = rulings
        self.hands = rulings.hands
        self._lines = rulings.card.lines
        self.sections = _runs([self._lines[hand.line].section for hand in self.hands])
        self._shared = _shared(self.hands)
        self._holding = _holding(self.hands, [line.exposed for line in self._lines])
        self._whole: dict[int, CardGoal] = {}

    def common(self, counts: Sequence[int]) -> bytes:
        """For every hand of the card, a byte each: how many of these tiles it wants, jokers aside."""
        total = 0
        for kind, rows in self._shared.items():
            if counts[kind]:
                total += rows[min(counts[kind], len(rows) - 1)]
        return total.to_bytes(len(self.hands), "little")

    def near(self, counts: Sequence[int], number: int, within: tuple[int, int] | None = None) -> list[int]:
        """About so many hands that have the most tiles in common with these, of a stretch of the card."""
        begin, end = within or (0, len(self.hands))
        stretch = self.common(counts)[begin:end]
        best = max(stretch, default=0)
        numbers: list[int] = []
        for level in range(best, max(best - _LEVELS, -1), -1):
            places = [begin + match.start() for match in _PATTERNS[level].finditer(stretch)]
            wanted = number - len(numbers)
            if len(places) > wanted:
                # Not the first ones: they are spread over the stretch.
                places = [places[index * len(places) // wanted] for index in range(wanted)]
            numbers += places
            if len(numbers) >= number:
                break
        return numbers

    def with_exposed(self, counts: Sequence[int], exposures: Sequence[Exposure], number: int) -> list[int]:
        """So many hands with these groups, those that have the most tiles in common with all of a player's."""
        holding = [self._holding.get((exposure.kind, exposure.size), frozenset()) for exposure in exposures]
        common = self.common(counts)
        fitting = sorted(frozenset.intersection(*holding), key=lambda place: (-common[place], place))
        return fitting[:number]

    def goal(self, number: int, exposures: Sequence[Exposure] = ()) -> CardGoal | None:
        """A hand of the card as a goal beside these exposures; None where they are no groups of it."""
        if exposures:
            hand = self.hands[number]
            placed = next(placements(hand.groups, exposures), None)
            if placed is None or not self._lines[hand.line].exposed:
                return None
            return self._of_groups(number, tuple(g for place, g in enumerate(hand.groups) if place not in placed))
        if number not in self._whole:
            self._whole[number] = self._of_groups(number, self.hands[number].groups)
        return self._whole[number]

    def without(self, goal: CardGoal, group: HandGroup) -> CardGoal:
        """The same goal when one of its groups has been called."""
        groups = list(goal.groups)
        groups.remove(group)
        return self._of_groups(goal.number, tuple(groups))

    def _of_groups(self, number: int, groups: tuple[HandGroup, ...]) -> CardGoal:
        hand = self.hands[number]
        line, rest = self._lines[hand.line], rest_of(groups, ())
        needs = tuple(Need(kind, count, rest.rigid.get(kind, 0), COPIES[kind]) for kind, count in rest.need.items())
        return CardGoal(number, hand.line, line.value, line.exposed, groups, needs)


@functools.lru_cache(maxsize=8)
def goals_of(rulings: Rulings) -> CardGoals:
    """The goals that a card offers; of the cards used last the same object again."""
    return CardGoals(rulings)


def _runs(values: Sequence[int]) -> list[tuple[int, int]]:
    """Where the values that follow one another unchanged begin and end.

    >>> _runs([0, 0, 3, 3, 3])
    [(0, 2), (2, 5)]
    """
    begins = [place for place, value in enumerate(values) if not place or values[place - 1] != value]
    return list(zip(begins, [*begins[1:], len(values)], strict=True))


def _shared(hands: Sequence[ConcreteHand]) -> dict[int, list[int]]:
    """Per kind, for 0, 1, 2 … tiles of it: a byte a hand, how many of these the hand wants."""
    wanted: dict[int, dict[int, int]] = {}
    for place, hand in enumerate(hands):
        for kind, size, _ in hand.groups:
            of_kind = wanted.setdefault(kind, {})
            of_kind[place] = of_kind.get(place, 0) + size
    return {kind: _rows(places, len(hands)) for kind, places in sorted(wanted.items())}


def _rows(wanted: dict[int, int], hands: int) -> list[int]:
    rows = []
    for count in range(max(wanted.values()) + 1):
        row = bytearray(hands)
        for place, want in wanted.items():
            row[place] = min(want, count)
        rows.append(int.from_bytes(row, "little"))
    return rows


def _holding(hands: Sequence[ConcreteHand], exposed: Sequence[bool]) -> dict[tuple[int, int], frozenset[int]]:
    """Per kind and size: the hands of X lines with such a group."""
    kinds_by_group: dict[tuple[int, int], set[int]] = {}
    for place, hand in enumerate(hands):
        for kind, size, _ in hand.groups if exposed[hand.line] else ():
            if size >= SMALLEST_EXPOSED:
                kinds_by_group.setdefault((kind, size), set()).add(place)
    return {key: frozenset(places) for key, places in kinds_by_group.items()}
