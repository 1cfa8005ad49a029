"""The tiles before a player, as they are drawn in either layout: hand, sets, bonus tiles, discards."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mjlog.log.sight import sees_hand
from mjlog.seats import Seat
from mjlog.tiles import Tile
from mjlog.viewer.drawing.pen import SHAPE, Pen, box, linked, meant, text, tile
from mjlog.viewer.faces import BACK, symbol_id
from mjlog.views.board import Board, BoardSeat, DiscardView
from mjlog.views.laid import LaidSetView, SetTile


class Piece(NamedTuple):
    """A tile to be put down: its name within its seat, the room that it takes, how much lower it lies."""

    name: str
    markup: str
    room: float
    lower: float = 0

    def name_of(self, seat: Seat) -> str:
        """The name of the tile in the picture: `h.2` of South's is `h.S.2`."""
        kind, _, rest = self.name.partition(".")
        return f"{kind}.{seat.value}.{rest}"

    def scaled(self, scale: float) -> str:
        """Its drawing, smaller where a log has more tiles than a table."""
        return self.markup if scale == 1 else f'<g transform="scale({scale:.3f})">{self.markup}</g>'


class Pieces(NamedTuple):
    """What lies before one player; `drawn`: the last tile of the hand was just drawn, and stands apart."""

    seat: Seat
    hand: list[Piece]
    drawn: bool
    sets: list[list[Piece]]
    bonus: list[Piece]


def pieces_of(board: Board, view: BoardSeat, pen: Pen, width: float) -> Pieces:
    """Hand, sets and bonus tiles of a seat, of tiles so wide."""
    look = " off" if view.dead else ""
    sets = [_set(laid, number, pen, width, look) for number, laid in enumerate(view.sets)]
    bonus = [
        Piece(f"b.{at}", tile(pen.sprites, symbol_id(one.face), width), width) for at, one in enumerate(view.bonus)
    ]
    tiles, drawn = in_order(view)
    is_seen = sees_hand(board.sight, view.seat) or view.shown
    hand = [
        Piece(f"h.{at}", tile(pen.sprites, symbol_id(one.face, is_seen), width, look), width)
        for at, one in enumerate(tiles)
    ]
    return Pieces(view.seat, hand, drawn, sets, bonus)


def in_order(view: BoardSeat) -> tuple[list[Tile], bool]:
    """The concealed tiles, the one just drawn last; and whether there is one."""
    tiles = list(view.concealed)
    if view.drawn is None or view.drawn not in tiles:
        return tiles, False
    tiles.remove(view.drawn)
    return [*tiles, view.drawn], True


def _set(laid: LaidSetView, number: int, pen: Pen, width: float, look: str) -> list[Piece]:
    address = pen.href(laid.seq)
    return [_set_tile(one, f"s.{number}.{at}", pen, width, look, address) for at, one in enumerate(laid.lying)]


def _set_tile(one: SetTile, name: str, pen: Pen, width: float, look: str, address: str) -> Piece:
    symbol = BACK if one.down else symbol_id(one.tile.face)
    markup = tile(pen.sprites, symbol, width, look, one.turned)
    if one.stands_for is not None and not one.down:
        markup += meant(pen.sprites, symbol_id(one.stands_for.face), width, one.turned)
    lower = width * (SHAPE - 1) / 2 if one.turned else 0
    return Piece(name, linked(markup, address), width * SHAPE if one.turned else width, lower)


def rows_of_discards(discards: Sequence[DiscardView], in_row: int, width: float) -> Iterator[tuple[int, float]]:
    """For each discard its row, from 0, and where its middle is along it; one that lies across takes more room."""
    along = 0.0
    for at, one in enumerate(discards):
        along = along if at % in_row else 0.0
        room = width * (SHAPE if one.riichi else 1)
        yield at // in_row, along + room / 2
        along += room


def discard(one: DiscardView, pen: Pen, width: float, turn: float, is_latest: bool) -> str:
    """A discard: the latest in a frame, a claimed one as a ghost with the letter of who took it, upright.

    With which riichi was declared lies across.
    """
    look = " gone" if one.claimed_by is not None else ""
    markup = tile(pen.sprites, symbol_id(one.tile.face), width, look, bool(one.riichi))
    if is_latest:
        markup = _frame(width, "latest open" if one.is_open else "latest", bool(one.riichi)) + markup
    if one.claimed_by is not None:
        markup += _taker(one.claimed_by, width, turn)
    return linked(markup, pen.href(one.seq))


def _frame(width: float, look: str, across: bool) -> str:
    wide, high = width + 3, width * SHAPE + 3
    if across:
        wide, high = high, wide
    return box(look, wide, high, width * 0.15)


@functools.lru_cache(maxsize=256)
def _taker(seat: Seat, width: float, turn: float) -> str:
    """The letter of who took a discard, on the corner that has no index."""
    radius = width * 0.4
    x, y = width / 2 - radius - 0.5, width * SHAPE / 2 - radius - 0.5
    letter = text(seat.value, 0, round(radius * 0.54, 2), round(radius * 1.5, 1), "taken")
    place = f'transform="translate({x:.2f} {y:.2f})' + (f' rotate({-turn:g})"' if turn else '"')
    return f'<g {place}><circle class="taker" r="{radius:.2f}"/>{letter}</g>'
