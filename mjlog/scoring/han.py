"""The scorer where points are fu and doubles are han: riichi.

A hand is worth what its best reading brings: the sets, and which of them the winning tile completed. What every suit
may be read as is kept (`mjlog.scoring.shares`), and what holds of every shape, so that a hand is scored by a few
look-ups.

What holds of a hand by its sets and tiles alone, however it was won; and which of several limit hands count.

A *shape* is one int: the counts of a hand's sets, and above them flags for its tiles, all that patterns can ask of them
and no more (`ShapeKeys`). It is judged once: many thousands of hands have a few thousand shapes.

Source: riichi/fu-4, riichi/win-1.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace as changed

from mjlog.hands.shapes import ONE_TILE
from mjlog.hands.special import ODD, special_arrangements
from mjlog.scoring import registry, tally
from mjlog.scoring.facts import DoraFacts, HandFacts, TileFacts, Win
from mjlog.scoring.han_worth import FU_AND_HAN, FU_MASK, HAN_SHIFT, HanTerms, Worths, dora_of, han_terms_of, rounded_fu
from mjlog.scoring.hand import NOT_APART, RIICHI_FLAGS, Hand, HanScore, Item, LaidSet, Score, Share
from mjlog.scoring.rows import ScoringRow, rows_of_the_wait
from mjlog.scoring.scorer import NO_ROBBING, NOT_COMPLETE, Scorer
from mjlog.scoring.shares import PART_MASKS, RANKS, STATES_OF_LAST, NoReadings, Readings, SetTable, read_special
from mjlog.seats import SEATS, Seat
from mjlog.tiles import FIRST_HONOR

# -- what holds by the shape ------------------------------------------------------------------------------------------


_MOST_SHAPES = 200_000
_WAIVED_SHIFT, _MOST_HAN = tally.POINTS_SHIFT + tally.WAIVED_SHIFT, 20
_WAIVED, _WITHOUT_POINTS = tally.WAIVED_MASK << _WAIVED_SHIFT, tally.POINTLESS << tally.POINTS_SHIFT
_SUITS = (0, tally.BAMBOO, tally.BAMBOO | tally.CHARACTERS, tally.SUITS)


class Held(NamedTuple):
    """Rows that hold, added up: fu and han in one int, items, ids of limit hands."""

    value: int
    items: tuple[Item, ...]
    limits: tuple[str, ...] = ()


class Unusual(NamedTuple):
    """What else is to be looked at: limit hands that hold; rows that must be asked of each hand anew.

    `is_whole`: it is four sets and a pair at all, or a special hand. `waives`: it may be worth more with fewer points.
    """

    limits: tuple[str, ...]
    ask: tuple[ScoringRow, ...]
    is_whole: bool
    waives: bool = False


Shape = tuple[int, tuple[Item, ...], "Unusual | None"]
"""What holds by the shape: fu and han, the items that are not of single sets; None where nothing else is to be done."""
_WAIVES: Shape = (0, (), Unusual((), (), True, waives=True))


def held(rows: Iterable[ScoringRow], is_open: bool) -> Held:
    """The rows of a hand, open or closed, added up; one that does not count beside another of them is left out."""
    held_rows = [row for row in rows if row.points or row.is_limit or row.doubles_of(is_open)]
    ids = {row.id for row in held_rows}
    held_rows = [row for row in held_rows if not row.unless & ids]
    scored = [(row, row.doubles_of(is_open)) for row in held_rows if not row.is_limit]
    value = sum(row.points + (han << HAN_SHIFT) for row, han in scored)
    items = tuple(Item(row.name, 0, han, row.rule) for row, han in scored if han)
    return Held(value, items, tuple(row.id for row in held_rows if row.is_limit))


class Rows:
    """The rows of winners, sorted by what their patterns look at."""

    def __init__(self, rows: tuple[ScoringRow, ...]) -> None:
        hands, tiles = registry.HAND_PATTERNS, registry.TILE_PATTERNS
        kept = [(row, hands[row.pattern]) for row in rows if row.pattern in hands]
        self.of_shape = [each for each in kept if each[0].pattern in registry.OF_THE_SHAPE]
        self.of_win = [each for each in kept if each[0].pattern in registry.OF_THE_WIN]
        sorted_out = (*self.of_shape, *self.of_win)
        self.of_both = tuple(each[0] for each in kept if each not in sorted_out)
        """Patterns that look at the shape and at how the hand was won: asked of each hand."""
        self.of_tiles = [(row, tiles[row.pattern][1]) for row in rows if row.pattern in tiles]
        self.asks_pair = bool(self.of_both) or any(row.pattern in registry.OF_THE_PAIR for row, _ in kept)
        """It matters whether the last tile completed the pair."""

    def by_the_win(self, win: Win, is_open: bool) -> Held:
        """What holds of hands that were won so, whatever their tiles."""
        facts = HandFacts(tally.tally_of(open_before=is_open), 0, win)
        return held([row for row, pattern in self.of_win if pattern(facts)], is_open)

    def asked(self, hand: Hand, win: Win, key: int, groups: tuple[Any, ...], ask: tuple[ScoringRow, ...]) -> Held:
        """What holds of rows that are asked of each hand anew."""
        facts = facts_of_shape(key, win)
        tiles = TileFacts(hand, facts, groups)
        return held([row for row in ask if _holds(row.pattern, tiles)], facts.open_before > 0)


class FlagsTold(dict[int, int]):
    """By the flags of a hand's tiles: those that patterns can ask, in their place above the counts.

    They can ask how many suits there are, not which.
    """

    def __init__(self, asks_pair: bool) -> None:
        super().__init__()
        self._unasked = tally.SUITS | (0 if asks_pair else tally.LAST_IN_PAIR)

    def __missing__(self, flags: int) -> int:
        asked_flags = flags & ~self._unasked | _SUITS[(flags & tally.SUITS).bit_count()]
        packed_flags = self[flags] = asked_flags << tally.POINTS_SHIFT
        return packed_flags


class AcrossSuits(dict[int, int]):
    """By the chows of a hand, or its pungs, as they ride above the doubles of a sum: the flags for what they are
    together, in their place above the counts."""

    def __missing__(self, each: int) -> int:
        if len(self) >= _MOST_SHAPES:
            self.clear()
        packed = self[each] = tally.across_suits(each << tally.EACH_CHOW_SHIFT) << tally.POINTS_SHIFT
        return packed


class ShapeKeys:
    """How the shape of a hand is found: `counts` of its sets that patterns can ask, `told` of its flags."""

    def __init__(self, asks_pair: bool) -> None:
        self.counts = tally.COUNTS_MASK if asks_pair else tally.COUNTS_MASK & ~(15 << tally.SHIFTS["claimed_pairs"])
        self.told, self.across = FlagsTold(asks_pair), AcrossSuits()

    def of(self, total: int, flags: int) -> int:
        """The shape, by the sum and the flags of a hand's shares."""
        pointless = 0 if total >> tally.POINTS_SHIFT & tally.POINTS_MASK else tally.POINTLESS
        return total & self.counts | self.told[flags | pointless] | self.across[total >> tally.EACH_CHOW_SHIFT]


