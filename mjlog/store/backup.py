"""Copies of a database: made while others record in it, checked wholly, and put in their place in one step.

SQLite's backup API copies pages. With a write-ahead log it does so in one pass, which no writer notices. With a
rollback journal a reading makes commits wait, so it reads a few pages at a time; whatever is written in between
makes it begin anew. Where that would never end, the rows are copied instead, a batch at a time: logs only ever
grow, so what is read of each is a beginning of it, and whole.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sqlite3
import stat
import time
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from mjlog.chain import canonical_json
from mjlog.errors import StoreError, reason
from mjlog.store.checks import shown
from mjlog.store.connection import connect_reader, errors_in_words, read_objects
from mjlog.store.place import WriterLock, unread_appends
from mjlog.store.queries import page_faults, reference_faults, some
from mjlog.store.schema import FACTS, SCHEMA_VERSION, schema_faults
from mjlog.store.sqlite import SqliteStore, open_readonly
from mjlog.store.values import GameInfo

# -- is a whole database as it was left? ------------------------------------------------------------------------------


class DamagedError(StoreError):
    """A database is one of ours, but not as it was left."""


class Contents(NamedTuple):
    """What a database holds. `events`: over all games; `size`: bytes of the file; `digest`: see `heads_digest`."""

    games: tuple[GameInfo, ...]
    events: int
    size: int
    digest: str


def heads_digest(games: Iterable[GameInfo]) -> str:
    """One number (hex) for the ends of all logs: two databases with the same one hold the same games.

    SHA-256 over a line a game, in order of the game's id: the canonical JSON of `[game, events, head]`.
    """
    digest = hashlib.sha256()
    for info in sorted(games, key=lambda info: info.game):
        digest.update(canonical_json([info.game, info.last, info.head]) + b"\n")
    return digest.hexdigest()


def sound_contents(path: Path) -> Contents:
    """What a database holds, which was checked wholly: pages, schema, references, every event of every log.

    For files that nobody is writing to: the pages are checked in one reading.

    Raises:
        DamagedError: something in it is damaged, which is named.
        StoreError: it is no database of ours, or cannot be read.
    """
    refuse_unread(path)
    with damage_in_words(path):
        with closing(connect_reader(path)) as connection:
            version = int(connection.execute("PRAGMA user_version").fetchone()[0])
            faults = schema_faults(read_objects(connection), version) or page_faults(connection)
            faults = faults or reference_faults(connection)
        if faults:
            raise DamagedError(f"{path}: this database is damaged: {some(faults)}")
        with open_readonly(path) as store:
            faults = chain_faults(store)
            if faults:
                raise DamagedError(f"{path}: this database is damaged: {some(faults)}")
            # What a database holds, by its list of games
            listed = tuple(store.games())
            return Contents(listed, sum(info.last for info in listed), path.stat().st_size, heads_digest(listed))


def refuse_unread(path: Path) -> None:
    """Whether all that was appended can be read, before a copy without the rest passes for whole.

    Raises:
        DamagedError: the write-ahead log beside the database is damaged.
    """
    faults = unread_appends(path)
    if faults:
        raise DamagedError(f"{path}: this database is damaged: {some(faults)}")


def chain_faults(store: SqliteStore) -> list[str]:
    """What is wrong with the chains of all games, in words."""
    return [f"game {shown(fault.game)}: {fault.message}" for fault in store.verify()]


@contextmanager
def damage_in_words(path: Path) -> Iterator[None]:
    """Turns SQLite's errors into ours, and those of Python about names and messages that are no text any more.

    Raises:
        StoreError: in their place.
    """
    try:
        with errors_in_words(path):
            yield
    except UnicodeDecodeError as error:
        raise DamagedError(f"{path}: this database is damaged: a text in it is none ({error.reason})") from error


# -- copying ----------------------------------------------------------------------------------------------------------


PAGES = 128
"""Pages read at a time (half a megabyte): a few milliseconds even on a slow disk."""
PAUSE = 0.002
"""Seconds between two readings, in which a waiting commit comes through."""
MOST_RESTARTS = 8
"""How often copying pages is begun anew before the rows are copied instead."""
_PATIENCE = 30.0
_ROWS = 4096
_LOG = {"games": "number", "events": "game"}
"""The tables of the logs, in the order in which they are copied, and where the number of the game stands."""


class TooBusyError(StoreError):
    """Writers come too often for a copy of the pages."""


def copy_database(source: Path, target: Path) -> None:
    """Makes a new file with all that is in a database. It is one file, in the mode of the rollback journal.

    Raises:
        StoreError: the database cannot be read, or the copy not written.
    """
    with closing(connect_reader(source)) as reader:
        try:
            with errors_in_words(target), closing(_blank(target)) as copy:
                copy_pages(reader, copy, source)
        except TooBusyError:
            target.write_bytes(b"")  # not removed: its rights stay
            _copy_rows(reader, source, target)
    with errors_in_words(target), closing(sqlite3.connect(target)) as copy:
        copy.execute("PRAGMA journal_mode = DELETE")


def _blank(target: Path) -> sqlite3.Connection:
    """A new file that needs no journal: it is thrown away unless it is complete, and is synced at the end."""
    connection = sqlite3.connect(target, isolation_level=None)
    connection.execute("PRAGMA journal_mode = OFF")
    connection.execute("PRAGMA synchronous = OFF")
    return connection


def copy_pages(reader: sqlite3.Connection, copy: sqlite3.Connection, source: Path) -> None:
    """Copies the pages of a database, in the way that holds up nobody.

    Raises:
        TooBusyError: it was written to each time before the copy was complete.
        StoreError: another program kept it to itself.
    """
    if reader.execute("PRAGMA journal_mode").fetchone()[0] == "wal":
        reader.backup(copy)
    else:
        reader.backup(copy, pages=PAGES, progress=_Steps(source).after, sleep=PAUSE)


class _Steps:
    """Watches the steps of a copy: begun anew how often, stuck for how long?"""

    def __init__(self, source: Path) -> None:
        self._source = source
        self._left = -1
        self._restarts = 0
        self._moved = time.monotonic()

    def after(self, status: int, left: int, total: int) -> None:
        """One step was made: `left` pages of `total` remain."""
        if left != self._left:
            self._moved = time.monotonic()
        elif time.monotonic() - self._moved > _PATIENCE:
            raise StoreError(f"{self._source}: another program has kept the database to itself for {_PATIENCE:g} s")
        self._restarts += 0 <= self._left < left
        if self._restarts > MOST_RESTARTS:
            raise TooBusyError
        self._left = left
        if left:
            time.sleep(PAUSE)


def _copy_rows(reader: sqlite3.Connection, source: Path, target: Path) -> None:
    """Copies our tables row by row, without what can be made again; those that speak of events before the events."""
    from mjlog.store.migrations import migrate  # slow to import: sqlite-utils

    version = reader.execute("PRAGMA user_version").fetchone()[0]
    if version != SCHEMA_VERSION:
        raise StoreError(f"{source}: is of an older schema, and written to all the time: end that, and try again")
    migrate(target, "delete")
    with errors_in_words(target), closing(_blank(target)) as copy:
        triggers = copy.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
        tables = [name for (name,) in copy.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        ours = [name for name in tables if not name.startswith(("sqlite_", "_sqlite_"))]
        # What somebody else put into the database would be missing from a copy of our rows.
        query = (
            "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite!_%' ESCAPE '!'"
        )
        here, there = ({str(name) for (name,) in connection.execute(query)} for connection in (copy, reader))
        others = sorted(map(shown, there - here))
        if others:
            raise StoreError(
                f"{source}: holds what is not of mjlog ({', '.join(others[:5])}), and is written to all the time: "
                "it can be copied whole only when nobody writes; end that, and try again"
            )
        copy.execute("BEGIN")
        for name, _ in triggers:
            copy.execute(f'DROP TRIGGER "{name}"')
        lock = WriterLock(source, _PATIENCE)
        for table in sorted({*ours} - _LOG.keys() - FACTS.keys()):
            _fill(copy, table, _batches(reader, lock, table))
        # Games that begin from now on are not for this copy: neither they nor their events.
        with lock.held():
            games = reader.execute("SELECT CAST(coalesce(max(number), 0) AS INTEGER) FROM games").fetchone()[0]
        for table, number in _LOG.items():
            _fill(copy, table, _batches(reader, lock, table, f"{number} <= {games:d}"))
        for _, sql in triggers:
            copy.execute(sql)
        copy.execute("COMMIT")


def _fill(copy: sqlite3.Connection, table: str, batches: Iterator[list[tuple[object, ...]]]) -> None:
    for rows in batches:
        marks = ", ".join("?" * len(rows[0]))
        copy.executemany(f'INSERT INTO "{table}" VALUES ({marks})', rows)


def _batches(
    reader: sqlite3.Connection, lock: WriterLock, table: str, wanted: str = "TRUE"
) -> Iterator[list[tuple[object, ...]]]:
    """The rows of a table in order of its key, some at a time; for so long, busy writers wait."""
    columns = reader.execute(f'PRAGMA table_info("{table}")').fetchall()
    places = sorted((column[5], column[0]) for column in columns if column[5])
    key = ", ".join(columns[place][1] for _, place in places)
    after: tuple[object, ...] | None = None
    while True:
        beyond = f" AND ({key}) > ({', '.join('?' * len(places))})" if after is not None else ""
        with lock.held():
            query = f'SELECT * FROM "{table}" WHERE {wanted}{beyond} ORDER BY {key} LIMIT {_ROWS}'
            rows = reader.execute(query, after or ()).fetchall()
        if not rows:
            return
        yield rows
        after = tuple(rows[-1][place] for _, place in places)


# -- backups ----------------------------------------------------------------------------------------------------------


COMPANIONS = ("-journal", "-wal")
"""Endings of the files in which SQLite keeps changes that are not yet in the database itself."""
_STAMP = "%Y%m%d-%H%M%S"
_STAMPED = r"\d{8}-\d{6}(?:-\d+)?"
WAIT = 2.0
_ABANDONED = 6 * 3600.0
"""Seconds after which a copy that has not grown is one that nobody is writing any more."""


def back_up(source: Path, target: Path, *, overwrite: bool = False) -> Contents:
    """Copies a database into one file, which stands there whole and checked, or not at all.

    Others may go on recording: the copy has what was stored when it was begun, and perhaps what came after.

    Raises:
        StoreError: the database cannot be read or is damaged, the copy cannot be written, or something is there.
    """
    refuse_target(source, target, overwrite=overwrite)
    refuse_unread(source)
    with damage_in_words(source), open_readonly(source) as store:
        before = store.games()
    with damage_in_words(source), beside(target, like=source) as part:
        copy_database(source, part)
        try:
            contents = sound_contents(part)
        except StoreError as error:
            words = str(error).removeprefix(f"{part}: ")
            words = f"{source}: its copy is not whole, and was not kept: {words}; see `mjlog doctor`"
            raise type(error)(words) from error
        _compare(source, before, contents)
        sync_file(part)
        put_in_place(part, target, overwrite=overwrite)
    return contents


def refuse_target(source: Path, target: Path, *, overwrite: bool) -> None:
    """Whether a copy can be put here.

    Raises:
        StoreError: something stands there that is to stay, or there is no such folder.
    """
    if not target.parent.is_dir():
        raise StoreError(f"{target}: cannot be written: the folder {target.parent} does not exist")
    if not os.path.lexists(target):
        return
    if target.is_dir():
        raise StoreError(f"{target}: this is a folder")
    if target.exists() and not target.is_file():
        raise StoreError(f"{target}: this is not an ordinary file: name another one for the copy")
    if target.exists() and source.exists() and target.samefile(source):
        raise StoreError(f"{target}: this is the database itself: name another file for its copy")
    for companion in (target.with_name(target.name + ending) for ending in COMPANIONS):
        if companion.exists() and companion.stat().st_size:
            raise StoreError(f"{target}: this database is in use ({companion.name} is there): name another file")
    if not overwrite:
        raise StoreError(f"{target}: there is a file of this name: nothing was written; --force writes over it")
    if target.is_file():
        is_free(target)


def is_free(database: Path) -> bool:
    """Looks that nobody else has a database open, and brings what waits beside it into the file; False: damaged.

    With a rollback journal that cannot be asked for: there SQLite itself refuses to write to a file that was moved.

    Raises:
        StoreError: another program has it open.
    """
    connection = sqlite3.connect(database, isolation_level=None, timeout=WAIT)
    try:
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("BEGIN EXCLUSIVE")
        connection.execute("COMMIT")
        return True
    except sqlite3.OperationalError as error:
        if (getattr(error, "sqlite_errorname", None) or "").startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            raise StoreError(
                f"{database}: another program has this database open: nothing was done; end it (a recorder, a viewer, "
                "`mjlog serve`) and try again"
            ) from None
        return False
    except (sqlite3.Error, UnicodeDecodeError):  # a damaged database is treated as it is
        return False
    finally:
        with suppress(sqlite3.Error):
            connection.close()


def _compare(source: Path, before: list[GameInfo], copy: Contents) -> None:
    """Whether a copy has all that the database had before, and nothing else than what it has now."""
    copied = {info.game: info for info in copy.games}
    with open_readonly(source) as store:
        heads = {info.game: info.head for info in store.games()}
        for info in before:
            if info.game not in copied or copied[info.game].last < info.last:
                raise StoreError(f"{source}: game {shown(info.game)} is not whole in the copy: nothing was written")
        for info in copy.games:
            # Most games have not grown meanwhile; to look into those that have takes time while others write.
            if heads.get(info.game) != info.head and store.event(info.game, info.last).id != info.head:
                raise StoreError(f"{source}: game {shown(info.game)} is another one in the copy: nothing was written")


@contextmanager
def beside(target: Path, *, like: Path) -> Iterator[Path]:
    """A new file in the same folder, to be moved into its place; gone at the end if it was not.

    Whoever may read the file `like`, and nobody else, may read this one. What was left by others that were killed while
    they wrote such a file is removed.

    Raises:
        StoreError: it cannot be made. Errors of the body that name the new file name `target` instead.
    """
    _remove_abandoned(target)
    part = target.with_name(f".{target.name[:100]}.{os.urandom(4).hex()}.part")
    try:
        part.open("xb").close()
        with suppress(OSError):
            shutil.copymode(like, part)
        yield part
    except OSError as error:
        raise StoreError(f"{target}: cannot be written: {reason(error)}") from error
    except StoreError as error:
        if str(part) not in str(error):
            raise
        raise type(error)(str(error).replace(str(part), str(target))) from error
    finally:
        _remove(part)


def _remove(part: Path) -> None:
    for ending in ("", *COMPANIONS, "-shm"):
        with suppress(OSError):
            part.with_name(part.name + ending).unlink(missing_ok=True)


def _remove_abandoned(target: Path) -> None:
    """Removes what killed programs left of this file, or of the same one with another time in its name."""
    name = re.sub(_STAMPED, lambda _: _STAMPED, re.escape(target.name[:100]).replace(r"\-", "-"))
    pattern = re.compile(rf"\.{name}\.[0-9a-f]+\.part")
    with suppress(OSError):
        for path in target.parent.iterdir():
            if pattern.fullmatch(path.name) is None:
                continue
            with suppress(OSError):
                state = path.lstat()
                if stat.S_ISREG(state.st_mode) and time.time() - state.st_mtime > _ABANDONED:
                    _remove(path)


def put_in_place(part: Path, target: Path, *, overwrite: bool) -> None:
    """Gives a finished file its name, in one step. Where nothing was to be written over, nothing is."""
    if overwrite:
        os.replace(part, target)
    else:
        add_name(part, target)
        part.unlink(missing_ok=True)  # at once: nobody writes to a database that has two names
    sync_folder(target.parent)


def add_name(file: Path, name: Path) -> None:
    """A second name for a file, or its first where a file can have only one; never in the place of another file.

    Raises:
        OSError: there is a file of this name.
    """
    try:
        os.link(file, name)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if os.path.lexists(name):
            raise FileExistsError(None, "file exists", str(name)) from None
        os.rename(file, name)


def sync_file(path: Path) -> None:
    """Waits until a file is on the disk."""
    with path.open("r+b") as file:
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Waits until the names in a folder are on the disk, where the system can do that."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def dated(folder: Path, stem: str, suffix: str, now: datetime) -> Path:
    """A name with a time, as `club-20260731-193012.db` in a folder of copies; a number follows if it is taken."""
    name, more, number = f"{stem}-{now.strftime(_STAMP)}", "", 1
    while os.path.lexists(path := folder / f"{name}{more}{suffix}"):
        number += 1
        more = f"-{number}"
    return path


def copies_beside(database: Path) -> list[Path]:
    """What lies beside a database and was one: copies with a time, databases that were replaced, copies broken off.

    They are told by their names; of copies elsewhere, or with names of their own, nothing is known here.
    """
    stem, name, suffix = map(re.escape, (database.stem, database.name, database.suffix))
    replaced = rf"{name}\.replaced-{_STAMPED}(?:-journal|-wal)?"
    pattern = re.compile(rf"{stem}-{_STAMPED}{suffix}|{replaced}|\.{stem}.*\.[0-9a-f]+\.part")
    with suppress(OSError):
        return sorted(path for path in database.parent.iterdir() if pattern.fullmatch(path.name) and path.is_file())
    return []


def keep_latest(folder: Path, source: Path, newest: Path, keep: int) -> list[Path]:
    """Removes all but the latest copies of a database in a folder (`keep` of them, `newest` always); returns those.

    Only files are removed that have a name as `dated` gives them.

    Raises:
        StoreError: one cannot be removed.
    """
    pattern = re.compile(re.escape(source.stem) + r"-(\d{8}-\d{6})(?:-(\d+))?" + re.escape(source.suffix))
    backups = []
    for path in folder.iterdir():
        match = pattern.fullmatch(path.name)
        if match is not None and path != newest and path.is_file() and not path.is_symlink():
            backups.append((match[1], int(match[2] or 1), path))
    match = pattern.fullmatch(newest.name)
    now = match[1] if match is not None else "9"
    # The newest says what time it is: what says a later one was made before a clock was set back.
    backups.sort(key=lambda backup: (backup[0] <= now, *backup), reverse=True)
    old = [path for _, _, path in backups][max(0, keep - 1) :]
    for path in old:
        try:
            path.unlink()
        except OSError as error:
            raise StoreError(f"{path}: this older copy cannot be removed: {reason(error)}") from error
    return old
