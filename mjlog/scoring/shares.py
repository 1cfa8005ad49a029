"""What single sets, and the ways to split a suit's concealed tiles into sets, add to a hand's score.

A *share* is a part of a hand: its sum (counts, points and doubles in one int, see `tally`), the flags of its tiles, its
items, the texts of its sets, and the sets. Shares are kept once made: the same pung, the same suit come again and again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from mjlog.hands import FORM_NAMES, PAIR, Arrangement, Group, group_tiles
from mjlog.hands.shapes import honor_splits, suit_splits
from mjlog.scoring import registry, tally
from mjlog.scoring.facts import ADDED_KONG, CLAIMED_KONG, COMPLETED, CONCEALED, EXPOSED, Manner, SetFacts
from mjlog.scoring.hand import Item, LaidSet
from mjlog.scoring.rows import Row
from mjlog.tiles import FIRST_HONOR, format_tiles

_MOST_KEPT = 200_000


class Share(NamedTuple):
    """A part of a hand. `sum`, `flags`: see `tally`; `texts`: the sets in words of tiles."""

    sum: int
    flags: int
    items: tuple[Item, ...]
    texts: tuple[str, ...]
    groups: tuple[Group, ...]


NOTHING = Share(0, 0, (), (), ())


def joined(shares: tuple[Share, ...]) -> Share:
    """Several shares as one."""
    total, flags = 0, 0
    for share in shares:
        total += share.sum
        flags |= share.flags
    return Share(
        total,
        flags,
        tuple(item for share in shares for item in share.items),
        tuple(text for share in shares for text in share.texts),
        tuple(group for share in shares for group in share.groups),
    )


class SetTable:
    """Shares of single sets for a seat and a round, by form, tile and how the set came about."""

    def __init__(self, rows: tuple[Row, ...], manner: Manner, own: int, prevailing: int) -> None:
        self._rows = [(row, registry.SET_PATTERNS[row.pattern]) for row in rows if row.pattern in registry.SET_PATTERNS]
        self._manner = manner
        self._own, self._prevailing = own, prevailing
        self._kept: dict[tuple[int, int, int], Share] = {}
        self._laid: dict[tuple[str, tuple[int, ...], bool, str | None], Share] = {}

    def laid(self, laid: LaidSet) -> Share:
        """What a set on the table adds."""
        key = (laid.kind, laid.tiles, laid.concealed, laid.origin)
        found = self._laid.get(key)
        if found is None:
            found = self._laid[key] = self.share((FORM_NAMES.index(laid.kind), min(laid.tiles)), _laid_state(laid))
        return found

    def share(self, group: Group, state: int) -> Share:
        """What this set adds. A claimed or added kong counts as any exposed one unless the rule set tells them apart."""
        key = (*group, state)
        found = self._kept.get(key)
        if found is None:
            found = self._kept[key] = self._make(group, state)
        return found

    def _make(self, group: Group, state: int) -> Share:
        form, tile = group
        facts = SetFacts(form, tile, state, tile == self._own, tile == self._prevailing, self._manner)
        held = tuple(row for row, pattern in self._rows if pattern(facts))
        text = format_tiles(group_tiles(group))
        points, doubles = sum(row.points for row in held), sum(row.doubles for row in held)
        total = facts.tally + (points << tally.POINTS_SHIFT) + (doubles << tally.DOUBLES_SHIFT)
        if form == PAIR:
            total += (tile + 1) << tally.PAIR_KIND_SHIFT
        items = tuple(Item(row.name, row.points, row.doubles, row.rule, text) for row in held)
        return Share(total, tally.flags_of(group_tiles(group)), items, (text,), (group,))


class SplitTable:
    """Shares of one suit's (or the honors') concealed tiles: one for each way to split them into sets and a pair."""

    def __init__(self, first: int, sets: SetTable) -> None:
        self._first, self._sets = first, sets
        self._splits: Callable[[int, int], tuple[Arrangement, ...]]
        self._splits = honor_splits if first == FIRST_HONOR else suit_splits
        self.drawn: dict[int, tuple[Share, ...]] = {}
        """By packed tiles; all of them dealt or drawn. Filled by `make_drawn`."""
        self._claimed: dict[tuple[int, int], tuple[Share, ...]] = {}

    def make_drawn(self, packed: int) -> tuple[Share, ...]:
        """The shares of tiles that were all dealt or drawn."""
        if len(self.drawn) >= _MOST_KEPT:
            self.drawn.clear()
        share, ways = self._sets.share, self._splits(packed, self._first)
        made = tuple(joined(tuple(share(group, CONCEALED) for group in way)) for way in ways)
        self.drawn[packed] = made
        return made

    def claimed(self, packed: int, tile: int) -> tuple[Share, ...]:
        """The shares of tiles of which `tile` was claimed: one for each set that it may have completed."""
        key = (packed, tile)
        found = self._claimed.get(key)
        if found is None:
            if len(self._claimed) >= _MOST_KEPT:
                self._claimed.clear()
            ways = (completed for way in self._splits(packed, self._first) for completed in self._completions(way, tile))
            found = self._claimed[key] = tuple(ways)
        return found

    def _completions(self, way: Arrangement, tile: int) -> list[Share]:
        return [completed_share(way, group, self._sets) for group in dict.fromkeys(way) if tile in group_tiles(group)]


def completed_share(way: Arrangement, completed: Group, sets: SetTable) -> Share:
    """The share of an arrangement of which one set was completed by the claimed winning tile."""
    at = way.index(completed)
    return joined(tuple(sets.share(group, COMPLETED if i == at else CONCEALED) for i, group in enumerate(way)))


def _laid_state(laid: LaidSet) -> int:
    if laid.concealed:
        return CONCEALED
    if laid.kind != "kong":
        return EXPOSED
    return CLAIMED_KONG if laid.origin == "claimed" else ADDED_KONG
