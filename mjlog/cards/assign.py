"""What the numbers, colours, dragons and winds of a hand can stand for together.

Symbols that stand in like places (two pairs of any wind; two pungs of a free number in one colour) take their tiles in
ascending order only: exchanging them gives the same hand. Source: docs/do/cards.md#conditions.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import product
from typing import TypeAlias

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
from mjlog.cards.document import Condition
from mjlog.cards.slots import Slot
from mjlog.tiles import FIRST_BONUS, FIRST_DRAGON, FIRST_HONOR

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
