"""The claims of a moment of a hand that is past: which tile an event belongs to, what was called, who got it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from mjlog import events as ev
from mjlog.audit.records import Fault
from mjlog.rules import Bound
from mjlog.seats import Seat
from mjlog.table import Table
from mjlog.table.facts import Fact
from mjlog.views.claimable import Calls, SeatClaims, claims_at
from mjlog.views.walk import Walk

_ANSWERS = (
    ev.Pass, ev.Claim, ev.Retract, ev.Name, ev.Fishing, ev.Dead, ev.Penalty, ev.Note, ev.Dispute, ev.Ruling,
    ev.Correction,
)  # fmt: skip
"""What can come between a discard and the act that ends the time for claims."""
_FROM_OTHERS = ("discard", "kong")
Row = ev.Event | Fault


class Call(NamedTuple):
    """A claim that was made, and the event that made it."""

    seat: Seat
    kind: str
    seq: int

    def as_json(self) -> dict[str, object]:
        """The call as plain JSON values."""
        return {"seat": self.seat.value, "for": self.kind, "seq": self.seq}


@dataclass(frozen=True, slots=True)
class Claimable:
    """A tile that could be claimed, and what came of it.

    `seq`: the discard, or the kong that could be robbed (`is_kong`); `seat`: whose it was. `claims`: what each other
    player could claim. `called`: the calls, in their order, without those taken back, which are in `withdrawn`;
    `taken`: the call by which the tile was got, None where nobody got it, or has not yet.
    """

    seq: int
    seat: Seat
    tile: int
    is_kong: bool
    claims: tuple[SeatClaims, ...]
    called: tuple[Call, ...] = ()
    taken: Call | None = None
    withdrawn: tuple[Call, ...] = ()

    def of(self, seat: Seat) -> SeatClaims | None:
        """What one player could claim; None for who laid the tile, and for an empty seat."""
        return next((one for one in self.claims if one.seat is seat), None)


class _Span(NamedTuple):
    """Rows of a hand: the one that laid the tile, the last one at which it could be claimed, who took it."""

    first: int
    last: int
    named: int
    taken: Call | None


KeptClaims = dict[_Span, Claimable | None]
"""What was asked about a hand before: many events ask about the same tile."""


def claimable_at(bound: Bound, walk: Walk, inside: int, kept: KeptClaims | None = None) -> Claimable | None:
    """The claims at the tile that an event of a hand belongs to; None where it belongs to none.

    `inside`: the place of the event in the hand: a discard, a kong, an answer to it, or what ended the time for them.
    `kept`: of this walk, to be filled. Where the hand goes on, the same tile comes to have another span.
    """
    first = _opener(walk.rows, inside)
    if first is None:
        return None
    kept = {} if kept is None else kept
    span = _span(walk.rows, first)
    if span not in kept:
        kept[span] = _judged(bound, walk, span)
    return kept[span]


def _judged(bound: Bound, walk: Walk, span: _Span) -> Claimable | None:
    end = walk.table_after(span.last)
    claims = claims_at(bound, _table_of(walk, span), Calls(dict(end.claims), end.refused))
    laid = walk.rows[span.first]
    if not claims or not isinstance(laid, ev.Discard | ev.Kong):
        return None
    tile = laid.tile.kind if isinstance(laid, ev.Discard) else laid.tiles[0].kind
    called, withdrawn = _called(walk.rows[span.first + 1 : span.last + 1])
    return Claimable(laid.seq, laid.seat, tile, isinstance(laid, ev.Kong), tuple(claims), called, span.taken, withdrawn)


_ANOTHER_TILE = frozenset(("tile-not-held", "tile-not-in-set", "too-many-copies", "bonus-kept"))
"""Faults of a discard that leave open which tile it was."""


def _table_of(walk: Walk, span: _Span) -> Table:
    """The table with the tile on it; where the tile cannot have been the one written down, nobody knows which it is."""
    table, laid = walk.table_after(span.named), walk.rows[span.first]
    if isinstance(laid, ev.Discard) and any(one.seq == laid.seq and one.code in _ANOTHER_TILE for one in walk.findings):
        table = table.copy()
        table.in_doubt |= Fact.CLAIMS
    return table


def _opener(rows: Sequence[Row], inside: int) -> int | None:
    """The discard or kong that an event belongs to."""
    at = inside - isinstance(rows[inside], ev.Expose | ev.Draw | ev.KongReplacement)
    while at >= 0 and (isinstance(rows[at], _ANSWERS) or _wins(rows[at])):
        at -= 1
    found = rows[at] if at >= 0 else None
    return at if isinstance(found, ev.Discard) or (isinstance(found, ev.Kong) and found.tiles) else None


def _wins(row: Row) -> bool:
    return isinstance(row, ev.Mahjong) and row.source in _FROM_OTHERS


def _span(rows: Sequence[Row], first: int) -> _Span:
    last = named = first
    taken: Call | None = None
    for at in range(first + 1, len(rows)):
        row = rows[at]
        if isinstance(row, ev.Expose):
            # A winner lays down the set that the tile completed: it was taken for the win.
            return _Span(first, last, named, taken or Call(row.seat, row.kind, row.seq))
        if isinstance(row, ev.Mahjong) and _wins(row):
            taken = Call(row.seat, "mahjong", row.seq)
            continue
        if not isinstance(row, _ANSWERS):
            break
        if isinstance(row, ev.Retract) and taken is not None and taken.seat is row.seat:
            # The declaration is taken back: the tile is open again.
            taken = None
        if isinstance(row, ev.Name):
            named = at
        if taken is None:
            last = at
    return _Span(first, last, named, taken)


def _called(rows: Sequence[Row]) -> tuple[tuple[Call, ...], tuple[Call, ...]]:
    """The calls that stand, and those that were taken back, in the order in which they were made."""
    found: dict[Seat, Call] = {}
    made: list[Call] = []
    withdrawn: list[Call] = []
    for row in rows:
        if isinstance(row, ev.Claim):
            found[row.seat] = Call(row.seat, row.for_, row.seq)
            made.append(found[row.seat])
        elif isinstance(row, ev.Retract) and row.seat in found:
            withdrawn.append(found.pop(row.seat))
    return tuple(found.values()), tuple(call for call in made if call in withdrawn)
