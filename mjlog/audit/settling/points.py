"""Where every hand scores points: who owes what, by the totals of all, and which mistake makes a wrong figure."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from mjlog import events as ev
from mjlog.audit.compare import Fault, gain_fault, score_fault
from mjlog.audit.diagnosis import Diagnosis, blame_for_payments, blame_for_score
from mjlog.audit.ledger import Ledger, ledger_for
from mjlog.audit.settling.base import WARNING, SettledAtOnce, Settling
from mjlog.audit.valuing import liable_seats, other_kong_scorer, scorer_for, terms_for
from mjlog.errors import HandError
from mjlog.scoring import Score, Scorer, Settlement, Terms, settle
from mjlog.scoring.from_table import alternatives, call_may_be_broken, values, values_by_call
from mjlog.seats import Seat
from mjlog.table import Win

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


class PointsSettling(SettledAtOnce):
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
        return scorer_for(self.rules) if self.game.known_rules else None

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
            return iter(())
        laid = itertools.islice(alternatives(table, seat, scorer), _MOST_ALTERNATIVES)
        broken = values_by_call(table, seat, scorer, False) if call_may_be_broken(table) else []
        return itertools.chain(broken, laid)

    def if_let_pass(self, seat: Seat) -> list[Score]:
        """What the winner's hand counted as if the table has let a call pass that came late or was not kept."""
        scorer = self.scorer
        if scorer is None or self.agreed or not self._is_call_broken():
            return []
        return values_by_call(self.table, seat, scorer, True)

    def _is_call_broken(self) -> bool:
        return any(one.code in ("call-changed", "call-too-late") for one in self.report.findings)

    def totals(self, announced: bool = False) -> dict[Seat, int] | None:
        """The four totals, computed or as announced; None unless all are known."""
        totals: dict[Seat, int] = {}
        for seat in self.table.players:
            if announced and seat in self.announced:
                totals[seat] = self.announced[seat].total
                continue
            found = self.value(seat)
            if not found or found[0].total is None:
                return None
            totals[seat] = found[0].total
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
        found = self._settlements.get(key)
        if found is None:
            discarder, payer, drawn = case
            found = settle(totals, winner, discarder=discarder, liable=payer, self_drawn=drawn, terms=terms)
            if len(self._settlements) < _MOST_TOTALS:
                self._settlements[key] = found
        return found

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
        found = self.settlements(liable=[payer]) or self.settlements(announced=True, liable=[payer])
        return next(iter(found), None)

    def other_settlements(self) -> Iterator[Settlement]:
        """What is owed if hands without an announced score were worth something else that they can have been."""
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

    def forfeits(self) -> Iterator[Settlement]:
        """What can be due for a hand in which something was found, the fault held against the player; else nothing."""
        for nothing in super().forfeits():
            yield nothing
            guilty = self.at_fault()
            worth = {seat: self._can_count_as(seat, seat in guilty) for seat in self.table.players}
            for way in itertools.islice(itertools.product(*worth.values()), _MOST_FORFEITS):
                totals = dict(zip(worth, way, strict=True))
                yield from self.settlements(given=totals)
                yield from self.settlements(given=totals, liable=[None, *guilty])

    def _can_count_as(self, seat: Seat, is_guilty: bool) -> list[int]:
        """What a hand can have counted as: as announced, by its tiles, or nothing where it is at fault."""
        said = [self.announced[seat].total] if seat in self.announced else []
        scores = [score.total for score in self.value(seat) if score.total is not None]
        return list(dict.fromkeys([*said, *scores, *([0] if is_guilty else [])]))

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
        return list(dict.fromkeys(one.change[winner] for one in settled))

    # -- what was announced -------------------------------------------------------------------------------------------

    def _judge_by_itself(self, event: ev.Score) -> None:
        """An announced value, whatever the tiles are: nobody knows them, or who has won."""
        self._add_up(event)
        if not self.result_open:
            self._can_be_announced(event)
            if self.all_announced():
                self._is_enough()

    def _is_enough(self) -> None:
        """Whatever the tiles are, a win is worth something: less is likely a slip. 0 can be meant for no score.

        It is told when all scores are there: a winner's alone may be any number that payments were made of.
        """
        won = self.announced.get(self.table.winner) if self.table.winner is not None else None
        if won is None or self.agreed or self.is_faulty:
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
        return score_fault(event, score, self.ledger.names, self.scorer.limits.value if self.scorer is not None else 0)

    def _note_score(self, event: ev.Score, found: list[Score], fault: Fault) -> None:
        """An announced value is none of those that the hand can be worth."""
        words, expected, stated, part = fault
        blame = self._blame_for_kong(event)
        blame = blame or blame_for_score(event, found[:_MOST_BLAMED], self.ledger, self.rules.cites)
        words = ", ".join(filter(None, (f"{event.seat}'s hand: {words}", blame.words)))
        self._note("wrong-score", words, expected, stated, part, blame.rule)

    def _blame_for_kong(self, event: ev.Score) -> Diagnosis | None:
        """That a claimed kong was counted as concealed, or as exposed, against the rules, if that explains a score."""
        rules = self.rules
        scorer = other_kong_scorer(rules)
        if scorer is None:
            return None
        others = values(self.table, event.seat, scorer)
        if not any(self._score_fault(event, score) is None for score in others):
            return None
        return Diagnosis(rules.cites.claimed_kong, "as if a claimed kong had been counted otherwise for doubles")

    # -- what was paid ------------------------------------------------------------------------------------------------

    def _compare_gain(self, event: ev.Settlement) -> None:
        """What the winner got, which depends on no other hand: it is judged where the losers' hands are unknown."""
        winner, gains = self.table.winner, self.winner_gains()
        if winner is None or not gains or event.change.get(winner, 0) in gains:
            return
        words, expected, found = gain_fault(event, winner, gains[0])
        changed = replace(terms_for(self.rules), east_doubles=not terms_for(self.rules).east_doubles)
        cites = self.rules.cites
        rule = cites.east if event.change.get(winner, 0) in self.winner_gains(changed) else cites.settle
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
            for liable, words in self._other_liable(winner):
                settled = [one for said in announced for one in self.settlements(announced=said, liable=liable)]
                variants.append((Diagnosis(cites.liable, words), settled))
        return blame_for_payments(event, due, winner, variants, cites)

    def _other_liable(self, winner: Seat) -> Iterator[tuple[list[Seat | None], str]]:
        """Who else might have been taken for the one that pays for all, and that in words."""
        win = self.table.win
        liable = {seat for _, seat, _ in self.cases(win)} if win is not None else set()
        if None not in liable:
            yield [None], "as if nobody had to pay for all"
        for seat in winner.others():
            if seat not in liable and seat in self.table.players:
                yield [seat], f"as if {seat} had to pay for all"
