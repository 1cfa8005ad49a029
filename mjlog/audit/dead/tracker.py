"""Hands that are dead, found while a game is replayed: `dead_hands(record)`, or a `DeadHandTracker` round a replay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET

from mjlog import events as ev
from mjlog.audit.dead.cases import DeadHand, DeadHandCase, Declared, Kind, Payment
from mjlog.audit.dead.counting import Counting
from mjlog.audit.dead.declaring import Declarations, Exposures, Misnamed, OriginalCalls
from mjlog.audit.dead.penalties import Outcome, consequences, is_dead, is_told, rule_of
from mjlog.audit.engine import Engine
from mjlog.audit.report import HandReport
from mjlog.cards.shelf import NO_CARDS, CardShelf
from mjlog.findings import Finding, codes_that
from mjlog.log.corrections import apply_corrections
from mjlog.log.records import Fault, GameRecord, Where
from mjlog.rules.yaku import wins_with_a_pattern
from mjlog.rulesets import RuleSet
from mjlog.table import Table

_KINDS: dict[str, Kind] = {"count": "count", "exposure": "exposure", "false-mahjong": "false-mahjong", "call": "call"}


def dead_hands(
    record: GameRecord, ruleset: RuleSet | str | None = None, as_recorded: bool = False, cards: CardShelf = NO_CARDS
) -> list[DeadHand]:
    """Every hand of a game that is dead by the rules in force, or was declared dead, in the order of the log.

    The record is used up. `ruleset`, `as_recorded`, `cards`: as for `Engine`.

    Raises:
        CardError: a file of `cards` is no score card.
    """
    watch = DeadHandTracker(Engine(record, ruleset, as_recorded, cards))
    for row, where in apply_corrections(record.rows) if watch.replay.frame.folded else record.rows:
        watch.feed(row, where)
    return watch.finish()


class DeadHandTracker:
    """Looks on while a replay goes on: feed it the rows instead of the replay, and ask for `finish()` at the end.

    `began`: the beginning of the hand that the replay stands at, where it is not that of the log.
    """

    def __init__(self, replay: Engine, began: ev.HandStart | None = None) -> None:
        self.replay = replay
        self.found: list[DeadHand] = []
        self._stand = _standing(replay.table)
        self._begin(0)
        if began is not None:
            self._begin(began.seq)
            self._read(began, began.seq, replay.report.findings)

    def feed(self, row: ev.Event | Fault, where: int | Where | None = None) -> None:
        """Let the replay read one row, and see what it tells of dead hands."""
        replay, report = self.replay, self.replay.report
        before = len(report.findings)
        if isinstance(row, ev.HandStart | ev.GameStart):
            self._stand = _standing(replay.table)
        replay.feed(row, where)
        if isinstance(row, ev.HandStart):
            self._close(report)
            self._begin(row.seq)
            before = 0
        self._read(row, getattr(row, "seq", None) or self._seq, replay.report.findings[before:])

    def finish(self) -> list[DeadHand]:
        """The log ends here: every dead hand of the game."""
        self._stand = _standing(self.replay.table)
        self.replay.finish()
        self._close(self.replay.report)
        self._begin(0)
        return self.found

    def _begin(self, seq: int) -> None:
        """A new hand."""
        self._seq = seq
        self._order = {seq: 0}
        minimum = self.replay.rules.ruleset.checks().get(wins_with_a_pattern.__name__)
        self._counting, self._declarations = Counting(seq, self._order), Declarations(minimum)
        self._calls, self._misnamed, self._exposures = OriginalCalls(), Misnamed(), Exposures()
        self._declared: list[DeadHandCase] = []
        self._fines: list[ev.Penalty] = []
        self._replayed: int | None = None

    def _read(self, row: ev.Event | Fault, seq: int, found: Sequence[Finding]) -> None:
        table = self.replay.table
        self._seq = seq
        self._order.setdefault(seq, len(self._order))
        if isinstance(row, ev.Pass) and not found:
            # Nothing moves: most lines of a server's record are these.
            return
        self._counting.read(self.replay.readings.ways, row, seq, found)
        self._misnamed.read(row, seq)
        self._declarations.read(table, row, seq, found, self._misnamed.by)
        self._calls.read(table, row, seq, found)
        self._exposures.read(table, row, seq)
        if isinstance(row, ev.Dead):
            self._declare(row, found)
        elif isinstance(row, ev.Penalty):
            self._fines.append(row)
        elif isinstance(row, ev.Replay):
            self._replayed = seq

    def _declare(self, row: ev.Dead, found: Sequence[Finding]) -> None:
        """A hand is declared dead: what the record knows of it already, or a case that the table alone tells."""
        codes = {one.code for one in found}
        proved = False if "dead-not-proved" in codes else True if codes & codes_that("proves-dead") else None
        kind = _KINDS.get(row.reason, "other")
        own = [one for one in self._cases() if one.kind == kind and one.seat is row.seat]
        known = [one for one in own if one.declared is None and one.until is None and one.contradicted is None]
        case = known[-1] if known else DeadHandCase(kind, row.seat, row.seq if proved else None)
        if proved is None and case.certain is not None:
            proved = True
        case.declared = Declared(row.seq, row.by, proved)
        if not known:
            self._declared.append(case)

    def _cases(self) -> list[DeadHandCase]:
        parts = (self._counting, self._exposures, self._declarations, self._calls, self._misnamed)
        return [*(case for part in parts for case in part.cases), *self._declared]

    def _close(self, report: HandReport) -> None:
        """The hand is over: what follows from each case can be said."""
        self._misnamed.finish()
        cases = [case for case in self._cases() if is_told(case, self.replay.rules)]
        if not cases:
            return
        ended = self._ended(report, cases)
        for case in sorted(cases, key=lambda case: self._order.get(_place(case), -1)):
            self.found.append(_dead_hand(case, report.hand, ended))

    def _ended(self, report: HandReport, cases: list[DeadHandCase]) -> Outcome:
        replay, stand = self.replay, self._stand
        wrong = {case.seat for case in cases if case.kind == "count" and _stands(case)}
        return Outcome(
            rules=replay.rules,
            **stand,
            seats=replay.rules.plan.seats,
            replayed=self._replayed,
            owed=None if report.owed is None else tuple(Payment(*one) for one in report.payments),
            owed_change=report.owed,
            paid=report.settled,
            scores=dict(report.recorded),
            fines=tuple(self._fines),
            counts=len(wrong),
            paid_wrongly=any(one.code in codes_that("wrong-payment") for one in report.findings),
        )


def _standing(table: Table) -> dict[str, Any]:
    """What is asked of the table when a hand is over."""
    return {"players": dict(table.players), "winner": table.winner, "washout": table.washout}


def _stands(case: DeadHandCase) -> bool:
    proved = case.certain is not None and case.contradicted is None and case.until is None
    return proved or (case.declared is not None and case.declared.proved is not False)


def _place(case: DeadHandCase) -> int:
    """The event at which it came about, or was told."""
    if case.since is not None:
        return case.since.first
    return case.declared.seq if case.declared is not None else case.certain or 0


def _dead_hand(case: DeadHandCase, hand: int | None, ended: Outcome) -> DeadHand:
    fields = {name: getattr(case, name) for name in case.__slots__ if name != "bars"}
    return DeadHand(
        hand=hand,
        player=ended.players.get(case.seat),
        dead=is_dead(case, ended.rules),
        rule=rule_of(case, ended.rules),
        proved=case.certain is not None and case.contradicted is None,
        follows=consequences(case, ended),
        complete=case.bars is not None or UNSET,
        **fields,
    )
