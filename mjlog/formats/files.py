"""The games of a file: logs, texts in short hand, records of other programs, and folders packed into one file.

Packed folders (`.tar`, packed or not, `.zip`) are read in memory within bounds, and written. Nothing is unpacked to
disk; members with absolute or climbing paths, links and devices are passed over with a message. A bundle
(`.mjbundle`), which older versions wrote, is a zip with a list of the logs in it.

Files of no kind that is known: what they look like, in words, and what was passed over in a folder.
"""

from __future__ import annotations

import bz2
import csv
import hashlib
import io
import json
import lzma
import os
import re
import tarfile
import zipfile
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import groupby, repeat
from pathlib import Path, PurePosixPath
from typing import IO, Self, TypeVar, cast

import msgspec

from mjlog.errors import MjlogError, RecordError, reason
from mjlog.events import EVENT_TYPE_BY_NAME
from mjlog.formats import foreign, shorthand
from mjlog.formats.foreign import joined
from mjlog.formats.lines import (
    ENDINGS,
    LONGEST,
    MAX_MEMBER,
    MAX_MEMBERS,
    PACKINGS,
    UNREADABLE,
    Opened,
    lines_of,
    lines_of_bytes,
    most_in_memory,
    open_bytes,
    opener,
    packed_as_called,
    packing_called,
    packing_of,
    read_text,
    too_much,
    unpacked,
    without_packing,
)  # fmt: skip
from mjlog.formats.logs import SUFFIX, CarriedGame, carried, read_log, read_written
from mjlog.log.records import GameRecord, Person
from mjlog.text import counted, shown
from mjlog.urls import called

# -- real names beside logs ----------------------------------------------------------------------------------------


REAL_NAMES = "people.csv"
"""A table beside the logs of a folder, packed or not. Source: docs/do/keeping.md."""
_MOST_PEOPLE = 100_000


def people_table(people: Iterable[tuple[str | None, ...]]) -> bytes:
    """The table of these people.

    >>> people_table([Person("anna", "Anna Nováková")]).decode()
    'handle,name,note\\r\\nanna,Anna Nováková,\\r\\n'
    """
    text = io.StringIO(newline="")
    csv.writer(text).writerows([Person._fields, *people])
    return text.getvalue().encode()


def read_people(content: bytes, source: str) -> list[Person]:
    """The people of a table.

    Raises:
        RecordError: it is none, or names a handle twice.
    """
    try:
        rows = csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), strict=True)
        head, *people = rows
        persons = [Person(handle, name, note or None) for handle, name, note in people]
    except (UnicodeDecodeError, csv.Error, ValueError) as error:
        raise RecordError(f"is no table with the columns {', '.join(Person._fields)}: {error}", source) from None
    if tuple(head) != Person._fields:
        raise RecordError(f"has the columns {', '.join(head)}: expected {', '.join(Person._fields)}", source)
    if len(persons) > _MOST_PEOPLE:
        raise RecordError(f"names {len(persons):,} people, more than are read", source)
    if len({person.handle for person in persons}) < len(persons):
        raise RecordError("names a handle twice", source)
    return persons


# -- packed folders -------------------------------------------------------------------------------------------------


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
        tables = [table for table in members(place, (REAL_NAMES,)) if PurePosixPath(table[0]).name == REAL_NAMES]
    else:
        tables = []
        if (place / REAL_NAMES).is_file():
            with open_bytes(place / REAL_NAMES) as stream:
                tables = [(REAL_NAMES, stream.read(MAX_MEMBER))]
    return [person for name, content in tables for person in read_people(content, f"{path}/{name}")]


def _unpacked(path: Path, packed: Iterable[tuple[str, bytes]]) -> Iterator[tuple[str, bytes]]:
    left = most = most_in_memory(path.stat().st_size)
    for name, content in packed:
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
    path: Path, files: Iterable[Member], size_of: Callable[[Member], int], most: int | None = None
) -> Iterator[Member]:
    """The members of an archive, each before it is unpacked. `most`: bytes of all, if not by the size of the file.

    Raises:
        RecordError: there are more of them, or larger ones, than are read.
    """
    most, total = most_in_memory(path.stat().st_size) if most is None else most, 0
    for count, member in enumerate(files):
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
            files[REAL_NAMES] = people_table(map(msgspec.structs.astuple, listed.people))
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
    """A tar archive as it is read. Whatever stands before a file `tarfile` reads as a whole, so its size is bounded
    here."""

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


