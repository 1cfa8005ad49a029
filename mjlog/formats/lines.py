"""Reading lines of files nobody vouches for: bounded lines, bounded decompression, no surprises.

Files may be plain, or compressed with gzip or xz (`.gz`, `.xz`); what they unpack to is bounded.
"""

from __future__ import annotations

import gzip
import io
import lzma
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, cast

from mjlog.errors import MjlogError, RecordError
from mjlog.formats.shorthand import MAX_TEXT

MAX_LINE = 4_000_000
"""Bytes of the longest line that is read; what is longer is cut, and will not be an event."""
UNREADABLE = (OSError, EOFError, zlib.error, lzma.LZMAError)
"""What reading a damaged, or damaged compressed, file raises."""
MAX_UNPACKED = 2_000_000_000
"""Bytes that one compressed file may unpack to."""
MAX_MEMBER = 200_000_000
"""Bytes of the largest file that is read out of a packed one, or from a pipe."""
MAX_MEMBERS = 100_000
"""Files in a packed one."""


def open_bytes(path: Path) -> IO[bytes]:
    """Open a file for reading, unpacking `.gz` and `.xz`.

    Raises:
        RecordError: the path cannot be opened.
    """
    try:
        if path.suffix == ".gz":
            return cast(IO[bytes], gzip.open(path))
        if path.suffix == ".xz":
            return lzma.open(path)
        return path.open("rb")
    except (OSError, ValueError) as error:
        raise RecordError(f"cannot be opened: {reason(error)}", str(path)) from error


def reason(error: BaseException) -> str:
    """An operating system's error in words."""
    return (getattr(error, "strerror", None) or str(error) or type(error).__name__).lower()


def read_lines(stream: IO[bytes], path: str) -> Iterator[tuple[int, bytes]]:
    """The lines of a stream with their numbers from 1, without line ends; blank lines are passed over.

    Raises:
        RecordError: the stream breaks off (a damaged compressed file), or unpacks to more than is read.
    """
    number = total = 0
    while True:
        try:
            line = stream.readline(MAX_LINE)
        except UNREADABLE as error:
            raise RecordError(f"cannot be read further: {reason(error)}", path, number + 1) from error
        if not line:
            return
        number += 1
        total += len(line)
        if total > MAX_UNPACKED:
            raise RecordError(f"is larger than {MAX_UNPACKED} bytes", path, number)
        if len(line) >= MAX_LINE and not line.endswith(b"\n"):
            _skip_rest_of_line(stream)
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
    yield from read_lines(io.BytesIO(data), path)


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
        raise MjlogError(f"{name}: cannot be read: {(error.strerror or str(error)).lower()}") from error
    if len(content) > MAX_TEXT:
        raise MjlogError(f"{name}: is longer than {MAX_TEXT:,} bytes")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise MjlogError(f"{name}: is no text in UTF-8 (byte {error.start + 1})") from None
