"""After a fault: what can no longer be relied on, so that one fault gives one finding.

The registry says for each code which doubts it leaves; here they are put on the table. The replay goes on.
"""

from __future__ import annotations

from mjlog.events import Deal, Event, Wall
from mjlog.findings import Doubt, Refusal, registry
from mjlog.seats import SEATS, Seat
from mjlog.table import Table
from mjlog.table.moves import doubt_hand
from mjlog.tiles import parse_tile


def leave_doubts(table: Table, event: Event, refusal: Refusal) -> None:
    """Put the doubts of a finding on the table, after its event was applied."""
    doubts = registry()[refusal.code].doubts
    seat = _seat_at_fault(event, refusal)
    if Doubt.HAND in doubts and seat is not None:
        doubt_hand(table.place(seat))
        own = getattr(event, "seat", None)
        if own is not None and own is not seat and not isinstance(event, Deal):
            doubt_hand(table.place(own))
    if Doubt.TURN in doubts:
        table.sure_turn = False
        table.loose_due = None
        for place in table.places:
            place.owed_bonus = 0
    if Doubt.CLAIM in doubts or Doubt.DISCARD in doubts:
        table.sure_claims = False
    if Doubt.WALL in doubts:
        _doubt_wall(table, event, refusal)
    if Doubt.TOTALS in doubts:
        table.standing.totals_known = False


def _seat_at_fault(event: Event, refusal: Refusal) -> Seat | None:
    if isinstance(refusal.seat, Seat):
        return refusal.seat
    return getattr(event, "seat", None)


def _doubt_wall(table: Table, event: Event, refusal: Refusal) -> None:
    if isinstance(event, Wall):
        table.wall.tiles = None
        return
    table.wall.sure = False
    if refusal.code == "not-the-wall-tile":
        # Two tiles that changed places in the record are one fault: the one due now may come later.
        table.wall.displaced.add(parse_tile(str(refusal.expected)))


def doubt_everything(table: Table) -> None:
    """A line of the log could not be read: nothing about this hand is certain any more."""
    for seat in SEATS:
        doubt_hand(table.place(seat))
        table.place(seat).owed_bonus = 0
    table.sure_turn = False
    table.sure_claims = False
    table.wall.sure = False
    table.loose_due = None
