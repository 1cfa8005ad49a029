"""Events that only the American game has, in words: the Charleston, joker exchanges, dead hands."""

from __future__ import annotations

from mjlog import events as ev
from mjlog.seats import Seat
from mjlog.table import Table
from mjlog.table.claims import sets_to_exchange
from mjlog.table.passing import receiver
from mjlog.text import shown
from mjlog.views.naming import list_words, seat_name, set_words, tile_words, tiles_words
from mjlog.views.passed import way_words

_REASONS = {
    "count": "a wrong number of tiles", "exposure": "an exposure that leaves no line of the card",
    "false-mahjong": "a mahjong that is none", "call": "a wrong call", "other": "another reason",
}  # fmt: skip
DEAD_FOR = {
    "count": "wrong number of tiles", "exposure": "impossible exposure", "false-mahjong": "false mahjong",
    "call": "wrong call", "other": "another reason",
}  # fmt: skip
"""Why a hand is dead, in the fewest words."""
BASES = {"rack": "by the rack alone", "table": "by all that lies face up"}
"""What a verdict of the card goes by, in words."""


def charleston_words(table: Table, event: ev.Charleston) -> str:
    """Who passes what to whom."""
    taker = seat_name(receiver(event.pass_, event.seat))
    blind = f", {event.blind} of them blind" if event.blind else ""
    return f"{seat_name(event.seat)} passes {tiles_words(event.tiles)} {_way(event.pass_, taker)}{blind}"


def _way(name: str, taker: str) -> str:
    """The way that the tiles go, who gets them, and in which Charleston."""
    way, comma, more = way_words(name).partition(",")
    again = ", in the second Charleston" if name.endswith("-2") else ""
    return f"{way} ({taker}){comma}{more}{again}"


def joker_exchange_words(table: Table, event: ev.JokerExchange) -> str:
    """Which tile is given, and which joker is got for it."""
    kinds = {laid.kind for laid in sets_to_exchange(table, event)}
    owner = owner_words(event.owner, event.seat)
    where = f"exposed {kinds.pop()}" if len(kinds) == 1 else "set"
    return f"{seat_name(event.seat)} gives {tile_words(event.tile)} for the joker in {owner} {where}"


def dead_words(table: Table, event: ev.Dead) -> str:
    """Whose hand is dead, by whom, and why."""
    by = f" by {seat_name(event.by)}" if event.by is not None else ""
    basis = f", {BASES[event.on_basis]}" if event.on_basis is not None else ""
    text = f"; {shown(event.text, 300)}" if event.text else ""
    why = f"{_REASONS[event.reason]}{basis}{_at_fault(table, event)}{text}"
    return f"{seat_name(event.seat)}'s hand is declared dead{by} for {why}"


def _at_fault(table: Table, event: ev.Dead) -> str:
    """The exposures that are named to be at fault."""
    sets = table.place(event.seat).sets
    named = [set_words(sets[number].kind, sets[number].tiles) for number in event.sets or () if number < len(sets)]
    return f": {list_words(named)}" if named else ""


def owner_words(owner: Seat, seat: Seat) -> str:
    """Whose something is, as its player or another one says it."""
    return "the own" if owner is seat else f"{seat_name(owner)}'s"
