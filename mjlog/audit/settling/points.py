"""Where every hand scores points: who owes what, by the totals of all, and which mistake makes a wrong figure."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from mjlog import events as ev
from mjlog.audit.settling.base import WARNING, SettledAtOnce, Settling
from mjlog.audit.valuing import (
    Diagnosis,
    Fault,
    Ledger,
    differing_items,
    gain_fault,
    ledger_for,
    liable_seats,
    other_kong_scorer,
    score_fault,
    scorer_for,
    terms_for,
)
from mjlog.errors import HandError
from mjlog.findings import codes_that
from mjlog.rulesets.resolve import Citations
from mjlog.scoring import Score, Scorer, Settlement, Terms, settle
from mjlog.scoring.from_table import alternatives, call_may_be_broken, values, values_by_call
from mjlog.scoring.rows import ScoringRow
from mjlog.seats import Seat
from mjlog.table import Win
from mjlog.text import counted

_MOST_TOTALS = 2000
"""Combinations of totals that are tried before a settlement is called wrong."""
_MOST_FORFEITS = 500
"""Combinations that are tried with a fault held against its player."""
_MOST_ALTERNATIVES = 500
"""Ways to lay a hand down that are tried before an announced score is called wrong."""
_MOST_DOUBLES = 60
_MOST_BLAMED = 8
"""What a hand can be worth is looked through so far for the mistake behind a wrong score."""
_Case = tuple[Seat | None, Seat | None, bool | None]
"""How a hand can have ended: who discarded the winning tile, who pays for all, whether it counts as self-drawn."""


class PointsSettling(SettledAtOnce, family="points"):
    """Every hand has a total: losers may settle among themselves, and one player can be liable for all."""

    def clear(self) -> None:
        """A new hand begins."""
        super().clear()
        self.liable: Seat | None = None
        self.liable_known = False
        self._settlements: dict[Any, Settlement] = {}

    def take_over(self, other: Settling) -> None:
        """Go on in a hand that another replay has come so far in."""
        super().take_over(other)
        if isinstance(other, PointsSettling):
            self.liable, self.liable_known = other.liable, other.liable_known

    @property
    def scorer(self) -> Scorer | None:
        """The scorer of the rules in force, or None if they do not say what hands are worth."""
        return scorer_for(self.rules) if self.reporter.frame.known_rules else None

    @property
    def agreed(self) -> bool:
        """Whether winners are paid an agreed value, whatever their tiles."""
        scoring = self.rules.scoring
        return scoring is not None and scoring.agreed is not None

    @property
    def ledger(self) -> Ledger:
        """The rows by which hands are counted."""
        return ledger_for(self.rules)

    def value(self, seat: Seat) -> list[Score]:
        """What a seat's hand can be worth; empty where that cannot be computed."""
        return [] if self.agreed and self._win_in_error() else super().value(seat)

    def alternatives(self, seat: Seat) -> Iterator[Score]:
        """Other ways in which a hand may have been laid down, or was left as it was called, so many at most."""
        scorer, table = self.scorer, self.table
        if scorer is None or self.agreed:
            return
        if call_may_be_broken(table):
            yield from values_by_call(table, seat, scorer, False)
        yield from itertools.islice(alternatives(table, seat, scorer), _MOST_ALTERNATIVES)

    def if_let_pass(self, seat: Seat) -> list[Score]:
        """What the winner's hand counted as if the table has let a call pass that came late or was not kept."""
        scorer = self.scorer
        is_broken = any(finding.code in codes_that("breaks-a-call") for finding in self.report.findings)
        if scorer is None or self.agreed or not is_broken:
            return []
        return values_by_call(self.table, seat, scorer, True)

    def totals(self, announced: bool = False) -> dict[Seat, int] | None:
        """The four totals, computed or as announced; None unless all are known."""
        totals: dict[Seat, int] = {}
        for seat in self.table.players:
            if announced and seat in self.announced:
                totals[seat] = self.announced[seat].total
                continue
            scores = self.value(seat)
            if not scores or scores[0].total is None:
                return None
            totals[seat] = scores[0].total
        return totals

    def settlements(
        self,
        announced: bool = False,
        given: dict[Seat, int] | None = None,
        terms: Terms | None = None,
        liable: Sequence[Seat | None] | None = None,
        discarders: Sequence[Seat | None] | None = None,
    ) -> list[Settlement]:
        """Who can owe what, from computed or announced totals, the likeliest first; empty if not computable.

        `terms`, `liable` (who can be the one that pays for all) and `discarders` (of the winning tile) stand in the
        place of those that hold.
        """
        table, rules = self.table, self.rules
        if table.washout:
            return [Settlement(dict.fromkeys(table.players, 0), ())]
        totals = given or self.totals(announced)
        if totals is None or table.win is None or table.win.seat not in totals:
            return []
        win, terms = table.win, terms or terms_for(rules)
        try:
            return [self._settle(totals, win.seat, case, terms) for case in self.cases(win, liable, discarders)]
        except HandError:
            # Seats that the log itself has wrong; that was reported where it came about.
            return []

    def _settle(self, totals: dict[Seat, int], winner: Seat, case: _Case, terms: Terms) -> Settlement:
        """Who owes what in one case, found once: payments are judged by it, and it is reported."""
        key = (*totals.items(), winner, case, terms)
        settlement = self._settlements.get(key)
        if settlement is None:
            discarder, payer, drawn = case
            settlement = settle(totals, winner, discarder=discarder, liable=payer, self_drawn=drawn, terms=terms)
            if len(self._settlements) < _MOST_TOTALS:
                self._settlements[key] = settlement
        return settlement

    def cases(
        self,
        win: Win,
        liable: Sequence[Seat | None] | None = None,
        discarders: Sequence[Seat | None] | None = None,
    ) -> list[_Case]:
        """Discarder, liable player (or those given) and "self-drawn" as they can have been, the likeliest first."""
        # A dealt hand without a named tile may count as not self-drawn: then nobody pays double for it.
        drawns = [False, None] if win.source == "deal" and win.tile is None else [None]
        payers = self._liable(win) if liable is None else liable
        return list(itertools.product(self.discarders(win) if discarders is None else discarders, payers, drawns))

    def discarders(self, win: Win) -> list[Seat | None]:
        """Who can have given the winning tile; with a robbed kong too, where that one pays the total alone."""
        if win.source != "kong" or not terms_for(self.rules).discarder_alone:
            return super().discarders(win)
        return self._givers(win)

    def _liable(self, win: Win) -> list[Seat | None]:
        """Who can be liable for a dangerous discard."""
        table, found = self.table, self.value(win.seat)
        if self.liable_known:
            return [self.liable]
        if (table.gaps or table.place(win.seat).unknown or not found) and table.plan.tracks_danger:
            return [None, *(seat for seat in win.seat.others() if seat in table.players)]
        return liable_seats(table, found[0]) if found else [None]

    def _likeliest(self, win: Win) -> list[Settlement]:
        """What is owed by what was announced, as it most likely is."""
        return self.settlements(announced=True, liable=self._liable(win)[:1])

    def paid_for_all(self, payer: Seat) -> Settlement | None:
        """Who owes what if this seat pays for all; None where nobody does by these rules, or nothing tells."""
        if not self.table.plan.tracks_danger:
            return None
        settlements_due = self.settlements(liable=[payer]) or self.settlements(announced=True, liable=[payer])
        return next(iter(settlements_due), None)

    def otherwise(self) -> Iterator[Settlement]:
        """What is owed if hands without an announced score were worth something else that they can have been, or a
        fault was held against its player."""
        open_seats = [seat for seat in self.table.players if seat not in self.announced]
        worth: dict[Seat, list[int]] = {}
        for seat in self.table.players:
            known = (*self.value(seat), *self.if_let_pass(seat))
            scores = [score.total for score in known if score.total is not None]
            if seat in self.announced and not scores:
                scores = [self.announced[seat].total, *self.by_parts.get(seat, ())]
            if seat in open_seats:
                scores += [score.total for score in self.alternatives(seat) if score.total is not None]
            worth[seat] = list(dict.fromkeys(scores))
        for totals in itertools.islice(itertools.product(*worth.values()), _MOST_TOTALS):
            yield from self.settlements(given=dict(zip(worth, totals, strict=True)))
        for nothing in super().otherwise():
            yield nothing
            guilty = self.at_fault()
            for seat in self.table.players:
                # As announced, by the tiles, or nothing where the hand is at fault
                said = [self.announced[seat].total] if seat in self.announced else []
                scores = [score.total for score in self.value(seat) if score.total is not None]
                worth[seat] = list(dict.fromkeys([*said, *scores, *([0] if seat in guilty else [])]))
            for way in itertools.islice(itertools.product(*worth.values()), _MOST_FORFEITS):
                given = dict(zip(worth, way, strict=True))
                yield from self.settlements(given=given)
                yield from self.settlements(given=given, liable=[None, *guilty])

    def _certain_settlements(self) -> list[Settlement]:
        """What can be owed for a win by values that are certain."""
        totals = self._certain_totals()
        return [] if totals is None else self.settlements(given=totals)

    def winner_gains(self, terms: Terms | None = None) -> list[int]:
        """What the winner can have got, in points, the likeliest first; empty where the winning hand is not known."""
        table, winner = self.table, self.table.winner
        if winner is None:
            return []
        scores = itertools.chain(self.value(winner), self.alternatives(winner), self.if_let_pass(winner))
        worth = [score.total for score in scores if score.total is not None]
        if worth and winner in self.announced:
            worth.append(self.announced[winner].total)
        nothing = dict.fromkeys(table.players, 0)
        settled = [one for total in worth for one in self.settlements(given={**nothing, winner: total}, terms=terms)]
        return list(dict.fromkeys(settlement.change[winner] for settlement in settled))

    # -- what was announced -------------------------------------------------------------------------------------------

    def _judge_by_itself(self, event: ev.Score) -> None:
        """An announced value, whatever the tiles are: nobody knows them, or who has won."""
        self._add_up(event)
        if self.result_open:
            return
        self._can_be_announced(event)
        # Whatever the tiles are, a win is worth something: less is likely a slip. 0 can be meant for no score. It is
        # told when all scores are there: a winner's alone may be any number that payments were made of.
        won = self.announced.get(self.table.winner) if self.table.winner is not None else None
        if not self.all_announced() or won is None or self.agreed or self.is_faulty:
            return
        least = self.ledger.least(self.table.standing.wins_in_a_row if won.seat is Seat.E else 0)
        if 0 < won.total < least:
            words = f"{won.seat}'s hand: {won.total} is announced, and no win is worth less than {least}"
            self._note("wrong-score", words, least, won.total, severity=WARNING, seat=won.seat)

    def _add_up(self, event: ev.Score) -> None:
        """Whatever the tiles are: a total is its points, doubled, or what a limit hand is worth."""
        points, doubles = event.points, event.doubles
        if points is None or doubles is None or event.limit is not None or self.scorer is None:
            return
        if self.agreed:
            return
        ledger = self.ledger
        due = ledger.total(points, min(max(doubles, 0), _MOST_DOUBLES), ())
        if event.total == due or event.total in {worth for _row, worth in ledger.limits(())}:
            return
        self.by_parts[event.seat] = (due,)
        words = f"{event.seat}'s hand: {event.total} is announced: {points} points with {doubles} doubles are {due}"
        self._note("wrong-score", words, due, event.total)

    def _score_fault(self, event: ev.Score, score: Score) -> Fault | None:
        """What is wrong with an announced score, if the hand is worth this."""
        event, (score,) = self.ledger.as_announced(event, [score])
        return score_fault(event, score, self.ledger.names, self.scorer.limits.value if self.scorer is not None else 0)

    def _note_score(self, event: ev.Score, scores: list[Score], fault: Fault) -> None:
        """An announced value is none of those that the hand can be worth."""
        words, expected, stated, part = fault
        cites, scorer = self.rules.cites, other_kong_scorer(self.rules)
        # That a claimed kong was counted as concealed, or as exposed, against the rules may explain the score.
        others = values(self.table, event.seat, scorer) if scorer is not None else []
        is_of_kong = any(self._score_fault(event, score) is None for score in others)
        event, scores = self.ledger.as_announced(event, scores)
        if is_of_kong:
            blame = Diagnosis(cites.claimed_kong, "as if a claimed kong had been counted otherwise for doubles")
        else:
            blame = blame_for_score(event, scores[:_MOST_BLAMED], self.ledger, cites)
        words = ", ".join(filter(None, (f"{event.seat}'s hand: {words}", blame.words)))
        self._note("wrong-score", words, expected, stated, part, blame.rule)

    # -- what was paid ------------------------------------------------------------------------------------------------

    def _compare_gain(self, event: ev.Settlement) -> None:
        """What the winner got, which depends on no other hand: it is judged where the losers' hands are unknown."""
        winner, gains = self.table.winner, self.winner_gains()
        if winner is None or not gains or event.change.get(winner, 0) in gains:
            return
        words, expected, found = gain_fault(event, winner, gains[0])
        changed = replace(terms_for(self.rules), east_doubles=not terms_for(self.rules).east_doubles)
        cites = self.rules.cites
        is_easts = event.change.get(winner, 0) in self.winner_gains(changed) and cites.east is not None
        rule = cites.east if is_easts else self._rule_of_payments()
        self._note("wrong-settlement", words, expected, found, None, rule)

    def _learn_from(self, possible: list[Settlement], faults: list[Fault | None]) -> None:
        """Payments tell who was liable, and what else they fit, where the concealed tiles left it open."""
        table = self.table
        if len(possible) > 1 and table.win is not None and not table.gaps:
            self.liable = self.cases(table.win)[faults.index(None)][1]
            self.liable_known = True
        super()._learn_from(possible, faults)

    def _blame_for_payments(self, event: ev.Settlement, due: Settlement) -> Diagnosis:
        """Which rule of paying was not kept."""
        rules, winner = self.rules, self.table.winner
        terms, cites = terms_for(rules), rules.cites
        if winner is None:
            return Diagnosis(cites.settle)
        east = f"as if East's payments were {'not ' * terms.east_doubles}doubled"
        losers = f"as if losers settled {'nothing ' * terms.losers_settle}among themselves"
        mistakes = [
            (Diagnosis(cites.east, east), replace(terms, east_doubles=not terms.east_doubles)),
            (Diagnosis(cites.losers, losers), replace(terms, losers_settle=not terms.losers_settle)),
        ]
        announced = (False, True) if self.all_announced() else (False,)
        variants = [
            (blame, [one for said in announced for one in self.settlements(announced=said, terms=changed)])
            for blame, changed in mistakes
        ]
        if self.table.plan.tracks_danger:
            win, table = self.table.win, self.table
            known = {seat for _, seat, _ in self.cases(win)} if win is not None else set()
            payers = [seat for seat in (None, *winner.others()) if seat not in known and seat in (None, *table.players)]
            for payer in payers:
                words = "as if nobody had to pay for all" if payer is None else f"as if {payer} had to pay for all"
                settled = [one for said in announced for one in self.settlements(announced=said, liable=[payer])]
                variants.append((Diagnosis(cites.liable, words), settled))
        blame = blame_for_payments(event, due, winner, variants, cites)
        return blame if blame.rule not in (None, cites.settle) else blame._replace(rule=self._rule_of_payments())

    def _rule_of_payments(self) -> str | None:
        """The rule that says what is paid for the win: another one, where the rule set has it, if all paid alike."""
        cites, win = self.rules.cites, self.table.win
        is_drawn = win is not None and self.discarders(win) == [None]
        return cites.drawn if is_drawn and cites.drawn is not None else cites.settle


