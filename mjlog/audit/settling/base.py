"""The end of a hand in the audit: scores and payments computed, and compared with the recorded ones.

What every kind of game has in common; how each scores and pays stands in a module of its own beside this one. Where
the record leaves something open that a payment depends on, every possibility is tried: one of them makes it right.

Nobody writes down that a fault was held against the one who made it; payments that fit such a ruling are not told to
be wrong.
"""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from mjlog import events as ev
from mjlog.audit.report import HandReport, Points, Reporter, encoded_state
from mjlog.audit.unseen_win import fault_of_announced, minimum_of_shown
from mjlog.audit.valuing import (
    Diagnosis,
    Fault,
    contradiction,
    hand_values,
    ledger_for,
    likeliest_first,
    payment_not_due,
    settlement_fault,
)
from mjlog.findings import Finding, Refusal, Severity, codes_that, said_of
from mjlog.rules.rotation import wrong_sum
from mjlog.rules.win import wins_with_a_pattern
from mjlog.rulesets import Rules
from mjlog.scoring import Score, Settlement
from mjlog.scoring.final import final_scores
from mjlog.seats import SEATS, Seat
from mjlog.table import Table, Win
from mjlog.table.facts import Fact
from mjlog.table.stakes import is_chombo
from mjlog.text import list_words, result
from mjlog.text import points as told

NOTHING_DUE: Mapping[Seat, int] = MappingProxyType({})
WHO_WAS_READY = "who was ready"
WHO_DISCARDED = "who discarded the winning tile"
"""What payments after a draw, and who is East next, depend on where the winner alone scores."""

SETTLINGS: dict[str, type[Settling]] = {}
"""What judges the end of a hand, by the name of the family of games."""


