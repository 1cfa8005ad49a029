"""One connection as several threads use it: readings, and transactions that are kept whole or undone whole."""

from __future__ import annotations

import sqlite3
import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from mjlog.errors import StoreError
from mjlog.store.lock import WriterLock
from mjlog.store.words import errors_in_words


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
        with self._thread_lock, self._writer_lock.held(), errors_in_words(self.path):
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise


def _close(connection: sqlite3.Connection, lock: WriterLock | None) -> None:
    """Closing may checkpoint, which no other writer may notice."""
    if lock is None:
        connection.close()
        return
    with lock.held():
        connection.close()
