"""The places of a hand that tiles go to: a printed group of tiles alike is one, a mixed group is one a tile.

Source: docs/do/cards.md#groups.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mjlog.cards.checks import is_mixed
from mjlog.cards.document import Choice, Group, Item

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
