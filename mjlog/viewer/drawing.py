"""The table as one picture: a board becomes a scene of named things, a scene becomes SVG.

Nothing here knows the game's rules or the web: a `Board` says what may be seen, and is all that is drawn.

Things have the same names in both layouts, with the letter of their seat and a number where there are several: `h.S.3`
a tile of South's hand, `s.S.0.2` of South's first set, `b.S.0` a bonus tile, `d.S.5` a discard, `p.S.1` a tile that
South passes and `pass.S` where to, `w.S.7` a stack of South's wall counted from the builder's right, `break` the mark
of the break; `plate.S`, `name.S`, `total.S`, `badges.S`; in the middle `lamp.S`, `round`, `left`, `dice`, `passing`,
`result`, `won`, `i.0.2` an indicator and `i.1.2` the one under it; `stick.S` that of a riichi, `call.S` what South
calls. `felt`, `panel` and `tray.S` lie below all others.

A thing keeps its name from event to event (the second stack of South's wall, North's fifth discard), so that a step
from one picture to the next is told by what has changed.

From above everybody's tiles are turned towards their owner; units are those of a table of 864 by 684. A side has, from
its edge inwards: the name plate, set into the wood, hand and sets, the wall, the discards. The plate reaches into the
corner at the player's right, where the sets lie, and begins away from the neighbour's: so every set lies along its
owner's plate. In the corner within the wall are the bonus tiles, below a disc that says whose they are.

For narrow screens a strip for the middle, and below it the seats one below the other; units are those of a width of
360. Whoever looks is at the bottom, above in the order of play the players to the right, across and to the left. A seat
has as many rows as lie there.
"""

from __future__ import annotations

import functools
import math
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from html import escape
from importlib import resources
from typing import Any, Literal, NamedTuple, get_args

from mjlog.log.sight import sees_hand
from mjlog.seats import SEATS, Seat
from mjlog.text import points, shown, signed
from mjlog.tiles import Tile
from mjlog.viewer.faces import BACK, symbol, symbol_id
from mjlog.views.board import Board, BoardSeat, DiceView, DiscardView, Parcel, RiichiView, SetTile, Stack, WallView

# -- a scene: things with names, and as SVG ---------------------------------------------------------------------------


Layout = Literal["wide", "tall"]
"""`wide`: a square table seen from above; `tall`: seats one below the other, for narrow screens."""
LAYOUTS: tuple[Layout, ...] = get_args(Layout)


class Sprite(NamedTuple):
    """One thing in a picture: where its middle lies, how far it is turned clockwise (degrees), and its SVG.

    `markup` is drawn round the origin, so that things that look alike have the same.
    """

    x: float
    y: float
    turn: float
    markup: str


class Scene(NamedTuple):
    """A picture: its width and height in units of its own, and its things by name, from the lowest to the topmost."""

    width: float
    height: float
    sprites: dict[str, Sprite]

    @property
    def view_box(self) -> str:
        """What an element of SVG says of its size in these units."""
        return f"0 0 {self.width:g} {self.height:g}"


_SPRITE_FILE = re.compile(r'(<use [^<>]*?)\bhref="[^"#<>]*#')
_LINK = re.compile(r"</?a\b[^<>]*>")
_USED = re.compile(r'href="#([^"]+)"')
_LIGHT = re.compile(r"^:root \{(.*?)^\}", re.M | re.S)
_COLOUR, _VARIABLE = re.compile(r"(?<![\w-])(--[\w-]++): ([^;]++);"), re.compile(r"var\((--[\w-]+)\)")
_RULE = re.compile(r"^\.scene.*\}$", re.M)


def sprite_place(sprite: Sprite) -> str:
    """The `transform` of a thing."""
    turn = f" rotate({sprite.turn:g})" if sprite.turn else ""
    return f"translate({sprite.x:g} {sprite.y:g}){turn}"


def _things(scene: Scene) -> str:
    return "".join(
        f'<g data-n="{name}" transform="{sprite_place(sprite)}">{sprite.markup}</g>'
        for name, sprite in scene.sprites.items()
    )


