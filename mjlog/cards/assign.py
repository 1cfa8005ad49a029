"""The places of a hand that tiles go to, and what its numbers, colours, dragons and winds can stand for together.

A printed group of tiles alike is one place, a mixed group is one a tile. Source: docs/do/cards.md#groups.

Symbols that stand in like places (two pairs of any wind; two pungs of a free number in one colour) take their tiles in
ascending order only: exchanging them gives the same hand. Source: docs/do/cards.md#conditions.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple, TypeAlias

from mjlog.cards.checks import is_mixed
from mjlog.cards.conditions import (
    DIFFERENT_DRAGONS,
    DIFFERENT_WINDS,
    FREE,
    LIKE,
    RUN,
    SAME_DRAGON,
    SAME_WIND,
    SUITS,
    named,
)
from mjlog.cards.document import Condition, Group
from mjlog.tiles import FIRST_BONUS, FIRST_DRAGON, FIRST_HONOR

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
