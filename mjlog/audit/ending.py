"""The end of a hand in the audit: scores and payments computed, and compared with the recorded ones."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from mjlog import events as ev
from mjlog.audit.compare import Fault, contradiction, payment_not_due, printed_names, score_fault, settlement_fault
from mjlog.audit.digest import state_digest
from mjlog.audit.records import Where
from mjlog.audit.valuing import alternatives, liable_seats, scorer_for, values
from mjlog.errors import HandError
from mjlog.findings import Doubt, Refusal, registry
from mjlog.scoring import Score, Scorer
from mjlog.scoring.settlement import Settlement, settle, terms_of
from mjlog.seats import SEATS, Seat
from mjlog.table import Win

if TYPE_CHECKING:
    from mjlog.audit.replay import Replay


_MOST_TOTALS = 2000
"""Combinations of four totals that are tried before a settlement is called wrong."""
_MOST_ALTERNATIVES = 500
"""Ways to lay a hand down that are tried before an announced score is called wrong."""


class HandEnd:
    """Scores, settlement and totals of the hand being replayed. Computed once, when first asked for."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.clear()

    def clear(self) -> None:
        """A new hand begins."""
        self.values: dict[Seat, list[Score]] = {}
        self.announced: dict[Seat, ev.Score] = {}
        self.settled = False
        self.liable: Seat | None = None
        self.liable_known = False

    # -- computing --------------------------------------------------------------------------------------------

    @property
    def scorer(self) -> Scorer | None:
        """The rule set's scorer, or None if it has no scoring table."""
        return scorer_for(self.replay.rules) if self.replay.known_rules else None

    def value(self, seat: Seat) -> list[Score]:
        """What a seat's hand can be worth; empty where that cannot be computed."""
        table = self.replay.table
        if table.winner is None or self.scorer is None or not self.replay.known_rules:
            return []
        if seat not in self.values:
            found = values(table, seat, self.scorer)
            if table.place(seat).shown is None and found:
                return found
            self.values[seat] = found
        return self.values[seat]

    def totals(self, announced: bool = False) -> dict[Seat, int] | None:
        """The four totals, computed or as announced; None unless all are known."""
        totals: dict[Seat, int] = {}
        for seat in self.replay.table.players:
            if announced and seat in self.announced:
                totals[seat] = self.announced[seat].total
                continue
            found = self.value(seat)
            if not found or found[0].total is None:
                return None
            totals[seat] = found[0].total
        return totals

    def settlements(self, announced: bool = False, given: dict[Seat, int] | None = None) -> list[Settlement]:
        """Who can owe what, from computed or announced totals, the likeliest first; empty if not computable."""
        table, rules = self.replay.table, self.replay.rules
        if table.washout:
            return [Settlement(dict.fromkeys(table.players, 0), ())]
        totals = given or self.totals(announced)
        if totals is None or table.win is None or table.win.seat not in totals:
            return []
        win = table.win
        terms = terms_of(rules.ruleset.tables.get("settlement", {}), rules.options)
        try:
            return [
                settle(totals, win.seat, discarder=discarder, liable=liable, self_drawn=drawn, terms=terms)
                for discarder, liable, drawn in self._cases(win)
            ]
        except HandError:
            # Seats that the log itself has wrong; that was reported where it came about.
            return []

    def _cases(self, win: Win) -> list[tuple[Seat | None, Seat | None, bool | None]]:
        """Discarder, liable player and "self-drawn" as they can have been, the likeliest first."""
        # A dealt hand without a named tile may count as not self-drawn: then nobody pays double for it.
        drawns = [False, None] if win.source == "deal" and win.tile is None else [None]
        return list(itertools.product(self._discarders(win), self._liable(win), drawns))

    def _discarders(self, win: Win) -> list[Seat | None]:
        """Who can have discarded the winning tile."""
        if win.source != "discard":
            return [None]
        if win.discarder is not None and win.discarder is not win.seat:
            return [win.discarder]
        return [seat for seat in win.seat.others() if seat in self.replay.table.players]

    def _liable(self, win: Win) -> list[Seat | None]:
        """Who can be liable for a dangerous discard."""
        table, found = self.replay.table, self.value(win.seat)
        if self.liable_known:
            return [self.liable]
        if table.gaps and table.plan.tracks_danger:
            return [None, *(seat for seat in win.seat.others() if seat in table.players)]
        return liable_seats(table, found[0]) if found else [None]

    def settlement(self) -> Settlement | None:
        """Who owes what; None where it cannot be computed."""
        return next(iter(self.settlements()), None)

    # -- judging ----------------------------------------------------------------------------------------------

    def judge_score(self, event: ev.Score, where: int | Where | None) -> None:
        """The announced value of one hand."""
        report = self.replay.report
        report.recorded[event.seat.value] = event.total
        self.announced[event.seat] = event
        if self.replay.table.washout:
            if event.total:
                self._note(
                    "washout-scored", f"{event.seat} scores {event.total} in a drawn hand", event, where, 0, event.total
                )
            return
        found = self.value(event.seat)
        if not found:
            return
        names = printed_names(self.replay.rules.ruleset)
        limit = self.scorer.limits.value if self.scorer is not None else 0
        faults = [score_fault(event, score, names, limit) for score in found]
        if None not in faults:
            found = list(itertools.islice(self._alternatives(event.seat), _MOST_ALTERNATIVES))
            faults = [*faults, *(score_fault(event, score, names, limit) for score in found)]
            found = [*self.value(event.seat), *found]
        if None not in faults:
            words, expected, stated, part = faults[0] or ("", None, None, None)
            self._note("wrong-score", f"{event.seat}'s hand: {words}", event, where, expected, stated, part)
        else:
            best = next(score for score, fault in zip(found, faults, strict=True) if fault is None)
            self.values[event.seat] = [best]

    def _alternatives(self, seat: Seat) -> Iterator[Score]:
        scorer = self.scorer
        return alternatives(self.replay.table, seat, scorer) if scorer is not None else iter(())

    def judge_settlement(self, event: ev.Settlement, where: int | Where | None) -> None:
        """The payments of the hand."""
        replay = self.replay
        replay.report.settled = {seat.value: amount for seat, amount in event.change.items()}
        if self.settled:
            return
        self.settled = True
        for seat, amount in event.change.items():
            self._add(seat, amount)
        possible = self.settlements() or (
            self.settlements(announced=True) if len(self.announced) == len(replay.table.players) else []
        )
        total = sum(event.change.values())
        if total:
            self._note("not-zero-sum", f"the gains and losses of the hand add up to {total}", event, where, 0, total)
        elif event.payments is not None and (words := contradiction(event)) is not None:
            wrong = next((payment_not_due(event, due) for due in possible), None)
            self._note("wrong-settlement", words, event, where, None, None, wrong)
            return
        faults = [settlement_fault(event, due, replay.table.players) for due in possible]
        if not faults or None in faults:
            self._settle_liability(possible, faults)
            return
        others = itertools.chain(self.settlements(announced=True), self._other_settlements())
        if any(settlement_fault(event, due, replay.table.players) is None for due in others):
            return
        words, expected, found, part = faults[0] or ("", None, None, None)
        if replay.table.washout:
            self._note("washout-scored", "points are paid in a drawn hand", event, where, expected, found)
        else:
            self._note("wrong-settlement", words, event, where, expected, found, part)

    def _other_settlements(self) -> Iterator[Settlement]:
        """What is owed if hands without an announced score were worth something else that they can have been."""
        open_seats = [seat for seat in self.replay.table.players if seat not in self.announced]
        worth: dict[Seat, list[int]] = {}
        for seat in self.replay.table.players:
            scores = [score.total for score in self.value(seat) if score.total is not None]
            if seat in open_seats:
                others = itertools.islice(self._alternatives(seat), _MOST_ALTERNATIVES)
                scores += [score.total for score in others if score.total is not None]
            worth[seat] = list(dict.fromkeys(scores))
        for totals in itertools.islice(itertools.product(*worth.values()), _MOST_TOTALS):
            yield from self.settlements(given=dict(zip(worth, totals, strict=True)))

    def _settle_liability(self, possible: list[Settlement], faults: list[Fault | None]) -> None:
        """The payments tell who was liable, where the concealed tiles left it open."""
        table, winner = self.replay.table, self.replay.table.winner
        if len(possible) > 1 and winner is not None and table.win is not None and not table.gaps:
            self.liable = self._cases(table.win)[faults.index(None)][1]
            self.liable_known = True

    def judge_totals(self, event: ev.GameEnd, where: int | Where | None) -> None:
        """The totals at the end of the game."""
        self._settle_if_unpaid()
        table = self.replay.table
        if event.totals is None or not table.standing.totals_known:
            return
        for player, stated in event.totals.items():
            due = table.totals.get(player, 0)
            if stated != due:
                words = f"{player} ends with {stated} points: {due} is what the hands make"
                self._note("wrong-total", words, event, where, due, stated)
                return

    def add_penalty(self, event: ev.Penalty) -> None:
        """A fine goes into the totals."""
        self._add(event.seat, -event.amount)
        others = [seat for seat in event.seat.others() if seat in self.replay.table.players]
        shares = event.to if event.to is not None else equal_shares(event.amount, others)
        for seat, amount in shares.items():
            self._add(seat, amount)

    def _add(self, seat: Seat, amount: int) -> None:
        table = self.replay.table
        player = table.players.get(seat)
        if player is not None:
            table.totals[player] = table.totals.get(player, 0) + amount

    def _settle_if_unpaid(self) -> None:
        table = self.replay.table
        if self.settled or table.hand == 0 or not table.standing.result_known:
            return
        self.settled = True
        due = self.settlement()
        if due is None:
            table.standing.totals_known = False
            return
        for seat, amount in due.change.items():
            self._add(seat, amount)

    def close(self) -> None:
        """The hand is over (or the log ends): fill in the report."""
        replay = self.replay
        report, table = replay.report, replay.table
        if report.hand is None:
            return
        self._settle_if_unpaid()
        report.winner = table.winner.value if table.winner is not None else None
        for seat in SEATS:
            found = self.value(seat) if seat in table.players else []
            if found and found[0].total is not None:
                report.computed[seat.value] = found[0].total
                report.details[seat.value] = found[0]
        due = self.settlement() if table.standing.result_known else None
        report.owed = {seat.value: amount for seat, amount in due.change.items()} if due is not None else None
        report.details["payments"] = due.payments if due is not None else ()
        report.state = state_digest(table)
        self.clear()

    def _note(
        self, code: str, words: str, event: ev.Event, where: Any, expected: Any, found: Any,
        part: int | str | None = None,
    ) -> None:  # fmt: skip
        if Doubt.SCORES in self.replay.doubts:
            return
        refusal = Refusal(code, words, expected, found, part=part)
        noted = self.replay.note(refusal, _score_rule(self.replay, code), event, where)
        if noted and Doubt.TOTALS in registry()[code].doubts:
            self.replay.table.standing.totals_known = False


def equal_shares(amount: int, seats: list[Seat]) -> dict[Seat, int]:
    """An amount split equally; what cannot be split goes to the first in turn, a point each.

    >>> [points for points in equal_shares(10, [Seat.S, Seat.W, Seat.N]).values()]
    [4, 3, 3]
    """
    each, left = divmod(amount, max(1, len(seats)))
    return {seat: each + (1 if number < left else 0) for number, seat in enumerate(seats)}


def _score_rule(replay: Replay, code: str) -> str | None:
    suffix = {
        "wrong-score": "points-1",
        "wrong-settlement": "settle-1",
        "not-zero-sum": "settle-1",
        "washout-scored": "settle-1",
        "wrong-total": "rotate-1",
    }.get(code)
    rule = f"{replay.rules.ruleset.id}/{suffix}"
    return rule if replay.rules.ruleset.rule(rule) is not None else None
