"""Points that lie on the table between the players: sticks of riichi (riichi/riichi-2, pot-1)."""

from __future__ import annotations

from mjlog.seats import Seat
from mjlog.table.state import Table


def pay_stick(table: Table, seat: Seat, amount: int) -> None:
    """A player lays a stick on the table: it goes from the total to the pot."""
    player = table.players.get(seat)
    if player is None:
        return
    table.totals[player] = table.totals.get(player, 0) - amount
    standing = table.standing
    standing.count(player, -amount)
    if standing.pot is not None:
        standing.pot += amount
