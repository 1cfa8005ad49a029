"""What single sets, and the ways to split a suit's concealed tiles into sets, add to a hand's score.

A *share* is a part of a hand (`mjlog.scoring.hand.Share`). Shares are kept: the same pung, the same suit come again and
again. What the winning tile did: was it the only one that could come, did it complete the pair.

Where it matters which set the winning tile completed, a suit's tiles have *readings*: a way to split them into sets and
a pair, with that set. Each is a share without its words; its last part tells which of its sets that was. Most tiles can
be split in one way only. Of these one share is kept, and for each tile that may have come last what it changes: so a
hand touches few places in memory, and those it touches are few together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from mjlog.hands import CHOW, FORM_NAMES, PAIR, WONDERS, Arrangement, Forms, Group, group_tiles
from mjlog.hands.complete import packed_waits
from mjlog.hands.shapes import (
    HONOR_SHIFT,
    ONE_TILE,
    SUIT_BITS,
    SUIT_MASK,
    can_be_held,
    honor_additions,
    honor_shapes,
    honor_splits,
    part_size,
    suit_additions,
    suit_shapes,
    suit_splits,
    worths,
)
from mjlog.scoring import registry, tally
from mjlog.scoring.facts import ADDED_KONG, CLAIMED_KONG, COMPLETED, CONCEALED, EXPOSED, STATES, Manner, SetFacts, Win
from mjlog.scoring.hand import Hand, Item, LaidSet, Share
from mjlog.scoring.rows import ScoringRow
from mjlog.tiles import FIRST_HONOR, PLAIN_KINDS, format_tiles, is_major

EYES: tuple[int, ...] = tuple(tally.EYES_MAJOR if is_major(kind) else tally.EYES_MINOR for kind in range(34))
"""The flag for a pair of each kind that the winning tile completed."""


def winning_tile_flags(total: int, flags: int, packed: int, hand: Hand, win: Win, manner: Manner) -> int:
    """The flags that the winning tile earns a hand of four sets and a pair.

    `total`, `flags`: of its shares; `packed`: all concealed tiles. Of a dealt hand no tile came last.

    Source: classical/points-2.
    """
    pair = flags >> tally.PAIR_KIND_SHIFT & tally.PAIR_KIND_MASK
    tile = hand.tile
    if tile is None or win.dealt:
        return 0
    eyes = total & tally.CLAIMED_PAIR if win.claimed else pair == hand.tile
    won = EYES[tile] if eyes else 0
    if (manner.forms.seven_pairs and not hand.sets) or manner.forms.chows < 4:
        laid = hand.laid
        rivals = packed_waits(packed - ONE_TILE[tile], len(laid), manner.forms, laid)
        return won if any(kind != tile and not _is_gone(kind, hand) for kind in rivals) else won | tally.ONLY_PLACE
    return won | place_flag(packed, tile, hand)


def only_tile_flag(packed: int, hand: Hand, forms: Forms, standard: bool) -> int:
    """The flag where the winning tile's kind alone could complete the hand as it was held before, in any form.

    A kind of which the player held all four does not count, wherever they lay. Of a dealt hand no tile came last.
    `standard`: the hand is four sets and a pair, so that the other tiles of its suit are soon told.

    Source: western/points-5.
    """
    tile = hand.tile
    if tile is None or hand.source in ("deal", None):
        return 0
    before = packed - ONE_TILE[tile]
    laid = hand.laid
    soon_told = standard and forms.chows >= 4
    for kind in _rivals(packed, tile) if soon_told else ():
        if kind < PLAIN_KINDS and _held(before, laid, kind) < 4:
            return 0
    for kind in packed_waits(before, len(laid), forms, laid):
        if kind != tile and _held(before, laid, kind) < 4:
            return 0
    return tally.ONLY_TILE


def _held(packed: int, laid: Sequence[tuple[int, ...]], kind: int) -> int:
    """How many tiles of a kind a player has, concealed and on the table."""
    return (packed >> 3 * kind & 7) + sum([tiles.count(kind) for tiles in laid])


def _rivals(packed: int, tile: int) -> list[int]:
    """Other kinds of the winning tile's suit that would have completed four sets and a pair; or `ANOTHER_PAIR`."""
    first = _FIRST[tile]
    table = RIVALS if first < FIRST_HONOR else HONOR_RIVALS
    return [first + rank for rank in table[(packed >> 3 * first & SUIT_MASK) << 4 | tile - first]]


LAST_TILE_FLAGS: tuple[int, ...] = tuple(
    eyes | place for place in (0, tally.ONLY_PLACE) for eyes in (0, tally.EYES_MINOR, tally.EYES_MAJOR)
)
"""What a last tile can earn, by the codes of `last_tile_codes`."""


def last_tile_codes(shape: int, first: int, pair: int | None) -> bytes:
    """By rank, what a last tile of it earns a self-drawn hand of four sets and a pair, split in the only way there is.

    `shape`: the packed tiles of the suit from `first` on; `pair`: the kind of the pair, if that is of this suit.
    Nothing is known of the table, and nothing is laid on it.
    """
    rivals, codes = RIVALS if first < FIRST_HONOR else HONOR_RIVALS, bytearray(9)
    for rank in range(9):
        if shape >> 3 * rank & 7:
            eyes = EYES[first + rank] if pair == first + rank else 0
            codes[rank] = LAST_TILE_FLAGS.index(eyes | (0 if rivals[shape << 4 | rank] else tally.ONLY_PLACE))
    return bytes(codes)


