"""The scorer where points are fu and doubles are han: riichi.

A hand is worth what its best reading brings: the sets, and which of them the winning tile completed. What every suit
may be read as is kept (`mjlog.scoring.readings`), so that a hand is four look-ups; which patterns hold is kept by what
they look at: the shape of the hand (counts of sets and sorts of tiles, one int), or how it was won.

Source: riichi/fu-4, riichi/win-1.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from mjlog.hands.groups import ONE_TILE
from mjlog.hands.pairs import ODD
from mjlog.hands.special import special_arrangements
from mjlog.scoring import registry, tally
from mjlog.scoring.facts import COMPLETED, CONCEALED, DoraFacts, HandFacts, TileFacts, Win
from mjlog.scoring.han_worth import DORA_OF, Worths, han_terms_of, rounded_fu
from mjlog.scoring.hand import Hand, HanScore, Item, Score, Share
from mjlog.scoring.readings import LAST_TILE, PART_MASKS, Readings, read_special
from mjlog.scoring.rows import ScoringRow
from mjlog.scoring.scorer import NO_ROBBING, NOT_COMPLETE, Scorer
from mjlog.scoring.shares import SetTable
from mjlog.seats import Seat
from mjlog.tiles import FIRST_HONOR, PLAIN_KINDS

_MOST_KEPT = 200_000
_USUAL_TILES = 9
"""Of one suit, in most hands."""
_PLAIN_BITS = (1 << 3 * PLAIN_KINDS) - 1


class Held(NamedTuple):
    """What holds of a hand: fu, han, items, ids of limit hands, and the rows that must be asked of each hand anew."""

    fu: int
    han: int
    items: tuple[Item, ...]
    limits: tuple[str, ...] = ()
    ask: tuple[ScoringRow, ...] = ()


_NOTHING = Held(0, 0, ())


def held(rows: Iterable[ScoringRow], is_open: bool, ask: tuple[ScoringRow, ...] = ()) -> Held:
    """The rows of a hand, open or closed, added up; one that does not count beside another of them is left out."""
    found = [row for row in rows if row.points or row.is_limit or row.doubles_of(is_open)]
    ids = {row.id for row in found}
    found = [row for row in found if not row.unless & ids]
    scored = [(row, row.doubles_of(is_open)) for row in found if not row.is_limit]
    items = tuple(Item(row.name, 0, han, row.rule) for row, han in scored if han)
    limits = tuple(row.id for row in found if row.is_limit)
    return Held(sum(row.points for row, _ in scored), sum(han for _, han in scored), items, limits, ask)


def added(one: Held, other: Held) -> Held:
    """What holds by the one, and by the other."""
    return Held(
        one.fu + other.fu, one.han + other.han, one.items + other.items, one.limits + other.limits,
        one.ask + other.ask,
    )  # fmt: skip


class Limit(NamedTuple):
    """The limit hands that count, of some that hold: their base together, its name, their doubles, items and ids."""

    base: int
    name: str
    han: int
    items: tuple[Item, ...]
    ids: tuple[str, ...]


_Usual = tuple[int, tuple[Item, ...], "tuple[str, ...] | None"]
"""Of a hand in one reading: fu shifted left by 6, and han; the items that are not of single sets; None, or where limit
hands hold, or it may not win, the ids of those limit hands."""
_Tables = tuple[Readings, Readings, Readings, Readings, dict[int, _Usual], Worths]
"""Where hands are looked up that were won alike: the shares of bamboo, characters, dots and honors that can be read in
one way only; by the sum of its shares and the flags of its shape (`_KEY`), what holds of a hand;
what that is worth."""


class _Ended:
    """What all hands have in common that were won alike.

    `tables`: where they are looked up; `closed`, `opened`: what holds by the win alone; `shapes`: what holds by the
    sets and tiles alone.
    """

    __slots__ = ("closed", "opened", "sets", "shapes", "tables", "win")

    def __init__(
        self, win: Win, sets: SetTable, shapes: dict[int, Held], closed: Held, opened: Held, tables: _Tables
    ) -> None:  # fmt: skip
        self.win, self.sets, self.shapes = win, sets, shapes
        self.closed, self.opened, self.tables = closed, opened, tables


_Reading = tuple[int, int, tuple[Share, ...]]
"""One reading: the sum of its shares, the flags of its tiles, the shares."""


class HanScorer(Scorer):
    """Scores winning hands by fu and han; whoever did not win scores nothing."""

    def _build(self, scoring: Mapping[str, Any], options: Mapping[str, Any]) -> None:
        self.terms = han_terms_of(scoring, options)
        rows = self.rows_for(True)
        hands, dora, tiles = registry.HAND_PATTERNS, registry.DORA_PATTERNS, registry.TILE_PATTERNS
        kept = [(row, hands[row.pattern]) for row in rows if row.pattern in hands]
        self._of_shape = [each for each in kept if each[0].pattern in registry.OF_THE_SHAPE]
        self._of_win = [each for each in kept if each[0].pattern in registry.OF_THE_WIN]
        both = (*self._of_shape, *self._of_win)
        self._asked_always = tuple(row for row, pattern in kept if (row, pattern) not in both)
        self._of_tiles = [(row, tiles[row.pattern][1]) for row in rows if row.pattern in tiles]
        self._limits: dict[tuple[str, ...], Limit] = {}
        self._of_dora = [(row, dora[row.pattern]) for row in rows if row.pattern in dora]
        self._dora: dict[int, tuple[int, tuple[Item, ...]]] = {0: (0, ())}
        self._shapes: tuple[dict[int, Held], ...] = ({}, {})
        self._usual: dict[tuple[bool, Held, Held], dict[int, _Usual]] = {}
        self._by_shape: tuple[dict[int, Held], ...] = ({}, {})
        plain = SetTable(rows, self.manner, -1, -1)
        self._asks_pair = bool(self._asked_always) or any(row.pattern in registry.OF_THE_PAIR for row, _ in kept)
        self._suits = [[self._readings_of(part, plain, claimed) for part in range(3)] for claimed in (False, True)]
        self._tables: dict[tuple[Seat, Seat], tuple[SetTable, tuple[Readings, Readings]]] = {}
        ways = itertools.product((False, True), repeat=2)
        self._worths = {(east, drawn): Worths(self.terms, east, drawn) for east, drawn in ways}
        self._ended: dict[tuple[object, ...], _Ended] = {}

    def prepare(self) -> None:
        """Find all readings of up to nine tiles of a suit ahead: for those who score many thousands of hands.

        Without it they grow with the hands that are scored; answers are the same.
        """
        for readings in itertools.chain(*self._suits):
            readings.prepare(_USUAL_TILES)

    def sets_for(self, hand: Hand) -> SetTable:
        """What single sets add to hands of this seat and round."""
        return self._tables_of(hand.seat, hand.round)[0]

    def has_dora(self, hand: Hand) -> bool:
        """Whether a tile of the hand is dora."""
        return self._dora_of(hand, sum(ONE_TILE[kind] for kind in hand.concealed))[0] > 0

    def facts_of(self, hand: Hand, score: Score) -> HandFacts:
        """The facts of a scored hand in the reading that counted."""
        facts = super().facts_of(hand, score)
        if not sum(share[0] & _POINTS for share in score.shares):
            facts.flags |= tally.POINTLESS
        return facts

    def _flags_told(self, flags: int) -> int:
        return flags & _SHAPE | tally.across_suits(flags)

    def score(self, hand: Hand) -> Score:
        """What a hand is worth in its best reading; no total where it is not complete, or has too few patterns."""
        ended = self._ended.get((hand.seat, hand.round, hand.source, hand.flags, hand.won)) or self._new_ended(hand)
        tile, sets = hand.tile, hand.sets
        marked = 0 if tile is None else LAST_TILE[tile]
        for kind in hand.concealed:
            marked += ONE_TILE[kind]
        bamboo, characters, dots, honors, usual, worths = ended.tables
        b, c, d, h = bamboo[marked & _B], characters[marked & _C], dots[marked & _D], honors[marked & _H]
        if b is None or c is None or d is None or h is None or not (sets or marked & ODD):
            # It can be read in several ways, or as a special hand; or a part of it was not seen before.
            return self._search(hand, ended, marked, [b, c, d, h])
        total, flags, items = b[0] + c[0] + d[0] + h[0], b[1] | c[1] | d[1] | h[1], b[2] + c[2] + d[2] + h[2]
        shares: tuple[Share, ...] = (b, c, d, h)
        if sets:
            laid = [ended.sets.laid(given) for given in sets]
            for share in laid:
                total, flags, items = total + share[0], flags | share[1], items + share[2]
            shares = (*laid, b, c, d, h)
        chows, known = total >> _CHOWS & 15, flags & _SHAPE
        if chows > 2:
            known |= _ALIKE[flags >> _CHOW_BITS & _EVERY_CHOW]
        elif chows < 2:
            known |= tally.across_suits(flags)
        found = usual.get(total | known << _KEY)
        if found is None:
            return self._search(hand, ended, marked, [b, c, d, h])
        value, won, limits = found
        if limits is not None:
            return self._result(hand, ended, marked, found, shares)
        if hand.indicators or hand.reds:
            dora, of_dora = self._dora_of(hand, marked)
            value, items = value + dora, items + of_dora
        points, fu, base, limit = worths[value]
        return HanScore(points, fu, value & 63, base, limit, (), won + items, shares, True)

    def _search(self, hand: Hand, ended: _Ended, marked: int, parts: list[Share | None]) -> Score:
        """The score of a hand that may be read in several ways, may be special, or does not win.

        `parts`: its concealed tiles, as far as they can be read in one way only.
        """
        if not hand.won:
            return _NOT_WON
        if ended.win.robbed and not self.manner.robbing:
            return NO_ROBBING
        usual, worths = ended.tables[4:]
        dora, best, found, chosen = self._dora_of(hand, marked)[0], -1, _NO_READING, _NO_SHARES
        for total, flags, shares in self._readings(hand, ended, marked, parts):
            known = flags & _SHAPE | tally.across_suits(flags)
            one = usual.get(total | known << _KEY) or self._judged(hand, ended, total, known, shares)
            value = one[0] + dora
            if one[2] is None:
                rank = worths[value][0] << 24 | (value & 63) << 16 | value >> 6
            else:
                rank = self._rank(ended, one, dora)
            if rank > best:
                best, found, chosen = rank, one, shares
        return self._result(hand, ended, marked, found, chosen) if chosen else NOT_COMPLETE

    def _readings(self, hand: Hand, ended: _Ended, marked: int, parts: list[Share | None]) -> list[_Reading]:
        """Every reading of a complete hand."""
        total, flags, shares = 0, 0, _NO_SHARES
        for given in hand.sets:
            share = ended.sets.laid(given)
            total, flags, shares = total + share[0], flags | share[1], (*shares, share)
        found: list[_Reading] = [(total, flags, shares)]
        for at, one in enumerate(parts):
            ways = (one,) if one is not None else ended.tables[:4][at].of(marked & PART_MASKS[at])
            found = [(have[0] + way[0], have[1] | way[1], (*have[2], way)) for have in found for way in ways]
        readings = [one for one in found if one[0] & _WHOLE_MASK == _WHOLE]
        return readings if hand.sets or (readings and marked & ODD) else readings + self._special(hand, ended, marked)

    def _special(self, hand: Hand, ended: _Ended, marked: int) -> list[_Reading]:
        """The readings as complete hands that are not four sets and a pair."""
        state = COMPLETED if ended.win.claimed else CONCEALED
        ways = special_arrangements(marked & _PLAIN_BITS, self.manner.forms)
        shares = [read_special(way, hand.tile, state, ended.sets) for way in ways]
        return [(share[0], share[1], (share,)) for share in shares]

    def _rank(self, ended: _Ended, one: _Usual, dora: int) -> int:
        """Which of two readings counts: the one worth more, with a yakuman, of more han, of more fu."""
        value = one[0]
        limit = self._limit_that_counts(ended, one, dora)
        if limit is not None:
            return ended.tables[5].of_base(limit.base) << 24 | 63 << 16 | value >> 6
        worth = ended.tables[5][value + dora][0] if value & 63 >= self.terms.least else 0
        return worth << 24 | (value & 63) << 16 | value >> 6

    def _limit_that_counts(self, ended: _Ended, one: _Usual, dora: int) -> Limit | None:
        """The limit hands of a hand: yakuman always, a smaller limit where fu and han are worth less."""
        value, _, ids = one
        if not ids:
            return None
        limit = self._limit_of(ids)
        base = ended.tables[5][value + dora][2] if value & 63 >= self.terms.least else 0
        return limit if limit.base >= self.terms.limit or limit.base > base else None

    def _result(self, hand: Hand, ended: _Ended, marked: int, one: _Usual, shares: tuple[Share, ...]) -> Score:
        """The score of a hand in the reading that counts."""
        (value, items, _), (dora, of_dora) = one, self._dora_of(hand, marked)
        for share in shares:
            items += share[2]
        limit = self._limit_that_counts(ended, one, dora)
        if limit is not None:
            base, name, han, told, ids = limit
            total, aside = ended.tables[5].of_base(base), items + of_dora
            return HanScore(total, rounded_fu(value >> 6), han, base, name, ids, told, shares, True, aside)
        if value & 63 < self.terms.least:
            return self._without_yaku(value >> 6, value & 63, items, shares)
        points, fu, base, reached = ended.tables[5][value + dora]
        return HanScore(points, fu, value + dora & 63, base, reached, (), items + of_dora, shares, True)

    def _without_yaku(self, fu: int, han: int, items: tuple[Item, ...], shares: tuple[Share, ...]) -> Score:
        """The score of a complete hand that does not win."""
        why = "the hand is complete, and has no pattern to win with (no yaku)"
        if han:
            why = f"the hand is complete, and has {han} of the {self.terms.least} doubles of patterns that a win needs"
        return HanScore(None, rounded_fu(fu), han, 0, None, (), (), shares, True, items, why)

    # ---------------------------------------------------------------- kept

    def _judged(self, hand: Hand, ended: _Ended, total: int, known: int, shares: tuple[Share, ...]) -> _Usual:
        """What holds of a hand in one reading, but for the items of its sets."""
        of_shape = ended.shapes.get(total | known << _KEY) or self._new_shape(ended, total, known)
        found = added(ended.opened if total & _OPEN else ended.closed, of_shape)
        ask, usual = found.ask, ended.tables[4]
        if ask:
            found = added(found, self._asked(hand, ended, total, known, shares, ask))
        is_unusual = found.limits or found.han < self.terms.least
        judged = found.fu << 6 | found.han, found.items, found.limits if is_unusual else None
        if not ask:
            if len(usual) >= _MOST_KEPT:
                usual.clear()
            usual[total | known << _KEY] = judged
        return judged

    def _new_shape(self, ended: _Ended, total: int, known: int) -> Held:
        """What holds by the sets and tiles alone: their fu and doubles, and the patterns of the shape."""
        shapes = ended.shapes
        if len(shapes) >= _MOST_KEPT:
            shapes.clear()
        fu, han = total >> tally.POINTS_SHIFT & tally.POINTS_MASK, total >> tally.DOUBLES_SHIFT
        found = added(Held(fu, han, ()), self._judge(ended, _key(total, known)))
        shapes[total | known << _KEY] = found
        return found

    def _judge(self, ended: _Ended, key: int) -> Held:
        """Which patterns hold of all hands with these counts and flags (see `_key`)."""
        judged = self._by_shape[ended.win.claimed]
        found = judged.get(key)
        if found is None:
            facts = _facts(key, ended.win)
            rows = [row for row, pattern in self._of_shape if pattern(facts)]
            ask = tuple(row for row, when in self._of_tiles if when(facts))
            found = judged[key] = held(rows, facts.open_before > 0, self._asked_always + ask)
        return found

    def _asked(
        self, hand: Hand, ended: _Ended, total: int, known: int, shares: tuple[Share, ...], ask: tuple[ScoringRow, ...]
    ) -> Held:
        """What holds of patterns that look at the shape and the win, or at single tiles."""
        facts = _facts(_key(total, known), ended.win)
        tiles = TileFacts(hand, facts, tuple(group for share in shares for group in share[4]))
        return held([row for row in ask if _holds(row.pattern, tiles)], facts.open_before > 0)

    def _limit_of(self, ids: tuple[str, ...]) -> Limit:
        """Which limit hands count of those that hold: all yakuman, or the best one."""
        found = self._limits.get(ids)
        if found is None:
            rows = [row for row in self.rows if row.id in ids]
            whole = [row for row in rows if row.limit >= 100]
            taken = whole if whole and self.terms.adds else [max(rows, key=lambda row: row.limit)]
            base = self.terms.limit * sum(row.limit for row in taken) // 100
            least, name = self.terms.named(base)
            items = tuple(Item(row.name, 0, least, row.rule, yakuman=row.limit // 100) for row in taken)
            found = Limit(base, name, least * len(taken), items, tuple(row.id for row in taken))
            self._limits[ids] = found
        return found

    def _new_ended(self, hand: Hand) -> _Ended:
        if len(self._ended) >= _MOST_KEPT:
            self._ended.clear()
        win, (sets, honors) = Win(hand), self._tables_of(hand.seat, hand.round)
        bamboo, characters, dots = self._suits[win.claimed]
        closed, opened = (self._by_the_win(win, is_open) for is_open in (False, True))
        usual = self._usual.setdefault((win.claimed, closed, opened), {})
        worths = self._worths[hand.seat is Seat.E, not win.claimed]
        tables = bamboo, characters, dots, honors[win.claimed], usual, worths
        ended = _Ended(win, sets, self._shapes[win.claimed], closed, opened, tables)
        self._ended[hand.seat, hand.round, hand.source, hand.flags, hand.won] = ended
        return ended

    def _by_the_win(self, win: Win, is_open: bool) -> Held:
        """What holds of hands that were won so, whatever their tiles."""
        facts = HandFacts(tally.tally_of(open_before=is_open), 0, win)
        return held([row for row, pattern in self._of_win if pattern(facts)], is_open)

    def _tables_of(self, seat: Seat, wind: Seat) -> tuple[SetTable, tuple[Readings, Readings]]:
        """The sets of a seat in a round, and the readings of its honors, drawn and claimed."""
        found = self._tables.get((seat, wind))
        if found is None:
            sets = SetTable(self.rows_for(True), self.manner, FIRST_HONOR + seat.index, FIRST_HONOR + wind.index)
            honors = self._readings_of(3, sets, False), self._readings_of(3, sets, True)
            found = self._tables[seat, wind] = sets, honors
        return found

    def _readings_of(self, part: int, sets: SetTable, claimed: bool) -> Readings:
        return Readings(part, sets, claimed, self._asks_pair)

    def _dora_of(self, hand: Hand, marked: int) -> tuple[int, tuple[Item, ...]]:
        """The han of a hand's dora, and their items."""
        for given in hand.sets:
            for kind in given.tiles:
                marked += ONE_TILE[kind]
        key = len(hand.reds) << 16
        for kind in hand.indicators:
            key += marked >> _DORA_SHIFT[kind] & 7
        for kind in hand.under:
            key += (marked >> _DORA_SHIFT[kind] & 7) << 8
        return self._dora.get(key) or self._new_dora(key)

    def _new_dora(self, key: int) -> tuple[int, tuple[Item, ...]]:
        facts = DoraFacts(key & 255, key >> 8 & 255, key >> 16)
        counted = [(row, pattern(facts)) for row, pattern in self._of_dora]
        items = tuple(Item(row.name, 0, row.doubles * times, row.rule) for row, times in counted if times)
        found = self._dora[key] = sum(item.doubles for item in items), items
        return found


