"""The end of a hand in the audit: scores and payments computed, and compared with the recorded ones.

Nobody writes down that a fault was held against the one who made it; payments that fit such a ruling are not told to
be wrong.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from mjlog import events as ev
from mjlog.audit import shared_end
from mjlog.audit.card_worth import blame_by_card, fits_some_value, named_values
from mjlog.audit.compare import Fault, contradiction, gain_fault, payment_not_due, score_fault, settlement_fault
from mjlog.audit.diagnosis import Diagnosis, blame_for_payments, blame_for_score
from mjlog.audit.digest import encoded_state
from mjlog.audit.ledger import ledger_for
from mjlog.audit.report import LETTERS, Ending
from mjlog.audit.shared_blame import rule_of_score
from mjlog.audit.shared_end import singly
from mjlog.audit.unseen_win import fault_of_announced
from mjlog.audit.valuing import han_terms_for, other_kong_scorer, terms_for
from mjlog.audit.worth import HandWorth
from mjlog.findings import Refusal, Severity, codes_that, said_of
from mjlog.rules.rotation import wrong_sum
from mjlog.rules.yaku import wins_with_a_pattern
from mjlog.scoring import Score, Settlement
from mjlog.scoring.from_table import values
from mjlog.scoring.han_worth import YAKUMAN_HAN
from mjlog.seats import SEATS, Seat
from mjlog.table import Table
from mjlog.table.facts import Fact
from mjlog.table.stakes import can_lie_there, is_chombo, pot_due, take_from_pot, unseen_sticks
from mjlog.text import points as told

_MOST_TOTALS = 500
"""Combinations of totals that are tried."""


def forfeits(worth: HandWorth) -> Iterator[Settlement]:
    """What can be due for a hand in which something was found, the fault held against the player; nothing otherwise."""
    table, guilty = worth.table, worth.at_fault()
    if not worth.is_faulty or table.win is None or table.win.seat not in table.players:
        return
    yield Settlement(dict.fromkeys(table.players, 0), ())
    if worth.by_card:
        return
    totals = {seat: _totals(worth, seat, seat in guilty) for seat in table.players}
    for way in itertools.islice(itertools.product(*totals.values()), _MOST_TOTALS):
        yield from worth.settlements(given=dict(zip(totals, way, strict=True)))
        yield from worth.settlements(given=dict(zip(totals, way, strict=True)), liable=[None, *guilty])


def _totals(worth: HandWorth, seat: Seat, is_guilty: bool) -> list[int]:
    """What a hand can have counted as: as announced, by its tiles, or nothing where it is at fault."""
    said = [worth.announced[seat].total] if seat in worth.announced else []
    scores = [score.total for score in worth.value(seat) if score.total is not None]
    return list(dict.fromkeys([*said, *scores, *([0] if is_guilty else [])]))


_MANY_HAN = 2 * YAKUMAN_HAN
_MOST_DOUBLES = 60
_MOST_BLAMED = 8
"""What a hand can be worth is looked through so far for the mistake behind a wrong score."""


class HandEnd(HandWorth):
    """Announced scores, payments and totals of the hand being replayed, judged by what they should be.

    `result_open`: the end of the hand was itself at fault, so that nobody can say who has won. `unseen`: whose hands
    nobody had seen when their scores were announced. `told_by_payments`: what they depend on, and tell, as the tiles
    leave it open; in words. `told_by_finals`: how final scores are made, as they alone tell it, or do not.
    """

    def clear(self) -> None:
        """A new hand begins."""
        super().clear()
        self.settled = False
        self.paid: tuple[Seat | None, ...] = ()
        self.taken = 0
        self.left: dict[Seat, int] = {}
        self.result_open = False
        self.unseen: frozenset[Seat] = frozenset()
        self.told_by_payments = self.told_by_finals = ""
        self._refused: list[tuple[Refusal, str | None]] = []

    def take_over(self, other: HandWorth) -> None:
        """Go on in a hand that another replay has come so far in."""
        super().take_over(other)
        if isinstance(other, HandEnd):
            self.settled, self.paid, self.taken = other.settled, other.paid, other.taken
            self.left = other.left
            self.result_open, self.told_by_payments = other.result_open, other.told_by_payments
            self.unseen = other.unseen

    def fork(self, table: Table) -> HandEnd:
        """The same, to go on from with another table; what was computed is computed anew."""
        other = HandEnd(self.game, table)
        other.take_over(self)
        other.values = {}
        return other

    def refused(self) -> list[tuple[Refusal, str | None]]:
        """What was found wrong since it was last asked for, each with the rule that it breaks."""
        refused, self._refused = self._refused, []
        return refused

    @property
    def on_the_table(self) -> int:
        """The points that lay there before the hand was paid."""
        return (self.table.standing.pot or 0) + self.taken

    def settlements(self, announced: bool = False, *args: Any, **kwargs: Any) -> list[Settlement]:
        """Who can owe what, the likeliest first; empty if not computable."""
        if not self.is_shared:
            return super().settlements(announced, *args, **kwargs)
        found = shared_end.due(self, announced, pot=self.on_the_table)
        return [] if found is None else [found]

    def owed_to(self, winner: Seat) -> Settlement | None:
        """What is paid to one of several winners, as computed or else as announced; None where it is not known."""
        win, pot = self.table.win_of(winner), self.on_the_table
        if win is None:
            return None
        for announced in (False, True):
            ways = list(shared_end.due_for(self, win, pot, announced))
            if ways:
                return ways[0] if all(one.change == ways[0].change for one in ways) else None
        return None

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
        are_warnings = all(refusal.severity == _WARNING for refusal, _rule in self._refused)
        is_open = table.place(event.seat).shown is None and are_warnings
        self.unseen = self.unseen | {event.seat} if is_open else self.unseen - {event.seat}

    def judge_shown(self, event: ev.Show) -> None:
        """A hand is shown whose score was announced before: that is judged now."""
        if event.seat in self.unseen:
            self.unseen -= {event.seat}
            self.values.pop(event.seat, None)
            self._judge_announced(self.announced[event.seat])

    def _judge_announced(self, event: ev.Score) -> None:
        table = self.table
        if self.is_shared:
            self._judge_shared_score(event)
            return
        if self.result_open:
            self._add_up(event)
            return
        if table.washout:
            if event.total:
                words = f"{event.seat} scores {event.total} in a drawn hand"
                self._note("washout-scored", words, 0, event.total)
            return
        if self.by_card and table.winner not in (None, event.seat) and event.total:
            words = f"{event.seat} scores {event.total}: only the winner's hand is worth something"
            self._note("wrong-score", words, 0, event.total)
            # Either the winner or the score is another's: who is to be paid is open.
            self.result_open = True
            return
        found = self.value(event.seat)
        if found:
            self._compare(event, found)
        elif self.by_card and self.is_faulty and event.seat is table.winner:
            self._compare_with_the_line(event)
        else:
            self._add_up(event)
            self._can_be_announced(event)
            if self.all_announced():
                self._is_enough()

    def are_all_right(self) -> bool:
        """Whether all values that were announced are those of the hands."""
        for event in list(self.announced.values()):
            self.judge_score(event)
        return not self.refused()

    def _judge_shared_score(self, event: ev.Score) -> None:
        """The announced value of a winner, where the winners alone score."""
        table, win = self.table, self.table.win_of(event.seat)
        if win is None and (table.wins or table.washout):
            if event.total:
                words = f"{event.seat} scores {event.total}: only the winner's hand is worth something"
                self._note("wrong-score", words, 0, event.total)
            return
        found = [] if self.result_open else self.value(event.seat)
        faults = [shared_end.score_fault(event, score, shared_end.pattern_names(self.rules)) for score in found]
        if None in faults:
            self.values[event.seat] = [found[faults.index(None)]]
            return
        told = None if self.result_open else win
        fault = faults[0] if faults else shared_end.sum_fault(event, told, han_terms_for(self.rules))
        if fault is not None:
            words, expected, stated, part = fault
            if not faults and expected is not None:
                self.by_parts[event.seat] = (expected,)
            rule = rule_of_score(event, found[0], table, self.rules) if faults else self.rules.cites.face
            self._note("wrong-score", f"{event.seat}'s hand: {words}", expected, stated, part, rule)
        elif told is not None and not found:
            self._can_be_announced(event)
            if (event.doubles or 0) > _MANY_HAN and not self._refused:
                words = f"{event.seat}'s hand: {event.doubles} han are announced, more than two yakuman have"
                self._note("wrong-score", words, None, event.doubles, "doubles", severity=_WARNING)

    def _can_be_announced(self, event: ev.Score) -> None:
        """A winner's hand that was shown, and of which nobody saw how it was played, can be worth what is announced."""
        is_at_fault = bool(self._refused) or event.seat in self.at_fault()
        lack = None if is_at_fault or not event.total else fault_of_announced(event, self.table, self.rules)
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

    def _is_enough(self) -> None:
        """Whatever the tiles are, a win is worth something: less is likely a slip. 0 can be meant for no score.

        It is told when all scores are there: a winner's alone may be any number that payments were made of.
        """
        won = self.announced.get(self.table.winner) if self.table.winner is not None else None
        if won is None or self.agreed or self.by_card or self.is_faulty:
            return
        least = ledger_for(self.rules).least(self.table.standing.wins_in_a_row if won.seat is Seat.E else 0)
        if 0 < won.total < least:
            words = f"{won.seat}'s hand: {won.total} is announced, and no win is worth less than {least}"
            self._note("wrong-score", words, least, won.total, severity=_WARNING, seat=won.seat)

    def _compare_with_the_line(self, event: ev.Score) -> None:
        """The value of a winning hand whose tiles are in doubt: the line that was named tells it all the same."""
        values = named_values(self.table)
        if not values or event.total in (0, *values):
            return
        words = f"{event.seat}'s hand: {event.total} is announced, and no line that it can be is worth that"
        self._note("wrong-score", words, next(iter(values)) if len(values) == 1 else None, event.total)

    def _add_up(self, event: ev.Score) -> None:
        """Whatever the tiles are: a total is its points, doubled, or what a limit hand is worth."""
        points, doubles = event.points, event.doubles
        if points is None or doubles is None or event.limit is not None or self.scorer is None:
            return
        if self.agreed or self.by_card:
            return
        ledger = ledger_for(self.rules)
        due = ledger.total(points, min(max(doubles, 0), _MOST_DOUBLES), ())
        if event.total == due or event.total in {worth for _row, worth in ledger.limits(())}:
            return
        self.by_parts[event.seat] = (due,)
        words = f"{event.seat}'s hand: {event.total} is announced: {points} points with {doubles} doubles are {due}"
        self._note("wrong-score", words, due, event.total)

    def _compare(self, event: ev.Score, found: list[Score]) -> None:
        """An announced value against all that the hand can be worth."""
        ledger, scorer = ledger_for(self.rules), self.scorer
        limit = scorer.limits.value if scorer is not None else 0
        faults = []
        for score in self._with_alternatives(event.seat, found):
            fault = score_fault(event, score, ledger.names, limit)
            if fault is None:
                self.values[event.seat] = [score]
                return
            faults.append(fault)
        let_pass = self.if_let_pass(event.seat)
        if any(score_fault(event, score, ledger.names, limit) is None for score in let_pass):
            return
        if not event.total and event.seat in self.at_fault():
            # A hand that is at fault may count for nothing.
            return
        words, expected, stated, part = faults[0]
        if self.by_card and len(found) > 1:
            words, expected = f"{event.total} is announced, and no line that it can be is worth that", None
        blame = self._blame_for_kong(event, ledger.names, limit)
        blame = blame or blame_for_score(event, found[:_MOST_BLAMED], ledger, self.rules.cites)
        words = ", ".join(filter(None, (f"{event.seat}'s hand: {words}", blame.words)))
        self._note("wrong-score", words, expected, stated, part, blame.rule)

    def _with_alternatives(self, seat: Seat, found: list[Score]) -> Iterator[Score]:
        """What a hand can be worth, and then the other ways to lay it down, which are looked for only when asked."""
        yield from found
        yield from self.alternatives(seat)

    def _blame_for_kong(self, event: ev.Score, names: frozenset[str], limit: int) -> Diagnosis | None:
        """That a claimed kong was counted as concealed, or as exposed, against the rules, if that explains a score."""
        rules = self.rules
        scorer = other_kong_scorer(rules)
        if scorer is None:
            return None
        others = values(self.table, event.seat, scorer)
        if not any(score_fault(event, score, names, limit) is None for score in others):
            return None
        return Diagnosis(rules.cites.claimed_kong, "as if a claimed kong had been counted otherwise for doubles")

    def judge_settlement(self, event: ev.Settlement) -> None:
        """The payments of the hand."""
        if self.is_shared:
            self._judge_shared_settlement(event)
            return
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

    def _judge_shared_settlement(self, event: ev.Settlement) -> None:
        """The payments to one winner, or to all; or those of a draw."""
        if None in self.paid or event.for_ in self.paid:
            return
        self.paid += (event.for_,)
        due, unseen = pot_due(self.table, event.for_), unseen_sticks(self.table, event)
        most, could_lie = self.table.standing.pot_most, can_lie_there(self.table, event.pot or 0)
        self._take(event)
        if Fact.HANDS in self.table.in_doubt:
            return
        if event.for_ is not None and self.table.win_of(event.for_) is None:
            # Whom it is meant for is open: nothing more is judged, or counted.
            self.paid += (None,)
            self._note("wrong-settlement", f"payments are stated for {event.for_}, who has not won", None, None, "for")
            return
        total, pot = sum(event.change.values()), event.pot or 0
        if due not in (None, pot - unseen):
            words = f"{pot} points are taken from the table: {due} are due"
            self._note("wrong-pot", words, due, pot, "pot", self.rules.cites.pot)
        elif due is None and not could_lie:
            words = f"{pot} points are taken from the table: no more can lie there than {most}, in sticks"
            self._note("wrong-pot", words, most, pot, "pot", self.rules.cites.pot)
        elif total != pot:
            words = f"the gains and losses of the hand add up to {told(total)}"
            words += f": {pot} were taken from the table" if pot else ""
            self._note("not-zero-sum", words, pot, total)
        elif event.payments is not None and (said := contradiction(singly(event, self.table))) is not None:
            self._note("wrong-settlement", said, None, None)
        elif not self.result_open:
            fault = shared_end.settlement_fault(self, event)
            if fault is not None:
                words, expected, found, part = fault
                rule, how = shared_end.blame(self, event)
                words = ", ".join(filter(None, (words, how)))
                self._note("wrong-settlement", words, expected, found, part, rule)
                self._doubt_what_was_paid_by(rule)

    def _doubt_what_was_paid_by(self, rule: str | None) -> None:
        """After wrong payments it is open who was ready at a draw, or how often the hand was repeated."""
        if self.table.washout:
            self.table.standing.ready = None
        elif rule is not None and rule == self.rules.cites.repeats:
            self.table.standing.repeats_doubted = True

    def _take(self, event: ev.Settlement) -> None:
        """Payments go into the totals, and what was taken from the table is not there any more."""
        for seat, amount in event.change.items():
            self._add(seat, amount)
        take_from_pot(self.table, event)
        self.taken += event.pot or 0

    def _compare_payments(self, event: ev.Settlement, possible: list[Settlement]) -> None:
        """Recorded payments against all that can be due."""
        table = self.table
        faults = [settlement_fault(event, due, table.players) for due in possible]
        if None in faults:
            self._settle_liability(possible, faults)
            self._note_what_payments_tell(possible)
            return
        others = itertools.chain(self.settlements(announced=True), self.other_settlements(), forfeits(self))
        if any(settlement_fault(event, due, table.players) is None for due in others):
            return
        words, expected, found, part = faults[0] or ("", None, None, None)
        if table.washout:
            self._note("washout-scored", "points are paid in a drawn hand", expected, found)
            return
        blame = self._blame_for_payments(event, possible[0])
        words = ", ".join(filter(None, (words, blame.words)))
        self._note("wrong-settlement", words, expected, found, part, blame.rule)

    def _compare_gain(self, event: ev.Settlement) -> None:
        """What the winner got, which depends on no other hand: it is judged where the losers' hands are unknown."""
        if self.by_card:
            self._compare_proportions(event)
            return
        winner, gains = self.table.winner, self.winner_gains()
        if winner is None or not gains or event.change.get(winner, 0) in gains:
            return
        words, expected, found = gain_fault(event, winner, gains[0])
        changed = replace(terms_for(self.rules), east_doubles=not terms_for(self.rules).east_doubles)
        cites = self.rules.cites
        rule = cites.east if event.change.get(winner, 0) in self.winner_gains(changed) else cites.settle
        self._note("wrong-settlement", words, expected, found, None, rule)

    def _compare_proportions(self, event: ev.Settlement) -> None:
        """Payments for a hand whose value nobody has written down: they are in the right proportions for some value."""
        win, cites = self.table.win, self.rules.cites
        if win is None or win.seat not in self.table.players or self._win_in_error():
            return
        discarders = self.discarders(win)
        if fits_some_value(self.table, event, discarders):
            return
        rule = cites.settle if win.source == "discard" else cites.drawn
        words = "the payments are right for no value: "
        words += "the discarder pays twice what the others pay" if win.source == "discard" else "all pay the same"
        self._note("wrong-settlement", words, None, None, None, rule)

    def _blame_for_payments(self, event: ev.Settlement, due: Settlement) -> Diagnosis:
        """Which rule of paying was not kept."""
        if self.by_card and self.table.win is not None:
            wins = [*self.card_wins(), *self.card_wins(announced=True)]
            return blame_by_card(self.table, event, wins, self.table.win, self.rules.cites)
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

    def _settle_liability(self, possible: list[Settlement], faults: list[Fault | None]) -> None:
        """The payments tell who was liable, where the concealed tiles left it open."""
        table, winner = self.table, self.table.winner
        if len(possible) > 1 and winner is not None and table.win is not None and not table.gaps and not self.by_card:
            self.liable = self.cases(table.win)[faults.index(None)][1]
            self.liable_known = True

    def _note_what_payments_tell(self, possible: list[Settlement]) -> None:
        """Payments that fit one of several cases, where tiles that nobody saw leave open which it is."""
        if self.table.win is not None and len({tuple(one.change.items()) for one in possible}) > 1:
            self.told_by_payments = self._unsaid_of(self.table.win)

    def judge_totals(self, event: ev.GameEnd) -> None:
        """The totals at the end of the game."""
        self.settle_if_unpaid()
        table = self.table
        if self.is_shared:
            self._judge_shared_totals(event)
            return
        if event.totals is not None and self.leaves_totals_open():
            self._judge_sum(event.totals)
            return
        for player, stated in (event.totals or {}).items():
            due = table.totals.get(player, 0)
            if stated != due:
                words = f"{player} ends with {told(stated)} points: {told(due)} is what the hands make"
                self._note("wrong-total", words, due, stated)
                return

    def leaves_totals_open(self) -> bool:
        """Whether nobody can say what each player should have at the end of the game."""
        if self.is_shared:
            return self.result_open or shared_end.totals_at_the_end(self) is None
        return self.result_open or not self.table.standing.totals_sure

    def _judge_sum(self, stated: Mapping[str, int]) -> None:
        refusal = wrong_sum(self.table, stated, "at the end")
        if refusal is not None:
            self._refused.append((refusal, self.rules.cites.total))

    def _judge_shared_totals(self, event: ev.GameEnd) -> None:
        """The totals with the sticks that are left, and the final scores."""
        if event.totals is not None and self.leaves_totals_open():
            self._judge_sum(event.totals)
        if self.result_open:
            return
        wrong, final = shared_end.totals_fault(self, event), shared_end.final_fault(self, event)
        if wrong is not None:
            (words, expected, found, part), rule = wrong
            self._note("wrong-total", words, expected, found, part, rule)
        elif isinstance(final, str):
            self.told_by_finals = final
        elif final is not None:
            self._note("wrong-final", *final)
        self._give_what_is_left()

    def _give_what_is_left(self) -> None:
        """The sticks that lie on the table at the end of the game go to the first (riichi/end-5)."""
        table, totals = self.table, shared_end.totals_at_the_end(self)
        if totals is None:
            return
        gains = {seat: totals[player] - table.totals.get(player, 0) for seat, player in table.players.items()}
        self.left = {seat: points for seat, points in gains.items() if points}
        for seat, points in self.left.items():
            self._add(seat, points)
        table.standing.pot = 0

    def stakes(self) -> dict[Seat, int]:
        """What everybody laid on the table in this hand, or got from it at the end of the game."""
        table = self.table
        state, plan = table.riichi, table.plan.riichi
        if state is None or plan is None or table.standing.voided:
            return self.left
        laid = dict.fromkeys(state.standing, -plan.stick)
        return {seat: laid.get(seat, 0) + self.left.get(seat, 0) for seat in laid | self.left}

    def judge_fine(self, event: ev.Penalty) -> None:
        """A fine where the rules name none: one of more points than a limit hand has is likely a slip."""
        most = ledger_for(self.rules).most
        if is_chombo(event) or self.table.plan.fines or self.by_card or not most or event.amount <= most:
            return
        words = f"{event.seat}'s fine of {event.amount}: it is more than any limit hand is worth ({most})"
        self._note("wrong-penalty", words, None, event.amount, severity=_WARNING)

    def add_penalty(self, event: ev.Penalty) -> None:
        """A fine goes into the totals; one that nobody gets is taken off the final score."""
        if event.to == {}:
            player = self.table.player_at(event.seat)
            if player is not None:
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
            table.standing.lose_totals()
            self._count(self.presumed())
            return
        for seat, amount in due.change.items():
            self._add(seat, amount)
        if self.is_shared and table.wins:
            table.standing.pot_doubted = False
            table.standing.lay(0)

    def points_at_the_end(self) -> tuple[dict[str, int], dict[str, int]] | None:
        """Totals and final scores, with what is still due for the last hand; None where the rules or the log leave them
        open."""
        table = self.table
        if self.is_settled or not table.hand or table.is_unfinished or table.standing.voided:
            return shared_end.points_at_the_end(self, {})
        due = self._unpaid() if table.standing.result_known else None
        return shared_end.points_at_the_end(self, due.change) if due is not None else None

    def _unpaid(self) -> Settlement | None:
        """What is still due for the hand; None where that is not certain."""
        if self.is_faulty and not self.table.washout:
            return None
        if not self.is_shared:
            return self.settlement()
        if self.table.wins and pot_due(self.table, None) is None:
            return None
        return next((one for said in (False, True) if (one := shared_end.due(self, said, self.paid))), None)

    @property
    def is_settled(self) -> bool:
        """Whether the payments of the hand are recorded: to each of its winners, where each is paid by itself."""
        if not self.is_shared or self.settled:
            return self.settled
        return None in self.paid or (bool(self.paid) and {win.seat for win in self.table.wins} <= set(self.paid))

    def _count(self, due: Settlement | None) -> None:
        """What is presumed to be paid counts, and is not judged."""
        standing = self.table.standing
        if due is None:
            standing.counted = None
            return
        for seat, amount in due.change.items():
            if seat in self.table.players:
                standing.count(self.table.players[seat], amount)

    def close(self) -> None:
        """The hand is over (or the log ends): fill in the report."""
        report, table = self.report, self.table
        report.outcome, report.win = self._outcome(), table.win
        if report.hand is None:
            # Scores and payments of a hand whose beginning is missing belong to no report.
            self.clear()
            return
        report.seats = {LETTERS[seat]: player for seat, player in table.players.items()}
        report.due = self._certainly_due()
        self.settle_if_unpaid()
        report.winner = LETTERS[table.winner] if table.winner is not None else None
        report.winners = [LETTERS[win.seat] for win in table.wins]
        report.drawn_for = table.washout_for
        report.stakes = {LETTERS[seat]: amount for seat, amount in self.stakes().items()}
        for seat in SEATS:
            found = self.value(seat) if seat in table.players else []
            if self.by_card and len({score.total for score in found}) > 1:
                # A hand that was not seen can be several lines: its value is not known.
                continue
            if found and found[0].total is not None:
                report.computed[LETTERS[seat]] = found[0].total
                report.details[LETTERS[seat]] = found[0]
        due = self.settlement() if table.standing.result_known else None
        report.owed = None if due is None else in_letters(due)
        if due is None and report.settled is None:
            presumed = self.presumed() if table.standing.result_known else None
            report.presumed = None if presumed is None else in_letters(presumed)
            report.unsaid = self.unsaid()
        report.details["payments"] = due.payments if due is not None else ()
        report.final = encoded_state(table)
        self.clear()

    def _outcome(self) -> Ending:
        if self.table.standing.voided:
            return "void"
        if self.table.winner is not None:
            return "won"
        return "wash-out" if self.table.washout else "unfinished"

    def _certainly_due(self) -> dict[str, int] | None:
        """What the seats had to gain or lose, where that was got wrong and is no matter of opinion."""
        report, is_drawn = self.report, self.table.washout
        money = codes_that("of-counting-or-paying")
        if report.settled is None or not any(found.code in money for found in report.findings):
            return None
        if any(found.severity == Severity.ERROR.value and found.code not in money for found in report.findings):
            # That a payment is wrong can be certain though a referee may hold the other fault against somebody.
            return None
        given = None if self.by_card or is_drawn else self._certain_totals()
        if given is None and not self.by_card and not is_drawn:
            return None
        possible = self.settlements(given=given) or (self.settlements(announced=True) if self.by_card else [])
        changes = {tuple(in_letters(one).items()) for one in possible}
        return dict(changes.pop()) if len(changes) == 1 else None

    def _certain_totals(self) -> dict[Seat, int] | None:
        """What every hand was worth: by its tiles, or as announced where they are not known and nothing contradicts."""
        doubted = {found.seat for found in self.report.findings if found.code == "wrong-score"}
        totals: dict[Seat, int] = {}
        for seat in self.table.players:
            worth = {score.total for score in (*self.value(seat), *self.if_let_pass(seat))}
            said = self.announced.get(seat)
            if not worth and said is not None and seat.value not in doubted:
                worth = {said.total}
            total = worth.pop() if len(worth) == 1 else None
            if total is None:
                return None
            totals[seat] = total
        return totals

    def _note(
        self, code: str, words: str, expected: Any, found: Any, part: int | str | None = None, rule: str | None = None,
        severity: str | None = None, seat: Seat | None = None,
    ) -> None:  # fmt: skip
        refusal = Refusal(code, words, expected, found, seat, part, severity)
        self._refused.append((refusal, rule or getattr(self.rules.cites, said_of(code, "cites"), None)))
        if code in codes_that("leaves-totals-open"):
            self.table.standing.totals_doubted += 1


_WARNING = Severity.WARNING.value


def in_letters(due: Settlement) -> dict[str, int]:
    """What everybody gains, as reports write it."""
    return {LETTERS[seat]: amount for seat, amount in due.change.items()}


def equal_shares(amount: int, seats: list[Seat]) -> dict[Seat, int]:
    """An amount split equally; what cannot be split goes to the first in turn, a point each.

    >>> [points for points in equal_shares(10, [Seat.S, Seat.W, Seat.N]).values()]
    [4, 3, 3]
    """
    each, left = divmod(amount, max(1, len(seats)))
    return {seat: each + (1 if number < left else 0) for number, seat in enumerate(seats)}
