"""The claims of a moment of a hand that is past: which tile an event belongs to, what was called, who got it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from mjlog import events as ev
from mjlog.answers import BySeat, Keeping, Kept, Seq, says
from mjlog.findings import codes_that
from mjlog.rules import Bound
from mjlog.seats import Seat
from mjlog.table import Table
from mjlog.table.facts import Fact
from mjlog.tiles import TILES, Tile
from mjlog.views.claimable import Calls, ClaimChance, claims_at
from mjlog.views.exchange import Call, Exchange, exchange_at
from mjlog.views.naming import list_words, seat_name
from mjlog.views.walk import Walk

_ORDER = ("allowed", "outranked", "unknown", "refused")
"""Verdicts, what was possible first."""


class Claims(Keeping):
    """What each player could have claimed of a tile, and what came of it."""

    seq: Annotated[Seq, says("the event that laid the tile")]
    seat: Annotated[Seat, says("whose tile it was")]
    tile: Tile
    is_kong: Annotated[bool, says("it is the tile of a kong, that can be robbed")]
    seats: Annotated[BySeat[tuple[ClaimChance, ...]], says("every kind of claim, by player")]
    called: Annotated[tuple[Call, ...], says("in their order, without those taken back")]
    taken: Annotated[Call | None, says("the call by which the tile was got")]
    words: Annotated[tuple[str, ...], says("the same in words, a line a player, and what came of it")]

    withdrawn = Kept[tuple[Call, ...]]()
    """The calls that were taken back."""
    last = Kept[int]()
    """The last place in the hand at which the tile could be claimed."""


KeptClaims = dict[Exchange, Claims | None]
"""What was asked about a hand before: many events ask about the same tile."""


def claimable_at(bound: Bound, walk: Walk, inside: int, kept: KeptClaims | None = None) -> Claims | None:
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


def _judged(bound: Bound, walk: Walk, exchange: Exchange) -> Claims | None:
    end = walk.table_after(exchange.last)
    claims = claims_at(bound, _table_of(walk, exchange), Calls(dict(end.claims), end.refused))
    laid = walk.rows[exchange.first]
    if not claims or not isinstance(laid, ev.Discard | ev.Kong):
        return None
    tile = laid.tile if isinstance(laid, ev.Discard) else laid.tiles[0]
    _first, last, _named, taken, called, withdrawn = exchange
    said = [
        f"{seat_name(seat)}: {'; '.join(one.words for one in possible_first(each))}" for seat, each in claims.items()
    ]
    return Claims(
        seq=laid.seq,
        seat=laid.seat,
        tile=TILES[tile.kind],
        is_kong=isinstance(laid, ev.Kong),
        seats=claims,
        called=called,
        taken=taken,
        words=(*said, _outcome_words(called, taken, withdrawn)),
    ).keeping(withdrawn=withdrawn, last=last)


def possible_first(chances: Sequence[ClaimChance]) -> list[ClaimChance]:
    """The claims of one player, what was possible first."""
    return sorted(chances, key=lambda chance: _ORDER.index(chance.verdict))


def _outcome_words(called: Sequence[Call], taken: Call | None, withdrawn: Sequence[Call]) -> str:
    """What was called, and who got the tile."""
    taker = None if taken is None else taken.seat
    said = [f"{seat_name(call.seat)} called {call.kind}" for call in called if call.seat is not taker]
    said += [f"{seat_name(call.seat)} called {call.kind} (taken back)" for call in withdrawn]
    if taken is None:
        return f"{list_words(said)}; nobody got the tile" if said else "nobody called"
    got = f"{seat_name(taken.seat)} got it for {'' if taken.kind == 'mahjong' else 'a '}{taken.kind}"
    return f"{list_words(said)}; {got}" if said else got


def so_far_words(found: Claims, place: int, seq: int) -> str:
    """What had come of the tile by the event at this place of the hand: as long as it can be claimed, somebody may."""
    if place > found.last:
        return _outcome_words(found.called, found.taken, found.withdrawn)
    called = [f"{seat_name(call.seat)} calls {call.kind}" for call in found.called if call.seq <= seq]
    return list_words(called) if called else "can still be claimed"




def _table_of(walk: Walk, exchange: Exchange) -> Table:
    """The table with the tile on it; where the tile cannot have been the one written down, nobody knows which it is."""
    table, laid = walk.table_after(exchange.named), walk.rows[exchange.first]
    faults = {one.code for one in walk.findings if one.seq == laid.seq}
    if isinstance(laid, ev.Discard) and faults & codes_that("of-another-tile"):
        table = table.copy()
        table.in_doubt |= Fact.CLAIMS
    return table
