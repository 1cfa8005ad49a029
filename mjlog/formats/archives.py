"""Folders packed into one file (`.tar`, packed or not, `.zip`), read in memory within bounds, and written.

Nothing is unpacked to disk; members with absolute or climbing paths, links and devices are passed over with a
message. A bundle (`.mjbundle`), which older versions wrote, is a zip with a list of the logs in it.
"""

from __future__ import annotations

import bz2
import hashlib
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

import msgspec

from mjlog.errors import RecordError, reason
from mjlog.formats import people
from mjlog.formats.lines import (
    ENDINGS,
    LONGEST,
    MAX_MEMBER,
    MAX_MEMBERS,
    PACKINGS,
    UNREADABLE,
    Opened,
    most_in_memory,
    open_bytes,
    opener,
    packed_as_called,
    packing_called,
    packing_of,
    too_much,
    unpacked,
    without_packing,
)  # fmt: skip
from mjlog.log.records import Person

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
WRITTEN_ENDINGS = (".zip", ".tar", *(".tar" + ending for ending in ENDINGS))
"""How the name of a packed folder ends that is written."""
_BUNDLE = ".mjbundle"
_ZIP_ENDINGS = (".zip", _BUNDLE)
_TAR_ENDINGS = (*WRITTEN_ENDINGS[1:], ".tgz", ".txz", ".tar.bz2")
_LIST = "manifest.json"
"""What a bundle of an older version says of the logs in it."""
_FIRST_DAY = (1980, 1, 1, 0, 0, 0)
_UNIX, _READABLE_BY_ALL = 3, 0o644


def is_archive(path: Path) -> bool:
    """Whether a file is a packed folder, by its name."""
    return path.name.lower().endswith((*_ZIP_ENDINGS, *_TAR_ENDINGS))


_IsRead = Callable[[str], bool]


def members(
    path: Path, endings: tuple[str, ...], others: list[str] | None = None, also: _IsRead = lambda _name: False
) -> list[tuple[str, bytes]]:
    """The files of an archive whose names end so, with their paths inside it, in order of path: all are in memory.

    Those that are packed themselves come unpacked, under the names that they had before. `also`: asked of another name,
    whether it is read. `others`: takes up the names of all other files.

    Raises:
        RecordError: the archive cannot be read, or is larger than is read.
    """

    def is_read(name: str) -> bool:
        parts = PurePosixPath(name.replace("\\", "/"))
        is_inside = not parts.is_absolute() and ".." not in parts.parts
        is_read = is_inside and (without_packing(name).endswith(endings) or also(name))
        if not is_read and others is not None:
            others.append(name)
        return is_read

    called = path.name.lower()
    reader = _bundle if called.endswith(_BUNDLE) else _zip if called.endswith(_ZIP_ENDINGS) else _tar
    try:
        return sorted(_unpacked(path, reader(path, is_read)))
    except (*UNREADABLE, tarfile.TarError, zipfile.BadZipFile, ValueError, NotImplementedError, RuntimeError) as error:
        raise RecordError(f"is no archive that can be read: {reason(error)}", str(path)) from error


def people_at(path: str) -> list[Person]:
    """The real names that stand beside the logs of a folder, packed or not.

    Raises:
        RecordError: the folder, or their table, cannot be read.
    """
    place = Path(path)
    if is_archive(place) and place.is_file():
        tables = [table for table in members(place, (people.FILE,)) if PurePosixPath(table[0]).name == people.FILE]
    else:
        tables = []
        if (place / people.FILE).is_file():
            with open_bytes(place / people.FILE) as stream:
                tables = [(people.FILE, stream.read(MAX_MEMBER))]
    return [person for name, content in tables for person in people.read_people(content, f"{path}/{name}")]


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


Member = TypeVar("Member")


def _bounded(
    path: Path, found: Iterable[Member], size_of: Callable[[Member], int], most: int | None = None
) -> Iterator[Member]:
    """The members of an archive, each before it is unpacked. `most`: bytes of all, if not by the size of the file.

    Raises:
        RecordError: there are more of them, or larger ones, than are read.
    """
    most, total = most_in_memory(path.stat().st_size) if most is None else most, 0
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


class _Listed(msgspec.Struct):
    """A log of a bundle: the name of its file, and the digest of that as it is packed."""

    member: str
    sha256: str


class _Named(msgspec.Struct):
    """A real name in a bundle."""

    handle: str
    name: str
    note: str | None = None


class _List(msgspec.Struct):
    """What a bundle says of itself."""

    games: list[_Listed]
    people: list[_Named] = []


