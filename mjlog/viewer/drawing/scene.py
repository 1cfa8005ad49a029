"""A picture of the table as a list of things with names, what it is drawn with, and as SVG.

A thing keeps its name from event to event (the second stack of South's wall, North's fifth discard), so that a step
from one picture to the next is told by what has changed.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from html import escape
from importlib import resources
from typing import Any, Literal, NamedTuple

from mjlog.seats import Seat
from mjlog.viewer.faces import symbol

Layout = Literal["wide", "tall"]
"""`wide`: a square table seen from above; `tall`: seats one below the other, for narrow screens."""


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