# -- what is no record ------------------------------------------------------------------------------------------------


_BEGINNINGS = {
    b"\x89PNG": "a picture (PNG)", b"\xff\xd8\xff": "a picture (JPEG)", b"GIF8": "a picture (GIF)", b"%PDF": "a PDF",
    b"PK\3\4": "a zip: folders that are packed end in .zip, workbooks in .xlsx or .ods",
    b"BZh": "packed with bzip2: of that only .tar.bz2 is read",
}  # fmt: skip
_TYPE = re.compile(rb'"type"\s*+:\s*+"([a-z-]{1,40}+)"')
_MARKED_UP = re.compile(r"\s*+(?:<[?!][^>]*+>\s*+)*+<([A-Za-z][\w:.-]*+)")
_KEY = re.compile(r'"([^"\\]{1,40}+)"\s*:')
_ADDRESS = re.compile(r"\s*+https?://\S++\s*+")
_TABLE = re.compile(r"[^\n,;\t]*+[,;\t][^\n]*+\n[^\n,;\t]*+[,;\t]")
_MOST_KEYS, _MOST_NAMED, _LONGEST = 4, 8, 60
_A_TABLE, _TEXT = "a table (mjlog import csv FILE reads tables)", "text (short hand is called NAME.mjlog.txt)"


def refuse_unknown(beginning: bytes, path: str) -> None:
    """A file that begins so may be a log of ours, or have nothing in it.

    Raises:
        RecordError: it is of no kind that is known.
    """
    is_list = beginning.lstrip().startswith(b"[")
    types = {kind.decode() for kind in _TYPE.findall(beginning)} if not is_list else set()
    if beginning.strip() and not types & EVENT_TYPE_BY_NAME.keys():
        records = ", ".join(foreign.importers().formats)
        read = f"read are logs of events, a JSON object a line; records of {records}; .mjlog.txt; databases"
        # Importers that cannot be used may read more.
        more = "; ".join((read, *foreign.troubles()))
        raise RecordError(f"is no record that is known: it looks like {looks_like(beginning)}; {more}", path)


