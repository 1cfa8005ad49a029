"""What the lines of a card stand for: every concrete hand, in a fixed order, each once.

The order: alternatives and choices as written, numbers upward, suits bam crak dot, dragons and winds in the order of
the tile codes; among several numbers, colours, dragons or winds the one printed first counts most. A hand that the set
of tiles cannot make is left out, and so is one with the same groups as a hand before it on the line. Source:
docs/do/cards.md#what-a-line-stands-for.

A printed group of tiles alike is one place for tiles, a mixed group is one a tile. Source: docs/do/cards.md#groups.
Symbols that stand in like places (two pairs of any wind; two pungs of a free number in one colour) take their tiles in
ascending order only: exchanging them gives the same hand. Source: docs/do/cards.md#conditions.
"""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from typing import NamedTuple, TypeAlias

from mjlog.cards.checks import is_mixed
from mjlog.cards.conditions import (
    DIFFERENT_DRAGONS,
    DIFFERENT_WINDS,
    FREE,
    LIKE,
    NO_JOKERS,
    RUN,
    SAME_DRAGON,
    SAME_WIND,
    SUITS,
    named,
)
from mjlog.cards.document import COPIES, JOKERS, Card, ConcreteHand, Condition, Group, HandGroup, Part, ways_of
from mjlog.cards.exposures import rest_of
from mjlog.tiles import ANY_FLOWER, FIRST_BONUS, FIRST_DRAGON, FIRST_HONOR

Suits: TypeAlias = Mapping[str, int]
"""The suit (0 bam, 1 crak, 2 dot) of each printed colour."""

_RANKS = tuple(range(1, 10))
_PARITY = {"odd": 1, "even": 0}
_TILES = {"D": tuple(range(FIRST_DRAGON, FIRST_BONUS)), "Z": tuple(range(FIRST_HONOR, FIRST_DRAGON))}
_SAME = {"D": SAME_DRAGON, "Z": SAME_WIND}
_DIFFERENT = {"D": DIFFERENT_DRAGONS, "Z": DIFFERENT_WINDS}


_SMALLEST_WITH_JOKERS = 3


class Slot(NamedTuple):
    """Tiles alike of a printed group: a whole group, or one tile of a mixed one.

    `group`: the number of the printed group; within it the same symbol is the same tile.
    """

    symbol: str
    colour: str
    pinned: bool
    size: int
    jokers: bool
    group: int


def slots_of(groups: Sequence[Group], jokers: bool) -> tuple[Slot, ...]:
    """The groups of a hand, mixed ones tile by tile. `jokers`: whether any may stand in this hand."""
    slots: list[Slot] = []
    for number, group in enumerate(groups):
        size = 1 if is_mixed(group) else len(group.symbols)
        takes = jokers and size >= _SMALLEST_WITH_JOKERS and not group.natural
        symbols = group.symbols if is_mixed(group) else group.symbols[0]
        slots += [Slot(symbol, group.colour, group.pinned, size, takes, number) for symbol in symbols]
    return tuple(slots)


def coloured_dragons(slots: Sequence[Slot]) -> list[str]:
    """The colour of each group of dragons that has one."""
    return list({slot.group: slot.colour for slot in slots if slot.symbol == "D" and slot.colour}.values())


def numbers_of(slots: Sequence[Slot], conditions: Sequence[Condition]) -> Iterator[dict[str, int]]:
    """What the printed numbers stand for, upward; pinned ones (`=`) are not among them."""
    printed = list(dict.fromkeys(slot.symbol for slot in slots if slot.symbol in "123456789" and not slot.pinned))
    run = named(conditions, RUN) or named(conditions, LIKE)
    if not printed or (run is None and named(conditions, FREE) is None):
        yield {number: int(number) for number in printed}
    elif run is not None:
        # All numbers move by the same step; `like` is the shift of a single one.
        first, last = int(min(printed)), int(max(printed))
        for step in range(1 - first, 10 - last):
            moved = {number: int(number) + step for number in printed}
            if not run.parity or all(rank % 2 == _PARITY[run.parity] for rank in moved.values()):
                yield moved
    else:
        # Numbers that stand in the same places can be exchanged.
        loose = [slot for slot in slots if not slot.pinned]
        roles = [
            tuple(sorted((slot.colour, slot.size, slot.jokers) for slot in loose if slot.symbol == number))
            for number in printed
        ]
        for ranks in assignments(roles, _RANKS, distinct=True):
            yield dict(zip(printed, ranks, strict=True))


