"""Sets laid open in the American game: what each is, and which groups of a hand they can be.

An exposure is always a whole group of three or more; several of them are different groups. A group that takes no
jokers is exposed only with natural tiles. Source: docs/do/cards.md#rulings; american/call-2,
american/call-3, american/joker-1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from mjlog.cards.document import HandGroup
from mjlog.tiles import ANY_FLOWER, JOKER, UNKNOWN, is_bonus

SMALLEST_EXPOSED = 3
"""Tiles of the smallest group that may be laid open."""


class Exposure(NamedTuple):
    """A set laid open: like tiles, and jokers that stand for them.

    `kind`: what the natural tiles are; UNKNOWN where there is none, which fits any kind. `size`: tiles in all. What
    is neither of `naturals` nor of `jokers` are tiles that nobody saw.
    """

    kind: int
    size: int
    naturals: int
    jokers: int


@lru_cache(maxsize=4096)
def exposure_of(tiles: tuple[int, ...]) -> Exposure | None:
    """The exposure that some tiles are; None for tiles of several kinds, or none at all. Flowers are all alike.

    >>> from mjlog.tiles import parse_tiles
    >>> exposure_of(parse_tiles("55b Jk"))
    Exposure(kind=4, size=3, naturals=2, jokers=1)
    >>> exposure_of(parse_tiles("56b Jk")) is None
    True
    """
    jokers = unseen = 0
    kind = UNKNOWN
    for tile in tiles:
        if tile == JOKER:
            jokers += 1
        elif tile == UNKNOWN:
            unseen += 1
        else:
            natural = like_flowers(tile)
            if kind not in (UNKNOWN, natural):
                return None
            kind = natural
    size = len(tiles)
    return Exposure(kind, size, size - jokers - unseen, jokers) if size else None


def like_flowers(kind: int) -> int:
    """The kind as the American game sees it: every flower and season is `Ff` (american/tiles-2)."""
    return ANY_FLOWER if is_bonus(kind) else kind


Placement = tuple[int, ...]
"""Which group of a hand each exposure is: an index among its groups for every exposure."""


def placements(
    groups: Sequence[HandGroup], exposures: Sequence[Exposure], *, jokers_anywhere: bool = False
) -> Iterator[Placement]:
    """All ways in which the exposures are different groups of a hand; like groups count as one way.

    What comes first is the canonical way: an exposure without jokers is the first group that takes none, if there is
    one, any other the first group that takes them. `jokers_anywhere`: an exposure with jokers may also be a group
    that takes none.
    """
    yield from _placed(groups, exposures, (), jokers_anywhere)


def _placed(
    groups: Sequence[HandGroup], exposures: Sequence[Exposure], taken: Placement, anywhere: bool
) -> Iterator[Placement]:
    if len(taken) == len(exposures):
        yield taken
        return
    for place in _choices(groups, exposures[len(taken)], taken, anywhere):
        yield from _placed(groups, exposures, (*taken, place), anywhere)


def _choices(groups: Sequence[HandGroup], exposure: Exposure, taken: Placement, anywhere: bool) -> list[int]:
    """The groups that one exposure can be: the first of those alike, in the order of preference."""
    first: dict[HandGroup, int] = {}
    has_joker = exposure.jokers > 0
    for place, group in enumerate(groups):
        if place in taken or exposure.size != group.size or exposure.kind not in (group.kind, UNKNOWN):
            continue
        if group.size >= SMALLEST_EXPOSED and (group.jokers or anywhere or not has_joker):
            first.setdefault(group, place)
    return sorted(first.values(), key=lambda place: groups[place].jokers != has_joker)


class Rest(NamedTuple):
    """What of a hand is not laid open. `need`: tiles per kind; `rigid`: those of them that no joker stands for."""

    need: dict[int, int]
    rigid: dict[int, int]


def rest_of(groups: Sequence[HandGroup], placed: Placement) -> Rest:
    """The groups that no exposure is, added up."""
    need: dict[int, int] = {}
    rigid: dict[int, int] = {}
    for place, (kind, size, jokers) in enumerate(groups):
        if place in placed:
            continue
        need[kind] = need.get(kind, 0) + size
        if not jokers:
            rigid[kind] = rigid.get(kind, 0) + size
    return Rest(need, rigid)
