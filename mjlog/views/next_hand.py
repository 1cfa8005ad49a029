"""Who is East in the next hand."""

from __future__ import annotations

from mjlog import events as ev
from mjlog.rules.registry import violations
from mjlog.rulesets import Rules
from mjlog.seats import SEATS, Seat
from mjlog.table import Table


def next_east(rules: Rules, table: Table) -> str | None:
    """The player who is East in the next hand; None where the game is over, or nobody can say.

    The rules themselves are asked: it is whoever they do not refuse.
    """
    standing = table.standing
    if not standing.result_known or standing.hands_lost or standing.ended or Seat.E not in standing.seats:
        return None
    seats = [seat for seat in SEATS if seat in standing.seats]
    players = [standing.seats[seat] for seat in seats]
    number = table.hand if standing.voided else table.hand + 1
    for first in (0, seats.index(standing.next_seat())):
        seating = dict(zip(seats, players[first:] + players[:first], strict=True))
        for wind in (table.round, SEATS[(table.round.index + 1) % 4]):
            begun = ev.HandStart(seq=1, hand=number, round=wind, seats=seating)
            if not violations(rules.bound, table, begun):
                return players[first]
    return None
