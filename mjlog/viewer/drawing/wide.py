"""The table from above: everybody's tiles turned towards their owner.

Units are those of a table of 948 by 748. A side has, from its edge inwards: hand and sets, the wall, the discards.
In the corner at a player's right, within the wall, are the player's name plate and bonus tiles, and nobody else's.
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
    bubble_markup,
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

WIDTH, HEIGHT = 948.0, 748.0
_MIDDLE = (WIDTH / 2, HEIGHT / 2)
_WIDER = (WIDTH - HEIGHT) / 2
_TILE = 40.0
"""How wide every tile is."""
LEAST = 22.5
"""The smallest letters: eleven pixels where the whole table is no higher than a telephone held across."""
_HAND_OUT, _HAND_END, _AROUND = 337.5, 364.0, 62.0
"""How far out hands stand, how far to the right they reach on the shorter sides, and what a corner takes of them."""
_HAND_START = -286.0
_DRAWN_GAP, _SET_GAP = 12.0, 9.0
_WALLS = WallLayout(_MIDDLE, 294.5, 573, 14, 32, _WIDER)
_PANEL = (328.0, 226.0)
_FIRST_OUT, _ROW_STEP = 145.0, 54.6
_CORNER = (168.0, 384.0, 128.0, 284.0)
"""Of the corners between discards and walls: from where to where across the table, and up or down."""
_PLATE = (216.0, 94.0)
_SAID = 312.0
"""How long a line in the middle may be."""
_STICK_OUT = 105.0
_STICK = (
    '<rect class="die" x="-60" y="-3.5" width="120" height="7" rx="2.5"/><circle class="pip red" r="2.4"/>'
)
"""The stick that a player in riichi has laid on the table."""


def wide_scene(board: Board, pen: Pen) -> Scene:
    """The whole table."""
    canvas = Canvas()
    bottom = bottom_seat(board.sight)
    sides = {seat: side_of(seat, bottom, _MIDDLE, _WIDER) for seat in SEATS if not board.seat(seat).is_empty}
    _put_ground(canvas, board, sides)
    put_walls(canvas, board.wall, bottom, _WALLS)
    for seat, side in sides.items():
        view = board.seat(seat)
        _put_plate(canvas, board, view, side)
        _put_pieces(canvas, pieces_of(board, view, pen, _TILE, _TILE), side)
        _put_discards(canvas, view, side, pen)
        if view.riichi is not None and view.riichi.stands:
            canvas.put(f"stick.{seat.value}", side.at(0, _STICK_OUT - _shorter(side)), _STICK, side.turn)
    _put_middle(canvas, board, pen)
    for parcel in board.charleston.parcels if board.charleston is not None else ():
        _put_parcel(canvas, parcel, sides[parcel.giver], pen)
    for seat, side in sides.items():
        said = board.seat(seat).claims or (pen.call[1] if pen.call is not None and pen.call[0] is seat else None)
        if said:
            markup, wide, high = bubble_markup(said.capitalize(), 32, side.turn)
            canvas.put(f"call.{seat.value}", side.at(0, 306 - (wide if side.number % 2 else high) / 2), markup)
    return Scene(WIDTH, HEIGHT, canvas.sprites)


def _shorter(side: Side) -> float:
    """By how much less than the edge of the table the panel is farther from the middle at the left and right."""
    return _WIDER - (_PANEL[0] - _PANEL[1]) / 2 if side.number % 2 else 0


def _box(look: str, wide: float, high: float, round_by: float) -> str:
    return (
        f'<rect class="{look}" x="{-wide / 2:g}" y="{-high / 2:g}" width="{wide:g}" height="{high:g}" '
        f'rx="{round_by:g}"/>'
    )


def _put_ground(canvas: Canvas, board: Board, sides: dict[Seat, Side]) -> None:
    rim, felt = _box("rim", WIDTH - 2, HEIGHT - 2, 18), _box("felt", WIDTH - 16, HEIGHT - 16, 12)
    canvas.put("felt", _MIDDLE, rim + felt)
    canvas.put("panel", _MIDDLE, _box("panel", *_PANEL, 12))
    for seat, side in sides.items():
        lit = " lit" if board.seat(seat).is_turn and board.winner is None else ""
        length = _PANEL[side.number % 2] - 40
        place = side.at(0, _PANEL[1] / 2 - 4 - _shorter(side))
        canvas.put(f"lamp.{seat.value}", place, _box(f"lamp{lit}", length, 5, 2.5), side.turn)


def _put_plate(canvas: Canvas, board: Board, view: SeatView, side: Side) -> None:
    """The name plate stands upright in the corner at the player's right; its edge is on the player's side."""
    letter, (wide, high) = view.seat.value, _PLATE
    x, y = side.corner()
    at = (_MIDDLE[0] + x * (_CORNER[0] + _CORNER[1]) / 2, _MIDDLE[1] + y * (_CORNER[2] + high / 2))
    canvas.put(f"plate.{letter}", at, _box(look_of(board, view), wide, high, 9) + _edge(side.number))
    name, _ = name_markup(view, -64, -20, wide / 2 + 58, 24, LEAST)
    wind = "wind east" if view.seat is Seat.E else "wind"
    disc = f'<circle class="{wind}" cx="-86" cy="-28" r="16"/>' + text(letter, -86, -20, LEAST, "wind-letter")
    canvas.put(f"name.{letter}", at, disc + name)
    canvas.put(f"total.{letter}", at, account_markup(view, -98, 98, 6, LEAST))
    said = badges_markup(tuple(badges(board, view)), wide - 16, LEAST)
    canvas.put(f"badges.{letter}", (at[0] - wide / 2 + 8, at[1] + 28), said)


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
    last = _HAND_END + (0 if side.number % 2 else _WIDER)
    first = _AROUND - last
    scale = min(1.0, (last - first) / max(hand + sets, 1))
    along = max(min(_HAND_START, last - (hand + sets) * scale), first)
    for at, one in enumerate(pieces.hand):
        if gap and at == len(pieces.hand) - 1:
            along += gap * scale
        _put(canvas, pieces.seat, one, side, along, _HAND_OUT, scale)
        along += one.room * scale
    end = last
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
    """Beside the wall, under the plate: in as many rows as leave the tiles largest."""
    left, right, top, bottom = _CORNER
    top += _PLATE[1] + 4
    if side.number % 2:
        left, right, top, bottom = top, bottom, left - _WIDER, right - _WIDER
    room, deep = right - left, bottom - top
    count = max(len(pieces.bonus), 1)
    scale, in_row = max(
        (min(1.0, room / (width * _TILE), deep / (-(-count // width) * _TILE * SHAPE)), width)
        for width in range(1, count + 1)
    )
    for at, one in enumerate(pieces.bonus):
        row, column = divmod(at, in_row)
        out = bottom - (row + 0.5) * _TILE * SHAPE * scale
        _put(canvas, pieces.seat, one, side, left + column * _TILE * scale, out, scale)


def _put_discards(canvas: Canvas, view: SeatView, side: Side, pen: Pen) -> None:
    """Rows of eight, or of six at the shorter sides and where one lies across; of more where there are more."""
    is_short = side.number % 2 == 1
    rows, wide = (4, 240.0) if is_short else (3, 320.0)
    across = (SHAPE - 1) * _TILE if view.riichi is not None else 0.0
    in_row = 6 if across else round(wide / _TILE)
    if pen.upright and is_short:
        in_row, wide = 5, 5 * _TILE
    in_row = max(in_row, -(-len(view.discards) // rows))
    scale = min(1.0, (wide + across) / (in_row * _TILE + across))
    start = -(in_row * _TILE + across) * scale / 2
    places = rows_of_discards(view.discards, in_row, _TILE * scale)
    for at, (one, (row, along)) in enumerate(zip(view.discards, places, strict=True)):
        place = (_upright if pen.upright else _turned)(side, start + along, row)
        turn = 0 if pen.upright else side.turn
        markup = discard(one, pen, round(_TILE * scale, 2), turn)
        canvas.put(f"d.{view.seat.value}.{at}", place, markup, turn)


def _turned(side: Side, along: float, row: int) -> tuple[float, float]:
    return side.at(along, _FIRST_OUT - _shorter(side) + row * _ROW_STEP)


def _upright(side: Side, along: float, row: int) -> tuple[float, float]:
    """Rows go from left to right: beside the panel downwards, else away from it."""
    if side.number % 2:
        x, y = side.at(0, _FIRST_OUT - _shorter(side) + 1.5 * _ROW_STEP)
        return x + along, y + (row - 1.5) * _ROW_STEP
    x, y = _turned(side, 0, row)
    return x + along, y


def _put_parcel(canvas: Canvas, parcel: Parcel, side: Side, pen: Pen) -> None:
    """Tiles passed lie before the giver, on the side of the taker, with an arrow towards the taker."""
    letter = parcel.giver.value
    way = {parcel.giver.right: 1, parcel.giver.across: 0, parcel.giver.left: -1}[parcel.taker]
    width = min(_TILE, 3 * _TILE / max(len(parcel.kinds), 1))
    middle = way * (45.0 if side.number % 2 else 70.0)
    first = _FIRST_OUT + _ROW_STEP - _shorter(side)
    start = middle - width * len(parcel.kinds) / 2
    for at, kind in enumerate(parcel.kinds):
        markup = tile(pen.sprites, symbol_id(kind, is_seen=False), width)
        canvas.put(f"p.{letter}.{at}", side.at(start + (at + 0.5) * width, first), markup, side.turn)
    arrow = '<path class="arrow" d="M0 -13L12 3H5V13H-5V3H-12Z"/>'
    place = side.at(middle + way * 76, first - (0 if way else 44))
    canvas.put(f"pass.{letter}", place, arrow, side.turn + 90 * way)
    if parcel.blind:
        words = text(f"{parcel.blind} blind", 0, 8, LEAST, "on-felt")
        canvas.put(f"blind.{letter}", side.at(middle, first + (70 if side.number % 2 else 44)), words)


def _middle(down: float, across: float = 0) -> tuple[float, float]:
    return _MIDDLE[0] + across, _MIDDLE[1] + down


def _put_middle(canvas: Canvas, board: Board, pen: Pen) -> None:
    said = ", ".join(filter(None, (round_words(board), hand_words(board))))
    canvas.put("round", _middle(-84), lines_markup([(said, 24.0, "strong")], _SAID))
    if is_decided(board):
        _put_outcome(canvas, board, pen)
        return
    if board.riichi is not None and board.riichi.indicators:
        _put_riichi(canvas, board, board.riichi, pen)
        return
    passing = passing_lines(board)
    if passing:
        lines = [(words, LEAST, "soft" if at else "strong") for at, words in enumerate(passing)]
        canvas.put("passing", _middle(-30), lines_markup(lines, _SAID))
    if says_left(board):
        _put_left(canvas, board, bool(passing))
    if board.dice:
        canvas.put("dice", _middle(62), dice_markup(board.dice, 32, LEAST))


def _put_riichi(canvas: Canvas, board: Board, riichi: RiichiView, pen: Pen) -> None:
    """Tiles left, what lies in the pot, and the indicators, where other games show dice."""
    words = " · ".join(filter(None, ("left", repeats_words(board), stakes_words(board))))
    markup = text(left_words(board), 0, -20, 56, "left") + text(words, 0, 8, LEAST, "soft")
    canvas.put("left", _middle(0), markup)
    put_indicators(canvas, riichi, pen.sprites, _middle(52), _TILE)


def _put_left(canvas: Canvas, board: Board, is_small: bool) -> None:
    """The tiles that can still be drawn, large but while other words need the room."""
    if is_small:
        canvas.put("left", _middle(0), text(f"{left_words(board)} tiles left", 0, 36, LEAST, "left"))
        return
    markup = text(left_words(board), 0, -18, 60, "left") + text("tiles left", 0, 8, LEAST, "soft")
    if dead_words(board):
        markup += text(dead_words(board), 0, 32, LEAST, "soft")
    canvas.put("left", _middle(0), markup)


def _put_outcome(canvas: Canvas, board: Board, pen: Pen) -> None:
    """How it came out at the left, in the words of one line at most; below it the tile and the indicators."""
    first, *rest = outcome(board)
    lines = [(first, 28.0, "strong")] + ([(", ".join(rest), LEAST, "soft")] if rest else [])
    canvas.put("result", _middle(-43), lines_markup(lines, _SAID))
    won = _middle(38 if board.riichi is None else 15, -128 if board.riichi is not None else 0)
    if board.riichi is not None:
        put_indicators(canvas, board.riichi, pen.sprites, _middle(15, 28), _TILE)
    if board.won_on is not None:
        canvas.put("won", won, tile(pen.sprites, symbol_id(board.won_on), _TILE))
    if says_left(board) and board.riichi is None:
        canvas.put("left", _middle(0), text(f"{left_words(board)} tiles left", 0, 92, LEAST, "left"))
