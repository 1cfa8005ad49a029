"""Bundles (`.mjbundle`): the games of a whole database in one file, to be merged into another one.

A zip file with one compressed log a game (`games/00001.mjlog.jsonl.gz` …, event bodies without `id` and `prev`, which
follow from them) and, as its last member, `manifest.json`, which says of every game how many events it has, its head,
and the digest of its member. The same games give the same bytes.

A bundle from elsewhere is hostile until read: nothing is unpacked to disk, sizes are bounded before anything is
unpacked, and whatever the manifest says is computed anew.
"""

from __future__ import annotations

import functools
import hashlib
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple

import msgspec

from mjlog.canonical import GENESIS, canonical_json, chain_id
from mjlog.errors import RecordError
from mjlog.formats.lines import MAX_MEMBER, MAX_MEMBERS, SHORTEST, most_unpacked, reason
from mjlog.formats.logs import SUFFIX as LOG_SUFFIX
from mjlog.text import quoted, shown

SUFFIX = ".mjbundle"
FORMAT = "mjlog-bundle"
VERSION = 1
MANIFEST = "manifest.json"
MAX_MANIFEST = 64_000_000
"""Bytes of the longest manifest that is read."""
MAX_PEOPLE = 100_000
MAX_EVENTS = 2_000_000
"""Events of the longest game."""
MAX_UNPACKED = 10_000_000_000
"""Bytes that all logs of a bundle may unpack to."""
_LEVEL = 6  # of gzip: 58 MB/s and 9.4 bytes an event; the best of xz: 3 MB/s and 7.3
_GZIP_HEADER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"  # no time, no name, no system
_EPOCH = (1980, 1, 1, 0, 0, 0)
_BAD_ZIP = (OSError, EOFError, zipfile.BadZipFile, zlib.error, struct.error, ValueError, OverflowError,
            NotImplementedError, RuntimeError)  # fmt: skip


class BundledGame(msgspec.Struct, frozen=True):
    """What the manifest says of a game. `size`: bytes of its log, unpacked; `sha256`: of the member as it is packed."""

    game: str
    events: int
    head: str
    ruleset: str | None
    member: str
    size: int
    sha256: str


class NamedPerson(msgspec.Struct, frozen=True):
    """A real name, where the bundle carries them."""

    handle: str
    name: str
    note: str | None = None


class Manifest(msgspec.Struct, frozen=True):
    """The list of a bundle."""

    format: str
    version: int
    program: str
    games: tuple[BundledGame, ...]
    people: tuple[NamedPerson, ...] = ()

    @property
    def events(self) -> int:
        """Over all games."""
        return sum(one.events for one in self.games)


class PackedGame(NamedTuple):
    """A game to be bundled."""

    game: str
    ruleset: str | None
    bodies: list[bytes]


def is_bundle(path: Path) -> bool:
    """Whether a file is a bundle, by its name."""
    return path.name.lower().endswith(SUFFIX)


def write_bundle(
    stream: IO[bytes], games: Iterable[PackedGame], program: str, people: Iterable[NamedPerson] = ()
) -> Manifest:
    """Writes a bundle, one game in memory at a time; the games in the order in which they come.

    Raises:
        RecordError: there are more games, or larger ones, than `open_bundle` would read.
    """
    listed: list[BundledGame] = []
    total = 0
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as archive:
        for number, game in enumerate(games, 1):
            text = b"".join(body + b"\n" for body in game.bodies)
            _check_size(number, game.game, len(game.bodies), len(text), MAX_UNPACKED - total)
            total += len(text)
            packed = _packed(text)
            digest = hashlib.sha256(packed).hexdigest()
            member = f"games/{number:05}{LOG_SUFFIX}.gz"
            head = head_of(game.bodies)
            listed.append(BundledGame(game.game, len(game.bodies), head, game.ruleset, member, len(text), digest))
            archive.writestr(_member(member), packed)
        manifest = Manifest(FORMAT, VERSION, program, tuple(listed), tuple(people))
        archive.writestr(_member(MANIFEST), canonical_json(msgspec.to_builtins(manifest)) + b"\n")
    return manifest


