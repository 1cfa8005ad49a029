"""Folders packed into one file (`.tar`, packed or not, `.zip`; bundles, too), read in memory within bounds.

Nothing is unpacked to disk; members with absolute or climbing paths, links and devices are passed over with a
message.
"""

from __future__ import annotations

import bz2
import io
import lzma
import os
import tarfile
import zipfile
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import repeat
from pathlib import Path, PurePosixPath
from typing import IO, Self, TypeVar, cast

from mjlog.errors import RecordError
from mjlog.formats import bundles
from mjlog.formats.lines import MAX_MEMBER, MAX_MEMBERS, most_in_memory, reason, too_much, unpacked
from mjlog.formats.packings import (
    ENDINGS,
    LONGEST,
    PACKINGS,
    UNREADABLE,
    Opened,
    opener,
    packing_called,
    packing_of,
    without_packing,
)  # fmt: skip

MAX_TOTAL = 1_000_000_000
"""Bytes that one archive may unpack to."""
LEAST = 10_000
"""Bytes that a file in an archive counts as, however short: so much is kept of a game while the others are read."""
MAX_HEADERS = 250_000
"""Bytes that may stand between two files of a tar archive, or before the first one: long names, attributes."""
MAX_ATTRIBUTES_OF_ONE = 10_000
"""Bytes of what a tar archive says of one file, or of all, beside the usual."""
MAX_ATTRIBUTES = 1000
"""Attributes that a tar archive may give to all of its files."""
_AT_ONCE, _A_LITTLE = 1 << 16, 64
"""Bytes asked for at a time; what is no deflate, `zipfile` unpacks as far as it has read it: 64 may be 90 MB."""
_UNBOUNDED = (zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)
_ZIP_HEADER, _ZIP_END, _ZIP_MANY, _ZIP_UTF8 = 30, 22, 0xFFFF, 0x800
"""Of a zip: bytes before the name of a file, and at the end; a number that stands elsewhere; the flag of UTF-8."""
_OPENERS: dict[bytes, Opened] = {
    **{packing.beginning: packing.opened for packing in PACKINGS}, b"BZh": opener(bz2.BZ2Decompressor),
    b"]\x00\x00\x80": opener(partial(lzma.LZMADecompressor, lzma.FORMAT_ALONE)),
}  # fmt: skip
"""By the first bytes of a packed file."""
_TAR_ENDINGS = (".tar", *(".tar" + ending for ending in ENDINGS), ".tgz", ".txz", ".tar.bz2")


def is_archive(path: Path) -> bool:
    """Whether a file is a packed folder or a bundle, by its name."""
    return path.name.lower().endswith((*_TAR_ENDINGS, ".zip", bundles.SUFFIX))


def members(path: Path, endings: tuple[str, ...], others: list[str] | None = None) -> list[tuple[str, bytes]]:
    """The files of an archive whose names end so, with their paths inside it, in order of path: all are in memory.

    Those that are packed themselves come unpacked, under the names that they had before. `others`: takes up the names
    of all other files.

    Raises:
        RecordError: the archive cannot be read, or is larger than is read.
    """
    try:
        return sorted(_unpacked(path, _reader(path)(path, partial(_is_read, endings=endings, others=others))))
    except (*UNREADABLE, tarfile.TarError, zipfile.BadZipFile, ValueError, NotImplementedError, RuntimeError) as error:
        raise RecordError(f"is no archive that can be read: {reason(error)}", str(path)) from error


_IsRead = Callable[[str], bool]


def _reader(path: Path) -> Callable[[Path, _IsRead], Iterator[tuple[str, bytes]]]:
    if bundles.is_bundle(path):
        return _bundle
    return _zip if path.name.lower().endswith(".zip") else _tar


def _unpacked(path: Path, found: Iterable[tuple[str, bytes]]) -> Iterator[tuple[str, bytes]]:
    left = most = most_in_memory(path.stat().st_size)
    for name, content in found:
        packing = packing_called(name) or packing_of(content)
        if packing is not None:
            allowed = min(left, MAX_MEMBER)
            with packing.opened(io.BytesIO(content)) as stream:
                content = stream.read(allowed + 1)
            if len(content) > allowed:
                raise RecordError(f"cannot be read further: {name}: {too_much(most)}", str(path))
            left -= len(content)
        yield without_packing(name), content


def _is_read(name: str, endings: tuple[str, ...], others: list[str] | None) -> bool:
    parts = PurePosixPath(name.replace("\\", "/"))
    is_read = without_packing(name).endswith(endings) and not parts.is_absolute() and ".." not in parts.parts
    if not is_read and others is not None:
        others.append(name)
    return is_read


Member = TypeVar("Member")


def _bounded(path: Path, found: Iterable[Member], size_of: Callable[[Member], int]) -> Iterator[Member]:
    """The members of an archive, each before it is unpacked.

    Raises:
        RecordError: there are more of them, or larger ones, than are read.
    """
    most, total = most_in_memory(path.stat().st_size), 0
    for count, member in enumerate(found):
        size = size_of(member)
        total += max(size, LEAST)
        if count >= MAX_MEMBERS or size > MAX_MEMBER:
            raise RecordError("has more or larger files than are read", str(path))
        if total > MAX_TOTAL:
            raise RecordError(f"unpacks to more than {MAX_TOTAL} bytes", str(path))
        if total > most:
            raise RecordError(f"cannot be read further: {too_much(most)}", str(path))
        yield member


