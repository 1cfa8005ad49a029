"""Reading lines of files nobody vouches for: bounded lines, bounded decompression, no surprises.

Files may be plain or packed (gzip, xz and zstd); what they unpack to is bounded, also in proportion to
what they are packed to. Archives have their bounds from here.
"""

from __future__ import annotations

import io
import lzma
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple, Protocol, cast

from mjlog.errors import MjlogError, RecordError, reason
from mjlog.formats.shorthand import MAX_TEXT

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

UNREADABLE = (OSError, EOFError, zlib.error, lzma.LZMAError, zstd.ZstdError)
"""What reading a damaged, or damaged packed, file raises."""


class Packer(Protocol):
    """Packs bytes piece by piece."""

    def compress(self, data: bytes, /) -> bytes:
        """Some packed bytes, once there are enough."""

    def flush(self) -> bytes:
        """The rest of them."""


class Unpacker(Protocol):
    """Unpacks one piece of a packed file, which has one or several, each packed by itself."""

    @property
    def eof(self) -> bool:
        """Whether this was all of it."""

    @property
    def unused_data(self) -> bytes:
        """What was given to it and stands behind its end."""

    def decompress(self, data: bytes, max_length: int, /) -> bytes:
        """The next bytes, at most so many."""


Opened = Callable[[Path | IO[bytes]], IO[bytes]]
_AT_ONCE = 1 << 16


class _Unpacking(io.RawIOBase):
    """What a packed file holds, to its last byte: the readers of the library take what is damaged behind a first
    piece for an end, and say nothing.
    """

    def __init__(self, unpacker: Callable[[], Unpacker], packed: IO[bytes]) -> None:
        self._begin, self._packed = unpacker, packed
        self._piece = unpacker()
        self._rest = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        room = memoryview(buffer)
        while True:
            wants = getattr(self._piece, "needs_input", True)
            data = self._rest or (self._packed.read(_AT_ONCE) if wants or self._piece.eof else b"")
            if self._piece.eof:
                if not data:
                    return 0
                self._piece = self._begin()
            part = self._piece.decompress(data, len(room))
            self._rest = self._piece.unused_data or getattr(self._piece, "unconsumed_tail", b"")
            if part:
                room[: len(part)] = part
                return len(part)
            if wants and not data and not self._piece.eof:
                raise EOFError("it breaks off before its end")

    def close(self) -> None:
        self._packed.close()
        super().close()


def opener(unpacker: Callable[[], Unpacker]) -> Opened:
    """What opens a file that is packed so."""

    def opened(file: Path | IO[bytes]) -> IO[bytes]:
        return io.BufferedReader(_Unpacking(unpacker, file.open("rb") if isinstance(file, Path) else file), _AT_ONCE)

    return opened


class Packing(NamedTuple):
    """One way to pack a file."""

    ending: str
    beginning: bytes
    """The first bytes of every file packed so."""
    opened: Opened
    """A stream of what a packed file holds."""
    packer: Callable[[], Packer]
    """What packs one file: the same bytes every time, without a name or a time in them."""


_GZIP_WINDOW = 31  # of zlib: its largest window, with the header of gzip around it

PACKINGS = (
    Packing(
        ".gz",
        b"\x1f\x8b\x08",
        opener(cast(Callable[[], Unpacker], partial(zlib.decompressobj, wbits=_GZIP_WINDOW))),
        partial(zlib.compressobj, wbits=_GZIP_WINDOW),
    ),
    # Not the format before it, which lzma would guess: blanked bytes are an empty file of that.
    Packing(".xz", b"\xfd7zXZ\0", opener(partial(lzma.LZMADecompressor, lzma.FORMAT_XZ)), lzma.LZMACompressor),
    # Its window, which is held in memory, is at most 128 MB: the library's own bound.
    Packing(".zst", b"\x28\xb5\x2f\xfd", opener(zstd.ZstdDecompressor), partial(zstd.ZstdCompressor, level=12)),
)
ENDINGS = tuple(packing.ending for packing in PACKINGS)
LONGEST = max(len(packing.beginning) for packing in PACKINGS)
"""Bytes that tell how a file is packed."""


def packing_called(name: str) -> Packing | None:
    """How a file of this name is packed, by its ending.

    >>> packing_called("friday.mjlog.jsonl.zst").ending
    '.zst'
    """
    return next((packing for packing in PACKINGS if name.endswith(packing.ending)), None)


def packing_of(beginning: bytes) -> Packing | None:
    """How a file that begins so is packed."""
    return next((packing for packing in PACKINGS if beginning.startswith(packing.beginning)), None)


def without_packing(name: str) -> str:
    """A file's name as it was before it was packed.

    >>> without_packing("friday.mjlog.jsonl.zst")
    'friday.mjlog.jsonl'
    """
    packing = packing_called(name)
    return name if packing is None else name.removesuffix(packing.ending)


def packed_as_called(name: str, parts: Iterable[bytes]) -> Iterable[bytes]:
    """What a file of this name holds of these bytes: packed where its ending says so, and as they are elsewhere."""
    packing = packing_called(name)
    return parts if packing is None else _packed(packing.packer(), parts)


def _packed(packer: Packer, parts: Iterable[bytes]) -> Iterator[bytes]:
    for part in parts:
        if some := packer.compress(part):
            yield some
    yield packer.flush()


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


def open_bytes(path: Path) -> IO[bytes]:
    """Open a file for reading, unpacking what is packed.

    Raises:
        RecordError: the path cannot be opened.
    """
    try:
        packing = packing_called(path.name)
        # A pipe gives its bytes only once, and is not asked.
        if packing is None and path.is_file():
            with path.open("rb") as stream:
                packing = packing_of(stream.read(LONGEST))
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
    """The bytes that a file of this size may unpack to.

    >>> most_unpacked(300), most_unpacked(2_000_000)
    (10000000, 2000000000)
    """
    return max(SMALL, MAX_RATIO * packed)


def most_in_memory(packed: int) -> int:
    """The bytes that all files of an archive of this size may have together.

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
    """Why a file that unpacks to more bytes than this is not read."""
    return f"it unpacks to more than {most:,} bytes, too many for its size: unpack it first if it is yours"


def read_lines(stream: IO[bytes], path: str) -> Iterator[tuple[int, bytes]]:
    """The lines of a stream with their numbers from 1, without line ends; blank lines are passed over.

    Raises:
        RecordError: the stream breaks off (a damaged compressed file), or is longer than is read.
    """
    number = total = short = 0
    while True:
        try:
            line = rest = stream.readline(MAX_LINE)
            while len(line) >= MAX_LINE and rest and not rest.endswith(b"\n"):
                rest = stream.readline(MAX_LINE)
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
