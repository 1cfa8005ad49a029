"""How a file can be packed: gzip, xz and zstd, each with the ending of its names, its first bytes, and both ways.

What a packed file may unpack to is bounded where it is read (`mjlog.formats.lines`).
"""

from __future__ import annotations

import gzip
import lzma
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import IO, NamedTuple, Protocol, cast

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

UNREADABLE = (OSError, EOFError, zlib.error, lzma.LZMAError, zstd.ZstdError)
"""What reading a damaged, or damaged packed, file raises."""


class Packer(Protocol):
    """Packs bytes piece by piece."""

    def compress(self, data: bytes, /) -> bytes:
        """Some packed bytes, once there are enough."""

    def flush(self) -> bytes:
        """The rest of them."""


_Opened = Callable[[Path | IO[bytes]], IO[bytes]]


class Packing(NamedTuple):
    """One way to pack a file."""

    ending: str
    beginning: bytes
    """The first bytes of every file packed so."""
    opened: _Opened
    """A stream of what a packed file holds."""
    packer: Callable[[], Packer]
    """What packs one file: the same bytes every time, without a name or a time in them."""


_GZIP_WINDOW = 31  # of zlib: its largest window, with the header of gzip around it
# Not the format before it, which lzma would guess: blanked bytes are an empty file of that.
_XZ_ALONE = partial(lzma.open, format=lzma.FORMAT_XZ)

PACKINGS = (
    Packing(".gz", b"\x1f\x8b\x08", cast(_Opened, gzip.open), partial(zlib.compressobj, wbits=_GZIP_WINDOW)),
    Packing(".xz", b"\xfd7zXZ\0", cast(_Opened, _XZ_ALONE), lzma.LZMACompressor),
    # Its window, which is held in memory, is at most 128 MB: the library's own bound.
    Packing(".zst", b"\x28\xb5\x2f\xfd", cast(_Opened, zstd.open), partial(zstd.ZstdCompressor, level=12)),
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
