"""The scorer: a rule set's scoring table under given options, compiled once, then asked for many hands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mjlog.hands.groups import ONE_TILE
from mjlog.scoring import tally
from mjlog.scoring.candidates import (
    Candidate,
    arranged,
    as_shown,
    groups_of,
    is_whole,
    not_won,
    only_arrangement,
)
from mjlog.scoring.facts import Manner, TileFacts, Win
from mjlog.scoring.hand import Hand, Item, Score
from mjlog.scoring.judging import BonusTable, Case, Verdict, added, ask_tiles
from mjlog.scoring.places import prepare_rivals, winning_tile_flags
from mjlog.scoring.rows import Row, option_value, resolve_rows
from mjlog.scoring.shares import SetTable, Share, SplitTable
from mjlog.scoring.totals import combination, limits_of
from mjlog.seats import SEATS, Seat
from mjlog.tiles import FIRST_HONOR

_MOST_CASES = 5_000


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

    def prepare(self) -> None:
        """Build all tables of shapes ahead: under a second, for those who score many thousands of hands.

        Without it they grow with the hands that are scored; answers are the same.
        """
        self._sides[True].prepare()
        prepare_rivals()

    def score(self, hand: Hand) -> Score:
        """What a hand is worth: as it was shown, otherwise in the best of its arrangements.

        The hand is taken as it is: `mjlog.scoring.request` says what cannot exist.
        """
        case = self._cases.get((hand.seat.index, hand.round.index, hand.won, hand.source, hand.flags, hand.east_wins))
        if case is None:
            case = self._new_case(hand)
        packed = 0
        for kind in hand.concealed:
            packed += ONE_TILE[kind]
        if case.quick and hand.shown is None and not hand.sets and not self.manner.seven_pairs:
            candidate = only_arrangement(packed, case)
            if candidate is not None:
                return _result(self._verdict(candidate, hand, case, packed), candidate[2])
        return self._best(self._candidates(hand, case, packed), hand, case, packed)

    def _best(self, candidates: list[Candidate], hand: Hand, case: Case, packed: int) -> Score:
        if not candidates:
            return _NO_SCORE
        counted = [(self._verdict(candidate, hand, case, packed), candidate[2]) for candidate in candidates]
        return _result(*max(counted, key=lambda each: each[0][:2]))

    def _candidates(self, hand: Hand, case: Case, packed: int) -> list[Candidate]:
        if not hand.won:
            return [not_won(hand, case)]
        if hand.shown is None:
            return arranged(hand, packed, case, self.manner.seven_pairs)
        return [way for way in as_shown(hand, case) if is_whole(way, self.manner.seven_pairs)]

    def _new_case(self, hand: Hand) -> Case:
        if len(self._cases) >= _MOST_CASES:
            self._cases.clear()
        key = (hand.seat.index, hand.round.index, hand.won, hand.source, hand.flags, hand.east_wins)
        self._cases[key] = case = self._sides[hand.won].case(Win(hand))
        return case

    def _verdict(self, candidate: Candidate, hand: Hand, case: Case, packed: int) -> Verdict:
        total, flags, _ = candidate
        if hand.won and total & tally.PAIRS_MASK == 1:
            flags |= winning_tile_flags(total, packed, hand, case.win, self.manner)
        key = (total & tally.WORTH_MASK, flags, hand.bonus)
        found = case.verdicts.get(key)
        if found is None:
            found, is_lasting = self._new_verdict(candidate, flags, hand, case)
            if is_lasting:
                case.keep(key, found)
        return found

    def _new_verdict(self, candidate: Candidate, flags: int, hand: Hand, case: Case) -> tuple[Verdict, bool]:
        total = candidate[0]
        points = total >> tally.POINTS_SHIFT & tally.POINTS_MASK
        if not points:
            flags |= tally.POINTLESS
        counts = total & tally.COUNTS_MASK
        judged = case.judge(counts, flags)
        found = added(judged, case.bonus.judge(hand.bonus))
        if judged.ask:
            tiles = TileFacts(hand, case.facts(counts, flags), groups_of(candidate))
            found = added(found, ask_tiles(judged.ask, tiles))
        points += found.points
        doubles = (total >> tally.DOUBLES_SHIFT & tally.DOUBLES_MASK) + found.doubles
        worth, uncapped, taken, alone = self._combine(points, doubles, found.limits, self.limits)
        return (worth, points, doubles, uncapped, found.items, found.limits, taken, alone), not judged.ask


class _Side:
    """The tables of winners, or of losers."""

    def __init__(self, rows: tuple[Row, ...], manner: Manner) -> None:
        self._rows, self._manner = rows, manner
        plain = SetTable(rows, manner, -1, -1)
        self._suits = (SplitTable(0, plain), SplitTable(9, plain), SplitTable(18, plain))
        self._seats = {(seat, wind): self._tables(seat, wind) for seat in SEATS for wind in SEATS}

    def _tables(self, seat: Seat, wind: Seat) -> tuple[SetTable, BonusTable, tuple[SplitTable, ...]]:
        sets = SetTable(self._rows, self._manner, FIRST_HONOR + seat.index, FIRST_HONOR + wind.index)
        return sets, BonusTable(self._rows, seat.index + 1), (*self._suits, SplitTable(FIRST_HONOR, sets))

    def prepare(self) -> None:
        for table in (*self._suits, *(tables[-1] for _, _, tables in self._seats.values())):
            table.prepare()

    def case(self, win: Win) -> Case:
        return Case(win, self._rows, *self._seats[win.seat, win.round])


def _switch(scoring: Mapping[str, Any], options: Mapping[str, Any], key: str) -> bool:
    named = scoring.get(key, False)
    return named if isinstance(named, bool) else bool(option_value(options, named, scoring))


_NOT_COMPLETE = "the tiles are not four sets and a pair, nor another complete hand"
_NO_SCORE = Score(None, 0, 0, 0, None, (), (), (), False, (), _NOT_COMPLETE)


def _result(verdict: Verdict, shares: tuple[Share, ...]) -> Score:
    total, points, doubles, uncapped, items, held, taken, alone = verdict
    texts: tuple[str, ...] = ()
    for share in shares:
        items += share[2]
        texts += share[3]
    if not held:
        return Score(total, points, doubles, uncapped, None, (), items, texts, True)
    named = tuple(Item(row.name, 0, 0, row.rule, "", row.limit) for row in held)
    ids = tuple(row.id for row in held)
    counted, aside = (named, items) if alone else (items + named, ())
    limit = None if taken is None else taken.id
    return Score(total, points, doubles, uncapped, limit, ids, counted, texts, True, aside)
