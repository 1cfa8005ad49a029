"""The whole table in its two layouts: from above, and for narrow screens.

From above everybody's tiles are turned towards their owner; units are those of a table of 864 by 684. A side has, from
its edge inwards: the name plate, set into the wood, hand and sets, the wall, the discards. The plate reaches into the
corner at the player's right, where the sets lie, and begins away from the neighbour's: so every set lies along its
owner's plate. In the corner within the wall are the bonus tiles, below a disc that says whose they are.

For narrow screens a strip for the middle, and below it the seats one below the other; units are those of a width of
360. Whoever looks is at the bottom, above in the order of play the players to the right, across and to the left. A seat
has as many rows as lie there.
"""

from __future__ import annotations

import math
from functools import partial

from mjlog.log.sight import sees_hand
from mjlog.seats import SEATS, Seat
from mjlog.viewer.drawing.parts import (
    Piece,
    Pieces,
    PlateSize,
    WallLayout,
    bubble_markup,
    dead_words,
    dice_markup,
    discard,
    left_words,
    lines_markup,
    outcome,
    passing_lines,
    pieces_of,
    put_indicators,
    put_plate,
    put_walls,
    round_words,
    rows_of_discards,
    says_left,
    stakes_words,
    tiles_left,
    tiles_of,
    wind_disc,
)
from mjlog.viewer.drawing.scene import SHAPE, Canvas, Layout, Pen, Scene, Side, box, fitted, smaller, text, tile
from mjlog.viewer.faces import symbol_id
from mjlog.views.board import Board, BoardSeat
from mjlog.views.board_parts import Parcel

WIDTH, HEIGHT = 864.0, 684.0
_MIDDLE = (WIDTH / 2, HEIGHT / 2)
_WIDER = (WIDTH - HEIGHT) / 2
_TILE = 40.0
"""How wide every tile is."""
LEAST = 23.5
"""The smallest letters: twelve pixels where the whole table is no higher than a telephone held across."""
_WOOD = 28.0
"""How wide the edge of the table is."""
_HAND_OUT = 286.5
_HANDS = ((-346.0, 402.0, -280.0), (-258.0, 312.0, -258.0))
"""From where to where hand and sets may reach, and where a hand begins: at the bottom and top, and at the sides."""
_DRAWN_GAP, _SET_GAP = 9.0, 7.0
_PLATE_OUT, _PLATE_END = HEIGHT / 2 - _WOOD / 2, 310.0
_PLATES = (PlateSize(670, 27, LEAST, LEAST), PlateSize(525, 27, LEAST, LEAST))
_WALLS = WallLayout(_MIDDLE, 246.8, 508, 13, 28.2, _WIDER)
_FIRST_OUT, _ROW_STEP = 101.5, 54.3
_PANEL_OUT = 72.0
"""How far from the middle the panel reaches."""
_IN_ROW, _CORNER = (8, 7), (168.0, 145.0)
"""How many discards are in a row, and where the corner beside them begins, along the side."""
_CORNER_END, _OWNER = 239.0, 26.0
"""How far out the bonus tiles reach, and how much room the disc above them takes."""
_SAID = 304.0
"""How long a line in the middle may be."""
_BESIDE = 82.0
"""How far from the middle, across, what stands in its left and right halves is."""
_ASIDE, _SAID_ASIDE, _INDICATORS = 90.0, 130.0, (-4.0, 70.0)
"""The same of what stands beside indicators, how long its lines may be, and where the indicators are."""
_TURNED = 32.0
"""How wide an indicator is."""
_STICK_OUT = 70.0
_STICK = box("die", 120, 7, 2.5) + '<circle class="pip red" r="2.4"/>'
"""The stick that a player in riichi has laid on the table."""


