"""One writer at a time, over all programs and machines' systems: a lock file beside the database.

SQLite has locks of its own, but whoever waits for them sleeps ever longer, and with several writers some
starve. In a SQLite with the WAL-reset bug a write-ahead log can moreover be damaged when one connection writes
while another one checkpoints; so there every checkpoint and closing of ours happens under this lock, too.

Source: https://sqlite.org/wal.html#walresetbug
"""

from __future__ import annotations

import errno
import os
import sqlite3
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from mjlog.errors import StoreError

# Seconds between two attempts: whoever has waited longer asks more often, and whoever had to wait lets the others go
# first the next time. Tried with eight writers that do nothing else: somebody who waits is overtaken by the other
# seven together 30 to 50 times at worst; with even pauses of a millisecond, 180 to 240 times.
_LONGEST_PAUSE, _SHORTEST_PAUSE = 0.001, 0.0002
_SHORTEST_AFTER = 0.008
_FLAGS = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)


def has_wal_reset_bug(version: tuple[int, ...] = sqlite3.sqlite_version_info) -> bool:
    """Whether this version of SQLite (default: the one in use) may damage a write-ahead log; see above.

    >>> [has_wal_reset_bug(version) for version in ((3, 40, 1), (3, 44, 6), (3, 50, 7), (3, 51, 2), (3, 51, 3))]
    [True, False, False, True, False]
    """
    mended = ((3, 44, 6), (3, 50, 7))  # besides everything from 3.51.3 on
    return version < (3, 51, 3) and not any(version[:2] == since[:2] and version >= since for since in mended)


class WriterLock:
    """The lock of one database: `DATABASE.lock`. Released by the system when its holder dies.

    The file stays open from one append to the next, so that the lock costs no more than to take it and give it back.
    It stands beside the database itself: whoever names that by a symbolic link takes the same lock. One thread at a
    time uses an object; it is not taken twice.
    """

    def __init__(self, database: Path, timeout: float) -> None:
        self._database = os.path.realpath(database)
        self._path = Path(f"{self._database}.lock")
        self._timeout = timeout
        self._file: int | None = None
        self._has_waited = False
        self._process = os.getpid()

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
        try:
            if not self._has_waited and self._taken_now():  # nearly always
                return
            taken = self._taken_in_time()
        except OSError as error:
            raise StoreError(
                f"{self._path}: cannot lock the database for writing: {_reason(error)}; by this file writers take "
                "turns: it must be an ordinary one that this user may write, and is made where there is none"
            ) from error
        if not taken:
            raise StoreError(
                f"another program has been writing for {self._timeout:g} seconds ({self._path} is locked): "
                "nothing was stored; try again when it has finished"
            )

    def release(self) -> None:
        """Gives the lock back."""
        if self._file is None:
            return
        try:
            self._give(self._file)
        except OSError:
            self.close()  # which gives it back, too

    def close(self) -> None:
        """Closes the lock file, until the lock is taken the next time."""
        file, self._file = self._file, None
        if file is not None:
            os.close(file)

    def _taken_in_time(self) -> bool:
        began = time.monotonic()
        if self._has_waited:
            time.sleep(_LONGEST_PAUSE)
        self._has_waited = False
        while not self._taken_now():
            self._has_waited = True
            waited = time.monotonic() - began
            if waited >= self._timeout:
                return False
            time.sleep(max(_SHORTEST_PAUSE, _LONGEST_PAUSE * (1 - waited / _SHORTEST_AFTER)))
        return True

    def _taken_now(self) -> bool:
        file = self._file if self._file is not None and self._process == os.getpid() else self._opened()
        if not self._take(file, blocking=False):
            return False
        if os.fstat(file).st_nlink:
            return True
        self.close()  # somebody removed the file: whoever comes after us makes another one, and so do we
        return False

    def _opened(self) -> int:
        """The lock file; a child of a fork has one of its own, for it would share the lock of its parent."""
        from filelock import lock_descriptor, unlock_descriptor  # readers do without

        self.close()
        self._take, self._give = lock_descriptor, unlock_descriptor
        self._process = os.getpid()
        self._file = os.open(self._path, _FLAGS, 0o666)
        with suppress(OSError, AttributeError):  # some systems have no owners and rights of this kind
            self._share(self._file)
        return self._file

    def _share(self, file: int) -> None:
        """Whoever may write the database may take the lock: it gets the same owner and rights."""
        database, lock, user = os.stat(self._database), os.fstat(file), os.geteuid()
        if user == 0 and (lock.st_uid, lock.st_gid) != (database.st_uid, database.st_gid):
            os.fchown(file, database.st_uid, database.st_gid)
        mode = stat.S_IMODE(database.st_mode) & 0o666
        if user in (0, lock.st_uid) and stat.S_IMODE(lock.st_mode) != mode:
            if user and lock.st_gid != database.st_gid:
                os.fchown(file, -1, database.st_gid)
            os.fchmod(file, mode)

    def __del__(self) -> None:
        self.close()


def _reason(error: OSError) -> str:
    return "it is a symbolic link" if error.errno == errno.ELOOP else (error.strerror or str(error)).lower()
