"""What is not played at a table: an empty seat; a Charleston, jokers, kongs and loose tiles where the game has none."""

from __future__ import annotations

from mjlog.events import (
    Bonus,
    BonusReplacement,
    Charleston,
    CharlestonStop,
    Dead,
    Fishing,
    JokerExchange,
    Kong,
    KongReplacement,
    LayConcealed,
    Penalty,
    Show,
)
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


# -- what other games have and the American one has not --------------------------------------------------------------


@check(Kong, LayConcealed, codes="kong-not-allowed")
def nothing_laid_out_of_the_hand(table: Table, event: Kong | LayConcealed) -> Refusal | None:
    """Groups are exposed only with a discard that was called; what was drawn stays on the rack."""
    return Refusal("kong-not-allowed", f"{event.seat}'s {event.type}: nothing is laid down but with a discard called")


@check(KongReplacement, BonusReplacement, codes="replacement-not-due")
def nothing_drawn_from_the_end(table: Table, event: KongReplacement | BonusReplacement) -> Refusal | None:
    """Tiles are drawn in the strict order of the wall; there are no loose tiles."""
    return Refusal("replacement-not-due", f"{event.seat}'s {event.type}: tiles are drawn only in the order of the wall")


@check(Bonus, codes="not-a-bonus")
def flowers_stay_in_the_hand(table: Table, event: Bonus) -> Refusal | None:
    """Flowers and seasons are tiles of the hand like others, and are not laid out."""
    return Refusal("not-a-bonus", f"{event.seat} lays out flowers: they are tiles of the hand", part=0)


@check(Fishing, codes="out-of-place")
def nobody_says_fishing(table: Table, event: Fishing) -> Refusal | None:
    """Nobody says that one tile is missing."""
    return Refusal("out-of-place", f"{event.seat}'s fishing: it is not said in this game")