def wide_scene(board: Board, pen: Pen) -> Scene:
    """The whole table."""
    canvas = Canvas()
    sides = {seat: Side(board.sides.index(seat), _MIDDLE, _WIDER) for seat in SEATS if seat in board.sides}
    _put_ground(canvas, board, sides)
    canvas.put_kept(pen, (_WALLS, board.sides), board.wall, partial(put_walls, board=board, plan=_WALLS))
    for seat, side in sides.items():
        view = board.seat(seat)
        put_plate(canvas, board, view, pen, _on_plate(side, 0), _PLATES[side.number % 2])
        tiles = partial(_put_tiles, board=board, view=view, side=side, pen=pen)
        canvas.put_kept(pen, (seat, side, sees_hand(board.sight, seat)), tiles_of(board, view), tiles)
    _put_middle(canvas, board, pen)
    for parcel in board.charleston.parcels if board.charleston is not None else ():
        _put_parcel(canvas, parcel, sides[parcel.giver], pen)
    for seat, side in sides.items():
        said = board.seat(seat).claims or (pen.call[1] if pen.call is not None and pen.call[0] is seat else None)
        if said:
            # On the wood, where it hides no tile.
            markup, wide = bubble_markup(said.capitalize(), LEAST)
            place, turn = _on_plate(side, _PLATES[side.number % 2].length - wide / 2)
            canvas.put(f"call.{seat.value}", place, markup, turn)
    return Scene(WIDTH, HEIGHT, canvas.sprites)


def _put_tiles(canvas: Canvas, board: Board, view: BoardSeat, side: Side, pen: Pen) -> None:
    _put_pieces(canvas, pieces_of(board, view, pen, _TILE), side)
    _put_discards(canvas, board, view, side, pen)
    if view.riichi and view.riichi.stands:
        canvas.put(f"stick.{view.seat.value}", side.at(0, _STICK_OUT), _STICK, side.turn)


def _put_ground(canvas: Canvas, board: Board, sides: dict[Seat, Side]) -> None:
    rim, felt = box("rim", WIDTH - 2, HEIGHT - 2, 14), box("felt", WIDTH - 2 * _WOOD, HEIGHT - 2 * _WOOD, 8)
    canvas.put("felt", _MIDDLE, rim + felt)
    canvas.put("panel", _MIDDLE, box("panel", 2 * (_PANEL_OUT + _WIDER), 2 * _PANEL_OUT, 12))
    for seat, side in sides.items():
        lit = " lit" if board.seat(seat).is_turn and not board.is_decided else ""
        length = 2 * side.breadth(_PANEL_OUT) - 40
        canvas.put(f"lamp.{seat.value}", side.at(0, _PANEL_OUT - 4), box(f"lamp{lit}", length, 5, 2.5), side.turn)


def _on_plate(side: Side, along: float) -> tuple[tuple[float, float], int]:
    """A place on a plate, so far from where it begins; and how far it is turned: nobody's words stand on their head."""
    end = side.breadth(_PLATE_END)
    if side.turn == 180:
        return side.at(end - along, _PLATE_OUT), 0
    return side.at(end - _PLATES[side.number % 2].length + along, _PLATE_OUT), side.turn


def _put_pieces(canvas: Canvas, pieces: Pieces, side: Side) -> None:
    gap = _DRAWN_GAP if pieces.drawn else 0
    hand = sum(one.room for one in pieces.hand) + gap
    sets = sum(one.room for laid in pieces.sets for one in laid) + _SET_GAP * len(pieces.sets)
    first, last, start = _HANDS[side.number % 2]
    scale = min(1.0, (last - first) / max(hand + sets, 1))
    along = max(min(start, last - (hand + sets) * scale), first)
    out = _HAND_OUT - (1 - scale) * _TILE * SHAPE / 2
    for at, one in enumerate(pieces.hand):
        if gap and at == len(pieces.hand) - 1:
            along += gap * scale
        _put(canvas, pieces.seat, one, side, along, out, scale)
        along += one.room * scale
    end = last
    for laid in pieces.sets:
        end -= sum(one.room for one in laid) * scale
        along = end
        for one in laid:
            _put(canvas, pieces.seat, one, side, along, out, scale)
            along += one.room * scale
        end -= _SET_GAP * scale
    _put_bonus(canvas, pieces, side)


def _put(canvas: Canvas, seat: Seat, one: Piece, side: Side, along: float, out: float, scale: float) -> None:
    """A piece whose left end is at `along`."""
    middle = side.at(along + one.room * scale / 2, out + one.lower * scale)
    canvas.put(one.name_of(seat), middle, one.scaled(scale), side.turn)


