"""Replaying a game through its rules: judge each event, carry it out, go on after faults."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from mjlog import events as ev
from mjlog.audit.aftermath import before, doubt_everything, doubts_of, leave_doubts
from mjlog.audit.corrections import fold
from mjlog.audit.ending import HandEnd
from mjlog.audit.pause import collector_paused
from mjlog.audit.records import Fault, GameRecord, Row, Where, line_of
from mjlog.audit.report import HandReport
from mjlog.audit.start import (
    START_CODES,
    missing_card,
    other_document,
    other_version,
    ruleset_named,
    usable_rules,
    wrong_in_start,
)
from mjlog.audit.steps import StepsOf
from mjlog.audit.undone import after_dead, after_mahjong, before_dead, before_mahjong, before_retract
from mjlog.cards.shelf import NO_CARDS, CardShelf
from mjlog.errors import RuleSetError
from mjlog.findings import Doubt, Finding, Refusal, Severity, registry, severity_of
from mjlog.rules.registry import LATER
from mjlog.rulesets import Rules, RuleSet, default_rules, load_named, parse
from mjlog.table import Table, prepare
from mjlog.table.state import CLOSING, DONE, NOTHING, PASSING

_AT_THE_END = (ev.Show, ev.Score, ev.Settlement)
_AFTER_A_FAULTY_END = frozenset(
    (
        "play-after-end", "not-mahjong", "not-on-card", "concealed-hand-exposed", "joker-not-allowed",
        "dead-false-mahjong", "out-of-place", "shown-hand-differs", "not-a-set", "wrong-deal-count", "wrong-deal-order",
    )
)  # fmt: skip
_NO_HAND_IS_ON = frozenset(("out-of-place", "play-after-end"))
_FRAME = (
    ev.GameStart, ev.RuleSetText, ev.Seats, ev.HandStart, ev.Show, ev.Score, ev.Settlement, ev.GameEnd, ev.Washout,
    ev.Mahjong, ev.Retract, ev.Penalty, ev.Name, ev.Replay,
)  # fmt: skip
"""Events that need no hand, or end one."""
_SCORE_CODES = frozenset(("wrong-score", "wrong-settlement", "not-zero-sum", "danger-misjudged", "out-of-place"))


class Replay:
    """One game being replayed. Feed it rows in order; `table` is the state after the last one.

    `ruleset`: judge by this one (or the shipped one of this name), whatever the log names. `run` reads the log as
    corrected, unless `as_recorded`. `cards`: score cards at hand, of which the one that the log names is used.

    `reports` are the hands so far; the first one (hand None) holds what was found before the first hand. `declared`:
    how many findings of the hand there were before and after its latest declaration.
    """

    def __init__(
        self,
        record: GameRecord,
        ruleset: RuleSet | str | None = None,
        as_recorded: bool = False,
        cards: CardShelf = NO_CARDS,
    ) -> None:
        self.record = record
        self.cards = cards
        self.folded = record.corrected and not as_recorded
        self.forced_ruleset = ruleset or record.ruleset
        self.game = record.name
        self.rules: Rules = default_rules("classical")
        self.known_rules = False
        self.started = False
        self.start: ev.GameStart | None = None
        self.embedded = False
        self.false_call: Finding | None = None
        self.table = Table(self.rules.plan)
        self.steps = _NO_RULES
        self.next_seq = 1
        self.report = HandReport(record.source, record.name, None)
        self.reports: list[HandReport] = [self.report]
        self.ending: HandEnd = HandEnd(self)
        self.muted: set[str] = set()
        self.doubts = Doubt.NONE
        self.silent = False
        self.declared = (0, 0)
        self.before_win = (self.muted, self.doubts, self.silent, self.declared)

    def run(self) -> list[HandReport]:
        """Replay everything; returns a report per hand (and one for the time before the first, if needed)."""
        with collector_paused():
            return self.after(fold(self.record.rows) if self.folded else self.record.rows).finish()

    def after(self, rows: Iterable[Row]) -> Replay:
        """This replay, fed with rows: it goes on from there."""
        for row, where in rows:
            self.feed(row, where)
        return self

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
        seq: int = row.seq  # type: ignore[assignment]
        if seq != self.next_seq and not self.folded:
            self._number(row, where)  # type: ignore[arg-type]
        reading, frame, rules, carry_out, after, rule_ids = steps
        if reading is not None:
            row = reading(row)
        if frame is not None:
            frame(self, row, where)
        self.next_seq = seq + 1
        table = self.table
        if table.due <= PASSING or table.depth != "full" or table.gaps:
            ended = table.win
            prepare(table, row)  # type: ignore[arg-type]
            if table.win is not ended:
                # Play goes on in a hand whose beginning is missing.
                self.ending.clear()
        faults: list[tuple[Refusal, str | None]] | None = None
        for function in rules[table.due if table.first_turns or table.dead else table.due + LATER]:
            refusal = function(table, row)
            if refusal is not None:
                faults = [*(faults or ()), (refusal, rule_ids[function])]
        if faults is not None:
            self._carry_out_faulty(faults, row, where, carry_out)  # type: ignore[arg-type]
        elif carry_out is not None:
            carry_out(table, row)
        if after is not None:
            after(self, row, where)

    def _carry_out_faulty(
        self, faults: list[tuple[Refusal, str | None]], event: ev.Event, where: int | Where | None, carry_out: Any
    ) -> None:
        """Report what is wrong with an event, carry it out all the same, and note what it leaves in doubt."""
        false_call = self.false_call
        if self._found(faults, event, where):
            return
        earlier = before(self.table)
        if carry_out is not None:
            carry_out(self.table, event)
        if isinstance(event, ev.Claim) and self.false_call is not false_call:
            # The call stands, as calls alone do; it goes before nobody's.
            self.table.refused |= {event.seat}
        for refusal, _rule in faults:
            leave_doubts(self.table, event, refusal, earlier)

    def _found(self, faults: list[tuple[Refusal, str | None]], event: ev.Event, where: int | Where | None) -> bool:
        """Report the faults of one event; True if the event is refused and changes nothing."""
        if len(faults) > 1:
            # Two rules may say the same of one event: it is said once.
            faults[:] = {refusal.code: (refusal, rule) for refusal, rule in reversed(faults)}.values()
            faults.reverse()
        wrong = [fault for fault in faults if severity_of(fault[0]) == _ERROR]
        if not isinstance(event, ev.HandStart | ev.Settlement | ev.Score):
            # One fault gives one finding: the first rule broken; warnings stand beside it.
            others = [fault for fault in faults if fault not in wrong]
            if isinstance(event, ev.Claim):
                # A call is refused once, for the first reason there is; what another player left undone stands beside.
                own = [fault for fault in others if _is_own(fault[0], event)]
                others = [fault for fault in others if fault not in own] + ([] if wrong else own[:1])
            faults[:] = [*wrong[:1], *others]
        noted = [refusal for refusal, rule in faults if self.note(refusal, rule, event, where)]
        faults[:] = wrong[:1]
        errors = any(severity_of(refusal) == _ERROR for refusal in noted)
        if isinstance(event, ev.Claim) and not errors and any(_is_own(refusal, event) for refusal in noted):
            # What the player is at fault for was noted last.
            self.false_call = self.report.findings[-1]
        if not errors or not isinstance(event, ev.Claim | ev.Retract | ev.Pass | ev.Dead):
            return False
        for refusal in noted:
            leave_doubts(self.table, event, refusal, before(self.table))
        return True

    def _carries_through(self, refusal: Refusal, event: ev.Event | None) -> bool:
        """Whether a fault is a false call carried through: then the call is the error, and this the same one."""
        call = self.false_call
        if call is None or not isinstance(event, ev.Expose | ev.Mahjong) or self.table.refused != {event.seat}:
            return False
        if refusal.code != call.code or call not in self.report.findings:
            return False
        call.severity = _ERROR
        return True

    def note(self, refusal: Refusal, rule: str | None, event: ev.Event | None, where: int | Where | None) -> bool:
        """Add a finding to the current hand, unless it only follows from an earlier one. True if added."""
        if self.silent or refusal.code in self.muted or (Doubt.SCORES in self.doubts and refusal.code in _SCORE_CODES):
            # Tiles dealt to other seats than those stated: it is the seats that are wrong, for the whole hand.
            self.silent = self.silent or (Doubt.SEATS in self.doubts and refusal.code == "wrong-deal-order")
            return False
        if self._carries_through(refusal, event):
            self._leave(refusal, event)
            return True
        seat = refusal.seat if refusal.seat is not None else getattr(event, "seat", None)
        self.report.findings.append(
            Finding(
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
        )
        self._leave(refusal, event)
        return True

    def _leave(self, refusal: Refusal, event: ev.Event | None) -> None:
        """What a finding leaves behind: codes that say the same again are silenced, and doubts remain."""
        if severity_of(refusal) != Severity.INFO.value:
            self.muted |= registry()[refusal.code].silences
        if refusal.code == "wrong-deal-order":
            # A block goes to another seat: who sits where is in doubt, for the whole hand.
            self.doubts |= Doubt.SEATS
            self.silent = True
        if severity_of(refusal) == _ERROR:
            self.doubts |= doubts_of(event, refusal, self.table.due)
        if (
            refusal.code in _NO_HAND_IS_ON
            and self.table.due in (NOTHING, CLOSING, DONE)
            and not isinstance(event, _FRAME)
        ):
            # The beginning of the hand is missing: nothing can be said of the rest of it.
            self.doubts |= Doubt.SEATS | Doubt.SCORES
            self.silent = True
        ends = isinstance(event, ev.Mahjong | ev.Washout)
        if ends or (refusal.code == "out-of-place" and isinstance(event, _AT_THE_END)):
            self.doubts |= Doubt.SCORES
            self.muted |= _AFTER_A_FAULTY_END

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
        elif (self.next_seq if self.folded else event.seq) != 1:
            self.note(Refusal("out-of-place", "events stand before the game-start", 1, event.seq), None, event, where)
        self.start = event
        try:
            rules = usable_rules(self._ruleset_named(event), event.options)
        except RuleSetError as error:
            self.report.ruleset = event.ruleset
            self.note(Refusal("unknown-ruleset", str(error), found=event.ruleset), None, event, where)
            return
        self._use(rules)
        as_named = self.forced_ruleset is None and not self.record.newest_rules
        other = other_version(event, rules.ruleset) if as_named else ()
        for refusal in (*wrong_in_start(event, rules), *other):
            self.note(refusal, None, event, where)
        self._take_card(event, where)

    def _take_card(self, event: ev.GameStart, where: int | Where | None) -> None:
        """The score card that the game names, where hands are those of a card and it is at hand."""
        if not self.rules.plan.by_card:
            return
        self.table.card = self.cards.find(event.card)
        if self.table.card is None:
            self.note(missing_card(event), None, event, where)

    def _ruleset_named(self, event: ev.GameStart) -> RuleSet:
        forced = self.forced_ruleset
        if forced is None:
            return ruleset_named(event, newest=self.record.newest_rules)
        return forced if isinstance(forced, RuleSet) else load_named(forced)

    def _use(self, rules: Rules) -> None:
        standing, totals = self.table.standing, self.table.totals
        self.rules = rules
        self.known_rules = True
        self.steps = _STEPS.rules(rules)
        self.table = Table(rules.plan)
        self.table.standing, self.table.totals = standing, totals
        self.report.ruleset = rules.ruleset.id

    def embed_ruleset(self, event: ev.RuleSetText, where: int | Where | None) -> None:
        """The log brings its own rule set: it is the one in force, unless another is asked for from outside."""
        start = self.start
        if start is None or self.table.hand or self.embedded:
            words = "a rule set stands where it cannot be: it follows the game-start, before the first hand, once"
            self.note(Refusal("out-of-place", words), None, event, where)
            return
        self.embedded = True
        if self.forced_ruleset is not None:
            return
        try:
            rules = usable_rules(parse(event.document), start.options)
        except RuleSetError as error:
            # That the rule set named does not ship was to be expected: it is this one that cannot be read.
            self.report.findings = [found for found in self.report.findings if found.code != "unknown-ruleset"]
            self.note(Refusal("unknown-ruleset", str(error)), None, event, where)
            return
        # What was said of the game-start was said by other rules, or for want of any.
        self.report.findings = [found for found in self.report.findings if found.code not in START_CODES]
        self._use(rules)
        for refusal in (*wrong_in_start(start, rules), *other_document(start, rules.ruleset)):
            self.note(refusal, None, start, None)
        self._take_card(start, None)

    def start_hand(self, event: ev.HandStart, where: int | Where | None) -> None:
        """The hand before is closed, a new report begins."""
        self.ending.close()
        again = self.table.standing.voided and event.hand == self.table.hand
        number = (self.report.hand or 0) + (0 if again and self.report.hand else 1)
        source = where.source if isinstance(where, Where) and where.source is not None else self.record.source
        self.report = HandReport(source, self.game, number, self.report.ruleset)
        self.reports.append(self.report)
        self.muted = set()
        self.declared = (0, 0)
        if Doubt.SEATS in self.doubts:
            # Seats that were wrong in the very first hand leave open how the players sit round the table.
            self.table.standing.order_unknown = self.table.standing.order_unknown or self.report.hand == 2
            self.table.standing.hands_lost = True
            self.table.standing.result_known = False
            self.table.standing.lose_totals()
        self.doubts = Doubt.NONE
        self.silent = False
        if not self.started and len(self.reports) == 2 and not self.reports[0].findings:
            # Where a line is missing or cannot be read, that may have been it, and is told.
            self.note(Refusal("out-of-place", "a hand begins before any game-start"), None, event, where)

    def after_hand_start(self, event: ev.HandStart, where: int | Where | None) -> None:
        """From here on the hand is as its first line says."""
        if Doubt.SEATS in self.doubts:
            self.muted |= {"wrong-deal-order"}


_ERROR = Severity.ERROR.value


def _is_own(refusal: Refusal, event: ev.Claim) -> bool:
    """Whether who calls is at fault, and not somebody else who has left something undone before."""
    return refusal.seat in (None, event.seat)


_BEFORE: dict[type[ev.Event], Callable[[Replay, Any, Any], None]] = {
    ev.Mahjong: before_mahjong,
    ev.Dead: before_dead,
    ev.Retract: before_retract,
    ev.GameStart: Replay.start_game,
    ev.RuleSetText: Replay.embed_ruleset,
    ev.HandStart: Replay.start_hand,
}
_AFTER: dict[type[ev.Event], Callable[[Replay, Any, Any], None]] = {
    ev.HandStart: Replay.after_hand_start,
    ev.Mahjong: after_mahjong,
    ev.Dead: after_dead,
    ev.Score: lambda replay, event, where: replay.ending.judge_score(event, where),
    ev.Settlement: lambda replay, event, where: replay.ending.judge_settlement(event, where),
    ev.Penalty: lambda replay, event, where: replay.ending.add_penalty(event),
    ev.GameEnd: lambda replay, event, where: replay.ending.judge_totals(event, where),
}
"""What the replay does around the table's own rules: reports, scores, totals."""

_STEPS = StepsOf(_BEFORE, _AFTER)
_NO_RULES = _STEPS.bound({})
"""Before it is known what is played."""
