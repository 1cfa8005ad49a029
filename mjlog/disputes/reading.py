"""The moment that a dispute is about: the event, the table just before it, and who may see what of it."""

from __future__ import annotations

from dataclasses import dataclass

from mjlog import events as ev
from mjlog.log.records import Fault
from mjlog.rulesets import Rules
from mjlog.table import Table, prepare
from mjlog.table.flowers import as_played
from mjlog.views.hands import HandSpan
from mjlog.views.places import row_type
from mjlog.views.sight import Sight
from mjlog.views.stepper import GameView
from mjlog.views.walk import Walk


@dataclass(frozen=True, slots=True)
class DisputedMoment:
    """An event in its place. `first` and `last`: places of its rows in the log, several where a correction has many.

    `is_read`: whether it stands in the log that is read; otherwise the rows are those of what stands near it.
    """

    view: GameView
    seq: int
    first: int
    last: int
    hand: HandSpan
    is_read: bool

    @property
    def row(self) -> ev.Event | Fault:
        """What is read there: of several rows the first."""
        return self.view.rows[self.first]

    @property
    def sight(self) -> Sight:
        """The most that may be seen: everything that was recorded, of a hand in progress what the table sees."""
        return self.view.allowed(self.hand, "open")

    @property
    def rules(self) -> Rules | None:
        """The rules in force at that moment; None where the rule set is not known."""
        if not self.hand.has_play:
            return self.view.rules
        start = self.hand.start
        return start.rules if start.known_rules else None

    def walk(self, sight: Sight) -> Walk:
        """The hand as somebody sees it."""
        return self.view.walk(self.hand, self.view.allowed(self.hand, sight))

    def event(self, sight: Sight) -> ev.Event | None:
        """The event as somebody with this sight saw it; None for a line that is none."""
        row = self.walk(sight).rows[self.first - self.hand.first]
        return None if isinstance(row, Fault) else row


def moment_of(view: GameView, seq: int) -> DisputedMoment | None:
    """The moment of an event of the log; None where the log has no such event."""
    last = view.place_of(seq)
    if last is None or not view.rows:
        return None
    root = view.corrections.slots.root.get(seq, seq)
    is_read = seq in view.by_seq or view.corrections.is_read(root)
    hand, first = view.hand_at(last), last
    while is_read and first > hand.first and view.seq_at(first - 1) == view.seq_at(last):
        first -= 1
    return DisputedMoment(view, seq, first, last, hand, is_read)


def table_before(moment: DisputedMoment, sight: Sight) -> Table:
    """The table just before the event as somebody sees it: the hand before its beginning, else this hand so far."""
    view, hand = moment.view, moment.hand
    if moment.first > hand.first:
        return moment.walk(sight).table_after(moment.first - hand.first - 1)
    if hand.place == 0:
        return hand.start.table.copy()
    before = view.hands[hand.place - 1]
    if before.end == before.first:
        return before.start.table.copy()
    return view.walk(before, view.allowed(before, sight)).table_after(before.end - before.first - 1)


def judged(moment: DisputedMoment, sight: Sight) -> tuple[Table, ev.Event] | None:
    """The table and the event as the rules are asked about them; None for a line that is no event.

    What a record of this depth may leave out before the event is filled in, as the audit does.
    """
    event = moment.event(sight)
    if event is None:
        return None
    table = table_before(moment, sight)
    if table.plan.any_flower:
        event = as_played(event)
    prepare(table, event)
    return table, event


def shows_no_more(other: GameView, corrected: GameView) -> bool:
    """Whether another reading shows no hand to its end of which the log as corrected keeps something back.

    What the other reading has beyond the end of that log was not kept back.
    """
    public, end = corrected.disclosed_until, corrected.written.last
    return all(
        public >= other.seq_at(place) or other.seq_at(place) > end
        for hand in other.hands
        if hand.is_over
        for place in range(hand.first, hand.end)
    )


def type_of(moment: DisputedMoment) -> str:
    """The type of the event; `fault` for a line that is none."""
    return row_type(moment.row)
