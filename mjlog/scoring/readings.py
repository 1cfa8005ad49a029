"""The readings of a suit's concealed tiles where it matters which set the winning tile completed.

A reading is a way to split the tiles into sets and a pair, with the set that the last tile completed. Each is a *share*
of the hand (`mjlog.scoring.hand.Share`) without its words; its last part tells which of its sets that was.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from mjlog.hands import CHOW, PAIR, WONDERS, Arrangement, Group
from mjlog.hands.groups import HONOR_SHIFT, SUIT_BITS, SUIT_MASK, part_size
from mjlog.hands.shapes import can_be_held, honor_shapes, honor_splits, suit_shapes, suit_splits
from mjlog.scoring import tally
from mjlog.scoring.facts import COMPLETED, CONCEALED
from mjlog.scoring.hand import Item, Share
from mjlog.scoring.shares import SetTable
from mjlog.tiles import PLAIN_KINDS

_MOST_KEPT = 300_000
_Part = TypeVar("_Part")
_MARKS_FROM = 3 * PLAIN_KINDS
LAST_TILE: tuple[int, ...] = tuple((kind % 9 + 1) << _MARKS_FROM + 4 * (kind // 9) for kind in range(PLAIN_KINDS))
"""By kind: added to packed tiles, this says that the last of them was one of it."""
PART_MASKS: tuple[int, ...] = tuple(
    tiles | 15 << _MARKS_FROM + 4 * part
    for part, tiles in enumerate(
        (SUIT_MASK, SUIT_MASK << SUIT_BITS, SUIT_MASK << 2 * SUIT_BITS, ((1 << 21) - 1) << HONOR_SHIFT)
    )
)
"""Of packed tiles so marked: bamboo, characters, dots, honors, each with its mark."""


class Readings(dict[int, "Share | None"]):
    """The readings of one suit's tiles, or of the honors. `claimed`: the last tile was another player's.

    By packed tiles, in their place among all kinds and with the mark of the last tile (`LAST_TILE`): the only reading
    there is, or None. It is filled as it is asked. `asks_pair`: it matters whether the last tile completed the pair. Of
    readings that are alike but for their points only the one with the most counts, beside one without any, which may
    be worth more for that: such two are kept as the first of them, with the points that could be waived in its flags.
    """

    def __init__(self, part: int, sets: SetTable, claimed: bool, asks_pair: bool) -> None:
        super().__init__()
        self._part, self._first, self._sets = part, 9 * part, sets
        self._state = COMPLETED if claimed else CONCEALED
        self._asks_pair = asks_pair
        self._splits: Callable[[int, int], tuple[Arrangement, ...]] = honor_splits if part == 3 else suit_splits
        self._several: dict[int, tuple[Share, ...]] = {}

    def __missing__(self, marked: int) -> Share | None:
        if len(self) >= _MOST_KEPT:
            for kept in (self, self._several):
                kept.clear()
        found = self._read(marked)
        if len(found) != 1:
            self._several[marked] = tuple(found)
        only = self[marked] = found[0] if len(found) == 1 else self._waiving(found)
        return only

    def _waiving(self, found: list[Share]) -> Share | None:
        """Two readings that differ by nothing but that one has no points, as one; None where they are others."""
        if len(found) != 2:
            return None
        most, least = found
        points = _points(most) >> tally.POINTS_SHIFT
        alike = self._told(most) == self._told(least) and most[4] == least[4] and most[2] == least[2]
        if not alike or _points(least) or points > tally.WAIVED_MASK:
            return None
        total, flags, *rest = most
        return (total, _known(flags | points << tally.WAIVED_SHIFT), *rest)  # type: ignore[return-value]

    def _told(self, share: Share) -> tuple[int, int]:
        """The share without its points, and without what no pattern asks."""
        total, flags = share[0] & ~_POINTS, share[1]
        return (total, flags) if self._asks_pair else (total & ~_CLAIMED_PAIR, flags & ~tally.LAST_IN_PAIR)

    def of(self, marked: int) -> tuple[Share, ...]:
        """All readings of tiles with the mark of the last one; none where they are no sets."""
        only = self[marked]
        return self._several.get(marked) or ((only,) if only is not None else ())

    def prepare(self, most: int) -> None:
        """Find all readings of so many tiles at most."""
        for shape in honor_shapes() if self._part == 3 else suit_shapes():
            if can_be_held(shape) and part_size(shape) <= most:
                packed = shape << 3 * self._first
                self.of(packed)
                for kind in range(self._first, min(self._first + 9, PLAIN_KINDS)):
                    if packed >> 3 * kind & 7:
                        self.of(packed | LAST_TILE[kind])

    def _read(self, marked: int) -> list[Share]:
        place = _MARKS_FROM + 4 * self._part
        mark = marked >> place
        ways = self._splits((marked ^ mark << place) >> 3 * self._first, self._first)
        if not mark:
            return self._best_of([read(way, self._sets) for way in ways])
        last = self._first + mark - 1
        return self._best_of([
            completed(share, at, self._state, last, self._sets)
            for share in [read(way, self._sets) for way in ways]
            for at, group in enumerate(share[4])
            if _holds(group, last) and group not in share[4][:at]
        ])  # fmt: skip

    def _best_of(self, readings: list[Share]) -> list[Share]:
        """The readings that may count."""
        if len(readings) < 2:
            return readings
        best: dict[tuple[int, int, bool], Share] = {}
        for share in sorted(readings, key=_points, reverse=True):
            best.setdefault((*self._told(share), not _points(share)), share)
        return list(best.values())


_POINTS = tally.POINTS_MASK << tally.POINTS_SHIFT
_CLAIMED_PAIR = 15 << tally.SHIFTS["claimed_pairs"]
_KNOWN: dict[Any, Any] = {}
_NO_ITEMS: tuple[Item, ...] = ()
_NOWHERE: Share = (0, 0, (), (), (), b"")


def _points(share: Share) -> int:
    return share[0] & _POINTS


def _holds(group: Group, kind: int) -> bool:
    """Whether a set or pair has a tile of a kind."""
    form, tile = group
    return tile <= kind <= tile + 2 if form == CHOW else tile == kind


def _known(part: _Part) -> _Part:
    found: _Part = _KNOWN.setdefault(part, part)
    return found


def read(way: Arrangement, sets: SetTable) -> Share:
    """The share of an arrangement, before it is told which of its sets the last tile completed."""
    if not way:
        return _NOWHERE
    total, flags, items, last, alike = 0, 0, _NO_ITEMS, None, 0
    for group in way:
        share = sets.share(group, CONCEALED)
        total, flags, items = total + share[0], flags | share[1], items + share[2]
        # Equal sets stand beside each other: of three equal chows two are twins, of four twice two.
        alike = alike + 1 if group == last else 1
        last = group
        if alike in (2, 4) and group[0] == CHOW:
            total += 1 << tally.TWIN_CHOWS_SHIFT
    return _known(total), _known(flags), items, (), way, b""


_AT = tuple(bytes([at]) for at in range(14))


def completed(share: Share, at: int, state: int, last: int, sets: SetTable) -> Share:
    """The share, where the last tile completed the set or pair that stands at this place in it."""
    total, flags, items, _, groups, _ = share
    before, after = sets.share(groups[at], CONCEALED), sets.completed_by(groups[at], state, last)
    if before[2] != after[2]:
        found = [sets.share(group, CONCEALED) for group in groups]
        found[at] = after
        items = tuple(item for one in found for item in one[2])
    return _known(total - before[0] + after[0]), _known(flags | after[1]), items, (), groups, _AT[at]


def read_special(way: Arrangement, last: int | None, state: int, sets: SetTable) -> Share:
    """The share of a hand that is not four sets and a pair: its groups earn no points of their own."""
    share = read(way, sets)
    at = next((at for at, (form, tile) in enumerate(way) if form in (PAIR, WONDERS) and tile == last), None)
    if at is not None and last is not None:
        share = completed(share, at, state, last, sets)
    return (share[0] & ~_POINTS, *share[1:])
