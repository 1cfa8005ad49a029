"""The moment that a dispute is about: the event, the table just before it, and who may see what of it.

A ruling can correct the very event that was disputed. Then the dossier reads the log as it was disputed: as it was
before the first ruling, and where the hand had not ended by then, without what follows from rulings. Nobody is shown
more by that than the log as corrected shows: while a hand is in progress in the one reading, nothing of it is told in
the other. Source: DESIGN, What must never leak.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from mjlog import events as ev
from mjlog.audit.records import Fault, GameRecord, Row
from mjlog.cards.shelf import NO_CARDS, CardShelf
from mjlog.disputes.register import DisputeCase
from mjlog.rulesets import Rules
from mjlog.table import Table, prepare
from mjlog.table.alike import as_played
from mjlog.views.game_log import row_type
from mjlog.views.hands import Hand
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
    hand: Hand
    is_read: bool
    kept: dict[Sight, Walk] = field(default_factory=dict, compare=False, repr=False)

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
        known = self.hand.start.known
        rules = known["rules"]
        return rules if known["known_rules"] and isinstance(rules, Rules) else None

    def walk(self, sight: Sight) -> Walk:
        """The hand as somebody sees it."""
        sight = self.view.allowed(self.hand, sight)
        if sight not in self.kept:
            self.kept[sight] = Walk(self.hand, self.view.rows, sight)
        return self.kept[sight]

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
    return Walk(before, view.rows, view.allowed(before, sight)).table_after(before.end - before.first - 1)


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


def as_disputed(view: GameView, case: DisputeCase, cards: CardShelf = NO_CARDS) -> GameView | None:
    """The game as it was before the first ruling on a dispute; None where that is the game as it is.

    A hand that was still being played then is read as it went on, without what follows from the rulings. None, too,
    where something of a hand would be seen that goes on in the log as corrected.
    """
    if not view.written.is_whole or view.as_recorded:
        return None
    taken_out = consequences(view, case)
    if not taken_out:
        return None
    rows, first = view.written.rows, case.rulings[0].seq
    other = _reading(view, [one for one in rows if (one[0].seq or 0) < first], cards)
    moment = moment_of(other, case.on)
    if moment is None or not moment.hand.is_over:
        other = _reading(view, [(_without(row, taken_out), where) for row, where in rows], cards)
    return other if shows_no_more(other, view) else None


def _reading(view: GameView, rows: list[Row], cards: CardShelf) -> GameView:
    return GameView(GameRecord(view.source, view.game, iter(rows), corrected=True), cards=cards)


def consequences(view: GameView, case: DisputeCase) -> set[int]:
    """The events that follow from rulings on a dispute, by seq: those that say so, and later ones about its event."""
    said = {seq for ruling in case.rulings for seq in ruling.consequences}
    if not case.rulings:
        return said
    slots = view.corrections.slots
    root = slots.root.get(case.on, case.on)
    since = case.rulings[0].seq
    return said | {seq for seq in slots.members.get(root, ()) if seq > since}


def _without(row: ev.Event | Fault, taken_out: set[int]) -> ev.Event | Fault:
    """The event, or where it is taken out a remark that says nothing: the numbers of the others stay what they are."""
    return ev.Note(seq=row.seq, text="") if row.seq in taken_out else row


def shows_no_more(other: GameView, corrected: GameView) -> bool:
    """Whether another reading shows no hand to its end of which the log as corrected keeps something back.

    What the other reading has beyond the end of that log was not kept back.
    """
    public, end = corrected.public_end, corrected.written.last
    return all(
        public >= other.seq_at(place) or other.seq_at(place) > end
        for hand in other.hands
        if hand.is_over
        for place in range(hand.first, hand.end)
    )


def type_of(moment: DisputedMoment) -> str:
    """The type of the event; `fault` for a line that is none."""
    return row_type(moment.row)
