"""What follows from rulings: each correction and fine in words, and which of them stand."""

from __future__ import annotations

from mjlog import events as ev
from mjlog.audit.corrections import Made
from mjlog.disputes.register import DisputeCase
from mjlog.views.sight import Sight
from mjlog.views.stepper import GameView


def still_standing(view: GameView, case: DisputeCase) -> list[int]:
    """The corrections and fines that follow from the rulings on a dispute, and that nothing has taken back since."""
    return [seq for ruling in case.rulings for seq in ruling.consequences if _stands(view, seq)]


def _stands(view: GameView, seq: int) -> bool:
    made = next((one for one in view.arranged.made if one.event.seq == seq and one.outer is None), None)
    if made is None:
        return seq in view.by_seq
    holds = made.target.standing if isinstance(made.target, Made) else made.place.standing
    return made.standing is None and holds is made


def consequence_words(view: GameView, seq: int, sight: Sight = "open") -> str:
    """A correction or a fine in words, with what was read there before; of a hand in progress as all may hear it.

    `sight`: what may be told; `table` where this reading ends a hand that is in progress as the log stands.
    """
    event = next((one for one in view.written.events if one.seq == seq), None)
    if isinstance(event, ev.Correction):
        return _correction_words(view, event, sight if seq <= view.disclosed_until else "table")
    place = view.by_seq.get(seq)
    return "" if place is None else view.said(place)


def _correction_words(view: GameView, event: ev.Correction, sight: Sight) -> str:
    note = view.corrected(event.seq, sight)
    if note is None:
        return f"a correction of event {event.of if event.of is not None else event.after}"
    stands = note.stands or "nothing"
    if event.of is None:
        return f"after event {event.after} is read: {stands}"
    is_of_another = any(one.seq == event.of for one in view.written.corrections)
    if is_of_another and not event.events:
        return f"correction {event.of} is taken back, and there is read: {stands}"
    if not note.stands:
        return f"event {event.of} is void: {note.written}"
    return f"event {event.of}, {note.written}, is now: {stands}"
