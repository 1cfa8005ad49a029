"""The tiles as drawings of our own: one SVG file of symbols, by tile code, `back` for an unknown tile.

Every face has its rank or letter in the corner, so that nobody needs to read Chinese, and suits differ in form as
well as in colour. The unit is a tile of 30 by 40.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable

from mjlog.tiles import (
    ANY_FLOWER,
    CODES,
    FIRST_SEASON,
    JOKER,
    KINDS,
    UNKNOWN,
    is_bonus,
    is_dragon,
    is_suit,
    is_wind,
    rank_of,
    suit_of,
)  # fmt: skip

_GREEN, _RED, _BLUE, _INK, _GOLD, _PINK = "#14713a", "#b3211b", "#1c4c9c", "#20242b", "#a65a00", "#a8256e"
_OUTLINE = '<rect x=".75" y=".75" width="28.5" height="38.5" rx="4" stroke-width="1.5"'
_BODY = _OUTLINE + ' fill="#fdfaf0" stroke="#77705f"/>'
_BACK = (
    _OUTLINE + ' fill="#2f6f5e" stroke="#173a31"/>'
    '<rect x="5" y="5" width="20" height="30" rx="2.5" fill="none" stroke="#8fc4b4" stroke-width="1.2"/>'
)
_FIRST_BAMBOO = "M15 37V18M15 26C10 26 7 23 6 19 11 19 14 22 15 26M15 31C20 31 23 28 24 24 19 24 16 27 15 31"
_TEN_THOUSAND = "M6 20H24M14 20C14 28 12 33 7 37M13.5 27H22C22 33 21 37 18.5 37H16.5"
_GREEN_SIGN = "M9 17L12 20M21 16L18 20M6 24H24M15 17C14 27 12 33 7 37M12 29C15 33 19 36 23 37M20 29C18 33 15 36 11 37"
_DOT_ROWS = ((1,), (1, 1), (1, 1, 1), (2, 2), (2, 1, 2), (2, 2, 2), (3, 2, 2), (2, 2, 2, 2), (3, 3, 3))
_STICK_ROWS = ((1,), (1, 1), (1, 2), (2, 2), (2, 1, 2), (3, 3), (1, 3, 3), (3, 2, 3), (3, 3, 3))


def symbol_id(kind: int) -> str:
    """The id of a kind's symbol in the file."""
    return "back" if kind == UNKNOWN else CODES[kind]


@functools.cache
def tile_symbols() -> str:
    """The whole file."""
    symbols = "".join(
        f'<symbol id="{symbol_id(kind)}" viewBox="0 0 30 40">{_face(kind)}</symbol>\n' for kind in range(KINDS)
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{symbols}</svg>\n'


def _face(kind: int) -> str:
    if kind == UNKNOWN:
        return _BACK
    return _BODY + _figure(kind)


def _figure(kind: int) -> str:
    if is_suit(kind):
        return (_bamboo, _character, _dots)[suit_of(kind)](rank_of(kind))
    if is_wind(kind):
        return _wind(CODES[kind][0])
    if is_dragon(kind):
        return {"R": _red_dragon, "G": _green_dragon, "W": _white_dragon}[CODES[kind][0]]()
    if is_bonus(kind):
        return (_flower if kind < FIRST_SEASON else _season)(str(rank_of(kind)))
    return _joker() if kind == JOKER else _flower("F") if kind == ANY_FLOWER else ""


def _text(text: str, x: float, y: float, size: float, colour: str, anchor: str = "start") -> str:
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" font-weight="700" font-family="Arial,Helvetica,sans-serif" '
        f'text-anchor="{anchor}" fill="{colour}">{text}</text>'
    )


def _corner(text: str, colour: str) -> str:
    return _text(text, 3, 13.5, 13.5, colour)


def _strokes(path: str, colour: str, width: float = 2.4) -> str:
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round" '
        f'stroke-linejoin="round"/>'
    )