class Settling(ABC):
    """What the hand being replayed is worth, who owes what, and what is wrong with what was announced and paid.

    Computed when asked for; what was announced is kept beside. `by_parts`: what an announced score should be by its own
    points and doubles, where it is another. `result_open`: the end of the hand was itself at fault, so that nobody can
    say who has won. `unseen`: whose hands nobody had seen when their scores were announced; `worth_a_win`: whose hands,
    shown after a result, are worth enough however they were won. `told_by_payments`: what they depend on, and tell, as
    the tiles leave it open; in words. `left_open`: what the rules leave open of the payments, in words.
    `told_by_finals`: how final scores are made, as they alone tell it, or do not.

    `reporter`: what was found so far, and by which rules.
    """

    may_be_several = False
    """Whether a hand that was not seen can be worth several values, none of which is the likeliest."""
    depends_on = "whether somebody pays for all"
    """What the payments for a win depend on where all scores are known."""
    told_by_finals = ""

    def __init_subclass__(cls, family: str = "") -> None:
        if family:
            SETTLINGS[family] = cls

    def __init__(self, reporter: Reporter, table: Table) -> None:
        self.reporter = reporter
        self.table = table
        self.clear()

    def clear(self) -> None:
        """A new hand begins."""
        self.values: dict[Seat, list[Score]] = {}
        self.announced: dict[Seat, ev.Score] = {}
        self.by_parts: dict[Seat, tuple[int, ...]] = {}
        self.settled = False
        self.result_open = False
        self.unseen: frozenset[Seat] = frozenset()
        self.worth_a_win: frozenset[Seat] = frozenset()
        self.told_by_payments = self.left_open = ""
        self._refused: list[tuple[Refusal, str | None]] = []

    def take_over(self, other: Settling) -> None:
        """Go on in a hand that another replay has come so far in."""
        self.values, self.announced, self.by_parts = dict(other.values), dict(other.announced), dict(other.by_parts)
        self.settled, self.result_open, self.unseen = other.settled, other.result_open, other.unseen
        self.worth_a_win = other.worth_a_win
        self.told_by_payments, self.left_open = other.told_by_payments, other.left_open

    def fork(self, table: Table) -> Settling:
        """The same, to go on from with another table; what was computed is computed anew."""
        other = type(self)(self.reporter, table)
        other.take_over(self)
        other.values = {}
        return other

    def refused(self) -> list[tuple[Refusal, str | None]]:
        """What was found wrong since it was last asked for, each with the rule that it breaks."""
        refused, self._refused = self._refused, []
        return refused

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self.reporter.frame.rules

    @property
    def report(self) -> HandReport:
        """What was found in the hand so far."""
        return self.reporter.report

    @property
    def on_the_table(self) -> int:
        """The points that lay there before the hand was paid."""
        return self.table.standing.pot or 0

    def at_fault(self) -> list[Seat]:
        """The players in whose acts something was found in this hand."""
        errors = {finding.seat for finding in self.report.findings if finding.severity == Severity.ERROR.value}
        return [seat for seat in self.table.players if seat.value in errors] if errors else []

    @property
    def is_faulty(self) -> bool:
        """Whether something was found in this hand."""
        return self.report.has_error

    # -- what hands are worth, and who owes what ----------------------------------------------------------------------

    def value(self, seat: Seat) -> list[Score]:
        """What a seat's hand can be worth; empty where that cannot be computed."""
        if not self.reporter.frame.known_rules:
            return []
        scores = self.values.get(seat)
        if scores is None:
            scores = hand_values(self.table, seat, self.rules)
            if self.table.place(seat).shown is not None:
                self.values[seat] = scores
        return scores

    def _win_in_error(self) -> bool:
        """Whether the declaration of this win was found wrong, when it was made or when the hand was shown."""
        win = self.table.win
        if win is None:
            return False
        findings, (before, after) = self.report.findings, self.reporter.declared
        if self.table.latest_winner is not win.seat:
            # Another has declared since, in vain.
            before, after = 0, len(findings)
        errors = [(at, finding) for at, finding in enumerate(findings) if finding.severity == Severity.ERROR.value]
        of_winner = [(at, one) for at, one in errors if one.seat == win.seat.value and at >= before]
        return any((at < after and one.seq == win.seq) or one.code == "not-mahjong" for at, one in of_winner)

    def if_let_pass(self, seat: Seat) -> list[Score]:
        """What the winner's hand counted as if the table has let a call pass that came late or was not kept."""
        return []

    @abstractmethod
    def settlements(self, announced: bool = False) -> list[Settlement]:
        """Who can owe what, from computed or announced values, the likeliest first; empty if not computable."""

    def discarders(self, win: Win) -> list[Seat | None]:
        """Who can have discarded the winning tile."""
        return self._givers(win) if win.source == "discard" else [None]

    def _givers(self, win: Win) -> list[Seat | None]:
        if win.discarder is not None and win.discarder is not win.seat:
            return [win.discarder]
        return [seat for seat in win.seat.others() if seat in self.table.players]

    def settlement(self) -> Settlement | None:
        """Who owes what; None where it cannot be computed, from hands that nobody saw by what was announced."""
        settlements_due = self.settlements()
        by_announcement = not settlements_due
        if by_announcement and self._sound_announcements():
            settlements_due = self.settlements(announced=True)
        unsure = self.may_be_several or by_announcement or bool(self.table.gaps)
        if unsure and len({tuple(one.change.items()) for one in settlements_due}) > 1:
            return None
        return next(iter(settlements_due), None)

    def likely_settlement(self) -> Settlement | None:
        """Who owes what, or most likely owes it where that depends on tiles that nobody saw; None if nothing tells.

        Nobody is taken for the discarder who may not have been it: where that matters, nothing tells.
        """
        due, win = self.settlement(), self.table.win
        if due is not None or win is None or not self.all_announced():
            return due
        found = self._likeliest(win)
        if len(self.discarders(win)) > 1 and len({tuple(one.change.items()) for one in found}) > 1:
            return None
        return next(iter(found), None)

    def _likeliest(self, win: Win) -> list[Settlement]:
        """What is owed by what was announced, as it most likely is."""
        return self.settlements(announced=True)

    def said_beside(self, seat: Seat) -> Sequence[str]:
        """What a player must say of a hand beside its worth, for it to be paid so: names of items."""
        return ()

    def presumed(self) -> Settlement | None:
        """The payments that count as long as nothing else is said; None after a fault, or where nothing tells."""
        return None if self.is_faulty and not self.table.washout else self.likely_settlement()

    def paid_for_all(self, payer: Seat) -> Settlement | None:
        """Who owes what if this seat pays for all; None where nobody does by these rules, or nothing tells."""
        return None

    def why_paid(self) -> str:
        """Why the hand is paid as it is, in words; nothing where more than its score has to tell it, or it is open."""
        return ""

    def owed_to(self, winner: Seat) -> Settlement | None:
        """What is paid to one of several winners, as computed or else as announced; None where it is not known."""
        return None

    def without_jokers(self) -> Settlement | None:
        """What is owed for a hand of a card that has no jokers; None where that is nothing, or the value is open."""
        return None

    def unsaid(self) -> str | None:
        """What the payments of a hand that is over depend on, and nobody wrote down; None where they follow."""
        win = self.table.win
        if self.table.washout or (win is not None and self.settlement() is not None and not self.is_faulty):
            return None
        if win is None or win.seat not in self.table.players:
            return "how the hand ended"
        if self.is_faulty:
            return "what counts after a fault in the hand"
        return self._unsaid_of(win)

    def _unsaid_of(self, win: Win) -> str:
        """What the payments for a win depend on."""
        silent = self.silent(win)
        if silent:
            return f"the score{'s' * (len(silent) > 1)} of {list_words(seat.wind_name.capitalize() for seat in silent)}"
        if self.likely_settlement() is None and len(self.discarders(win)) > 1:
            return WHO_DISCARDED
        return self.depends_on

    def silent(self, win: Win) -> list[Seat]:
        """Whose score the payments for a win depend on, and is neither announced nor computed."""
        is_alone = self.table.plan.family.winner_alone_scores
        wanted = [win.seat] if is_alone else [seat for seat in Seat if seat in self.table.players]
        return [seat for seat in wanted if seat not in self.announced and not self.value(seat)]

    def unannounced(self) -> dict[Seat, int | None]:
        """Whose score the payments wait for; with the total that the hand is worth, where that is certain."""
        winners = [win.seat for win in self.table.wins]
        is_alone = self.table.plan.family.winner_alone_scores
        wanted = winners if is_alone else [seat for seat in SEATS if seat in self.table.players]
        worth = {seat: {score.total for score in self.value(seat)} for seat in wanted if seat not in self.announced}
        return {seat: totals.pop() if len(totals) == 1 else None for seat, totals in worth.items()}

    def _sound_announcements(self) -> bool:
        """Whether everybody has announced a score, and nothing was found wrong in the hand."""
        return self.all_announced() and not self.is_faulty

    def all_announced(self) -> bool:
        """Whether all players have announced a score of whose hands something is paid."""
        if self.table.plan.family.winner_alone_scores:
            return bool(self.table.wins) and all(win.seat in self.announced for win in self.table.wins)
        return all(seat in self.announced for seat in self.table.players)

    # -- what was announced -------------------------------------------------------------------------------------------

    def judge_score(self, event: ev.Score) -> None:
        """The announced value of one hand."""
        table = self.table
        if table.players and event.seat not in table.players:
            if event.total:
                words = f"{event.seat}'s hand: {event.total} is announced, and nobody sits there"
                self._note("wrong-score", words, 0, event.total)
            return
        if Fact.HANDS in table.in_doubt:
            # It may belong to a later hand, whose beginning is missing.
            return
        self.announced[event.seat] = event
        self._judge_announced(event)
        are_warnings = all(refusal.severity == WARNING for refusal, _rule in self._refused)
        is_open = table.place(event.seat).shown is None and are_warnings
        self.unseen = self.unseen | {event.seat} if is_open else self.unseen - {event.seat}

    def judge_shown(self, event: ev.Show) -> None:
        """A hand is shown whose score was announced before, or of which only the result is written down."""
        if event.seat in self.unseen:
            self.unseen -= {event.seat}
            self.values.pop(event.seat, None)
            self._judge_announced(self.announced[event.seat])
            return
        win, scorer = self.table.win_of(event.seat), self.rules.scorer
        if scorer is None or win is None or event.seat in self.at_fault():
            return
        lack = minimum_of_shown(self.table, win, self.rules)
        if lack:
            rule = self.rules.ruleset.checks().get(wins_with_a_pattern.__name__)
            self._note(scorer.too_little, f"{event.seat} shows the hand that won: {lack}", None, None, rule=rule)
        elif lack is not None:
            self.worth_a_win |= {event.seat}

    def is_judged_when_shown(self, seat: Seat) -> bool:
        """Whether a hand that is shown tells something of a score, or of whether it is worth a win."""
        return seat in self.unseen or (self._is_by_result(seat) and seat not in self.announced)

    def _is_by_result(self, seat: Seat) -> bool:
        """Whether this player's win needs some worth, and only the result is written down."""
        return self.rules.scorer is not None and self.table.depth == "result" and self.table.win_of(seat) is not None

    def minimum_left_open(self) -> list[Seat]:
        """The winners of whom nothing tells whether their hands are worth enough to win."""
        scorer, winners = self.rules.scorer, list[Seat]()
        if scorer is None or self.table.depth != "result":
            return winners
        seats = {*self.at_fault(), *self.worth_a_win}
        for win in self.table.wins:
            score = self.announced.get(win.seat)
            # The score that was announced may be one that wins, whatever the tiles are.
            is_enough = score is not None and (
                score.limit is not None or not scorer.lacking(score.total, score.doubles or 0)
            )
            if win.seat not in seats and not is_enough:
                winners.append(win.seat)
        return winners

    @abstractmethod
    def _judge_announced(self, event: ev.Score) -> None: ...

    def _scores_nothing(self, event: ev.Score) -> None:
        """A score that is announced for another hand than the winner's."""
        if event.total:
            words = f"{event.seat} scores {event.total}: only the winner's hand is worth something"
            self._note("wrong-score", words, 0, event.total)

    def _can_be_announced(self, event: ev.Score) -> None:
        """A winner's hand that was shown, and of which nobody saw how it was played, can be worth what is announced."""
        is_at_fault = bool(self._refused) or event.seat in self.at_fault()
        is_asked = event.total and not is_at_fault
        lack = fault_of_announced(event, self.table, self.rules) if is_asked else None
        if lack is None:
            return
        words = f"{event.seat}'s hand: {event.total} is announced, and"
        if lack and self.rules.scorer is not None:
            rule = self.rules.ruleset.checks().get(wins_with_a_pattern.__name__)
            self._note(self.rules.scorer.too_little, f"{words} {lack}", None, event.total, rule=rule)
        else:
            self._note("wrong-score", f"{words} however it was won it is not worth that", None, event.total)
        # What is to be paid for it is open.
        del self.announced[event.seat]

    def are_all_right(self) -> bool:
        """Whether all values that were announced are those of the hands."""
        for event in list(self.announced.values()):
            self.judge_score(event)
        return not self.refused()

    # -- what was paid ------------------------------------------------------------------------------------------------

    @abstractmethod
    def judge_settlement(self, event: ev.Settlement) -> None:
        """The payments of the hand."""

    def judge_fine(self, event: ev.Penalty) -> None:
        """A fine where the rules name none: one of more points than a limit hand has is likely a slip."""
        most = ledger_for(self.rules).most
        if is_chombo(event) or self.table.plan.fines or not most or event.amount <= most:
            return
        words = f"{event.seat}'s fine of {event.amount}: it is more than any limit hand is worth ({most})"
        self._note("wrong-penalty", words, None, event.amount, severity=WARNING)

    def add_penalty(self, event: ev.Penalty) -> None:
        """A fine goes into the totals; one that nobody gets is taken off the final score."""
        player = self.table.player_at(event.seat)
        if player is None:
            return
        if event.to == {}:
            self.table.standing.fine(player, event.amount)
            return
        self._add(event.seat, -event.amount)
        others = [seat for seat in event.seat.others() if self.table.player_at(seat) is not None]
        shares = event.to if event.to is not None else equal_shares(event.amount, others)
        for seat, amount in shares.items():
            self._add(seat, amount)

    def _add(self, seat: Seat, amount: int) -> None:
        table = self.table
        player = table.player_at(seat)
        if player is not None:
            table.totals[player] = table.totals.get(player, 0) + amount
            table.standing.count(player, amount)

    # -- totals -------------------------------------------------------------------------------------------------------

    def judge_totals(self, event: ev.GameEnd) -> None:
        """The totals at the end of the game."""
        self.settle_if_unpaid()
        table = self.table
        if event.totals is not None and self.leaves_totals_open():
            self._judge_sum(event.totals)
            return
        for player, stated in (event.totals or {}).items():
            due = table.totals.get(player, 0)
            if stated != due:
                words = f"{player} ends with {told(stated)} points: {told(due)} is what the hands make"
                self._note("wrong-total", words, due, stated)
                return
        final = self._final_fault(event)
        if final is not None and not isinstance(final, str):
            self._note("wrong-final", *final)

    def leaves_totals_open(self) -> bool:
        """Whether nobody can say what each player should have at the end of the game."""
        return self.result_open or not self.table.standing.totals_sure

    def _judge_sum(self, stated: Mapping[str, int]) -> None:
        refusal = wrong_sum(self.table, stated, "at the end")
        if refusal is not None:
            self._refused.append((refusal, self.rules.cites.total))

    def settle_if_unpaid(self) -> None:
        """Where no payment is recorded, what is due goes into the totals; they are lost where that is not certain.

        What is most likely due counts all the same, as long as nothing else is said.
        """
        table = self.table
        if self.is_settled or table.hand == 0 or table.standing.voided:
            return
        if not table.standing.result_known:
            # After a win in doubt nobody can say what was paid for it.
            if table.winner is not None:
                table.standing.lose_totals()
            if table.winner is not None or table.gaps:
                table.standing.counted = None
            return
        self.settled = True
        due = self._unpaid()
        if due is None:
            # What is presumed to be paid counts, and is not judged.
            table.standing.lose_totals()
            presumed = self.presumed()
            if presumed is None:
                table.standing.counted = None
            for seat, amount in presumed.change.items() if presumed is not None else ():
                if seat in table.players:
                    table.standing.count(table.players[seat], amount)
            return
        self._pay(due)

    def _pay(self, due: Settlement) -> None:
        """What is due goes into the totals."""
        for seat, amount in due.change.items():
            self._add(seat, amount)

    def _unpaid(self) -> Settlement | None:
        """What is still due for the hand; None where that is not certain."""
        return None if self.is_faulty and not self.table.washout else self.settlement()

    @property
    def is_settled(self) -> bool:
        """Whether the payments of the hand are recorded."""
        return self.settled

    def points_at_the_end(self) -> tuple[dict[str, int], dict[str, int]] | None:
        """Totals and final scores, with what is still due for the last hand; None where the rules or the log leave them
        open."""
        table = self.table
        if self.is_settled or not table.hand or table.is_unfinished or table.standing.voided:
            return self.points_with({})
        due = self._unpaid() if table.standing.result_known else None
        return self.points_with(due.change) if due is not None else None

    def points_with(self, due: Mapping[Seat, int]) -> tuple[dict[str, int], dict[str, int]] | None:
        """Totals as `totals_at_the_end` has them, and final scores; None where nobody knows, or the rules have none."""
        terms, totals, standing = self.rules.final, self.totals_at_the_end(due), self.table.standing
        if terms is None or totals is None or not standing.seated or self.table.is_unfinished:
            return None
        return totals, final_scores(totals, standing.players, terms, fined=standing.fined)

    def totals_at_the_end(self, due: Mapping[Seat, int] = NOTHING_DUE) -> dict[str, int] | None:
        """What everybody ends with, with what is `due`; None where nobody knows."""
        totals = self.table.known_totals
        if totals is None:
            return None
        paid = {player: due.get(seat, 0) for seat, player in self.table.players.items()}
        return {player: points + paid.get(player, 0) for player, points in totals.items()}

    def _final_fault(self, event: ev.GameEnd) -> Fault | str | None:
        """What is wrong with the final scores; or in words how they are made, where they alone tell it."""
        terms, totals, standing = self.rules.final, self.totals_at_the_end(), self.table.standing
        if event.final is None or terms is None or totals is None:
            return None
        due = final_scores(totals, standing.players, terms, fined=standing.fined)
        for player, stated in event.final.items():
            if stated != due.get(player):
                right = due.get(player)
                makes = "none" if right is None else result(right)
                words = f"{player}'s final score is {result(stated)}: {makes} is what the points make"
                return (words, right, stated, "final")
        return None

    def stakes(self) -> dict[Seat, int]:
        """What everybody laid on the table in this hand, or got from it at the end of the game."""
        return {}

    # -- the report ---------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """The hand is over (or the log ends): fill in the report."""
        report, table = self.report, self.table
        report.win = table.win
        if table.standing.voided:
            report.outcome = "void"
        elif table.winner is not None:
            report.outcome = "won"
        else:
            report.outcome = "wash-out" if table.washout else "unfinished"
        if report.hand is None:
            # Scores and payments of a hand whose beginning is missing belong to no report.
            self.clear()
            return
        report.seats = dict(table.players)
        report.due = self._certainly_due()
        self.settle_if_unpaid()
        report.winners = tuple(win.seat for win in table.wins)
        report.drawn_for = table.washout_for
        report.stakes = self.stakes()
        for seat in SEATS:
            scores = self.value(seat) if seat in table.players else []
            if self.may_be_several and len({score.total for score in scores}) > 1:
                # A hand that was not seen can be several lines: its value is not known.
                continue
            if scores and scores[0].total is not None:
                report.computed[seat] = scores[0].total
                report.details[seat] = scores[0]
        due = self.settlement() if table.standing.result_known else None
        report.owed, report.payments = (None, ()) if due is None else due
        if due is None and report.settled is None:
            presumed = self.presumed() if table.standing.result_known else None
            report.presumed = None if presumed is None else presumed.change
            report.unsaid = self.unsaid()
        report.final = encoded_state(table)
        self.clear()

    def _certainly_due(self) -> Points | None:
        """What the seats had to gain or lose, where that was got wrong and is no matter of opinion."""
        report = self.report
        of_money = [self._is_of_money(finding) for finding in report.findings]
        if report.settled is None or not any(of_money):
            return None
        errors = (finding.severity == Severity.ERROR.value for finding in report.findings)
        if any(is_error and not is_money for is_error, is_money in zip(errors, of_money, strict=True)):
            # That a payment is wrong can be certain though a referee may hold the other fault against somebody.
            return None
        possible = self.settlements() if self.table.washout else self._certain_settlements()
        changes = {tuple(one.change.items()) for one in possible}
        return dict(changes.pop()) if len(changes) == 1 else None

    def _is_of_money(self, finding: Finding) -> bool:
        """Whether a finding is about how hands were counted or paid alone."""
        return finding.code in codes_that("of-counting-or-paying")

    def _certain_settlements(self) -> list[Settlement]:
        """What can be owed for a win by values that are certain."""
        return [] if self._certain_totals() is None else self.settlements() or self.settlements(announced=True)

    def _certain_totals(self) -> dict[Seat, int] | None:
        """What every hand was worth: by its tiles, or as announced where they are not known and nothing contradicts."""
        doubted = {finding.seat for finding in self.report.findings if finding.code == "wrong-score"}
        totals: dict[Seat, int] = {}
        winners = {win.seat for win in self.table.wins}
        for seat in self.table.players:
            worth = {score.total for score in (*self.value(seat), *self.if_let_pass(seat))}
            announced = self.announced.get(seat)
            if not worth and announced is not None and seat.value not in doubted:
                worth = {announced.total}
            total = worth.pop() if len(worth) == 1 else None
            if total is not None:
                totals[seat] = total
            elif seat in winners or not self.table.plan.family.winner_alone_scores:
                return None
        return totals

    def _note(
        self, code: str, words: str, expected: Any, found: Any, part: int | str | None = None, rule: str | None = None,
        severity: str | None = None, seat: Seat | None = None,
    ) -> None:  # fmt: skip
        refusal = Refusal(code, words, expected, found, seat, part, severity)
        self._refused.append((refusal, rule or getattr(self.rules.cites, said_of(code, "cites"), None)))
        if code in codes_that("leaves-totals-open"):
            self.table.standing.totals_doubted += 1


