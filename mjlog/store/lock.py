"""One writer at a time, over all programs and machines' systems: a lock file beside the database.

SQLite has locks of its own, but whoever waits for them sleeps ever longer, and with several writers some
starve. Here they are served in the order in which they came. In a SQLite with the WAL-reset bug a write-ahead log can
moreover be damaged when one connection writes while another one checkpoints; so there every checkpoint and closing of
ours happens under this lock, too.

Source: https://sqlite.org/wal.html#walresetbug
"""

from __future__ import annotations

import errno
import os
import sqlite3
import stat
import struct
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from mjlog.errors import BusyError, StoreError
from mjlog.store.network import file_system

if sys.platform == "linux":
    import fcntl

_PAUSE, _PAUSE_OF_FIRST = 0.001, 0.0002
"""Seconds between two attempts: whoever is first in the queue asks more often."""
_PATIENCE = 50
"""How often somebody finds the lock free, and those who came before not taking it, before it goes out of turn: they may
be stopped, or have no processor."""
_FLAGS = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)


def has_wal_reset_bug(version: tuple[int, ...] = sqlite3.sqlite_version_info) -> bool:
    """Whether this version of SQLite (default: the one in use) may damage a write-ahead log; see above.

    >>> [has_wal_reset_bug(version) for version in ((3, 40, 1), (3, 44, 6), (3, 50, 7), (3, 51, 2), (3, 51, 3))]
    [True, False, False, True, False]
    """
    mended = ((3, 44, 6), (3, 50, 7))  # besides everything from 3.51.3 on
    return version < (3, 51, 3) and not any(version[:2] == since[:2] and version >= since for since in mended)


def has_lock(database: Path) -> bool:
    """Whether somebody has written to a database in its place: the file that writers take turns by stays beside it."""
    return _lock_of(database).exists()


def _lock_of(database: Path) -> Path:
    return Path(f"{os.path.realpath(database)}.lock")


class WriterLock:
    """The lock of one database: `DATABASE.lock`. Released by the system when its holder dies.

    The file stays open from one append to the next, so that the lock costs no more than to take it and give it back.
    It stands beside the database itself: whoever names that by a symbolic link takes the same lock. One thread at a
    time uses an object; it is not taken twice.
    """

    def __init__(self, database: Path, timeout: float) -> None:
        self._database = os.path.realpath(database)
        self._path = _lock_of(database)
        self._timeout = timeout
        self._file: int | None = None
        self._queue = _Queue()
        self._process = os.getpid()

    @contextmanager
    def held(self) -> Iterator[None]:
        """Holds the lock, waiting for it up to the timeout (seconds).

        Raises:
            BusyError: others kept it.
            StoreError: no lock file can be made here.
        """
        self.acquire()
        try:
            yield
        finally:
            self.release()

    def acquire(self) -> None:
        """Takes the lock; see `held`."""
        came = time.monotonic_ns()
        try:
            taken = (self._is_first(came) and self._taken_now()) or self._taken_in_turn(came)
        except OSError as error:
            raise StoreError(
                f"{self._path}: cannot lock the database for writing: {_reason(error)}; by this file writers take "
                "turns: it must be an ordinary one that this user may write, and is made where there is none"
            ) from error
        if not taken:
            raise BusyError(
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
        file, self._file, self._queue = self._file, None, _Queue()
        if file is not None:
            os.close(file)

    def _taken_in_turn(self, came: int) -> bool:
        """Waits behind everybody who came before this moment."""
        found_free = 0
        try:
            while True:
                self._queue.stand(came)
                is_first = self._is_first(came)
                if self._taken_now():
                    if is_first or found_free >= _PATIENCE:
                        return True
                    self.release()
                    found_free += 1
                else:
                    found_free = 0
                if time.monotonic_ns() - came >= self._timeout * 1e9:
                    return False
                time.sleep(_PAUSE_OF_FIRST if is_first else _PAUSE)
        finally:
            self._queue.leave(came)

    def _is_first(self, came: int) -> bool:
        self._open_file()
        return self._queue.is_first(came)

    def _taken_now(self) -> bool:
        file = self._open_file()
        if not self._take(file, blocking=False):
            return False
        if os.fstat(file).st_nlink:
            return True
        self.close()  # somebody removed the file: whoever comes after us makes another one, and so do we
        return False

    def _open_file(self) -> int:
        return self._file if self._file is not None and self._process == os.getpid() else self._opened()

    def _opened(self) -> int:
        """The lock file; a child of a fork has one of its own, for it would share the lock of its parent."""
        from filelock import lock_descriptor, unlock_descriptor  # readers do without

        self.close()
        self._take, self._give = lock_descriptor, unlock_descriptor
        self._process = os.getpid()
        self._file = os.open(self._path, _FLAGS, 0o666)
        with suppress(OSError, AttributeError):  # some systems have no owners and rights of this kind
            self._share(self._file)
        self._queue = _queue_at(self._file, self._database)
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


# -- the queue ----------------------------------------------------------------------------------------------------


class _Queue:
    """Whose turn it is, where nobody can know: everybody's."""

    def is_first(self, came: int) -> bool:
        """Whether nobody waits who came before this moment."""
        return True

    def stand(self, came: int) -> None:
        """Waits from now on; whoever does already stays where it is."""

    def leave(self, came: int) -> None:
        """Waits no more."""


if sys.platform == "linux":

    class _ByteQueue(_Queue):
        """Whoever waits locks the byte of the lock file with the number of the moment at which it came.

        Moments are nanoseconds since the machine started; the file stays empty. The system takes these locks back when
        their holder dies. They say only whose turn it is: that one writes at a time is the lock of the whole file.
        """

        _BYTES = struct.Struct("hhqqi4x")  # `struct flock`: type, whence, start, length, process

        def __init__(self, file: int) -> None:
            self._file = file

        def is_first(self, came: int) -> bool:
            with suppress(OSError):  # there are no such locks here
                return bool(self._asked(fcntl.F_OFD_GETLK, fcntl.F_WRLCK, 0, came) == fcntl.F_UNLCK)
            return True

        def stand(self, came: int) -> None:
            with suppress(OSError):  # nor here; or another one came in the same moment
                self._asked(fcntl.F_OFD_SETLK, fcntl.F_WRLCK, came, 1)

        def leave(self, came: int) -> None:
            with suppress(OSError):
                self._asked(fcntl.F_OFD_SETLK, fcntl.F_UNLCK, came, 1)

        def _asked(self, way: int, kind: int, first: int, count: int) -> int:
            """Asks for, gives back or looks for locks on these bytes; the kind that was found."""
            told = fcntl.fcntl(self._file, way, self._BYTES.pack(kind, os.SEEK_SET, first, count, 0))
            return int(self._BYTES.unpack(told)[0])


def _queue_at(file: int, database: str) -> _Queue:
    """The queue in an open lock file. Over a network, a lock of all of it is one of its bytes."""
    if sys.platform == "linux" and not file_system(Path(database)).is_network:
        return _ByteQueue(file)
    return _Queue()


def _reason(error: OSError) -> str:
    return "it is a symbolic link" if error.errno == errno.ELOOP else (error.strerror or str(error)).lower()
