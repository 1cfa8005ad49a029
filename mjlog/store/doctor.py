"""What the doctor says of the place where a database lies: file system, rights, room, files left over beside it."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from mjlog.errors import StoreError
from mjlog.store.backup import TooBusyError, chain_faults, copy_pages, heads_digest
from mjlog.store.checks import MAX_BODY, shown
from mjlog.store.connection import (
    REMOVE_IT,
    SYNCHRONOUS,
    bound_steps,
    in_words,
    look_at_file,
    read_migrations,
    read_objects,
    untrusted_part,
)
from mjlog.store.place import (
    ALLOW,
    KNOWS_OTHERS,
    file_system,
    has_wal_reset_bug,
    other_names,
    two_names,
    unread_appends,
)
from mjlog.store.queries import MOST_SAID, key_faults, origin_faults, page_faults, reference_faults, some
from mjlog.store.schema import (
    APPLICATION_ID,
    DRAFTS,
    FACTS,
    INDEXES,
    PEOPLE,
    SCHEMA_VERSION,
    TABLES,
    Objects,
    can_refuse_rows,
    list_faults,
    names_taken,
    schema_faults,
    table_faults,
)
from mjlog.store.sqlite import SqliteStore, open_readonly
from mjlog.store.values import GameInfo
from mjlog.text import as_command, counted, list_words

# -- the place --------------------------------------------------------------------------------------------------------


Level = Literal["ok", "info", "warning", "error"]
_BESIDE = (".lock", "-wal", "-shm", "-journal")
"""Endings of the files beside a database that writing needs."""
IN_CONTAINER = "MJLOG_IN_CONTAINER"
"""The environment variable that our container file sets."""
_OF_CONTAINERS = "overlay"
"""The file system of what is not in a volume."""
NEEDED = 20_000_000
"""Bytes of free disk that an evening at several tables does not use up: events, their journal, drafts."""


class Line(NamedTuple):
    """One answer of the doctor. `check`: what was looked at; `todo`: what to do about it (None: nothing)."""

    level: Level
    check: str
    message: str
    todo: str | None = None


def place_answers(path: Path, free: int | None, mountinfo: Path | None) -> Iterator[Line]:
    """All answers about the place; `free` and `mountinfo` stand for what the system would say."""
    yield Line("ok", "file", f"{path}, {path.stat().st_size:,} bytes")
    path = Path(os.path.realpath(path))  # what a symbolic link stands for, and what lies beside it
    with suppress(OSError):
        others = other_names(path)
        if others is not None:
            todo = "remove the other name, or put a copy in its place; until then nothing can be recorded"
            yield Line("error", "file", two_names(others), todo)
    yield from _network(path, mountinfo)
    yield from _rights(path)
    yield from _room(path, free)
    yield from _leftovers(path)


def _network(path: Path, mountinfo: Path | None) -> Iterator[Line]:
    system = file_system(path, mountinfo)
    if system.is_network is None:
        words = "this system does not tell whether the folder is on this machine"
        yield Line("info", "file-system", words, "do not keep the database in a folder of the network")
    elif system.kind == _OF_CONTAINERS and os.environ.get(IN_CONTAINER):
        words = "inside the container: what is recorded is gone when that is removed"
        todo = "keep it in a volume: `--volume club:/data`, and MJLOG_DB=/data/club.db"
        yield Line("error", "file-system", words, todo)
    elif not system.is_network:
        yield Line("ok", "file-system", f"on this machine ({system.kind})")
    elif os.environ.get(ALLOW) == "1":
        words = f"on another machine ({system.kind}), and {ALLOW}=1 lets it be written"
        yield Line("warning", "file-system", words, "see to it that only one machine ever writes to it")
    else:
        words = f"on another machine ({system.kind}): it can be read, and is not written to"
        yield Line("error", "file-system", words, "keep it on this machine's disk; put backups there")


def _rights(path: Path) -> Iterator[Line]:
    folder = path.parent
    beside = [path.with_name(path.name + ending) for ending in _BESIDE]
    hindrances = [
        file.name
        for file in beside
        if os.path.lexists(file) and (file.is_symlink() or not file.is_file() or not os.access(file, os.W_OK))
    ]
    if not os.access(path, os.W_OK):
        yield Line(
            "warning", "rights", "this user may read the file, not write it", "change its rights, to record in it"
        )
    elif not os.access(folder, os.W_OK):
        words = "this user may not make files in the folder, which recording needs"
        yield Line("warning", "rights", words, f"change the rights of {folder}, to record in it")
    elif hindrances:
        words = f"beside the file, {list_words(hindrances)} is no file that this user may write, which recording needs"
        yield Line("warning", "rights", words, "give this user the rights to it, or move it away if it is no such file")
    else:
        yield Line("ok", "rights", "this user may read and write it")
    if KNOWS_OTHERS:
        mode, around = path.stat().st_mode, folder.stat().st_mode
        if mode & stat.S_IWOTH or (around & stat.S_IWOTH and not around & stat.S_ISVTX):
            words = "every user of this machine may change or replace the file"
            yield Line("warning", "rights", words, f"chmod o-w {path} {folder}")
        elif mode & stat.S_IROTH and around & stat.S_IXOTH:
            words = "every user of this machine may read the file"
            yield Line("info", "rights", words, f"chmod o-r {path}, if they should not")


def _room(path: Path, free: int | None) -> Iterator[Line]:
    if free is None:
        free = shutil.disk_usage(path.parent).free
    if free < NEEDED:
        words = f"{free:,} bytes are free on the disk: an evening may need more ({NEEDED:,})"
        yield Line("warning", "room", words, "make room before the next game")
    elif free < path.stat().st_size:
        words = f"{free:,} bytes are free on the disk: a backup of this file has no room here"
        yield Line("info", "room", words, "put backups on another disk")
    else:
        yield Line("ok", "room", f"{free:,} bytes are free on the disk")


def _leftovers(path: Path) -> Iterator[Line]:
    journal, wal = (_size(path.with_name(path.name + ending)) for ending in ("-journal", "-wal"))
    parts = sorted(part.name for part in path.parent.glob(".*.part") if part.name.startswith(f".{path.name[:100]}."))
    if journal:
        words = f"{path.name}-journal: somebody is writing now, or was interrupted while writing"
        yield Line("info", "beside", words, "leave it there: opening the database for writing once brings all in order")
    if wal:
        words = f"{path.name}-wal holds {wal:,} bytes that belong to the database"
        yield Line("info", "beside", words, "never copy or move the file alone: `mjlog backup` copies all of it")
    for words in unread_appends(path):
        yield Line(
            "error", "beside", words, "restore a backup, or record again what is missing; what can be read is sound"
        )
    for name in parts:
        words = f"{name} was left by a copy that was interrupted, or is one that is just being made"
        yield Line("info", "beside", words, "remove it if no backup or restore is running")
    if not (journal or wal or parts):
        lock = path.with_name(path.name + ".lock")
        more = f", only {lock.name}, which belongs there: by it writers take turns" if lock.exists() else ""
        yield Line("ok", "beside", f"nothing was left over beside the file{more}")


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


# -- the inside -------------------------------------------------------------------------------------------------------


_EARLIEST = 2025
_SLACK = timedelta(hours=1)


class _Times(msgspec.Struct):
    """When an event happened, and when it was written down, as far as it says so."""

    at: str | None = None
    recorded: str | None = None


class _Pencil(msgspec.Struct):
    """After which event of the log a draft was begun."""

    after: int


def schema_answers(objects: Objects, version: int, migrations: Sequence[str]) -> Iterator[Line]:
    """Are the tables, triggers and views what this version makes? `migrations`: those that the file says were made."""
    if version > SCHEMA_VERSION:
        words = f"schema {version} is of a newer mjlog (known here: up to {SCHEMA_VERSION})"
        yield Line("error", "schema", words, "update mjlog")
        return
    faults = schema_faults(objects, version)
    listed = list_faults(objects, version, migrations)
    taken = names_taken(objects, version)
    if version < SCHEMA_VERSION:
        faults += listed
    if faults:
        todo = "check the logs (`mjlog verify`), then restore a backup: import into it what it lacks"
        yield Line("error", "schema", f"changed by another program: {some(faults)}", todo)
    elif taken:
        words = f"schema {version}, of an older mjlog; {list_words(taken)} is not of mjlog, which needs the name"
        yield Line("error", "schema", words, "rename it with the program that made it; else nothing can be recorded")
    elif version < SCHEMA_VERSION:
        words = f"schema {version}, of an older mjlog; everything in it is as it should be"
        yield Line("info", "schema", words, "nothing: the next recording brings it up to date, and changes no event")
    else:
        yield Line("ok", "schema", f"schema {version}: tables and triggers are as they should be")
    if version == SCHEMA_VERSION:
        if listed:
            words = f"changed by another program: {some(listed)}"
            todo = "restore a backup in good time: recording goes on, but a newer mjlog will not write to this file"
            yield Line("warning", "schema", words, todo)
        yield from _views(objects)


def _views(objects: Objects) -> Iterator[Line]:
    from sqlite_utils import Database  # slow to import

    from mjlog.store.migrations import migrations

    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        migrations.apply(Database(fresh))
        due = read_objects(fresh)
    wrong = [name for kind, name in due if kind == "view" and objects.get((kind, name)) != due[kind, name]]
    if wrong:
        words = f"missing or altered: the view {' and '.join(map(shown, sorted(wrong)))}"
        yield Line("warning", "views", words, "nothing for mjlog; other programs may show wrong things")
    for kind, name, longer in (("index", *INDEXES, "lists of games"), ("table", *FACTS, "statistics and leagues")):
        if objects.get((kind, name)) != due[kind, name]:
            words = f"missing or altered: the {kind} {name}"
            yield Line("warning", "schema", words, f"nothing has to be done: {longer} take longer without it")
    # What somebody made on purpose: SQLite's own come and go with others. What is a fault is told as one.
    strange = sorted(
        f"the {kind} {shown(name)}"
        for kind, name in objects.keys() - due.keys()
        if kind in ("table", "view") or (kind == "index" and not can_refuse_rows(objects[kind, name][1]))
        if not name.startswith("sqlite_")
    )
    if strange:
        listed = list_words(strange[:MOST_SAID]) + (" …" if len(strange) > MOST_SAID else "")
        yield Line("info", "schema", f"not made by mjlog: {listed}", "nothing: mjlog leaves it alone")


def sqlite_answers(version: tuple[int, ...], mode: str) -> Iterator[Line]:
    """Is this SQLite safe, in the journal mode that the database has?"""
    number = ".".join(map(str, version))
    if not has_wal_reset_bug(version):
        yield Line("ok", "sqlite", f"SQLite {number}")
    else:
        words = f"SQLite {number} can damage a write-ahead log that two programs reset at once (mended in 3.51.3)"
        todo = "nothing for mjlog, whose writers take turns; let no other program write to this file"
        if mode == "wal":
            yield Line("info", "sqlite", words, todo)
        else:
            yield Line("ok", "sqlite", f"SQLite {number}; its fault with write-ahead logs does not concern this file")
    yield Line("ok", "journal", f"journal mode {mode}; written with synchronous {SYNCHRONOUS.get(mode, 'EXTRA')}")


def log_answers(store: SqliteStore, now: datetime | None) -> Iterator[Line]:
    """Are the logs whole, and do the drafts and the clock agree with them?"""
    try:
        faults = chain_faults(store)
        games = store.games()
        if faults:
            todo = "`mjlog verify` lists all; compare with a backup or a head on a score sheet"
            yield Line("error", "chain", some(faults), todo)
        else:
            yield Line("ok", "chain", f"the chain of every game holds ({counted(len(games), 'game')})")
        yield from _drafts(store, games)
        yield from _clock(store, games, now or datetime.now().astimezone())
        yield Line("ok", "heads", heads_digest(games))
    except (StoreError, UnicodeDecodeError) as error:
        yield Line("error", "chain", f"the logs cannot be read: {error}", "restore a backup")


def _drafts(store: SqliteStore, games: list[GameInfo]) -> Iterator[Line]:
    last = {info.game: info.last for info in games}
    kept = store.drafts()
    behind = [game for game in kept if _begun_after(store, game) < last.get(game, 0)]
    for game in behind:
        words = f"game {shown(game)} went on after the acts in pencil were written (event {last[game]} is the last)"
        yield Line("warning", "drafts", words, f"look at them: `{as_command('record', game)}`")
    if kept and not behind:
        yield Line(
            "info", "drafts", f"acts in pencil in {counted(len(kept), 'game')}", "`mjlog record` goes on with them"
        )
    if not kept:
        yield Line("ok", "drafts", "nothing is in pencil")


def _begun_after(store: SqliteStore, game: str) -> float:
    """The event that a draft follows. One that does not say it is not called old."""
    try:
        return msgspec.json.decode(store.draft(game) or b"", type=_Pencil).after
    except (ValueError, RecursionError):
        return float("inf")


def _clock(store: SqliteStore, games: list[GameInfo], now: datetime) -> Iterator[Line]:
    words = f"the clock says {now.isoformat(timespec='minutes')}"
    if now.year < _EARLIEST:
        yield Line("warning", "clock", f"{words}, which is long past", "set the clock: events are noted with its time")
        return
    times = [
        (when, info.game) for info in games if info.last for when in _times(store.event(info.game, info.last).body)
    ]
    latest, game = max(times, default=(now, ""))
    if latest > now + _SLACK:
        words += f", but the last event of game {shown(game)} was at {latest.isoformat(timespec='minutes')}"
        yield Line("warning", "clock", words, "set the clock, or correct the time of the event")
    else:
        yield Line("ok", "clock", words)


def _times(body: bytes) -> Iterator[datetime]:
    """The times that an event states, where they can be read; those without a time zone are this machine's."""
    try:
        stated = msgspec.json.decode(body, type=_Times)
    except (ValueError, RecursionError):
        return
    for text in (stated.at, stated.recorded):
        try:
            yield datetime.fromisoformat(text or "").astimezone()
        except (ValueError, OverflowError, OSError):
            continue


