"""Replaying a game through its rules: judge each event, carry it out, go on after faults."""

from __future__ import annotations

import copy
import gc
import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from operator import attrgetter
from typing import Any

import msgspec

from mjlog import events as ev
from mjlog.audit.explanations import (
    believed,
    blind,
    dealt_unseen,
    explanations,
    indicators_unknown,
    is_decided,
    one_other_indicator,
    turn_stayed,
    went_on,
)
from mjlog.audit.reading import (
    Excused,
    Reading,
    Refused,
    before_the_win,
    different,
    first_error,
    forgive,
    has_error,
    ways_it_ended,
    with_pot,
)
from mjlog.audit.report import LETTERS, HandReport
from mjlog.audit.settling import Settling, settling
from mjlog.audit.start import (
    missing_card,
    other_document,
    other_version,
    ruleset_named,
    usable_rules,
    wrong_in_start,
)
from mjlog.audit.steps import Steps, StepsOf
from mjlog.audit.unjudged import (
    GAP,
    another_hand,
    by_rules_of_its_own,
    dealt_otherwise,
    disagreement,
    finals_told,
    hands_in_doubt,
    latest_fault,
    lost_sight,
    money_left_open,
    never_written,
    totals_left_open,
    totals_of_a_part,
)
from mjlog.cards.shelf import NO_CARDS, CardShelf
from mjlog.errors import RuleSetError
from mjlog.findings import Finding, Refusal, Severity, codes_that, registry, severity_of
from mjlog.log.corrections import apply_corrections
from mjlog.log.records import Fault, GameRecord, Row, Where, line_of
from mjlog.rules.registry import asked, not_asked, refusals, stage
from mjlog.rulesets import Rules, RuleSet, default_rules, load_named, parse
from mjlog.seats import SEATS, Seat
from mjlog.table import PLAY_EVENTS, Table, apply, prepare
from mjlog.table.apply import apply_beside
from mjlog.table.closing import apply_gap
from mjlog.table.facts import Fact
from mjlog.table.moves import lose_hand
from mjlog.table.state import A_DISCARD, PASSING

_AT_THE_END = (ev.Show, ev.Score, ev.Settlement)
_MISSING = "indicator-missing"
_SAID_WRONGLY = "dead-not-proved"
"""The fault of who says it, and not of whose hand is said to be dead."""
UNREAD = -1
"""The number that is next after a line that could not be read: any."""


