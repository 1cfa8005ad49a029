"""The parts of a picture in either layout: walls, the middle of the table, name plates, the tiles before a player."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from mjlog.log.sight import sees_hand
from mjlog.seats import SEATS, Seat
from mjlog.text import points, shown, signed
from mjlog.tiles import Tile
from mjlog.viewer.drawing.scene import (
    SHAPE,
    Canvas,
    Pen,
    Side,
    Sprite,
    box,
    fitted,
    linked,
    meant,
    smaller,
    text,
    tile,
    wall_side,
    width_of,
    wild_mark,
)
from mjlog.viewer.faces import BACK, symbol_id
from mjlog.views.board import Board, BoardSeat, DiceView, DiscardView
from mjlog.views.board_parts import RiichiView, SetTile, Stack, WallView


class WallLayout(NamedTuple):
    """How walls are drawn: the table's middle, how far out they stand, the longest one, how deep a stack is."""

    middle: tuple[float, float]
    out: float
    length: float
    depth: float
    widest: float
    wider: float = 0

    def side_of(self, seat: Seat, sides: Sequence[Seat]) -> Side:
        """The side on which a wall stands."""
        return Side(wall_side(seat, sides), self.middle, self.wider)


def put_walls(canvas: Canvas, board: Board, plan: WallLayout) -> None:
    """All stacks and the mark of the break.

    Before the break the walls stand whole; after it, nothing where it is not known. Where an indicator was turned
    the stack is light: its face is shown in the middle.
    """
    wall, sides = board.wall, board.sides
    for seat, side in zip(SEATS, wall.stacks or _whole(wall), strict=False):
        canvas.sprites.update(_side(seat, side, plan.side_of(seat, sides), plan))
    if wall.broken is not None and wall.stacks:
        place = plan.side_of(wall.broken.wall, sides)
        length = len(wall.stacks[0])
        along = (length / 2 - wall.mark + 0.5) * step_of(plan, length)
        size = plan.depth * 0.28
        canvas.put("break", place.at(along, plan.out + plan.depth / 2 + size * 0.9), _mark(size), place.turn)


def _whole(wall: WallView) -> tuple[tuple[Stack, ...], ...]:
    """Walls of which no tile has been taken; none where some have, or where the tiles make no such walls."""
    if not wall.sure or wall.live + wall.dead != wall.size or wall.size % (2 * wall.built):
        return ()
    return ((Stack(2, dead=False),) * (wall.size // (2 * wall.built)),) * wall.built


@functools.lru_cache(maxsize=256)
def _side(seat: Seat, stacks: tuple[Stack, ...], place: Side, plan: WallLayout) -> dict[str, Sprite]:
    """One wall; kept, since an event changes one of the four at most."""
    canvas = Canvas()
    step = step_of(plan, len(stacks))
    for number, stack in enumerate(stacks):
        along = (len(stacks) / 2 - number - 0.5) * step
        markup = _stack(stack, round(step - 1.4, 2), plan.depth)
        canvas.put(f"w.{seat.value}.{number + 1}", place.at(along, plan.out), markup, place.turn)
    return canvas.sprites


def step_of(plan: WallLayout, stacks: int) -> float:
    """From the middle of a stack to that of the next."""
    return min(plan.widest, plan.length / max(stacks, 1))


@functools.lru_cache(maxsize=64)
def _stack(stack: Stack, width: float, depth: float) -> str:
    """A stack of two shows the edge of the tile below; where nothing stands, the place stays marked."""
    if not stack.tiles and not stack.loose:
        return box("place", width, depth, 2)
    dead = " dead" if stack.dead else ""
    parts = []
    rise = depth * 0.13 * stack.tiles
    if stack.tiles:
        parts.append(_block(width, depth, 0, "side" + dead))
        look = "up" if stack.indicator is not None else "two" if stack.tiles > 1 else "one"
        parts.append(_block(width, depth - rise, -rise / 2, look + dead))
    if stack.loose:
        # Loose tiles lie across the stack that they were set on.
        parts.append(_block(width, depth * 0.58, -rise / 2, "loose"))
        if stack.loose > 1:
            parts.append(_block(width * 0.6, depth * 0.34, -rise / 2, "loose"))
    return "".join(parts)


def _block(width: float, depth: float, middle: float, look: str) -> str:
    return box(f"stack {look}", width, depth, min(3, width / 6), y=middle)


def _mark(size: float) -> str:
    """A wedge that points at the stack where the count ended."""
    return f'<path class="break" d="M{-size * 0.8:.2f} {size * 0.8:.2f}H{size * 0.8:.2f}L0 {-size * 0.7:.2f}Z"/>'


FOR = {"break-wall": "wall", "break-stack": "stack"}
"""What a throw is for, in one word."""
_PIPS = {
    1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)), 4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)), 6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}  # fmt: skip


