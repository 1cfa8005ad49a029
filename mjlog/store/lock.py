"""One writer at a time, over all programs and machines' systems: a lock file beside the database.

SQLite has locks of its own, but whoever waits for them sleeps ever longer, and with several writers some
starve. Below SQLite 3.51.3 a write-ahead log can moreover be damaged when one connection writes while
another one checkpoints; so every write, checkpoint and closing of ours happens under this lock.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from mjlog.errors import StoreError

if TYPE_CHECKING:
    from filelock import BaseFileLock

_POLL_SECONDS = 0.002


class WriterLock:
    """The lock of one database: `DATABASE.lock`. Released by the system when its holder dies."""

    def __init__(self, database: Path, timeout: float) -> None:
        self._path = database.with_name(database.name + ".lock")
        self._timeout = timeout
        self._lock: BaseFileLock | None = None

    @contextmanager
    def held(self) -> Iterator[None]:
        """Holds the lock, waiting for it up to the timeout (seconds).

        Raises:
            StoreError: somebody else kept it, or no lock file can be made here.
        """
        self.acquire()
        try:
            yield
        finally:
            self.release()

    def acquire(self) -> None:
        """Takes the lock; see `held`."""
        from filelock import FileLock, Timeout  # readers do without

        if self._lock is None:
            self._lock = FileLock(self._path, thread_local=False, poll_interval=_POLL_SECONDS)
        try:
            self._lock.acquire(timeout=self._timeout)
        except Timeout:
            raise StoreError(
                f"another program has been writing for {self._timeout:g} seconds ({self._path} is locked): "
                "nothing was stored; try again when it has finished"
            ) from None
        except OSError as error:
            raise StoreError(f"{self._path}: cannot lock the database for writing: {error.strerror}") from error

    def release(self) -> None:
        """Gives the lock back."""
        if self._lock is not None:
            self._lock.release()
