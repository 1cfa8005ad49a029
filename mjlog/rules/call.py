"""Calls: the original call, and saying that one tile is missing."""

from __future__ import annotations

from mjlog.events import Claim, Discard, Draw, Event, Expose, Fishing, Kong, Mahjong, Pass, Show
from mjlog.findings import Refusal
from mjlog.hands import can_complete, is_complete
from mjlog.rules.registry import check
from mjlog.rules.sets import difference
from mjlog.table import Place, Table
from mjlog.table.closing import gone_since_call
from mjlog.table.facts import Fact
from mjlog.table.state import A_DISCARD, CLOSING, DEALING, DONE, NOTHING
from mjlog.table.unseen import all_copies_for
from mjlog.tiles import CODES, PLAIN_KINDS, UNKNOWN, format_sorted


@check(Discard, codes="call-too-late")
def called_with_the_first_discard(table: Table, event: Discard) -> Refusal | None:
    """The original call goes with the first discard, while the whole hand is concealed."""
    if not event.calling:
        return None
    refusal = _late_call(table, event)
    if refusal is None and table.places[event.seat.index].sets:
        words = f"{event.seat}'s original call: {event.seat} has laid down a set"
        return Refusal("call-too-late", words, part="calling")
    return refusal


@check(Discard, codes="call-too-late")
def called_with_the_own_first_discard(table: Table, event: Discard) -> Refusal | None:
    """The original call goes with the first discard, also after a claim."""
    return _late_call(table, event) if event.calling else None


def _late_call(table: Table, event: Discard) -> Refusal | None:
    number = table.places[event.seat.index].discarded + 1
    if number == 1:
        return None
    return Refusal(
        "call-too-late", f"{event.seat}'s original call: it is {event.seat}'s discard number {number}", part="calling"
    )


@check(Discard, codes="call-changed", needs=Fact.TURN)
def called_hand_discards_the_tile_drawn(table: Table, event: Discard) -> Refusal | None:
    """After an original call only the tile just drawn is discarded."""
    place = table.places[event.seat.index]
    drawn = place.last_drawn
    if not place.calling or drawn is None:
        return None
    if drawn == event.tile.kind or UNKNOWN in (drawn, event.tile.kind):
        return None
    words = f"{event.seat}'s discard of {CODES[event.tile.kind]} after an original call: {CODES[drawn]} was drawn"
    return Refusal("call-changed", words, CODES[drawn], event.tile.value)


@check(Show, codes="call-changed", needs=Fact.TURN | Fact.HAND, part_of="called_hand_discards_the_tile_drawn")
def called_hand_is_shown(table: Table, event: Show) -> Refusal | None:
    """After an original call the hand shown at the end is the one called: tiles drawn unseen were discarded."""
    place = table.places[event.seat.index]
    if not place.calling or place.shown is not None or table.due not in (CLOSING, DONE):
        return None
    shown = table.shown_counts(event)
    gone = gone_since_call(table, place, shown)
    # A hand shown with other tiles than are known, or too few, or that is no win, has another fault.
    if not gone or sum(shown) != place.size or difference(table, place, shown) is not None:
        return None
    laid = [laid_set.tiles for laid_set in place.sets]
    if table.winner is place.seat and not any(
        is_complete(shown, len(laid), forms=plan.forms, laid=laid) for plan in table.plans
    ):
        return None
    first = gone[0]
    words = f"{event.seat} shows another hand than the one called: {CODES[first.tile]} was in it"
    return Refusal("call-changed", f"{words}, and was discarded at event {first.seq}")


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


@check(Draw, Discard, Pass, Claim, Expose, Kong, Mahjong, Fishing, codes="fishing-not-said")
def fishing_is_said(table: Table, event: Event) -> Refusal | None:
    """Who lacks one tile says so directly after the discard, before another player acts."""
    silent = table.call_due
    if silent is None or event.seat is silent:  # type: ignore[attr-defined]
        return None
    words = f"{silent} lacks one tile since the discard and has not said so before {event.seat}'s {event.type}"  # type: ignore[attr-defined]
    return Refusal("fishing-not-said", words, "fishing", event.type, seat=silent)


_SET = 3


@check(Fishing, codes="fishing-false", needs=Fact.HAND | Fact.MOVES, where=lambda plan: plan.fishing is not None)
def fishing_is_true(table: Table, event: Fishing) -> Refusal | None:
    """Only who lacks one tile says so."""
    place = table.places[event.seat.index]
    if place.size % _SET == 0:
        # Whoever has a tile too few, by a fault that was told, cannot know what is missing.
        return None
    if place.size % 3 == 2:
        # Said before the discard: one of the tiles must be the one to go.
        without = (_changed(place.held, kind, -1) for kind, count in enumerate(place.held) if count)
        is_near = bool(place.unknown) and _one_more(table, place, place.held, place.unknown - 1)
        is_near = is_near or any(_one_more(table, place, held, place.unknown) for held in without)
    else:
        is_near = _one_more(table, place, place.held, place.unknown)
    if is_near:
        return None
    hand = format_sorted(place.held)
    return Refusal("fishing-false", f"{event.seat} says that one tile is missing: {hand or 'the hand'} lacks more")


def _one_more(table: Table, place: Place, held: list[int], unknown: int) -> bool:
    laid = [laid_set.tiles for laid_set in place.sets]
    for plan in table.plans:
        if not unknown and plan.fishing is not None:
            is_possible = bool(plan.fishing(held, laid))
        elif not place.surplus:
            # The tile that is missing is any, whether or not one of its kind is left.
            free = [left + 1 for left in all_copies_for(table, place)]
            is_possible = can_complete(held, unknown + 1, len(laid), free, forms=plan.forms, laid=laid)
        else:
            free, completed = all_copies_for(table, place), (_changed(held, kind, 1) for kind in range(PLAIN_KINDS))
            ways = (can_complete(counts, unknown, len(laid), free, forms=plan.forms, laid=laid) for counts in completed)
            is_possible = any(ways)
        if is_possible:
            return True
    return False


def _changed(held: list[int], kind: int, by: int) -> list[int]:
    return [count + by * (number == kind) for number, count in enumerate(held)]


@check(Fishing, codes="out-of-place")
def fishing_in_play(table: Table, event: Fishing) -> Refusal | None:
    """That one tile is missing is said while the hand is played, and once until it is lost again."""
    if table.due in (NOTHING, DEALING, CLOSING, DONE) and not (table.due == DEALING and not table.in_deal):
        return Refusal("out-of-place", f"{event.seat} says that one tile is missing outside the play of a hand")
    place = table.places[event.seat.index]
    # Of an unseen hand nobody knows whether it was lost in between.
    if place.fishing_said and not place.has_unseen and not (table.due == A_DISCARD and table.turn is event.seat):
        return Refusal("out-of-place", f"{event.seat} has said already that one tile is missing", severity="warning")
    return None
