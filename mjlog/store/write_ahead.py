"""Whether a write-ahead log was damaged: does anything stand behind the place up to which it can be read?

Each frame of it (a page, and what goes before it) has a sum over all that comes before. SQLite reads up to the first
frame whose sum is wrong, and takes what follows for what an earlier use of the file has left there. It is that where it
has another salt. Where the salt is the same it was appended; and if a commit is among it, an append is missing.

Source: https://sqlite.org/fileformat2.html#walformat
"""

from __future__ import annotations

import os
import struct
from array import array
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import BinaryIO, NamedTuple

_HEADER = struct.Struct(">8I")  # magic, format, bytes of a page, number, two salts, two sums
_FRAME = struct.Struct(">6I")  # page, pages of the database after a commit (else 0), two salts, two sums
_MAGIC = 0x377F0682
"""Its last bit says how numbers are read for the sums: with it the first byte is the highest, without it the last."""
_PAGE_SIZES = frozenset(1 << power for power in range(9, 17))
_NUMBER = 4
"""Bytes of a number."""
_SALTS, _SUMS = (2, 3), (4, 5)
"""Which numbers of a frame they are."""
_AT_ONCE = 1000
"""Frames that are summed at a time: as many as a log has, before it is begun anew."""
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
    size, place, before = _FRAME.size + header.page, _HEADER.size, header.sums
    parts = _parts(file, size)
    for part in parts:
        sound = _sound_frames(part, header, before)
        rest = part[sound * size :]
        if rest:
            return place + sound * size if any(_has_commit(one, header) for one in chain([rest], parts)) else None
        place += len(part)
        *_, first, second = _FRAME.unpack_from(part, len(part) - size)
        before = first, second
    return None


def _parts(file: BinaryIO, size: int) -> Iterator[bytes]:
    """The frames that are there in full, many at a time."""
    while len(content := file.read(_AT_ONCE * size)) >= size:
        yield content[: len(content) // size * size]


def _has_commit(frames: bytes, header: _Header) -> bool:
    """Whether one of these frames was appended as the last of a commit."""
    for at in range(0, len(frames), _FRAME.size + header.page):
        _page, pages, *salts, _first, _second = _FRAME.unpack_from(frames, at)
        if pages > 0 and tuple(salts) == header.salts:
            return True
    return False


def _sound_frames(frames: bytes, header: _Header, before: _Sums) -> int:
    """How many frames, from the first on, are as they were written. `before`: the sums that stand before them.

    Each begins with the sums that the one before states, so that all can be summed at the same time: the numbers that
    stand at one place of each are added as one great number, in a fifth of the time.
    """
    width = (_FRAME.size + header.page) // _NUMBER
    stated, summed = _numbers(frames, ">"), _numbers(frames, header.order)
    count = len(stated) // width
    mask = _lanes(array("I", [0xFFFFFFFF] * count))
    first, second = (
        _lanes(array("I", [one]) + stated[at::width][:-1]) for at, one in zip(_SUMS, before, strict=True)
    )
    for at in (0, *range(_FRAME.size // _NUMBER, width, 2)):
        first = (first + _lanes(summed[at::width]) + second) & mask
        second = (second + _lanes(summed[at + 1 :: width]) + first) & mask
    salts = (_lanes(array("I", [salt] * count)) for salt in header.salts)
    wrong = 0
    for at, due in zip((*_SALTS, *_SUMS), (*salts, first, second), strict=True):
        wrong |= _lanes(stated[at::width]) ^ due
    return ((wrong & -wrong).bit_length() - 1) // (16 * _NUMBER) if wrong else count


def _numbers(content: bytes, order: str) -> array[int]:
    """The numbers of four bytes that stand there, each with its lowest byte first."""
    found = array("I", content)
    if order == ">":
        found.byteswap()
    return found


def _lanes(numbers: array[int]) -> int:
    """One great number with each of these at a place of its own, and room between them for what is carried."""
    wide = array("I", bytes(2 * _NUMBER * len(numbers)))
    wide[::2] = numbers
    return int.from_bytes(wide, "little")


def _summed(order: str, content: bytes, sums: _Sums) -> _Sums:
    """The two sums over what came before, and over this."""
    first, second = sums
    for one, other in struct.iter_unpack(f"{order}2I", content):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + other + first) & 0xFFFFFFFF
    return first, second
