"""The moment that a dispute is about: the event, the table just before it, and who may see what of it.

A ruling can correct the very event that was disputed; so can a ruling on another objection to it, made before or
later. Then the dossier reads the log as it was before that, and where the hand had not ended by then, as it went on,
without what follows from the rulings. Nobody is shown more by that than the log as corrected shows: while a hand is in
progress in the one reading, nothing of it is told in the other. Source:
docs/understand/trust.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mjlog import events as ev
from mjlog.audit.game import Game, Hand, row_type
from mjlog.disputes.register import CaseInfo, RulingInfo, disputes_in
from mjlog.log.records import Fault
from mjlog.log.sight import Sight
from mjlog.rulesets import Rules
from mjlog.table import Table, prepare
from mjlog.table.flowers import as_played
from mjlog.views.corrected import is_read
from mjlog.views.disclosure import disclosed_until
from mjlog.views.seen import sight_in


@dataclass(frozen=True, slots=True)
class DisputedMoment:
    """An event in its place. `first` and `last`: places of its rows in the log, several where a correction has many.

    `is_read`: whether it stands in the log that is read; otherwise the rows are those of what stands near it.
    """

    view: Game
    seq: int
    first: int
    last: int
    hand: Hand
    is_read: bool

    @property
    def row(self) -> ev.Event | Fault:
        """What is read there: of several rows the first."""
        return self.view.rows[self.first]

    @property
    def sight(self) -> Sight:
        """The most that may be seen: everything that was recorded, of a hand in progress what the table sees."""
        return sight_in(self.hand, "open")

    @property
    def rules(self) -> Rules | None:
        """The rules in force at that moment; None where the rule set is not known."""
        if not self.hand.has_play:
            return self.view.rules
        start = self.hand.start
        return start.rules if start.frame.known_rules else None

    def seen(self, sight: Sight) -> Hand:
        """The hand as somebody sees it."""
        return self.hand.seen(sight_in(self.hand, sight))

    def event(self, sight: Sight) -> ev.Event | None:
        """The event as somebody with this sight saw it; None for a line that is none."""
        row = self.seen(sight).rows[self.first - self.hand.first]
        return None if isinstance(row, Fault) else row


def moment_of(view: Game, seq: int) -> DisputedMoment | None:
    """The moment of an event of the log; None where the log has no such event."""
    last = view.place_of(seq)
    if last is None or not view.rows:
        return None
    stands = seq in view.by_seq or is_read(view, seq)
    hand, first = view.hand_at(last), last
    while stands and first > hand.first and view.seq_at(first - 1) == view.seq_at(last):
        first -= 1
    return DisputedMoment(view, seq, first, last, hand, stands)


def table_before(moment: DisputedMoment, sight: Sight) -> Table:
    """The table just before the event as somebody sees it: the hand before its beginning, else this hand so far."""
    view, hand = moment.view, moment.hand
    if moment.first > hand.first:
        return moment.seen(sight).table_after(moment.first - hand.first - 1)
    if hand.place == 0:
        return hand.start.table.copy()
    before = view.hands[hand.place - 1]
    if before.end == before.first:
        return before.start.table.copy()
    return before.seen(sight_in(before, sight)).table_after(before.end - before.first - 1)


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


def shows_no_more(other: Game, corrected: Game) -> bool:
    """Whether another reading shows no hand to its end of which the log as corrected keeps something back.

    What the other reading has beyond the end of that log was not kept back.
    """
    public, end = disclosed_until(corrected), corrected.log.last
    return all(
        public >= other.seq_at(place) or other.seq_at(place) > end
        for hand in other.hands
        if hand.is_over
        for place in range(hand.first, hand.end)
    )


def type_of(moment: DisputedMoment) -> str:
    """The type of the event; `fault` for a line that is none."""
    return row_type(moment.row)


# -- before rulings and corrections ----------------------------------------------------------------------------------


def as_disputed(view: Game, case: CaseInfo) -> Game | None:
    """The game as it was before the first ruling, or correction, that changed what was disputed; None where it is that.

    None, too, where something of a hand would be seen that goes on in the log as corrected.
    """
    if not view.log.is_whole or view.as_recorded:
        return None
    about = case.on or 0
    for first, taken_out in _changes(view, case):
        until = [one for one in view.log.rows if (one[0].seq or 0) < first]
        other = view.fork(until)
        moment = moment_of(other, about)
        if moment is None or not moment.hand.is_over:
            other.go_on([(_without(row, taken_out), where) for row, where in view.log.rows[len(until) :]])
            moment = moment_of(other, about)
        if moment is not None and moment.is_read:
            return other if shows_no_more(other, view) else None
    return None


def _changes(view: Game, case: CaseInfo) -> Iterator[tuple[int, set[int]]]:
    """From which event on the log was changed because of the disputed event, with all that changed it from then on.

    First what came after the objection. What was there before it is what was objected to, but where the event had
    been made void by then: of those corrections the latest first.
    """
    corrections = _corrections(view, case)
    rulings = _rulings(view, case)
    starts = [_begun(rulings, seq) for seq in corrections]
    own = [one.seq for one in case.rulings if one.consequences]
    later = [*own, *(first for first in starts if first > case.seq)]
    moment = moment_of(view, case.on or 0)
    firsts = [min(later)] if later else []
    if later or (moment is not None and not moment.is_read):
        firsts += sorted({first for first in starts if first < case.seq}, reverse=True)
    for first in firsts:
        since = {seq for seq in corrections if seq >= first}
        follows = {seq for one in rulings if one.seq >= first for seq in one.consequences}
        yield first, since | follows


def _corrections(view: Game, case: CaseInfo) -> list[int]:
    """The corrections that are about the disputed event, in their order."""
    slots, on = view.slots, case.on or 0
    return [seq for seq in slots.members.get(slots.root.get(on, on), ()) if seq > on]


def _rulings(view: Game, case: CaseInfo) -> list[RulingInfo]:
    """All rulings on objections to the same event."""
    cases = (one for one in disputes_in(view) if one.on == case.on)
    return [*case.rulings, *(ruling for one in cases if one.seq != case.seq for ruling in one.rulings)]


def _begun(rulings: list[RulingInfo], correction: int) -> int:
    """With which event a correction was decided: the ruling that it follows from, else itself."""
    return next((one.seq for one in rulings if correction in one.consequences), correction)


def _without(row: ev.Event | Fault, taken_out: set[int]) -> ev.Event | Fault:
    """The event, or where it is taken out a remark that says nothing: the numbers of the others stay what they are."""
    return ev.Note(seq=row.seq, text="") if row.seq in taken_out else row


def is_taken_out(row: ev.Event | Fault) -> bool:
    """Whether an event stood here that was taken out."""
    return isinstance(row, ev.Note) and row == ev.Note(seq=row.seq, text="")