_B, _C, _D, _H = PART_MASKS
_WHOLE, _WHOLE_MASK, _SHAPE = tally.WHOLE, tally.WHOLE_MASK, tally.SHAPE_FLAGS
_CHOWS, _CHOW_BITS, _EVERY_CHOW = tally.CHOWS_SHIFT, tally.CHOW_BITS, tally.EVERY_CHOW
_POINTS = tally.POINTS_MASK << tally.POINTS_SHIFT
_SUITS = (0, tally.BAMBOO, tally.BAMBOO | tally.CHARACTERS, tally.SUITS)
_KEY = tally.DOUBLES_SHIFT + 8
_OPEN = 15 << tally.SHIFTS["open_before"]
_DORA_SHIFT = tuple(3 * kind for kind in DORA_OF)
_NO_SHARES: tuple[Share, ...] = ()
_NO_READING: _Usual = (0, (), ())
_NOT_WON = HanScore(0, 0, 0, 0, None, (), (), (), False)


class _Alike(dict[int, int]):
    """By the bits of a hand's chows: the flags for what they are together."""

    def __missing__(self, chows: int) -> int:
        found = self[chows] = tally.across_suits(chows << _CHOW_BITS)
        return found


_ALIKE = _Alike()


def _holds(pattern: str, tiles: TileFacts) -> bool:
    """Whether a pattern that looks at more than the shape holds; that a pattern of tiles may be asked was found out."""
    if pattern in registry.HAND_PATTERNS:
        return bool(registry.HAND_PATTERNS[pattern](tiles.facts))
    return registry.TILE_PATTERNS[pattern][0](tiles)


def _key(total: int, known: int) -> int:
    """The counts of a hand's sets, and above them the flags; one of them tells that no set or pair has points.

    How many suits there are is told by the first of them: which they are is no matter to the shape.
    """
    known = known & ~tally.SUITS | _SUITS[(known & tally.SUITS).bit_count()]
    points = total >> tally.POINTS_SHIFT & tally.POINTS_MASK
    return total & tally.COUNTS_MASK | (known if points else known | tally.POINTLESS) << tally.POINTS_SHIFT


def _facts(key: int, win: Win) -> HandFacts:
    return HandFacts(key & tally.COUNTS_MASK, key >> tally.POINTS_SHIFT, win)