def scene_svg(scene: Scene, css_class: str) -> str:
    """The picture as an element of a page; a table in HTML tells the same to assistive technology."""
    return (
        f'<svg class="scene {escape(css_class)}" viewBox="{scene.view_box}" aria-hidden="true" '
        f'focusable="false"><g class="sprites">{_things(scene)}</g></svg>'
    )


def scene_file(scene: Scene, look: str, title: str, told: str) -> str:
    """The picture as a file of its own, with its tiles and colours in it, and without links.

    `title` and `told` (what is to be seen) are for whoever does not see it. Nothing in it needs a browser: tiles are
    named as older programs want it too, and colours stand where they are used.

    Raises:
        KeyError: a look of tiles that there is not.
    """
    things = _SPRITE_FILE.sub(r'\1xlink:href="#', _LINK.sub("", _things(scene)))
    symbols = "".join(symbol(name, look) for name in sorted(set(_USED.findall(things))))
    size = f'viewBox="{scene.view_box}" width="{scene.width:g}" height="{scene.height:g}"'
    names = f"<title>{escape(title)}</title><desc>{escape(told)}</desc>"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" role="img" {size}>{names}'
        f'<style>{file_style()}</style><defs>{symbols}</defs><g class="scene">{things}</g></svg>\n'
    )


@functools.cache
def file_style() -> str:
    """The rules of the page's style sheet with the colours put in, since few other programs know variables."""
    sheet = resources.files("mjlog").joinpath("viewer/static/table.css").read_text(encoding="utf-8")
    block = _LIGHT.search(sheet)
    colours = dict(_COLOUR.findall(block.group(1))) if block is not None else {}
    return _VARIABLE.sub(lambda match: colours[match.group(1)], "".join(_RULE.findall(sheet)))


_WIDTHS = {char: width for chars, width in (
    ("ijlI,./\\| '", 0.3), ("ft!()-:;[]`", 0.36), ("r*{}\"", 0.45), ("aceksvxyzJ0123456789$", 0.59),
    ("+<=>^~\N{MINUS SIGN}", 0.62), ("bdghnopquFLTZ?#_", 0.65), ("EPSVXY", 0.72), ("ABCDHKNRU&", 0.76), ("wGOQ", 0.83),
    ("mM%", 0.94), ("W@…—", 1.05),
) for char in chars}  # fmt: skip
_LATIN, _LETTER, _OTHER, _WIDE = 0.7, 0.8, 0.85, 1.06
"""Widths of letters in parts of the size: those of Arial bold and its like, and a little more for others."""


@functools.lru_cache(maxsize=4096)
def width_of(text: str, size: float = 1) -> float:
    """About how wide a text is, rather too much than too little."""
    return sum(letter_width(char) for char in text) * size


def letter_width(char: str) -> float:
    """About how wide a letter is, in parts of its size."""
    known = _WIDTHS.get(char)
    if known is not None:
        return known
    if char < "\u0530":
        return _LATIN if not char.isupper() and char < "\u0370" else _LETTER
    if unicodedata.combining(char):
        return 0
    return _WIDE if unicodedata.east_asian_width(char) in "WFA" or ord(char) > 0xFFFF else _OTHER


@functools.lru_cache(maxsize=4096)
def fitted(text: str, room: float, size: float) -> str:
    """As much of a text as there is room for, with an ellipsis where it goes on.

    >>> fitted("Bamboo", 100, 16), fitted("Bamboo in the wind", 100, 16)
    ('Bamboo', 'Bamboo i…')
    """
    if width_of(text, size) <= room:
        return text
    end = len(text)
    while end and width_of(text[:end].rstrip() + "…", size) > room:
        end -= 1
    # What belongs to the letter before (an accent, a joiner) is cut with it.
    while 0 < end < len(text) and unicodedata.category(text[end]) in ("Mn", "Me", "Cf"):
        end -= 1
    return text[:end].rstrip() + "…"


def text(words: str, x: float, y: float, size: float, look: str, anchor: str = "middle") -> str:
    """A text whose letters stand on the height `y`; `anchor` says what of it is at `x`."""
    at = f' x="{x:g}"' if x else ""
    where = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f'<text class="{look}"{at} y="{y:g}" font-size="{size:g}"{where}>{escape(words)}</text>'


