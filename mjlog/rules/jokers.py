"""Exchanging jokers on the table for the tiles that they stand for."""

from __future__ import annotations

from mjlog.events import JokerExchange
from mjlog.findings import Refusal
from mjlog.rules.registry import check
from mjlog.table import Table
from mjlog.table.claims import joker_stands_for, sets_to_exchange
from mjlog.table.facts import Fact
from mjlog.table.state import A_DISCARD, A_DRAW, CLOSING, DEALING, DONE, NOTHING
from mjlog.table.unseen import can_have
from mjlog.text import counted
from mjlog.tiles import CODES, JOKER, UNKNOWN, format_tiles


def _words(event: JokerExchange) -> str:
    return f"{event.seat}'s exchange of {CODES[event.tile.kind]} for {event.owner}'s joker"


@check(JokerExchange, codes="play-after-end out-of-place", when=(NOTHING, CLOSING, DONE))
def exchanged_in_play(table: Table, event: JokerExchange) -> Refusal | None:
    """Jokers are exchanged while a hand is played."""
    if table.due == NOTHING:
        return Refusal("out-of-place", f"{_words(event)}: no hand has begun")
    return Refusal("play-after-end", f"{_words(event)} after the end of the hand")


@check(JokerExchange, codes="exchange-out-of-turn exchange-before-draw", when=range(DEALING, CLOSING), needs=Fact.TURN)
def exchanged_in_the_own_turn(table: Table, event: JokerExchange) -> Refusal | None:
    """Jokers are exchanged in the player's own turn, after the draw or call and before the discard."""
    if table.due == A_DISCARD and table.turn is event.seat:
        return None
    if table.due == A_DRAW and table.turn is event.seat:
        return Refusal("exchange-before-draw", f"{_words(event)}: {event.seat} has not drawn")
    words = f"{_words(event)}: it is {table.turn}'s turn"
    return Refusal("exchange-out-of-turn", words, table.turn.value, event.seat.value)


@check(JokerExchange, codes="exchange-no-match", needs=Fact.MOVES)
def exchanged_for_what_it_stands_for(table: Table, event: JokerExchange) -> Refusal | None:
    """A joker is exchanged for the tile that it stands for in a group on the table."""
    if sets_to_exchange(table, event) or _was_back(table, event):
        return None
    sets = table.place(event.owner).sets
    if event.set is None:
        words = f"{_words(event)}: no set of {event.owner} has a joker for it"
    elif event.set < len(sets):
        words = f"{_words(event)}: set {event.set} of {event.owner} is {format_tiles(sets[event.set].tiles)}"
    else:
        words = f"{_words(event)}: {event.owner} has {counted(len(sets), 'set')} on the table, and no set {event.set}"
    return Refusal("exchange-no-match", words)


@check(JokerExchange, codes="exchange-no-match")
def jokers_of_faulty_exposures_stay(table: Table, event: JokerExchange) -> Refusal | None:
    """Of a dead hand the exposures at fault go back to the rack, where that was agreed; their jokers stay there."""
    if not _was_back(table, event) or sets_to_exchange(table, event):
        return None
    return Refusal("exchange-no-match", f"{_words(event)}: that exposure went back to the rack with the dead hand")


def _was_back(table: Table, event: JokerExchange) -> bool:
    """Whether the joker meant was in an exposure that went back to a dead player's rack."""
    back = table.places[event.owner.index].taken_back
    return bool(back) and any(joker_stands_for(laid, event.tile.kind) for laid in back)


@check(JokerExchange, codes="tile-not-held exchange-no-match")
def exchanged_tile_is_held(table: Table, event: JokerExchange) -> Refusal | None:
    """Who exchanges a joker gives a tile of their own rack for it."""
    place = table.places[event.seat.index]
    kind = event.tile.kind
    if kind == JOKER:
        return Refusal("exchange-no-match", f"{_words(event)}: a joker is no tile that a joker stands for")
    if kind == UNKNOWN or can_have(table, place, (kind,)):
        return None
    return Refusal("tile-not-held", f"{_words(event)}: {event.seat} does not have the tile")
