"""Replaying a game through its rules: judge each event, carry it out, go on after faults."""

from __future__ import annotations

import copy
import gc
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec

from mjlog import events as ev
from mjlog.audit.hypotheses import Hypotheses
from mjlog.audit.hypothesis import Hypothesis, lost_sight
from mjlog.audit.report import GAP, UNREAD, Frame, HandReport, Refused, Reporter
from mjlog.audit.settling import Settling
from mjlog.cards.shelf import NO_CARDS, CardShelf
from mjlog.errors import RuleSetError
from mjlog.findings import Refusal, codes_that
from mjlog.log.corrections import apply_corrections
from mjlog.log.records import Fault, GameRecord, Row, Where
from mjlog.rules import Bound
from mjlog.rules.registry import NO_CHECKS, ByStage, Check, asked, stage
from mjlog.rulesets import Rules, RuleSet
from mjlog.table import APPLY, Table
from mjlog.table.flowers import AS_PLAYED
from mjlog.table.state import PASSING

Hook = Callable[[Any, Any, Any], None]
"""What a replay does around the rules of the table, with an event and where it was read."""
Hooks = Mapping[type[ev.Event], Hook]


class Steps(msgspec.Struct, frozen=True):
    """All that is done with the events of one type.

    `reading`: how they are read where flowers are alike; `before` and `after`: what the replay does itself. `rules` to
    ask, by the stage that the hand is in, and their `functions` alone; `carry_out`: what moves.
    """

    reading: Callable[[Any], Any] | None
    before: Hook | None
    rules: ByStage
    functions: tuple[tuple[Check, ...], ...]
    carry_out: Callable[[Table, Any], None] | None
    after: Hook | None


class StepsOf:
    """The steps by event type for every rule set in use, made once each."""

    _MOST = 100

    def __init__(self, before: Hooks, after: Hooks) -> None:
        self._before, self._after = before, after
        self._made: dict[Rules, Mapping[type, Steps]] = {}

    def rules(self, rules: Rules) -> Mapping[type, Steps]:
        """The steps by these rules."""
        if rules not in self._made:
            if len(self._made) >= self._MOST:
                self._made.clear()
            self._made[rules] = self.bound(rules.bound, rules.plan.any_flower)
        return self._made[rules]

    def bound(self, bound: Bound, flowers_alike: bool = False) -> Mapping[type, Steps]:
        """The steps with these rule functions; `flowers_alike`: any flower is read for every one of them."""
        readings = AS_PLAYED if flowers_alike else {}
        found: dict[type, Steps] = {}
        for kind in ev.EVENT_TYPES:
            rules, before, after = bound.get(kind, NO_CHECKS), self._before.get(kind), self._after.get(kind)
            functions = tuple(tuple(check.function for check in checks) for checks in rules)
            found[kind] = Steps(readings.get(kind), before, rules, functions, APPLY.get(kind), after)
        return found