def looks_like(beginning: bytes) -> str:
    """What a file that begins so looks like.

    >>> looks_like(b"<html><body>"), looks_like(b"[1, 2"), looks_like(b"anna;ben\\n3;4\\n")
    ('a web page', 'JSON: a list', 'a table (mjlog import csv FILE reads tables)')
    """
    known = next((words for begins, words in _BEGINNINGS.items() if beginning.startswith(begins)), None)
    if known is not None:
        return known
    try:
        text = beginning.decode("utf-16" if beginning[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig", "strict")
    except UnicodeDecodeError as error:
        # The last sign may be cut.
        if error.start < len(beginning) - 4:
            return "no text"
        text = beginning[: error.start].decode("utf-8-sig")
    if "\0" in text:
        return "no text"
    begins = text.lstrip()[:1]
    if begins == "<":
        tag = _MARKED_UP.match(text)
        name = tag[1] if tag is not None else ""
        words = f"XML that begins with <{shown(name, _LONGEST)}>" if name else "XML"
        return "a web page" if name.lower() == "html" else words
    if begins in ("{", "["):
        is_list = begins == "["
        keys = list(dict.fromkeys(_KEY.findall(text)))[:_MOST_KEYS]
        if not keys or is_list:
            return "JSON: a list" if is_list else "JSON"
        return f"JSON with {', '.join(json.dumps(key, ensure_ascii=False) for key in keys)}"
    if _ADDRESS.fullmatch(text):
        return "an address: what is there can be saved, and read as a file"
    return _A_TABLE if _TABLE.match(text) else _TEXT


def passed_over_words(path: str, names: Sequence[str]) -> str:
    """Which files of a folder were passed over.

    >>> passed_over_words("games", ["a.png", "b/notes.txt"])
    'games: 2 files of no kind that is known were passed over: a.png, b/notes.txt'
    """
    were = f"{counted(len(names), 'file')} of no kind that is known {'was' if len(names) == 1 else 'were'}"
    return f"{called(path)}: {were} passed over: {_few(names)}"


def apart_words(path: str, games: Sequence[str]) -> str:
    """Which games are single hands that follow none of those beside them.

    >>> apart_words("hands", ["e1", "s3"])
    'hands: 2 hands follow none of those beside them, and are games of their own: e1, s3'
    """
    follow = "hand follows" if len(games) == 1 else "hands follow"
    are = "is a game of its own" if len(games) == 1 else "are games of their own"
    beside = "it" if len(games) == 1 else "them"
    return f"{called(path)}: {len(games):,} {follow} none of those beside {beside}, and {are}: {_few(games)}"


def _few(names: Sequence[str]) -> str:
    few = [shown(name, _LONGEST) for name in names[:_MOST_NAMED]]
    return ", ".join(few) + (f" and {len(names) - _MOST_NAMED:,} more" if len(names) > _MOST_NAMED else "")


# -- files ------------------------------------------------------------------------------------------------------------


LOG_SUFFIXES = (SUFFIX, *(SUFFIX + ending for ending in ENDINGS))
WRITTEN_SUFFIX = shorthand.SUFFIX
OURS, WRITTEN = "mjlog", "shorthand"
"""Beside those of other programs the kinds of games that a file can have: logs, and texts in short hand."""
_BESIDE = ("-wal", "-shm", "-journal", ".lock", REAL_NAMES)
"""Files that a database has beside it, or logs have."""
Kinds = Collection[str] | None
"""The kinds of games that are wanted; None: all. Of the others as little is read as can be."""


def read_file(
    path: str, kinds: Kinds = None, passed: list[str] | None = None, most: int | None = None
) -> Iterator[GameRecord]:
    """The games of a file, a pipe or a packed folder.

    `passed`: takes up the files of a packed folder that are of no kind that is known. `most`: as of `read_log`.

    Raises:
        MjlogError: it cannot be opened or read.
    """
    place = Path(path)
    if place.exists() and not place.is_file():
        # A pipe gives its bytes only once, and its name says nothing
        content = _content(Path(path), MAX_MEMBER)
        if len(content) > MAX_MEMBER:
            raise RecordError(f"is larger than {MAX_MEMBER} bytes: write it into a file first", path)
        yield from read_content(content, path, kinds)
    elif is_archive(place):
        yield from _in_archive(path, kinds, [] if passed is None else passed)
    else:
        yield from _in_file(path, kinds, most)


def written_logs(path: str) -> Iterator[CarriedGame]:
    """The games of a text in short hand, whatever it is called; `-` is standard input.

    Raises:
        MjlogError: it cannot be read.
    """
    source = "standard input" if path == "-" else path
    for record in _written(read_text(path), source, source):
        yield from carried(record)


def foreign_kind(path: Path) -> str | None:
    """Which format of other programs a file has, told by its content; None where it has none, or cannot be read."""
    with suppress(MjlogError):
        importer, _is_one_hand = foreign_format(path)
        return None if importer is None else importer.kind
    return None


def foreign_format(path: Path) -> tuple[foreign.ForeignFormat | None, bool]:
    """The format of a file of other programs, if it has one; and whether it has one hand, which others may follow.

    Raises:
        RecordError: it cannot be read.
    """
    if path.name.endswith((*LOG_SUFFIXES, WRITTEN_SUFFIX)) or not path.is_file():
        return None, False
    beginning = _content(path, foreign.BEGINNING - 1)
    importer = foreign.format_of(beginning)
    return importer, importer is not None and importer.has_one_hand(beginning)


def may_be_missed(name: str) -> bool:
    """Whether somebody may miss a file that is not read: not a hidden one, nor one that stands beside others."""
    is_hidden = any(part.startswith(".") and part.strip(".") for part in PurePosixPath(name).parts)
    return not is_hidden and not name.endswith(_BESIDE)


def record_content(path: Path) -> bytes:
    """What the file of a foreign record holds.

    Raises:
        RecordError: it cannot be read, or is longer than any game.
    """
    return foreign.refuse_unless_short(_content(path, foreign.MAX_RECORD), str(path))


def is_wanted(kind: str, kinds: Kinds) -> bool:
    """Whether a kind of games is among those that are wanted."""
    return kinds is None or kind in kinds


def _game_name(path: Path | PurePosixPath) -> str:
    name = path.name
    for suffix in (*LOG_SUFFIXES, WRITTEN_SUFFIX):
        name = name.removesuffix(suffix)
    return name or "game"


def _content(path: Path, most: int) -> bytes:
    """The content of a file, unpacked: `most` bytes, and one more where the file has more."""
    with open_bytes(path) as stream:
        try:
            return stream.read(most + 1)
        except UNREADABLE as error:
            raise RecordError(f"cannot be read: {reason(error)}", str(path)) from error


def _in_archive(path: str, kinds: Kinds, passed: list[str]) -> Iterator[GameRecord]:
    others: list[str] = []
    if kinds is not None and set(kinds) == {OURS}:
        inside = members(Path(path), (SUFFIX,), others)
    else:
        inside = members(Path(path), (SUFFIX, WRITTEN_SUFFIX), others, foreign.may_be_foreign)
    passed += filter(may_be_missed, sorted(others))
    hands = [(kind.kind, name, content) for name, content in inside if (kind := foreign.folder_format(name))]
    for (kind, folder), group in groupby(sorted(hands), key=lambda file: (file[0], str(PurePosixPath(file[1]).parent))):
        if is_wanted(kind, kinds):
            files = [(f"{path}/{name}", content) for _kind, name, content in group]
            name = PurePosixPath(folder).name or _game_name(Path(path))
            yield from foreign.importers().formats[kind].games(name, f"{path}/{folder}", files)
    by_folder = defaultdict[str, list[GameRecord]](list)
    for name, content in inside:
        source = f"{path}/{name}"
        if name.endswith(WRITTEN_SUFFIX):
            if is_wanted(WRITTEN, kinds):
                yield from _written(_text(content, source), source, _game_name(PurePosixPath(name)))
        elif name.endswith(SUFFIX):
            if is_wanted(OURS, kinds):
                yield from read_log(source, lines_of_bytes(content, source), _game_name(PurePosixPath(name)))
        elif foreign.folder_format(name) is None:
            kind = foreign.format_of(content)
            if kind is None:
                passed.append(name)
            elif is_wanted(kind.kind, kinds):
                games = kind.games(foreign.game_name(PurePosixPath(name)), source, [(source, content)])
                if kind.has_one_hand(content):
                    by_folder[str(PurePosixPath(name).parent)] += games
                else:
                    yield from games
    for records in by_folder.values():
        yield from joined(records)


def read_content(content: bytes, path: str, kinds: Kinds, name: str = "game") -> Iterator[GameRecord]:
    """The games of what is no file with a name that tells anything; `name`: what they are called.

    Raises:
        RecordError: it is of no kind that is known.
    """
    kind = foreign.format_of(content)
    if kind is None:
        refuse_unknown(content[: foreign.BEGINNING], path)
        if is_wanted(OURS, kinds):
            yield from read_log(path, lines_of_bytes(content, path), name)
    elif is_wanted(kind.kind, kinds):
        yield from kind.games(name, path, [(path, content)])


def _in_file(path: str, kinds: Kinds, most: int | None) -> Iterator[GameRecord]:
    place = Path(path)
    with open_bytes(place) as stream:
        try:
            start = stream.read(foreign.BEGINNING)
        except UNREADABLE as error:
            # Who carries on logs is told the line.
            if kinds is None or OURS not in kinds:
                raise RecordError(f"cannot be read: {reason(error)}", str(place)) from error
            start = b""
    is_log = place.name.endswith(LOG_SUFFIXES)
    kind = None if is_log else foreign.format_of(start) or foreign.folder_format(place.name)
    if kind is not None:
        if is_wanted(kind.kind, kinds):
            yield from kind.games(foreign.game_name(place), path, [(path, record_content(place))])
    elif place.name.endswith(WRITTEN_SUFFIX):
        if is_wanted(WRITTEN, kinds):
            yield from _written(_text(_content(place, shorthand.MAX_TEXT), path), path, _game_name(place))
    else:
        if not is_log:
            refuse_unknown(start, path)
        if is_wanted(OURS, kinds):
            yield from read_log(path, lines_of(place), _game_name(place), most)


def _text(content: bytes, source: str) -> str:
    if len(content) > shorthand.MAX_TEXT:
        raise RecordError(f"is longer than {shorthand.MAX_TEXT} bytes", source)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError(f"is no text in UTF-8 (byte {error.start + 1})", source) from None


def _written(text: str, source: str, name: str) -> Iterator[GameRecord]:
    """The games of a text in short hand."""
    from mjlog.formats.shorthand.document import read_document

    for game in read_document(text, source):
        lines = zip(game.lines, game.bodies, strict=True)
        yield read_written(source, game.name if game.bodies else name, lines, game.error)