# -- which rule a wrong score or payment breaks ----------------------------------------------------------------------
#
# A guess at the mistake that makes the figures, tried in the order of the document: rows left out, the limit, rows
# counted too much, one row in the place of another. Where nothing explains them, the general rule is cited.


class _Guess(NamedTuple):
    """A mistake that may have been made: the rule it breaks, and what the hand would be worth with it."""

    blame: Diagnosis
    points: int
    doubles: int
    total: int


def blame_for_score(event: ev.Score, scores: Iterable[Score], ledger: Ledger, cites: Citations) -> Diagnosis:
    """The rule that an announced score breaks; `scores` are what the hand can be worth, the likeliest first."""
    usable = [score for score in scores if score.total is not None]
    for score in usable:
        diagnosis = _blame_item(event, score, ledger) or _blame_limit_name(event, score, ledger, cites)
        if diagnosis is not None:
            return diagnosis
    for score in usable:
        diagnosis = _explained(event, score, list(_guesses(score, ledger, cites)))
        if diagnosis is not None:
            return diagnosis
    limits = [row for score in usable[:1] for row in ledger.rows if row.id in score.limits]
    return Diagnosis(limits[0].rule if limits else cites.score)


def _blame_item(event: ev.Score, score: Score, ledger: Ledger) -> Diagnosis | None:
    """The first row, in the order of the document, by which the announced items differ."""
    missing, extra = differing_items(event, score, ledger.names)
    faults = [(item, _left_out) for item in missing] + [(item, _counted) for item in extra]
    blames = [(ledger.named(*item), words) for item, words in faults]
    known = [(ledger.place(row), row, words) for row, words in blames if row is not None]
    if not known:
        return None
    _, row, words = min(known, key=lambda each: each[0])
    return Diagnosis(row.rule, words(row) if event.total != score.total else "")


