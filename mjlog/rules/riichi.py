"""Riichi: when a hand is ready and it may be declared, and what a player in riichi may still do."""

from __future__ import annotations

from collections.abc import Sequence

from mjlog.events import Claim, Discard, Expose, Kong, Show
from mjlog.findings import Refusal
from mjlog.hands import PUNG, arrangements, waits_left
from mjlog.rules.registry import check, with_riichi
from mjlog.rules.sets import gravity
from mjlog.table import Place, Table
from mjlog.table.facts import Fact
from mjlog.table.riichi_moves import of_the_hand
from mjlog.table.stakes import can_be_ready
from mjlog.text import points
from mjlog.tiles import CODES, UNKNOWN


def waits_of(table: Table, sets: Sequence[Sequence[int]], held: Sequence[int]) -> tuple[int, ...]:
    """What concealed tiles wait for beside these sets: kinds of which the player has not all four (riichi/win-4)."""
    own = list(held)
    for kind in (kind for tiles in sets for kind in tiles):
        own[kind] += 1
    return waits_left(held, len(sets), own, forms=table.plan.forms, laid=sets)


def waits_now(table: Table, place: Place) -> tuple[int, ...] | None:
    """What a player with thirteen tiles waits for; None where the hand is not known."""
    if place.has_unseen:
        return None
    return waits_of(table, [laid_set.tiles for laid_set in place.sets], place.held)


def waits_without(table: Table, place: Place, kind: int) -> tuple[int, ...] | None:
    """What a hand waits for once a tile of this kind is discarded; None where it is not known."""
    if place.has_unseen or kind == UNKNOWN or not place.held[kind]:
        return None
    held = list(place.held)
    held[kind] -= 1
    return waits_of(table, [laid_set.tiles for laid_set in place.sets], held)


def always_a_pung(
    table: Table, sets: Sequence[Sequence[int]], held: Sequence[int], kind: int, waits: Sequence[int]
) -> bool:
    """Whether three tiles of a kind are a pung in every reading of a ready hand, with whichever tile completes it.

    Source: riichi/kan-3.
    """
    for wait in waits:
        whole = list(held)
        whole[wait] += 1
        for way in arrangements(whole, len(sets), forms=table.plan.forms, laid=sets):
            if (PUNG, kind) not in way:
                return False
    return True


@check(Discard, codes="riichi-not-allowed", needs=Fact.HAND, where=with_riichi)
def riichi_with_a_closed_hand(table: Table, event: Discard) -> Refusal | None:
    """Riichi is declared with a closed hand; concealed kongs may lie."""
    if not event.riichi:
        return None
    laid = next((laid_set for laid_set in table.places[event.seat.index].sets if not laid_set.concealed), None)
    if laid is None:
        return None
    tiles = " ".join(CODES[kind] for kind in laid.tiles)
    return Refusal("riichi-not-allowed", f"{event.seat}'s riichi: {event.seat} has laid down {tiles}", part="riichi")


@check(Discard, codes="riichi-not-allowed", needs=Fact.MOVES, where=with_riichi)
def riichi_once(table: Table, event: Discard) -> Refusal | None:
    """Riichi is declared once."""
    state = of_the_hand(table)
    if not event.riichi:
        return None
    before = state.of(event.seat)
    if before is None:
        return None
    words = f"{event.seat}'s riichi: {event.seat} has declared it before, at event {before.seq}"
    return Refusal("riichi-not-allowed", words, part="riichi")


@check(Discard, codes="riichi-not-allowed", where=lambda plan: plan.riichi.points > 0)
def riichi_with_points_enough(table: Table, event: Discard) -> Refusal | None:
    """Who declares riichi has the points for it."""
    if not event.riichi:
        return None
    plan, totals = table.plan.riichi, table.known_totals
    if totals is None:
        return None
    player = table.players.get(event.seat)
    if player is None or totals.get(player, 0) >= plan.points:
        return None
    words = f"{event.seat}'s riichi: {player} has {points(totals.get(player, 0))} points, and it takes {plan.points}"
    return Refusal("riichi-not-allowed", words, plan.points, totals.get(player, 0), part="riichi")


@check(Discard, codes="riichi-not-allowed", needs=Fact.WALL, where=with_riichi)
def riichi_with_tiles_left(table: Table, event: Discard) -> Refusal | None:
    """Riichi is declared while enough tiles are left to be drawn."""
    plan = table.plan.riichi
    if not event.riichi or table.live_left >= plan.left:
        return None
    words = f"{event.seat}'s riichi: {table.live_left} live tiles are left, and it takes {plan.left}"
    return Refusal("riichi-not-allowed", words, plan.left, table.live_left, part="riichi")


@check(Discard, codes="riichi-not-ready", needs=Fact.HAND, where=with_riichi)
def riichi_with_a_ready_hand(table: Table, event: Discard) -> Refusal | None:
    """Riichi is declared with a hand that lacks one tile, once the discard is made."""
    if not event.riichi:
        return None
    waits = waits_without(table, table.places[event.seat.index], event.tile.kind)
    if waits is None or waits:
        return None
    words = f"{event.seat}'s riichi with the discard of {event.tile}: the hand is not ready"
    return Refusal("riichi-not-ready", words, part="riichi")


