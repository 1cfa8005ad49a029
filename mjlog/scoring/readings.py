"""The readings of a suit's concealed tiles where it matters which set the winning tile completed.

A reading is a way to split the tiles into sets and a pair, with the set that the last tile completed. Each is a *share*
of the hand (`mjlog.scoring.hand.Share`); its last part tells which of its sets that was.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from mjlog.hands import CHOW, PAIR, WONDERS, Arrangement, Group, group_tiles
from mjlog.hands.groups import HONOR_SHIFT, SUIT_BITS, SUIT_MASK
from mjlog.hands.shapes import honor_splits, suit_splits
from mjlog.scoring import tally
from mjlog.scoring.facts import COMPLETED, CONCEALED
from mjlog.scoring.hand import Share
from mjlog.scoring.shares import SetTable, joined
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


class Readings:
    """The readings of one suit's tiles, or of the honors. `claimed`: the last tile was another player's.

    `asks_pair`: it matters whether the last tile completed the pair. Of readings that are alike but for their points
    only the one with the most counts, beside one without any, which may be worth more for that.

    `single`: by packed tiles, in their place among all kinds and with the mark of the last tile (`LAST_TILE`), the
    share of those that can be read in one way only. It is filled by `of`.
    """

    def __init__(self, part: int, sets: SetTable, claimed: bool, asks_pair: bool) -> None:
        self._part, self._first, self._sets = part, 9 * part, sets
        self._state = COMPLETED if claimed else CONCEALED
        self._asks_pair = asks_pair
        self._splits: Callable[[int, int], tuple[Arrangement, ...]] = honor_splits if part == 3 else suit_splits
        self.single: dict[int, Share] = {}
        self._several: dict[int, tuple[Share, ...]] = {}

    def of(self, marked: int) -> tuple[Share, ...]:
        """All readings of tiles with the mark of the last one, equal ones once; none where they are no sets."""
        one = self.single.get(marked)
        if one is not None:
            return (one,)
        found = self._several.get(marked)
        if found is None:
            found = tuple(map(_interned, self._best_of(self._read(marked))))
            self._keep(marked, found)
        return found

    def _best_of(self, readings: list[Share]) -> list[Share]:
        """The readings that may count."""
        best: dict[tuple[int, int, bool], Share] = {}
        for share in sorted(readings, key=_points, reverse=True):
            if not self._asks_pair:
                share = (share[0] & ~_CLAIMED_PAIR, share[1] & ~tally.LAST_IN_PAIR, *share[2:])
            best.setdefault((share[0] & ~_POINTS, share[1], not _points(share)), share)
        return list(best.values())

    def _keep(self, marked: int, found: tuple[Share, ...]) -> None:
        if len(self.single) + len(self._several) >= _MOST_KEPT:
            self.single.clear()
            self._several.clear()
        if len(found) == 1:
            self.single[marked] = found[0]
        else:
            self._several[marked] = found

    def _read(self, marked: int) -> list[Share]:
        mark = marked >> _MARKS_FROM + 4 * self._part
        packed = (marked ^ mark << _MARKS_FROM + 4 * self._part) >> 3 * self._first
        ways = self._splits(packed, self._first)
        if not mark:
            return [read(way, None, CONCEALED, None, self._sets) for way in ways]
        last = self._first + mark - 1
        return [
            read(way, group, self._state, last, self._sets)
            for way in ways
            for group in dict.fromkeys(way)
            if last in group_tiles(group)
        ]


_POINTS = tally.POINTS_MASK << tally.POINTS_SHIFT
_CLAIMED_PAIR = 15 << tally.SHIFTS["claimed_pairs"]
_KNOWN: dict[Any, Any] = {}


def _points(share: Share) -> int:
    return share[0] & _POINTS


def _interned(share: Share) -> Share:
    """The share of parts that are one object wherever they are equal: what a hand looks at lies close together then."""
    if len(_KNOWN) >= _MOST_KEPT:
        _KNOWN.clear()
    total, flags, items, texts, groups, at = share
    return _known(total), _known(flags), _known(items), texts, groups, _known(at)


def _known(part: _Part) -> _Part:
    found: _Part = _KNOWN.setdefault(part, part)
    return found


def read(way: Arrangement, completed: Group | None, state: int, last: int | None, sets: SetTable) -> Share:
    """The share of an arrangement of which one set was completed by the last tile."""
    at = way.index(completed) if completed is not None else -1
    shares = [sets.share(group, CONCEALED) for group in way]
    if last is not None and completed is not None:
        shares[at] = sets.completed_by(completed, state, last)
    total, flags, items, texts, groups, _ = joined(shares) if shares else _NONE
    chows = [group for group in way if group[0] == CHOW]
    twins = sum(chows.count(group) // 2 for group in dict.fromkeys(chows))
    return total + (twins << tally.TWIN_CHOWS_SHIFT), flags, items, texts, groups, bytes([at]) if at >= 0 else b""


_NONE: Share = (0, 0, (), (), (), b"")


def read_special(way: Arrangement, last: int | None, state: int, sets: SetTable) -> Share:
    """The share of a hand that is not four sets and a pair: its groups earn no points of their own."""
    completed = next((group for group in way if group[0] in (PAIR, WONDERS) and group[1] == last), None)
    share = read(way, completed, state, last, sets)
    return (share[0] & ~(tally.POINTS_MASK << tally.POINTS_SHIFT), *share[1:])