def _blame_limit_name(event: ev.Score, score: Score, ledger: Ledger, cites: Citations) -> Diagnosis | None:
    """A limit hand that is announced and not held."""
    row = ledger.limit_row(event.limit)
    if row is None or row.id in score.limits:
        return None
    return Diagnosis(_limit_rule(row, score.complete, ledger, cites), _counted(row))


def _limit_rule(row: ScoringRow, won: bool, ledger: Ledger, cites: Citations) -> str | None:
    """The rule of a limit hand that is not held: its own, or that it is the winner's alone."""
    winners = not won and not row.for_loser and row in ledger.rows
    return cites.losers_limit if winners else row.rule


def _explained(event: ev.Score, score: Score, guesses: list[_Guess]) -> Diagnosis | None:
    """The first guess that makes all announced figures, or else the first that makes one of the wrong ones."""
    stated = {name: getattr(event, name) for name in ("points", "doubles", "total")}
    stated = {name: figure for name, figure in stated.items() if figure is not None}
    wrong = [name for name, figure in stated.items() if figure != getattr(score, name)]
    for names in (list(stated), *([name] for name in wrong)):
        for guess in guesses if wrong else ():
            if all(getattr(guess, name) == stated[name] for name in names):
                return guess.blame
    return None


def _guesses(score: Score, ledger: Ledger, cites: Citations) -> Iterator[_Guess]:
    won, points, doubles = score.complete, score.points, score.doubles
    held = tuple(row for row in ledger.rows if row.id in score.limits)
    counted = [(row, worth) for row in ledger.open_to(won) for worth in ledger.counted(row, score)]

    def guess(
        rule: str | None, words: str, more: tuple[int, int] = (0, 0), limits: tuple[ScoringRow, ...] = held
    ) -> _Guess:
        new = (max(0, points + more[0]), max(0, doubles + more[1]))
        return _Guess(Diagnosis(rule, words), *new, ledger.total(*new, limits))

    if cites.face is not None:
        if score.uncapped > (score.total or 0):
            yield guess(cites.face, "as if there were no limit")._replace(total=score.uncapped)
        for row, worth in ledger.limits(held):
            if worth < (score.total or 0):
                words = f"as if no more than {worth}, {row.name}, could be scored"
                yield guess(cites.face, words)._replace(total=worth)
    for row, (lost_points, lost_doubles) in counted:
        rest = tuple(other for other in held if other is not row)
        yield guess(row.rule, _left_out(row), (-lost_points, -lost_doubles), rest)
    if held:
        yield guess(held[0].rule, _left_out(held[0]), limits=())
    rows = [row for row, _ in counted]
    for row in [row for row in ledger.open_to(won) if row not in rows] + rows:
        more = (row.points, row.doubles)
        yield guess(row.rule, _counted(row), more, (*held, row) if row.is_limit else held)
    for row in ledger.closed_to(won):
        rule = _limit_rule(row, won, ledger, cites) if row.is_limit else row.rule
        yield guess(rule, _counted(row), (row.points, row.doubles), (*held, row) if row.is_limit else held)
    for row in [row for row in rows if ledger.is_of_sets(row)]:
        for other in ledger.open_to(won):
            if ledger.is_of_sets(other) and other is not row:
                more = (other.points - row.points, other.doubles - row.doubles)
                yield guess(other.rule, f"as if {other.name} had been counted in the place of {row.name}", more)


