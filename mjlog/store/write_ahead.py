"""Whether a write-ahead log was damaged: does anything stand behind the place up to which it can be read?

Each frame of it (a page, and what goes before it) has a sum over all that comes before. SQLite reads up to the first
frame whose sum is wrong, and takes what follows for what an earlier use of the file has left there. It is that where it
has another salt. Where the salt is the same it was appended; and if a commit is among it, an append is missing.

Source: https://sqlite.org/fileformat2.html#walformat
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import BinaryIO, NamedTuple

_HEADER = struct.Struct(">8I")  # magic, format, bytes of a page, number, two salts, two sums
_FRAME = struct.Struct(">6I")  # page, pages of the database after a commit (else 0), two salts, two sums
_MAGIC = 0x377F0682
"""Its last bit says how numbers are read for the sums: with it the first byte is the highest, without it the last."""
_PAGE_SIZES = frozenset(1 << power for power in range(9, 17))
_Sums = tuple[int, int]


class _Header(NamedTuple):
    """What stands before all frames. `order`: of the bytes of a number, for the sums."""

    order: str
    page: int
    salts: tuple[int, ...]
    sums: _Sums


def unread_appends(database: Path) -> list[str]:
    """What is wrong with the write-ahead log beside a database, in words; twice, for a writer may be at work.

    After a loss of power something may stand there, too, of which nobody had been told that it was stored.
    """
    log = Path(f"{os.path.realpath(database)}-wal")
    place = _unread_from(log)
    if place is None or _unread_from(log) != place:
        return []
    return [f"{log.name} cannot be read from its byte {place:,} on, and more was appended behind it"]


def _unread_from(log: Path) -> int | None:
    """The byte up to which a log can be read, if there is something behind."""
    try:
        with log.open("rb") as file:
            start = file.read(_HEADER.size)
            header = _header(start) if len(start) == _HEADER.size else None
            if header is None:
                return 0 if file.read(1) else None
            return _behind(file, header)
    except OSError:
        return None


def _header(content: bytes) -> _Header | None:
    """What stands before all frames; None where it is damaged."""
    magic, _format, page, _number, *salts, first, second = _HEADER.unpack(content)
    order = ">" if magic & 1 else "<"
    sums = _summed(order, content[:24], (0, 0))
    is_sound = magic | 1 == _MAGIC | 1 and page in _PAGE_SIZES and sums == (first, second)
    return _Header(order, page, tuple(salts), sums) if is_sound else None


def _behind(file: BinaryIO, header: _Header) -> int | None:
    frames, place, sums = _frames(file, header.page), _HEADER.size, header.sums
    for frame in frames:
        _page, _pages, *salts, first, second = _FRAME.unpack_from(frame)
        sums = _summed(header.order, frame[:8] + frame[_FRAME.size :], sums)
        if tuple(salts) != header.salts or sums != (first, second):
            return place if any(_is_commit(one, header) for one in chain([frame], frames)) else None
        place += len(frame)
    return None


def _is_commit(frame: bytes, header: _Header) -> bool:
    _page, pages, *salts, _first, _second = _FRAME.unpack_from(frame)
    return pages > 0 and tuple(salts) == header.salts


def _frames(file: BinaryIO, page: int) -> Iterator[bytes]:
    """All that are there in full."""
    size = _FRAME.size + page
    while len(frame := file.read(size)) == size:
        yield frame


def _summed(order: str, content: bytes, sums: _Sums) -> _Sums:
    """The two sums over what came before, and over this."""
    first, second = sums
    for one, other in struct.iter_unpack(f"{order}2I", content):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + other + first) & 0xFFFFFFFF
    return first, second