def settling(reporter: Reporter, table: Table) -> Settling:
    """What judges the end of the hands of a game at this table."""
    return SETTLINGS[table.plan.family.name](reporter, table)


class SettledAtOnce(Settling):
    """Whatever is due for a hand is paid at once, by all to all."""

    def alternatives(self, seat: Seat) -> Iterator[Score]:
        """Other ways in which a hand may have been laid down, or was left as it was called."""
        return iter(())

    def otherwise(self) -> Iterator[Settlement]:
        """What is owed if a fault was held against its player, or hands were worth what else they can have been."""
        if self.is_faulty and self.table.win is not None and self.table.win.seat in self.table.players:
            yield Settlement(dict.fromkeys(self.table.players, 0), ())

    def _judge_announced(self, event: ev.Score) -> None:
        if self.table.washout and not self.result_open:
            if event.total:
                words = f"{event.seat} scores {event.total} in a drawn hand"
                self._note("washout-scored", words, 0, event.total)
            return
        scores = [] if self.result_open else self.value(event.seat)
        if not scores:
            self._judge_by_itself(event)
            return
        faults = []
        for score in itertools.chain(scores, self.alternatives(event.seat)):
            fault = self._score_fault(event, score)
            if fault is None:
                self.values[event.seat] = [score]
                return
            faults.append(fault)
        if any(self._score_fault(event, score) is None for score in self.if_let_pass(event.seat)):
            return
        if not event.total and event.seat in self.at_fault():
            # A hand that is at fault may count for nothing.
            return
        self._note_score(event, scores, faults[0])

    @abstractmethod
    def _judge_by_itself(self, event: ev.Score) -> None:
        """An announced value, whatever the tiles are: nobody knows them, or who has won."""

    @abstractmethod
    def _score_fault(self, event: ev.Score, score: Score) -> Fault | None:
        """What is wrong with an announced score, if the hand is worth this."""

    @abstractmethod
    def _note_score(self, event: ev.Score, scores: list[Score], fault: Fault) -> None:
        """An announced value is none of those that the hand can be worth."""

    def judge_settlement(self, event: ev.Settlement) -> None:
        """The payments of the hand."""
        if self.settled:
            return
        self.settled = True
        for seat, amount in event.change.items():
            self._add(seat, amount)
        if Fact.HANDS in self.table.in_doubt:
            return
        total = sum(event.change.values())
        possible = self.settlements() or (self.settlements(announced=True) if self.all_announced() else [])
        if total:
            self._note("not-zero-sum", f"the gains and losses of the hand add up to {told(total)}", 0, total)
        elif event.payments is not None and (words := contradiction(event)) is not None:
            wrong = next((payment_not_due(event, due) for due in possible), None)
            self._note("wrong-settlement", words, None, None, wrong)
        elif self.result_open:
            return
        elif possible:
            self._compare_payments(event, possible)
        else:
            self._compare_gain(event)

    def _compare_payments(self, event: ev.Settlement, possible: list[Settlement]) -> None:
        """Recorded payments against all that can be due."""
        table = self.table
        faults = [settlement_fault(event, due, table.players) for due in possible]
        if None in faults:
            self._learn_from(possible, faults)
            return
        others = itertools.chain(self.settlements(announced=True), self.otherwise())
        if any(settlement_fault(event, due, table.players) is None for due in others):
            return
        likeliest = likeliest_first(event, possible)[0]
        words, expected, found, part = settlement_fault(event, likeliest, table.players) or ("", None, None, None)
        if table.washout:
            self._note("washout-scored", "points are paid in a drawn hand", expected, found)
            return
        blame = self._blame_for_payments(event, likeliest)
        words = ", ".join(filter(None, (words, blame.words)))
        self._note("wrong-settlement", words, expected, found, part, blame.rule)

    def _learn_from(self, possible: list[Settlement], faults: list[Fault | None]) -> None:
        """Payments that fit one of several cases, where tiles that nobody saw leave open which it is."""
        if self.table.win is not None and len({tuple(settlement.change.items()) for settlement in possible}) > 1:
            self.told_by_payments = self._unsaid_of(self.table.win)

    @abstractmethod
    def _compare_gain(self, event: ev.Settlement) -> None:
        """Recorded payments where nobody knows what is due: as far as they tell by themselves."""

    @abstractmethod
    def _blame_for_payments(self, event: ev.Settlement, due: Settlement) -> Diagnosis:
        """Which rule of paying was not kept."""


WARNING = Severity.WARNING.value


def equal_shares(amount: int, seats: list[Seat]) -> dict[Seat, int]:
    """An amount split equally; what cannot be split goes to the first in turn, a point each.

    >>> [points for points in equal_shares(10, [Seat.S, Seat.W, Seat.N]).values()]
    [4, 3, 3]
    """
    each, left = divmod(amount, max(1, len(seats)))
    return {seat: each + (1 if number < left else 0) for number, seat in enumerate(seats)}