def box(look: str, wide: float, high: float, corner: float, x: float = 0, y: float = 0) -> str:
    """A box with its middle at a place; `corner`: how round its corners are."""
    left, top, wide, high, corner = (round(number, 2) for number in (x - wide / 2, y - high / 2, wide, high, corner))
    return f'<rect class="{look}" x="{left:g}" y="{top:g}" width="{wide:g}" height="{high:g}" rx="{corner:g}"/>'


def smaller(words: Sequence[str], room: float, size: float, least: float) -> float:
    """The size in which texts fit side by side with half a letter between, not below the least."""
    width = sum(width_of(word) for word in words) + 0.5 * (len(words) - 1)
    return max(least, min(size, round(room / width, 1))) if width else size


class Canvas:
    """Collects the things of a picture, the lowest first."""

    def __init__(self) -> None:
        self.sprites: dict[str, Sprite] = {}

    def put(self, name: str, at: tuple[float, float], markup: str, turn: float = 0) -> None:
        """Put a thing with its middle at a place."""
        self.sprites[name] = Sprite(round(at[0], 1), round(at[1], 1), turn, markup)

    def put_kept(self, pen: Pen, what: Any, made_of: Any, draw: Callable[[Canvas], None]) -> None:
        """Put down things as they were drawn last where they were made of the same; otherwise they are drawn."""
        if what not in pen.kept or pen.kept[what][0] != made_of:
            canvas = Canvas()
            draw(canvas)
            pen.kept[what] = made_of, canvas.sprites
        self.sprites.update(pen.kept[what][1])


TILE_WIDTH, TILE_HEIGHT = 30.0, 40.0
"""The unit in which tiles are drawn."""
SHAPE = TILE_HEIGHT / TILE_WIDTH
"""How much higher than wide a tile is."""


@dataclass(frozen=True, slots=True)
class Pen:
    """`href`: the address of an event, for tiles that lead to it; `sprites`: that of the file of tile symbols.

    `call`: who says what at this moment. `upright`: discards stand as whoever looks reads them. `kept`: what lies
    before the players as it was drawn last, for the next picture.
    """

    href: Callable[[int], str]
    sprites: str
    call: tuple[Seat, str] | None = None
    upright: bool = False
    kept: dict[Any, tuple[Any, dict[str, Sprite]]] = field(default_factory=dict)


@functools.lru_cache(maxsize=2048)
def tile(sprites: str, symbol: str, width: float, look: str = "", across: bool = False) -> str:
    """A tile round the origin, standing or lying across, with an edge on the side of whoever looks at it."""
    height = width * TILE_HEIGHT / TILE_WIDTH
    turn = ' transform="rotate(-90)"' if across else ""
    shape = f'x="{-width / 2:g}" y="{-height / 2:g}" width="{width:g}" height="{height:g}"'
    return f'<use class="tile{look}" href="{escape(sprites)}#{symbol}" {shape}{turn}/>'


@functools.lru_cache(maxsize=1024)
def meant(sprites: str, symbol: str, width: float, across: bool = False) -> str:
    """What a joker stands for: a small tile on its lower right corner."""
    small = width * 0.62
    x, y = width / 2 - small - 0.5, width * TILE_HEIGHT / TILE_WIDTH / 2 - small * TILE_HEIGHT / TILE_WIDTH - 0.5
    turn = ' transform="rotate(-90)"' if across else ""
    shape = f'width="{small:g}" height="{small * TILE_HEIGHT / TILE_WIDTH:g}"'
    return f'<use class="tile meant" href="{escape(sprites)}#{symbol}" x="{x:g}" y="{y:g}" {shape}{turn}/>'


@functools.lru_cache(maxsize=256)
def wild_mark(width: float, across: bool = False) -> str:
    """A dot on the upper right corner of a tile that stands for any other."""
    radius = width * 0.11
    x, y = width / 2 - radius - 2, radius + 2 - width * SHAPE / 2
    turn = ' transform="rotate(-90)"' if across else ""
    return f'<circle class="wild" cx="{x:.2f}" cy="{y:.2f}" r="{radius:.2f}"{turn}><title>wild</title></circle>'


