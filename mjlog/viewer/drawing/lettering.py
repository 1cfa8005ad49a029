"""Words in the picture: cut where there is no more room, since nothing in an SVG flows."""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Sequence
from html import escape

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
    return sum(_width(char) for char in text) * size


def _width(char: str) -> float:
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


def smaller(words: Sequence[str], room: float, size: float, least: float) -> float:
    """The size in which texts fit side by side with half a letter between, not below the least."""
    width = sum(width_of(one) for one in words) + 0.5 * (len(words) - 1)
    return max(least, min(size, round(room / width, 1))) if width else size
