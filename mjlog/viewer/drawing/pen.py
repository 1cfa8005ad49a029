"""What a picture is drawn with, and tiles: the same markup wherever they lie."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

from mjlog.seats import Seat

TILE_WIDTH, TILE_HEIGHT = 30.0, 40.0
"""The unit in which tiles are drawn."""


@dataclass(frozen=True, slots=True)
class Pen:
    """`href`: the address of an event, for tiles that lead to it; `sprites`: that of the file of tile symbols.

    `lit`: kinds to be lit up among the tiles of a seat, each as often as it is named, whole sets first; all other
    tiles are dimmed then.
    """

    href: Callable[[int], str]
    sprites: str
    lit: Mapping[Seat, Sequence[int]] | None = None


@dataclass(frozen=True, slots=True)
class Lights:
    """Which tiles of one seat are lit: what of the kinds named has not been found yet. None: nothing is lit up."""

    named: Counter[int] | None = field(default=None)

    def of_set(self, kinds: Sequence[int]) -> str:
        """The look of a set all of whose tiles are named."""
        if self.named is None:
            return ""
        needed = Counter(kinds)
        if not needed or any(self.named[kind] < number for kind, number in needed.items()):
            return " dim"
        self.named.subtract(needed)
        return " lit"

    def of_tile(self, kind: int) -> str:
        """The look of a single tile."""
        if self.named is None:
            return ""
        if self.named[kind] < 1:
            return " dim"
        self.named[kind] -= 1
        return " lit"


def lights_of(pen: Pen, seat: Seat) -> Lights:
    """The lights of one seat."""
    return Lights() if pen.lit is None else Lights(Counter(pen.lit.get(seat, ())))


@functools.lru_cache(maxsize=2048)
def tile(sprites: str, symbol: str, width: float, look: str = "", across: bool = False) -> str:
    """A tile round the origin, standing or lying across, with an edge on the side of whoever looks at it."""
    height = width * TILE_HEIGHT / TILE_WIDTH
    turn = ' transform="rotate(-90)"' if across else ""
    left, top = f"{-width / 2:g}", f"{-height / 2:g}"
    shape = f'x="{left}" y="{top}" width="{width:g}" height="{height:g}"'
    ring = f'<rect class="ring" {shape} rx="{width * 0.12:g}"{turn}/>' if "lit" in look else ""
    return f'<use class="tile{look}" href="{escape(sprites)}#{symbol}" {shape}{turn}/>{ring}'


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