def linked(markup: str, address: str) -> str:
    """Something that leads to an event; the list of events has the same links for the keyboard."""
    return f'<a href="{escape(address)}" tabindex="-1">{markup}</a>'


_TURNS = (0, -90, 180, 90)
"""How far the tiles of the players at the bottom, right, top and left are turned, in degrees clockwise."""


@dataclass(frozen=True, slots=True)
class Side:
    """A side of a table. `number`: 0 at the bottom, then 1 right, 2 top, 3 left; `middle`: of the table.

    `wider`: how much farther the sides at the left and right are from the middle than the others.
    """

    number: int
    middle: tuple[float, float]
    wider: float = 0

    @property
    def turn(self) -> int:
        """How far the tiles of the player on this side are turned, in degrees clockwise."""
        return _TURNS[self.number]

    def breadth(self, out: float) -> float:
        """How far from the middle a side reaches along itself, of a table that reaches so far out."""
        return out + (0 if self.number % 2 else self.wider)

    def at(self, along: float, out: float) -> tuple[float, float]:
        """A place so far to the player's right of the middle, and so far from it towards the player.

        >>> Side(0, (600, 500), 100).at(10, 400), Side(1, (600, 500), 100).at(10, 400)
        ((610, 900), (1100, 490))
        """
        out += self.wider if self.number % 2 else 0
        x, y = ((along, out), (out, -along), (-along, -out), (-out, along))[self.number]
        return self.middle[0] + x, self.middle[1] + y


def wall_side(seat: Seat, sides: Sequence[Seat]) -> int:
    """The side on which a wall stands: East's before East, the others from there on round the table.

    Where three play, so do four walls, one of them on the empty side.
    """
    return (sides.index(Seat.E) + seat.index) % 4


# -- the parts that both layouts have ---------------------------------------------------------------------------------


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


def put_walls(canvas: Canvas, wall: WallView, sides: Sequence[Seat], plan: WallLayout) -> None:
    """All stacks and the mark of the break. `sides`: who plays, from the bottom of the table on.

    Before the break the walls stand whole; after it, nothing where it is not known. Where an indicator was turned
    the stack is light: its face is shown in the middle.
    """
    for seat, side in zip(SEATS, stacks_of(wall), strict=False):
        canvas.sprites.update(_side(seat, side, plan.side_of(seat, sides), plan))
    if wall.broken is not None and wall.stacks:
        place = plan.side_of(wall.broken.wall, sides)
        length = len(wall.stacks[0])
        along = (length / 2 - wall.mark + 0.5) * step_of(plan, length)
        size = plan.depth * 0.28
        # A wedge that points at the stack where the count ended.
        way = f"M{-size * 0.8:.2f} {size * 0.8:.2f}H{size * 0.8:.2f}L0 {-size * 0.7:.2f}Z"
        wedge = f'<path class="break" d="{way}"/>'
        canvas.put("break", place.at(along, plan.out + plan.depth / 2 + size * 0.9), wedge, place.turn)


def stacks_of(wall: WallView) -> tuple[tuple[Stack, ...], ...]:
    """The walls that can be drawn: where it is not known how they stand, whole ones of which no tile has been taken."""
    if wall.stacks or not wall.sure or wall.live + wall.dead != wall.size or wall.size % (2 * wall.built):
        return wall.stacks
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
    dice = ""
    for number, x in zip(throw.dice, places, strict=True):
        # The one and the four are red, as on Chinese dice.
        look = "pip red" if number in (1, 4) else "pip"
        radius, far = size * (0.15 if number == 1 else 0.095), size * 0.26
        dice += box("die", size, size, size * 0.2, x)
        dice += "".join(
            f'<circle class="{look}" cx="{x + across * far:.2f}" cy="{down * far:.2f}" r="{radius:.2f}"/>'
            for across, down in _PIPS.get(number, ())
        )
    return dice + label


_LONGEST_LINE = 40