def place_flag(packed: int, tile: int, hand: Hand) -> int:
    """The flag for the only place, where nothing but four sets and a pair is a complete hand; otherwise 0."""
    first = _FIRST[tile]
    alike = (RIVALS if first < FIRST_HONOR else HONOR_RIVALS)[(packed >> 3 * first & SUIT_MASK) << 4 | tile - first]
    if not alike or ((hand.visible or hand.sets) and all(_is_gone(first + rank, hand) for rank in alike)):
        return tally.ONLY_PLACE
    return 0


_FIRST: tuple[int, ...] = tuple(kind // 9 * 9 for kind in range(34))


def _is_gone(kind: int, hand: Hand) -> bool:
    """Do all four tiles of a kind lie on the table, or in the hand's own sets where the table is not known?"""
    if kind >= PLAIN_KINDS:
        return False
    if hand.visible is not None:
        return hand.visible[kind] >= 4
    return bool(hand.sets) and sum(laid.tiles.count(kind) for laid in hand.sets) >= 4


class Rivals(dict[int, tuple[int, ...]]):
    """By the tiles of one suit, shifted left by 4, and the rank of one that came last: which others would have done.

    The other suits are complete as they are. Where this suit was so before that tile came, it held one of two pairs
    that could become a set. Then the other pair's kind is a rival, wherever it is: `ANOTHER_PAIR`.
    """

    def __init__(
        self, table: Callable[[], Mapping[int, int]], additions: Callable[[int], Sequence[tuple[int, int]]]
    ) -> None:
        super().__init__()
        self._table, self._additions = table, additions

    def __missing__(self, key: int) -> tuple[int, ...]:
        shape, last = key >> 4, key & 15
        before, table = shape - (1 << 3 * last), self._table()
        if before in table:
            ranks: tuple[int, ...] = (ANOTHER_PAIR,)
        else:
            worth = table.get(shape)
            ranks = tuple(rank for rank, grown in self._additions(before) if grown == worth and rank != last)
        self[key] = ranks
        return ranks


ANOTHER_PAIR = PLAIN_KINDS
"""No rank: stands for the kind of the other pair. Two of it are in the hand, so never do all four lie on the table."""
RIVALS = Rivals(lambda: worths()[0], suit_additions)
HONOR_RIVALS = Rivals(lambda: worths()[3], honor_additions)


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
    known_part: _Part = _KNOWN.setdefault(part, part)
    return known_part


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
        share_found = self._laid.get(key)
        if share_found is None:
            share_found = self._laid[key] = self.share((FORM_NAMES.index(laid.kind), min(laid.tiles)), laid_state(laid))
        return share_found

    def share(self, group: Group, state: int) -> Share:
        """What a set or pair adds that came about in this way (a state of `facts`)."""
        kept = self._kept[state]
        share_found = kept.get(group)
        if share_found is None:
            share_found = kept[group] = self._make(group, state)
        return share_found

    def completed_by(self, group: Group, state: int, last: int) -> Share:
        """What a set or pair adds that the winning tile completed, where it matters which that was."""
        share_found = self._last.get((group, state, last))
        if share_found is None:
            share_found = self._last[group, state, last] = self._make(group, state, last)
        return share_found

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
        rows = held if not self._manner.fu else tuple(row for row in held if row.doubles)
        items = tuple(Item(row.name, row.points, row.doubles, row.rule, earning) for row in rows)
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
        shares_found = self._drawn.get(packed)
        if shares_found is None:
            if len(self._drawn) >= _MOST_KEPT:
                self._drawn.clear()
                self.single.clear()
            share, ways = self._sets.share, self._splits(packed, self._first)
            shares_found = tuple(joined([share(group, CONCEALED) for group in way]) for way in ways)
            if len(shares_found) == 1:
                # The share with what its last tile earns
                total, flags, items, texts, groups, codes = shares_found[0]
                if self._last_tiles:
                    pair = flags >> tally.PAIR_KIND_SHIFT & tally.PAIR_KIND_MASK if total & tally.PAIRS_MASK else None
                    codes = last_tile_codes(packed, self._first, pair)
                shares_found = ((interned(total), interned(flags), interned(items), texts, groups, interned(codes)),)
                self.single[packed << 3 * self._first] = shares_found[0]
            self._drawn[packed] = shares_found
        return shares_found

    def claimed(self, packed: int, tile: int) -> tuple[Share, ...]:
        """The shares of tiles of which `tile` was claimed: one for each set that it may have completed."""
        key = (packed, tile)
        shares_found = self._claimed.get(key)
        if shares_found is None:
            if len(self._claimed) >= _MOST_KEPT:
                self._claimed.clear()
            ways = self._splits(packed, self._first)
            shares_found = self._claimed[key] = tuple(
                completed_share(way, group, self._sets)
                for way in ways for group in dict.fromkeys(way) if tile in group_tiles(group)
            )  # fmt: skip
        return shares_found


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


# -- readings: where it matters which set the winning tile completed -------------------------------------------------


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
        items = tuple(item for share in set_shares for item in share[2])
    return total - before[0] + after[0], flags | after[1], items, (), groups, _AT[at]


def read_special(way: Arrangement, last: int | None, state: int, sets: SetTable) -> Share:
    """The share of a hand that is not four sets and a pair: its groups earn no points of their own."""
    share = read(way, sets)
    at = next((at for at, (form, tile) in enumerate(way) if form in (PAIR, WONDERS) and tile == last), None)
    if at is not None and last is not None:
        share = completed(share, at, state, last, sets)
    return (share[0] & ~_POINTS, *share[1:])
