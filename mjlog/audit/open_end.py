"""How a hand can have ended, where a fault in its end leaves that open: what the next one may follow from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mjlog.audit.reading import AS_WRITTEN, Reading, different
from mjlog.seats import Seat
from mjlog.table import Table
from mjlog.table.facts import Fact
from mjlog.table.stakes import return_sticks
from mjlog.table.state import CLOSING, DONE


class _End(NamedTuple):
    """One way in which a hand can end, in words; of a draw: whether East was ready, where that is asked."""

    why: str
    winners: tuple[Seat, ...] = ()
    voided: bool = False
    aborted: bool = False
    ready: frozenset[Seat] | None = frozenset()


def ways_it_ended(reading: Reading, on_the_table: int | None) -> list[Reading]:
    """The readings in which the next hand can begin, the likeliest first: one, unless the hand has a false end.

    The end stands as it was written down; or it does not, and the hand went on to another, or was played again.
    `on_the_table`: the points that lay there before the hand was paid.
    """
    table = reading.table
    has_ended = table.due in (CLOSING, DONE)
    if table.standing.result_known or not has_ended or Fact.HANDS in table.in_doubt or not table.standing.seated:
        return [reading]
    return different(reading.branch(_ended(table, end, on_the_table), end.why) for end in _ends(table))


def with_pot(reading: Reading, pot: int | None) -> Reading:
    """The reading in which another number of points lies on the table: a fault leaves open whose sticks are there."""
    other = reading.branch(reading.table.copy(), "another number of points lay on the table")
    other.table.standing.lay(pot)
    return other


def _ends(table: Table) -> Iterator[_End]:
    standing = table.standing
    winners = tuple(win.seat for win in table.wins)
    if winners or table.washout or standing.voided:
        yield _End(AS_WRITTEN, winners, standing.voided, standing.aborted, standing.ready)
    yield _End("East had won", (Seat.E,))
    yield _End("another than East had won", (next((seat for seat in table.players if seat is not Seat.E), Seat.S),))
    yield _End("the hand had been drawn")
    if table.plan.family.goes_on_in_stakes:
        yield _End("the hand had been drawn, East ready", ready=frozenset((Seat.E,)))
        yield _End("the hand had been void", voided=True)


def _ended(table: Table, end: _End, on_the_table: int | None) -> Table:
    """The table after the hand has ended so."""
    table = table.copy()
    standing = table.standing
    standing.east_wins += (Seat.E in end.winners) - (standing.winner is Seat.E)
    if standing.pot is not None:
        standing.lay(0 if end.winners else on_the_table)
    if end.voided and not standing.voided:
        return_sticks(table)
    if end.winners and table.settlement is None:
        # What was paid for it nobody wrote down.
        standing.lose_totals()
    standing.winners, standing.winner = end.winners, end.winners[0] if end.winners else None
    standing.voided, standing.aborted, standing.ready = end.voided, end.aborted, end.ready
    standing.result_known = True
    return table
