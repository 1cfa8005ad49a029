"""Swap calls: what may not be discarded after a chow or pung."""

from __future__ import annotations

from mjlog.events import Discard, Expose
from mjlog.findings import Refusal
from mjlog.rules.registry import check
from mjlog.table import Table
from mjlog.table.facts import Fact
from mjlog.table.riichi_moves import barred_after
from mjlog.tiles import CODES, UNKNOWN


@check(Discard, codes="swap-call", needs=Fact.TURN)
def no_swap_call(table: Table, event: Discard) -> Refusal | None:
    """After a chow or pung neither the same kind is discarded, nor after a chow the one at its other end."""
    state = table.riichi
    if state is None or event.tile.kind not in state.barred or event.seat is not table.turn:
        return None
    words = f"{event.seat}'s discard of {event.tile}: {event.seat} has just claimed a set"
    claimed = state.barred[0]
    why = "with it" if event.tile.kind == claimed else f"with {CODES[claimed]}, and this is its other end"
    return Refusal("swap-call", f"{words} {why}")


@check(Expose, codes="claim-not-open", needs=Fact.HAND | Fact.CLAIMS)
def call_leaves_a_discard(table: Table, event: Expose) -> Refusal | None:
    """Nothing is claimed that leaves no tile which may be discarded."""
    discard, place = table.discard, table.places[event.seat.index]
    if table.riichi is None or discard is None or place.has_unseen or table.winner is not None or not table.open:
        return None
    kinds = tuple(sorted(tile.kind for tile in event.tiles))
    barred = barred_after(table, event.kind, kinds, discard.tile)
    if not barred or UNKNOWN in kinds or discard.tile not in kinds:
        return None
    held = list(place.held)
    held[discard.tile] += 1
    for kind in kinds:
        held[kind] -= 1
    if any(count > 0 and kind not in barred for kind, count in enumerate(held)):
        return None
    words = f"{event.seat} lays down {' '.join(CODES[kind] for kind in kinds)}"
    return Refusal("claim-not-open", f"{words}: no tile would be left that may be discarded")
