"""The scorer: a rule set's scoring table under given options, compiled once, then asked for many hands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from mjlog.hands import pack_tiles
from mjlog.scoring import tally
from mjlog.scoring.candidates import Candidate, Suits, arranged, as_shown, is_whole, not_won
from mjlog.scoring.facts import Manner, TileFacts, Win
from mjlog.scoring.hand import Hand, Item, Score
from mjlog.scoring.judging import BonusTable, Case, Judgment, with_tile_rows
from mjlog.scoring.places import winning_tile_flags
from mjlog.scoring.rows import Row, option_value, resolve_rows
from mjlog.scoring.shares import SetTable, SplitTable
from mjlog.scoring.totals import Total, combination, limits_of
from mjlog.seats import SEATS, Seat
from mjlog.tiles import FIRST_HONOR

_MOST_CASES = 5_000


class _Counted(NamedTuple):
    total: Total
    points: int
    doubles: int
    found: Judgment
    candidate: Candidate


class Scorer:
    """Scores hands by one scoring table under one set of option values. Answers depend on nothing but the hand.

    `scoring`: the `[scoring]` table of a rule set document; `options`: the value of every option.

    Raises:
        RuleSetError: the table names a pattern, option or way to combine that does not exist.
    """

    def __init__(self, scoring: Mapping[str, Any], options: Mapping[str, Any]) -> None:
        self.limits = limits_of(scoring, options)
        self.rows = resolve_rows(scoring, options, no_limit=self.limits.none)
        self.manner = Manner(
            claimed_kong_hides=_switch(scoring, options, "claimed_kong_hides"),
            seven_pairs=_switch(scoring, options, "seven_pairs"),
        )
        self._combine = combination(scoring)
        self._sides = {won: _Side(self.rows_for(won), self.manner) for won in (False, True)}
        self._cases: dict[tuple[object, ...], Case] = {}

    def rows_for(self, won: bool) -> tuple[Row, ...]:
        """The rows open to winners, or to losers."""
        return tuple(row for row in self.rows if (row.for_winner if won else row.for_loser))

    def score(self, hand: Hand) -> Score:
        """What a hand is worth: as it was shown, otherwise in the best of its arrangements.

        The hand is taken as it is: `mjlog.scoring.request` says what cannot exist.
        """
        case = self._case(hand)
        bonus = case.bonus.kept.get(hand.bonus) or case.bonus.judge(hand.bonus)
        packed = pack_tiles(hand.concealed)
        best: _Counted | None = None
        for candidate in self._candidates(hand, case, packed):
            counted = self._count(candidate, hand, case, bonus, packed)
            if best is None or counted[:2] > best[:2]:
                best = counted
        return _NO_SCORE if best is None else _result(best, bonus)

    def _candidates(self, hand: Hand, case: Case, packed: int) -> list[Candidate]:
        if not hand.won:
            return [not_won(hand, case)]
        if hand.shown is None:
            return arranged(hand, packed, case, self._sides[True].suits, self.manner.seven_pairs)
        return [way for way in as_shown(hand, case) if is_whole(way, self.manner.seven_pairs)]

    def _case(self, hand: Hand) -> Case:
        key = (hand.seat.index, hand.round.index, hand.won, hand.source, hand.flags, hand.east_wins)
        found = self._cases.get(key)
        if found is None:
            if len(self._cases) >= _MOST_CASES:
                self._cases.clear()
            found = self._cases[key] = self._sides[hand.won].case(Win(hand))
        return found

    def _count(self, candidate: Candidate, hand: Hand, case: Case, bonus: Judgment, packed: int) -> _Counted:
        total, flags, _ = candidate
        points = total >> tally.POINTS_SHIFT & tally.POINTS_MASK
        if not points:
            flags |= tally.POINTLESS
        if hand.won and total >> tally.PAIRS_SHIFT & 15 == 1:
            flags |= winning_tile_flags(total, packed, hand, case.win, self.manner)
        counts = total & tally.COUNTS_MASK
        found = case.kept.get((counts, flags)) or case.judge(counts, flags)
        if found.ask:
            found = with_tile_rows(found, TileFacts(hand, case.facts(counts, flags), candidate.groups))
        points += found.points + bonus.points
        doubles = (total >> tally.DOUBLES_SHIFT) + found.doubles + bonus.doubles
        return _Counted(self._combine(points, doubles, found.limits + bonus.limits, self.limits), points, doubles, found, candidate)


class _Side:
    """The tables of winners, or of losers."""

    def __init__(self, rows: tuple[Row, ...], manner: Manner) -> None:
        self._rows, self._manner = rows, manner
        plain = SetTable(rows, manner, -1, -1)
        self.suits = Suits(SplitTable(0, plain), SplitTable(9, plain), SplitTable(18, plain))
        self._seats = {(seat, wind): self._tables(seat, wind) for seat in SEATS for wind in SEATS}

    def _tables(self, seat: Seat, wind: Seat) -> tuple[SetTable, BonusTable, SplitTable]:
        sets = SetTable(self._rows, self._manner, FIRST_HONOR + seat.index, FIRST_HONOR + wind.index)
        return sets, BonusTable(self._rows, seat.index + 1), SplitTable(FIRST_HONOR, sets)

    def case(self, win: Win) -> Case:
        return Case(win, self._rows, *self._seats[win.seat, win.round])


def _switch(scoring: Mapping[str, Any], options: Mapping[str, Any], key: str) -> bool:
    named = scoring.get(key, False)
    return named if isinstance(named, bool) else bool(option_value(options, named, scoring))


_NO_SCORE = Score(None, 0, 0, 0, None, (), (), (), False, (), "the tiles are not four sets and a pair, nor another complete hand")


def _result(best: _Counted, bonus: Judgment) -> Score:
    total, points, doubles, found, candidate = best
    items = found.items + bonus.items
    texts: tuple[str, ...] = ()
    for share in candidate.shares:
        items += share.items
        texts += share.texts
    held = found.limits + bonus.limits
    if not held:
        return Score(total.total, points, doubles, total.uncapped, None, (), items, texts, True)
    named = tuple(Item(row.name, 0, 0, row.rule, "", row.limit) for row in held)
    ids = tuple(row.id for row in held)
    taken = None if total.taken is None else total.taken.id
    counted, aside = (named, items) if total.alone else (items + named, ())
    return Score(total.total, points, doubles, total.uncapped, taken, ids, counted, texts, True, aside)
