"""How a file can be packed: gzip, xz and zstd, each with the ending of its names, its first bytes, and both ways.

What a packed file may unpack to is bounded where it is read (`mjlog.formats.lines`).
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


class _Unpacked(io.RawIOBase):
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
        return io.BufferedReader(_Unpacked(unpacker, file.open("rb") if isinstance(file, Path) else file), _AT_ONCE)

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