def dice_markup(throws: Sequence[DiceView], size: float, letters: float) -> str:
    """All throws side by side, each with what it was thrown for."""
    widths = [(len(throw.dice) or 1) * size * 1.12 for throw in throws]
    between = max(size * 0.55, letters)
    along = -(sum(widths) + between * (len(throws) - 1)) / 2
    parts = []
    for throw, width in zip(throws, widths, strict=True):
        parts.append(f'<g transform="translate({along + width / 2:.1f} 0)">{_throw(throw, size, letters)}</g>')
        along += width + between
    return "".join(parts)


@functools.lru_cache(maxsize=256)
def _throw(throw: DiceView, size: float, letters: float) -> str:
    label = text(FOR.get(throw.purpose, throw.purpose), 0, size / 2 + letters * 0.95, letters, "soft")
    if not throw.dice:
        return text(str(throw.total), 0, round(size * 0.36, 1), size, "strong") + label
    step = size * 1.12
    places = [(at - (len(throw.dice) - 1) / 2) * step for at in range(len(throw.dice))]
    return "".join(_die(number, x, size) for number, x in zip(throw.dice, places, strict=True)) + label


def _die(number: int, x: float, size: float) -> str:
    """One die; the one and the four are red, as on Chinese dice."""
    look = "pip red" if number in (1, 4) else "pip"
    radius = size * (0.15 if number == 1 else 0.095)
    step = size * 0.26
    pips = "".join(
        f'<circle class="{look}" cx="{x + across * step:.2f}" cy="{down * step:.2f}" r="{radius:.2f}"/>'
        for across, down in _PIPS.get(number, ())
    )
    return box("die", size, size, size * 0.2, x) + pips


_LONGEST_LINE = 40


def has_begun(board: Board) -> bool:
    """Whether a hand is on the table: before the first one there is nothing to be said of it."""
    return board.hand > 0


def round_words(board: Board) -> str:
    """What players call the hand, shorter for a goulash, so that this is said, too."""
    if not has_begun(board):
        return "No hand yet"
    return f"{board.hand_words.replace(' round', '')}, a goulash" if board.wild else board.hand_words


def says_left(board: Board) -> bool:
    """Whether it can be told how many tiles are left."""
    return has_begun(board) and board.depth != "result"


def left_words(board: Board) -> str:
    """How many tiles can still be drawn, about as many where that is not sure."""
    return f"{'' if board.wall.sure else '~'}{board.wall.live}"


def tiles_left(board: Board) -> str:
    """What is said behind how many."""
    return "tile left" if left_words(board) == "1" else "tiles left"


def stakes_words(board: Board) -> str:
    """What lies on the table for the winner."""
    return "" if not board.riichi or not board.riichi.pot else f"pot {points(board.riichi.pot)}"


def dead_words(board: Board) -> str:
    """How many tiles stand in the dead wall."""
    return f"{board.wall.dead} in the dead wall" if board.wall.dead else ""


