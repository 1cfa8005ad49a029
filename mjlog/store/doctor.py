"""Is all well with a database, and with the place where it lies? One line an answer, with what to do.

Nothing is written and nothing is locked for longer than a few milliseconds: the doctor may be called in the middle of
an evening.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from mjlog.errors import StoreError
from mjlog.store import diagnosis, surroundings
from mjlog.store.checks import MAX_BODY
from mjlog.store.connection import look_at_file, read_migrations, read_objects
from mjlog.store.copying import TooBusyError, copy_pages
from mjlog.store.guard import bound_steps
from mjlog.store.pages import key_faults, origin_faults, page_faults, reference_faults, some
from mjlog.store.schema import APPLICATION_ID, SCHEMA_VERSION, table_faults
from mjlog.store.sqlite import open_readonly
from mjlog.store.sqlite_errors import REMOVE_IT, in_words, untrusted_part
from mjlog.store.surroundings import Line

_CANNOT = ("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_IOERR")
"""Errors that say nothing about what is in the file: it could not be looked at."""


@dataclass(frozen=True)
class Circumstances:
    """What the answers depend on besides the database; what is None is asked of the system.

    `now`: with its time zone; `free`: bytes on the disk; `mountinfo`: see `mjlog.store.network`.
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
    lines = list(surroundings.answers(path, around.free, around.mountinfo))
    try:
        with closing(_opened(path)) as connection:
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
        said = "a writer was interrupted in the middle of a change, which cannot be undone by reading alone"
        return Line("error", "pages", said, "open the database for writing once (`mjlog record`), and ask again")
    untrusted = untrusted_part(error)
    if untrusted is not None:
        return Line("error", "schema", untrusted, REMOVE_IT)
    return Line("error", "pages", f"the file cannot be read: {error}", "restore it from a backup")


def _opened(path: Path) -> sqlite3.Connection:
    """A connection that cannot write, to a file that may be anything."""
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None, timeout=10.0)
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 4 * MAX_BODY)
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    connection.execute("PRAGMA mmap_size = 0")
    bound_steps(connection, path)
    return connection


def _inside(connection: sqlite3.Connection, path: Path, around: Circumstances) -> Iterator[Line]:
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    mode = connection.execute("PRAGMA journal_mode").fetchone()[0]
    objects = read_objects(connection)
    if application != APPLICATION_ID:
        said = f"this is a database of another program (application id {application:#x}, not {APPLICATION_ID:#x})"
        yield Line("error", "application", said, "name the database of mjlog: --db FILE")
        return
    yield Line("ok", "application", "this is a database of mjlog")
    yield from diagnosis.schema_answers(objects, version, read_migrations(connection, objects))
    yield from diagnosis.sqlite_answers(around.sqlite, mode)
    yield from _pages(connection, path)
    if version <= SCHEMA_VERSION and not table_faults(objects, version):
        with open_readonly(path) as store:
            yield from diagnosis.log_answers(store, around.now)


def _pages(connection: sqlite3.Connection, path: Path) -> Iterator[Line]:
    """Checks the pages where they are; with a rollback journal a copy of them, for a long reading stops commits."""
    if connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal":
        yield from _checked_pages(connection)
        return
    with closing(sqlite3.connect("", isolation_level=None)) as copy:
        try:
            copy_pages(connection, copy, path)
        except TooBusyError:
            said = "not checked: the database is written to again and again while it is read"
            yield Line("warning", "pages", said, "call the doctor again when the recording is over")
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
    yield Line("ok", "rows", diagnosis.row_counts(connection))
