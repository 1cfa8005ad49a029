"""The table for narrow screens: a strip for the middle, and below it the seats one below the other.

Units are those of a width of 360. Whoever looks is at the bottom, above in the order of play the players to the right,
across and to the left. Every seat has as much room as it may need, so that nothing moves from event to event.
"""

from __future__ import annotations

import math

from mjlog.seats import Seat
from mjlog.viewer.drawing.parts import (
    Piece,
    Pieces,
    PlateSize,
    WallLayout,
    dead_words,
    dice_markup,
    discard,
    hand_words,
    left_words,
    outcome,
    passing_lines,
    pieces_of,
    put_indicators,
    put_plate,
    put_walls,
    repeats_words,
    round_words,
    rows_of_discards,
    says_left,
    stakes_words,
)
from mjlog.viewer.drawing.scene import SHAPE, Canvas, Pen, Scene, box, fitted, smaller, text, tile
from mjlog.viewer.faces import symbol_id
from mjlog.views.board import Board, BoardSeat
from mjlog.views.board_parts import Parcel

WIDTH = 360.0
LEAST = 13.2
"""The smallest letters: eleven pixels where the window is 320 wide."""
_EDGE, _ROOM = 4.0, 352.0
_TILE = 22.0
_ROW = _TILE * SHAPE + 1
_TOP = 72.0
"""Height of the strip for the middle."""
_HEAD = 20.0
"""Height of a name plate, with what is below it."""
_PLATE = PlateSize(_ROOM, _HEAD - 2, 14, LEAST)
_IN_ROW = 16
_SET_GAP, _DRAWN_GAP = 4.0, 5.0
_WALLS = WallLayout((_TOP / 2, _TOP / 2), _TOP / 2 - 7, 52, 6, 3)


def tall_scene(board: Board, pen: Pen) -> Scene:
    """The whole table."""
    canvas = Canvas()
    seats = [*board.sides[1:], board.sides[0]]
    # Whoever is at the bottom: from event to event a thing stays above those that it was above.
    order = sorted(enumerate(seats), key=lambda place: place[1].index)
    rows = 3 if len(order) < 4 else 2
    deep = _HEAD + (1 + rows) * _ROW + 1
    height = math.ceil(_TOP + len(order) * deep + 2)
    canvas.put("felt", (WIDTH / 2, height / 2), box("felt", WIDTH, height, 8))
    for number, seat in order:
        top = _TOP + number * deep
        tray = f'<rect class="tray" width="{_ROOM + 4:g}" height="{rows * _ROW:g}" rx="4"/>'
        canvas.put(f"tray.{seat.value}", (_EDGE - 2, top + _HEAD + _ROW), tray)
        put_plate(canvas, board, board.seat(seat), (_EDGE, top + _HEAD / 2 - 1), 0, _PLATE)
    put_walls(canvas, board.wall, board.sides, _WALLS)
    _put_middle(canvas, board, pen)
    for number, seat in order:
        top = _TOP + number * deep + _HEAD
        view = board.seat(seat)
        pieces = pieces_of(board, view, pen, _TILE)
        _put_pieces(canvas, pieces, top + _ROW / 2)
        _put_discards(canvas, view, pieces.bonus, top + _ROW, rows, pen)
        for parcel in board.charleston.parcels if board.charleston is not None else ():
            if parcel.giver is seat:
                _put_parcel(canvas, parcel, top + _ROW, pen)
    return Scene(WIDTH, height, canvas.sprites)


def _put_pieces(canvas: Canvas, pieces: Pieces, y: float) -> None:
    """The hand, and at the end of its row the sets; all smaller where there are more tiles than fit."""
    gap = _DRAWN_GAP if pieces.drawn else 0
    sets = sum(one.room for laid in pieces.sets for one in laid) + len(pieces.sets) * _SET_GAP
    scale = min(1.0, _ROOM / max(sum(one.room for one in pieces.hand) + gap + sets, 1))
    along = _EDGE
    for at, one in enumerate(pieces.hand):
        if gap and at == len(pieces.hand) - 1:
            along += gap * scale
        along = _put(canvas, pieces.seat, one, along, y, scale)
    along = _EDGE + _ROOM - sets * scale
    for laid in pieces.sets:
        along += _SET_GAP * scale
        for one in laid:
            along = _put(canvas, pieces.seat, one, along, y, scale)