def _worth(row: ScoringRow) -> str:
    parts = [counted(row.points, "point")] if row.points else []
    parts += [f"{row.doubles} doubles" if row.doubles > 1 else "double"] if row.doubles else []
    return "the " + (" and the ".join(parts) or "limit hand") + (" for " if parts else " ") + row.name


def _left_out(row: ScoringRow) -> str:
    return f"as if {_worth(row)} had been left out"


def _counted(row: ScoringRow) -> str:
    return f"as if {_worth(row)} had been counted"


# -- payments -----------------------------------------------------------------------------------------------------

Variant = tuple[Diagnosis, list[Settlement]]
"""A mistake in settling, and what would have been paid with it."""


def blame_for_payments(
    event: ev.Settlement, due: Settlement, winner: Seat, variants: Iterable[Variant], cites: Citations
) -> Diagnosis:
    """The rule that recorded payments break: that of the mistake which makes them, or of the payments that differ."""
    paid = {seat: amount for seat, amount in event.change.items() if amount}
    for blame, settlements in variants:
        if any({seat: amount for seat, amount in one.change.items() if amount} == paid for one in settlements):
            return blame
    wrong = _wrong_pairs(event, due)
    if wrong and all(Seat.E in pair and abs(stated) in (2 * abs(owed), abs(owed) / 2) for pair, stated, owed in wrong):
        return Diagnosis(cites.east)
    if wrong and all(winner not in pair for pair, _, _ in wrong):
        return Diagnosis(cites.losers)
    return Diagnosis(cites.settle)


