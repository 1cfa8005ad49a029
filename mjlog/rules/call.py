"""The original call."""

from __future__ import annotations

from mjlog.events import Claim, Discard, Expose, Kong
from mjlog.findings import Refusal
from mjlog.rules.registry import check
from mjlog.table import Table
from mjlog.tiles import CODES, UNKNOWN


@check(Discard, codes="call-too-late")
def called_with_the_first_discard(table: Table, event: Discard) -> Refusal | None:
    """The original call goes with the first discard, while the whole hand is concealed."""
    if not event.calling:
        return None
    place = table.places[event.seat.index]
    words = f"{event.seat}'s original call"
    if place.discarded:
        return Refusal(
            "call-too-late", f"{words}: it is {event.seat}'s discard number {place.discarded + 1}", part="calling"
        )
    if place.sets:
        return Refusal("call-too-late", f"{words}: {event.seat} has laid down a set", part="calling")
    return None


@check(Discard, codes="call-changed")
def called_hand_discards_the_tile_drawn(table: Table, event: Discard) -> Refusal | None:
    """After an original call only the tile just drawn is discarded."""
    place = table.places[event.seat.index]
    drawn = place.last_drawn
    if not place.calling or drawn is None or drawn == UNKNOWN or drawn == event.tile.kind or not table.sure_turn:
        return None
    words = f"{event.seat}'s discard of {CODES[event.tile.kind]} after an original call: {CODES[drawn]} was drawn"
    return Refusal("call-changed", words, CODES[drawn], event.tile.value)


@check(Claim, Expose, Kong, codes="call-changed")
def called_hand_claims_only_the_win(table: Table, event: Claim | Expose | Kong) -> Refusal | None:
    """After an original call no set is claimed; only the win is."""
    if not table.places[event.seat.index].calling or table.winner is not None:
        return None
    if type(event) is Claim and event.for_ == "mahjong":
        return None
    if type(event) is Kong:
        return None
    return Refusal("call-changed", f"{event.seat}'s {event.type} after an original call: the hand may not change")
