"""The table from above: a square, everybody's tiles turned towards their owner.

Units are those of a square of 1000. A side has, from its edge inwards: rack and sets, the wall, the discards.
"""

from __future__ import annotations

from mjlog.seats import SEATS, Seat
from mjlog.viewer.drawing.middle import (
    dead_words,
    dice_markup,
    hand_words,
    is_decided,
    left_words,
    lines_markup,
    outcome,
    passing_lines,
    put_indicators,
    repeats_words,
    round_words,
    says_left,
    stakes_words,
)
from mjlog.viewer.drawing.pen import SHAPE, Canvas, Pen, text, tile
from mjlog.viewer.drawing.pieces import Piece, Pieces, discard, pieces_of, rows_of_discards
from mjlog.viewer.drawing.plates import (
    account_markup,
    badges,
    badges_markup,
    look_of,
    name_markup,
)
from mjlog.viewer.drawing.scene import Scene
from mjlog.viewer.drawing.sides import Side, side_of
from mjlog.viewer.drawing.walls_drawn import WallLayout, put_walls
from mjlog.viewer.faces import symbol_id
from mjlog.views.board import Board, SeatView
from mjlog.views.passed import Parcel
from mjlog.views.riichi_view import RiichiView
from mjlog.views.sight import bottom_seat

SIZE = 1000.0
MIDDLE = SIZE / 2
_TILE = 38.0
"""How wide a tile is."""
_HAND_OUT, _HAND_START, _HAND_END, _HAND_ROOM = 455.0, -310.0, 427.0, 427.0
"""How far out hands stand, where they begin along the side, where their sets end, and where nothing may be beyond."""
_DRAWN_GAP, _SET_GAP = 12.0, 9.0
_WALLS = WallLayout(MIDDLE, 404, 418, 26, 23)
_BONUS_OUT, _BONUS_START, _BONUS, _BONUS_ROW = 405.0, 218.0, 31.0, 4
_ROW, _ROWS, _WIDEST_ROW = 6, 5, 8
_FIRST_OUT, _ROW_STEP = 149.5, 51.8
_PANEL, _LAMP_OUT = 116.0, 101.0
_SAID = 164.0
"""How long a line in the middle may be."""
_PLATE = (206.0, 78.0)
_PLATES = ((-324.0, 387.0), (324.0, 296.0), (324.0, -387.0), (-324.0, -296.0))
"""Where the plates of the four sides are, each in the corner on its player's left."""
_PASSED_OUT, _PASSED_ALONG = 240.0, {"right": 165.0, "across": 0.0, "left": -165.0}


_STICK_OUT = 119.5
_STICK = (
    '<rect class="die" x="-52" y="-3.5" width="104" height="7" rx="2.5"/><circle class="pip red" r="2.4"/>'
)
"""The stick that a player in riichi has laid on the table."""


def wide_scene(board: Board, pen: Pen) -> Scene:
    """The whole table."""
    canvas = Canvas()
    bottom = bottom_seat(board.sight)
    _put_ground(canvas, board, bottom)
    put_walls(canvas, board.wall, bottom, _WALLS, pen.sprites)
    for seat in SEATS:
        view = board.seat(seat)
        if not view.is_empty:
            side = side_of(seat, bottom, MIDDLE)
            _put_plate(canvas, board, view, side)
            _put_pieces(canvas, pieces_of(board, view, pen, _TILE, _BONUS), side)
            _put_discards(canvas, view, side, pen)
            if view.riichi is not None and view.riichi.stands:
                canvas.put(f"stick.{seat.value}", side.at(0, _STICK_OUT), _STICK, side.turn)
    _put_middle(canvas, board, pen)
    for parcel in board.charleston.parcels if board.charleston is not None else ():
        _put_parcel(canvas, parcel, side_of(parcel.giver, bottom, MIDDLE), pen)
    return Scene(SIZE, SIZE, canvas.sprites)


def _put_ground(canvas: Canvas, board: Board, bottom: Seat) -> None:
    edge, inner = MIDDLE - 2, MIDDLE - 11
    canvas.put(
        "felt", (MIDDLE, MIDDLE),
        f'<rect class="rim" x="{-edge:g}" y="{-edge:g}" width="{2 * edge:g}" height="{2 * edge:g}" rx="26"/>'
        f'<rect class="felt" x="{-inner:g}" y="{-inner:g}" width="{2 * inner:g}" height="{2 * inner:g}" rx="18"/>',
    )  # fmt: skip
    canvas.put(
        "panel", (MIDDLE, MIDDLE),
        f'<rect class="panel" x="{-_PANEL:g}" y="{-_PANEL:g}" width="{2 * _PANEL:g}" height="{2 * _PANEL:g}" rx="14"/>',
    )  # fmt: skip
    for seat in SEATS:
        view = board.seat(seat)
        if view.is_empty:
            continue
        side = side_of(seat, bottom, MIDDLE)
        lamp = "lamp lit" if view.is_turn and board.winner is None else "lamp"
        markup = (
            f'<path class="{lamp}" d="M-84 -9H84L96 9H-96Z"/>'
            f'<g transform="rotate({-side.turn})">{text(seat.value, 0, 6, 17, "wind-" + lamp.replace(" ", "-"))}</g>'
        )
        canvas.put(f"lamp.{seat.value}", side.at(0, _LAMP_OUT), markup, side.turn)