class Shapes(dict[int, Shape]):
    """By shape, what holds of all hands whose last tile was claimed, or drawn; found when asked for.

    `blessings`: limit hands that hold by the win alone, as in the first turn.
    """

    def __init__(self, rows: Rows, terms: HanTerms, claimed: bool, blessings: tuple[str, ...] = ()) -> None:
        super().__init__()
        self._rows, self._terms, self._blessings = rows, terms, blessings
        self._win = Win(Hand(SEATS[0], SEATS[0], (), won=True, source="discard" if claimed else "wall"))
        self._known: dict[tuple[tuple[str, ...], tuple[str, ...], bool, bool], Shape] = {}
        self._waived: dict[tuple[int, int], Shape] = {}

    def of(self, key: int, total: int) -> Shape:
        """What holds of hands of a shape and a sum: its fu and han are to be added."""
        judged = self[key]
        if judged is not _WAIVES:
            return judged
        points = total >> tally.POINTS_SHIFT & tally.POINTS_MASK
        better = self._waived.get((key, points))
        if better is None:
            better = self._waived[key, points] = self._better(key, total >> tally.POINTS_SHIFT & FU_AND_HAN)
        return better

    def _better(self, key: int, own: int) -> Shape:
        """The shape with the points that could be waived, or without; unusual where neither is always worth more.

        `own`: fu and han of the sets.
        """
        points, waived = own & tally.POINTS_MASK, key >> _WAIVED_SHIFT & tally.WAIVED_MASK
        most, least = self[key & ~_WAIVED], self[key & ~_WAIVED | _WITHOUT_POINTS]
        if points != waived:
            # Others have points, too: to waive these brings nothing.
            return most
        undecided = most[0], most[1], Unusual((), (), False)
        if most[2] is not None or least[2] is not None:
            return undecided
        values = own + most[0], own - points + least[0]
        bases = [[self._terms.base(value + (more << HAN_SHIFT)) for more in range(_MOST_HAN)] for value in values]
        if all(with_them >= without for with_them, without in zip(*bases, strict=True)):
            return most
        if all(with_them <= without for with_them, without in zip(*bases, strict=True)):
            return least[0] - points, least[1], None
        return undecided

    def __missing__(self, key: int) -> Shape:
        if len(self) >= _MOST_SHAPES:
            self.clear()
            self._waived.clear()
        judged = self[key] = _WAIVES if key & _WAIVED else self._judge(key)
        return judged

    def _judge(self, key: int) -> Shape:
        """Which patterns hold, and which must be asked of each hand anew."""
        facts = facts_of_shape(key, self._win)
        holding = tuple([row.id for row, pattern in self._rows.of_shape if pattern(facts)])
        row_ids = tuple([row.id for row, when in self._rows.of_tiles if when(facts)])
        is_special = key & tally.PAIRS_MASK == 7 or bool(key >> tally.SHIFTS["wonders"] & 15)
        # The same patterns hold of most shapes; what that comes to is one object, so that a hand looks at few.
        same = holding, row_ids, facts.open_before > 0, is_special or key & tally.WHOLE_MASK == tally.WHOLE
        return self._known.get(same) or self._known.setdefault(same, self._add_up(*same))

    def _add_up(self, holding: tuple[str, ...], row_ids: tuple[str, ...], is_open: bool, is_whole: bool) -> Shape:
        """What these patterns come to."""
        held_rows = held([row for row, _ in self._rows.of_shape if row.id in holding], is_open)
        ask = self._rows.of_both + tuple(row for row, _ in self._rows.of_tiles if row.id in row_ids)
        limits = self._blessings + held_rows.limits
        unusual = Unusual(limits, ask, is_whole) if limits or ask or not is_whole else None
        return held_rows.value, held_rows.items, unusual


