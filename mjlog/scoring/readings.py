"""The readings of a suit's concealed tiles where it matters which set the winning tile completed.

A reading is a way to split the tiles into sets and a pair, with the set that the last tile completed. Each is a *share*
of the hand (`mjlog.scoring.hand.Share`) without its words; its last part tells which of its sets that was.

Most tiles can be split in one way only. Of these one share is kept, and for each tile that may have come last what it
changes: so a hand touches few places in memory, and those it touches are few together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from mjlog.hands import CHOW, PAIR, WONDERS, Arrangement, Group
from mjlog.hands.shapes import (
    HONOR_SHIFT,
    SUIT_BITS,
    SUIT_MASK,
    can_be_held,
    honor_shapes,
    honor_splits,
    part_size,
    suit_shapes,
    suit_splits,
)
from mjlog.scoring import tally
from mjlog.scoring.facts import COMPLETED, CONCEALED
from mjlog.scoring.hand import Item, Share
from mjlog.scoring.shares import SetTable, interned

_MOST_READINGS = 300_000
Last = tuple[int, int]
"""What the last tile changes: added to the sum of the share, and joined to its flags."""
PART_MASKS: tuple[int, ...] = (
    SUIT_MASK, SUIT_MASK << SUIT_BITS, SUIT_MASK << 2 * SUIT_BITS, ((1 << 21) - 1) << HONOR_SHIFT,
)  # fmt: skip
"""Of packed tiles: bamboo, characters, dots, honors."""
RANKS = 9
STATES_OF_LAST = (CONCEALED, COMPLETED)
"""How the last tile completes a set: drawn, claimed."""


class Readings(dict[int, "Share | None"]):
    """By packed tiles of one suit, or of the honors, in their place among all kinds: their share, where they can be
    split in one way only; None where in several, or in none. It is filled as it is asked.

    The last part of a share has by rank in the suit what a last tile changes (`Last`), first drawn and then claimed,
    nine ranks each; None where that is not the same in all readings.

    `asks_pair`: it matters whether the last tile completed the pair. Of readings that are alike but for their points
    only the one with the most counts, beside one without any, which may be worth more for that: such two are kept as
    the first of them, with the points that could be waived in its flags.
    """

    def __init__(self, part: int, sets: SetTable, asks_pair: bool) -> None:
        super().__init__()
        self._first, self._sets, self._asks_pair = 9 * part, sets, asks_pair
        self._all: dict[tuple[int, int | None, int], list[Share]] = {}
        self._shapes = honor_shapes if part == 3 else suit_shapes
        self._splits: Callable[[int, int], tuple[Arrangement, ...]] = honor_splits if part == 3 else suit_splits

    def __missing__(self, packed: int) -> Share | None:
        if len(self) >= _MOST_READINGS:
            self.clear()
        ways = self._splits(packed >> 3 * self._first, self._first)
        only = self[packed] = self._only(ways[0], packed) if len(ways) == 1 else None
        return only

    def prepare(self) -> None:
        """Find the shares of all tiles that a hand can hold."""
        for shape in self._shapes():
            if can_be_held(shape) and part_size(shape) <= _TILES:
                self[shape << 3 * self._first]

    def of(self, packed: int, last: int | None, state: int) -> list[Share]:
        """All readings of tiles that may count; `last`: the kind of the last tile, None where it is none of them.

        `state`: how it completed a set (`STATES_OF_LAST`). None where they are no sets.
        """
        here = last is not None and last // RANKS == self._first // RANKS
        key = packed, last if here else None, state
        arranged = self._all.get(key)
        if arranged is None:
            if len(self._all) >= _MOST_READINGS:
                self._all.clear()
            arranged = self._all[key] = self._read(*key)
        return arranged

    def _read(self, packed: int, last: int | None, state: int) -> list[Share]:
        ways = self._splits(packed >> 3 * self._first, self._first)
        plain = [read(way, self._sets) for way in ways]
        if last is None:
            return self._best_of(plain)
        return self._best_of(arrangement for share in plain for arrangement in self._completed(share, last, state))

    def _only(self, way: Arrangement, packed: int) -> Share:
        """The share of tiles that can be split in this way only, with what each of them changes as the last."""
        total, flags, items, texts, groups, _ = share = read(way, self._sets)
        kinds = [kind if packed >> 3 * kind & 7 else None for kind in range(self._first, self._first + RANKS)]
        lasts = tuple(self._last(share, kind, state) for state in STATES_OF_LAST for kind in kinds)
        return interned(total), interned(flags), interned(items), texts, groups, interned(lasts)

    def _last(self, share: Share, kind: int | None, state: int) -> Last | None:
        if kind is None:
            return None
        arranged = self._best_of(self._completed(share, kind, state))
        most, waived = arranged[0], self._waived(*arranged)
        if waived is None or most[2] != share[2]:
            return None
        return interned((most[0] - share[0], most[1] & ~share[1] | waived << tally.WAIVED_SHIFT))

    def _waived(self, most: Share, *others: Share) -> int | None:
        """The points that another reading has not, which is like this one otherwise; None where one is not like it."""
        if not others:
            return 0
        points, least = _points(most) >> tally.POINTS_SHIFT, others[0]
        alike = len(others) == 1 and self._told(most) == self._told(least) and most[2] == least[2]
        return points if alike and not _points(least) and points <= tally.WAIVED_MASK else None

    def _completed(self, share: Share, last: int, state: int) -> list[Share]:
        """The readings in which the last tile completed each of the sets that it can have completed."""
        groups = share[4]
        return [
            completed(share, at, state, last, self._sets)
            for at, group in enumerate(groups)
            if _holds(group, last) and group not in groups[:at]
        ]

    def _best_of(self, readings: Iterable[Share]) -> list[Share]:
        """The readings that may count, those with more points first."""
        best: dict[tuple[int, int, bool], Share] = {}
        for share in sorted(readings, key=_points, reverse=True):
            best.setdefault((*self._told(share), not _points(share)), share)
        return list(best.values())

    def _told(self, share: Share) -> tuple[int, int]:
        """The share without its points, and without what no pattern asks."""
        total, flags = share[0] & ~_POINTS, share[1]
        return (total, flags) if self._asks_pair else (total & ~_CLAIMED_PAIR, flags & ~tally.LAST_IN_PAIR)


class NoReadings(Readings):
    """Of hands that cannot win however they are read: nothing is found at once."""

    def __missing__(self, packed: int) -> Share | None:
        return None


_TILES = 14
_POINTS = tally.POINTS_MASK << tally.POINTS_SHIFT
_CLAIMED_PAIR = 15 << tally.SHIFTS["claimed_pairs"]
_NO_ITEMS: tuple[Item, ...] = ()
_AT = tuple(bytes([at]) for at in range(_TILES))


def _points(share: Share) -> int:
    return share[0] & _POINTS


def _holds(group: Group, kind: int) -> bool:
    """Whether a set or pair has a tile of a kind."""
    form, tile = group
    return tile <= kind <= tile + 2 if form == CHOW else tile == kind


def read(way: Arrangement, sets: SetTable) -> Share:
    """The share of an arrangement, before it is told which of its sets the last tile completed."""
    total, flags, items, last, alike = 0, 0, _NO_ITEMS, None, 0
    for group in way:
        share = sets.share(group, CONCEALED)
        total, flags, items = total + share[0], flags | share[1], items + share[2]
        # Equal sets stand beside each other: of three equal chows two are twins, of four twice two.
        alike = alike + 1 if group == last else 1
        last = group
        if alike in (2, 4) and group[0] == CHOW:
            total += 1 << tally.TWIN_CHOWS_SHIFT
    return total, flags, items, (), way, b""


def completed(share: Share, at: int, state: int, last: int, sets: SetTable) -> Share:
    """The share, where the last tile completed the set or pair that stands at this place in it."""
    total, flags, items, _, groups, _ = share
    before, after = sets.share(groups[at], CONCEALED), sets.completed_by(groups[at], state, last)
    if before[2] != after[2]:
        set_shares = [sets.share(group, CONCEALED) for group in groups]
        set_shares[at] = after
        items = tuple(item for one in set_shares for item in one[2])
    return total - before[0] + after[0], flags | after[1], items, (), groups, _AT[at]


def read_special(way: Arrangement, last: int | None, state: int, sets: SetTable) -> Share:
    """The share of a hand that is not four sets and a pair: its groups earn no points of their own."""
    share = read(way, sets)
    at = next((at for at, (form, tile) in enumerate(way) if form in (PAIR, WONDERS) and tile == last), None)
    if at is not None and last is not None:
        share = completed(share, at, state, last, sets)
    return (share[0] & ~_POINTS, *share[1:])
