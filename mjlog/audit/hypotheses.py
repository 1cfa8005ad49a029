"""What can have happened in a hand: every event is judged, and carried out, in all the ways to read the record."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Callable, Iterator
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
from mjlog.audit.hypothesis import (
    Excused,
    Hypothesis,
    another_hand,
    before_the_win,
    dealt_otherwise,
    different,
    disagreement,
    finals_told,
    hands_in_doubt,
    lost_sight,
    minimum_left_open,
    money_left_open,
    never_written,
    totals_left_open,
    totals_of_a_part,
    ways_it_ended,
    with_pot,
)
from mjlog.audit.report import Refused, Reporter, first_error, has_error, is_own
from mjlog.audit.settling import Settling, settling
from mjlog.findings import Refusal, Severity, codes_that, severity_of
from mjlog.log.records import Fault, Where, line_of
from mjlog.rules.registry import asked, refusals
from mjlog.seats import SEATS, Seat
from mjlog.table import APPLY, Table, apply, prepare
from mjlog.table.apply import apply_beside
from mjlog.table.closing import apply_gap, find_no_win
from mjlog.table.facts import Fact
from mjlog.table.moves import lose_hand
from mjlog.table.state import A_DISCARD

_ERROR, _INFO = Severity.ERROR.value, Severity.INFO.value
_JUDGES: dict[type[ev.Event], Callable[[Settling], Callable[[Any], None]]] = {
    ev.Score: attrgetter("judge_score"),
    ev.Show: attrgetter("judge_shown"),
    ev.Settlement: attrgetter("judge_settlement"),
    ev.Penalty: attrgetter("judge_fine"),
    ev.GameEnd: attrgetter("judge_totals"),
}
"""What judges the end of a hand, by the event that tells it."""
_AT_THE_END = (ev.Show, ev.Score, ev.Settlement)
_MISSING = "indicator-missing"
Judged = list[tuple[Hypothesis, list[Refused] | None]]
"""What the rules have against an event in every hypothesis; None, as nearly always: nothing."""


class Hypotheses:
    """What can have happened in the hand so far, and what the rules have against each event in all of that.

    `ways`: the hypotheses, the likeliest first; `sole`: the one there is, where events are just asked about and carried
    out. `departed`: the table has changed otherwise than by carrying out what was fed since it was last False.
    `at_fault`: the latest event that was found at fault; `latest`: the latest that was judged in several hypotheses;
    `began`: the seq of the `hand-start`. `open_before`: the result is open for another reason than that a hand is none,
    or stands behind another; `read_before`: how the hand was read before its latest declaration, and what was excused
    in that.
    """

    def __init__(self, reporter: Reporter) -> None:
        self.reporter = reporter
        self._put([self._plain(Table(reporter.frame.rules.plan))])
        self.departed = False
        self.at_fault: ev.Event | None = None
        self.latest: ev.Event | None = None
        self.began = 0
        self.open_before = False
        self.read_before: dict[tuple[str, ...], Excused] = {}

    def _plain(self, table: Table) -> Hypothesis:
        return Hypothesis(table, settling(self.reporter, table))

    def _put(self, ways: list[Hypothesis]) -> None:
        """These are the hypotheses from here on."""
        self.ways, self.departed = ways, True
        self.sole = ways[0] if len(ways) == 1 and ways[0].is_plain else None

    def fork(self, reporter: Reporter) -> Hypotheses:
        """The same in another replay, which goes on by itself."""
        other = copy.copy(self)
        other.reporter = reporter
        other._put([way.fork(reporter) for way in self.ways])
        return other

    @property
    def table(self) -> Table:
        """The table in the likeliest hypothesis."""
        return self.ways[0].table

    @property
    def ending(self) -> Settling:
        """What the hand is worth in the likeliest hypothesis."""
        return self.ways[0].end

    def play_by_the_rules(self) -> None:
        """Other rules are in force: the table is set up anew, with what is known of the game."""
        before, table = self.ways[0], Table(self.reporter.frame.rules.plan)
        table.standing, table.totals = before.table.standing, before.table.totals
        table.in_doubt |= before.table.in_doubt & Fact.HANDS
        plain = self._plain(table)
        plain.end.take_over(before.end)
        before.table, before.end = plain.table, plain.end
        self._put([before])

    # -- what the rules have against an event -------------------------------------------------------------------------

    def asked(self, event: ev.Event) -> Judged:
        """What the rules have against an event in every hypothesis."""
        return [(way, self._asked(way, event)) for way in self.ways]

    def asked_at_the_end(self, event: ev.Event) -> list[tuple[Hypothesis, list[Refused]]]:
        """What scores, payments and totals have against an event that was `asked` about; nothing of any other."""
        if type(event) not in _JUDGES:
            return []
        for hypothesis in self.ways:
            self._carry_out(hypothesis, event, None)
        return self._judged_at_the_end(event)

    def _judged_at_the_end(self, event: ev.Event) -> list[tuple[Hypothesis, list[Refused]]]:
        for hypothesis in self.ways:
            _JUDGES[type(event)](hypothesis.end)(event)
        return [(hypothesis, hypothesis.end.refused()) for hypothesis in self.ways]

    def _asked(self, hypothesis: Hypothesis, event: ev.Event) -> list[Refused] | None:
        """What the rules have against an event in one of several hypotheses, but for what only carries a fault through.

        Where another event is thought to have come later, it is asked about after this one.
        """
        held, refused = hypothesis.held, None
        if hypothesis.is_blind:
            prepare(hypothesis.table, event)
        else:
            hypothesis.prepare(event)
            refused = list(self._refusals(hypothesis.table, event)) or None
        if refused and (hypothesis.excused or hypothesis.beside is not None):
            left = [breach for breach in refused if not hypothesis.excuses(event, breach[0])]
            hypothesis.is_excused, refused = len(left) < len(refused), left or None
        if held is None or has_error(refused):
            return refused
        table = hypothesis.table.copy()
        apply(table, event)
        prepare(table, held)
        return list(self._errors(table, held)) or refused

    def _refusals(self, table: Table, event: ev.Event) -> Iterator[Refused]:
        return refusals(asked(self.reporter.frame.checks(event), table, event), table, event)

    def _errors(self, table: Table, event: ev.Event) -> Iterator[Refused]:
        return (refusal for refusal in self._refusals(table, event) if severity_of(refusal[0]) == _ERROR)

    def _allowed(self, table: Table, event: ev.Event) -> bool:
        """Whether no rule has anything against an event, warnings apart."""
        return next(self._errors(table, event), None) is None

    # -- an event is judged -------------------------------------------------------------------------------------------

    def judge(self, event: ev.Event, where: int | Where | None) -> None:
        """An event is at fault if it is so in every hypothesis: then the replay goes on in all that can have happened.

        A hypothesis that explains the event without a fault outlives the others.
        """
        is_next, self.latest = self.latest is self.at_fault, event
        if self.table.no_wins:
            self._put([way for hypothesis in self.ways for way in (*went_on(hypothesis, event), hypothesis)])
        judged = self.asked(event)
        sound = [(one, refused) for one, refused in judged if not has_error(refused)]
        if sound:
            self._go_on(event, where, judged, sound, is_next)
        elif all(one.held is not None for one, _refused in judged):
            # That an event came later than it was written down is refuted: it came where it stands.
            self.ways[0].put_held()
            self._put(self.ways[:1])
            self.judge(event, where)
        else:
            self._explain(event, where, [(one, refused) for one, refused in judged if one.held is None])

    def _go_on(self, event: ev.Event, where: int | Where | None, judged: Judged, sound: Judged, is_next: bool) -> None:
        """An event is right in some of the hypotheses (`sound`): those go on."""
        # Most hypotheses end with the first event after the fault, which tells how that is to be read.
        is_first = isinstance(event, ev.HandStart)
        # What a hand leaves open is told of it.
        report = self.reporter.reports[-2] if is_first else self.reporter.report
        if has_error(judged[0][1]) or (len(sound) < len(judged) and not is_next and not is_first):
            report.unjudged.append(disagreement(report, event, judged, sound[0][0]))
        self._put([one for one, _refused in sound])
        breaches = _in_all([refused for _one, refused in sound])
        if breaches:
            self._tell(breaches, event, where)
        # Of a set that a false call carries through: its player goes on, or who was in turn does.
        excused = [way for way in self.ways if way.is_excused and isinstance(event, ev.Expose)]
        stayed = [other for hypothesis in excused for other in turn_stayed(hypothesis, believed(hypothesis, event))]
        for one, refused in sound:
            self._carry_out(one, event, refused)
        if stayed:
            self._put([*self.ways, *stayed])
            self.at_fault = event
        if len(sound) > 1 and (is_first or len(judged) > len(sound)):
            self._put(different(self.ways))

    def _explain(self, event: ev.Event, where: int | Where | None, judged: Judged) -> None:
        """An event is at fault: it is told, and the hand goes on in all that can have happened."""
        report = self.reporter.report
        if isinstance(event, ev.HandStart):
            # However the hand before has ended: what is wrong besides is told.
            judged.sort(key=lambda judgement: len(judgement[1] or ()))
        first = judged[0][1] or []
        code = first_error(first).code
        if self._is_dealt_otherwise(judged[0][0], event, code):
            return
        # Where the same is found once more, it may just follow from the fault before, unless all hypotheses say so.
        agreed = _in_all([refused for _one, refused in judged])
        self._tell(agreed if code == report.latest_fault and has_error(agreed) else first, event, where)
        self.at_fault = event
        whole = [place.seat for place in self.table.places if not place.surplus]
        branches = [explanations(one, event, first_error(refused), self._allowed) for one, refused in judged]
        # The likeliest explanations of each hypothesis before the less likely ones.
        self._put(different(itertools.chain.from_iterable(itertools.zip_longest(*branches))))
        report.unjudged += hands_in_doubt(report, event, (self.table.place(seat) for seat in whole))
        if isinstance(event, ev.Show) and code in codes_that("bars-win"):
            # Nobody goes before a hand that is none.
            self._withdraw({event.seat})
        if is_decided(self.table, event, first_error(first)):
            # So it is not open who has won; and whoever has was not one too many.
            self._believe_what_was_shown()
            for way in self.ways:
                way.end.result_open = self.open_before
                way.table.standing.result_known = not self.open_before
                way.end.values.clear()
            self._withdraw({win.seat for win in self.table.wins})
        elif isinstance(event, ev.Mahjong) and code not in codes_that("does-not-count"):
            self.open_before = True

    def _tell(self, refused: list[Refused], event: ev.Event, where: int | Where | None) -> None:
        """What is wrong with an event is told; after a fault in the end of a hand nobody can say who has won."""
        for refusal in self.reporter.tell(refused, event, where, self.table.refused):
            ends = isinstance(event, ev.Mahjong | ev.Washout) and refusal.code != "fishing-false"
            ends = ends or refusal.code in codes_that("leaves-result-open")
            ends = ends or (refusal.code == "out-of-place" and isinstance(event, _AT_THE_END))
            for hypothesis in self.ways if ends and severity_of(refusal) == _ERROR else ():
                hypothesis.end.result_open = True
                if isinstance(event, ev.Show) and refusal.code in codes_that("bars-win"):
                    hypothesis.table.standing.result_known = False

    def _withdraw(self, seats: set[Seat]) -> None:
        """That others go before these players is not said any more."""
        self.reporter.withdraw(codes_that("stands-behind"), {seat.value for seat in seats})

    def _believe_what_was_shown(self) -> None:
        """Where another has declared, too, a hand that is none is not thought to have been written down wrong."""
        none = self.table.no_wins
        self._put([way for way in self.ways if way.table.no_wins == none and way.table.sound_wins])

    def _is_dealt_otherwise(self, hypothesis: Hypothesis, event: ev.Event, code: str) -> bool:
        """Whether a fault of the deal comes after another: it is one fault, and the whole deal is not as written down.

        Where tiles go to others than are next, again or after a fault in the seats, those are wrong.
        """
        reporter, of_the_deal = self.reporter, codes_that("of-the-deal")
        earlier = {finding.code for finding in reporter.report.findings if finding.severity == _ERROR}
        if code not in of_the_deal or not (reporter.seats_open or earlier & of_the_deal):
            return False
        if code == "wrong-deal-order" and (reporter.seats_open or code in earlier):
            reporter.seats_open = True
            self._put([blind(hypothesis, event)])
            reporter.report.unjudged.append(another_hand(reporter.report, event))
        else:
            self._put([dealt_unseen(hypothesis)])
            reporter.report.unjudged.append(dealt_otherwise(reporter.report, event))
            # A loose tile amid the deal is one of its tiles: from which end it came is what is wrong.
            if not isinstance(event, ev.Deal | ev.KongReplacement):
                apply(self.table, event)
        return True

    def _carry_out(self, hypothesis: Hypothesis, event: ev.Event, refused: list[Refused] | None) -> None:
        """An event happens in one of several hypotheses, as far as that believes it."""
        if isinstance(event, ev.Mahjong):
            hypothesis.end.result_open = self.open_before
            hypothesis.end.values.clear()
        carry_out = APPLY.get(type(event))
        if carry_out is not None:
            table, seat = hypothesis.table, getattr(event, "seat", None)
            has_drawn = table.turn if table.due == A_DISCARD and seat is not table.turn else None
            is_beside = hypothesis.is_excused and hypothesis.is_beside(event) and seat is not table.turn
            carry_out = apply_beside if is_beside else carry_out
            carry_out(table, believed(hypothesis, event) if hypothesis.is_excused else event)
            hypothesis.lose_the_turn(has_drawn, event)
            if isinstance(event, ev.Mahjong) and self.open_before and len(table.declared) > 1:
                table.standing.result_known = False
            if hypothesis.is_excused and isinstance(event, ev.Mahjong) and table.plan.family.calls_are_inferred:
                # By foreign records, whose calls are inferred, it may be that another player has won.
                hypothesis.end.result_open, table.standing.result_known = True, False
            if hypothesis.is_excused and isinstance(event, ev.Discard):
                # Once: who has drawn too early has then done what follows a draw.
                hypothesis.excused -= {(event.seat, "no-discard-due")}
                hypothesis.beside = None if hypothesis.beside is event.seat else hypothesis.beside
            hypothesis.is_excused = False
        if isinstance(event, ev.Discard) and hypothesis.excused:
            laid_wrongly = codes_that("after-a-false-call")
            hypothesis.excused = frozenset(excuse for excuse in hypothesis.excused if excuse[1] not in laid_wrongly)
        if isinstance(event, ev.Show) and (event.seat, _MISSING) not in hypothesis.excused:
            # Whether the win stands or not: for a hand that is scored all indicators are turned.
            hypothesis.excused -= {(None, _MISSING)}
        if refused and isinstance(event, ev.Claim) and any(is_own(refusal, event) for refusal, _rule in refused):
            # The call stands, as calls alone do; it goes before nobody's.
            hypothesis.table.refused |= {event.seat}
        hypothesis.put_held()

    # -- what was announced and paid ----------------------------------------------------------------------------------

    def judge_the_end(self, event: ev.Event, where: int | Where | None) -> None:
        """Announced scores, payments and totals, after they were noted at the table: each hypothesis has its own."""
        report = self.reporter.report
        if self.ways[0].is_blind:
            return
        latest = report.findings[-1] if report.findings else None
        told = None if latest is None else (latest.seq, latest.code, latest.line)
        if isinstance(event, ev.Score) and told == (None, "wrong-score", line_of(where)):
            # A foreign record states it twice, and otherwise: no more of it is compared.
            return
        if event is self.at_fault:
            # It was told; its points are judged where the fault makes no others of them.
            ends_game = isinstance(event, ev.GameEnd)
            # That the indicators under others were not turned before it makes no other payment of it.
            is_after_them = report.latest_fault in codes_that("of-indicators")
            for hypothesis, refused in self._judged_at_the_end(event) if ends_game or is_after_them else ():
                if ends_game and hypothesis is self.ways[0]:
                    report.unjudged += totals_of_a_part(report, event, refused)
            return
        judged = self._judged_at_the_end(event)
        sound = [(one, refused) for one, refused in judged if not has_error(refused)]
        sound = sound or self._with_other_indicators(event)
        if sound:
            if sound != judged:
                report.unjudged.append(disagreement(report, event, judged, sound[0][0]))
            kept = [one for one, _refused in sound]
            if kept != self.ways:
                self._put(kept)
        # Of a stick that was not taken a hypothesis in which there is none says more.
        breaches = (sound or sorted(judged, key=lambda judgement: _leaves_a_stick(first_error(judgement[1]))))[0][1]
        if breaches:
            self.departed = True
            self._tell(breaches, event, where)
            if isinstance(event, ev.Score):
                self._doubt_score(has_error(breaches))

    def _doubt_score(self, is_wrong: bool) -> None:
        """Something is said against an announced score: an indicator, or whose score it is, may be another."""
        for hypothesis in self.ways:
            hypothesis.table.misread += hypothesis.table.plan.family.has_indicators
            if is_wrong:
                # It may be another player's, whose score is missing then, or comes twice.
                hypothesis.excused |= {(seat, "out-of-place") for seat in SEATS}
        if is_wrong:
            self._put(self.ways)

    def _with_other_indicators(self, event: ev.Event) -> list[tuple[Hypothesis, list[Refused]]]:
        """Where an indicator was another tile, several winners have counted it: that is told of the first of them."""
        if not isinstance(event, ev.Score) or self.reporter.report.latest_fault != "wrong-score":
            return []
        return [
            (indicators_unknown(hypothesis), [])
            for hypothesis in self.ways
            if any(other_reading.end.are_all_right() for other_reading in one_other_indicator(hypothesis))
        ]

    # -- lines that are missing ---------------------------------------------------------------------------------------

    def lose_sight(self, event: ev.Event | None) -> None:
        """A line cannot be read, or is missing: what it said is not known."""
        report = self.reporter.report
        if report.hand is not None:
            report.unjudged.append(lost_sight(event, report.latest_fault))
        hypothesis = self.ways[0]
        self._put([hypothesis])
        hypothesis.end.result_open = True
        if hypothesis.table.in_play:
            apply_gap(hypothesis.table, ev.Gap(seq=1))
            hypothesis.table.standing.counted = None
        for place in hypothesis.table.places:
            lose_hand(hypothesis.table, place)

    def doubt(self, remark: Fault) -> None:
        """A record contradicts itself: one of the two may be so."""
        self.departed = True
        for hypothesis in self.ways:
            if remark.code == "wrong-repeats":
                hypothesis.table.standing.repeats_doubted = True
            elif remark.code == "wrong-indicator":
                hypothesis.end.result_open = True
                hypothesis.table.misread += 1

    # -- hands begin and end ------------------------------------------------------------------------------------------

    def begin_hand(self, event: ev.HandStart) -> None:
        """A new hand begins; in seats that were wrong nobody knows who sits where."""
        self.began = event.seq
        if self.reporter.seats_open:
            # Seats that were wrong in the very first hand leave open how the players sit round the table.
            standing = self.table.standing
            standing.order_unknown = standing.order_unknown or self.reporter.report.hand == 2
            self.table.in_doubt |= Fact.HANDS
            standing.result_known = False
            standing.lose_totals()
            self.reporter.seats_open = False

    def close_hand(self) -> None:
        """The hand is over: what its hypotheses disagree about is not known in the next one."""
        first, *others = self.ways
        reporter = self.reporter
        report, standing = reporter.report, first.table.standing
        if report.hand is not None:
            report.unjudged += never_written(reporter.frame.rules, first.table, self.began, reporter.not_understood)
            report.unjudged += minimum_left_open(first.end)
        is_open, told, left_open = first.end.result_open, first.end.told_by_payments, first.end.left_open
        lay = {way: way.end.on_the_table for way in self.ways if not way.is_blind}
        first.end.close()
        if report.hand is not None:
            report.unjudged += money_left_open(first.end, report, is_open, told, left_open)
        for other in (hypothesis for hypothesis in others if not hypothesis.is_blind):
            other.end.settle_if_unpaid()
            if other.table.standing.came_to != standing.came_to:
                standing.result_known = standing.wins_known = False
            standing.repeats_doubted |= other.table.standing.repeats != standing.repeats
            if other.table.totals != first.table.totals or not other.table.standing.totals_known:
                standing.lose_totals()
                standing.counted = None
        plain = Hypothesis(first.table, first.end)
        pots = {one.table.standing.pot: on_the_table for one, on_the_table in reversed(lay.items())}
        if len(pots) > 1 and (None in pots or any(hypothesis.table.standing.pot_doubted for hypothesis in lay)):
            most = [hypothesis.table.standing.pot_most for hypothesis in lay]
            standing.pot_most = max((points or 0 for points in most), default=0) if None not in most else None
            standing.pot, standing.pot_doubted, pots = None, True, {None: lay[first]}
        if reporter.seats_open or first.is_blind:
            self._put([plain])
            return
        begun = [(plain, lay[first]), *((with_pot(plain, pot), pots[pot]) for pot in pots if pot != standing.pot)]
        self._put(different(way for one, on_the_table in begun for way in ways_it_ended(one, on_the_table)))

    # -- around single events -----------------------------------------------------------------------------------------

    def before_mahjong(self, event: ev.Mahjong) -> None:
        """What is in doubt before a declaration is kept, in case that it is undone."""
        if self.table.win is None:
            self.open_before = self.ending.result_open
        self.read_before = {way.why: way.excused for way in self.ways}
        self.reporter.begin_declaration()

    def after_mahjong(self, event: ev.Mahjong) -> None:
        """A win may take the place of another, of which nothing tells that it goes before."""
        self.reporter.end_declaration()
        if event is self.at_fault:
            return
        if self.table.no_wins:
            self._believe_what_was_shown()
        for way in self.ways:
            if self._may_stand_behind(way.table, event):
                way.end.result_open, way.table.standing.result_known = True, False

    def _may_stand_behind(self, table: Table, event: ev.Mahjong) -> bool:
        """Whether a win took the place of another, and nothing tells that it goes before: the other is not refused."""
        rivals = [win.seat for win in table.vain if win.seat not in table.no_wins]
        before = table.before_win.before_win if table.before_win is not None else None
        if not rivals or before is None or table.winner is not event.seat:
            return False
        before = before.copy()
        apply(before, event)
        others = (msgspec.structs.replace(event, seat=seat) for seat in rivals)
        barred = codes_that("stands-behind")
        return any(all(one.code not in barred for one, _rule in self._errors(before, other)) for other in others)

    def before_dead(self, event: ev.Dead) -> None:
        """A declaration in error that was shown makes a dead hand: play goes on."""
        if event.reason == "false-mahjong" and self.table.latest_winner is event.seat:
            self._put(before_the_win(self.ways, self.read_before))

    def after_dead(self, event: ev.Dead) -> None:
        """A hand that was proved dead for a mahjong in error has had its consequence: it is told, and no fault."""
        findings = self.reporter.report.findings
        if any(finding.code == "dead-false-mahjong" and finding.seq == event.seq for finding in findings):
            discard = self.table.discard
            self.reporter.forgive(event.seat, discard.seq if discard is not None else 0)

    def before_retract(self, event: ev.Retract) -> None:
        """A declaration that is taken back before any hand is shown is no error: nothing follows from it."""
        if self.table.may_take_back is event.seat:
            self._put(before_the_win(self.ways, self.read_before))
            self.reporter.forgive(event.seat)

    def after_penalty(self, event: ev.Penalty, where: int | Where | None) -> None:
        """A fine."""
        self.departed = True
        self.judge_the_end(event, where)
        for hypothesis in self.ways:
            hypothesis.end.add_penalty(event)

    def after_show(self, event: ev.Show, where: int | Where | None) -> None:
        """A hand lies open: a score that was announced before, or what a win needs, is held against its tiles."""
        count = len(self.reporter.report.findings)
        if event is not self.at_fault and any(way.end.is_judged_when_shown(event.seat) for way in self.ways):
            self.judge_the_end(event, where)
        if any(finding.code in codes_that("bars-win") for finding in self.reporter.report.findings[count:]):
            for hypothesis in self.ways:
                find_no_win(hypothesis.table, event.seat)

    def before_game_end(self) -> None:
        """Where a fault leaves open who sits where, nobody can say whether the game is over."""
        if self.reporter.seats_open:
            self.table.standing.result_known = False

    def after_game_end(self, event: ev.GameEnd, where: int | Where | None) -> None:
        """The totals at the end of the game."""
        report = self.reporter.report
        self.departed = True
        count = len(report.findings)
        self.judge_the_end(event, where)
        is_open = event.totals is not None and any(way.end.leaves_totals_open() for way in self.ways)
        if is_open and len(report.findings) == count:
            report.unjudged.append(totals_left_open(self.reporter.reports, event))
        if words := self.ending.told_by_finals:
            report.unjudged.append(finals_told(self.reporter.frame.rules, event, words))


def _in_all(refused: list[list[Refused] | None]) -> list[Refused]:
    """What is said against an event in all of them, as in the likeliest; what is no fault in the likeliest only."""
    codes = [{refusal.code for refusal, _rule in breaches or ()} for breaches in refused]
    return [
        one for one in refused[0] or () if severity_of(one[0]) == _INFO or all(one[0].code in said for said in codes)
    ]


def _leaves_a_stick(refusal: Refusal) -> bool:
    """Whether less is taken from the table than lies there."""
    return refusal.code == "wrong-pot" and refusal.found < refusal.expected