def facts_of_shape(key: int, win: Win) -> HandFacts:
    """The facts of all hands of a shape that were won so."""
    return HandFacts(key & tally.COUNTS_MASK, key >> tally.POINTS_SHIFT, win)


def _holds(pattern: str, tiles: TileFacts) -> bool:
    """Whether a pattern that looks at more than the shape holds; one of tiles may be asked, as was found before."""
    if pattern in registry.HAND_PATTERNS:
        return bool(registry.HAND_PATTERNS[pattern](tiles.facts))
    return registry.TILE_PATTERNS[pattern][0](tiles)


class Limit(NamedTuple):
    """The limit hands that count, of some that hold: their base together, its name, their doubles, items and ids."""

    base: int
    name: str
    han: int
    items: tuple[Item, ...]
    ids: tuple[str, ...]


class LimitHands(dict[tuple[str, ...], Limit]):
    """By the ids of those that hold, which limit hands count: all yakuman, or the best one."""

    def __init__(self, rows: Iterable[ScoringRow], terms: HanTerms) -> None:
        super().__init__()
        self._rows: Mapping[str, ScoringRow] = {row.id: row for row in rows if row.is_limit}
        self._terms = terms

    def __missing__(self, ids: tuple[str, ...]) -> Limit:
        # Some hold by the win, others by the shape: of these one may not count beside the other.
        rows = [row for row in (self._rows[row_id] for row_id in ids) if not row.unless & {*ids}]
        whole = [row for row in rows if row.limit >= 100]
        taken = whole if whole and self._terms.adds else [max(rows, key=lambda row: row.limit)]
        base = self._terms.limit * sum(row.limit for row in taken) // 100
        least, name = self._terms.named(base)
        items = tuple(Item(row.name, 0, least, row.rule, yakuman=row.limit // 100) for row in taken)
        limit = self[ids] = Limit(base, name, least * len(taken), items, tuple(row.id for row in taken))
        return limit


# -- the scorer -------------------------------------------------------------------------------------------------------


_MOST_KEPT = 20_000


class _Ended(NamedTuple):
    """Where hands are looked up that were won alike.

    `bamboo` … `honors`: the readings of the four parts of a hand; `laid`: sets on the table, each with its packed
    tiles; `claimed`: where claimed last tiles stand in the last part of a share, 0 for drawn ones; `counts`, `told`,
    `across`: what the shape of a hand is made of (`ShapeKeys`); `shapes`: what holds by the shape; `closed`, `opened`:
    fu and han, and items, by the win alone; `worths`: what fu and han bring; `least`: the han that a win needs, without
    fu.
    """

    bamboo: Readings
    characters: Readings
    dots: Readings
    honors: Readings
    laid: _Laid
    claimed: int
    counts: int
    told: FlagsTold
    across: AcrossSuits
    shapes: Shapes
    closed: tuple[int, tuple[Item, ...]]
    opened: tuple[int, tuple[Item, ...]]
    worths: Worths
    least: int
    win: Win
    sets: SetTable


class _Laid(dict[LaidSet, "tuple[int, int, tuple[Item, ...], tuple[Share], int]"]):
    """By a set on the table: the sum, the flags and the items of its share, the share itself, its tiles packed."""

    def __init__(self, sets: SetTable) -> None:
        super().__init__()
        self._sets = sets

    def __missing__(self, given: LaidSet) -> tuple[int, int, tuple[Item, ...], tuple[Share], int]:
        share = self._sets.laid(given)
        whole = self[given] = *share[:3], (share,), sum(ONE_TILE[kind] for kind in given.tiles)
        return whole


_Reading = tuple[int, int, tuple[Share, ...]]
"""One reading: the sum of its shares, the flags of its tiles, the shares."""


class HanScorer(Scorer):
    """Scores winning hands by fu and han; whoever did not win scores nothing."""

    too_little = "no-yaku"
    winners_only = True
    flags = RIICHI_FLAGS

    def _build(self, scoring: Mapping[str, Any], options: Mapping[str, Any]) -> None:
        self._of_the_wait = rows_of_the_wait(scoring, options)
        self.flags = RIICHI_FLAGS if self._of_the_wait else RIICHI_FLAGS - {NOT_APART}
        self._told = scoring, options
        self.terms = han_terms_of(scoring, options)
        rows, dora = self.rows_for(True), registry.DORA_PATTERNS
        self._rows = Rows(rows)
        self._keys = ShapeKeys(self._rows.asks_pair)
        self._limits = LimitHands(rows, self.terms)
        self._dora = _Dora([(row, dora[row.pattern]) for row in rows if row.pattern in dora])
        self._dora_shift = tuple(3 * kind for kind in dora_of(self.manner.left_out))
        self._shapes: dict[tuple[bool, tuple[str, ...]], Shapes] = {}
        plain = SetTable(rows, self.manner, -1, -1)
        self._suits = [Readings(part, plain, self._rows.asks_pair) for part in range(3)]
        self._tables: dict[tuple[Seat, Seat], tuple[SetTable, _Laid, Readings]] = {}
        ways = itertools.product((False, True), repeat=2)
        self._worths = {(east, drawn): Worths(self.terms, east, drawn) for east, drawn in ways}
        self._ended: dict[tuple[object, ...], _Ended] = {}

    @functools.cached_property
    def _but_for_the_wait(self) -> HanScorer:
        """Scores hands whose winning tile was not kept apart: without the rows that ask what it completed."""
        twin = HanScorer.__new__(HanScorer)
        twin.limits, twin.minimum, twin.manner = self.limits, self.minimum, self.manner
        twin.rows = tuple(row for row in self.rows if row.id not in self._of_the_wait)
        twin._build(*self._told)
        return twin

    def prepare(self) -> None:
        """Find all readings of suits and honors ahead: some seconds, for those who score many thousands of hands.

        Without it they grow with the hands that are scored; answers are the same.
        """
        honors = [self._tables_of(seat, wind)[2] for seat in SEATS for wind in SEATS]
        for readings in (*self._suits, *honors):
            readings.prepare()

    def sets_for(self, hand: Hand) -> SetTable:
        """What single sets add to hands of this seat and round."""
        return self._tables_of(hand.seat, hand.round)[0]

    def has_dora(self, hand: Hand) -> bool:
        """Whether a tile of the hand is dora."""
        return self._dora_of(hand, sum(ONE_TILE[kind] for kind in hand.all_tiles))[0] > 0

    def read(self, hand: Hand) -> Score:
        """The score in the very reading that counts: `score` may show one with another set that the tile completed."""
        if NOT_APART in hand.flags:
            return self._but_for_the_wait.read(changed(hand, flags=hand.flags - {NOT_APART}))
        ended = self._ended.get((hand.seat, hand.round, hand.source, hand.flags, hand.won)) or self._new_ended(hand)
        return self._search(hand, ended, sum(ONE_TILE[kind] for kind in hand.concealed))

    def _flags_told(self, total: int, flags: int) -> int:
        pointless = 0 if total >> tally.POINTS_SHIFT & FU_MASK else tally.POINTLESS
        return flags | pointless | tally.across_suits(total)

    def score(self, hand: Hand) -> Score:
        """What a hand is worth in its best reading; no total where it is not complete, or has too few patterns."""
        if NOT_APART in hand.flags:
            return self._but_for_the_wait.score(changed(hand, flags=hand.flags - {NOT_APART}))
        ended = self._ended.get((hand.seat, hand.round, hand.source, hand.flags, hand.won)) or self._new_ended(hand)
        (
            bamboo, characters, dots, honors, laid, claimed, counts, told, across, shapes, closed, opened, worths,
            least, _, _,
        ) = ended  # fmt: skip
        tile, sets, packed = hand.tile, hand.sets, 0
        for kind in hand.concealed:
            packed += ONE_TILE[kind]
        b, c, d, h = bamboo[packed & _B], characters[packed & _C], dots[packed & _D], honors[packed & _H]
        if b is None or c is None or d is None or h is None or tile is None or not (sets or packed & ODD):
            # It can be split in several ways, or is a special hand, or none.
            return self._search(hand, ended, packed)
        shares: tuple[Share, ...] = (b, c, d, h)
        last = shares[tile // RANKS][5][tile % RANKS + claimed]
        if last is None:
            return self._search(hand, ended, packed)
        total, flags = b[0] + c[0] + d[0] + h[0] + last[0], b[1] | c[1] | d[1] | h[1] | last[1]
        items: tuple[Item, ...] = b[2] + c[2] + d[2] + h[2]
        tiles = packed
        if sets:
            on_table: tuple[Share, ...] = ()
            for given in sets:
                more, others, earned, share, held = laid[given]
                total, flags, tiles = total + more, flags | others, tiles + held
                on_table, items = on_table + share, items + earned
            shares = on_table + shares
        key, value = total & counts, total >> _VALUE & FU_AND_HAN
        won, items_of_win = opened if key & _OPEN else closed
        chows = key >> _CHOWS & 15
        key |= told[flags if value & FU_MASK else flags | _POINTLESS]
        # Of fewer than three sets of a sort none are alike in three suits.
        if chows > 2:
            key |= across[total >> _EACH_CHOW & _EVERY_CHOW]
        elif chows < 2:
            key |= across[total >> _EACH_CHOW & _EVERY_PUNG]
        by_shape, items_of_shape, unusual = shapes[key]
        if unusual is not None and unusual.waives:
            by_shape, items_of_shape, unusual = shapes.of(key, total)
        if unusual is not None:
            return self._unusual(hand, ended, (total, flags, shares), packed, tiles)
        value, items = value + by_shape + won, items_of_win + items_of_shape + items
        if value < least:
            return self._without_yaku(value, items, shares)
        if hand.indicators or hand.dora or hand.reds or hand.bonus:
            dora, of_dora = self._dora_of(hand, tiles)
            value, items = value + dora, items + of_dora
        points, fu, base, limit = worths[value]
        return HanScore(points, fu, value >> HAN_SHIFT, base, limit, (), items, shares, True)

    def _unusual(self, hand: Hand, ended: _Ended, reading: _Reading, packed: int, tiles: int) -> Score:
        """The score of a hand that can be read in one way only, and is a limit hand, say."""
        total, flags, shares = reading
        unusual = ended.shapes.of(self._keys.of(total, flags), total)[2]
        if unusual is not None and (unusual.ask or not unusual.is_whole):
            return self._search(hand, ended, packed)
        return self._scored(hand, ended, tiles, self._found(hand, ended, reading), shares)

    def _search(self, hand: Hand, ended: _Ended, packed: int) -> Score:
        """The score of a hand that may be read in several ways, may be special or a limit hand, or does not win."""
        if not hand.won:
            return _NOT_WON
        if ended.win.robbed and not self.manner.robbing:
            return NO_ROBBING
        tiles = packed + sum([ended.laid[given][4] for given in hand.sets])
        dora = self._dora_of(hand, tiles)[0]
        best, judged, chosen = _LEAST, _NOTHING, _NO_SHARES
        for reading in self._readings(hand, ended, packed):
            arranged = self._found(hand, ended, reading)
            rank = self._rank(ended, arranged, dora)
            if rank > best:
                best, judged, chosen = rank, arranged, reading[2]
        return self._scored(hand, ended, tiles, judged, chosen) if chosen else NOT_COMPLETE

    def _readings(self, hand: Hand, ended: _Ended, packed: int) -> list[_Reading]:
        """Every reading of a complete hand."""
        total, flags, laid = 0, 0, _NO_SHARES
        for given in hand.sets:
            more, others, _, share, _ = ended.laid[given]
            total, flags, laid = total + more, flags | others, laid + share
        readings: list[_Reading] = [(total, flags, laid)]
        state = STATES_OF_LAST[ended.win.claimed]
        for part, mask in zip(ended[:4], PART_MASKS, strict=True):
            ways = part.of(packed & mask, hand.tile, state)
            readings = [
                (total + way[0], flags | way[1], (*shares, way)) for total, flags, shares in readings for way in ways
            ]
        standard = [reading for reading in readings if reading[0] & tally.WHOLE_MASK == tally.WHOLE]
        if laid or (standard and packed & ODD):
            return standard
        special = special_arrangements(packed, self.manner.forms)
        whole = [read_special(arrangement, hand.tile, state, ended.sets) for arrangement in special]
        return [*standard, *((share[0], share[1], (share,)) for share in whole)]

    def _found(self, hand: Hand, ended: _Ended, reading: _Reading) -> _Found:
        """What holds of a hand in one reading, but for the items of its sets."""
        total, flags, shares = reading
        key = self._keys.of(total, flags)
        by_shape, items, unusual = ended.shapes.of(key, total)
        won, by_win = ended.opened if total & _OPEN else ended.closed
        value, items = (total >> _VALUE & FU_AND_HAN) + by_shape + won, by_win + items
        if unusual is None:
            return value, items, ()
        if not unusual.ask:
            return value, items, unusual.limits
        groups = tuple(group for share in shares for group in share[4])
        more = self._rows.asked(hand, ended.win, key, groups, unusual.ask)
        return value + more.value, items + more.items, unusual.limits + more.limits

    def _limit_that_counts(self, ended: _Ended, judged: _Found, dora: int) -> Limit | None:
        """The limit hands of a hand: yakuman always, a smaller limit where fu and han are worth less."""
        value, _, ids = judged
        limit = self._limits[ids]
        base = ended.worths[value + dora][2] if value >= ended.least else 0
        return limit if limit.base >= self.terms.limit or limit.base > base else None

    def _rank(self, ended: _Ended, judged: _Found, dora: int) -> tuple[int, int, int, int, int]:
        """Which of two readings counts: the one worth more, with a yakuman, of more han, of more fu (rounded first)."""
        value, _, ids = judged
        fu = value & FU_MASK
        limit = self._limit_that_counts(ended, judged, dora) if ids else None
        if limit is not None:
            return ended.worths.of_base(limit.base), 1, 0, rounded_fu(fu), fu
        return ended.worths[value + dora][0] if value >= ended.least else 0, 0, value >> HAN_SHIFT, rounded_fu(fu), fu

    def _scored(self, hand: Hand, ended: _Ended, tiles: int, judged: _Found, shares: tuple[Share, ...]) -> Score:
        """The score of a hand in the reading that counts; `tiles`: all of them, packed."""
        value, items, ids = judged
        dora, of_dora = self._dora_of(hand, tiles)
        for share in shares:
            items += share[2]
        limit = self._limit_that_counts(ended, judged, dora) if ids else None
        if limit is not None:
            base, name, han, told, taken = limit
            total, fu, aside = ended.worths.of_base(base), rounded_fu(value & FU_MASK), items + of_dora
            return HanScore(total, fu, han, base, name, taken, told, shares, True, aside)
        if value < ended.least:
            return self._without_yaku(value, items, shares)
        value += dora
        points, fu, base, reached = ended.worths[value]
        return HanScore(points, fu, value >> HAN_SHIFT, base, reached, (), items + of_dora, shares, True)

    def _without_yaku(self, value: int, items: tuple[Item, ...], shares: tuple[Share, ...]) -> Score:
        """The score of a complete hand that does not win."""
        fu, han = rounded_fu(value & FU_MASK), value >> HAN_SHIFT
        why = _NO_YAKU if not han else _TOO_FEW.format(han=han, least=self.terms.least)
        return HanScore(None, fu, han, 0, None, (), (), shares, True, items, why)

    # ---------------------------------------------------------------- kept

    def _new_ended(self, hand: Hand) -> _Ended:
        if len(self._ended) >= _MOST_KEPT:
            self._ended.clear()
        win, (sets, laid, honors) = Win(hand), self._tables_of(hand.seat, hand.round)
        bamboo, characters, dots = self._suits
        if win.robbed and not self.manner.robbing:
            honors = NoReadings(3, sets, self._rows.asks_pair)
        closed, opened = (self._rows.by_the_win(win, is_open) for is_open in (False, True))
        key = win.claimed, closed.limits
        shapes = self._shapes.get(key) or self._shapes.setdefault(key, Shapes(self._rows, self.terms, *key))
        worths = self._worths[hand.seat is Seat.E, not win.claimed]
        ended = _Ended(
            bamboo, characters, dots, honors, laid, RANKS * win.claimed, self._keys.counts, self._keys.told,
            self._keys.across, shapes, closed[:2], opened[:2], worths, self.terms.least << HAN_SHIFT, win, sets,
        )  # fmt: skip
        self._ended[hand.seat, hand.round, hand.source, hand.flags, hand.won] = ended
        return ended

    def _tables_of(self, seat: Seat, wind: Seat) -> tuple[SetTable, _Laid, Readings]:
        """The sets of a seat in a round, those on the table, and the readings of its honors."""
        tables = self._tables.get((seat, wind))
        if tables is None:
            sets = SetTable(self.rows_for(True), self.manner, FIRST_HONOR + seat.index, FIRST_HONOR + wind.index)
            tables = self._tables[seat, wind] = sets, _Laid(sets), Readings(3, sets, self._rows.asks_pair)
        return tables

    def _dora_of(self, hand: Hand, tiles: int) -> tuple[int, tuple[Item, ...]]:
        """The value of a hand's dora, and their items; `tiles`: all of them, packed."""
        indicated, under = hand.dora + len(hand.bonus), 0  # each tile laid aside is a dora (riichi-sanma/north-4)
        for kind in hand.bonus:
            tiles += ONE_TILE[kind]
        for kind in hand.indicators:
            indicated += tiles >> self._dora_shift[kind] & 7
        for kind in hand.under:
            under += tiles >> self._dora_shift[kind] & 7
        return self._dora[len(hand.reds) << 16 | under << 8 | indicated]


class _Dora(dict[int, "tuple[int, tuple[Item, ...]]"]):
    """By how many tiles are dora, under-dora (8 bits higher) and red fives (16 higher): their value and items."""

    def __init__(self, rows: Sequence[tuple[ScoringRow, registry.DoraPattern]]) -> None:
        super().__init__()
        self._rows = rows

    def __missing__(self, key: int) -> tuple[int, tuple[Item, ...]]:
        facts = DoraFacts(key & 255, key >> 8 & 255, key >> 16)
        counted = [(row, pattern(facts)) for row, pattern in self._rows]
        items = tuple(Item(row.name, 0, row.doubles * times, row.rule) for row, times in counted if times)
        doubled = self[key] = sum(item.doubles for item in items) << HAN_SHIFT, items
        return doubled


_Found = tuple[int, tuple[Item, ...], tuple[str, ...]]
"""Of a hand in one reading: fu and han, the items that are not of single sets, the ids of the limit hands that hold."""
_LEAST: tuple[int, int, int, int, int] = (-1, 0, 0, 0, 0)
_NOTHING: _Found = (0, (), ())
_NO_SHARES: tuple[Share, ...] = ()
_B, _C, _D, _H = PART_MASKS
_VALUE, _CHOWS, _EACH_CHOW, _EVERY_CHOW = tally.POINTS_SHIFT, tally.CHOWS_SHIFT, tally.EACH_CHOW_SHIFT, tally.EVERY_CHOW
_EVERY_PUNG, _POINTLESS = ~tally.EVERY_CHOW, tally.POINTLESS
_OPEN = 15 << tally.SHIFTS["open_before"]
_NO_YAKU = "the hand is complete, and has no pattern to win with (no yaku)"
_TOO_FEW = "the hand is complete, and has {han} of the {least} doubles of patterns that a win needs"
_NOT_WON = HanScore(0, 0, 0, 0, None, (), (), (), False)
