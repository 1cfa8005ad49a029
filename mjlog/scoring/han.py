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
from mjlog.scoring.han_worth import Worths, han_terms_of, rounded_fu
from mjlog.scoring.hand import Hand, Item, Score, Share
from mjlog.scoring.readings import LAST_TILE, PART_MASKS, Readings, read_special
from mjlog.scoring.rows import ScoringRow
from mjlog.scoring.scorer import NO_ROBBING, NOT_COMPLETE, Scorer
from mjlog.scoring.shares import SetTable
from mjlog.seats import Seat
from mjlog.tiles import FIRST_DRAGON, FIRST_HONOR, PLAIN_KINDS

_MOST_KEPT = 200_000
_PLAIN_BITS = (1 << 3 * PLAIN_KINDS) - 1


def _after(kind: int) -> int:
    """The tile after another: 1 to 9 of the suit and 9 to 1, E S W N, white green red (riichi/dora-1)."""
    if kind < FIRST_HONOR:
        return kind // 9 * 9 + (kind + 1) % 9
    if kind < FIRST_DRAGON:
        return FIRST_HONOR + (kind - FIRST_HONOR + 1) % 4
    return FIRST_DRAGON + (kind - FIRST_DRAGON + 2) % 3


DORA_OF: tuple[int, ...] = tuple(map(_after, range(PLAIN_KINDS)))
"""By the kind of an indicator: the kind that is dora."""


class Held(NamedTuple):
    """What holds of a hand: fu, han, items, yakuman, and the rows of single tiles that must still be asked."""

    fu: int
    han: int
    items: tuple[Item, ...]
    yakuman: tuple[ScoringRow, ...] = ()
    ask: tuple[ScoringRow, ...] = ()


_NOTHING = Held(0, 0, ())


def held(rows: Iterable[ScoringRow], is_open: bool, ask: tuple[ScoringRow, ...] = ()) -> Held:
    """The rows of a hand, open or closed, added up; those that count beside no other of them are left out."""
    found = [row for row in rows if row.points or row.is_limit or row.doubles_of(is_open)]
    ids = {row.id for row in found}
    found = [row for row in found if not row.unless & ids]
    scored = [row for row in found if not row.is_limit]
    doubles = [(row, row.doubles_of(is_open)) for row in scored]
    items = tuple(Item(row.name, 0, han, row.rule) for row, han in doubles if han)
    yakuman = tuple(row for row in found if row.is_limit)
    return Held(sum(row.points for row in scored), sum(han for _, han in doubles), items, yakuman, ask)


class _Ended:
    """What all hands have in common that were won alike.

    `bamboo` … `honors`: the quick tables of the four parts of a hand (see `Readings.single`); `shapes`: what holds by
    the shape alone, of all hands with a claimed last tile, or without; `closed`, `opened`: what holds by the win alone.
    """

    __slots__ = (
        "bamboo", "characters", "closed", "dots", "honors", "opened", "readings", "sets", "shapes", "win",
        "worths",
    )  # fmt: skip

    def __init__(
        self, win: Win, sets: SetTable, readings: tuple[Readings, ...], shapes: dict[int, Held], worths: Worths
    ) -> None:
        self.win, self.sets, self.readings, self.shapes, self.worths = win, sets, readings, shapes, worths
        self.bamboo, self.characters, self.dots, self.honors = (each.single for each in readings)
        self.closed = self.opened = _NOTHING


_Found = tuple[int, int, tuple[Item, ...], tuple[ScoringRow, ...]]
"""Of a hand in one reading: its fu, not rounded; the han of its patterns; their items; the yakuman that hold."""
_Reading = tuple[int, int, tuple[Item, ...], tuple[Share, ...]]
"""One reading: the sum of its shares, the flags of its shape, the items of its sets, the shares."""