def outcome(board: Board) -> list[str]:
    """How the hand came out, in up to three short lines."""
    if board.winner is None:
        return board.outcome
    lines = [board.won_by]
    if board.won_from is not None:
        lines.append(f"from {board.named(board.won_from)}")
    if board.line is not None:
        value = "" if board.line.value is None else f" ({board.line.value})"
        lines.append(shown(board.line.label, _LONGEST_LINE) + value)
    return lines


def passing_lines(board: Board) -> list[str]:
    """Which pass of the Charleston is made, in up to three short lines."""
    passing = board.charleston
    if passing is None:
        return []
    first, *ways = passing.words.removeprefix("the ").split(", ")
    stopped = [] if passing.stopped is None else [f"{board.named(passing.stopped)} refused"]
    return [first[:1].upper() + first[1:], *ways, *stopped]


def put_indicators(canvas: Canvas, riichi: RiichiView, sprites: str, at: tuple[float, float], width: float) -> None:
    """Dora indicators in a row whose middle is at a place, those that are not turned face down; under them the others.

    One pair a place, as they lie in the dead wall.
    """
    for row, tiles in enumerate((riichi.indicators, riichi.under)):
        for place in range(riichi.places if not row else len(tiles)):
            symbol = symbol_id(tiles[place].face) if place < len(tiles) else BACK
            x = at[0] + (place - (riichi.places - 1) / 2) * (width + 1)
            canvas.put(f"i.{row}.{place}", (x, at[1] + row * (width * SHAPE + 1)), tile(sprites, symbol, width))


def lines_markup(lines: list[tuple[str, float, str]], room: float, gap: float = 1.25) -> str:
    """Lines of text round the origin, each with its size and look, smaller or cut where there is too little room."""
    lines = [(words, smaller([words], room, size, min(size, 22)), look) for words, size, look in lines]
    height = sum(size * gap for _, size, _ in lines)
    y = -height / 2
    parts = []
    for words, size, look in lines:
        y += size * gap
        parts.append(text(fitted(words, room, size), 0, round(y - size * (gap - 0.85), 1), size, look))
    return "".join(parts)


_PADDING, _BETWEEN, _APART = 0.8, 0.35, 1.3
"""Room inside a badge and between badges, in parts of the size of its letters."""
_DEAD_FOR = {
    "count": "dead: tile count", "exposure": "dead: impossible sets", "false-mahjong": "dead: false mahjong",
    "call": "dead: wrong call", "other": "dead",
}  # fmt: skip
Badge = tuple[str, str]
"""Words, and the look that tells how they are meant."""


def account(view: BoardSeat) -> str:
    """What a player has: chips where they are counted, otherwise the running total."""
    if view.chips is not None:
        return f"{points(view.chips)} chips"
    return "" if view.total is None else points(view.total)


def change_of(view: BoardSeat) -> tuple[str, str]:
    """What the hand changed, or before that what was announced for it; with its look."""
    if view.change is not None:
        return signed(view.change), "plus" if view.change > 0 else "minus" if view.change < 0 else "quiet"
    return ("", "quiet") if view.score is None else (f"score {view.score}", "quiet")


def badges(board: Board, view: BoardSeat) -> list[Badge]:
    """What is to be said of a player, the weightiest first."""
    said: list[Badge] = []
    if view.dead:
        said.append((_DEAD_FOR[view.dead], "bad"))
    if view.seat in board.winners:
        said.append(("mahjong", "win"))
    if view.seat is board.false_by and not view.dead:
        said.append(("false mahjong", "bad"))
    if view.claims:
        said.append((view.claims, "act"))
    elif view.is_turn and not board.is_decided:
        said.append(("to act", "act"))
    if view.is_calling:
        said.append(("calling", "calm"))
    if view.riichi and view.riichi.declared:
        said.append(("double riichi" if view.riichi.double else "riichi", "calm"))
    if view.riichi and view.riichi.furiten:
        said.append(("furiten", "bad"))
    if view.tiles_due is not None:
        said.append((f"{view.tiles} tiles, not {view.tiles_due}", "bad"))
    return said