def _bundle(path: Path, is_read: _IsRead) -> Iterator[tuple[str, bytes]]:
    """The files of a bundle, and the real names that its list may have, as the file that they stand in today.

    Raises:
        ValueError: its files are not those of its list, or it has none that can be read.
    """
    files = dict(_zip(path, lambda _name: True))
    text = files.pop(_LIST, None)
    if text is not None:
        listed = msgspec.json.decode(text, type=_List)
        digests = {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}
        if digests != {game.member: game.sha256 for game in listed.games}:
            raise ValueError(f"its files are not those that its {_LIST} names")
        if listed.people:
            files[people.FILE] = people.written(map(msgspec.structs.astuple, listed.people))
    yield from ((name, content) for name, content in files.items() if is_read(name))


def _zip(path: Path, is_read: _IsRead) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(path) as archive:
        end = cast(IO[bytes], archive.fp)
        # How many files there are stands behind their list, of which a damaged entry hides the next one.
        end.seek(-_ZIP_END - len(archive.comment), os.SEEK_END)
        count, listed = int.from_bytes(end.read(_ZIP_END)[10:12], "little"), len(archive.infolist())
        if count not in (listed, _ZIP_MANY):
            raise zipfile.BadZipFile(f"{listed:,} files are listed, and there are {count:,}")
        for info in _bounded(path, archive.infolist(), lambda info: info.file_size):
            # A file's name stands in its header, and in the list at the end: by a damaged one it would be passed over.
            begin = cast(IO[bytes], archive.fp)
            begin.seek(info.header_offset)
            header = begin.read(_ZIP_HEADER)
            name = begin.read(int.from_bytes(header[26:28], "little"))
            if name.decode("utf-8" if info.flag_bits & _ZIP_UTF8 else "cp437", "replace") != info.orig_filename:
                raise zipfile.BadZipFile(f"{info.orig_filename!r} has another name where it begins")
            if not info.is_dir() and is_read(info.filename):
                with cast(zipfile.ZipExtFile, archive.open(info)) as stream:
                    stream.MIN_READ_SIZE = some = _A_LITTLE if info.compress_type in _UNBOUNDED else _AT_ONCE
                    yield info.filename, b"".join(iter(partial(stream.read, some), b""))


def _tar(path: Path, is_read: _IsRead) -> Iterator[tuple[str, bytes]]:
    with path.open("rb") as packed:
        start = packed.read(LONGEST)
    # Whatever the archive is called, its first bytes say how it is packed.
    opener = next((opener for first, opener in _OPENERS.items() if start.startswith(first)), None)
    with path.open("rb") if opener is None else unpacked(path, opener) as content:
        stream = _TarStream(content)
        with _Tar.open(fileobj=cast(IO[bytes], stream), mode="r|") as archive:
            for member in _bounded(path, archive.each(stream), lambda member: member.size):
                file = archive.extractfile(member) if member.isreg() and is_read(member.name) else None
                if file is not None:
                    yield member.name, file.read()


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
        member: tarfile.TarInfo = super()._proc_pax(archive)  # type: ignore[misc]
        return member


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


# -- written --------------------------------------------------------------------------------------------------------


def packed_folder(path: Path, files: Iterable[tuple[str, bytes]]) -> Iterator[bytes]:
    """Files with their paths as one packed folder, as its name says; the same files give the same bytes.

    Raises:
        RecordError: they are more, or larger, than would be read again.
    """
    if not path.name.lower().endswith((*_ZIP_ENDINGS, *WRITTEN_ENDINGS)):
        words = f"is no name of a packed folder: expected one that ends in {', '.join(WRITTEN_ENDINGS)}"
        raise RecordError(words, str(path))
    within = _bounded(path, files, lambda file: len(file[1]), MAX_TOTAL)
    if not path.name.lower().endswith(_ZIP_ENDINGS):
        yield from packed_as_called(path.name, _tarred(within))
        return
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in within:
            member = zipfile.ZipInfo(name, _FIRST_DAY)
            member.create_system, member.external_attr = _UNIX, _READABLE_BY_ALL << 16
            archive.writestr(member, content, zipfile.ZIP_DEFLATED)
    yield packed.getvalue()


def _tarred(files: Iterable[tuple[str, bytes]]) -> Iterator[bytes]:
    for name, content in files:
        member = tarfile.TarInfo(name)
        member.size, member.mode = len(content), _READABLE_BY_ALL
        yield member.tobuf() + content + bytes(-len(content) % tarfile.BLOCKSIZE)
    yield bytes(2 * tarfile.BLOCKSIZE)