# -- all answers ------------------------------------------------------------------------------------------------------


_CANNOT = ("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_IOERR")
"""Errors that say nothing about what is in the file: it could not be looked at."""


class Circumstances(msgspec.Struct, frozen=True):
    """What the answers depend on besides the database; what is None is asked of the system.

    `now`: with its time zone; `free`: bytes on the disk; `mountinfo`: see `mjlog.store.place`.
    """

    now: datetime | None = None
    free: int | None = None
    mountinfo: Path | None = None
    sqlite: tuple[int, ...] = sqlite3.sqlite_version_info


def examine(path: Path, around: Circumstances | None = None) -> list[Line]:
    """All answers about a database, good and bad, in a fixed order.

    Raises:
        StoreError: there is no database that could be opened.
    """
    around = around or Circumstances()
    look_at_file(path, may_be_new=False)
    lines = list(place_answers(path, around.free, around.mountinfo))
    try:
        address = f"{path.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(address, uri=True, isolation_level=None, timeout=10.0)) as connection:
            # The file may be anything.
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 4 * MAX_BODY)
            connection.execute("PRAGMA trusted_schema = OFF")
            connection.execute("PRAGMA cell_size_check = ON")
            connection.execute("PRAGMA mmap_size = 0")
            bound_steps(connection, path)
            lines += _inside(connection, path, around)
    except sqlite3.Error as error:
        if (getattr(error, "sqlite_errorname", None) or "").startswith(_CANNOT):
            raise StoreError(f"{path}: {in_words(error)}") from error
        lines.append(_unreadable(error))
    except (OverflowError, UnicodeDecodeError) as error:
        lines.append(_unreadable(error))
    return lines