def _check_size(number: int, game: str, events: int, size: int, left: int) -> None:
    if number >= MAX_MEMBERS:
        raise RecordError(f"a bundle has at most {MAX_MEMBERS - 1:,} games: nothing was written")
    if size > MAX_MEMBER or events > MAX_EVENTS:
        raise RecordError(
            f"game {shown(game, 200)} has {events:,} events and {size:,} bytes, too many for a bundle: "
            "nothing was written"
        )
    if size > left:
        raise RecordError(f"a bundle has at most {MAX_UNPACKED:,} bytes of logs: nothing was written")


def head_of(bodies: Iterable[bytes]) -> str:
    """The id of the last of these events."""
    return functools.reduce(chain_id, bodies, GENESIS)


def _member(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, _EPOCH)
    info.create_system = 3
    info.external_attr = 0o644 << 16
    return info


def _packed(text: bytes) -> bytes:
    """The gzip of a text, without anything in it that differs from day to day."""
    packer = zlib.compressobj(_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    check = zlib.crc32(text).to_bytes(4, "little") + (len(text) & 0xFFFFFFFF).to_bytes(4, "little")
    return _GZIP_HEADER + packer.compress(text) + packer.flush() + check


class Bundle:
    """A bundle opened to be read, whose list was checked: see `open_bundle`."""

    def __init__(self, path: str, archive: zipfile.ZipFile, manifest: Manifest) -> None:
        self.path = path
        self.manifest = manifest
        self._archive = archive

    def text(self, game: BundledGame) -> bytes:
        """The log of a game, a body a line, which was checked to be what the manifest says.

        Raises:
            RecordError: it is not, or cannot be read.
        """
        source = f"{self.path}/{game.member}"
        try:
            packed = self._archive.read(game.member)
        except _BAD_ZIP as error:
            raise RecordError(f"cannot be read: {reason(error)}", source) from error
        if hashlib.sha256(packed).hexdigest() != game.sha256:
            raise RecordError("is not the file that the manifest names: its digest differs", source)
        return _unpacked(packed, game, source)

    def bodies(self, game: BundledGame) -> list[bytes]:
        """The events of a game, whose number and head were checked, too.

        Raises:
            RecordError: they are not what the manifest says, or cannot be read.
        """
        source = f"{self.path}/{game.member}"
        text = self.text(game)
        if not text.endswith(b"\n"):
            raise RecordError("ends in the middle of a line", source)
        events = text.count(b"\n")  # counted before it is cut into so many
        if events != game.events:
            raise RecordError(f"has {events:,} events, and the manifest says {game.events:,}", source)
        bodies = text[:-1].split(b"\n")
        head = head_of(bodies)
        if head != game.head:
            raise RecordError(f"has the head {head}, and the manifest says {shown(game.head, 64)}", source)
        return bodies


def _unpacked(packed: bytes, game: BundledGame, source: str) -> bytes:
    """Unpacks a log: never more than one byte beyond what the manifest says, which is bounded."""
    unpacker = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    try:
        text = unpacker.decompress(packed, game.size + 1)
    except zlib.error as error:
        raise RecordError(f"cannot be unpacked: {error}", source) from error
    if len(text) != game.size or not unpacker.eof or unpacker.unused_data:
        raise RecordError(f"does not unpack to the {game.size:,} bytes that the manifest says", source)
    return text


@contextmanager
def open_bundle(path: Path) -> Iterator[Bundle]:
    """A bundle to be read; its list is checked at once, its games when they are asked for.

    Raises:
        RecordError: it is no bundle that this version reads, or its list contradicts itself.
    """
    name = str(path)
    try:
        archive = zipfile.ZipFile(path)
    except _BAD_ZIP as error:
        raise RecordError(f"is no bundle that can be read: {reason(error)}", name) from error
    with archive:
        _check_members(archive, name)
        manifest = _manifest(archive, name)
        _check_list(manifest, archive, name)
        yield Bundle(name, archive, manifest)


def _check_members(archive: zipfile.ZipFile, path: str) -> None:
    """Whether the members are as ours are: packed once, each there once, no more bytes than the file has."""
    infos = archive.infolist()
    if len(infos) > MAX_MEMBERS:
        raise RecordError(f"has {len(infos):,} members, more than are read ({MAX_MEMBERS:,})", path)
    names = {info.filename for info in infos}
    if len(names) < len(infos):
        raise RecordError("has two members of the same name", path)
    for info in infos:
        where = f"{path}/{shown(info.filename, 200)}"
        if info.compress_type != zipfile.ZIP_STORED or info.flag_bits & 1 or info.file_size != info.compress_size:
            raise RecordError("is packed or locked in a way that bundles are not", where)
        if info.file_size > MAX_MEMBER:
            raise RecordError(f"has {info.file_size:,} bytes, more than are read ({MAX_MEMBER:,})", where)
    if sum(info.file_size for info in infos) > Path(path).stat().st_size:
        raise RecordError("has members that overlap", path)


def _manifest(archive: zipfile.ZipFile, path: str) -> Manifest:
    source = f"{path}/{MANIFEST}"
    try:
        if archive.getinfo(MANIFEST).file_size > MAX_MANIFEST:
            raise RecordError("is longer than is read", source)
        text = archive.read(MANIFEST)
    except KeyError:
        raise RecordError(f"is no bundle: it has no {MANIFEST}", path) from None
    except _BAD_ZIP as error:
        raise RecordError(f"cannot be read: {reason(error)}", source) from error
    try:
        start = msgspec.json.decode(text, type=dict[str, msgspec.Raw])
        if msgspec.json.decode(start.get("format", b"null")) != FORMAT:
            raise RecordError(f"is not the manifest of a bundle: format is not {FORMAT!r}", source)
        version = msgspec.json.decode(start.get("version", b"null"))
        if version != VERSION:
            raise RecordError(f"is of version {quoted(version)}; this mjlog reads {VERSION}: update it", source)
        return msgspec.json.decode(text, type=Manifest)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"is no manifest: {shown(str(error), 200)}", source) from error


