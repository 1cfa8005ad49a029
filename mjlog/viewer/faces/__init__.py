"""The tiles as drawings of our own, in two looks: an SVG symbol for every tile, by tile code, and one for the back.

Every face has its rank or letter in the corner, so that nobody needs to read Chinese, and suits differ in form as
well as in colour. The unit is a tile of 30 by 40. Nothing depends on a font, and only the symbols have ids.
"""

from __future__ import annotations

import functools

from mjlog.tiles import (
    CODES,
    FIRST_SEASON,
    JOKER,
    RED_FIVES,
    UNKNOWN,
    is_bonus,
    is_dragon,
    is_suit,
    is_wind,
    kind_of,
    rank_of,
    suit_of,
)  # fmt: skip
from mjlog.viewer.faces.bonus import any_flower, flower, season
from mjlog.viewer.faces.honors import back, dragon, joker, unknown, wind
from mjlog.viewer.faces.primitives import PALETTES, Look, body, figure, index_patch
from mjlog.viewer.faces.suits import bamboo, character, dots

LOOKS = tuple(PALETTES)
"""Sets of tiles to choose from: `classic`, and `contrast` for those who see less well."""
BACK = "back"
"""The symbol of a tile face down, or not to be seen by who looks."""
UNKNOWN_FACE = "unknown"
"""The symbol of a tile that lies face up, of which nobody wrote down what it was."""
NAMES = (*CODES[:UNKNOWN], *(CODES[face] for face in RED_FIVES), BACK, UNKNOWN_FACE)
"""The id of every symbol: tile codes, the back, a face nobody knows."""

_FACES = {code: face for face, code in enumerate(CODES) if face != UNKNOWN}


def symbol_id(face: int, is_seen: bool = True) -> str:
    """The id of a tile's symbol: of one that nobody recorded where it can be seen, otherwise of its back.

    >>> symbol_id(4), symbol_id(RED_FIVES[0]), symbol_id(UNKNOWN), symbol_id(UNKNOWN, is_seen=False)
    ('5b', '0b', 'unknown', 'back')
    """
    if face == UNKNOWN:
        return UNKNOWN_FACE if is_seen else BACK
    return CODES[face]


@functools.cache
def symbols_file(look: str = "classic") -> str:
    """A whole file of all tiles of a look.

    Raises:
        KeyError: there is no such look.
    """
    symbols = "\n".join(symbol(name, look) for name in NAMES)
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{symbols}\n</svg>\n'


@functools.cache
def symbol(name: str, look: str = "classic") -> str:
    """One tile as a `<symbol>`, for a picture that stands alone: `name` is one of `NAMES`.

    Raises:
        KeyError: there is no such tile, or no such look.
    """
    return f'<symbol id="{name}" viewBox="0 0 30 40">{_drawing(name, PALETTES[look])}</symbol>'


def _drawing(name: str, look: Look) -> str:
    if name == BACK:
        return back(look)
    if name == UNKNOWN_FACE:
        return unknown(look)
    face = _FACES[name]
    if face in RED_FIVES:
        look = look.in_red()
    return body(look) + index_patch(look) + figure(_figure(kind_of(face), look))


def _figure(kind: int, look: Look) -> str:
    if is_suit(kind):
        return (bamboo, character, dots)[suit_of(kind)](rank_of(kind), look)
    if is_wind(kind):
        return wind(CODES[kind][0], look)
    if is_dragon(kind):
        return dragon(CODES[kind][0], look)
    if is_bonus(kind):
        return (flower if kind < FIRST_SEASON else season)(rank_of(kind), look)
    return joker(look) if kind == JOKER else any_flower(look)