class Engine:
    """One game being replayed. Feed it rows in order; `table` is the state after the last one.

    `ruleset`: judge by this one (or the shipped one of this name), whatever the log names. `run` reads the log as
    corrected, unless `as_recorded`. `cards`: score cards at hand, of which the one that the log names is used.

    `reports` are the hands so far; the first one (hand None) holds what was found before the first hand. `declared`:
    how many findings of the hand there were before and after its latest declaration; `declared_before`: the one before
    it; `read_before`: how the hand was read before it, and what was excused in that. `open_before`: the result is open
    for another reason than that a hand is none, or stands behind another. `at_end`: who is told when a hand is over,
    before it is forgotten. `seats_open`: a fault leaves open who sits where in this hand. `told`: the latest event that
    was found at fault; `latest`: the latest that was judged in several readings; `began`: the `hand-start` of this
    hand. `departed`: the table has changed otherwise than by carrying out what was fed since it was last False.
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
        table = Table(self.rules.plan)
        self._readings: list[Reading] = []
        self._sole: Reading | None = None
        self.departed = False
        self.readings = [Reading(table, settling(self, table))]
        self.steps = _NO_RULES
        self.next_seq = 1
        self.report = HandReport(record.source, record.name, None)
        self.reports: list[HandReport] = [self.report]
        self.seats_open = False
        self.declared = (0, 0)
        self.declared_before = self.declared
        self.read_before: dict[tuple[str, ...], Excused] = {}
        self.open_before = False
        self.told: ev.Event | None = None
        self.latest: ev.Event | None = None
        self.began = 0
        self.at_end: Callable[[Settling], None] | None = None

    def run(self) -> list[HandReport]:
        """Engine everything; returns a report per hand (and one for the time before the first, if needed)."""
        with collector_paused():
            # Read to its end first: reading and judging in turns takes longer.
            rows = list(self.record.rows)
            return self.after(apply_corrections(rows) if self.folded else rows).finish()

    def after(self, rows: Iterable[Row]) -> Engine:
        """This replay, fed with rows: it goes on from there."""
        for row, where in rows:
            self.feed(row, where)
        return self

    def finish(self) -> list[HandReport]:
        """The log ends here; an unfinished game is no fault."""
        self._close_hand()
        return self.told_reports

    @property
    def told_reports(self) -> list[HandReport]:
        """The reports of all hands so far, and of the time before the first where something was found."""
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
        if steps.reading is not None:
            row = steps.reading(row)
        if steps.before is not None:
            steps.before(self, row, where)
        self.next_seq = seq + 1
        sole = self._sole
        if sole is None:
            self._judge(row, where, steps)  # type: ignore[arg-type]
        else:
            table = sole.table
            if table.due <= PASSING or table.in_doubt:
                self._prepare(sole, row)  # type: ignore[arg-type]
            functions = steps.functions[stage(table)]
            if table.in_doubt:
                functions = tuple(one.function for one in asked(steps.rules, table, row))  # type: ignore[arg-type]
            for function in functions:
                if function(table, row) is not None:
                    self._judge(row, where, steps)  # type: ignore[arg-type]
                    break
            else:
                if table.in_doubt:
                    self._note_not_asked(table, row)  # type: ignore[arg-type]
                carry_out = steps.carry_out
                if carry_out is not None:
                    carry_out(table, row)
        if steps.after is not None:
            steps.after(self, row, where)

    def _prepare(self, reading: Reading, event: ev.Event) -> None:
        """Fill in what a record may leave out before this event."""
        table = reading.table
        ended = table.win
        if table.due == PASSING:
            reading.before_play = (event, table.copy()) if type(event) in PLAY_EVENTS else None
        prepare(table, event)
        if table.win is not ended:
            # Play goes on in a hand whose beginning is missing.
            reading.end.clear()

    def _note_not_asked(self, table: Table, event: ev.Event) -> None:
        """Where moves are missing: which rules keep silent about this event."""
        lost = self.report.unjudged[-1] if self.report.unjudged else None
        if lost is None or not lost.is_lost_sight or not isinstance(lost.rules, list):
            return
        silent = [rule for rule, _facts in not_asked(self.rules.bound, table, event) if rule is not None]
        if silent:
            lost.rules += [rule for rule in dict.fromkeys(silent) if rule not in lost.rules]
            lost.until = event.seq

    def _refused(self, reading: Reading, event: ev.Event, steps: Steps) -> list[Refused] | None:
        """What the rules have against an event in one reading, with the rule each; None, as nearly always: nothing."""
        table = reading.table
        self._prepare(reading, event)
        return list(refusals(asked(steps.rules, table, event), table, event)) or None

    def _allowed(self, table: Table, event: ev.Event) -> bool:
        """Whether no rule has anything against an event, warnings apart."""
        return next(self._errors(table, event), None) is None

    def _errors(self, table: Table, event: ev.Event) -> Iterator[Refused]:
        found = refusals(asked(self.steps[type(event)].rules, table, event), table, event)
        return (one for one in found if severity_of(one[0]) == _ERROR)

    # -- several readings -------------------------------------------------------------------------------------

    @property
    def readings(self) -> list[Reading]:
        """What can have happened in the hand so far, the likeliest first."""
        return self._readings

    @readings.setter
    def readings(self, readings: list[Reading]) -> None:
        self._readings, self.departed = readings, True
        self._sole = readings[0] if len(readings) == 1 and readings[0].is_plain else None

    def _judge(self, event: ev.Event, where: int | Where | None, steps: Steps) -> None:
        """An event is at fault if it is so in every reading: then the replay goes on in all that can have happened.

        A reading that explains the event without a fault outlives the others.
        """
        is_next, self.latest = self.latest is self.told, event
        if self.table.no_wins:
            self.readings = [way for one in self.readings for way in (*went_on(one, event), one)]
        judged = self._asked_in_each(event, steps)
        sound = [(one, refused) for one, refused in judged if not has_error(refused)]
        if sound:
            # Most readings end with the first event after the fault, which tells how that is to be read.
            is_first = isinstance(event, ev.HandStart)
            # What a hand leaves open is told of it.
            report = self.reports[-2] if is_first else self.report
            if has_error(judged[0][1]) or (len(sound) < len(judged) and not is_next and not is_first):
                report.unjudged.append(disagreement(report, event, judged, sound[0][0]))
            self.readings = [one for one, _refused in sound]
            told = _in_all([refused for _one, refused in sound])
            if told:
                self._tell(told, event, where)
            stayed = self._laid_out_of_turn(event)
            for one, refused in sound:
                self._carry_out(one, event, refused, steps)
            if stayed:
                self.readings, self.told = [*self.readings, *stayed], event
            if len(sound) > 1 and (is_first or len(judged) > len(sound)):
                self.readings = different(self.readings)
            return
        if all(one.held is not None for one, _refused in judged):
            self._read_as_written(event, where, steps)
            return
        judged = [(one, refused) for one, refused in judged if one.held is None]
        if isinstance(event, ev.HandStart):
            # However the hand before has ended: what is wrong besides is told.
            judged.sort(key=lambda one: len(one[1] or ()))
        first = judged[0][1] or []
        if self._is_dealt_otherwise(judged[0][0], event, first_error(first)):
            return
        # Where the same is found once more, it may just follow from the fault before, unless all readings say so.
        agreed = _in_all([refused for _one, refused in judged])
        is_again = first_error(first).code == latest_fault(self.report)
        self._tell(agreed if is_again and has_error(agreed) else first, event, where)
        self.told = event
        whole = [place.seat for place in self.table.places if not place.surplus]
        branches = [explanations(one, event, first_error(refused), self._allowed) for one, refused in judged]
        # The likeliest explanations of each reading before the less likely ones.
        self.readings = different(itertools.chain.from_iterable(itertools.zip_longest(*branches)))
        self.report.unjudged += hands_in_doubt(self.report, event, (self.table.place(seat) for seat in whole))
        if isinstance(event, ev.Show) and first_error(first).code in codes_that("bars-win"):
            # Nobody goes before a hand that is none.
            self._withdraw({event.seat.value})
        if is_decided(self.table, event, first_error(first)):
            self._let_others_win()
        elif isinstance(event, ev.Mahjong) and first_error(first).code not in codes_that("does-not-count"):
            self.open_before = True

    def _let_others_win(self) -> None:
        """A declaration does not count, so that it is not open who has won; and whoever has was not one too many."""
        self._believe_what_was_shown()
        for one in self.readings:
            one.end.result_open = self.open_before
            one.table.standing.result_known = not self.open_before
            one.end.values.clear()
        self._withdraw({win.seat.value for win in self.table.wins})

    def _withdraw(self, seats: set[str]) -> None:
        """That others go before these players is not said any more."""
        findings = self.report.findings
        findings[:] = [one for one in findings if one.code not in codes_that("stands-behind") or one.seat not in seats]

    def _laid_out_of_turn(self, event: ev.Event) -> list[Reading]:
        """What may become of a set that a false call carries through: its player goes on, or who was in turn does."""
        if not isinstance(event, ev.Expose):
            return []
        excused = [one for one in self.readings if one.is_excused]
        return [stayed for one in excused for stayed in turn_stayed(one, believed(one, event))]

    def _read_as_written(self, event: ev.Event, where: int | Where | None, steps: Steps) -> None:
        """That an event came later than it was written down is refuted: it came where it stands."""
        reading = self.readings[0]
        if reading.held is not None:
            apply(reading.table, reading.held)
            reading.held = None
        self.readings = [reading]
        self._judge(event, where, steps)

    def _believe_what_was_shown(self) -> None:
        """Where another has declared, too, a hand that is none is not thought to have been written down wrong."""
        none = self.table.no_wins
        self.readings = [one for one in self.readings if one.table.no_wins == none and one.table.sound_wins]

    def _is_dealt_otherwise(self, reading: Reading, event: ev.Event, refusal: Refusal) -> bool:
        """Whether a fault of the deal comes after another: it is one fault, and the whole deal is not as written down.

        Where tiles go to others than are next, again or after a fault in the seats, those are wrong.
        """
        earlier = {one.code for one in self.report.findings if one.severity == _ERROR}
        of_the_deal = codes_that("of-the-deal")
        if refusal.code not in of_the_deal or not (self.seats_open or earlier & of_the_deal):
            return False
        if refusal.code == "wrong-deal-order" and (self.seats_open or refusal.code in earlier):
            self.seats_open = True
            self.readings = [blind(reading, event)]
            self.report.unjudged.append(another_hand(self.report, event))
        else:
            self.readings = [dealt_unseen(reading)]
            self.report.unjudged.append(dealt_otherwise(self.report, event))
            # A loose tile amid the deal is one of its tiles: from which end it came is what is wrong.
            if not isinstance(event, ev.Deal | ev.KongReplacement):
                apply(self.table, event)
        return True

    def asked(self, event: ev.Event) -> tuple[ev.Event, list[tuple[Reading, list[Refused] | None]]]:
        """The next event as it is read, and what the rules have against it in every reading, as `feed` asks them.

        For who inquires: nothing is told or carried out, but this replay has been prepared for the event.
        """
        steps = self.steps[type(event)]
        if steps.reading is not None:
            event = steps.reading(event)
        if steps.before is not None:
            steps.before(self, event, None)
        return event, self._asked_in_each(event, steps)

    def asked_at_the_end(self, event: ev.Event) -> list[tuple[Reading, list[Refused]]]:
        """What scores, payments and totals have against an event that was `asked` about; nothing of any other."""
        if type(event) not in _JUDGES:
            return []
        for reading in self.readings:
            self._carry_out(reading, event, None, self.steps[type(event)])
        return self._judged_in_each(event)

    def _asked_in_each(self, event: ev.Event, steps: Steps) -> list[tuple[Reading, list[Refused] | None]]:
        return [(one, self._asked(one, event, steps)) for one in self.readings]

    def _judged_in_each(self, event: ev.Event) -> list[tuple[Reading, list[Refused]]]:
        for reading in self.readings:
            _JUDGES[type(event)](reading.end)(event)
        return [(reading, reading.end.refused()) for reading in self.readings]

    def _asked(self, reading: Reading, event: ev.Event, steps: Steps) -> list[Refused] | None:
        """What the rules have against an event in one of several readings, but for what only carries a fault through.

        Where another event is thought to have come later, it is asked about after this one.
        """
        held, refused = reading.held, None if reading.is_blind else self._refused(reading, event, steps)
        if reading.is_blind:
            prepare(reading.table, event)
        if refused and (reading.excused or reading.beside is not None):
            left = [one for one in refused if not reading.excuses(event, one[0])]
            reading.is_excused, refused = len(left) < len(refused), left or None
        if held is None or has_error(refused):
            return refused
        table = reading.table.copy()
        apply(table, event)
        prepare(table, held)
        return list(self._errors(table, held)) or refused

    def _carry_out(self, reading: Reading, event: ev.Event, refused: list[Refused] | None, steps: Steps) -> None:
        if isinstance(event, ev.Mahjong):
            reading.end.result_open = self.open_before
            reading.end.values.clear()
        if steps.carry_out is not None:
            table, seat = reading.table, getattr(event, "seat", None)
            has_drawn = table.turn if table.due == A_DISCARD and seat is not table.turn else None
            is_beside = reading.is_excused and reading.is_beside(event) and seat is not table.turn
            carry_out = apply_beside if is_beside else steps.carry_out
            carry_out(table, believed(reading, event) if reading.is_excused else event)
            reading.lose_the_turn(has_drawn, event)
            if isinstance(event, ev.Mahjong) and self.open_before and len(table.declared) > 1:
                reading.table.standing.result_known = False
            if reading.is_excused and isinstance(event, ev.Mahjong) and self.rules.plan.family.calls_are_inferred:
                # By foreign records, whose calls are inferred, it may be that another player has won.
                reading.end.result_open, reading.table.standing.result_known = True, False
            if reading.is_excused and isinstance(event, ev.Discard):
                # Once: who has drawn too early has then done what follows a draw.
                reading.excused -= {(event.seat, "no-discard-due")}
                reading.beside = None if reading.beside is event.seat else reading.beside
            reading.is_excused = False
        if isinstance(event, ev.Discard) and reading.excused:
            laid_wrongly = codes_that("after-a-false-call")
            reading.excused = frozenset(one for one in reading.excused if one[1] not in laid_wrongly)
        if isinstance(event, ev.Show) and (event.seat, _MISSING) not in reading.excused:
            # Whether the win stands or not: for a hand that is scored all indicators are turned.
            reading.excused -= {(None, _MISSING)}
        if refused and isinstance(event, ev.Claim) and any(_is_own(refusal, event) for refusal, _rule in refused):
            # The call stands, as calls alone do; it goes before nobody's.
            reading.table.refused |= {event.seat}
        if reading.held is not None:
            apply(reading.table, reading.held)
            reading.held = None

    def _tell(self, refused: list[Refused], event: ev.Event, where: int | Where | None) -> None:
        """Report what is wrong with one event: the first rule broken, as one fault is one finding; warnings too."""
        if len(refused) > 1:
            # Two rules may say the same of one event, and one fault may break others at once: it is said once.
            refused = list({refusal.code: (refusal, rule) for refusal, rule in reversed(refused)}.values())[::-1]
        if isinstance(event, ev.HandStart | ev.Settlement | ev.Score):
            said = frozenset[str]().union(*(registry()[refusal.code].silences for refusal, _rule in refused))
            refused = [one for one in refused if one[0].code not in said] or refused[:1]
            left = sum(refusal.code in codes_that("left-to-the-next-hand") for refusal, _rule in refused)
            if left > 1 and self.rules.plan.family.goes_on_in_stakes:
                # A hand before it is missing, or stands there twice: that is one fault, and the round is open by it.
                refused, self.seats_open = refused[:1], True
        else:
            wrong = [one for one in refused if severity_of(one[0]) == _ERROR]
            others = [one for one in refused if one not in wrong]
            if isinstance(event, ev.Claim):
                # A call is refused once, for the first reason there is; what another player left undone stands beside.
                own = [one for one in others if _is_own(one[0], event)]
                others = [one for one in others if one not in own] + ([] if wrong else own[:1])
            refused = [*wrong[:1], *others]
        noted = [self.note(refusal, rule, event, where) for refusal, rule in refused]
        false = [refusal for refusal, _rule in refused if isinstance(event, ev.Claim) and _is_own(refusal, event)]
        if false and not has_error(refused):
            # What the player is at fault for was noted last.
            self.false_call = noted[-1]

    def _carries_through(self, refusal: Refusal, event: ev.Event | None) -> bool:
        """Whether a fault is a false call carried through: then the call is the error, and this the same one."""
        call = self.false_call
        if call is None or not isinstance(event, ev.Expose | ev.Mahjong):
            return False
        if self._tells_of_the_call(refusal, event, call):
            call.severity = _ERROR
            return True
        if self.table.refused != {event.seat}:
            return False
        if refusal.code != call.code or call not in self.report.findings:
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
        return is_just_before and self.rules.plan.family.calls_are_inferred and refusal.code in codes_that("of-a-call")

    def note(
        self, refusal: Refusal, rule: str | None, event: ev.Event | None, where: int | Where | None
    ) -> Finding | None:
        """Add a finding to the current hand; None where it is none, or told already."""
        if rule is not None and event is not None and self._is_unsaid(rule, event):
            self.report.unjudged.append(by_rules_of_its_own(rule, event, refusal))
            return None
        self._leave_open(refusal, event)
        if self._carries_through(refusal, event):
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

    def _is_unsaid(self, rule: str, event: ev.Event) -> bool:
        """Whether a record has rules of its own that are not understood, of which this may be one.

        Those it may be that have an option which the record does not name, and how a game goes on from hand to hand.
        """
        if self.start is None or not self._not_understood:
            return False
        stated = self.rules.ruleset.rule(rule)
        is_open = stated is not None and stated.option and not self.start.says(stated.option)
        return bool(is_open) or isinstance(event, ev.HandStart | ev.GameEnd)

    @property
    def _not_understood(self) -> str:
        """Which of a record's own rules are not understood, in words."""
        stated = (self.start.record or {}).get("not_understood") if self.start is not None else None
        return ", ".join(map(str, stated)) if isinstance(stated, list) else ""

    def _leave_open(self, refusal: Refusal, event: ev.Event | None) -> None:
        """After a fault in the end of a hand nobody can say who has won; after one in its seats, who sits where."""
        if severity_of(refusal) != _ERROR:
            return
        if refusal.code in codes_that("leaves-seats-open") and event is not None:
            # A record that names East in two ways leaves nothing open.
            self.seats_open = True
        ends = isinstance(event, ev.Mahjong | ev.Washout) and refusal.code != "fishing-false"
        ends = ends or refusal.code in codes_that("leaves-result-open")
        if ends or (refusal.code == "out-of-place" and isinstance(event, _AT_THE_END)):
            for reading in self.readings:
                reading.end.result_open = True
                if isinstance(event, ev.Show) and refusal.code in codes_that("bars-win"):
                    reading.table.standing.result_known = False

    def _fault(self, fault: Fault, where: int | Where | None) -> None:
        """A line is no event: report it; what it might have said leaves the hand open."""
        if fault.code == "out-of-place" and self.readings[0].is_blind:
            return
        if fault.is_remark and any(one.severity == _ERROR for one in self.report.findings):
            # What a record says twice may differ because of the fault that was told.
            return
        refusal = Refusal(fault.code, fault.message, fault.expected, fault.found)
        if isinstance(where, Where) and where.source is not None and self.report.hand is None:
            self.report.source = where.source
        self.note(refusal, None, None, where)
        self.report.findings[-1].seq = fault.seq
        if fault.is_remark:
            self.departed = True
            for reading in self.readings if fault.code == "wrong-repeats" else ():
                reading.table.standing.repeats_doubted = True
            for reading in self.readings if fault.code == "wrong-indicator" else ():
                reading.end.result_open = True
                reading.table.misread += 1
        elif fault.code != "chain-broken":
            self._lose_sight(None)
            self.next_seq = UNREAD

    def _number(self, event: ev.Event, where: int | Where | None) -> None:
        if self.next_seq != UNREAD:
            words = f"event {event.seq} comes where event {self.next_seq} was due"
            refusal = Refusal("seq-gap", words, self.next_seq, event.seq)
            latest = self.report.findings[-1] if self.report.findings else None
            if latest is None or (latest.code, latest.seq) != ("chain-broken", event.seq):
                # An event that is missing breaks the chain, too: that is told.
                self.note(refusal, None, event, where)
            self._lose_sight(event)

    def _lose_sight(self, event: ev.Event | None) -> None:
        """A line cannot be read, or is missing: what it said is not known."""
        if self.report.hand is not None:
            self.report.unjudged.append(lost_sight(event, latest_fault(self.report)))
        reading = self.readings[0]
        self.readings = [reading]
        reading.end.result_open = True
        if reading.table.in_play:
            apply_gap(reading.table, ev.Gap(seq=1))
            reading.table.standing.counted = None
        for place in reading.table.places:
            lose_hand(reading.table, place)

    def _judge_end(self, event: ev.Event, where: int | Where | None) -> None:
        """Announced scores, payments and totals, after they were noted at the table: each reading has its own."""
        if self.readings[0].is_blind or (isinstance(event, ev.Score) and self._contradicts_itself(line_of(where))):
            return
        if event is self.told:
            self._judge_what_was_told(event)
            return
        judged = self._judged_in_each(event)
        sound = [(one, refused) for one, refused in judged if not has_error(refused)]
        sound = sound or self._with_other_indicators(event)
        if sound:
            if sound != judged:
                self.report.unjudged.append(disagreement(self.report, event, judged, sound[0][0]))
            kept = [one for one, _refused in sound]
            if kept != self.readings:
                self.readings = kept
        # Of a stick that was not taken a reading in which there is none says more.
        said = (sound or sorted(judged, key=lambda one: _leaves_a_stick(first_error(one[1]))))[0][1]
        if said:
            self.departed = True
            self._tell(said, event, where)
            for reading in self.readings if isinstance(event, ev.Score) else ():
                # It may be that an indicator was another tile.
                reading.table.misread += reading.table.plan.family.has_indicators
            if isinstance(event, ev.Score) and has_error(said):
                # It may be another player's, whose score is missing then, or comes twice.
                for reading in self.readings:
                    reading.excused |= {(seat, "out-of-place") for seat in SEATS}
                self.readings = self.readings

    def _with_other_indicators(self, event: ev.Event) -> list[tuple[Reading, list[Refused]]]:
        """Where an indicator was another tile, several winners have counted it: that is told of the first of them."""
        if not isinstance(event, ev.Score) or latest_fault(self.report) != "wrong-score":
            return []
        return [
            (indicators_unknown(reading), [])
            for reading in self.readings
            if any(one.end.are_all_right() for one in one_other_indicator(reading))
        ]

    def _judge_what_was_told(self, event: ev.Event) -> None:
        """An event at fault is told once; its points are judged where the fault makes no others of them."""
        ends_game = isinstance(event, ev.GameEnd)
        # That the indicators under others were not turned before it makes no other payment of it.
        is_after_them = latest_fault(self.report) in codes_that("of-indicators")
        judged = self._judged_in_each(event) if ends_game or is_after_them else ()
        for reading, refused in judged:
            if ends_game and reading is self.readings[0]:
                self.report.unjudged += totals_of_a_part(self.report, event, refused)

    def _contradicts_itself(self, line: int | None) -> bool:
        """Whether a score that a foreign record states twice was just told to differ: no more of it is compared."""
        latest = self.report.findings[-1] if self.report.findings else None
        return latest is not None and latest.seq is None and (latest.code, latest.line) == ("wrong-score", line)

    # -- what is known beside the table -----------------------------------------------------------------------

    @property
    def table(self) -> Table:
        """The table in the likeliest reading."""
        return self.readings[0].table

    @table.setter
    def table(self, table: Table) -> None:
        reading = self.readings[0]
        reading.table, before = table, reading.end
        reading.end = settling(self, table)
        reading.end.take_over(before)
        self.readings = [reading]

    def fork(self, reports: Sequence[HandReport] | None = None) -> Engine:
        """A replay that goes on from here by itself: what becomes of one leaves the other alone.

        `reports`: those of the hands before this one, where it is not to have the same.
        """
        other = copy.copy(self)
        other.report = self.report.copy()
        other.reports = [*(self.reports[:-1] if reports is None else reports), other.report]
        for mine, its in zip(self.report.findings, other.report.findings, strict=True):
            other.false_call = its if mine is self.false_call else other.false_call
        other.readings = [one.fork(other) for one in self._readings]
        other.at_end = None
        return other

    @property
    def ending(self) -> Settling:
        """What the hand is worth in the likeliest reading."""
        return self.readings[0].end

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
        elif (self.next_seq if self.folded else event.seq) not in (1, UNREAD):
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
        if not self.rules.plan.family.wins_by_card:
            return
        self.table.card = self.cards.find(event.card)
        if self.table.card is None and not self.cards.keeps_back(event.card):
            self.note(missing_card(event), None, event, where)

    def _ruleset_named(self, event: ev.GameStart) -> RuleSet:
        forced = self.forced_ruleset
        if forced is None:
            return ruleset_named(event, newest=self.record.newest_rules)
        return forced if isinstance(forced, RuleSet) else load_named(forced)

    def _use(self, rules: Rules) -> None:
        before = self.table
        self.rules = rules
        self.known_rules = True
        self.steps = _STEPS.rules(rules)
        self.table = Table(rules.plan)
        self.table.standing, self.table.totals = before.standing, before.totals
        self.table.in_doubt |= before.in_doubt & Fact.HANDS
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
        self.report.findings = [found for found in self.report.findings if found.code not in codes_that("of-the-start")]
        self._use(rules)
        for refusal in (*wrong_in_start(start, rules), *other_document(start, rules.ruleset)):
            self.note(refusal, None, start, None)
        self._take_card(start, None)

    def note_gap(self, event: ev.Gap, where: int | Where | None) -> None:
        """Moves were not recorded here."""
        if self.report.hand is not None and self.table.in_play:
            self.report.unjudged.append(lost_sight(event, GAP))

    def start_hand(self, event: ev.HandStart, where: int | Where | None) -> None:
        """The hand before is closed, a new report begins."""
        self._close_hand()
        self.began = event.seq
        again = event.hand == self.table.hand and any(one.table.standing.voided for one in self.readings)
        number = (self.report.hand or 0) + (0 if again and self.report.hand else 1)
        source = where.source if isinstance(where, Where) and where.source is not None else self.record.source
        self.report = HandReport(source, self.game, number, self.report.ruleset)
        self.reports.append(self.report)
        self.declared = (0, 0)
        if self.seats_open:
            # Seats that were wrong in the very first hand leave open how the players sit round the table.
            standing = self.table.standing
            standing.order_unknown = standing.order_unknown or self.report.hand == 2
            self.table.in_doubt |= Fact.HANDS
            standing.result_known = False
            standing.lose_totals()
            self.seats_open = False
        if not self.started and len(self.reports) == 2 and not self.reports[0].findings:
            # Where a line is missing or cannot be read, that may have been it, and is told.
            self.note(Refusal("out-of-place", "a hand begins before any game-start"), None, event, where)

    def _close_hand(self) -> None:
        """The hand is over: what its readings disagree about is not known in the next one."""
        first, *others = self.readings
        if self.at_end is not None:
            self.at_end(first.end)
        if self.report.hand is not None:
            self.report.unjudged += never_written(self.rules, first.table, self.began, self._not_understood)
        is_open, told = first.end.result_open, first.end.told_by_payments
        lay = {one: one.end.on_the_table for one in self.readings if not one.is_blind}
        first.end.close()
        if self.report.hand is not None:
            self.report.unjudged += money_left_open(first.end, self.report, is_open, told)
        for one in (one for one in others if not one.is_blind):
            one.end.settle_if_unpaid()
            if one.table.standing.came_to != first.table.standing.came_to:
                first.table.standing.result_known = first.table.standing.wins_known = False
            if one.table.totals != first.table.totals or not one.table.standing.totals_known:
                first.table.standing.lose_totals()
                first.table.standing.counted = None
        plain, standing = Reading(first.table, first.end), first.table.standing
        pots = {one.table.standing.pot: on_the_table for one, on_the_table in reversed(lay.items())}
        if len(pots) > 1 and (None in pots or any(one.table.standing.pot_doubted for one in lay)):
            most = [one.table.standing.pot_most for one in lay]
            standing.pot_most = max((points or 0 for points in most), default=0) if None not in most else None
            standing.pot, standing.pot_doubted, pots = None, True, {None: lay[first]}
        if self.seats_open or first.is_blind:
            self.readings = [plain]
            return
        begun = [(plain, lay[first]), *((with_pot(plain, pot), pots[pot]) for pot in pots if pot != standing.pot)]
        self.readings = different(way for one, on_the_table in begun for way in ways_it_ended(one, on_the_table))

    def before_mahjong(self, event: ev.Mahjong, where: int | Where | None) -> None:
        """What is in doubt before a declaration is kept, in case that it is undone."""
        if self.table.win is None:
            self.open_before = self.ending.result_open
        self.declared_before = self.declared
        self.read_before = {one.why: one.excused for one in self.readings}
        self.declared = (len(self.report.findings), len(self.report.findings))

    def after_mahjong(self, event: ev.Mahjong, where: int | Where | None) -> None:
        """What is found from here on was not found in the declaration itself."""
        self.declared = (self.declared[0], len(self.report.findings))
        if event is self.told:
            return
        if self.table.no_wins:
            self._believe_what_was_shown()
        for one in self.readings:
            if self._may_stand_behind(one.table, event):
                one.end.result_open, one.table.standing.result_known = True, False

    def _may_stand_behind(self, table: Table, event: ev.Mahjong) -> bool:
        """Whether a win took the place of another, and nothing tells that it goes before: the other is not refused."""
        rivals = [win.seat for win in table.vain if win.seat not in table.no_wins]
        before = table.before_win.before_win if table.before_win is not None else None
        if not rivals or before is None or table.winner is not event.seat:
            return False
        before = before.copy()
        apply(before, event)
        return any(self._allowed_after(before, msgspec.structs.replace(event, seat=seat)) for seat in rivals)

    def _allowed_after(self, table: Table, event: ev.Mahjong) -> bool:
        return all(refusal.code not in codes_that("stands-behind") for refusal, _rule in self._errors(table, event))


    def before_dead(self, event: ev.Dead, where: int | Where | None) -> None:
        """A declaration in error that was shown makes a dead hand: play goes on."""
        if event.reason == "false-mahjong" and self.table.latest_winner is event.seat:
            self.readings = before_the_win(self.readings, self.read_before)

    def after_dead(self, event: ev.Dead, where: int | Where | None) -> None:
        """A hand that was proved dead for a mahjong in error has had its consequence: it is told, and no fault."""
        if any(one.code == "dead-false-mahjong" and one.seq == event.seq for one in self.report.findings):
            self._forgive(event.seat)

    def before_retract(self, event: ev.Retract, where: int | Where | None) -> None:
        """A declaration that is taken back before any hand is shown is no error: nothing follows from it."""
        if self.table.may_take_back is not event.seat:
            return
        self.readings = before_the_win(self.readings, self.read_before)
        self._forgive(event.seat)

    def _forgive(self, seat: Seat) -> None:
        """A seat's latest declaration is no fault of the record; the one before it is the latest again."""
        forgive(self.report.findings[self.declared[0] :], seat)
        self.declared = self.declared_before

    def after_score(self, event: ev.Score, where: int | Where | None) -> None:
        """The announced value of one hand."""
        self.report.recorded[LETTERS[event.seat]] = event.total
        self._judge_end(event, where)

    def after_show(self, event: ev.Show, where: int | Where | None) -> None:
        """A hand lies open: a score that was announced before is held against its tiles."""
        if any(event.seat in reading.end.unseen for reading in self.readings):
            self._judge_end(event, where)

    def after_settlement(self, event: ev.Settlement, where: int | Where | None) -> None:
        """The payments of the hand."""
        before = self.report.settled if event.for_ is not None and self.report.settled is not None else {}
        now = {LETTERS[seat]: amount for seat, amount in event.change.items()}
        self.report.settled = {seat: before.get(seat, 0) + now.get(seat, 0) for seat in before | now}
        self.departed = True
        self._judge_end(event, where)

    def after_penalty(self, event: ev.Penalty, where: int | Where | None) -> None:
        """A fine."""
        self.departed = True
        self._judge_end(event, where)
        for reading in self.readings:
            reading.end.add_penalty(event)

    def before_game_end(self, event: ev.GameEnd, where: int | Where | None) -> None:
        """Where a fault leaves open who sits where, nobody can say whether the game is over."""
        if self.seats_open:
            self.table.standing.result_known = False

    def after_game_end(self, event: ev.GameEnd, where: int | Where | None) -> None:
        """The totals at the end of the game."""
        self.departed = True
        found = len(self.report.findings)
        self._judge_end(event, where)
        is_open = event.totals is not None and any(one.end.leaves_totals_open() for one in self.readings)
        if is_open and len(self.report.findings) == found:
            self.report.unjudged.append(totals_left_open(self.reports, event))
        if words := self.readings[0].end.told_by_finals:
            self.report.unjudged.append(finals_told(self.rules, event, words))