class Engine:
    """One game being replayed. Feed it rows in order; `table` is the state after the last one.

    It has three parts, each of which knows only those before it: the `frame` of the log (rules, card, numbers), the
    `reporter` (what was found), the `hypotheses` of the hand (what can have happened). `ruleset`, `as_recorded`,
    `cards`: as for `Frame`. `at_end`: who is told when a hand is over, before it is forgotten.
    """

    def __init__(
        self,
        record: GameRecord,
        ruleset: RuleSet | str | None = None,
        as_recorded: bool = False,
        cards: CardShelf = NO_CARDS,
    ) -> None:
        self.frame = Frame(record, ruleset, as_recorded, cards)
        self.reporter = Reporter(self.frame)
        self.hypotheses = Hypotheses(self.reporter)
        self.steps = _NO_RULES
        self.at_end: Callable[[Settling], None] | None = None

    def run(self) -> list[HandReport]:
        """Replay everything; returns a report per hand (and one for the time before the first, if needed)."""
        with collector_paused():
            # Read to its end first: reading and judging in turns takes longer.
            rows = list(self.frame.record.rows)
            return self.after(apply_corrections(rows) if self.frame.folded else rows).finish()

    def after(self, rows: Iterable[Row]) -> Engine:
        """This replay, fed with rows: it goes on from there."""
        frame, hypotheses = self.frame, self.hypotheses
        for row, where in rows:
            steps: Any = self.steps.get(type(row))
            if steps is None:
                self._fault(row, where)  # type: ignore[arg-type]
                continue
            event: Any = row
            seq = event.seq
            if seq != frame.next_seq and not frame.folded:
                self._number(event, where)
            if steps.reading is not None:
                event = steps.reading(event)
            if steps.before is not None:
                steps.before(self, event, where)
            frame.next_seq = seq + 1
            sole = hypotheses.sole
            if sole is None:
                hypotheses.judge(event, where)
            elif sole.table.due <= PASSING or sole.table.in_doubt:
                self._go_on_in_doubt(sole, steps, event, where)
            else:
                table = sole.table
                for function in steps.functions[stage(table)]:
                    if function(table, event) is not None:
                        hypotheses.judge(event, where)
                        break
                else:
                    if steps.carry_out is not None:
                        steps.carry_out(table, event)
            if steps.after is not None:
                steps.after(self, event, where)
        return self

    def _go_on_in_doubt(self, sole: Hypothesis, steps: Steps, event: ev.Event, where: int | Where | None) -> None:
        """An event before the play, where a record may leave out what comes before it, or while facts are unknown."""
        table = sole.table
        sole.prepare(event)
        for check in asked(steps.rules, table, event):
            if check.function(table, event) is not None:
                self.hypotheses.judge(event, where)
                return
        if table.in_doubt:
            self.reporter.note_silent(table, event)
        if steps.carry_out is not None:
            steps.carry_out(table, event)

    def finish(self) -> list[HandReport]:
        """The log ends here; an unfinished game is no fault."""
        self._close_hand()
        return self.told_reports

    def fork(self, reports: Sequence[HandReport] | None = None) -> Engine:
        """A replay that goes on from here by itself: what becomes of one leaves the other alone.

        `reports`: those of the hands before this one, where it is not to have the same.
        """
        other = copy.copy(self)
        other.frame = copy.copy(self.frame)
        other.reporter = self.reporter.fork(other.frame, reports)
        other.hypotheses = self.hypotheses.fork(other.reporter)
        other.at_end = None
        return other

    # -- what is known ------------------------------------------------------------------------------------------------

    @property
    def table(self) -> Table:
        """The table in the likeliest hypothesis."""
        return self.hypotheses.ways[0].table

    @property
    def ending(self) -> Settling:
        """What the hand is worth in the likeliest hypothesis."""
        return self.hypotheses.ways[0].end

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self.frame.rules

    @property
    def report(self) -> HandReport:
        """What was found in the hand being played."""
        return self.reporter.report

    @property
    def reports(self) -> list[HandReport]:
        """What was found in the hands so far, and, first, before all hands."""
        return self.reporter.reports

    @property
    def told_reports(self) -> list[HandReport]:
        """The reports of all hands so far, and of the time before the first where something was found."""
        return [report for report in self.reports if report.hand is not None or report.findings]

    # -- one row after the other --------------------------------------------------------------------------------------

    def feed(self, row: ev.Event | Fault, where: int | Where | None) -> None:
        """Judge and carry out one row."""
        self.after(((row, where),))

    def asked(self, event: ev.Event) -> tuple[ev.Event, list[tuple[Hypothesis, list[Refused] | None]]]:
        """The next event as it is read, and what the rules have against it in every hypothesis, as `feed` asks them.

        For who inquires: nothing is told or carried out, but this replay has been prepared for the event.
        """
        steps = self.steps[type(event)]
        if steps.reading is not None:
            event = steps.reading(event)
        if steps.before is not None:
            steps.before(self, event, None)
        return event, self.hypotheses.asked(event)

    def _fault(self, fault: Fault, where: int | Where | None) -> None:
        """A line is no event: report it; what it might have said leaves the hand open."""
        report = self.report
        if fault.code == "out-of-place" and self.hypotheses.ways[0].is_blind:
            return
        if fault.is_remark and report.has_error:
            # What a record says twice may differ because of the fault that was told.
            return
        if isinstance(where, Where) and where.source is not None and report.hand is None:
            report.source = where.source
        self.reporter.note(Refusal(fault.code, fault.message, fault.expected, fault.found), None, None, where)
        report.findings[-1].seq = fault.seq
        if fault.is_remark:
            self.hypotheses.doubt(fault)
        elif fault.code != "chain-broken":
            self.hypotheses.lose_sight(None)
            self.frame.next_seq = UNREAD

    def _number(self, event: ev.Event, where: int | Where | None) -> None:
        due = self.frame.next_seq
        if due != UNREAD:
            latest = self.report.findings[-1] if self.report.findings else None
            if latest is None or (latest.code, latest.seq) != ("chain-broken", event.seq):
                # An event that is missing breaks the chain, too: that is told.
                words = f"event {event.seq} comes where event {due} was due"
                self.reporter.note(Refusal("seq-gap", words, due, event.seq), None, event, where)
            self.hypotheses.lose_sight(event)

    # -- games and hands begin and end --------------------------------------------------------------------------------

    def start_game(self, event: ev.GameStart, where: int | Where | None) -> None:
        """The game names its rule set and options."""
        if isinstance(where, Where) and where.source is not None:
            self.report.source = where.source
        wrong = list(self.frame.begin(event))
        self.report.game = self.frame.game
        try:
            wrong += self.frame.take_named(event)
        except RuleSetError as error:
            self.report.ruleset = self.frame.ruleset
            wrong.append(Refusal("unknown-ruleset", str(error), found=event.ruleset))
        else:
            wrong += self._play_by_the_rules(event)
        for refusal in wrong:
            self.reporter.note(refusal, None, event, where)

    def embed_ruleset(self, event: ev.RuleSetText, where: int | Where | None) -> None:
        """The log brings its own rule set: it is the one in force, unless another is asked for from outside."""
        start, misplaced = self.frame.start, self.frame.embed(bool(self.table.hand))
        if misplaced is not None:
            self.reporter.note(misplaced, None, event, where)
            return
        if start is None or self.frame.forced_ruleset is not None:
            return
        try:
            wrong = list(self.frame.take_embedded(event, start))
        except RuleSetError as error:
            # That the rule set named does not ship was to be expected: it is this one that cannot be read.
            self.reporter.withdraw({"unknown-ruleset"})
            self.reporter.note(Refusal("unknown-ruleset", str(error)), None, event, where)
            return
        # What was said of the game-start was said by other rules, or for want of any.
        self.reporter.withdraw(codes_that("of-the-start"))
        for refusal in (*wrong, *self._play_by_the_rules(start)):
            self.reporter.note(refusal, None, start, None)

    def _play_by_the_rules(self, start: ev.GameStart) -> Iterator[Refusal]:
        """The rules of the frame are in force from here on; what is missing of them."""
        frame = self.frame
        self.steps = _STEPS.rules(frame.rules)
        self.report.ruleset = frame.ruleset
        self.hypotheses.play_by_the_rules()
        self.table.card = frame.card(start)
        if self.table.card is None:
            yield from frame.without_card(start)

    def note_gap(self, event: ev.Gap) -> None:
        """Moves were not recorded here."""
        if self.report.hand is not None and self.table.in_play:
            self.report.unjudged.append(lost_sight(event, GAP))

    def start_hand(self, event: ev.HandStart, where: int | Where | None) -> None:
        """The hand before is closed, a new report begins."""
        self._close_hand()
        again = event.hand == self.table.hand and any(way.table.standing.voided for way in self.hypotheses.ways)
        number = (self.report.hand or 0) + (0 if again and self.report.hand else 1)
        source = where.source if isinstance(where, Where) and where.source is not None else self.frame.record.source
        self.reporter.begin_hand(number, source)
        self.hypotheses.begin_hand(event)
        if self.frame.start is None and len(self.reports) == 2 and not self.reports[0].findings:
            # Where a line is missing or cannot be read, that may have been it, and is told.
            misplaced = Refusal("out-of-place", "a hand begins before any game-start")
            self.reporter.note(misplaced, None, event, where)

    def _close_hand(self) -> None:
        if self.at_end is not None:
            self.at_end(self.ending)
        self.hypotheses.close_hand()

    def alone(self) -> Engine:
        """A replay of this hand alone, from here on: without what was found, and with events of any numbers."""
        other = self.fork(())
        other.reporter.reports.clear()
        other.reporter.begin_hand(self.report.hand, "")
        other.frame.next_seq = UNREAD
        return other

    # -- what was announced and paid ----------------------------------------------------------------------------------

    def after_score(self, event: ev.Score, where: int | Where | None) -> None:
        """The announced value of one hand."""
        self.report.recorded[event.seat] = event.total
        self.hypotheses.judge_the_end(event, where)

    def after_penalty(self, event: ev.Penalty, where: int | Where | None) -> None:
        """A fine."""
        self.report.penalties.append(event)
        self.hypotheses.after_penalty(event, where)

    def after_settlement(self, event: ev.Settlement, where: int | Where | None) -> None:
        """The payments of the hand."""
        self.report.settlements.append(event)
        self.hypotheses.departed = True
        self.hypotheses.judge_the_end(event, where)