def _put_plate(canvas: Canvas, board: Board, view: SeatView, side: Side) -> None:
    """The name plate stands upright on every side; its edge is on the side of the player's rack."""
    x, y = _PLATES[side.number]
    at = (MIDDLE + x, MIDDLE + y)
    letter = view.seat.value
    wide, high = _PLATE
    shape = f'x="{-wide / 2:g}" y="{-high / 2:g}" width="{wide:g}" height="{high:g}" rx="9"'
    base = f'<rect class="{look_of(board, view)}" {shape}/>'
    canvas.put(f"plate.{letter}", at, base + _edge(side.number))
    name, _ = name_markup(view, -54, -15, wide - 54, 21)
    wind = "wind east" if view.seat is Seat.E else "wind"
    disc = f'<circle class="{wind}" cx="-79" cy="-14" r="17"/>' + text(letter, -79, -7.2, 20, "wind-letter")
    canvas.put(f"name.{letter}", at, disc + name)
    canvas.put(f"total.{letter}", at, account_markup(view, -54, 94, 6, 19))
    said = badges_markup(tuple(badges(board, view)), wide - 14, 14)
    canvas.put(f"badges.{letter}", (at[0] - wide / 2 + 7, at[1] + 22.5), said)


def _edge(number: int) -> str:
    """The side of a plate that is nearest to its player."""
    wide, high = _PLATE
    x, y, width, height = (
        (-wide / 2 + 10, high / 2 - 5, wide - 20, 5), (wide / 2 - 5, -high / 2 + 10, 5, high - 20),
        (-wide / 2 + 10, -high / 2, wide - 20, 5), (-wide / 2, -high / 2 + 10, 5, high - 20),
    )[number]  # fmt: skip
    return f'<rect class="edge" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="2.5"/>'


def _put_pieces(canvas: Canvas, pieces: Pieces, side: Side) -> None:
    gap = _DRAWN_GAP if pieces.drawn else 0
    hand = sum(one.room for one in pieces.hand) + gap
    sets = sum(one.room for laid in pieces.sets for one in laid) + _SET_GAP * len(pieces.sets)
    scale = min(1.0, (_HAND_END + _HAND_ROOM) / max(hand + sets + _DRAWN_GAP, 1))
    start = min(_HAND_START, _HAND_END - (hand + sets) * scale - _DRAWN_GAP)
    along = max(start, -_HAND_ROOM)
    for at, one in enumerate(pieces.hand):
        if gap and at == len(pieces.hand) - 1:
            along += gap * scale
        _put(canvas, pieces.seat, one, side, along, _HAND_OUT, scale)
        along += one.room * scale
    end = _HAND_END
    for laid in pieces.sets:
        end -= sum(one.room for one in laid) * scale
        along = end
        for one in laid:
            _put(canvas, pieces.seat, one, side, along, _HAND_OUT, scale)
            along += one.room * scale
        end -= _SET_GAP * scale
    _put_bonus(canvas, pieces, side)


def _put(canvas: Canvas, seat: Seat, one: Piece, side: Side, along: float, out: float, scale: float) -> None:
    """A piece whose left end is at `along`."""
    middle = side.at(along + one.room * scale / 2, out + one.lower * scale)
    canvas.put(one.name_of(seat), middle, one.scaled(scale), side.turn)


