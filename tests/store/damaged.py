"""Files of games with something wrong in them, and what reading them says: the sound answer, or that it is damaged."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import lzma
import random
import sqlite3
import struct
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import NamedTuple

from mjlog.chain import event_body
from mjlog.errors import MjlogError
from mjlog.formats.files import packed_folder
from mjlog.formats.lines import zstd
from mjlog.formats.logs import write_log
from mjlog.log.records import Fault
from mjlog.sources import games_in, logs_in
from mjlog.store import Origin, SqliteStore, open_readonly, open_store
from mjlog.store.restore import restore
from tests.store.conftest import note

GAMES = ("anna", "ben", "cleo", "dora", "emil", "fay", "gus")
_PAGE = 4096


Games = dict[str, list[bytes]]


class Sound(NamedTuple):
    """A whole database: its file, and what every game in it reads as."""

    content: bytes
    games: Games


def made(folder: Path, text: str = "abcdefghij") -> Sound:
    """A database of a few games of some pages each: several leaves a table, keys and origins."""
    path = folder / "whole.db"
    with open_store(path, journal="delete") as store:
        for number, game in enumerate(GAMES):
            store.append(game, _log(number, text), key=f"of {game}", origins=_places(_log(number, text)))
        games = {game: store.bodies(game) for game in GAMES}
    return Sound(path.read_bytes(), games)


def _log(number: int, text: str) -> list[bytes]:
    """The events of one of the games."""
    named = {"game": GAMES[number], "ruleset": "western", "players": GAMES[:4]}
    start = event_body({"seq": 1, "type": "game-start", "format": 1, **named})
    return [start, *(note(seq, text * 8 * (number + 1)) for seq in range(2, 12 + 5 * number))]


def _places(bodies: list[bytes]) -> list[Origin | None]:
    return [Origin("a.xml", line) for line in range(len(bodies))]


def damaged(content: bytes, chance: random.Random, other: bytes = b"", page: int = _PAGE) -> bytes:
    """The file with some bytes, bits or pages that are not what they were; or with a page of another file (`other`)."""
    file = bytearray(content)
    ways: list[Callable[[bytearray, random.Random, int], None]] = [_bit, _bytes, _exchange, _blank, _cut, _pointer]
    if other and not chance.randrange(len(ways) + 1):
        at = chance.randrange(min(len(file), len(other)) // page) * page
        file[at : at + page] = other[at : at + page]
    else:
        chance.choice(ways)(file, chance, page)
    return bytes(file)


def _bit(file: bytearray, chance: random.Random, page: int) -> None:
    file[chance.randrange(len(file))] ^= 1 << chance.randrange(8)


def _bytes(file: bytearray, chance: random.Random, page: int) -> None:
    at, count = chance.randrange(len(file)), chance.randrange(1, 20)
    file[at : at + count] = chance.randbytes(len(file[at : at + count]))


def _exchange(file: bytearray, chance: random.Random, page: int) -> None:
    one, other = (chance.randrange(len(file) // page) * page for _ in range(2))
    file[one : one + page], file[other : other + page] = file[other : other + page], file[one : one + page]


def _blank(file: bytearray, chance: random.Random, page: int) -> None:
    at = chance.randrange(len(file) // page) * page
    file[at : at + page] = bytes(page)


def _cut(file: bytearray, chance: random.Random, page: int) -> None:
    del file[chance.randrange(len(file)) :]


def _pointer(file: bytearray, chance: random.Random, page: int) -> None:
    """The head of a page, and where its cells begin, are what a tree hangs by."""
    start = chance.randrange(1, len(file) // page) * page
    file[start + chance.randrange(min(120, page))] = chance.randrange(256)


def fanning_out(content: bytes, table: str) -> bytes:
    """The database with a made tree in the place of one of its tables, or of its index: a handful of pages that lead to
    one another some hundred times each, and so to more rows than anybody can count."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(content)
        (root,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,)).fetchone()
    first = root - 1
    leaf = content[first * _PAGE : root * _PAGE]
    assert leaf[0] in (10, 13), "a table that has one page"
    after = len(content) // _PAGE + 1
    levels = [_interior(below, leaf[0] - 8) for below in range(after, after + _LEVELS)]
    file = bytearray(content + b"".join(levels[1:]) + leaf)
    file[first * _PAGE : root * _PAGE] = levels[0]
    file[28:32] = struct.pack(">I", len(file) // _PAGE)
    return bytes(file)


_LEVELS, _CELLS = 6, 300


def _interior(below: int, kind: int) -> bytes:
    """A page of this kind whose every child is the same page; in an index, some hundred times the same row between."""
    row = bytes((3, 15, 1)) + b"a" + b"\x01"  # a text of one letter, and a number
    cell = struct.pack(">I", below) + (b"\x01" if kind == 5 else bytes((len(row),)) + row)
    start = _PAGE - len(cell)
    pointers = struct.pack(">H", start) * _CELLS
    head = struct.pack(">BHHHBI", kind, 0, _CELLS, start, 0, below)
    return head + pointers + bytes(start - len(head) - len(pointers)) + cell


def read(path: Path, has_all: bool = True) -> Games | None:
    """Every game as it reads, where nothing says that the file is damaged; None where something does.

    `has_all`: that a game is not there at all says so, too.

    Raises:
        Exception: another one than ours, which nobody expects.
    """
    try:
        with open_readonly(path) as store:
            whole = not store.verify() and not (has_all and has_lost_keys(store))
            return dict(_games(store)) if whole else None
    except MjlogError:
        return None


def _games(store: SqliteStore) -> Iterator[tuple[str, list[bytes]]]:
    for info in store.games():
        bodies = store.bodies(info.game)
        told, faults = store.checked_bodies(info.game)
        events = list(store.read(info.game))
        assert told == bodies == [event.body for event in events] or faults
        assert (info.last, info.head) == (len(events), events[-1].id)
        store.origins(info.game)
        yield info.game, bodies


def has_lost_keys(store: SqliteStore) -> bool:
    """Whether a key stands for no append any more."""
    return any(store.appended(f"of {game}") is None for game in GAMES)


# -- other files than databases -----------------------------------------------------------------------------------


class Kept(NamedTuple):
    """Games in some form: files by name, the last of which gets damaged, and what can be read of them.

    `read` gives None where something says that they are damaged. `answers`: the sound one, and honest shorter ones.
    """

    files: dict[str, bytes]
    read: Callable[[Path], Games | None]
    answers: list[Games]
    other: bytes = b""
    page: int = _PAGE

    def is_right(self, path: Path, chance: random.Random) -> tuple[bool, bool]:
        """Whether the games, damaged and then read, are one of the answers, or are said to be damaged; and that."""
        *_, last = self.files
        found = self.written({**self.files, last: damaged(self.files[last], chance, self.other, self.page)}, path)
        return found is None or found in self.answers, found is None

    def written(self, files: dict[str, bytes], path: Path) -> Games | None:
        """The games as they read, of these files in a folder."""
        for name, content in files.items():
            (path / name).write_bytes(content)
        return self.read(path / next(name for name in files if not name.endswith("-wal")))


def forms(folder: Path) -> dict[str, Kept]:
    """Every form in which games are kept, by its name."""
    folder.joinpath("other").mkdir()
    sound, other = made(folder), made(folder / "other", "zyxwvutsrq")
    file, log, states = _with_log(folder / "beside.db")
    lines = b"".join(write_log(sound.games["gus"]))
    gus = {"gus": sound.games["gus"]}
    shorter = [{"gus": gus["gus"][:last]} for last in range(1, len(gus["gus"]) + 1)]

    half = lines.index(b"\n", len(lines) // 2) + 1

    def pieces(packed: Callable[[bytes], bytes]) -> bytes:
        return packed(lines[:half]) + packed(lines[half:])

    return {
        "database": Kept({"club.db": sound.content}, read, [sound.games], other.content),
        "backup": Kept({"club.db": sound.content}, _restored, [sound.games], other.content),
        "write-ahead log": Kept(
            {"club.db": file, "club.db-wal": log}, partial(read, has_all=False), states, page=_PAGE + 24
        ),
        "database beside its log": Kept({"club.db-wal": log, "club.db": file}, read, states[-1:], other.content),
        "log": Kept({"gus.mjlog.jsonl": lines}, _read_logs, shorter, page=300),
        "log.gz": Kept({"gus.mjlog.jsonl.gz": gzip.compress(lines, mtime=0)}, _read_logs, [gus], page=50),
        "log.xz": Kept({"gus.mjlog.jsonl.xz": lzma.compress(lines)}, _read_logs, [gus], page=50),
        "log.zst": Kept({"gus.mjlog.jsonl.zst": zstd.compress(lines)}, _read_logs, [gus], page=50),
        "log.gz of pieces": Kept({"gus.mjlog.jsonl.gz": pieces(gzip.compress)}, _read_logs, [gus], page=50),
        "log.xz of pieces": Kept({"gus.mjlog.jsonl.xz": pieces(lzma.compress)}, _read_logs, [gus], page=50),
        "log.zst of pieces": Kept({"gus.mjlog.jsonl.zst": pieces(zstd.compress)}, _read_logs, [gus], page=50),
        "tar": Kept({"club.tar": _packed("club.tar", sound.games)}, _read_logs, [sound.games], page=512),
        "tar.xz": Kept({"club.tar.xz": _packed("club.tar.xz", sound.games)}, _read_logs, [sound.games], page=50),
        "zip": Kept({"club.zip": _packed("club.zip", sound.games)}, _read_logs, [sound.games], page=50),
        "bundle": Kept({"club.mjbundle": _bundle(sound.games)}, _read_logs, [sound.games], page=300),
    }


def _with_log(path: Path) -> tuple[bytes, bytes, list[Games]]:
    """A database of a few games, the write-ahead log with the others, and what is there after each append of these."""
    with open_store(path, journal="wal") as store:
        for number in range(3):
            store.append(GAMES[number], _log(number, "abcdefghij"), key=f"of {GAMES[number]}")
    with open_store(path) as store:
        states: list[Games] = [{game: store.bodies(game) for game in GAMES[:3]}]
        file = path.read_bytes()
        for number, game in enumerate(GAMES[3:], 3):
            store.append(game, _log(number, "abcdefghij"), key=f"of {game}")
            states.append({**states[-1], game: store.bodies(game)})
        return file, path.with_name(f"{path.name}-wal").read_bytes(), states


def _packed(name: str, games: Games) -> bytes:
    files = ((f"club/{game}.mjlog.jsonl", b"".join(write_log(bodies))) for game, bodies in games.items())
    return b"".join(packed_folder(Path(name), files))


def _bundle(games: Games) -> bytes:
    """As older versions wrote it: each log packed, and a list of them."""
    stream = io.BytesIO()
    listed = []
    with zipfile.ZipFile(stream, "w") as archive:
        for number, bodies in enumerate(games.values(), 1):
            member, content = f"games/{number:05}.mjlog.jsonl.gz", gzip.compress(b"".join(write_log(bodies, False)))
            archive.writestr(member, content)
            listed.append({"member": member, "sha256": hashlib.sha256(content).hexdigest()})
        archive.writestr("manifest.json", json.dumps({"format": "mjlog-bundle", "version": 1, "games": listed}))
    return stream.getvalue()


def _restored(path: Path) -> Games | None:
    target = path.with_name("restored.db")
    target.unlink(missing_ok=True)
    try:
        restore(path, target)
    except MjlogError:
        return None
    return read(target)


def _read_logs(path: Path) -> Games | None:
    """As it is imported, and as it is audited."""
    try:
        logs = list(logs_in(str(path)))
        rows = [row for record in games_in(str(path)) for row, _where in record.rows]
    except MjlogError:
        return None
    if any(log.fault for log in logs):
        assert any(isinstance(row, Fault) for row in rows) or not logs[0].bodies
        return None
    return {log.game: log.bodies for log in logs} or None  # where there is no game, commands say so
