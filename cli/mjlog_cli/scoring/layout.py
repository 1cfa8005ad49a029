"""Lines of 80 columns: tiles as codes or faces, aligned cells, wrapped texts."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from mjlog.errors import NotationError
from mjlog.text import shown
from mjlog.tiles import CODES, UNICODE, format_tiles, parse_tiles

WIDTH = 80
FACES = {"codes": CODES, "unicode": UNICODE}
"""How tiles can be written: their codes, or their Unicode faces."""
Faces = Sequence[str]


def tiles_as(text: str, faces: Faces) -> str:
    """A text of tiles in these faces; one that is none, as it is.

    >>> tiles_as("123b RRd", UNICODE), tiles_as("3 pungs", UNICODE)
    ('🀐🀑🀒 🀄🀄', '3 pungs')
    """
    text = shown(text, 200)
    if faces is not UNICODE:
        return text
    try:
        return " ".join(format_tiles(parse_tiles(word), faces) for word in text.split())
    except NotationError:
        return text


def columns_of(text: str) -> int:
    """How many columns a text takes on a terminal, where some tiles are two wide."""
    if text.isascii():
        return len(text)
    from prompt_toolkit.utils import get_cwidth

    return get_cwidth(text)


def left(text: str, size: int) -> str:
    """The text at the left of a cell of so many columns."""
    return text + " " * max(0, size - columns_of(text))


def right(text: str, size: int) -> str:
    """The text at the right of a cell of so many columns."""
    return " " * max(0, size - columns_of(text)) + text


def wrapped(text: str, first: str = "", rest: str | None = None) -> list[str]:
    """A text in lines; `first` stands before it, and `rest` before all lines but the first (blanks, if not given)."""
    rest = " " * len(first) if rest is None else rest
    return textwrap.wrap(
        text, WIDTH, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False, break_long_words=False
    )