class HanScorer(Scorer):
    """Scores winning hands by fu and han; whoever did not win scores nothing."""

    def _build(self, scoring: Mapping[str, Any], options: Mapping[str, Any]) -> None:
        self.terms = han_terms_of(scoring, options)
        rows = self.rows_for(True)
        hands, dora, tiles = registry.HAND_PATTERNS, registry.DORA_PATTERNS, registry.TILE_PATTERNS
        kept = [(row, hands[row.pattern]) for row in rows if row.pattern in hands]
        self._of_shape = [each for each in kept if each[0].pattern in registry.OF_THE_SHAPE]
        self._of_win = [each for each in kept if each[0].pattern in registry.OF_THE_WIN]
        self._of_both = [each for each in kept if each not in self._of_shape and each not in self._of_win]
        self._of_tiles = [(row, *tiles[row.pattern]) for row in rows if row.pattern in tiles]
        self._of_dora = [(row, dora[row.pattern]) for row in rows if row.pattern in dora]
        self._dora: dict[int, tuple[int, tuple[Item, ...]]] = {0: (0, ())}
        self._shapes: tuple[dict[int, Held], ...] = ({}, {})
        plain = SetTable(rows, self.manner, -1, -1)
        self._suits = [[Readings(part, plain, claimed) for part in range(3)] for claimed in (False, True)]
        self._tables: dict[tuple[Seat, Seat], tuple[SetTable, tuple[Readings, Readings]]] = {}
        ways = itertools.product((False, True), repeat=2)
        self._worths = {(east, drawn): Worths(self.terms, east, drawn) for east, drawn in ways}
        self._ended: dict[tuple[object, ...], _Ended] = {}

    def prepare(self) -> None:
        """Nothing is built ahead: the tables grow with the hands that are scored."""

    def sets_for(self, hand: Hand) -> SetTable:
        """What single sets add to hands of this seat and round."""
        return self._tables_of(hand.seat, hand.round)[0]

    def score(self, hand: Hand) -> Score:
        """What a hand is worth in its best reading; no total where it is not complete, or has too few patterns."""
        ended = self._ended.get((hand.seat, hand.round, hand.source, hand.flags, hand.won)) or self._new_ended(hand)
        marked = 0 if hand.tile is None else LAST_TILE[hand.tile]
        for kind in hand.concealed:
            marked += ONE_TILE[kind]
        b, c = ended.bamboo.get(marked & _B), ended.characters.get(marked & _C)
        d, h = ended.dots.get(marked & _D), ended.honors.get(marked & _H)
        if b is None or c is None or d is None or h is None:
            return self._search(hand, ended, marked)
        total, flags, items = b[0] + c[0] + d[0] + h[0], b[1] | c[1] | d[1] | h[1], b[2] + c[2] + d[2] + h[2]
        shares: tuple[Share, ...] = (b, c, d, h)
        if hand.sets:
            laid = [ended.sets.laid(given) for given in hand.sets]
            for share in laid:
                total, flags, items = total + share[0], flags | share[1], items + share[2]
            shares = (*laid, b, c, d, h)
        elif not marked & ODD:
            return self._search(hand, ended, marked)
        if total & tally.WHOLE_MASK != tally.WHOLE or not hand.won:
            return self._search(hand, ended, marked)
        reading = total, _shape_of(total, flags), items, shares
        return self._scored(hand, ended, marked, reading, self._found(hand, ended, reading))

    def _search(self, hand: Hand, ended: _Ended, marked: int) -> Score:
        """The score of a hand that can be read in several ways, is special, or does not win."""
        if not hand.won:
            return _NOT_WON
        if ended.win.robbed and not self.manner.robbing:
            return NO_ROBBING
        readings = self._readings(hand, ended, marked)
        if not readings:
            return NOT_COMPLETE
        best, found = readings[0], self._found(hand, ended, readings[0])
        if len(readings) > 1:
            dora = self._dora_of(hand, marked)[0]
            worth = self._rank(ended, found, dora)
            for reading in readings[1:]:
                other = self._found(hand, ended, reading)
                rank = self._rank(ended, other, dora)
                if rank > worth:
                    best, found, worth = reading, other, rank
        return self._scored(hand, ended, marked, best, found)

    def _readings(self, hand: Hand, ended: _Ended, marked: int) -> list[_Reading]:
        """Every reading of a complete hand."""
        ways = [readings.of(marked & mask) for readings, mask in zip(ended.readings, PART_MASKS, strict=True)]
        laid = [ended.sets.laid(given) for given in hand.sets]
        readings = [_joined((*laid, *way)) for way in itertools.product(*ways)]
        standard = [each for each in readings if each[0] & tally.WHOLE_MASK == tally.WHOLE]
        if hand.sets:
            return standard
        state = COMPLETED if ended.win.claimed else CONCEALED
        special = special_arrangements(marked & _PLAIN_BITS, self.manner.forms)
        return standard + [_joined((read_special(way, hand.tile, state, ended.sets),)) for way in special]

    def _found(self, hand: Hand, ended: _Ended, reading: _Reading) -> _Found:
        """What holds of a hand in one reading."""
        total, known, items, _ = reading
        points = total >> tally.POINTS_SHIFT & tally.POINTS_MASK
        key = total & tally.COUNTS_MASK | (known if points else known | tally.POINTLESS) << tally.POINTS_SHIFT
        fu, han, more, yakuman, ask = ended.shapes.get(key) or self._new_shape(ended, key)
        won_fu, won_han, won, blessings, _ = ended.opened if total & _OPEN else ended.closed
        fu, han, items = points + fu + won_fu, (total >> tally.DOUBLES_SHIFT) + han + won_han, won + more + items
        if ask or self._of_both:
            others = self._asked(hand, ended, key, reading, ask)
            return fu + others.fu, han + others.han, items + others.items, blessings + yakuman + others.yakuman
        return fu, han, items, blessings + yakuman

    def _scored(self, hand: Hand, ended: _Ended, marked: int, reading: _Reading, found: _Found) -> Score:
        """The score of a hand in the reading that counts."""
        fu, han, items, yakuman = found
        dora, dora_items = self._dora_of(hand, marked) if hand.indicators or hand.reds else _NO_DORA
        if yakuman:
            return self._by_limit(ended, reading, found, dora, dora_items)
        if han < self.terms.least:
            return Score(None, rounded_fu(fu), han, 0, None, (), (), reading[3], True, items, self._too_few(han))
        total, fu, base, limit = ended.worths[fu << 6 | han + dora]
        return Score(total, fu, han + dora, base, limit, (), items + dora_items, reading[3], True)

    def _by_limit(
        self, ended: _Ended, reading: _Reading, found: _Found, dora: int, dora_items: tuple[Item, ...]
    ) -> Score:
        """The score of a hand with yakuman, or with a pattern that is worth a smaller limit by itself."""
        fu, han, items, rows = found
        base, taken = self._best_limit(rows)
        total, aside = ended.worths.of_base(base), items + dora_items
        if base < self.terms.limit and han >= self.terms.least:
            by_han, fu, face, limit = ended.worths[fu << 6 | han + dora]
            if face >= base:
                return Score(by_han, fu, han + dora, face, limit, (), aside, reading[3], True)
        least, name = self.terms.named(base)
        told = tuple(Item(row.name, 0, least, row.rule, yakuman=row.limit // 100) for row in taken)
        ids = tuple(row.id for row in taken)
        return Score(total, rounded_fu(fu), least * len(told), base, name, ids, told, reading[3], True, aside)

    def _best_limit(self, rows: tuple[ScoringRow, ...]) -> tuple[int, tuple[ScoringRow, ...]]:
        """The base of the limit hands that hold, and which of them count: all yakuman, or the best one."""
        whole = tuple(row for row in rows if row.limit >= 100)
        if not whole or not self.terms.adds:
            whole = (max(rows, key=lambda row: row.limit),)
        return self.terms.limit * sum(row.limit for row in whole) // 100, whole

    def _rank(self, ended: _Ended, found: _Found, dora: int) -> tuple[int, ...]:
        """Which of two readings counts: the one worth more, with a yakuman, of more han, of more fu."""
        fu, han, _, rows = found
        by_han = ended.worths[fu << 6 | han + dora] if han >= self.terms.least else _WORTHLESS
        if rows:
            base, taken = self._best_limit(rows)
            if base > by_han[2] or base >= self.terms.limit:
                return ended.worths.of_base(base), 1, len(taken), rounded_fu(fu), fu
        return by_han[0], 0, han, by_han[1], fu

    # ---------------------------------------------------------------- kept

    def _new_shape(self, ended: _Ended, key: int) -> Held:
        """What holds by the shape alone of all hands with these counts and flags."""
        if len(ended.shapes) >= _MOST_KEPT:
            ended.shapes.clear()
        facts = _facts(key, ended.win)
        rows = [row for row, pattern in self._of_shape if pattern(facts)]
        ask = tuple(row for row, _, when in self._of_tiles if when(facts))
        found = ended.shapes[key] = held(rows, facts.open_before > 0, ask)
        return found

    def _asked(self, hand: Hand, ended: _Ended, key: int, reading: _Reading, ask: tuple[ScoringRow, ...]) -> Held:
        """What holds of patterns that look at the shape and the win, or at single tiles."""
        facts = _facts(key, ended.win)
        rows = [row for row, pattern in self._of_both if pattern(facts)]
        if ask:
            groups = tuple(group for share in reading[3] for group in share[4])
            tiles = TileFacts(hand, facts, groups)
            rows += [row for row in ask if registry.TILE_PATTERNS[row.pattern][0](tiles)]
        return held(rows, facts.open_before > 0)

    def _new_ended(self, hand: Hand) -> _Ended:
        if len(self._ended) >= _MOST_KEPT:
            self._ended.clear()
        win, (sets, honors) = Win(hand), self._tables_of(hand.seat, hand.round)
        readings = (*self._suits[win.claimed], honors[win.claimed])
        worths = self._worths[hand.seat is Seat.E, not win.claimed]
        ended = _Ended(win, sets, readings, self._shapes[win.claimed], worths)
        for is_open in (False, True):
            facts = HandFacts(tally.tally_of(open_before=is_open), 0, win)
            found = held([row for row, pattern in self._of_win if pattern(facts)], is_open)
            ended.opened, ended.closed = (found, ended.closed) if is_open else (ended.opened, found)
        self._ended[hand.seat, hand.round, hand.source, hand.flags, hand.won] = ended
        return ended

    def _tables_of(self, seat: Seat, wind: Seat) -> tuple[SetTable, tuple[Readings, Readings]]:
        """The sets of a seat in a round, and the readings of its honors, drawn and claimed."""
        found = self._tables.get((seat, wind))
        if found is None:
            sets = SetTable(self.rows_for(True), self.manner, FIRST_HONOR + seat.index, FIRST_HONOR + wind.index)
            found = self._tables[seat, wind] = sets, (Readings(3, sets, False), Readings(3, sets, True))
        return found

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

    def _too_few(self, han: int) -> str:
        """Why a complete hand does not win."""
        if not han:
            return "the hand is complete, and has no pattern to win with (no yaku)"
        return f"the hand is complete, and its patterns have {han} of the {self.terms.least} doubles that a win needs"


_B, _C, _D, _H = PART_MASKS
_OPEN = 15 << tally.SHIFTS["open_before"]
_DORA_SHIFT = tuple(3 * kind for kind in DORA_OF)
_NO_DORA: tuple[int, tuple[Item, ...]] = (0, ())
_NOT_WON = Score(0, 0, 0, 0, None, (), (), (), False)
_WORTHLESS = (-1, 0, 0, None)
_SAME_CHOWS: dict[int, int] = {}


def _shape_of(total: int, flags: int) -> int:
    """The flags of a hand's shape, with what three chows or pungs are together."""
    chows = tally.chows_of(total)
    if chows > 2:
        key = flags >> tally.CHOW_BITS & tally.EVERY_CHOW
        found = _SAME_CHOWS.get(key)
        if found is None:
            found = _SAME_CHOWS[key] = tally.across_suits(key << tally.CHOW_BITS)
        return flags & tally.SHAPE_FLAGS | found
    return flags & tally.SHAPE_FLAGS | (0 if chows == 2 else tally.across_suits(flags))


def _joined(shares: tuple[Share, ...]) -> _Reading:
    total, flags = 0, 0
    items: tuple[Item, ...] = ()
    for share in shares:
        total, flags, items = total + share[0], flags | share[1], items + share[2]
    return total, _shape_of(total, flags), items, shares


def _facts(key: int, win: Win) -> HandFacts:
    return HandFacts(key & tally.COUNTS_MASK, key >> tally.POINTS_SHIFT, win)