def _check_list(manifest: Manifest, archive: zipfile.ZipFile, path: str) -> None:
    """Whether the list names every member once, every game once, and nothing that is too large.

    A member is found by the name that the list gives; nothing is ever written under that name.
    """
    source = f"{path}/{MANIFEST}"
    left = set(archive.namelist()) - {MANIFEST}
    seen: set[str] = set()
    for one in manifest.games:
        called = shown(one.game, 200)
        if one.game in seen:
            raise RecordError(f"names the game {called} twice", source)
        if one.member not in left:
            raise RecordError(f"game {called}: there is no member {shown(one.member, 200)}, or it is another's", source)
        if not 1 <= one.events <= min(MAX_EVENTS, one.size // SHORTEST) or one.size > MAX_MEMBER:
            raise RecordError(f"game {called}: {one.events:,} events in {one.size:,} bytes cannot be", source)
        seen.add(one.game)
        left.remove(one.member)
    if left:
        raise RecordError(f"does not name {shown(min(left), 200)}, which is in the bundle", source)
    size = sum(one.size for one in manifest.games)
    most = min(MAX_UNPACKED, most_unpacked(Path(path).stat().st_size))
    if size > most:
        raise RecordError(f"names logs of {size:,} bytes, more than are read of one as large ({most:,})", source)
    if len(manifest.people) > MAX_PEOPLE:
        raise RecordError(f"names {len(manifest.people):,} people, more than are read", source)
    if len({person.handle for person in manifest.people}) < len(manifest.people):
        raise RecordError("names a handle of its people twice", source)
