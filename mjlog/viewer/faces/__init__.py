"""The tiles as drawings of our own, in three looks: an SVG symbol for every tile, by tile code, and one for the back.

Each look is a picture (`classic.svg` …), a symbol a tile, and is changed as a picture is. Every face has its rank or
letter in the corner, so that nobody needs to read Chinese, and suits differ in form as well as in colour; a red five is
all red, its index light on a red patch. The unit is a tile of 30 by 40. Nothing depends on a font, and only the symbols
have ids: what is in them may stand in any picture any number of times.
"""

from __future__ import annotations

import functools
import re
from pathlib import Path

from mjlog.tiles import CODES, RED_FIVES, UNKNOWN

LOOKS = ("classic", "ivory", "contrast")
"""Sets of tiles to choose from: `ivory` is written with a brush, `contrast` is for those who see less well."""
BACK = "back"
"""The symbol of a tile face down, or not to be seen by who looks."""
UNKNOWN_FACE = "unknown"
"""The symbol of a tile that lies face up, of which nobody wrote down what it was."""
NAMES = (*CODES[:UNKNOWN], *(CODES[face] for face in RED_FIVES), BACK, UNKNOWN_FACE)
"""The id of every symbol: tile codes, the back, a face nobody knows."""

_FOLDER = Path(__file__).parent
_INDENT = re.compile(r"\n +")
_SYMBOL = re.compile(r'^<symbol id="([^"]+)".*$', re.M)


def symbol_id(face: int, is_seen: bool = True) -> str:
    """The id of a tile's symbol: of one that nobody recorded where it can be seen, otherwise of its back.

    >>> symbol_id(4), symbol_id(RED_FIVES[0]), symbol_id(UNKNOWN), symbol_id(UNKNOWN, is_seen=False)
    ('5b', '0b', 'unknown', 'back')
    """
    if face == UNKNOWN:
        return UNKNOWN_FACE if is_seen else BACK
    return CODES[face]


@functools.cache
def symbols_file(look: str = "ivory") -> str:
    """A whole file of all tiles of a look, a line a tile.

    Raises:
        KeyError: there is no such look.
    """
    if look not in LOOKS:
        raise KeyError(look)
    return _INDENT.sub("", (_FOLDER / f"{look}.svg").read_text("utf-8"))


def symbol(name: str, look: str = "ivory") -> str:
    """One tile as a `<symbol>`, for a picture that stands alone: `name` is one of `NAMES`.

    Raises:
        KeyError: there is no such tile, or no such look.
    """
    return _symbols(look)[name]


@functools.cache
def _symbols(look: str) -> dict[str, str]:
    return {match.group(1): match.group() for match in _SYMBOL.finditer(symbols_file(look))}


_BESIDE = re.compile(r"^[ \t]*//[^\n]*\n|^[ \t]+|/\*.*?\*/", re.M | re.S)


def bare(source: str) -> str:
    """A script or a style sheet of ours without its comments and indents, which nobody reads on the way."""
    return _BESIDE.sub("", source)