def _bundle(path: Path, is_read: _IsRead) -> Iterator[tuple[str, bytes]]:
    """The logs of a bundle with the names that they would have unpacked."""
    with bundles.open_bundle(path) as bundle:
        for game in _bounded(path, bundle.manifest.games, lambda game: game.size):
            name = game.member.removesuffix(".gz")
            if is_read(name):
                yield name, b"".join(body + b"\n" for body in bundle.bodies(game))


def _zip(path: Path, is_read: _IsRead) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(path) as archive:
        _refuse_other_number(archive)
        for info in _bounded(path, archive.infolist(), lambda info: info.file_size):
            _refuse_other_name(archive, info)
            if not info.is_dir() and is_read(info.filename):
                with cast(zipfile.ZipExtFile, archive.open(info)) as stream:
                    stream.MIN_READ_SIZE = some = _A_LITTLE if info.compress_type in _UNBOUNDED else _AT_ONCE
                    yield info.filename, b"".join(iter(partial(stream.read, some), b""))


def _refuse_other_number(archive: zipfile.ZipFile) -> None:
    """How many files there are stands behind their list, of which a damaged entry hides the next one.

    Raises:
        BadZipFile: it is another number.
    """
    stream = cast(IO[bytes], archive.fp)
    stream.seek(-_ZIP_END - len(archive.comment), os.SEEK_END)
    count, listed = int.from_bytes(stream.read(_ZIP_END)[10:12], "little"), len(archive.infolist())
    if count not in (listed, _ZIP_MANY):
        raise zipfile.BadZipFile(f"{listed:,} files are listed, and there are {count:,}")


def _refuse_other_name(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> None:
    """A file's name stands in its header, and in the list at the end: by a damaged one it would be passed over.

    Raises:
        BadZipFile: they differ.
    """
    stream = cast(IO[bytes], archive.fp)
    stream.seek(info.header_offset)
    header = stream.read(_ZIP_HEADER)
    name = stream.read(int.from_bytes(header[26:28], "little"))
    if name.decode("utf-8" if info.flag_bits & _ZIP_UTF8 else "cp437", "replace") != info.orig_filename:
        raise zipfile.BadZipFile(f"{info.orig_filename!r} has another name where it begins")


def _tar(path: Path, is_read: _IsRead) -> Iterator[tuple[str, bytes]]:
    with _opened(path) as content:
        stream = _TarStream(content)
        with _Tar.open(fileobj=cast(IO[bytes], stream), mode="r|") as archive:
            for member in _bounded(path, archive.each(stream), lambda member: member.size):
                file = archive.extractfile(member) if member.isreg() and is_read(member.name) else None
                if file is not None:
                    yield member.name, file.read()


def _opened(path: Path) -> IO[bytes]:
    """A tar archive, unpacked if it is packed; whatever it is called, its first bytes say how."""
    with path.open("rb") as stream:
        start = stream.read(LONGEST)
    opened = next((opened for first, opened in _OPENERS.items() if start.startswith(first)), None)
    return path.open("rb") if opened is None else unpacked(path, opened)


class _TarStream:
    """A tar archive as it is read: `tarfile` takes in whole whatever stands before a file, so that is bounded here."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._read = 0
        self.may_be_read_to(0)

    def may_be_read_to(self, header: int) -> None:
        """The next header begins at this byte."""
        self._most = header + MAX_HEADERS

    def read(self, size: int) -> bytes:
        """The next bytes; `tarfile` asks for some thousand at a time."""
        part = self._stream.read(size)
        self._read += len(part)
        if self._read > self._most:
            raise tarfile.ReadError(f"more than {MAX_HEADERS:,} bytes of names and attributes stand before a file")
        if self._read > MAX_TOTAL:
            raise tarfile.ReadError(f"it unpacks to more than {MAX_TOTAL:,} bytes")
        return part


class _Header(tarfile.TarInfo):
    """What stands before a file. A damaged one is an error: `tarfile` takes it for the end of the archive."""

    @classmethod
    def fromtarfile(cls, archive: tarfile.TarFile) -> Self:
        """Read the next one."""
        try:
            return super().fromtarfile(archive)
        except tarfile.EOFHeaderError:  # type: ignore[attr-defined]
            raise
        except tarfile.HeaderError as error:
            raise tarfile.ReadError(f"it breaks off, or is damaged: {error}") from error

    def _proc_pax(self, archive: tarfile.TarFile) -> tarfile.TarInfo:
        """Attributes of a file, as its name: Python before 3.11.10 takes the square of their length to read them."""
        if self.size > MAX_ATTRIBUTES_OF_ONE:
            raise tarfile.ReadError(f"a file has more than {MAX_ATTRIBUTES_OF_ONE:,} bytes of attributes")
        found: tarfile.TarInfo = super()._proc_pax(archive)  # type: ignore[misc]
        return found


class _Tar(tarfile.TarFile):
    """A tar archive that is gone through once."""

    tarinfo = _Header
    members: list[tarfile.TarInfo]
    fileobj: IO[bytes]

    def each(self, stream: _TarStream) -> Iterator[tarfile.TarInfo]:
        """The files, one in memory at a time: `tarfile` keeps all, each with the attributes that are given to all."""
        while (member := self.next()) is not None:
            stream.may_be_read_to(self.offset)
            self.members.clear()
            if len(self.pax_headers) > MAX_ATTRIBUTES:
                raise tarfile.ReadError(f"more than {MAX_ATTRIBUTES:,} attributes are given to all of its files")
            yield member
        stream.may_be_read_to(MAX_TOTAL)
        if any(map(bytes.strip, iter(partial(self.fileobj.read, _AT_ONCE), b""), repeat(b"\0"))):
            raise tarfile.ReadError("something stands behind its end")