def look_of(board: Board, view: BoardSeat) -> str:
    """The look of a plate."""
    if view.seat in board.winners:
        return "plate win"
    if view.dead:
        return "plate fallen"
    return "plate turn" if view.is_turn else "plate"


@functools.lru_cache(maxsize=512)
def _badges_markup(said: tuple[Badge, ...], start: float, end: float, size: float) -> str:
    """Badges side by side up to a place: the last one cut, or left out, where there is no room."""
    parts: list[str] = []
    for words, look in said:
        words = fitted(words, end - start - size * _PADDING, size)
        width = round(width_of(words, size) + size * _PADDING, 1)
        if len(words) < 4 or width > end - start + 0.1:
            break
        x = round(end - width, 1)
        middle = round(x + width / 2, 1)
        parts.append(box(f"badge {look}", width, size * 1.12, size * 0.4, middle))
        parts.append(text(words, middle, size * 0.35, size, f"said {look}"))
        end = x - size * _BETWEEN
    return "".join(parts)


def bubble_markup(words: str, size: float) -> tuple[str, float]:
    """What a player calls, in a bubble; how wide it is."""
    wide, high = round(width_of(words, size) + size * 1.2, 1), round(size * 1.4, 1)
    return box("call", wide, high, high / 2) + text(words, 0, round(size * 0.35, 1), size, "said act"), wide


class PlateSize(NamedTuple):
    """A name plate: how long and high it is, how large the name is and the other words are, where they begin."""

    length: float
    high: float
    name: float
    least: float
    first: float = 0


def put_plate(
    canvas: Canvas, board: Board, view: BoardSeat, pen: Pen, place: tuple[tuple[float, float], int], size: PlateSize
) -> None:
    """One line from a place on: wind, name, what the player has, what the hand changed; at its end what is said.

    `place`: where it begins, and how far it is turned. A long name is somewhat smaller, and cut where that does not
    help.
    """
    said, look = tuple(badges(board, view)), look_of(board, view)
    made_of = board.named(view.seat), account(view), change_of(view), said, look
    canvas.put_kept(pen, ("plate", view.seat, place), made_of, partial(_plate, view.seat, place, size, made_of))


def _plate(
    seat: Seat,
    place: tuple[tuple[float, float], int],
    size: PlateSize,
    made_of: tuple[str, str, tuple[str, str], tuple[Badge, ...], str],
    canvas: Canvas,
) -> None:
    letter, (at, turn), (length, high, name_size, least, first) = seat.value, place, size
    name, total, (change, look), said, plate = made_of
    asked = min(sum(width_of(words, least) + least * (_PADDING + _BETWEEN) for words, _ in said), (length - first) / 2)
    money = sum(width_of(words, least) + least * _APART for words in (total, change) if words)
    room = max(length - first - 2 * high - money - asked, (length - first) / 6)
    large = smaller([name], room, name_size, least)
    name = fitted(name, room, large)
    start = round(first + high * 1.6 + width_of(name, large), 1)
    end = round(min(start + money - least * _APART, length - high / 4 - asked), 1)
    numbers = smaller([one for one in (total, change) if one], end - start, least, least * 0.6)
    down = round(least * 0.36, 1)
    named = text(name, first + high * 1.25, down, large, "name", "start")
    paid = text(change, end, down, numbers, look, "end") if change else ""
    canvas.put(f"plate.{letter}", at, box(plate, length, high, high * 0.2, length / 2), turn)
    canvas.put(f"name.{letter}", at, wind_disc(seat, first, high, least) + named, turn)
    canvas.put(f"total.{letter}", at, text(total, start, down, numbers, "total", "start") + paid, turn)
    canvas.put(f"badges.{letter}", at, _badges_markup(said, end + high / 4, length - 1, least), turn)


@functools.cache
def wind_disc(seat: Seat, x: float, high: float, size: float) -> str:
    """A disc with the letter of a seat; East's is red."""
    east = " east" if seat is Seat.E else ""
    letter = text(seat.value, x + high / 2, round(size * 0.36, 1), size, f"wind-letter{east}")
    return box(f"wind{east}", high, high, high / 2, x + high / 2) + letter


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