def round_words(board: Board) -> str:
    """What players call the hand, shorter for a goulash, so that this is said, too."""
    if not board.hand:
        return "No hand yet"
    return f"{board.hand_words.replace(' round', '')}, a goulash" if board.wild else board.hand_words


def says_left(board: Board) -> bool:
    """Whether it can be told how many tiles are left."""
    return board.hand > 0 and board.depth != "result"


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
    """A tile to be put down: its name, the room that it takes, how much lower it lies."""

    name: str
    markup: str
    room: float
    lower: float = 0

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
    letter, look = view.seat.value, " off" if view.dead else ""
    sets = [
        [
            _set_tile(one, f"s.{letter}.{number}.{at}", board, pen, width, look, pen.href(laid.seq))
            for at, one in enumerate(laid.lying)
        ]
        for number, laid in enumerate(view.sets)
    ]
    bonus = [
        Piece(f"b.{letter}.{at}", tile(pen.sprites, symbol_id(one.face), width), width)
        for at, one in enumerate(view.bonus)
    ]
    tiles, drawn = in_order(board, view)
    is_seen = sees_hand(board.sight, view.seat) or view.shown
    hand = []
    for at, one in enumerate(tiles):
        markup = tile(pen.sprites, symbol_id(one.face, is_seen), width, look) + _wild(one, board, width)
        hand.append(Piece(f"h.{letter}.{at}", markup, width))
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


# -- the two layouts --------------------------------------------------------------------------------------------------


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
    rim, felt = box("rim", WIDTH - 2, HEIGHT - 2, 14), box("felt", WIDTH - 2 * _WOOD, HEIGHT - 2 * _WOOD, 8)
    canvas.put("felt", _MIDDLE, rim + felt)
    canvas.put("panel", _MIDDLE, box("panel", 2 * (_PANEL_OUT + _WIDER), 2 * _PANEL_OUT, 12))
    for seat, side in sides.items():
        lit = " lit" if board.seat(seat).is_turn and not board.is_decided else ""
        length = 2 * side.breadth(_PANEL_OUT) - 40
        canvas.put(f"lamp.{seat.value}", side.at(0, _PANEL_OUT - 4), box(f"lamp{lit}", length, 5, 2.5), side.turn)
    walls = partial(put_walls, wall=board.wall, sides=board.sides, plan=_WALLS)
    canvas.put_kept(pen, (_WALLS, board.sides), (stacks_of(board.wall), board.wall.broken), walls)
    for seat, side in sides.items():
        view = board.seat(seat)
        put_plate(canvas, board, view, pen, _on_plate(side, 0), _PLATES[side.number % 2])
        tiles = partial(_put_tiles, board=board, view=view, side=side, pen=pen)
        canvas.put_kept(pen, (seat, side, sees_hand(board.sight, seat)), tiles_of(board, view), tiles)
    _put_middle(canvas, board, pen)
    for parcel in board.charleston.parcels if board.charleston is not None else ():
        _put_parcel(canvas, parcel, sides[parcel.giver], pen)
    for seat, side in sides.items():
        badge_words = board.seat(seat).claims or (pen.call[1] if pen.call is not None and pen.call[0] is seat else None)
        if badge_words:
            # On the wood, where it hides no tile.
            markup, wide = bubble_markup(badge_words.capitalize(), LEAST)
            place, turn = _on_plate(side, _PLATES[side.number % 2].length - wide / 2)
            canvas.put(f"call.{seat.value}", place, markup, turn)
    return Scene(WIDTH, HEIGHT, canvas.sprites)


def _put_tiles(canvas: Canvas, board: Board, view: BoardSeat, side: Side, pen: Pen) -> None:
    _put_pieces(canvas, pieces_of(board, view, pen, _TILE), side)
    _put_discards(canvas, board, view, side, pen)
    if view.riichi and view.riichi.stands:
        canvas.put(f"stick.{view.seat.value}", side.at(0, _STICK_OUT), _STICK, side.turn)


