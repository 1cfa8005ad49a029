"""The hands of an audit with what their reports do not say: who sat where, which payments are certain, what was ruled.

A fault that was really made stays in the log, and in every audit of it; that it was ruled on is what is new. The
rulings themselves come from outside: the audit, and reports of it, know of no disputes.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import msgspec

from mjlog.audit.ending import HandEnd
from mjlog.audit.report import HandReport
from mjlog.findings import Finding, Ruled, Severity
from mjlog.seats import Seat
from mjlog.table import Table
from mjlog.table.state import Win
from mjlog.views.results import Outcome
from mjlog.views.waiting import WaitWon, wait_won

MONEY_CODES = frozenset(("wrong-score", "wrong-settlement", "not-zero-sum", "washout-scored", "danger-misjudged"))
"""Faults of counting and paying: what was paid may be another sum than what was due."""


@dataclass(slots=True)
class AuditedHand:
    """A hand (or the time before the first one) as it was audited.

    `seats`: the player in each seat, by seat letter. `due`: what each seat had to gain or lose, where a fault of
    counting or paying was found and every way to read the hand comes to the same; None otherwise. `accepted`: findings
    that are left out of the report because somebody has accepted them. `outcome`: how the hand ended, as far as the
    record goes; `win`: how it was won; `waits`: what each winner had waited for, where that is asked for and known.
    """

    report: HandReport
    seats: Mapping[str, str] = field(default_factory=dict)
    due: Mapping[str, int] | None = None
    accepted: int = 0
    outcome: Outcome = "unfinished"
    win: Win | None = None
    waits: Mapping[str, WaitWon] = field(default_factory=dict)

    def player(self, finding: Finding) -> str | None:
        """Who sits in the seat that a finding names; None where it names none, or nobody is known to sit there."""
        return self.seats.get(finding.seat) if finding.seat is not None else None


class HandNotes:
    """What the end of every hand says that its report does not: who sat where, and what was due for certain.

    `with_waits`: what winners had waited for, too.
    """

    def __init__(self, with_waits: bool = False) -> None:
        self.noted: dict[int, AuditedHand] = {}
        self._with_waits = with_waits

    def note(self, end: HandEnd) -> None:
        """The hand is over (or the log ends): note it before it is forgotten."""
        report = end.report
        seats = {seat.value: name for seat, name in end.table.players.items()}
        due = _certainly_due(end) if report.hand is not None else None
        self.noted[id(report)] = AuditedHand(
            report, seats if report.hand is not None else {}, due, outcome=_outcome(end.table), win=end.table.win,
            waits=_waits(end.table) if self._with_waits else {},
        )  # fmt: skip


def _waits(table: Table) -> dict[str, WaitWon]:
    found = ((win.seat.value, wait_won(table, win)) for win in table.wins)
    return {seat: waits for seat, waits in found if waits is not None}


def _outcome(table: Table) -> Outcome:
    if table.standing.voided:
        return "void"
    if table.winner is not None:
        return "won"
    return "wash-out" if table.washout else "unfinished"


def _certainly_due(end: HandEnd) -> dict[str, int] | None:
    """What the seats had to gain or lose, where that was got wrong and is no matter of opinion."""
    report, is_drawn = end.report, end.table.washout
    if report.settled is None or not any(found.code in MONEY_CODES for found in report.findings):
        return None
    if any(found.severity == Severity.ERROR.value and found.code not in MONEY_CODES for found in report.findings):
        # That a payment is wrong can be certain though a referee may hold the other fault against somebody.
        return None
    given = None if end.by_card or is_drawn else _certain_totals(end)
    if given is None and not end.by_card and not is_drawn:
        return None
    possible = end.settlements(given=given) or (end.settlements(announced=True) if end.by_card else [])
    changes = {tuple((seat.value, points) for seat, points in one.change.items()) for one in possible}
    return dict(changes.pop()) if len(changes) == 1 else None


def _certain_totals(end: HandEnd) -> dict[Seat, int] | None:
    """What every hand was worth: by its tiles, or as announced where they are not known and nothing contradicts."""
    doubted = {found.seat for found in end.report.findings if found.code == "wrong-score"}
    totals: dict[Seat, int] = {}
    for seat in end.table.players:
        worth = {score.total for score in (*end.value(seat), *end.if_let_pass(seat))}
        said = end.announced.get(seat)
        if not worth and said is not None and seat.value not in doubted:
            worth = {said.total}
        total = worth.pop() if len(worth) == 1 else None
        if total is None:
            return None
        totals[seat] = total
    return totals


def audited_hands(notes: HandNotes, reports: list[HandReport]) -> list[AuditedHand]:
    """The hands of a replay that has come to its end, one for each of its reports."""
    return [notes.noted.get(id(report)) or AuditedHand(report) for report in reports]


def with_findings(hand: AuditedHand, findings: list[Finding], accepted: int = 0) -> AuditedHand:
    """The hand with these findings in the place of its own."""
    report = dataclasses.replace(hand.report, findings=findings)
    return dataclasses.replace(hand, report=report, accepted=hand.accepted + accepted)


def with_rulings(hands: Iterable[AuditedHand], ruled: Mapping[int, Ruled]) -> list[AuditedHand]:
    """The hands, with the ruling beside each finding whose event was ruled on. `ruled`: by event."""
    if not ruled:
        return list(hands)
    return [with_findings(hand, ruled_findings(hand.report.findings, ruled)) for hand in hands]


def ruled_findings(findings: Iterable[Finding], ruled: Mapping[int, Ruled]) -> list[Finding]:
    """The findings, each with the ruling on its event where there is one. `ruled`: by event."""
    return [_marked(one, ruled) for one in findings]


def _marked(finding: Finding, ruled: Mapping[int, Ruled]) -> Finding:
    found = ruled.get(finding.seq) if finding.seq is not None else None
    return finding if found is None else msgspec.structs.replace(finding, ruled=found)
