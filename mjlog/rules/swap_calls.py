"""Swap calls: what may not be discarded after a chow or pung."""

from __future__ import annotations

from mjlog.events import Claim, Discard
from mjlog.findings import Refusal
from mjlog.rules.registry import check, with_riichi
from mjlog.rules.sets import gravity
from mjlog.table import Table
from mjlog.table.facts import Fact
from mjlog.table.riichi_moves import barred_after, of_the_hand
from mjlog.table.unseen import can_have, rests_of_set
from mjlog.tiles import CODES, UNKNOWN


@check(Discard, codes="swap-call", needs=Fact.TURN, where=with_riichi)
def no_swap_call(table: Table, event: Discard) -> Refusal | None:
    """After a chow or pung neither the same kind is discarded, nor after a chow the one at its other end."""
    state = of_the_hand(table)
    if event.tile.kind not in state.barred or event.seat is not table.turn:
        return None
    words = f"{event.seat}'s discard of {event.tile}: {event.seat} has just claimed a set"
    claimed = state.barred[0]
    why = "with it" if event.tile.kind == claimed else f"with {CODES[claimed]}, and this is its other end"
    return Refusal("swap-call", f"{words} {why}")


@check(Claim, codes="claim-not-open", needs=Fact.HAND | Fact.CLAIMS, where=with_riichi)
def call_leaves_a_discard(table: Table, event: Claim) -> Refusal | None:
    """Nothing is called of which no set leaves a tile that may be discarded."""
    discard, place = table.discard, table.places[event.seat.index]
    if discard is None or event.for_ not in ("chow", "pung") or place.has_unseen:
        return None
    ways = [rest for rest in rests_of_set(event.for_, discard.tile) if can_have(table, place, rest)]
    if discard.tile == UNKNOWN or not ways or any(_leaves(table, event, event.for_, rest) for rest in ways):
        return None
    words = f"{event.seat}'s claim for a {event.for_}: no tile would be left that may be discarded"
    return Refusal("claim-not-open", words, severity=gravity(table, event))


def _leaves(table: Table, event: Claim, kind: str, rest: tuple[int, ...]) -> bool:
    """Whether something that may be discarded is left beside these tiles of a set."""
    discard, held = table.discard, list(table.places[event.seat.index].held)
    assert discard is not None
    barred = barred_after(table, kind, tuple(sorted((*rest, discard.tile))), discard.tile)
    for tile in rest:
        held[tile] -= 1
    return any(count > 0 and tile not in barred for tile, count in enumerate(held))
