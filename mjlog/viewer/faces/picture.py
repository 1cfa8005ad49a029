"""A hand as a PNG, for previews of links: what reads them takes no SVG.

The tiles are those of the faces, drawn once (tests/viewer/tiles_picture.py says how) and kept as a row of dots in a few
shades; here they are only put side by side.
"""

from __future__ import annotations

import functools
import struct
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from mjlog.viewer.faces import NAMES

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
    return _png([gap.join(b"".join(rows[name][at] for name in one) for one in groups if one) for at in range(TILE[1])])


def _png(lines: Sequence[bytes]) -> bytes:
    data = b"".join(b"\0" + line for line in lines)
    head = struct.pack(">IIBBBBB", len(lines[0]), len(lines), 8, 3, 0, 0, 0)
    parts = ((b"IHDR", head), (b"PLTE", _tiles().palette), (b"IDAT", zlib.compress(data, 6)), (b"IEND", b""))
    return _HEAD + b"".join(_chunk(kind, content) for kind, content in parts)


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


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


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
