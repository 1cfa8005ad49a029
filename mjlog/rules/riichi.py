"""Riichi: when it may be declared, and what a player in riichi may still do; furiten; swap calls.

Furiten bars the win from a discard by what the player has discarded or let go. A swap call is the discard of what a
chow or pung was just made of.
"""

from __future__ import annotations

from collections.abc import Sequence

from mjlog.events import FROM_OTHERS, Claim, Discard, Expose, Kong, Mahjong, Show
from mjlog.findings import Refusal
from mjlog.hands import PUNG, arrangements, waits_left
from mjlog.rules.registry import check, with_riichi
from mjlog.rules.sets import gravity
from mjlog.seats import Seat
from mjlog.table import Place, Table
from mjlog.table.facts import Fact
from mjlog.table.riichi_moves import barred_after, of_the_hand
from mjlog.table.stakes import can_be_ready
from mjlog.table.unseen import can_have, rests_of_set
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


# -- furiten: the win from a discard is barred by what the player has discarded or let go ----------------------------


_KNOWN = Fact.HAND | Fact.MOVES | Fact.CLAIMS


@check(Claim, Mahjong, codes="furiten", needs=_KNOWN, where=with_riichi)
def own_discard_bars_the_win(table: Table, event: Claim | Mahjong) -> Refusal | None:
    """Nobody wins from a discard who has discarded a tile that the hand waits for."""
    waits = _waits_to_win(table, event)
    return _barred_by_own(table, event.seat, waits, gravity(table, event)) if waits else None


@check(Claim, Mahjong, codes="furiten", needs=_KNOWN, where=with_riichi)
def tile_let_go_bars_the_win(table: Table, event: Claim | Mahjong) -> Refusal | None:
    """Nobody wins from a discard who has let a winning tile go since their own latest draw or discard."""
    state = of_the_hand(table)
    if state.of(event.seat) is not None:
        return None
    waits = _waits_to_win(table, event)
    return _barred_by_missed(table, event.seat, waits, gravity(table, event)) if waits else None


@check(Claim, Mahjong, codes="furiten", needs=_KNOWN, where=with_riichi)
def tile_let_go_in_riichi_bars_the_win(table: Table, event: Claim | Mahjong) -> Refusal | None:
    """Nobody wins from a discard who has let a winning tile go since declaring riichi."""
    state = of_the_hand(table)
    if state.of(event.seat) is None:
        return None
    waits = _waits_to_win(table, event)
    return _barred_by_missed(table, event.seat, waits, gravity(table, event)) if waits else None


@check(Show, codes="furiten", needs=_KNOWN, part_of="own_discard_bars_the_win", where=with_riichi)
def shown_hand_was_not_barred_by_own_discards(table: Table, event: Show) -> Refusal | None:
    """The hand shown for a win from a discard waits for no tile that its player has discarded."""
    waits = _waits_shown(table, event)
    return _barred_by_own(table, event.seat, waits, None) if waits else None


@check(Show, codes="furiten", needs=_KNOWN, part_of="tile_let_go_bars_the_win", where=with_riichi)
def shown_hand_let_nothing_go(table: Table, event: Show) -> Refusal | None:
    """The hand shown for a win from a discard had not let a winning tile go."""
    waits = _waits_shown(table, event)
    return _barred_by_missed(table, event.seat, waits, None) if waits else None


def furiten_words(table: Table, seat: Seat) -> str | None:
    """Why a ready hand cannot win from a discard now; None where it can, is not ready, or is not known."""
    place = table.place(seat)
    if table.riichi is None or not table.in_play:
        return None
    waits: Sequence[int] | None = None
    if place.size % 3 == 1:
        waits = waits_now(table, place)
    elif table.riichi.of(seat) is not None and place.last_drawn is not None:
        # In riichi also while the tile just drawn is in the hand.
        waits = waits_without(table, place, place.last_drawn)
    if not waits:
        return None
    is_open = table.open or table.kong is not None
    barred = _barred_by_own(table, seat, waits, None) or _barred_by_missed(table, seat, waits, None, is_open)
    return None if barred is None else barred.short


def _waits_to_win(table: Table, event: Claim | Mahjong) -> Sequence[int] | None:
    """What the hand waits for that is to be won from a discard or kong; None where it is not known, or drawn."""
    if event.for_ != "mahjong" if type(event) is Claim else event.source not in FROM_OTHERS:
        return None
    return waits_now(table, table.places[event.seat.index])


def _waits_shown(table: Table, event: Show) -> Sequence[int] | None:
    """What a winning hand waited for that nobody saw before; None where it was known, or won by a draw."""
    win = table.win_of(event.seat)
    place = table.places[event.seat.index]
    if win is None or win.source not in FROM_OTHERS or not place.unknown:
        return None
    shown = table.shown_counts(event)
    if win.tile in (None, UNKNOWN) or shown[UNKNOWN] or not shown[win.tile] or sum(shown) != place.size:
        return None
    shown[win.tile] -= 1
    return waits_of(table, [laid_set.tiles for laid_set in place.sets], shown)


def _barred_by_own(table: Table, seat: Seat, waits: Sequence[int], severity: str | None) -> Refusal | None:
    own = next((discard for discard in table.discards if discard.seat is seat and discard.tile in waits), None)
    if own is None:
        return None
    why = f"{seat} has discarded {CODES[own.tile]} at event {own.seq}, which completes the hand"
    return Refusal("furiten", f"{seat}'s win: {why}", severity=severity, short=why)


def _barred_by_missed(
    table: Table, seat: Seat, waits: Sequence[int], severity: str | None, is_open: bool = True
) -> Refusal | None:
    state = of_the_hand(table)
    missed = next((offer for offer in state.missed(seat, is_open) if offer.tile in waits), None)
    if missed is None:
        missed = next(
            (
                offer
                for let_go in state.let_go[seat.index]
                for offer in let_go.offers
                if offer.tile in waits_of(table, let_go.sets, let_go.held)
            ),
            None,
        )
    if missed is None:
        return None
    since = "the riichi" if state.of(seat) is not None else "the latest turn"
    why = f"{seat} has let {missed.seat}'s {CODES[missed.tile]} go since {since}"
    return Refusal("furiten", f"{seat}'s win: {why}", severity=severity, short=why)


# -- swap calls: what may not be discarded after a chow or pung ------------------------------------------------------


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