def _on_plate(side: Side, along: float) -> tuple[tuple[float, float], int]:
    """A place on a plate, so far from where it begins; and how far it is turned: nobody's words stand on their head."""
    end = side.breadth(_PLATE_END)
    if side.turn == 180:
        return side.at(end - along, _PLATE_OUT), 0
    return side.at(end - _PLATES[side.number % 2].length + along, _PLATE_OUT), side.turn


def _put_pieces(canvas: Canvas, pieces: Pieces, side: Side) -> None:
    gap = _DRAWN_GAP if pieces.drawn else 0
    hand = sum(piece.room for piece in pieces.hand) + gap
    sets = sum(piece.room for laid in pieces.sets for piece in laid) + _SET_GAP * len(pieces.sets)
    first, last, start = _HANDS[side.number % 2]
    scale = min(1.0, (last - first) / max(hand + sets, 1))
    along = max(min(start, last - (hand + sets) * scale), first)
    out = _HAND_OUT - (1 - scale) * _TILE * SHAPE / 2
    for at, one in enumerate(pieces.hand):
        if gap and at == len(pieces.hand) - 1:
            along += gap * scale
        _put(canvas, one, side, along, out, scale)
        along += one.room * scale
    end = last
    for laid in pieces.sets:
        end -= sum(piece.room for piece in laid) * scale
        along = end
        for one in laid:
            _put(canvas, one, side, along, out, scale)
            along += one.room * scale
        end -= _SET_GAP * scale
    _put_bonus(canvas, pieces, side)


def _put(canvas: Canvas, piece: Piece, side: Side, along: float, out: float, scale: float) -> None:
    """A piece whose left end is at `along`."""
    middle = side.at(along + piece.room * scale / 2, out + piece.lower * scale)
    canvas.put(piece.name, middle, piece.scaled(scale), side.turn)


