"""Replaying a game through its rules: judge each event, carry it out, go on after faults."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mjlog import events as ev
from mjlog.audit.aftermath import before, doubt_everything, doubts_of, leave_doubts
from mjlog.audit.corrections import fold
from mjlog.audit.ending import HandEnd
from mjlog.audit.records import Fault, GameRecord, Where, line_of
from mjlog.audit.report import HandReport
from mjlog.errors import RuleSetError
from mjlog.findings import Doubt, Finding, Refusal, Severity, registry
from mjlog.rules import Bound, BoundCheck
from mjlog.rulesets import Rules, default_rules, load, parse, resolve
from mjlog.table import APPLY, Table, prepare
from mjlog.table.state import ALL_DUES, DEALING, NOTHING

_AT_THE_END = (ev.Show, ev.Score, ev.Settlement)
_AFTER_A_FAULTY_END = frozenset(
    (
        "play-after-end", "not-mahjong", "out-of-place", "shown-hand-differs", "not-a-set", "wrong-deal-count",
        "wrong-deal-order",
    )
)  # fmt: skip
_SCORE_CODES = frozenset(("wrong-score", "wrong-settlement", "not-zero-sum", "danger-misjudged", "out-of-place"))


class Replay:
    """One game being replayed. Feed it rows in order; `table` is the state after the last one.

    `run` reads the log as corrected, unless `as_recorded`.

    `reports` are the hands so far; the first one (hand None) holds what was found before the first hand.
    """

    def __init__(self, record: GameRecord, ruleset: str | None = None, as_recorded: bool = False) -> None:
        self.record = record
        self.folded = record.corrected and not as_recorded
        self.forced_ruleset = ruleset or record.ruleset
        self.game = record.name
        self.rules: Rules = default_rules("classical")
        self.known_rules = False
        self.started = False
        self.given_options: dict[str, Any] | None = None
        self.table = Table(self.rules.plan)
        self.steps = _steps({})
        self.next_seq = 1
        self.report = HandReport(record.source, record.name, None)
        self.reports: list[HandReport] = [self.report]
        self.ending = HandEnd(self)
        self.muted: set[str] = set()
        self.doubts = Doubt.NONE
        self.silent = False

    def run(self) -> list[HandReport]:
        """Replay everything; returns a report per hand (and one for the time before the first, if needed)."""
        for row, where in fold(self.record.rows) if self.folded else self.record.rows:
            self.feed(row, where)
        return self.finish()

    def finish(self) -> list[HandReport]:
        """The log ends here; an unfinished game is no fault."""
        self.ending.close()
        return [report for report in self.reports if report.hand is not None or report.findings]

    def feed(self, row: ev.Event | Fault, where: int | Where | None) -> None:
        """Judge and carry out one row."""
        steps = self.steps.get(type(row))
        if steps is None:
            self._fault(row, where)  # type: ignore[arg-type]
            return
        seq = row.seq or 0
        if seq != self.next_seq and not self.folded:
            self._number(row, where)  # type: ignore[arg-type]
        self.next_seq = seq + 1
        frame, rules, carry_out, after = steps
        if frame is not None:
            frame(self, row, where)
        table = self.table
        if table.due == DEALING or table.depth != "full":
            prepare_safely(table, row)  # type: ignore[arg-type]
        faults: list[tuple[Refusal, str | None]] = []
        for function, rule in rules[table.due]:
            refusal = function(table, row)
            if refusal is not None:
                faults.append((refusal, rule))
        if faults:
            self._carry_out_faulty(faults, row, where, carry_out)  # type: ignore[arg-type]
        elif carry_out is not None:
            carry_out(table, row)
        if after is not None:
            after(self, row, where)

    def _carry_out_faulty(
        self, faults: list[tuple[Refusal, str | None]], event: ev.Event, where: int | Where | None, carry_out: Any
    ) -> None:
        """Report what is wrong with an event, carry it out all the same, and note what it leaves in doubt."""
        if self._found(faults, event, where):
            return
        earlier = before(self.table)
        if carry_out is not None:
            carry_out(self.table, event)
        for refusal, _rule in faults:
            leave_doubts(self.table, event, refusal, earlier)

    def _found(self, faults: list[tuple[Refusal, str | None]], event: ev.Event, where: int | Where | None) -> bool:
        """Report the faults of one event; True if the event is refused and changes nothing."""
        shown = faults if isinstance(event, ev.HandStart | ev.Settlement | ev.Score) else faults[:1]
        noted = [refusal for refusal, rule in shown if self.note(refusal, rule, event, where)]
        del faults[1:]
        errors = any(registry()[refusal.code].severity is Severity.ERROR for refusal in noted)
        if not errors or not isinstance(event, ev.Claim | ev.Retract | ev.Pass | ev.Dead):
            return False
        for refusal in noted:
            leave_doubts(self.table, event, refusal, before(self.table))
        return True

    def note(self, refusal: Refusal, rule: str | None, event: ev.Event | None, where: int | Where | None) -> bool:
        """Add a finding to the current hand, unless it only follows from an earlier one. True if added."""
        info = registry()[refusal.code]
        if self.silent or refusal.code in self.muted or (Doubt.SCORES in self.doubts and refusal.code in _SCORE_CODES):
            # Tiles dealt to other seats than those stated: it is the seats that are wrong, for the whole hand.
            self.silent = self.silent or (Doubt.SEATS in self.doubts and refusal.code == "wrong-deal-order")
            return False
        seat = refusal.seat if refusal.seat is not None else getattr(event, "seat", None)
        self.report.findings.append(
            Finding(
                code=refusal.code,
                severity=info.severity.value,
                seq=event.seq if event is not None else None,
                line=line_of(where, refusal.part),
                hand=self.report.hand,
                seat=getattr(seat, "value", seat),
                rule=rule,
                message=refusal.message,
                expected=refusal.expected,
                found=refusal.found,
            )
        )
        self.muted |= info.silences
        if refusal.code == "wrong-deal-order":
            # A block goes to another seat: who sits where is in doubt, for the whole hand.
            self.doubts |= Doubt.SEATS
            self.silent = True
        if info.severity is Severity.ERROR:
            self.doubts |= doubts_of(event, refusal, self.table.due)
        ends = isinstance(event, ev.Mahjong | ev.Washout)
        if ends or (refusal.code == "out-of-place" and isinstance(event, _AT_THE_END)):
            self.doubts |= Doubt.SCORES
            self.muted |= _AFTER_A_FAULTY_END
        return True

    def _fault(self, fault: Fault, where: int | Where | None) -> None:
        """A line is no event: report it; what it might have said leaves the hand in doubt."""
        refusal = Refusal(fault.code, fault.message, fault.expected, fault.found)
        if isinstance(where, Where) and where.source is not None and self.report.hand is None:
            self.report.source = where.source
        if self.note(refusal, None, None, where):
            self.report.findings[-1].seq = fault.seq
        if fault.code != "chain-broken":
            self.doubts |= Doubt.SCORES
            doubt_everything(self.table)
            self.next_seq = -1

    def _number(self, event: ev.Event, where: int | Where | None) -> None:
        if self.next_seq != -1:
            words = f"event {event.seq} comes where event {self.next_seq} was due"
            refusal = Refusal("seq-gap", words, self.next_seq, event.seq)
            self.note(refusal, None, event, where)
            doubt_everything(self.table)

    # -- what is not a rule of the table: the frame of the log ------------------------------------------------

    def start_game(self, event: ev.GameStart, where: int | Where | None) -> None:
        """The game names its rule set and options."""
        self.game = event.game
        self.report.game = event.game
        if isinstance(where, Where) and where.source is not None:
            self.report.source = where.source
        again, self.started = self.started, True
        if again:
            self.note(Refusal("out-of-place", "a second game-start in one log"), None, event, where)
        try:
            rules = resolve(load(self.forced_ruleset or event.ruleset), event.options)
        except RuleSetError as error:
            self._unknown_ruleset(str(error), event, where)
            return
        self._use(rules)
        if event.format != 1:
            words = f"the log has format {event.format}: this program reads format 1"
            self.note(Refusal("bad-field", words, 1, event.format), None, event, where)
        if len(set(event.players)) != rules.plan.players:
            words = f"{len(set(event.players))} different players begin the game: it is played by {rules.plan.players}"
            self.note(Refusal("wrong-seats", words, rules.plan.players, list(event.players)), None, event, where)
        for name, words in rules.problems:
            self.note(Refusal("unknown-option", words, found=name, part=f"option {name}"), None, event, where)
        if event.digest is not None and event.digest != rules.ruleset.digest and event.version == rules.ruleset.version:
            words = f"the rule set {event.ruleset} has the digest {rules.ruleset.digest[:12]}…"
            words += f": the log names {event.digest[:12]}…"
            self.note(Refusal("unknown-ruleset", words, rules.ruleset.digest, event.digest), None, event, where)

    def _use(self, rules: Rules) -> None:
        self.rules = rules
        self.known_rules = True
        self.steps = _steps_of(rules)
        self.table = Table(rules.plan)
        self.report.ruleset = rules.ruleset.id

    def _unknown_ruleset(self, words: str, event: ev.GameStart, where: int | Where | None) -> None:
        self.given_options = event.options
        self.report.ruleset = event.ruleset
        self.note(Refusal("unknown-ruleset", words, found=event.ruleset), None, event, where)

    def embed_ruleset(self, event: ev.RuleSetText, where: int | Where | None) -> None:
        """The log brings its own rule set."""
        try:
            rules = resolve(parse(event.document), self.given_options)
        except RuleSetError as error:
            self.note(Refusal("unknown-ruleset", str(error)), None, event, where)
            return
        self.report.findings = [finding for finding in self.report.findings if finding.code != "unknown-ruleset"]
        players, totals = self.table.standing, self.table.totals
        self._use(rules)
        self.table.standing, self.table.totals = players, totals

    def start_hand(self, event: ev.HandStart, where: int | Where | None) -> None:
        """The hand before is closed, a new report begins."""
        self.ending.close()
        again = self.table.standing.voided and event.hand == self.table.hand
        number = (self.report.hand or 0) + (0 if again and self.report.hand else 1)
        source = where.source if isinstance(where, Where) and where.source is not None else self.record.source
        self.report = HandReport(source, self.game, number, self.report.ruleset)
        self.reports.append(self.report)
        self.muted = set()
        if Doubt.SEATS in self.doubts:
            # Seats that were wrong in the very first hand leave open how the players sit round the table.
            self.table.standing.order_unknown = self.table.standing.order_unknown or self.report.hand == 2
            self.table.standing.hands_lost = True
            self.table.standing.result_known = False
            self.table.standing.totals_known = False
        self.doubts = Doubt.NONE
        self.silent = False
        if not self.started and self.next_seq <= 3:
            self.note(Refusal("out-of-place", "a hand begins before any game-start"), None, event, where)

    def after_hand_start(self, event: ev.HandStart, where: int | Where | None) -> None:
        """From here on the hand is as its first line says."""
        if Doubt.SEATS in self.doubts:
            self.muted |= {"wrong-deal-order"}


def prepare_safely(table: Table, event: ev.Event) -> None:
    """Fill in what the record's depth leaves out (see `mjlog.table.prepare`)."""
    if table.due != NOTHING:
        prepare(table, event)


