"""The claims of a moment of a hand that is past: which tile an event belongs to, what was called, who got it."""

from __future__ import annotations

from dataclasses import dataclass

from mjlog import events as ev
from mjlog.findings import codes_that
from mjlog.rules import Bound
from mjlog.seats import Seat
from mjlog.table import Table
from mjlog.table.facts import Fact
from mjlog.views.claimable import Calls, SeatClaims, claims_at
from mjlog.views.exchange import Call, Exchange, exchange_at
from mjlog.views.walk import Walk


@dataclass(frozen=True, slots=True)
class Claimable:
    """A tile that could be claimed, and what came of it.

    `seq`: the discard, or the kong that could be robbed (`is_kong`); `seat`: whose it was. `claims`: what each other
    player could claim. `called`: the calls, in their order, without those taken back, which are in `withdrawn`;
    `taken`: the call by which the tile was got, None where nobody got it, or has not yet; `last`: the last place in the
    hand at which it could be claimed.
    """

    seq: int
    seat: Seat
    tile: int
    is_kong: bool
    claims: tuple[SeatClaims, ...]
    called: tuple[Call, ...] = ()
    taken: Call | None = None
    withdrawn: tuple[Call, ...] = ()
    last: int = 0

    def of(self, seat: Seat) -> SeatClaims | None:
        """What one player could claim; None for who laid the tile, and for an empty seat."""
        return next((one for one in self.claims if one.seat is seat), None)


KeptClaims = dict[Exchange, Claimable | None]
"""What was asked about a hand before: many events ask about the same tile."""


def claimable_at(bound: Bound, walk: Walk, inside: int, kept: KeptClaims | None = None) -> Claimable | None:
    """The claims at the tile that an event of a hand belongs to; None where it belongs to none.

    `inside`: the place of the event in the hand: a discard, a kong, an answer to it, or what ended the time for them.
    `kept`: of this walk, to be filled. Where the hand goes on, more can come of the same tile.
    """
    exchange = exchange_at(walk.rows, inside)
    if exchange is None:
        return None
    kept = {} if kept is None else kept
    if exchange not in kept:
        kept[exchange] = _judged(bound, walk, exchange)
    return kept[exchange]


def _judged(bound: Bound, walk: Walk, exchange: Exchange) -> Claimable | None:
    end = walk.table_after(exchange.last)
    claims = claims_at(bound, _table_of(walk, exchange), Calls(dict(end.claims), end.refused))
    laid = walk.rows[exchange.first]
    if not claims or not isinstance(laid, ev.Discard | ev.Kong):
        return None
    tile = laid.tile.kind if isinstance(laid, ev.Discard) else laid.tiles[0].kind
    _first, last, _named, taken, called, withdrawn = exchange
    is_kong = isinstance(laid, ev.Kong)
    return Claimable(laid.seq, laid.seat, tile, is_kong, tuple(claims), called, taken, withdrawn, last)




def _table_of(walk: Walk, exchange: Exchange) -> Table:
    """The table with the tile on it; where the tile cannot have been the one written down, nobody knows which it is."""
    table, laid = walk.table_after(exchange.named), walk.rows[exchange.first]
    faults = {one.code for one in walk.findings if one.seq == laid.seq}
    if isinstance(laid, ev.Discard) and faults & codes_that("of-another-tile"):
        table = table.copy()
        table.in_doubt |= Fact.CLAIMS
    return table
