"""The game as it was when an event was disputed: before rulings and corrections changed what was objected to.

A ruling can correct the very event that was disputed; so can a ruling on another objection to it, made before or
later. Then the dossier reads the log as it was before that, and where the hand had not ended by then, as it went on,
without what follows from the rulings. Nobody is shown more by that than the log as corrected shows: while a hand is in
progress in the one reading, nothing of it is told in the other. Source:
docs/understand/trust.md.
"""

from __future__ import annotations

from collections.abc import Iterator

from mjlog import events as ev
from mjlog.cards.shelf import NO_CARDS, CardShelf
from mjlog.disputes.reading import moment_of, shows_no_more
from mjlog.disputes.register import CaseInfo, RulingInfo, disputes_in
from mjlog.log.records import Fault, GameRecord, Row
from mjlog.views.stepper import GameView


def as_disputed(view: GameView, case: CaseInfo, cards: CardShelf = NO_CARDS) -> GameView | None:
    """The game as it was before the first ruling, or correction, that changed what was disputed; None where it is that.

    None, too, where something of a hand would be seen that goes on in the log as corrected.
    """
    if not view.written.is_whole or view.as_recorded:
        return None
    about = case.on or 0
    for first, taken_out in _changes(view, case):
        until = [one for one in view.written.rows if (one[0].seq or 0) < first]
        other = _reading(view, until, cards)
        moment = moment_of(other, about)
        if moment is None or not moment.hand.is_over:
            since = [(_without(row, taken_out), where) for row, where in view.written.rows[len(until) :]]
            if not other.go_on(since):
                other = _reading(view, [*until, *since], cards)
            moment = moment_of(other, about)
        if moment is not None and moment.is_read:
            return other if shows_no_more(other, view) else None
    return None


def _changes(view: GameView, case: CaseInfo) -> Iterator[tuple[int, set[int]]]:
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


def _corrections(view: GameView, case: CaseInfo) -> list[int]:
    """The corrections that are about the disputed event, in their order."""
    slots, on = view.corrections.slots, case.on or 0
    return [seq for seq in slots.members.get(slots.root.get(on, on), ()) if seq > on]


def _rulings(view: GameView, case: CaseInfo) -> list[RulingInfo]:
    """All rulings on objections to the same event."""
    cases = (one for one in disputes_in(view) if one.on == case.on)
    return [*case.rulings, *(ruling for one in cases if one.seq != case.seq for ruling in one.rulings)]


def _begun(rulings: list[RulingInfo], correction: int) -> int:
    """With which event a correction was decided: the ruling that it follows from, else itself."""
    return next((one.seq for one in rulings if correction in one.consequences), correction)


def _reading(view: GameView, rows: list[Row], cards: CardShelf) -> GameView:
    return view.with_rows(rows) or GameView(GameRecord(view.source, view.game, iter(rows), corrected=True), cards=cards)


def _without(row: ev.Event | Fault, taken_out: set[int]) -> ev.Event | Fault:
    """The event, or where it is taken out a remark that says nothing: the numbers of the others stay what they are."""
    return ev.Note(seq=row.seq, text="") if row.seq in taken_out else row


def is_taken_out(row: ev.Event | Fault) -> bool:
    """Whether an event stood here that was taken out."""
    return isinstance(row, ev.Note) and row == ev.Note(seq=row.seq, text="")