def _put_bonus(canvas: Canvas, pieces: Pieces, side: Side) -> None:
    """Beside the discards, from the wall inwards: in as many rows as leave the tiles largest."""
    left, right = _CORNER[side.number % 2], side.breadth(_CORNER_END)
    room, deep = right - left, _CORNER_END - _CORNER[1 - side.number % 2] + (_WIDER if side.number % 2 else 0) - _OWNER
    count = max(len(pieces.bonus), 1)
    scale, in_row = max(
        (min(1.0, room / (width * _TILE), deep / (-(-count // width) * _TILE * SHAPE)), width)
        for width in range(1, count + 1)
    )
    for at, one in enumerate(pieces.bonus):
        row, column = divmod(at, in_row)
        out = _CORNER_END - (row + 0.5) * _TILE * SHAPE * scale
        _put(canvas, pieces.seat, one, side, right - (in_row - column) * _TILE * scale, out, scale)
    if pieces.bonus:
        out = _CORNER_END - -(-count // in_row) * _TILE * SHAPE * scale - _OWNER / 2
        disc = wind_disc(pieces.seat, -_OWNER / 2 + 1, _OWNER - 2, LEAST)
        canvas.put(f"owner.{pieces.seat.value}", side.at(right - _OWNER / 2, out), disc)


def _put_discards(canvas: Canvas, board: Board, view: BoardSeat, side: Side, pen: Pen) -> None:
    """Three rows; shorter ones where one lies across, longer ones where there are more discards."""
    in_row, rows = _IN_ROW[side.number % 2], 3
    if pen.upright and side.number % 2:
        in_row, rows = 4, 5
    wide = in_row * _TILE
    across = (SHAPE - 1) * _TILE if view.riichi else 0.0
    in_row = max(6 if across and rows == 3 else in_row, -(-len(view.discards) // rows))
    scale = min(1.0, wide / (in_row * _TILE + across))
    start = -(in_row * _TILE + across) * scale / 2
    places = rows_of_discards(view.discards, in_row, _TILE * scale)
    for at, (one, (row, along)) in enumerate(zip(view.discards, places, strict=True)):
        place = (_upright if pen.upright else _turned)(side, start + along, row)
        turn = 0 if pen.upright else side.turn
        markup = discard(board, one, pen, round(_TILE * scale, 2), turn, at == view.latest)
        canvas.put(f"d.{view.seat.value}.{at}", place, markup, turn)


def _turned(side: Side, along: float, row: int) -> tuple[float, float]:
    return side.at(along, _FIRST_OUT + row * _ROW_STEP)


def _upright(side: Side, along: float, row: int) -> tuple[float, float]:
    """Rows go from left to right: beside the panel downwards, else away from it."""
    if side.number % 2:
        x, y = side.at(0, _FIRST_OUT + _ROW_STEP)
        return x + along, y + (row - 2) * _ROW_STEP
    x, y = _turned(side, 0, row)
    return x + along, y


def _put_parcel(canvas: Canvas, parcel: Parcel, side: Side, pen: Pen) -> None:
    """Tiles passed lie before the giver, on the side of the taker, with an arrow towards the taker."""
    letter = parcel.giver.value
    way = {parcel.giver.right: 1, parcel.giver.across: 0, parcel.giver.left: -1}[parcel.taker]
    width = min(_TILE, 3 * _TILE / max(len(parcel.tiles), 1))
    middle = way * 70.0
    first = _FIRST_OUT + _ROW_STEP
    start = middle - width * len(parcel.tiles) / 2
    for at, one in enumerate(parcel.tiles):
        markup = tile(pen.sprites, symbol_id(one.face, is_seen=False), width)
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
    """Above the round; below it what was passed, or at the left what is left, at the right dice, or indicators."""
    said, riichi = round_words(board), board.riichi
    if riichi and board.is_decided:
        # Under the round all who have won, in one line; below them the winning tile beside the indicators.
        first, *rest = outcome(board)
        canvas.put("round", _middle(-52), lines_markup([(said, LEAST, "soft")], _SAID))
        beside = text(fitted(", ".join(rest), _SAID_ASIDE, LEAST), -_ASIDE, 37, LEAST, "soft") if rest else ""
        canvas.put("result", _middle(-28), lines_markup([(first, 24.0, "strong")], _SAID) + beside)
        put_indicators(canvas, riichi, pen.sprites, _middle(_INDICATORS[0] + 8, _INDICATORS[1]), _TURNED)
        if board.won_on is not None:
            canvas.put("won", _middle(43, -_ASIDE), tile(pen.sprites, symbol_id(board.won_on.face), _TURNED))
        return
    canvas.put("round", _middle(-46), lines_markup([(said, 24.0, "strong")], _SAID))
    if board.is_decided:
        _put_outcome(canvas, board, pen)
        return
    if riichi and riichi.indicators:
        put_indicators(canvas, riichi, pen.sprites, _middle(*_INDICATORS), _TURNED)
        _put_riichi(canvas, board)
        return
    passing = passing_lines(board)
    aside = _BESIDE if board.dice and not passing else 0
    if aside:
        canvas.put("dice", _middle(-4, aside), dice_markup(board.dice, 28, LEAST))
    if passing:
        lines = [(words, LEAST, "soft" if at else "strong") for at, words in enumerate(passing)]
        canvas.put("passing", _middle(2), lines_markup(lines, _SAID, 1.1))
    if says_left(board):
        _put_left(canvas, board, aside, bool(passing))


def _put_riichi(canvas: Canvas, board: Board) -> None:
    """Tiles left, and what lies in the pot, beside the indicators."""
    words = [line for line in ("left", stakes_words(board)) if line]
    lines = [(left_words(board), 44.0, "left"), *((line, LEAST, "soft") for line in words)]
    canvas.put("left", _middle(16, -_ASIDE), lines_markup(lines, _SAID_ASIDE, 1.05))


def _put_left(canvas: Canvas, board: Board, aside: float, is_small: bool) -> None:
    """The tiles that can still be drawn, large but while other words need the room."""
    if is_small:
        canvas.put("left", _middle(0), text(f"{left_words(board)} {tiles_left(board)}", 0, 62, LEAST, "left"))
        return
    markup = text(left_words(board), -aside, 10, 46, "left") + text(tiles_left(board), -aside, 34, LEAST, "soft")
    if dead_words(board):
        markup += text(dead_words(board), 0, 61, LEAST, "soft")
    canvas.put("left", _middle(0), markup)


def _put_outcome(canvas: Canvas, board: Board, pen: Pen) -> None:
    """How it came out, and below it the winning tile beside what is left."""
    first, *rest = outcome(board)
    lines = [(first, 26.0, "strong")] + ([(", ".join(rest), LEAST, "soft")] if rest else [])
    canvas.put("result", _middle(-9), lines_markup(lines, _SAID, 1.1))
    aside = _BESIDE if says_left(board) else 0
    if board.won_on is not None:
        canvas.put("won", _middle(43, -aside), tile(pen.sprites, symbol_id(board.won_on.face), _TURNED))
    if says_left(board):
        place = _middle(0, _BESIDE / 2 if board.won_on is not None else 0)
        canvas.put("left", place, text(f"{left_words(board)} {tiles_left(board)}", 0, 52, LEAST, "left"))


TALL_WIDTH = 360.0
TALL_LEAST = 13.2
"""The smallest letters: eleven pixels where the window is 320 wide."""
_EDGE, _ROOM = 4.0, 352.0
_TALL_TILE = 22.0
_ROW = _TALL_TILE * SHAPE + 1
_TOP = 72.0
"""Height of the strip for the middle."""
_HEAD = 20.0
"""Height of a name plate, with what is below it."""
_PLATE = PlateSize(_ROOM, _HEAD - 2, 14, TALL_LEAST)
_TALL_IN_ROW = 16
_TALL_SET_GAP, _TALL_DRAWN_GAP = 4.0, 5.0
_TALL_WALLS = WallLayout((_TOP / 2, _TOP / 2), _TOP / 2 - 7, 52, 6, 3)


def tall_scene(board: Board, pen: Pen) -> Scene:
    """The whole table."""
    canvas = Canvas()
    seats = [*board.sides[1:], board.sides[0]]
    # Whoever is at the bottom: from event to event a thing stays above those that it was above.
    order = sorted(enumerate(seats), key=lambda place: place[1].index)
    most = 3 if len(order) < 4 else 2
    rows = {seat: min(most, _rows_of(board.seat(seat))) for seat in seats}
    deep = [_HEAD + (1 + rows[seat]) * _ROW + 1 for seat in seats]
    tops = {seat: _TOP + sum(deep[:number]) for number, seat in enumerate(seats)}
    height = math.ceil(_TOP + sum(deep) + 2)
    canvas.put("felt", (TALL_WIDTH / 2, height / 2), box("felt", TALL_WIDTH, height, 8))
    canvas.put_kept(pen, (_TALL_WALLS, board.sides), board.wall, partial(put_walls, board=board, plan=_TALL_WALLS))
    _put_tall_middle(canvas, board, pen)
    for _number, seat in order:
        top, view = tops[seat] + _HEAD, board.seat(seat)
        tray = f'<rect class="tray" width="{_ROOM + 4:g}" height="{rows[seat] * _ROW:g}" rx="4"/>'
        canvas.put(f"tray.{seat.value}", (_EDGE - 2, top + _ROW), tray)
        put_plate(canvas, board, view, pen, ((_EDGE, top - _HEAD / 2 - 1), 0), _PLATE)
        tiles = partial(_put_tall_tiles, board=board, view=view, top=top, rows=rows[seat], pen=pen)
        canvas.put_kept(pen, (seat, top, sees_hand(board.sight, seat)), (rows[seat], tiles_of(board, view)), tiles)
        for parcel in board.charleston.parcels if board.charleston is not None else ():
            if parcel.giver is seat:
                _put_tall_parcel(canvas, board, parcel, top + _ROW, pen)
    return Scene(TALL_WIDTH, height, canvas.sprites)


def _put_tall_tiles(canvas: Canvas, board: Board, view: BoardSeat, top: float, rows: int, pen: Pen) -> None:
    """From `top` on the hand, then so many rows of discards."""
    pieces = pieces_of(board, view, pen, _TALL_TILE)
    _put_tall_pieces(canvas, pieces, top + _ROW / 2)
    _put_tall_discards(canvas, board, view, pieces.bonus, top + _ROW, rows, pen)


def _rows_of(view: BoardSeat) -> int:
    """In how many rows discards and bonus tiles lie, at least one."""
    taken = len(view.discards) + (len(view.bonus) + 1 if view.bonus else 0)
    return max(1, -(-taken // (_TALL_IN_ROW - bool(view.riichi))))


def _put_tall_pieces(canvas: Canvas, pieces: Pieces, y: float) -> None:
    """The hand, and at the end of its row the sets; all smaller where there are more tiles than fit."""
    gap = _TALL_DRAWN_GAP if pieces.drawn else 0
    sets = sum(one.room for laid in pieces.sets for one in laid) + len(pieces.sets) * _TALL_SET_GAP
    scale = min(1.0, _ROOM / max(sum(one.room for one in pieces.hand) + gap + sets, 1))
    along = _EDGE
    for at, one in enumerate(pieces.hand):
        if gap and at == len(pieces.hand) - 1:
            along += gap * scale
        along = _put_tall(canvas, pieces.seat, one, along, y, scale)
    along = _EDGE + _ROOM - sets * scale
    for laid in pieces.sets:
        along += _TALL_SET_GAP * scale
        for one in laid:
            along = _put_tall(canvas, pieces.seat, one, along, y, scale)


def _put_tall(canvas: Canvas, seat: Seat, one: Piece, along: float, y: float, scale: float) -> float:
    """A piece whose left end is at `along`; its right end."""
    canvas.put(one.name_of(seat), (along + one.room * scale / 2, y + one.lower * scale), one.scaled(scale))
    return along + one.room * scale


def _put_tall_discards(
    canvas: Canvas, board: Board, view: BoardSeat, bonus: list[Piece], top: float, rows: int, pen: Pen
) -> None:
    """The discards; at the end of their last row, a tile's width from them at least, the bonus tiles."""
    # One that lies across takes more room.
    widest = _TALL_IN_ROW - bool(view.riichi)
    taken = len(view.discards) + (len(bonus) + 1 if bonus else 0)
    in_row = max(widest, -(-taken // rows))
    width = round(min(_TALL_TILE, _ROOM / (in_row + _TALL_IN_ROW - widest)), 2)
    places = rows_of_discards(view.discards, in_row, width)
    for at, (one, (row, along)) in enumerate(zip(view.discards, places, strict=True)):
        place = (_EDGE + along, top + (row + 0.5) * _ROW)
        canvas.put(f"d.{view.seat.value}.{at}", place, discard(board, one, pen, width, 0, at == view.latest))
    along = _EDGE + _ROOM - len(bonus) * width
    for piece in bonus:
        along = _put_tall(canvas, view.seat, piece, along, top + (rows - 0.5) * _ROW, width / _TALL_TILE)


def _put_tall_parcel(canvas: Canvas, board: Board, parcel: Parcel, top: float, pen: Pen) -> None:
    """Where there are no discards yet: what is passed, and to whom."""
    letter = parcel.giver.value
    width = min(_TALL_TILE, _ROOM / 2 / max(len(parcel.tiles), 1))
    y = top + _ROW / 2
    blind = f", {parcel.blind} blind" if parcel.blind else ""
    canvas.put(
        f"pass.{letter}",
        (_EDGE + 4, y),
        text(f"passes to {board.named(parcel.taker)}{blind}:", 0, 4, TALL_LEAST, "on-felt", "start"),
    )
    for at, one in enumerate(parcel.tiles):
        place = (_EDGE + 180 + (at + 0.5) * width, y)
        canvas.put(f"p.{letter}.{at}", place, tile(pen.sprites, symbol_id(one.face, is_seen=False), width))


def _put_tall_middle(canvas: Canvas, board: Board, pen: Pen) -> None:
    canvas.put("panel", (0, 0), f'<rect class="panel" x="82" y="4" width="274" height="{_TOP - 8:g}" rx="6"/>')
    middle = (_TOP / 2, _TOP / 2)
    if says_left(board):
        canvas.put("left", middle, text(left_words(board), 0, 4, 16, "left on-felt"))
        canvas.put("left-words", middle, text("left", 0, 16, TALL_LEAST, "on-felt"))
    head = round_words(board)
    beside = 156 if board.riichi else 160 if board.dice and board.won_on is None else 254
    said = outcome(board) if board.is_decided else passing_lines(board)
    # All who have won stand in one line: where it would meet the winning tile it changes places with the round.
    is_below = bool(said) and board.riichi
    size = TALL_LEAST if is_below else smaller([head], beside, 15, TALL_LEAST)
    words = text(fitted(head, beside, size), 0, 0, size, "soft" if is_below else "strong", "start")
    canvas.put("round", (92, 44 if is_below else 24), words)
    down = 24 if is_below else 44
    room = 170 if not board.riichi else 156
    if board.riichi:
        put_indicators(canvas, board.riichi, pen.sprites, (305, 23), 19)
    if said:
        large = smaller([said[0]], room, 14, TALL_LEAST)
        told = fitted(said[0], room, large)
        rest = fitted(", ".join(said[1:]), room, TALL_LEAST)
        words = text(told, 0, 0, large, "strong", "start") + text(rest, 0, 61 - down, TALL_LEAST, "soft", "start")
        canvas.put("result", (92, down), words)
    elif says_left(board):
        words = stakes_words(board) or dead_words(board)
        canvas.put("dead", (92, 42), text(words, 0, 0, TALL_LEAST, "soft", "start"))
    if board.won_on is not None:
        won, width = ((330, 39), 30) if not board.riichi else ((245, 49), 19)
        canvas.put("won", won, tile(pen.sprites, symbol_id(board.won_on.face), width))
    elif board.dice and not board.riichi:
        canvas.put("dice", (310, 30), dice_markup(board.dice, 16, TALL_LEAST))


def table_scene(board: Board, layout: Layout, pen: Pen) -> Scene:
    """The picture of a table as its board says who sees what of it."""
    return tall_scene(board, pen) if layout == "tall" else wide_scene(board, pen)