def _put(canvas: Canvas, seat: Seat, one: Piece, along: float, y: float, scale: float) -> float:
    """A piece whose left end is at `along`; its right end."""
    canvas.put(one.name_of(seat), (along + one.room * scale / 2, y + one.lower * scale), one.scaled(scale))
    return along + one.room * scale


def _put_discards(canvas: Canvas, view: BoardSeat, bonus: list[Piece], top: float, rows: int, pen: Pen) -> None:
    """The discards; at the end of their last row, a tile's width from them at least, the bonus tiles."""
    # One that lies across takes more room.
    widest = _IN_ROW - bool(view.riichi)
    taken = len(view.discards) + (len(bonus) + 1 if bonus else 0)
    in_row = max(widest, -(-taken // rows))
    width = round(min(_TILE, _ROOM / (in_row + _IN_ROW - widest)), 2)
    places = rows_of_discards(view.discards, in_row, width)
    for at, (one, (row, along)) in enumerate(zip(view.discards, places, strict=True)):
        place = (_EDGE + along, top + (row + 0.5) * _ROW)
        canvas.put(f"d.{view.seat.value}.{at}", place, discard(one, pen, width, 0, at == view.latest))
    along = _EDGE + _ROOM - len(bonus) * width
    for piece in bonus:
        along = _put(canvas, view.seat, piece, along, top + (rows - 0.5) * _ROW, width / _TILE)


def _put_parcel(canvas: Canvas, parcel: Parcel, top: float, pen: Pen) -> None:
    """Where there are no discards yet: what is passed, and to whom."""
    letter = parcel.giver.value
    width = min(_TILE, _ROOM / 2 / max(len(parcel.tiles), 1))
    y = top + _ROW / 2
    blind = f", {parcel.blind} blind" if parcel.blind else ""
    canvas.put(
        f"pass.{letter}",
        (_EDGE + 4, y),
        text(f"passes to {parcel.taker.wind_name}{blind}:", 0, 4, LEAST, "on-felt", "start"),
    )
    for at, one in enumerate(parcel.tiles):
        place = (_EDGE + 180 + (at + 0.5) * width, y)
        canvas.put(f"p.{letter}.{at}", place, tile(pen.sprites, symbol_id(one.face, is_seen=False), width))


def _put_middle(canvas: Canvas, board: Board, pen: Pen) -> None:
    canvas.put("panel", (0, 0), f'<rect class="panel" x="82" y="4" width="274" height="{_TOP - 8:g}" rx="6"/>')
    middle = (_TOP / 2, _TOP / 2)
    if says_left(board):
        canvas.put("left", middle, text(left_words(board), 0, 4, 16, "left on-felt"))
        canvas.put("left-words", middle, text("left", 0, 16, LEAST, "on-felt"))
    head = round_words(board) + (f", {hand_words(board)}" if hand_words(board) else "")
    beside = 156 if board.riichi else 160 if board.dice and board.won_on is None else 254
    said = outcome(board) if board.is_decided else passing_lines(board)
    # All who have won stand in one line: where it would meet the winning tile it changes places with the round.
    is_below = bool(said) and board.riichi
    size = LEAST if is_below else smaller([head], beside, 15, LEAST)
    words = text(fitted(head, beside, size), 0, 0, size, "soft" if is_below else "strong", "start")
    canvas.put("round", (92, 44 if is_below else 24), words)
    down = 24 if is_below else 44
    room = 170 if not board.riichi else 156
    if board.riichi:
        put_indicators(canvas, board.riichi, pen.sprites, (305, 23), 19)
    if said:
        large = smaller([said[0]], room, 14, LEAST)
        told = fitted(said[0], room, large)
        rest = fitted(", ".join(filter(None, (*said[1:], repeats_words(board)))), room, LEAST)
        words = text(told, 0, 0, large, "strong", "start") + text(rest, 0, 61 - down, LEAST, "soft", "start")
        canvas.put("result", (92, down), words)
    elif says_left(board):
        stakes = " · ".join(filter(None, (repeats_words(board), stakes_words(board))))
        canvas.put("dead", (92, 42), text(stakes or dead_words(board), 0, 0, LEAST, "soft", "start"))
    if board.won_on is not None:
        won, width = ((330, 39), 30) if not board.riichi else ((245, 49), 19)
        canvas.put("won", won, tile(pen.sprites, symbol_id(board.won_on.face), width))
    elif board.dice and not board.riichi:
        canvas.put("dice", (310, 30), dice_markup(board.dice, 16, LEAST))