@check(Show, codes="riichi-not-ready", part_of="riichi_with_a_ready_hand", where=with_riichi)
def shown_riichi_is_ready(table: Table, event: Show) -> Refusal | None:
    """A hand in riichi that nobody saw before is ready when it is shown."""
    state, place = of_the_hand(table), table.places[event.seat.index]
    if not state.stands(event.seat) or table.win_of(event.seat) is not None or not place.has_unseen:
        return None
    if can_be_ready(table, place, table.shown_counts(event)):
        return None
    return Refusal("riichi-not-ready", f"{event.seat} shows a hand that is not ready, and had declared riichi")


@check(Discard, codes="call-changed", needs=Fact.TURN, where=with_riichi)
def riichi_discards_the_tile_drawn(table: Table, event: Discard) -> Refusal | None:
    """In riichi the tile just drawn is discarded, and no other."""
    state = of_the_hand(table)
    if not state.stands(event.seat) or state.drawn is None:
        return None
    words = f"{event.seat}'s discard of {event.tile} in riichi"
    if event.drawn is False:
        return Refusal("call-changed", f"{words}: the tile drawn stayed in the hand")
    if UNKNOWN in (state.drawn, event.tile.kind) or state.drawn == event.tile.face:
        return None
    return Refusal("call-changed", f"{words}: {CODES[state.drawn]} was drawn", CODES[state.drawn], event.tile.value)


@check(Claim, Expose, codes="call-changed", where=with_riichi)
def riichi_claims_only_the_win(table: Table, event: Claim | Expose) -> Refusal | None:
    """In riichi nothing is claimed but the win."""
    state = of_the_hand(table)
    if not state.stands(event.seat) or table.winner is not None:
        return None
    if type(event) is Claim and event.for_ == "mahjong":
        return None
    words = f"{event.seat}'s {event.type} in riichi: the hand may not change"
    return Refusal("call-changed", words, severity=gravity(table, event))


@check(Kong, codes="kong-changes-wait call-changed", needs=Fact.HAND, where=with_riichi)
def riichi_kong_keeps_the_hand(table: Table, event: Kong) -> Refusal | None:
    """In riichi a kong is concealed, made of the tile just drawn, and changes neither waits nor the hand."""
    state, plan = of_the_hand(table), table.plan.riichi
    if not state.stands(event.seat):
        return None
    place = table.places[event.seat.index]
    kind = min((tile.kind for tile in event.tiles), default=UNKNOWN)
    words = f"{event.seat}'s kong of {CODES[kind]} in riichi"
    if event.kind != "concealed":
        return Refusal("call-changed", f"{words}: the hand may not change")
    if plan.kong == "none":
        return Refusal("kong-changes-wait", f"{words}: no kong is made in riichi")
    if kind != UNKNOWN and place.last_drawn not in (None, UNKNOWN, kind):
        return Refusal("kong-changes-wait", f"{words}: {CODES[place.last_drawn]} was drawn")
    if place.has_unseen or kind == UNKNOWN or place.held[kind] != _FOUR:
        return None
    before = list(place.held)
    before[kind] -= 1
    why = _changed(table, [laid_set.tiles for laid_set in place.sets], before, kind)
    return Refusal("kong-changes-wait", f"{words}: {why}") if why else None


def _changed(table: Table, sets: list[tuple[int, ...]], before: list[int], kind: int) -> str:
    """What a kong changes in a ready hand that had three of its tiles before."""
    plan = table.plan.riichi
    after = list(before)
    after[kind] = 0
    waits = waits_of(table, sets, before)
    if waits_of(table, [*sets, (kind,) * _FOUR], after) != waits:
        return "the hand waited for other tiles"
    if plan.kong == "same-shape" and not always_a_pung(table, sets, before, kind, waits):
        return "the three tiles are no pung in every reading of the hand"
    return ""


@check(Show, codes="kong-changes-wait", needs=Fact.HAND | Fact.MOVES, part_of="riichi_kong_keeps_the_hand",
       where=with_riichi)  # fmt: skip
def shown_riichi_kong_kept_the_hand(table: Table, event: Show) -> Refusal | None:
    """A kong that was made in riichi of a hand that nobody saw had changed nothing, as the hand shows."""
    state, place, win = of_the_hand(table), table.places[event.seat.index], table.win_of(event.seat)
    declared = state.of(event.seat)
    shown = table.shown_counts(event)
    if declared is None or not declared.stands or not place.unknown or shown[UNKNOWN] or sum(shown) != place.size:
        return None
    if win is not None:
        if win.tile in (None, UNKNOWN) or not shown[win.tile]:
            return None
        shown[win.tile] -= 1
    sets = [laid_set.tiles for laid_set in place.sets]
    for laid in sorted(place.sets, key=lambda laid_set: -laid_set.at):
        kind = laid.tiles[0]
        if laid.kind != "kong" or laid.seq < declared.seq or kind == UNKNOWN:
            return None
        # Before the latest kong its tiles were in the hand, but for the one drawn.
        sets.remove(laid.tiles)
        shown[kind] += _FOUR - 1
        why = _changed(table, sets, shown, kind)
        if why:
            words = f"{event.seat}'s kong of {CODES[kind]} in riichi, as the hand shows: {why}"
            return Refusal("kong-changes-wait", words)
    return None


_FOUR = 4
