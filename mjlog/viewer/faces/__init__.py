"""The tiles as drawings of our own, in three looks: an SVG symbol for every tile, by tile code, and one for the back.

Each look is a picture (`classic.svg` …), a symbol a tile, and is changed as a picture is. Every face has its rank or
letter in the corner, so that nobody needs to read Chinese, and suits differ in form as well as in colour; a red five is
all red, its index light on a red patch. The unit is a tile of 30 by 40. Nothing depends on a font, and only the symbols
have ids: what is in them may stand in any picture any number of times.

A hand as a PNG is for previews of links: what reads them takes no SVG. The tiles are those of the faces, drawn once
(tests/viewer/tiles_picture.py says how) and kept as a row of dots in a few shades; here they are only put side by side.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import re
import struct
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

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


def policy_hash(text: str) -> str:
    """The source expression by which this text is allowed.

    >>> policy_hash("")
    'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='
    """
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode('utf-8')).digest()).decode('ascii')}"


TILES_FILE = Path(__file__).with_name("tiles.png")
TILE = (78, 104)
"""Width and height of a tile, in dots."""
FELT = (47, 107, 85)
WIDTH, HEIGHT = 1200, 630
_ROOM, _GAP, _BETWEEN = 1140, 24, 26
_HEAD = b"\x89PNG\r\n\x1a\n"


class _Tiles(NamedTuple):
    """The palette, and the dots of each tile, row by row."""

    palette: bytes
    rows: dict[str, list[bytes]]


def hand_png(groups: Sequence[Sequence[str]]) -> bytes:
    """Tiles on felt, group by group in as many rows as they need (four at the most); `groups`: names of symbols.

    >>> hand_png([["1b", "2b", "3b"], ["Ew", "Ew"]])[:8] == b"\\x89PNG\\r\\n\\x1a\\n"
    True
    """
    tiles, (_, height) = _tiles(), TILE
    lines = [list[bytes]() for _ in range(HEIGHT)]
    rows = list(_in_rows(groups))
    top = (HEIGHT - len(rows) * height - (len(rows) - 1) * _BETWEEN) // 2
    for number, row in enumerate(rows):
        for at in range(height):
            gap = bytes(_GAP)
            lines[top + number * (height + _BETWEEN) + at] = [
                gap.join(b"".join(tiles.rows[name][at] for name in group) for group in row)
            ]
    return _png([b"".join(line).center(WIDTH, b"\0") for line in lines])


def row_png(groups: Sequence[Sequence[str]]) -> bytes:
    """The same tiles in one row, as long as it is."""
    rows, gap = _tiles().rows, bytes(_GAP)
    seen = [group for group in groups if group]
    return _png([gap.join(b"".join(rows[name][at] for name in group) for group in seen) for at in range(TILE[1])])


def _png(lines: Sequence[bytes]) -> bytes:
    data = b"".join(b"\0" + line for line in lines)
    head = struct.pack(">IIBBBBB", len(lines[0]), len(lines), 8, 3, 0, 0, 0)
    parts = ((b"IHDR", head), (b"PLTE", _tiles().palette), (b"IDAT", zlib.compress(data, 6)), (b"IEND", b""))
    return _HEAD + b"".join(
        struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
        for kind, content in parts
    )


def _in_rows(groups: Sequence[Sequence[str]]) -> Iterator[list[Sequence[str]]]:
    """The groups in rows that are no wider than there is room."""
    row: list[Sequence[str]] = []
    used = count = 0
    for group in (part for whole in groups if whole for part in (whole[:14], whole[14:]) if part):
        width = len(group) * TILE[0]
        if row and used + _GAP + width > _ROOM:
            yield row
            row, used, count = [], 0, count + 1
            if count == 4:
                return
        row, used = [*row, group], used + width + (_GAP if row else 0)
    if row:
        yield row


@functools.cache
def _tiles() -> _Tiles:
    """The tiles as they are kept: one row of them, without filters."""
    file, at, parts = TILES_FILE.read_bytes(), len(_HEAD), dict[bytes, bytes]()
    while at < len(file):
        length, kind = struct.unpack_from(">I4s", file, at)
        parts[kind] = parts.get(kind, b"") + file[at + 8 : at + 8 + length]
        at += length + 12
    width, height = TILE
    across = 1 + width * len(NAMES)
    dots = zlib.decompress(parts[b"IDAT"])
    lines = [dots[row * across + 1 : (row + 1) * across] for row in range(height)]
    return _Tiles(
        parts[b"PLTE"],
        {name: [line[place * width : (place + 1) * width] for line in lines] for place, name in enumerate(NAMES)},
    )