def _unreadable(error: Exception) -> Line:
    """Why the inside could not be looked at."""
    if (getattr(error, "sqlite_errorname", None) or "").startswith("SQLITE_READONLY"):
        words = "a writer was interrupted in the middle of a change, which cannot be undone by reading alone"
        return Line("error", "pages", words, "open the database for writing once (`mjlog record`), and ask again")
    untrusted = untrusted_part(error)
    if untrusted is not None:
        return Line("error", "schema", untrusted, REMOVE_IT)
    return Line("error", "pages", f"the file cannot be read: {error}", "restore it from a backup")


def _inside(connection: sqlite3.Connection, path: Path, around: Circumstances) -> Iterator[Line]:
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    mode = connection.execute("PRAGMA journal_mode").fetchone()[0]
    objects = read_objects(connection)
    if application != APPLICATION_ID:
        words = f"this is a database of another program (application id {application:#x}, not {APPLICATION_ID:#x})"
        yield Line("error", "application", words, "name the database of mjlog: --db FILE")
        return
    yield Line("ok", "application", "this is a database of mjlog")
    yield from schema_answers(objects, version, read_migrations(connection, objects))
    yield from sqlite_answers(around.sqlite, mode)
    yield from _pages(connection, path)
    if version <= SCHEMA_VERSION and not table_faults(objects, version):
        with open_readonly(path) as store:
            yield from log_answers(store, around.now)


