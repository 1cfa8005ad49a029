"""Furiten: whose win from a discard is barred by what the player has discarded or let go."""

from __future__ import annotations

from collections.abc import Sequence

from mjlog.events import FROM_OTHERS, Claim, Mahjong, Show
from mjlog.findings import Refusal
from mjlog.rules.registry import check, with_riichi
from mjlog.rules.riichi import waits_now, waits_of, waits_without
from mjlog.rules.sets import gravity
from mjlog.seats import Seat
from mjlog.table import Table
from mjlog.table.facts import Fact
from mjlog.table.riichi_moves import of_the_hand
from mjlog.tiles import CODES, UNKNOWN

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