def _put_bonus(canvas: Canvas, pieces: Pieces, side: Side) -> None:
    """Two rows of four at the player's right, beside the end of the wall."""
    count = len(pieces.bonus)
    in_row = max(_BONUS_ROW, -(-count // 2))
    scale = _BONUS_ROW / in_row
    for at, one in enumerate(pieces.bonus):
        row, column = divmod(at, in_row)
        along = _BONUS_START + column * _BONUS * scale
        _put(canvas, pieces.seat, one, side, along, _BONUS_OUT - row * (_BONUS * SHAPE + 1), scale)


def _put_discards(canvas: Canvas, view: SeatView, side: Side, pen: Pen) -> None:
    """Rows of six; the rare player with more than thirty has longer rows, to the right, where there is room."""
    count = len(view.discards)
    in_row = _ROW if count <= _ROW * _ROWS else max(_WIDEST_ROW, -(-count // _ROWS))
    scale = min(1.0, _WIDEST_ROW / in_row)
    places = rows_of_discards(view.discards, in_row, _TILE * scale)
    for at, (one, (row, along)) in enumerate(zip(view.discards, places, strict=True)):
        markup = discard(one, pen, round(_TILE * scale, 2), side.turn)
        place = side.at(along - _ROW * _TILE / 2, _FIRST_OUT + row * _ROW_STEP)
        canvas.put(f"d.{view.seat.value}.{at}", place, markup, side.turn)


def _put_parcel(canvas: Canvas, parcel: Parcel, side: Side, pen: Pen) -> None:
    """Tiles passed lie before the giver, on the side of the taker, with an arrow towards the taker."""
    letter = parcel.giver.value
    way = {parcel.giver.right: "right", parcel.giver.across: "across", parcel.giver.left: "left"}[parcel.taker]
    middle = _PASSED_ALONG[way]
    width = min(_TILE, 3.2 * _TILE / max(len(parcel.kinds), 1))
    start = middle - width * len(parcel.kinds) / 2
    for at, kind in enumerate(parcel.kinds):
        markup = tile(pen.sprites, symbol_id(kind, is_seen=False), width)
        canvas.put(f"p.{letter}.{at}", side.at(start + (at + 0.5) * width, _PASSED_OUT), markup, side.turn)
    turn = {"right": 90, "across": 0, "left": -90}[way]
    arrow = '<path class="arrow" d="M0 -13L12 3H5V13H-5V3H-12Z"/>'
    along, out = {"right": (76.0, 0.0), "across": (0.0, -44.0), "left": (-76.0, 0.0)}[way]
    place = side.at(middle + along, _PASSED_OUT + out)
    canvas.put(f"pass.{letter}", place, arrow, side.turn + turn)
    if parcel.blind:
        words = text(f"{parcel.blind} blind", 0, 5, 15, "on-felt")
        canvas.put(f"blind.{letter}", side.at(middle, _PASSED_OUT + (60 if side.number % 2 else 40)), words)


def _put_middle(canvas: Canvas, board: Board, pen: Pen) -> None:
    heads = [(round_words(board), 20.0, "strong")]
    if hand_words(board):
        heads.append((", ".join(filter(None, (hand_words(board), repeats_words(board)))), 15.0, "soft"))
    canvas.put("round", (MIDDLE, MIDDLE - 62), lines_markup(heads, _SAID))
    if is_decided(board):
        _put_outcome(canvas, board, pen)
        return
    if board.riichi is not None and board.riichi.indicators:
        _put_riichi(canvas, board, board.riichi, pen)
        return
    passing = passing_lines(board)
    if passing:
        said = [(words, 15.0, "soft" if at else "strong") for at, words in enumerate(passing)]
        canvas.put("passing", (MIDDLE, MIDDLE - 22), lines_markup(said, _SAID))
    if says_left(board):
        _put_left(canvas, board, bool(passing))
    if board.dice:
        canvas.put("dice", (MIDDLE, MIDDLE + 59), dice_markup(board.dice, 22))


def _put_riichi(canvas: Canvas, board: Board, riichi: RiichiView, pen: Pen) -> None:
    """Tiles left, what lies in the pot, and the indicators, where other games show dice."""
    words = ["tiles left", *([stakes_words(board)] if stakes_words(board) else [])]
    markup = text(left_words(board), 0, -4, 40, "left") + text(" · ".join(words), 0, 16, 14, "soft")
    canvas.put("left", (MIDDLE, MIDDLE), markup)
    put_indicators(canvas, riichi, pen.sprites, (MIDDLE, MIDDLE + 53), 29)


def _put_left(canvas: Canvas, board: Board, is_small: bool) -> None:
    """The tiles that can still be drawn, large but while other words need the room."""
    if is_small:
        canvas.put("left", (MIDDLE, MIDDLE), text(f"{left_words(board)} tiles left", 0, 33, 17, "left"))
        return
    markup = text(left_words(board), 0, 4, 46, "left") + text("tiles left", 0, 21, 14, "soft")
    if dead_words(board):
        markup += text(dead_words(board), 0, 38, 13, "soft")
    canvas.put("left", (MIDDLE, MIDDLE), markup)


def _put_outcome(canvas: Canvas, board: Board, pen: Pen) -> None:
    said = [(words, 15.0 if at else 22.0, "soft" if at else "strong") for at, words in enumerate(outcome(board))]
    is_full = board.won_on is not None or board.riichi is not None
    canvas.put("result", (MIDDLE, MIDDLE - 16 if is_full else MIDDLE), lines_markup(said, _SAID))
    if board.riichi is not None:
        put_indicators(canvas, board.riichi, pen.sprites, (MIDDLE + 17, MIDDLE + 31), 20)
    if board.won_on is not None:
        won = (MIDDLE - 66, MIDDLE + 38) if board.riichi is not None else (MIDDLE, MIDDLE + 43)
        canvas.put("won", won, tile(pen.sprites, symbol_id(board.won_on), 32))
    if says_left(board):
        y = 85 if board.riichi is not None else 81
        canvas.put("left", (MIDDLE, MIDDLE), text(f"{left_words(board)} tiles left", 0, y, 14, "soft"))
