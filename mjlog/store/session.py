"""One connection as several threads use it: readings, and transactions that are kept whole or undone whole."""

from __future__ import annotations

import sqlite3
import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from mjlog.errors import BusyError, StoreError
from mjlog.store.connection import FileAlone, connect_reader, one_moment
from mjlog.store.guard import bound_steps
from mjlog.store.lock import WriterLock, has_wal_reset_bug
from mjlog.store.place import DatabaseFile
from mjlog.store.sqlite_errors import errors_in_words, in_our_words


class StoreSession:
    """A guarded connection to one database, and the lock of its writers (None: it only reads)."""

    def __init__(self, connection: sqlite3.Connection, path: Path, lock: WriterLock | None) -> None:
        self.path = path
        self._connection = connection
        self._writer_lock = lock
        self._thread_lock = threading.RLock()
        self._transaction = _Transaction(connection, path, self._thread_lock, lock) if lock is not None else None
        self._finish = weakref.finalize(self, _close, connection, lock)

    @property
    def is_readonly(self) -> bool:
        """Whether appends and drafts are refused."""
        return self._writer_lock is None

    def close(self) -> None:
        """Ends the use of the database; a second time does nothing."""
        with self._thread_lock, errors_in_words(self.path):
            self._finish()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @contextmanager
    def _reading(self) -> Iterator[None]:
        with self._thread_lock, errors_in_words(self.path):
            if isinstance(self._connection, FileAlone) and self._connection.has_changed():
                self._finish()
                self._connection = connect_reader(self.path)
                self._finish = weakref.finalize(self, _close, self._connection, None)
            bound_steps(self._connection, self.path)
            try:
                with one_moment(self._connection):
                    yield
            finally:
                if isinstance(self._connection, FileAlone) and self._connection.has_changed():
                    raise BusyError(f"{self.path}: somebody wrote while it was read: try again")

    def _writing(self) -> _Transaction:
        """One transaction, alone among all writers: kept whole, or undone whole."""
        if self._transaction is None:
            raise StoreError(f"{self.path}: this database was opened for reading only")
        return self._transaction


class _Transaction:
    """The transactions of a connection, one after the other: each is kept whole, or undone whole.

    Written out rather than put together from contexts: an append waits for the disk, and finds the processor cold when
    it wakes up, so that every call costs three times what it costs in a loop.
    """

    def __init__(
        self, connection: sqlite3.Connection, path: Path, thread_lock: threading.RLock, writer_lock: WriterLock
    ) -> None:
        self._connection = connection
        self._path = path
        self._thread_lock = thread_lock
        self._writer_lock = writer_lock
        self._place = DatabaseFile(path)

    def __enter__(self) -> sqlite3.Connection:
        self._thread_lock.acquire()
        try:
            self._writer_lock.acquire()
            bound_steps(self._connection, self._path)
            self._connection.execute("BEGIN IMMEDIATE")
            self._place.refuse_if_moved()
        except BaseException as error:
            self._end()
            if isinstance(error, sqlite3.Error):
                raise in_our_words(self._path, error) from error
            raise
        return self._connection

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if error is None:
                self._connection.execute("COMMIT")
        except sqlite3.Error as failure:
            error = failure
        finally:
            self._end()
        if isinstance(error, sqlite3.Error | OverflowError):
            raise in_our_words(self._path, error) from error

    def _end(self) -> None:
        """Undoes what was not kept, and lets the others go on."""
        try:
            with suppress(sqlite3.Error):  # closed; or the disk fails again, as was told already
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
        finally:
            self._writer_lock.release()
            self._thread_lock.release()


def _close(connection: sqlite3.Connection, lock: WriterLock | None) -> None:
    """Closing may checkpoint, which in some versions of SQLite no other connection may write at the same time.

    Whoever keeps the lock for long has the database open, and then closing ours does not checkpoint.
    """
    if lock is not None and has_wal_reset_bug():
        with suppress(StoreError):
            lock.acquire()
    try:
        connection.close()
    finally:
        if lock is not None:
            lock.close()