def suits_of(slots: Sequence[Slot], conditions: Sequence[Condition]) -> Iterator[dict[str, int]]:
    """The suits of the colours: different ones, unless `(any 1 or 2 suits)` says that fewer will do."""
    colours = list(dict.fromkeys(slot.colour for slot in slots if slot.colour))
    relaxed = named(conditions, SUITS)
    counts = {len(colours)}
    if relaxed is not None and len(relaxed.suits) > 1:
        counts = {min(count, len(colours)) for count in relaxed.suits}
    for suits in product(range(3), repeat=len(colours)):
        if len(set(suits)) in counts:
            yield dict(zip(colours, suits, strict=True))


def dragons_or_winds(
    symbol: str, slots: Sequence[Slot], conditions: Sequence[Condition], coloured: Sequence[int]
) -> Iterator[dict[int, int]]:
    """The dragon (or wind) of each group that leaves it open; `coloured`: the dragons of groups that have a suit."""
    groups = list(dict.fromkeys(slot.group for slot in slots if slot.symbol == symbol and not slot.colour))
    same = named(conditions, _SAME[symbol]) is not None
    different = named(conditions, _DIFFERENT[symbol]) is not None
    roles = [
        tuple((slot.size, slot.jokers) for slot in slots if slot.group == group and slot.symbol == symbol)
        for group in groups
    ]
    for tiles in assignments(roles, _TILES[symbol], distinct=different, alike=same):
        kinds = {*coloured, *tiles}
        if (not same or len(kinds) <= 1) and (not different or len(kinds) == len(coloured) + len(tiles)):
            yield dict(zip(groups, tiles, strict=True))


def assignments(
    roles: Sequence[Hashable], values: Sequence[int], *, distinct: bool, alike: bool = False
) -> Iterator[tuple[int, ...]]:
    """A value for each role, in ascending order; roles that are equal take ascending values.

    >>> list(assignments(["pair", "pair"], (1, 2), distinct=False))
    [(1, 1), (1, 2), (2, 2)]
    >>> list(assignments(["pair", "pung"], (1, 2), distinct=True))
    [(1, 2), (2, 1)]
    """
    if alike:
        yield from ((value,) * len(roles) for value in (values if roles else values[:1]))
        return
    yield from _assigned((), roles, values, distinct)


def _assigned(
    taken: tuple[int, ...], roles: Sequence[Hashable], values: Sequence[int], distinct: bool
) -> Iterator[tuple[int, ...]]:
    if len(taken) == len(roles):
        yield taken
        return
    role = roles[len(taken)]
    least = max((value for value, before in zip(taken, roles, strict=False) if before == role), default=0)
    for value in values:
        if value >= least and not (distinct and value in taken):
            yield from _assigned((*taken, value), roles, values, distinct)


# -- the hands of a line ---------------------------------------------------------------------------------------------


MOST_TRIALS = 20_000
"""Ways to read one line that are tried; a line that has more is left out of the card, and the linter says so."""
MOST_TRIALS_OF_CARD = 100_000
"""The same for a whole card: twenty times what the largest known card needs."""

_FIXED = {"F": ANY_FLOWER, "0": FIRST_DRAGON + 2, "R": FIRST_DRAGON, "G": FIRST_DRAGON + 1}
_FIXED |= {wind: FIRST_HONOR + index for index, wind in enumerate("ESWN")}
_DRAGON_OF_SUIT = (FIRST_DRAGON + 1, FIRST_DRAGON, FIRST_DRAGON + 2)
"""Bam goes with green, crak with red, dot with soap (american/card-3)."""


@dataclass(slots=True)
class PartHands:
    """What a part of a line stands for: its hands, and the groups of the first one that the tiles cannot make.

    `repeats`: some of its hands were those of a part, or of a choice, before.
    """

    hands: list[tuple[HandGroup, ...]] = field(default_factory=list)
    impossible: tuple[HandGroup, ...] | None = None
    repeats: bool = False


@dataclass(slots=True)
class LineHands:
    """What a line stands for. `excess`: what it is too much of, then it has no hands.

    `beyond`: the card was full with the lines before it, or with this one.
    """

    hands: tuple[ConcreteHand, ...]
    parts: tuple[PartHands, ...] = ()
    excess: str = ""
    beyond: bool = False


def expand(card: Card) -> tuple[ConcreteHand, ...]:
    """Every hand that a card stands for, in the order of the card.

    >>> from mjlog.cards.reading import parse_card
    >>> len(expand(parse_card("id larch\\n[All]\\na1: FFFF 11111r 22222r (run) 40 X")))
    24
    """
    return tuple(hand for line in expansions(card) for hand in line.hands)


