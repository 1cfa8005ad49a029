"""The board as a table of words, for those who do not see the picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from mjlog.seats import Seat
from mjlog.text import counted, points
from mjlog.tiles import UNKNOWN, tile_name
from mjlog.views.board import Board, BoardSeat
from mjlog.views.event_words import DEAD_FOR
from mjlog.views.laid import LaidSetView, SetTile
from mjlog.views.naming import list_words, seat_name, set_words, tile_words, tiles_words
from mjlog.views.passed import CharlestonView
from mjlog.views.riichi_view import seat_words, table_words

NOTHING = "none"


class SeatRow(NamedTuple):
    """What lies before one player, in words; `state`: to act, claims pung, dead …"""

    seat: Seat
    handle: str
    total: str
    state: str
    concealed: str
    sets: str
    bonus: str
    discards: str


def seat_row(board: Board, seat: Seat) -> SeatRow:
    """One player's side of the table."""
    view = board.seat(seat)
    return SeatRow(
        seat=seat,
        handle=view.player or "nobody",
        total=_total(view),
        state=", ".join(_states(board, view)),
        concealed=_concealed(view),
        sets="; ".join(map(set_label, view.sets)) or NOTHING,
        bonus=tiles_words(view.bonus) if view.bonus else NOTHING,
        discards=", ".join(_discards(view)) or NOTHING,
    )


def _total(view: BoardSeat) -> str:
    if view.chips is not None:
        return f"{counted(view.chips, 'chip')}"
    return "unknown" if view.total is None else points(view.total)


def _states(board: Board, view: BoardSeat) -> Iterable[str]:
    if view.dead:
        yield f"dead: {DEAD_FOR[view.dead]}"
    if view.seat in board.winners:
        yield "mahjong"
    elif view.is_turn:
        yield "to act"
    if view.claims:
        yield f"claims {view.claims}"
    if view.is_calling:
        yield "calling"
    if view.riichi:
        yield from seat_words(view.riichi, in_full=True)
    if view.tiles_due is not None:
        yield f"{view.tiles} tiles instead of {view.tiles_due}"


def _concealed(view: BoardSeat) -> str:
    if not view.concealed:
        return NOTHING
    if {tile.kind for tile in view.concealed} == {UNKNOWN}:
        return f"{counted(len(view.concealed), 'tile')} face down"
    drawn = f"; drawn last: {tile_name(view.drawn.face)}" if view.drawn is not None else ""
    return tiles_words(view.concealed) + drawn


def _discards(view: BoardSeat) -> Iterable[str]:
    for at, one in enumerate(view.discards):
        taken = f" (claimed by {seat_name(one.claimed_by)})" if one.claimed_by is not None else ""
        declared = " (riichi)" if one.riichi else ""
        yield tile_words(one.tile) + declared + (taken or (" (the last discard)" if at == view.latest else ""))


def caption(board: Board) -> str:
    """The middle of the table in a sentence: round, wall, what is due."""
    wall = board.wall
    parts = [f"Hand {board.hand}"] if board.by_card else [f"Hand {board.hand}, {seat_name(board.round)} round"]
    if board.depth != "result":
        parts.append(f"{'' if wall.sure else 'about '}{counted(wall.live, 'tile')} left in the wall")
    if wall.dead:
        parts.append(f"{wall.dead} in the dead wall")
    if wall.broken is not None:
        parts.append(f"broken at {seat_name(wall.broken.wall)}'s stack {wall.broken.stack}")
    if board.riichi:
        parts += table_words(board.riichi)
    if board.charleston is not None:
        parts += _passed_on(board.charleston)
    if board.due not in ("", "nothing"):
        parts.append(f"due: {board.due}")
    return "; ".join(parts)


def _passed_on(passing: CharlestonView) -> Iterable[str]:
    """Which pass it is, what lies between whom, who has still to pass."""
    yield passing.words
    for one in passing.parcels:
        blind = f" ({one.blind} blind)" if one.blind else ""
        yield f"from {seat_name(one.giver)} to {seat_name(one.taker)}: {tiles_words(one.tiles)}{blind}"
    if passing.waiting:
        yield f"still to pass: {list_words([seat_name(seat) for seat in passing.waiting])}"
    if passing.stopped:
        yield f"{seat_name(passing.stopped)} refused a second one"


def set_label(laid: LaidSetView) -> str:
    """A set on the table in words, and whom its claimed tile came from."""
    hidden = "concealed " if laid.concealed else ""
    source = f" from {seat_name(laid.claimed_from)}" if laid.claimed_from is not None else ""
    return hidden + set_words(laid.kind, laid.tiles) + source


def group_label(tiles: Sequence[SetTile]) -> str:
    """A group of a hand in words; of jokers what they stand for."""
    return list_words([_tile_label(one) for one in tiles])


def _tile_label(one: SetTile) -> str:
    meant = f" for {tile_words(one.stands_for)}" if one.stands_for is not None else ""
    return tile_words(one.tile) + meant
