"""What the rules say of one event: each of them, the event as a whole, and how it depends on tiles that nobody saw."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from mjlog import events as ev
from mjlog.disputes.applicable_rules import (
    RuleAsked,
    Verdict,
    fine_rules,
    in_order,
    money_rules,
    rules_asked,
    told_in_full,
    with_findings,
)
from mjlog.disputes.call_needs import call_words
from mjlog.disputes.evidence import NOTHING_LATER, later
from mjlog.disputes.not_judged import is_judged_when_shown, is_not_judged
from mjlog.disputes.reading import DisputedMoment, judged
from mjlog.disputes.register import DisputeCase
from mjlog.disputes.unseen import Unseen, depends_on
from mjlog.findings import Finding
from mjlog.scoring import Score
from mjlog.seats import Seat
from mjlog.table import Table
from mjlog.views.stepper import GameView


class Verdicts:
    """What the rules say of the event of one moment, and of which dispute it is.

    `before`: the table and the event as they are asked about, None where no rule can be asked. `called`: what a call
    needed, in words. `unseen`: how it depends on unseen tiles, None where it does not.
    """

    def __init__(
        self, view: GameView, moment: DisputedMoment, case: DisputeCase | None, others: tuple[DisputeCase, ...]
    ) -> None:
        self.view, self.moment, self.case, self.others = view, moment, case, others
        self.rules = moment.rules
        self.before: tuple[Table, ev.Event] | None = None
        if self.rules is not None and moment.is_read:
            self.before = judged(moment, moment.sight)
        self.findings = tuple(_findings(moment))
        self.asked = self._asked()
        self.refusals = [words for one in self.asked if one.verdict == "broken" for words in one.says]
        self.called: tuple[str, ...] = ()
        self.unseen = self._unseen()

    def _asked(self) -> list[RuleAsked]:
        if self.rules is None or self.before is None:
            return with_findings(self.rules, [], self.findings)
        table, event = self.before
        made = [*rules_asked(self.rules, table, event), *fine_rules(self.rules, table, event)]
        made += money_rules(self.rules, event, self._score(event))
        return with_findings(self.rules, made, self.findings)

    def _score(self, event: ev.Event) -> Score | None:
        """The computed worth of the hand that an announcement is about."""
        found = None
        if isinstance(event, ev.Score) and self.moment.hand.is_over:
            found = self.moment.hand.report.details.get(event.seat.value)
        return found if isinstance(found, Score) else None

    def _unseen(self) -> Unseen | None:
        if self.rules is None or self.before is None or self.refusals:
            return None
        table, event = self.before
        seat = getattr(event, "seat", None)
        after = later(self.moment, table, seat) if isinstance(seat, Seat) else NOTHING_LATER
        self.called = tuple(call_words(self.rules.bound, table, event, after))
        if isinstance(seat, Seat) and not table.place(seat).sure and is_judged_when_shown(self.moment):
            return None
        return depends_on(self.rules.bound, table, event, after)

    @property
    def legal(self) -> bool | None:
        """Whether no rule refuses the event as it stands, and nothing that was seen later proves it wrong."""
        is_disproved = self.unseen is not None and self.unseen.proves is False
        if self.rules is None or self.before is None:
            return None
        if not self.refusals and is_not_judged(self.rules.bound, *self.before, self.unseen):
            return None
        return not (self.refusals or is_disproved)

    def rules_told(self) -> tuple[RuleAsked, ...]:
        """The rules; those that an unseen tile decides are open, or broken where it was seen later."""
        unseen = self.unseen
        if unseen is None or self.rules is None or not (unseen.is_open or unseen.proves is False):
            return tuple(self.asked)
        verdict: Verdict = "open" if unseen.is_open else "broken"
        made = {one.id: one for one in self.asked}
        for one in unseen.illegal:
            known = made.get(one.rule)
            if known is None:
                known = told_in_full(self.rules, RuleAsked(one.rule, "open"))
            if known.verdict != "broken":
                made[one.rule] = replace(known, verdict=verdict, says=(one.why,))
        return tuple(in_order(list(made.values())))


def _findings(moment: DisputedMoment) -> Iterator[Finding]:
    """What was found at the event, as far as it may be told."""
    if moment.is_read:
        yield from moment.view.findings_by_seq(moment.hand).get(moment.view.seq_at(moment.last), ())
