"""What a picture is drawn with: a canvas, tiles (the same markup wherever they lie), and words, cut to the room."""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from mjlog.seats import Seat
from mjlog.viewer.drawing.scene import Sprite

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
    left, top, wide, high, corner = (round(one, 2) for one in (x - wide / 2, y - high / 2, wide, high, corner))
    return f'<rect class="{look}" x="{left:g}" y="{top:g}" width="{wide:g}" height="{high:g}" rx="{corner:g}"/>'


def smaller(words: Sequence[str], room: float, size: float, least: float) -> float:
    """The size in which texts fit side by side with half a letter between, not below the least."""
    width = sum(width_of(one) for one in words) + 0.5 * (len(words) - 1)
    return max(least, min(size, round(room / width, 1))) if width else size


class Canvas:
    """Collects the things of a picture, the lowest first."""

    def __init__(self) -> None:
        self.sprites: dict[str, Sprite] = {}

    def put(self, name: str, at: tuple[float, float], markup: str, turn: float = 0) -> None:
        """Put a thing with its middle at a place."""
        self.sprites[name] = Sprite(round(at[0], 1), round(at[1], 1), turn, markup)


TILE_WIDTH, TILE_HEIGHT = 30.0, 40.0
"""The unit in which tiles are drawn."""
SHAPE = TILE_HEIGHT / TILE_WIDTH
"""How much higher than wide a tile is."""


@dataclass(frozen=True, slots=True)
class Pen:
    """`href`: the address of an event, for tiles that lead to it; `sprites`: that of the file of tile symbols.

    `call`: who says what at this moment. `upright`: discards stand as whoever looks reads them.
    """

    href: Callable[[int], str]
    sprites: str
    call: tuple[Seat, str] | None = None
    upright: bool = False


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


def linked(markup: str, address: str) -> str:
    """Something that leads to an event; the list of events has the same links for the keyboard."""
    return f'<a href="{escape(address)}" tabindex="-1">{markup}</a>'
