"""Reading lines of files nobody vouches for: bounded lines, bounded decompression, no surprises.

Files may be plain or packed (`mjlog.formats.packings`); what they unpack to is bounded, also in proportion to
what they are packed to. Archives have their bounds from here.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING

from mjlog.errors import MjlogError, RecordError, reason
from mjlog.formats.packings import LONGEST, UNREADABLE, Packing, packing_called, packing_of
from mjlog.formats.shorthand import MAX_TEXT

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

MAX_LINE = 4_000_000
"""Bytes of the longest line that is read; what is longer is cut, and will not be an event."""
MAX_UNPACKED = 2_000_000_000
"""Bytes that one compressed file may unpack to."""
MAX_MEMBER = 200_000_000
"""Bytes of the largest file that is read out of a packed one, or from a pipe."""
MAX_MEMBERS = 100_000
"""Files in a packed one."""
MAX_RATIO = 1000
"""How many times its own size a packed file may unpack to: logs make 7 to 20, a thousand copies of one 400."""
RATIO_IN_MEMORY = 500
"""How many times its own size an archive may unpack to: what it holds is in memory together."""
SMALL = 10_000_000
"""Bytes that a packed file may unpack to however small it is."""
SHORTEST = 10
"""Bytes of the shortest line that can hold anything: `{"seq":1}` and its line break."""
MAX_SHORT = 1_000_000
"""Lines of one stream that are shorter."""
_BUFFER = 1 << 16


def _packing(path: Path) -> Packing | None:
    """How a file is packed, by its name or its first bytes; a pipe gives its bytes only once, and is not asked."""
    called = packing_called(path.name)
    if called is not None or not path.is_file():
        return called
    with path.open("rb") as stream:
        return packing_of(stream.read(LONGEST))


def open_bytes(path: Path) -> IO[bytes]:
    """Open a file for reading, unpacking what is packed.

    Raises:
        RecordError: the path cannot be opened.
    """
    try:
        packing = _packing(path)
        return path.open("rb") if packing is None else unpacked(path, packing.opened)
    except (OSError, ValueError) as error:
        raise RecordError(f"cannot be opened: {reason(error)}", str(path)) from error


def unpacked(path: Path, opened: Callable[[Path], IO[bytes]]) -> IO[bytes]:
    """What a packed file holds. Reading it fails with an `OSError` beyond what it may unpack to; `opened` unpacks.

    Raises:
        OSError: the path cannot be opened.
    """
    most = most_unpacked(path.stat().st_size) if path.is_file() else MAX_MEMBER  # a pipe has no size
    return io.BufferedReader(_Unpacked(opened(path), most), _BUFFER)


def most_unpacked(packed: int) -> int:
    """Bytes that a file of so many may unpack to.

    >>> most_unpacked(300), most_unpacked(2_000_000)
    (10000000, 2000000000)
    """
    return max(SMALL, MAX_RATIO * packed)


def most_in_memory(packed: int) -> int:
    """Bytes that the files of an archive of so many may have together.

    >>> most_in_memory(300), most_in_memory(2_000_000)
    (10000000, 1000000000)
    """
    return max(SMALL, RATIO_IN_MEMORY * packed)


class _Unpacked(io.RawIOBase):
    """An unpacking stream that ends with an error where it has given as much as it may."""

    def __init__(self, stream: IO[bytes], most: int) -> None:
        self._stream = stream
        self._most = self._left = most

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        part = self._stream.read(memoryview(buffer).nbytes)
        self._left -= len(part)
        if self._left < 0:
            raise OSError(too_much(self._most))
        memoryview(buffer)[: len(part)] = part
        return len(part)

    def close(self) -> None:
        self._stream.close()
        super().close()


def too_much(most: int) -> str:
    """Why a file that unpacks to more than so many bytes is not read."""
    return f"it unpacks to more than {most:,} bytes, too many for its size: unpack it first if it is yours"


def read_lines(stream: IO[bytes], path: str) -> Iterator[tuple[int, bytes]]:
    """The lines of a stream with their numbers from 1, without line ends; blank lines are passed over.

    Raises:
        RecordError: the stream breaks off (a damaged compressed file), or is longer than is read.
    """
    number = total = short = 0
    while True:
        try:
            line = stream.readline(MAX_LINE)
            if len(line) >= MAX_LINE and not line.endswith(b"\n"):
                _skip_rest_of_line(stream)
        except UNREADABLE as error:
            raise RecordError(f"cannot be read further: {reason(error)}", path, number + 1) from error
        if not line:
            return
        size = len(line)
        number += 1
        total += size
        if total > MAX_UNPACKED:
            raise RecordError(f"is larger than {MAX_UNPACKED} bytes", path, number)
        if size < SHORTEST:
            short += 1
            if short > MAX_SHORT:
                raise RecordError(f"has more than {MAX_SHORT:,} lines with nothing in them", path, number)
        line = line.rstrip(b"\r\n")
        if line.strip():
            yield number, line


def _skip_rest_of_line(stream: IO[bytes]) -> None:
    while True:
        part = stream.readline(MAX_LINE)
        if not part or part.endswith(b"\n"):
            return


def lines_of(path: Path) -> Iterator[tuple[int, bytes]]:
    """The lines of a file with their numbers; see `read_lines`.

    Raises:
        RecordError: the file cannot be opened or read.
    """
    with open_bytes(path) as stream:
        yield from read_lines(stream, str(path))


def lines_of_bytes(data: bytes, path: str) -> Iterator[tuple[int, bytes]]:
    """The lines of bytes already in memory."""
    return read_lines(io.BytesIO(data), path)


def read_text(path: str) -> str:
    """A whole text, from a file or (`-`) from standard input.

    Raises:
        MjlogError: it cannot be read, is too long, or no UTF-8.
    """
    name = "standard input" if path == "-" else path
    try:
        if path == "-":
            content = sys.stdin.buffer.read(MAX_TEXT + 1)
        else:
            with open(path, "rb") as stream:
                content = stream.read(MAX_TEXT + 1)
    except OSError as error:
        raise MjlogError(f"{name}: cannot be read: {reason(error)}") from error
    if len(content) > MAX_TEXT:
        raise MjlogError(f"{name}: is longer than {MAX_TEXT:,} bytes")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise MjlogError(f"{name}: is no text in UTF-8 (byte {error.start + 1})") from None
