"""What holds at every table: who can act at all, and which events belong to the game."""

from __future__ import annotations

from mjlog.events import Charleston, CharlestonStop, Dead, Fishing, JokerExchange, Penalty, Show
from mjlog.findings import Refusal
from mjlog.rules.registry import check
from mjlog.table import Table
from mjlog.tiles import JOKER


@check(Fishing, Penalty, Show, Dead, codes="out-of-place", frame=True)
def seat_is_in_play(table: Table, event: Fishing | Penalty | Show | Dead) -> Refusal | None:
    """Nobody sits at a seat that is not in play: with three players that of North."""
    if event.seat in table.plan.seats:
        return None
    return Refusal("out-of-place", f"{event.seat}'s {event.type}: nobody sits there")


@check(Charleston, CharlestonStop, codes="out-of-place", frame=True,
       where=lambda plan: not plan.passes and plan.goulash is None)  # fmt: skip
def charleston_is_played(table: Table, event: Charleston | CharlestonStop) -> Refusal | None:
    """Tiles are passed where the rule set has a Charleston; that they are is one fault of a hand."""
    if table.passing is not None:
        return None
    return Refusal("out-of-place", f"{event.seat}'s {event.type}: the game is played without a Charleston")


@check(JokerExchange, codes="out-of-place", frame=True, where=lambda plan: not plan.copies[JOKER])
def jokers_are_played(table: Table, event: JokerExchange) -> Refusal | None:
    """Jokers are exchanged where the set of tiles has some."""
    return Refusal("out-of-place", f"{event.seat}'s {event.type}: the game is played without jokers")