_BEFORE: dict[type[ev.Event], Callable[[Engine, Any, Any], None]] = {
    ev.Dead: lambda engine, event, _where: engine.hypotheses.before_dead(event),
    ev.GameEnd: lambda engine, _event, _where: engine.hypotheses.before_game_end(),
    ev.GameStart: Engine.start_game,
    ev.Gap: lambda engine, event, _where: engine.note_gap(event),
    ev.HandStart: Engine.start_hand,
    ev.Mahjong: lambda engine, event, _where: engine.hypotheses.before_mahjong(event),
    ev.Retract: lambda engine, event, _where: engine.hypotheses.before_retract(event),
    ev.RuleSetText: Engine.embed_ruleset,
}
_AFTER: dict[type[ev.Event], Callable[[Engine, Any, Any], None]] = {
    ev.Dead: lambda engine, event, _where: engine.hypotheses.after_dead(event),
    ev.GameEnd: lambda engine, event, where: engine.hypotheses.after_game_end(event, where),
    ev.Mahjong: lambda engine, event, _where: engine.hypotheses.after_mahjong(event),
    ev.Penalty: Engine.after_penalty,
    ev.Score: Engine.after_score,
    ev.Settlement: Engine.after_settlement,
    ev.Show: lambda engine, event, where: engine.hypotheses.after_show(event, where),
}
"""What the replay does around the table's own rules: the frame, reports, scores, totals."""

_STEPS = StepsOf(_BEFORE, _AFTER)
_NO_RULES = _STEPS.bound({})
"""Before it is known what is played."""


# -- the garbage collector put off, while one game is read -------------------------------------------------------------


@contextmanager
def collector_paused() -> Iterator[None]:
    """Within it no garbage is looked for; what nobody holds any more is freed as ever.

    A game that is replayed keeps most of what it makes, a few hundred objects a hand, and drops the rest without
    cycles: the collector would look through it again and again, and find nothing. It is put off for one game at a
    time, so that memory stays bounded by the longest game. Whoever has it switched off already keeps it so.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            # What has been made since is kept: unread it joins what was there before.
            gc.freeze()
            gc.enable()
            gc.unfreeze()