def _spots(rows: tuple[int, ...], height: float) -> Iterable[tuple[float, float]]:
    """Centres of figures in rows, below the corner."""
    for number, count in enumerate(rows):
        y = 26 + (number - (len(rows) - 1) / 2) * height
        for step in range(count):
            yield 15 + (step - (count - 1) / 2) * 7.6, y


def _dots(rank: int) -> str:
    rows = _DOT_ROWS[rank - 1]
    height = 24 / max(len(rows), 3)
    radius = {1: 7.5, 2: 4.4}.get(rank, min(3.4, height / 2 - 0.3))
    if rank == 2:
        height = 10.5
    look = f'r="{radius * 0.78:g}" fill="#fff" stroke="{_BLUE}" stroke-width="{radius * 0.5:g}"'
    circles = [f'<circle cx="{x:g}" cy="{y:g}" {look}/>' for x, y in _spots(rows, height)]
    return _corner(str(rank), _BLUE) + "".join(circles)


def _bamboo(rank: int) -> str:
    if rank == 1:
        return _corner("1", _GREEN) + _strokes(_FIRST_BAMBOO, _GREEN)
    rows = _STICK_ROWS[rank - 1]
    length = 9.6 if len(rows) == 2 else 6.6
    sticks = "".join(
        f'<rect x="{x - 1.9:g}" y="{y - length / 2:g}" width="3.8" height="{length:g}" rx="1.9" fill="{_GREEN}"/>'
        f'<rect x="{x - 1.9:g}" y="{y - 0.45:g}" width="3.8" height=".9" fill="#fdfaf0"/>'
        for x, y in _spots(rows, length + 1.5)
    )
    return _corner(str(rank), _GREEN) + sticks


def _character(rank: int) -> str:
    """The sign for ten thousand, in its short form."""
    return _corner(str(rank), _RED) + _strokes(_TEN_THOUSAND, _RED, 2.7)


def _wind(letter: str) -> str:
    arrow = {
        "E": "M26.5 22L22.5 18.5V25.5Z", "W": "M3.5 22L7.5 18.5V25.5Z",
        "N": "M15 3.5L11.5 7.5H18.5Z", "S": "M15 36.5L11.5 32.5H18.5Z",
    }[letter]  # fmt: skip
    middle = {"E": 13.5, "W": 16.5}.get(letter, 15)
    return _text(letter, middle, 28, 16.5, _INK, "middle") + f'<path d="{arrow}" fill="{_INK}"/>'


def _red_dragon() -> str:
    return _corner("R", _RED) + _strokes("M7 20H23V29H7ZM15 15.5V36.5", _RED, 2.8)


def _green_dragon() -> str:
    return _corner("G", _GREEN) + _strokes(_GREEN_SIGN, _GREEN)


def _white_dragon() -> str:
    frame = f'<rect x="6" y="17" width="18" height="19" fill="none" stroke="{_BLUE}" stroke-width="2.6"/>'
    return _corner("Wh", _BLUE) + frame


def _petals(colour: str, count: int, distance: float, radius: float) -> str:
    petal = f'<circle cx="15" cy="{26 - distance:g}" r="{radius:g}" fill="{colour}"'
    return "".join(f'{petal} transform="rotate({360 / count * step:g} 15 26)"/>' for step in range(count))


def _flower(rank: str) -> str:
    centre = '<circle cx="15" cy="26" r="2.6" fill="#f2c230"/>'
    return _corner(rank, _PINK) + _petals(_PINK, 5, 5.6, 3.9) + centre + _text("f", 27, 12, 9, _PINK, "end")


def _season(rank: str) -> str:
    sun = f'<circle cx="15" cy="26" r="4.6" fill="{_GOLD}"/>'
    return _corner(rank, _GOLD) + _petals(_GOLD, 8, 8.4, 1.7) + sun + _text("s", 27, 12, 9, _GOLD, "end")


def _joker() -> str:
    star = "M15 16L17.6 23.2 25 23.4 19.2 28 21.2 35.2 15 31 8.8 35.2 10.8 28 5 23.4 12.4 23.2Z"
    return _corner("J", _RED) + f'<path d="{star}" fill="{_RED}"/>'
