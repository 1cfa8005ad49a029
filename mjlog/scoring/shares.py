"""What single sets, and the ways to split a suit's concealed tiles into sets, add to a hand's score.

A *share* is a part of a hand (`mjlog.scoring.hand.Share`). Shares are kept: the same pung, the same suit come again and
again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from mjlog.hands import FORM_NAMES, PAIR, WONDERS, Arrangement, Group, group_tiles
from mjlog.hands.shapes import can_be_held, honor_shapes, honor_splits, suit_shapes, suit_splits
from mjlog.scoring import registry, tally
from mjlog.scoring.facts import ADDED_KONG, CLAIMED_KONG, COMPLETED, CONCEALED, EXPOSED, STATES, Manner, SetFacts
from mjlog.scoring.hand import Item, LaidSet, Share
from mjlog.scoring.places import last_tile_codes
from mjlog.scoring.rows import ScoringRow
from mjlog.tiles import FIRST_HONOR, format_tiles

_MOST_KEPT = 200_000
_KNOWN: dict[Any, Any] = {}
_Part = TypeVar("_Part")


def joined(shares: Sequence[Share]) -> Share:
    """Several shares as one."""
    if len(shares) == 1:
        return shares[0]
    total, flags = 0, 0
    for share in shares:
        total += share[0]
        flags |= share[1]
    items = tuple(item for share in shares for item in share[2])
    texts = tuple(text for share in shares for text in share[3])
    return total, flags, items, texts, tuple(group for share in shares for group in share[4]), b""


def interned(part: _Part) -> _Part:
    """One object for all parts of shares that are equal: what a score has to look at lies close together in memory."""
    if len(_KNOWN) >= _MOST_KEPT:
        _KNOWN.clear()
    found: _Part = _KNOWN.setdefault(part, part)
    return found


class SetTable:
    """Shares of single sets for a seat and a round, by form, tile and how the set came about."""

    def __init__(self, rows: tuple[ScoringRow, ...], manner: Manner, own: int, prevailing: int) -> None:
        known = registry.SET_PATTERNS
        self._rows = [(row, known[row.pattern]) for row in rows if row.pattern in known]
        self._manner = manner
        self._own, self._prevailing = own, prevailing
        self._kept: tuple[dict[Group, Share], ...] = tuple({} for _state in STATES)
        self._last: dict[tuple[Group, int, int], Share] = {}
        self._laid: dict[tuple[str, tuple[int, ...], bool, str | None], Share] = {}

    def laid(self, laid: LaidSet) -> Share:
        """What a set on the table adds."""
        key = (laid.kind, laid.tiles, laid.concealed, laid.origin)
        found = self._laid.get(key)
        if found is None:
            found = self._laid[key] = self.share((FORM_NAMES.index(laid.kind), min(laid.tiles)), laid_state(laid))
        return found

    def share(self, group: Group, state: int) -> Share:
        """What a set or pair adds that came about in this way (a state of `facts`)."""
        kept = self._kept[state]
        found = kept.get(group)
        if found is None:
            found = kept[group] = self._make(group, state)
        return found

    def completed_by(self, group: Group, state: int, last: int) -> Share:
        """What a set or pair adds that the winning tile completed, where it matters which that was."""
        found = self._last.get((group, state, last))
        if found is None:
            found = self._last[group, state, last] = self._make(group, state, last)
        return found

    def rows_of(self, group: Group, state: int, last: int | None = None) -> tuple[ScoringRow, ...]:
        """The rows that a set or pair earns which came about in this way."""
        facts = self._facts(group, state, last)
        return tuple(row for row, pattern in self._rows if pattern(facts))

    def _facts(self, group: Group, state: int, last: int | None) -> SetFacts:
        form, tile = group
        return SetFacts(form, tile, state, tile == self._own, tile == self._prevailing, self._manner, last)

    def _make(self, group: Group, state: int, last: int | None = None) -> Share:
        form, tile = group
        facts, held = self._facts(group, state, last), self.rows_of(group, state, last)
        text = format_tiles(group_tiles(group))
        points, doubles = sum(row.points for row in held), sum(row.doubles for row in held)
        total = facts.tally + (points << tally.POINTS_SHIFT) + (doubles << tally.DOUBLES_SHIFT)
        flags = tally.flags_of(group_tiles(group)) | facts.flags
        if form == PAIR and not self._manner.fu:
            flags |= tile << tally.PAIR_KIND_SHIFT
        earning = format_tiles((tile, tile)) if form == WONDERS else text
        told = held if not self._manner.fu else tuple(row for row in held if row.doubles)
        items = tuple(Item(row.name, row.points, row.doubles, row.rule, earning) for row in told)
        return total, flags, items, (text,), (group,), b""


class SplitTable:
    """Shares of one suit's (or the honors') concealed tiles: one for each way to split them into sets and a pair.

    `single`: by packed tiles (in their place among all kinds), all of them dealt or drawn, the share of those which can
    be split in one way only; with `last_tiles` it says what each earns as the last one. It is filled by `drawn`.
    """

    def __init__(self, first: int, sets: SetTable, last_tiles: bool) -> None:
        self._first, self._sets, self._last_tiles = first, sets, last_tiles
        self._splits: Callable[[int, int], tuple[Arrangement, ...]]
        self._splits = honor_splits if first == FIRST_HONOR else suit_splits
        self.single: dict[int, Share] = {}
        self._drawn: dict[int, tuple[Share, ...]] = {}
        self._claimed: dict[tuple[int, int], tuple[Share, ...]] = {}

    def prepare(self) -> None:
        """Make the shares of all shapes ahead."""
        for shape in honor_shapes() if self._first == FIRST_HONOR else suit_shapes():
            if can_be_held(shape):
                self.drawn(shape)

    def drawn(self, packed: int) -> tuple[Share, ...]:
        """The shares of tiles that were all dealt or drawn."""
        found = self._drawn.get(packed)
        if found is None:
            if len(self._drawn) >= _MOST_KEPT:
                self._drawn.clear()
                self.single.clear()
            share, ways = self._sets.share, self._splits(packed, self._first)
            found = tuple(joined([share(group, CONCEALED) for group in way]) for way in ways)
            if len(found) == 1:
                found = (self._single(packed, found[0]),)
                self.single[packed << 3 * self._first] = found[0]
            self._drawn[packed] = found
        return found

    def _single(self, packed: int, share: Share) -> Share:
        """The share with what its last tile earns."""
        total, flags, items, texts, groups, codes = share
        if self._last_tiles:
            pair = flags >> tally.PAIR_KIND_SHIFT & tally.PAIR_KIND_MASK if total & tally.PAIRS_MASK else None
            codes = last_tile_codes(packed, self._first, pair)
        return interned(total), interned(flags), interned(items), texts, groups, interned(codes)

    def claimed(self, packed: int, tile: int) -> tuple[Share, ...]:
        """The shares of tiles of which `tile` was claimed: one for each set that it may have completed."""
        key = (packed, tile)
        found = self._claimed.get(key)
        if found is None:
            if len(self._claimed) >= _MOST_KEPT:
                self._claimed.clear()
            ways = self._splits(packed, self._first)
            found = self._claimed[key] = tuple(share for way in ways for share in self._completions(way, tile))
        return found

    def _completions(self, way: Arrangement, tile: int) -> list[Share]:
        return [completed_share(way, group, self._sets) for group in dict.fromkeys(way) if tile in group_tiles(group)]


def completed_share(way: Arrangement, completed: Group, sets: SetTable) -> Share:
    """The share of an arrangement of which one set was completed by the claimed winning tile."""
    at = way.index(completed)
    return joined([sets.share(group, COMPLETED if i == at else CONCEALED) for i, group in enumerate(way)])


def laid_state(laid: LaidSet) -> int:
    """How a set on the table came about, a state of `facts`."""
    if laid.concealed:
        return CONCEALED
    if laid.kind != "kong":
        return EXPOSED
    return CLAIMED_KONG if laid.origin == "claimed" else ADDED_KONG