_ERROR, _INFO = Severity.ERROR.value, Severity.INFO.value
_JUDGES: dict[type[ev.Event], Callable[[Settling], Callable[[Any], None]]] = {
    ev.Score: attrgetter("judge_score"),
    ev.Show: attrgetter("judge_shown"),
    ev.Settlement: attrgetter("judge_settlement"),
    ev.Penalty: attrgetter("judge_fine"),
    ev.GameEnd: attrgetter("judge_totals"),
}
"""What judges the end of a hand, by the event that tells it."""


def _in_all(refused: list[list[Refused] | None]) -> list[Refused]:
    """What is said against an event in every reading, as in the likeliest; what is no fault in the likeliest only."""
    codes = [{refusal.code for refusal, _rule in one or ()} for one in refused]
    return [
        one for one in refused[0] or () if severity_of(one[0]) == _INFO or all(one[0].code in said for said in codes)
    ]


def _leaves_a_stick(refusal: Refusal) -> bool:
    """Whether less is taken from the table than lies there."""
    return refusal.code == "wrong-pot" and refusal.found < refusal.expected


def _is_own(refusal: Refusal, event: ev.Claim) -> bool:
    """Whether who calls is at fault, and not somebody else who has left something undone before."""
    return refusal.seat in (None, event.seat)


_BEFORE: dict[type[ev.Event], Callable[[Engine, Any, Any], None]] = {
    ev.Mahjong: Engine.before_mahjong,
    ev.Dead: Engine.before_dead,
    ev.Retract: Engine.before_retract,
    ev.GameStart: Engine.start_game,
    ev.RuleSetText: Engine.embed_ruleset,
    ev.HandStart: Engine.start_hand,
    ev.Gap: Engine.note_gap,
    ev.GameEnd: Engine.before_game_end,
}
_AFTER: dict[type[ev.Event], Callable[[Engine, Any, Any], None]] = {
    ev.Mahjong: Engine.after_mahjong,
    ev.Dead: Engine.after_dead,
    ev.Show: Engine.after_show,
    ev.Score: Engine.after_score,
    ev.Settlement: Engine.after_settlement,
    ev.Penalty: Engine.after_penalty,
    ev.GameEnd: Engine.after_game_end,
}
"""What the replay does around the table's own rules: reports, scores, totals."""

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
