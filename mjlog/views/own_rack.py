"""What a player knows of the own rack after tiles were passed on blind, which whoever watches the table does not.

Which of the tiles just received went on nobody saw; but the player has seen what stayed. Source: american/charleston-2.
"""

from __future__ import annotations

from collections import Counter

from mjlog import events as ev
from mjlog.audit.records import Fault
from mjlog.audit.timeline import Positions
from mjlog.seats import Seat
from mjlog.table import Table
from mjlog.table.closing import learn_hand
from mjlog.tiles import UNKNOWN
from mjlog.views.sight import Sight


def feed_as_seen(positions: Positions, row: ev.Event | Fault, sight: Sight) -> None:
    """One more row of what somebody saw happen: a player keeps an eye on the own rack."""
    if not isinstance(sight, Seat) or not isinstance(row, ev.Charleston):
        positions.feed(row, None)
        return
    kept = _kept(positions.now.table, row, sight)
    positions.feed(row, None)
    table = positions.now.table
    passing = table.passing
    if kept is None or passing is None or passing.done[-1:] != (row.pass_,):
        return
    # What went on unseen is all that is unknown of the tiles received (`all_as_seen`): the rest has stayed.
    received = Counter(passing.received.get(sight, ()))
    if received.pop(UNKNOWN, 0) == kept[1]:
        learn_hand(table, table.place(sight), (kept[0] + received).elements())
        positions.keep()


def _kept(table: Table, row: ev.Charleston, seat: Seat) -> tuple[Counter[int], int] | None:
    """The tiles that a player keeps of the own rack in a pass, and how many go on blind; None where none do."""
    place, passing = table.place(seat), table.passing
    if passing is None or place.unknown or not place.sure:
        return None
    rack = Counter(place.known())
    if row.seat is seat:
        blind = row.blind or 0
        rack.subtract(tile.kind for tile in row.tiles[blind:])
        is_held = all(count >= 0 for count in rack.values())
        return (rack, blind) if blind and is_held else None
    blind = passing.given[seat].blind if seat in passing.given else 0
    return (rack, blind) if blind else None
