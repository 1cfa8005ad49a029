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

from mjlog.errors import StoreError
from mjlog.store.lock import WriterLock, has_wal_reset_bug
from mjlog.store.words import errors_in_words, in_our_words


class Session:
    """A guarded connection to one database, and the lock of its writers (None: it only reads)."""

    def __init__(self, connection: sqlite3.Connection, path: Path, lock: WriterLock | None) -> None:
        self.path = path
        self._connection = connection
        self._writer_lock = lock
        self._thread_lock = threading.RLock()
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
            yield

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction, alone among all writers: kept whole, or undone whole."""
        if self._writer_lock is None:
            raise StoreError(f"{self.path}: this database was opened for reading only")
        connection = self._connection
        # Written out rather than put together from contexts: an append waits for the disk, and finds the processor
        # cold when it wakes up, so that every call costs three times what it costs in a loop.
        with self._thread_lock:
            self._writer_lock.acquire()
            try:
                connection.execute("BEGIN IMMEDIATE")
                try:
                    yield connection
                    connection.execute("COMMIT")
                except BaseException:
                    if connection.in_transaction:
                        connection.execute("ROLLBACK")
                    raise
            except (sqlite3.Error, OverflowError) as error:
                raise in_our_words(self.path, error) from error
            finally:
                self._writer_lock.release()


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