def _wrong_pairs(event: ev.Settlement, due: Settlement) -> list[tuple[frozenset[Seat], int, int]]:
    """Each two seats between whom something else was paid than was due: what the first in turn got, and should have."""
    owed = _between(due.payments)
    if event.payments is not None:
        stated = _between(event.payments)
    else:
        off = [seat for seat in due.change if event.change.get(seat, 0) != due.change[seat]]
        if len(off) != 2:
            return []
        pair = (off[0], off[1])
        stated = {**owed, pair: owed.get(pair, 0) + event.change.get(off[0], 0) - due.change[off[0]]}
    pairs = [pair for pair in dict.fromkeys((*stated, *owed)) if stated.get(pair, 0) != owed.get(pair, 0)]
    return [(frozenset(pair), stated.get(pair, 0), owed.get(pair, 0)) for pair in pairs]


def _between(payments: Iterable[tuple[Seat, Seat, int]]) -> dict[tuple[Seat, Seat], int]:
    """What each two seats paid each other in all, as what the first in turn got."""
    sums: dict[tuple[Seat, Seat], int] = {}
    for payer, payee, points in payments:
        pair, amount = ((payee, payer), points) if payee.index < payer.index else ((payer, payee), -points)
        sums[pair] = sums.get(pair, 0) + amount
    return sums
