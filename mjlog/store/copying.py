"""Copying a database that others are writing to, without holding them up.

SQLite's backup API copies pages. With a write-ahead log it does so in one pass, which no writer notices. With a
rollback journal a reading makes commits wait, so it reads a few pages at a time; whatever is written in between
makes it begin anew. Where that would never end, the rows are copied instead, a batch at a time: logs only ever
grow, so what is read of each is a beginning of it, and whole.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from mjlog.errors import StoreError
from mjlog.store.checks import shown
from mjlog.store.connection import connect_reader
from mjlog.store.lock import WriterLock
from mjlog.store.schema import FACTS, SCHEMA_VERSION
from mjlog.store.sqlite_errors import errors_in_words

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
        _refuse_others(reader, copy, source)
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


def _refuse_others(reader: sqlite3.Connection, copy: sqlite3.Connection, source: Path) -> None:
    """What somebody else put into a database would be missing from a copy of our rows."""
    query = "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite!_%' ESCAPE '!'"
    ours, there = ({str(name) for (name,) in one.execute(query)} for one in (copy, reader))
    others = sorted(map(shown, there - ours))
    if others:
        raise StoreError(
            f"{source}: holds what is not of mjlog ({', '.join(others[:5])}), and is written to all the time: "
            "it can be copied whole only when nobody writes; end that, and try again"
        )


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