def tiles_of(board: Board, view: BoardSeat) -> Any:
    """All that the tiles before a player are drawn of."""
    is_seen = sees_hand(board.sight, view.seat) or view.shown
    of_the_hand = board.line, board.winner, board.wild, board.sides
    tiles = view.concealed, view.drawn, view.sets, view.bonus, view.discards, view.latest
    return is_seen, of_the_hand, tiles, view.dead, view.riichi


def pieces_of(board: Board, view: BoardSeat, pen: Pen, width: float) -> Pieces:
    """Hand, sets and bonus tiles of a seat, of tiles so wide."""
    look = " off" if view.dead else ""
    sets = [
        [
            _set_tile(one, f"s.{number}.{at}", board, pen, width, look, pen.href(laid.seq))
            for at, one in enumerate(laid.lying)
        ]
        for number, laid in enumerate(view.sets)
    ]
    bonus = [
        Piece(f"b.{at}", tile(pen.sprites, symbol_id(one.face), width), width) for at, one in enumerate(view.bonus)
    ]
    tiles, drawn = in_order(board, view)
    is_seen = sees_hand(board.sight, view.seat) or view.shown
    hand = [
        Piece(f"h.{at}", tile(pen.sprites, symbol_id(one.face, is_seen), width, look) + _wild(one, board, width), width)
        for at, one in enumerate(tiles)
    ]
    return Pieces(view.seat, hand, drawn, sets, bonus)


def in_order(board: Board, view: BoardSeat) -> tuple[list[Tile], bool]:
    """The concealed tiles, the one just drawn last, and whether there is one; those of a line as the line does."""
    tiles = list(view.concealed)
    if board.line is not None and board.winner is view.seat:
        order = [tile for group in board.line.groups for tile in group.tiles]
        tiles.sort(key=lambda tile: order.index(tile) if tile in order else -1)
    if view.drawn is None or view.drawn not in tiles:
        return tiles, False
    tiles.remove(view.drawn)
    return [*tiles, view.drawn], True


def _wild(one: Tile, board: Board, width: float, across: bool = False) -> str:
    """The mark of a tile that stands for any other by the rules of the hand."""
    return wild_mark(width, across) if one == board.wild else ""


def _set_tile(one: SetTile, name: str, board: Board, pen: Pen, width: float, look: str, address: str) -> Piece:
    symbol = BACK if one.down else symbol_id(one.tile.face)
    markup = tile(pen.sprites, symbol, width, look, one.turned)
    if not one.down:
        markup += _wild(one.tile, board, width, one.turned)
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


def discard(board: Board, one: DiscardView, pen: Pen, width: float, turn: float, is_latest: bool) -> str:
    """A discard: the latest in a frame, a claimed one as a ghost with an arrow towards who took it.

    With which riichi was declared lies across.
    """
    look = " gone" if one.claimed_by is not None else ""
    markup = tile(pen.sprites, symbol_id(one.tile.face), width, look, bool(one.riichi))
    if is_latest:
        wide, high = (width * SHAPE, width) if one.riichi else (width, width * SHAPE)
        markup = box("latest open" if one.is_open else "latest", wide + 3, high + 3, width * 0.15) + markup
    if one.claimed_by in board.sides:
        markup += _taker(Side(board.sides.index(one.claimed_by), (0, 0)).turn, width, turn)
    return linked(markup, pen.href(one.seq))


@functools.lru_cache(maxsize=256)
def _taker(way: float, width: float, turn: float) -> str:
    """An arrow to the side of who took a discard, on the corner that has no index."""
    wide = width * 0.22
    x, y = width / 2 - wide - 1, width * SHAPE / 2 - wide - 1
    shape = f"M{-wide:.2f} {-wide * 0.7:.2f}H{wide:.2f}L0 {wide:.2f}Z"
    return f'<path class="taker" d="{shape}" transform="translate({x:.2f} {y:.2f}) rotate({way - turn:g})"/>'