_BEFORE: dict[type[ev.Event], Callable[[Replay, Any, Any], None]] = {
    ev.GameStart: Replay.start_game,
    ev.RuleSetText: Replay.embed_ruleset,
    ev.HandStart: Replay.start_hand,
}
_AFTER: dict[type[ev.Event], Callable[[Replay, Any, Any], None]] = {
    ev.HandStart: Replay.after_hand_start,
    ev.Score: lambda replay, event, where: replay.ending.judge_score(event, where),
    ev.Settlement: lambda replay, event, where: replay.ending.judge_settlement(event, where),
    ev.Penalty: lambda replay, event, where: replay.ending.add_penalty(event),
    ev.GameEnd: lambda replay, event, where: replay.ending.judge_totals(event, where),
}
"""What the replay does around the table's own rules: reports, scores, totals."""

_Steps = tuple[
    Callable[[Replay, Any, Any], None] | None,
    tuple[tuple[BoundCheck, ...], ...],
    Callable[[Table, Any], None] | None,
    Callable[[Replay, Any, Any], None] | None,
]
_NO_RULES: tuple[tuple[BoundCheck, ...], ...] = ((),) * len(ALL_DUES)


def _steps(bound: Bound) -> dict[type, _Steps]:
    """Per event type all that is done with it: the frame before, the rules, what moves, the frame after."""
    return {
        kind: (_BEFORE.get(kind), bound.get(kind, _NO_RULES), APPLY.get(kind), _AFTER.get(kind))
        for kind in ev.EVENT_TYPES
    }


_STEPS: dict[Rules, dict[type, _Steps]] = {}
_MOST_STEPS = 100


def _steps_of(rules: Rules) -> dict[type, _Steps]:
    if rules not in _STEPS:
        if len(_STEPS) >= _MOST_STEPS:
            _STEPS.clear()
        _STEPS[rules] = _steps(rules.bound)
    return _STEPS[rules]
