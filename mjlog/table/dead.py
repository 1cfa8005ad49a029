"""What physically happens when a hand is declared dead: its player is passed over from then on.

Source: american/dead-1 to american/dead-5.
"""

from __future__ import annotations

from mjlog.events import Dead
from mjlog.table.claims import return_tile
from mjlog.table.closing import learn_hand
from mjlog.table.moves import close_claims
from mjlog.table.state import A_DISCARD, A_DRAW, Table


def apply_dead(table: Table, event: Dead) -> None:
    """A hand is dead: a false win is undone, the seat does not discard, and the next living seat draws."""
    seat = event.seat
    if event.reason == "false-mahjong" and table.winner is seat and table.before_win is not None:
        _undo_win(table)
    if not table.in_play:
        return
    table.dead[seat] = event.reason
    if table.plan.dead_jokers == "before_death":
        _take_back(table, event)
    table.claims.pop(seat, None)
    if table.turn is not seat or table.due not in (A_DISCARD, A_DRAW):
        return
    if table.due == A_DISCARD:
        close_claims(table)
        table.due = A_DRAW
        table.first_turns = False
    table.turn = table.next_in_turn(seat)


def _undo_win(table: Table) -> None:
    """The hand goes on as before a declaration in error; the tile that was called, and what was shown, is known."""
    win, before = table.win, table.before_win
    assert win is not None
    assert before is not None
    shown, discarder = table.place(win.seat), win.discarder
    table.become(before)
    place = table.place(win.seat)
    if shown.shown is not None:
        if discarder is not None and win.tile is not None and place.sure:
            place.held[win.tile] += 1
        elif discarder is not None:
            place.unknown += 1
        learn_hand(table, place, (*(kind for tiles in shown.shown.sets for kind in tiles), *shown.shown.rest))
    if discarder is not None and table.discard is not None:
        # The tile stays with the hand that called it, and the turn goes on from there.
        table.discard.claimed_by = win.seat
        close_claims(table)
        table.turn, table.due = win.seat, A_DISCARD


def _take_back(table: Table, event: Dead) -> None:
    """The exposures at fault go back to the rack (joker-3, option before_death)."""
    place = table.place(event.seat)
    back = [laid for number, laid in enumerate(place.sets) if number in (event.sets or ())]
    for laid in back:
        place.sets.remove(laid)
        for kind in laid.tiles:
            table.visible[kind] -= 1
            return_tile(table, place, kind)
    place.taken_back += tuple(back)