def expansions(card: Card) -> Iterator[LineHands]:
    """What each line stands for, line by line."""
    trials = _Trials(MOST_TRIALS_OF_CARD)
    for index, line in enumerate(card.lines):
        trials.begin()
        seen: set[Hashable] = set()
        try:
            parts = tuple(_part_hands(part, (*line.conditions, *part.conditions), seen, trials) for part in line.parts)
        except _TooManyError as excess:
            yield LineHands((), excess=str(excess), beyond=trials.left < 0)
            continue
        yield LineHands(tuple(ConcreteHand(index, groups) for part in parts for groups in part.hands), parts)


class _TooManyError(Exception):
    """More ways to read a line than are tried; the message says of what there are too many."""


class _Trials:
    """Counts the ways that were tried, of a line and of the whole card."""

    def __init__(self, left: int) -> None:
        self.left = left
        self.of_line = 0

    def begin(self) -> None:
        """A new line."""
        self.of_line = 0

    def count(self, more: int = 1) -> None:
        """So many more ways are tried.

        Raises:
            _TooManyError: it is one too many.
        """
        self.of_line += more
        self.left -= more
        if self.of_line > MOST_TRIALS:
            raise _TooManyError(f"more than {MOST_TRIALS} hands")
        if self.left < 0:
            raise _TooManyError(f"more hands than a card may: {MOST_TRIALS_OF_CARD} with the lines before it")


def _part_hands(part: Part, conditions: Sequence[Condition], seen: set[Hashable], trials: _Trials) -> PartHands:
    parts_made = PartHands()
    for groups in itertools.product(*(ways_of(item) for item in part.items)):
        slots = slots_of(list(itertools.chain.from_iterable(groups)), named(conditions, NO_JOKERS) is None)
        for hand in _readings(slots, conditions, trials):
            if not can_be_made(hand):
                parts_made.impossible = parts_made.impossible or hand
            elif (key := tuple(sorted(hand))) in seen:
                parts_made.repeats = True
            else:
                seen.add(key)
                parts_made.hands.append(hand)
    return parts_made


def _readings(
    slots: Sequence[Slot], conditions: Sequence[Condition], trials: _Trials
) -> Iterator[tuple[HandGroup, ...]]:
    """Every way to read the symbols, in order: numbers, then suits, dragons, winds."""
    colours = []
    for suits in suits_of(slots, conditions):
        # What the dragons without a colour can be, given the suits of the others.
        coloured = [_DRAGON_OF_SUIT[suits[colour]] for colour in coloured_dragons(slots)]
        colours.append((suits, list(dragons_or_winds("D", slots, conditions, coloured))))
    every_winds = list(dragons_or_winds("Z", slots, conditions, []))
    for numbers in numbers_of(slots, conditions):
        for suits, every_dragons in colours:
            trials.count()  # also where no dragons or winds fit
            for tried, (dragons, winds) in enumerate(itertools.product(every_dragons, every_winds)):
                trials.count(1 if tried else 0)
                yield tuple(
                    [_group(_kind(slot, numbers, suits, dragons, winds), slot.size, slot.jokers) for slot in slots]
                )


@lru_cache(maxsize=4096)
def _group(kind: int, size: int, jokers: bool) -> HandGroup:
    """One group, the same object for all hands that have it: a card has thousands of hands, and few hundred groups."""
    return HandGroup(kind, size, jokers)


def _kind(
    slot: Slot, numbers: Mapping[str, int], suits: Suits, dragons: Mapping[int, int], winds: Mapping[int, int]
) -> int:
    symbol = slot.symbol
    if symbol in _FIXED:
        return _FIXED[symbol]
    if symbol == "D":
        return _DRAGON_OF_SUIT[suits[slot.colour]] if slot.colour else dragons[slot.group]
    if symbol == "Z":
        return winds[slot.group]
    rank = int(symbol) if slot.pinned else numbers[symbol]
    return suits[slot.colour] * 9 + rank - 1


def can_be_made(hand: Sequence[HandGroup]) -> bool:
    """Whether the set holds the tiles: so many alike where no joker may stand, and jokers enough for the rest."""
    need, rigid = rest_of(hand, ())
    return all(count <= COPIES[kind] for kind, count in rigid.items()) and jokers_needed(need) <= JOKERS


def jokers_needed(need: Mapping[int, int]) -> int:
    """How many jokers stand for what the set has not enough of."""
    return sum([count - COPIES[kind] for kind, count in need.items() if count > COPIES[kind]])