def _pages(connection: sqlite3.Connection, path: Path) -> Iterator[Line]:
    """Checks the pages where they are; with a rollback journal a copy of them, for a long reading stops commits."""
    if connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal":
        yield from _checked_pages(connection)
        return
    with closing(sqlite3.connect("", isolation_level=None)) as copy:
        try:
            copy_pages(connection, copy, path)
        except TooBusyError:
            words = "not checked: the database is written to again and again while it is read"
            yield Line("warning", "pages", words, "call the doctor again when the recording is over")
            return
        yield from _checked_pages(copy)


def _checked_pages(connection: sqlite3.Connection) -> Iterator[Line]:
    faults = page_faults(connection)
    if faults:
        todo = "make a copy of the file and restore a backup; `mjlog export` may still read single games"
        yield Line("error", "pages", some(faults), todo)
        return
    yield Line("ok", "pages", "every page of the file is whole")
    faults = reference_faults(connection)
    if faults:
        yield Line("error", "references", some(faults), "restore a backup")
    else:
        yield Line("ok", "references", "every row belongs to a game")
    keys = key_faults(connection)
    if keys:
        todo = "restore a backup; until then what was sent before may be stored twice, if it is sent again"
        yield Line("error", "keys", some(keys), todo)
    origins = origin_faults(connection)
    if origins:
        todo = "restore a backup, or do not rely on the files and lines that are named; the events are not concerned"
        yield Line("error", "origins", some(origins), todo)
    # How many rows each table of a sound database has
    names = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").fetchall()
    ours = [name for (name,) in names if name in {*TABLES, *DRAFTS, *PEOPLE, *FACTS}]
    counts = (connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in ours)
    yield Line("ok", "rows", ", ".join(f"{name} {count:,}" for name, count in zip(ours, counts, strict=True)))
