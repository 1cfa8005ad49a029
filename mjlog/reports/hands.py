"""The hands of an audit with what their reports do not say: who sat where, and which payments are certain."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field

from mjlog.audit.ending import HandEnd
from mjlog.audit.replay import Replay
from mjlog.audit.report import HandReport
from mjlog.findings import Finding
from mjlog.seats import Seat

MONEY_CODES = frozenset(("wrong-score", "wrong-settlement", "not-zero-sum", "washout-scored", "danger-misjudged"))
"""Faults of counting and paying: what was paid may be another sum than what was due."""


class HandResult(enum.Enum):
    """How a hand came out, as far as the record goes."""

    WON = "won"
    DRAWN = "drawn"
    VOID = "void"
    NONE = "none"
    """It is in progress, or the record does not say how it ended."""


@dataclass(slots=True)
class AuditedHand:
    """A hand (or the time before the first one) as it was audited.

    `seats`: the player in each seat, by seat letter. `due`: what each seat had to gain or lose, where a fault of
    counting or paying was found and every way to read the hand comes to the same; None otherwise. `accepted`: findings
    that are left out of the report because somebody has accepted them. `result`: how the hand came out.
    """

    report: HandReport
    seats: Mapping[str, str] = field(default_factory=dict)
    due: Mapping[str, int] | None = None
    accepted: int = 0
    result: HandResult = HandResult.NONE

    def player(self, finding: Finding) -> str | None:
        """Who sits in the seat that a finding names; None where it names none, or nobody is known to sit there."""
        return self.seats.get(finding.seat) if finding.seat is not None else None


class WatchfulEnd(HandEnd):
    """The end of every hand, which notes who sat where, and what was due for certain."""

    def __init__(self, replay: Replay) -> None:
        self.noted: dict[int, AuditedHand] = {}
        super().__init__(replay)

    def close(self) -> None:
        """The hand is over (or the log ends): note it before it is forgotten."""
        report = self.replay.report
        seats = {seat.value: name for seat, name in self.replay.table.players.items()}
        due = self._certainly_due() if report.hand is not None else None
        result = self._result()
        super().close()
        self.noted[id(report)] = AuditedHand(report, seats if report.hand is not None else {}, due, result=result)

    def _result(self) -> HandResult:
        table = self.replay.table
        if table.standing.voided:
            return HandResult.VOID
        if table.winner is not None:
            return HandResult.WON
        return HandResult.DRAWN if table.washout else HandResult.NONE

    def _certainly_due(self) -> dict[str, int] | None:
        """What the seats had to gain or lose, where that was got wrong and is no matter of opinion."""
        report = self.replay.report
        if report.settled is None or not any(found.code in MONEY_CODES for found in report.findings):
            return None
        if self.tiles_doubted:
            # That a payment is wrong can be certain though nobody can say which one is right.
            return None
        given = None if self.by_card or self.replay.table.washout else self._certain_totals()
        if given is None and not self.by_card and not self.replay.table.washout:
            return None
        possible = self.settlements(given=given) or (self.settlements(announced=True) if self.by_card else [])
        changes = {tuple((seat.value, points) for seat, points in one.change.items()) for one in possible}
        return dict(changes.pop()) if len(changes) == 1 else None

    def _certain_totals(self) -> dict[Seat, int] | None:
        """What every hand was worth: by its tiles, or as announced where they are not known and nothing contradicts."""
        doubted = {found.seat for found in self.replay.report.findings if found.code == "wrong-score"}
        totals: dict[Seat, int] = {}
        for seat in self.replay.table.players:
            worth = {score.total for score in (*self.value(seat), *self.if_let_pass(seat))}
            said = self.announced.get(seat)
            if not worth and said is not None and seat.value not in doubted:
                worth = {said.total}
            total = worth.pop() if len(worth) == 1 else None
            if total is None:
                return None
            totals[seat] = total
        return totals


def watch(replay: Replay) -> WatchfulEnd:
    """Let a replay that has not begun note its hands."""
    ending = WatchfulEnd(replay)
    replay.ending = ending
    return ending


def audited_hands(ending: WatchfulEnd, reports: list[HandReport]) -> list[AuditedHand]:
    """The hands of a replay that has come to its end, one for each of its reports."""
    return [ending.noted.get(id(report)) or AuditedHand(report) for report in reports]
