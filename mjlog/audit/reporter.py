"""What the audit tells: one finding a fault, in the report of its hand; of a false call once it is carried through."""

from __future__ import annotations

import copy
from collections.abc import Collection, Iterable, Sequence

from mjlog import events as ev
from mjlog.audit.frame import Frame
from mjlog.audit.report import UNSAID, HandReport, Unjudged
from mjlog.findings import Finding, Refusal, Severity, codes_that, registry, severity_of
from mjlog.log.records import Where, line_of
from mjlog.rules.registry import not_asked
from mjlog.seats import Seat
from mjlog.table import Table

_ERROR = Severity.ERROR.value
_SAID_WRONGLY = "dead-not-proved"
"""The fault of who says it, and not of whose hand is said to be dead."""
Refused = tuple[Refusal, str | None]
"""Why an event is refused, and the id of the rule that it breaks."""


class Reporter:
    """Tells what was found in the hands of a game, each fault once.

    `report`: of the hand being played; `reports`: of the hands so far, the first one (hand None) with what was found
    before the first hand. `declared`: how many findings of the hand there were before and after its latest declaration;
    `declared_before`: the one before it. `false_call`: a call at fault, which is told as an error when it is carried
    through. `seats_open`: a fault leaves open who sits where in this hand.
    """

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.report = HandReport(frame.record.source, frame.game, None)
        self.reports: list[HandReport] = [self.report]
        self.declared = self.declared_before = (0, 0)
        self.seats_open = False
        self.false_call: Finding | None = None

    def fork(self, frame: Frame, reports: Sequence[HandReport] | None) -> Reporter:
        """The same in another replay. `reports`: those of the hands before this one, where it has not the same."""
        other = copy.copy(self)
        other.frame, other.report = frame, self.report.copy()
        other.reports = [*(self.reports[:-1] if reports is None else reports), other.report]
        for mine, its in zip(self.report.findings, other.report.findings, strict=True):
            other.false_call = its if mine is self.false_call else other.false_call
        return other

    def begin_hand(self, number: int | None, source: str) -> None:
        """A new report. `source`: where the hand is read from."""
        self.report = HandReport(source, self.frame.game, number, self.frame.ruleset)
        self.reports.append(self.report)
        self.declared = (0, 0)

    def begin_declaration(self) -> None:
        """What is found from here on is found in a declaration of mahjong."""
        found = len(self.report.findings)
        self.declared_before, self.declared = self.declared, (found, found)

    def end_declaration(self) -> None:
        """What is found from here on was not found in the declaration itself."""
        self.declared = (self.declared[0], len(self.report.findings))

    def forgive(self, seat: Seat) -> None:
        """A seat's latest declaration is no fault of the record; the one before it is the latest again."""
        for finding in self.report.findings[self.declared[0] :]:
            if finding.code in codes_that("bars-win") and finding.seat == seat.value:
                finding.severity = Severity.INFO.value
        self.declared = self.declared_before

    def withdraw(self, codes: Collection[str], seats: Collection[str] | None = None) -> None:
        """What was told in this hand by these codes is not said any more. `seats`: only of these players."""
        findings = self.report.findings
        findings[:] = [
            one for one in findings if one.code not in codes or (seats is not None and one.seat not in seats)
        ]

    def note_silent(self, table: Table, event: ev.Event) -> None:
        """Where moves are missing: which rules keep silent about this event."""
        lost = self.report.unjudged[-1] if self.report.unjudged else None
        if lost is None or not lost.is_lost_sight or not isinstance(lost.rules, list):
            return
        silent = [rule for rule, _facts in not_asked(self.frame.rules.bound, table, event) if rule is not None]
        if silent:
            lost.rules += [rule for rule in dict.fromkeys(silent) if rule not in lost.rules]
            lost.until = event.seq

    # -- one fault, one finding ---------------------------------------------------------------------------------------

    def tell(
        self, refused: list[Refused], event: ev.Event, where: int | Where | None, called_in_vain: Collection[Seat]
    ) -> list[Refusal]:
        """Report what is wrong with one event: the first rule broken, as one fault is one finding; warnings too.

        `called_in_vain`: the players whose calls of the open discard were refused. Returns what counts of it, told now
        or with a fault before.
        """
        if len(refused) > 1:
            # Two rules may say the same of one event, and one fault may break others at once: it is said once.
            refused = list({refusal.code: (refusal, rule) for refusal, rule in reversed(refused)}.values())[::-1]
        if isinstance(event, ev.HandStart | ev.Settlement | ev.Score):
            refused = self._of_the_money(refused)
        else:
            wrong = [one for one in refused if severity_of(one[0]) == _ERROR]
            others = [one for one in refused if one not in wrong]
            if isinstance(event, ev.Claim):
                # A call is refused once, for the first reason there is; what another player left undone stands beside.
                own = [one for one in others if is_own(one[0], event)]
                others = [one for one in others if one not in own] + ([] if wrong else own[:1])
            refused = [*wrong[:1], *others]
        noted = [self.note(refusal, rule, event, where, called_in_vain) for refusal, rule in refused]
        false = [refusal for refusal, _rule in refused if isinstance(event, ev.Claim) and is_own(refusal, event)]
        if false and not has_error(refused):
            # What the player is at fault for was noted last.
            self.false_call = noted[-1]
        return [refusal for refusal, rule in refused if not self._is_unsaid(rule, event)]

    def _of_the_money(self, refused: list[Refused]) -> list[Refused]:
        """What is told of the beginning of a hand, of a score or of payments: all but what tells the same again."""
        said = frozenset[str]().union(*(registry()[refusal.code].silences for refusal, _rule in refused))
        refused = [one for one in refused if one[0].code not in said] or refused[:1]
        left = sum(refusal.code in codes_that("left-to-the-next-hand") for refusal, _rule in refused)
        if left > 1 and self.frame.rules.plan.family.goes_on_in_stakes:
            # A hand before it is missing, or stands there twice: that is one fault, and the round is open by it.
            self.seats_open = True
            return refused[:1]
        return refused

    def note(
        self, refusal: Refusal, rule: str | None, event: ev.Event | None, where: int | Where | None,
        called_in_vain: Collection[Seat] = (),
    ) -> Finding | None:  # fmt: skip
        """Add a finding to the current hand; None where it is none, or told already."""
        if event is not None and self._is_unsaid(rule, event):
            words = f"the game has rules of its own that are not known; by the usual ones: {refusal.message}"
            self.report.unjudged.append(Unjudged([str(rule)], event.seq, event.seq, UNSAID, words))
            return None
        if severity_of(refusal) == _ERROR and refusal.code in codes_that("leaves-seats-open") and event is not None:
            # A record that names East in two ways leaves nothing open.
            self.seats_open = True
        if isinstance(event, ev.Expose | ev.Mahjong) and self._carries_through(refusal, event, called_in_vain):
            return None
        whose = "by" if refusal.code == _SAID_WRONGLY else "seat"
        seat = refusal.seat if refusal.seat is not None else getattr(event, whose, None)
        finding = Finding(
            code=refusal.code,
            severity=severity_of(refusal),
            seq=event.seq if event is not None else None,
            line=line_of(where, refusal.part),
            hand=self.report.hand,
            seat=getattr(seat, "value", seat),
            rule=rule,
            message=refusal.message,
            expected=refusal.expected,
            found=refusal.found,
        )
        self.report.findings.append(finding)
        return finding

    def _carries_through(
        self, refusal: Refusal, event: ev.Expose | ev.Mahjong, called_in_vain: Collection[Seat]
    ) -> bool:
        """Whether a fault is a false call carried through: then the call is the error, and this the same one."""
        call = self.false_call
        if call is None:
            return False
        if self._tells_of_the_call(refusal, event, call):
            call.severity = _ERROR
            return True
        if called_in_vain != {event.seat} or refusal.code != call.code or call not in self.report.findings:
            return False
        if refusal.code in codes_that("told-at-the-win"):
            self.report.findings.remove(call)
            self.false_call = None
            return False
        call.severity = _ERROR
        return True

    def _tells_of_the_call(self, refusal: Refusal, event: ev.Expose | ev.Mahjong, call: Finding) -> bool:
        """Whether a set laid down shows that the call just before it was another's, or for another set.

        Where calls are inferred from what they led to, as in records of riichi, the two are one fault.
        """
        is_just_before = call.seq == event.seq - 1 and call in self.report.findings
        is_inferred = self.frame.rules.plan.family.calls_are_inferred
        return is_just_before and is_inferred and refusal.code in codes_that("of-a-call")

    def _is_unsaid(self, rule: str | None, event: ev.Event) -> bool:
        """Whether a record has rules of its own that are not understood, of which this may be one.

        Those it may be that have an option which the record does not name, and how a game goes on from hand to hand.
        """
        start = self.frame.start
        if rule is None or start is None or not self.not_understood:
            return False
        stated = self.frame.rules.ruleset.rule(rule)
        is_open = stated is not None and stated.option and not start.says(stated.option)
        return bool(is_open) or isinstance(event, ev.HandStart | ev.GameEnd)

    @property
    def not_understood(self) -> str:
        """Which of a record's own rules are not understood, in words."""
        start = self.frame.start
        stated = (start.record or {}).get("not_understood") if start is not None else None
        return ", ".join(map(str, stated)) if isinstance(stated, list) else ""


def has_error(refused: Iterable[Refused] | None) -> bool:
    """Whether any of it is an error; the rest is for information, or a warning."""
    return refused is not None and any(severity_of(refusal) == _ERROR for refusal, _rule in refused)


def first_error(refused: Iterable[Refused] | None) -> Refusal:
    """What is said of an event that is at fault: its first error."""
    return next(refusal for refusal, _rule in refused or () if severity_of(refusal) == _ERROR)


def is_own(refusal: Refusal, event: ev.Claim) -> bool:
    """Whether who calls is at fault, and not somebody else who has left something undone before."""
    return refusal.seat in (None, event.seat)
