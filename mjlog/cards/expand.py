"""What the lines of a card stand for: every concrete hand, in a fixed order, each once.

The order: alternatives and choices as written, numbers upward, suits bam crak dot, dragons and winds in the order of
the tile codes; among several numbers, colours, dragons or winds the one printed first counts most. A hand that the set
of tiles cannot make is left out, and so is one with the same groups as a hand before it on the line. Source:
docs/do/cards.md#what-a-line-stands-for.

The places of a hand that tiles go to: a printed group of tiles alike is one, a mixed group is one a tile.

What the numbers, colours, dragons and winds of a hand can stand for together.

Symbols that stand in like places (two pairs of any wind; two pungs of a free number in one colour) take their tiles in
ascending order only: exchanging them gives the same hand. Source: docs/do/cards.md#conditions.

Source: docs/do/cards.md#groups.
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
from mjlog.cards.document import (
    COPIES,
    JOKERS,
    Card,
    CardLine,
    Choice,
    ConcreteHand,
    Condition,
    Group,
    HandGroup,
    Item,
    Part,
)
from mjlog.errors import CardError
from mjlog.tiles import ANY_FLOWER, FIRST_BONUS, FIRST_DRAGON, FIRST_HONOR

# -- assigned suits ---------------------------------------------------------------------------------------------------


Suits: TypeAlias = Mapping[str, int]
"""The suit (0 bam, 1 crak, 2 dot) of each printed colour."""

_RANKS = tuple(range(1, 10))
_PARITY = {"odd": 1, "even": 0}
_TILES = {"D": tuple(range(FIRST_DRAGON, FIRST_BONUS)), "Z": tuple(range(FIRST_HONOR, FIRST_DRAGON))}
_SAME = {"D": SAME_DRAGON, "Z": SAME_WIND}
_DIFFERENT = {"D": DIFFERENT_DRAGONS, "Z": DIFFERENT_WINDS}


def numbers_of(slots: Sequence[Slot], conditions: Sequence[Condition]) -> Iterator[dict[str, int]]:
    """What the printed numbers stand for, upward; pinned ones (`=`) are not among them."""
    printed = list(dict.fromkeys(slot.symbol for slot in slots if slot.symbol in "123456789" and not slot.pinned))
    run = named(conditions, RUN) or named(conditions, LIKE)
    if not printed or (run is None and named(conditions, FREE) is None):
        yield {number: int(number) for number in printed}
    elif run is not None:
        yield from _shifted([int(number) for number in printed], run.parity)
    else:
        roles = [_role(slots, number) for number in printed]
        for ranks in assignments(roles, _RANKS, distinct=True):
            yield dict(zip(printed, ranks, strict=True))


def _shifted(printed: Sequence[int], parity: str) -> Iterator[dict[str, int]]:
    """All numbers moved by the same step; `like` is the shift of a single one."""
    for step in range(1 - min(printed), 10 - max(printed)):
        moved = {str(number): number + step for number in printed}
        if not parity or all(rank % 2 == _PARITY[parity] for rank in moved.values()):
            yield moved


def _role(slots: Sequence[Slot], number: str) -> Hashable:
    """Where a number stands: numbers with the same role can be exchanged."""
    return tuple(
        sorted((slot.colour, slot.size, slot.jokers) for slot in slots if slot.symbol == number and not slot.pinned)
    )


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
    roles = [_places(slots, symbol, group) for group in groups]
    for tiles in assignments(roles, _TILES[symbol], distinct=different, alike=same):
        if _agree((*coloured, *tiles), same, different):
            yield dict(zip(groups, tiles, strict=True))


def _places(slots: Sequence[Slot], symbol: str, group: int) -> Hashable:
    return tuple((slot.size, slot.jokers) for slot in slots if slot.group == group and slot.symbol == symbol)


def _agree(tiles: Sequence[int], same: bool, different: bool) -> bool:
    kinds = len(set(tiles))
    return (not same or kinds <= 1) and (not different or kinds == len(tiles))


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


# -- slots ------------------------------------------------------------------------------------------------------------


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


def ways_of(item: Item) -> tuple[tuple[Group, ...], ...]:
    """The ways to take an item: of a group there is one."""
    return item.ways if isinstance(item, Choice) else ((item,),)


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


# -- concrete hands ---------------------------------------------------------------------------------------------------


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


def expand_line(card: Card, line: CardLine) -> tuple[ConcreteHand, ...]:
    """The hands that one line of the card stands for.

    Raises:
        CardError: there are more ways to read it than are tried.
    """
    found = _expansion(card.lines.index(line), line, _Trials(MOST_TRIALS_OF_CARD))
    if found.excess:
        raise CardError(f"line {line.number}: the hand stands for {found.excess}")
    return found.hands


def expansions(card: Card) -> Iterator[LineHands]:
    """What each line stands for, line by line."""
    trials = _Trials(MOST_TRIALS_OF_CARD)
    for index, line in enumerate(card.lines):
        yield _expansion(index, line, trials)


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


def _expansion(index: int, line: CardLine, trials: _Trials) -> LineHands:
    trials.begin()
    seen: set[Hashable] = set()
    try:
        parts = tuple(_part_hands(part, (*line.conditions, *part.conditions), seen, trials) for part in line.parts)
    except _TooManyError as excess:
        return LineHands((), excess=str(excess), beyond=trials.left < 0)
    return LineHands(tuple(ConcreteHand(index, groups) for part in parts for groups in part.hands), parts)


def _part_hands(part: Part, conditions: Sequence[Condition], seen: set[Hashable], trials: _Trials) -> PartHands:
    found = PartHands()
    for groups in itertools.product(*(ways_of(item) for item in part.items)):
        slots = slots_of(list(itertools.chain.from_iterable(groups)), named(conditions, NO_JOKERS) is None)
        for hand in _readings(slots, conditions, trials):
            if not can_be_made(hand):
                found.impossible = found.impossible or hand
            elif (key := tuple(sorted(hand))) in seen:
                found.repeats = True
            else:
                seen.add(key)
                found.hands.append(hand)
    return found


def _readings(
    slots: Sequence[Slot], conditions: Sequence[Condition], trials: _Trials
) -> Iterator[tuple[HandGroup, ...]]:
    """Every way to read the symbols, in order: numbers, then suits, dragons, winds."""
    colours = [(suits, _dragons_beside(suits, slots, conditions)) for suits in suits_of(slots, conditions)]
    every_winds = list(dragons_or_winds("Z", slots, conditions, []))
    for numbers in numbers_of(slots, conditions):
        for suits, every_dragons in colours:
            trials.count()  # also where no dragons or winds fit
            for tried, (dragons, winds) in enumerate(itertools.product(every_dragons, every_winds)):
                trials.count(1 if tried else 0)
                yield tuple(
                    [_group(_kind(slot, numbers, suits, dragons, winds), slot.size, slot.jokers) for slot in slots]
                )


def _dragons_beside(suits: Suits, slots: Sequence[Slot], conditions: Sequence[Condition]) -> list[dict[int, int]]:
    """What the dragons without a colour can be, given the suits of the others."""
    coloured = [_DRAGON_OF_SUIT[suits[colour]] for colour in coloured_dragons(slots)]
    return list(dragons_or_winds("D", slots, conditions, coloured))


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
    need: dict[int, int] = {}
    rigid: dict[int, int] = {}
    for kind, size, jokers in hand:
        need[kind] = need.get(kind, 0) + size
        if not jokers:
            rigid[kind] = rigid.get(kind, 0) + size
    for kind, count in rigid.items():
        if count > COPIES[kind]:
            return False
    missing = 0
    for kind, count in need.items():
        if count > COPIES[kind]:
            missing += count - COPIES[kind]
    return missing <= JOKERS