def _put_bonus(canvas: Canvas, pieces: Pieces, side: Side) -> None:
    """Beside the discards, from the wall inwards: in as many rows as leave the tiles largest."""
    left, right = _CORNER[side.number % 2], side.breadth(_CORNER_END)
    room, deep = right - left, _CORNER_END - _CORNER[1 - side.number % 2] + (_WIDER if side.number % 2 else 0) - _OWNER
    count = max(len(pieces.bonus), 1)
    scale, in_row = max(
        (min(1.0, room / (width * _TILE), deep / (-(-count // width) * _TILE * SHAPE)), width)
        for width in range(1, count + 1)
    )
    for at, piece in enumerate(pieces.bonus):
        row, column = divmod(at, in_row)
        out = _CORNER_END - (row + 0.5) * _TILE * SHAPE * scale
        _put(canvas, piece, side, right - (in_row - column) * _TILE * scale, out, scale)
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
    for at, parcel_tile in enumerate(parcel.tiles):
        markup = tile(pen.sprites, symbol_id(parcel_tile.face, is_seen=False), width)
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
        # Beside them what is left, and what lies in the pot.
        put_indicators(canvas, riichi, pen.sprites, _middle(*_INDICATORS), _TURNED)
        more = [(words, LEAST, "soft") for words in ("left", stakes_words(board)) if words]
        markup = lines_markup([(left_words(board), 44.0, "left"), *more], _SAID_ASIDE, 1.05)
        canvas.put("left", _middle(16, -_ASIDE), markup)
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
    most = 3 if len(seats) < 4 else 2
    rows = {}
    for seat in seats:
        # Discards and bonus tiles, in one row at least.
        view = board.seat(seat)
        taken = len(view.discards) + (len(view.bonus) + 1 if view.bonus else 0)
        rows[seat] = min(most, max(1, -(-taken // (_TALL_IN_ROW - bool(view.riichi)))))
    deep = [_HEAD + (1 + rows[seat]) * _ROW + 1 for seat in seats]
    tops = {seat: _TOP + sum(deep[:number]) for number, seat in enumerate(seats)}
    height = math.ceil(_TOP + sum(deep) + 2)
    canvas.put("felt", (TALL_WIDTH / 2, height / 2), box("felt", TALL_WIDTH, height, 8))
    # Whoever is at the bottom: from event to event a thing stays above those that it was above.
    order = sorted(seats, key=SEATS.index)
    for seat in order:
        tray = f'<rect class="tray" width="{_ROOM + 4:g}" height="{rows[seat] * _ROW:g}" rx="4"/>'
        canvas.put(f"tray.{seat.value}", (_EDGE - 2, tops[seat] + _HEAD + _ROW), tray)
        put_plate(canvas, board, board.seat(seat), pen, ((_EDGE, tops[seat] + _HEAD / 2 - 1), 0), _PLATE)
    walls = partial(put_walls, wall=board.wall, sides=board.sides, plan=_TALL_WALLS)
    canvas.put_kept(pen, (_TALL_WALLS, board.sides), (stacks_of(board.wall), board.wall.broken), walls)
    _put_tall_middle(canvas, board, pen)
    for seat in order:
        top, view = tops[seat] + _HEAD, board.seat(seat)
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


def _put_tall_pieces(canvas: Canvas, pieces: Pieces, y: float) -> None:
    """The hand, and at the end of its row the sets; all smaller where there are more tiles than fit."""
    gap = _TALL_DRAWN_GAP if pieces.drawn else 0
    sets = sum(piece.room for laid in pieces.sets for piece in laid) + len(pieces.sets) * _TALL_SET_GAP
    scale = min(1.0, _ROOM / max(sum(piece.room for piece in pieces.hand) + gap + sets, 1))
    along = _EDGE
    for at, one in enumerate(pieces.hand):
        if gap and at == len(pieces.hand) - 1:
            along += gap * scale
        along = _put_tall(canvas, one, along, y, scale)
    along = _EDGE + _ROOM - sets * scale
    for laid in pieces.sets:
        along += _TALL_SET_GAP * scale
        for one in laid:
            along = _put_tall(canvas, one, along, y, scale)


def _put_tall(canvas: Canvas, piece: Piece, along: float, y: float, scale: float) -> float:
    """A piece whose left end is at `along`; its right end."""
    canvas.put(piece.name, (along + piece.room * scale / 2, y + piece.lower * scale), piece.scaled(scale))
    return along + piece.room * scale


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
        along = _put_tall(canvas, piece, along, top + (rows - 0.5) * _ROW, width / _TALL_TILE)


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
    for at, parcel_tile in enumerate(parcel.tiles):
        place = (_EDGE + 180 + (at + 0.5) * width, y)
        canvas.put(f"p.{letter}.{at}", place, tile(pen.sprites, symbol_id(parcel_tile.face, is_seen=False), width))


def _put_tall_middle(canvas: Canvas, board: Board, pen: Pen) -> None:
    canvas.put("panel", (0, 0), f'<rect class="panel" x="82" y="4" width="274" height="{_TOP - 8:g}" rx="6"/>')
    middle = (_TOP / 2, _TOP / 2)
    if says_left(board):
        canvas.put("left", middle, text(left_words(board), 0, 4, 16, "left on-felt"))
        canvas.put("left-words", middle, text("left", 0, 16, TALL_LEAST, "on-felt"))
    head = round_words(board)
    beside = 156 if board.riichi else 160 if board.dice and board.won_on is None else 254
    phrases = outcome(board) if board.is_decided else passing_lines(board)
    # All who have won stand in one line: where it would meet the winning tile it changes places with the round.
    is_below = bool(phrases) and board.riichi
    size = TALL_LEAST if is_below else smaller([head], beside, 15, TALL_LEAST)
    words = text(fitted(head, beside, size), 0, 0, size, "soft" if is_below else "strong", "start")
    canvas.put("round", (92, 44 if is_below else 24), words)
    down = 24 if is_below else 44
    room = 170 if not board.riichi else 156
    if board.riichi:
        put_indicators(canvas, board.riichi, pen.sprites, (305, 23), 19)
    if phrases:
        large = smaller([phrases[0]], room, 14, TALL_LEAST)
        heading = fitted(phrases[0], room, large)
        rest = fitted(", ".join(phrases[1:]), room, TALL_LEAST)
        words = text(heading, 0, 0, large, "strong", "start") + text(rest, 0, 61 - down, TALL_LEAST, "soft", "start")
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
