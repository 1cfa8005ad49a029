"""Where a database lies: on this machine, under one name, still where it was; and whose turn it is to write there.

SQLite finds the files beside a database by its name. Under two names a database has two write-ahead logs or journals,
and whoever uses one name knows nothing of what is in the other's. Moved or replaced while it is open, it is written to
where nobody looks any more: what was acknowledged then would be lost.

SQLite's locks, and the memory that the users of a write-ahead log share, do not hold over a network: two laptops
writing to one file there damage it sooner or later. So nothing of ours writes to such a database unless told to.

One writer writes at a time, over all programs: they take turns by a lock file beside the database. SQLite has locks of
its own, but whoever waits for them sleeps ever longer, and with several writers some starve. Here they are served in
the order in which they came: of eight who write at once the slowest hundredth of appends waits 60 ms; where each only
asks again and again, 200 to 700 ms, and some append twice as much as others. In a SQLite with the WAL-reset bug a
write-ahead log can moreover be damaged when one connection writes while another one checkpoints; so there every
checkpoint and closing of ours happens under this lock, too.

Whether a write-ahead log was damaged: does anything stand behind the place up to which it can be read?

Each frame of it (a page, and what goes before it) has a sum over all that comes before. SQLite reads up to the first
frame whose sum is wrong, and takes what follows for what an earlier use of the file has left there. It is that where it
has another salt. Where the salt is the same it was appended; and if a commit is among it, an append is missing.

Source: https://sqlite.org/fileformat2.html#walformat

Source: https://sqlite.org/howtocorrupt.html (sections 2.4 to 2.6); https://sqlite.org/wal.html#walresetbug
"""

from __future__ import annotations

import errno
import os
import re
import secrets
import sqlite3
import stat
import struct
import sys
import tempfile
import time
from array import array
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import chain
from pathlib import Path
from typing import BinaryIO, NamedTuple

from mjlog.errors import BusyError, StoreError, reason
from mjlog.text import list_words

# -- under one name ---------------------------------------------------------------------------------------------------


_KEY = 32
"""Bytes of a secret."""
KNOWS_OTHERS = os.name == "posix"
"""Whether a file's mode says what other users of the machine may do with it; on Windows it says nothing."""


def default_path() -> Path:
    """The database used where none is named: `$MJLOG_DB`, else `mjlog.db` in the user's data folder."""
    named = os.environ.get("MJLOG_DB")
    if named:
        return Path(named)
    from platformdirs import user_data_path  # only where it is needed: appending has 300 ms in all

    return user_data_path("mjlog", appauthor=False) / "mjlog.db"


def own_key(*, make: bool) -> bytes | None:
    """A secret of this user, for what nobody else may pretend to have written; None where there is none.

    It lies in the data folder, outside every database, so that none brings its own. `make`: where there is none yet.
    """
    from platformdirs import user_data_path

    path = user_data_path("mjlog", appauthor=False) / "facts.key"
    try:
        key = path.read_bytes() if path.exists() else b""
        if len(key) != _KEY and make:
            path.parent.mkdir(parents=True, exist_ok=True)
            file, name = tempfile.mkstemp(dir=path.parent)
            with os.fdopen(file, "wb") as new:
                new.write(secrets.token_bytes(_KEY))
            os.replace(name, path)  # whole under its name; of two who do so at once, the second's stays
            key = path.read_bytes()
    except OSError:
        return None
    return key if len(key) == _KEY else None


def make_default_folder(path: Path) -> None:
    """Makes the folder of the default database; a folder that somebody named must be there.

    Raises:
        StoreError: it cannot be made.
    """
    if path.parent.exists() or os.environ.get("MJLOG_DB") or path != default_path():
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"{path.parent}: cannot make this folder: {error.strerror}") from error


def other_names(path: Path) -> list[str] | None:
    """The other names (hard links) that this file has in its folder, perhaps none of them; None if it has no other."""
    real = Path(os.path.realpath(path))
    its = real.stat()
    if its.st_nlink < 2:
        return None
    names = []
    for sibling in real.parent.iterdir():
        if sibling.name != real.name and not sibling.is_symlink():
            beside = sibling.stat()
            names += [sibling.name] if (beside.st_dev, beside.st_ino) == (its.st_dev, its.st_ino) else []
    return sorted(names)


def refuse_second_name(path: Path) -> None:
    """Whether a database has one name only, so that it may be written.

    Raises:
        StoreError: it has several.
    """
    try:
        others = other_names(path)
    except OSError:
        return  # whether it is there, and may be read, was asked before
    if others is not None:
        words = "nothing was written; remove the other name, or put a copy in its place"
        raise StoreError(f"{path}: {two_names(others)}: {words}")


def two_names(others: list[str]) -> str:
    """What is wrong with a file that has these other names in its folder, and perhaps more elsewhere."""
    also = list_words(others) if others else "in another folder"
    return f"this file has a second name (hard link), {also}; a database that is used under two names gets damaged"


class DatabaseFile:
    """The file of a database that was just opened for writing, and the write-ahead log beside it if it has one."""

    def __init__(self, path: Path) -> None:
        self._file = os.path.abspath(path)
        self._log = f"{os.path.realpath(path)}-wal"
        self._file_is = _identity(self._file)
        self._log_is = _identity(self._log)

    def refuse_if_moved(self) -> None:
        """Whether what is written to it now can be found again.

        Raises:
            StoreError: another program moved, removed or replaced the file, or the write-ahead log.
        """
        if _identity(self._file) != self._file_is:
            raise StoreError(
                f"{self._file}: this is not the file that was opened any more: another program moved, removed or "
                "replaced it: nothing was stored; end this program, see that the database is in its place, and open it "
                "again"
            )
        if self._log_is is not None and _identity(self._log) != self._log_is:
            raise StoreError(
                f"{self._log}: another program removed or replaced this part of the database: nothing was stored; end "
                "this program, which brings what it still holds of it into the database, and open it again"
            )


def _identity(path: str) -> tuple[int, int] | None:
    try:
        state = os.stat(path)
    except OSError:
        return None
    return state.st_ino, state.st_dev


# -- on this machine --------------------------------------------------------------------------------------------------


MOUNTINFO = Path("/proc/self/mountinfo")
"""Where Linux tells what is mounted where; other systems have no such file."""
ALLOW = "MJLOG_ALLOW_NETWORK"
"""The environment variable that, set to 1, lets databases on network file systems be written."""
NETWORK_TYPES = frozenset(
    ("nfs", "nfs4", "cifs", "smb", "smb2", "smb3", "smbfs", "ncpfs", "afs", "coda", "9p", "ceph", "lustre", "glusterfs",
     "beegfs", "orangefs", "davfs", "acfs", "vboxsf", "prl_fs", "fuse.sshfs", "fuse.glusterfs",
     "fuse.ceph", "fuse.davfs", "fuse.davfs2", "fuse.rclone", "fuse.s3fs", "fuse.gcsfuse", "fuse.smbnetfs",
     "fuse.curlftpfs", "fuse.vmhgfs-fuse")
)  # fmt: skip
"""Types of file systems that live on another machine, as Linux names them."""
_ESCAPE = re.compile(r"\\([0-7]{3})")


class FileSystem(NamedTuple):
    """What a folder lies on. `kind`: its type as the system names it; both None where the system does not tell."""

    kind: str | None
    is_network: bool | None


def file_system(path: Path, mountinfo: Path | None = None) -> FileSystem:
    """What a file lies on, or will; `mountinfo`: the list of what is mounted, where it is not the system's.

    Source: https://man7.org/linux/man-pages/man5/proc_pid_mountinfo.5.html. The fifth field is the mount point, the
    type comes first after a lone hyphen.
    """
    try:
        text = (mountinfo or MOUNTINFO).read_text("utf-8", "surrogateescape")
        place = os.path.realpath(path)
    except (OSError, ValueError):
        return FileSystem(None, None)
    best, kind = "", None
    for line in text.splitlines():
        before, hyphen, after = line.partition(" - ")
        fields, kinds = before.split(" "), after.split(" ")
        if not hyphen or len(fields) <= 4:
            continue
        point = _ESCAPE.sub(lambda code: chr(int(code[1], 8)), fields[4])
        # What was mounted later hides what was mounted before it in the same place.
        if len(point) >= len(best) and (point == "/" or place == point or place.startswith(point + "/")):
            best, kind = point, kinds[0]
    return FileSystem(kind, None if kind is None else kind in NETWORK_TYPES)


def refuse_network(path: Path) -> None:
    """Whether a database here may be written.

    Raises:
        StoreError: it lies on a network file system, and nobody said that this is meant.
    """
    if os.environ.get(ALLOW) == "1":
        return
    system = file_system(path)
    if system.is_network:
        raise StoreError(
            f"{path}: this folder is on another machine (a network file system, {system.kind}), where a database that "
            "is written to gets damaged: nothing was written; keep the database on this machine's disk, and put "
            f"copies there (`mjlog backup`); {ALLOW}=1 writes nevertheless, if only one machine ever does"
        )


# -- one writer at a time ---------------------------------------------------------------------------------------------


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
            why = "it is a symbolic link" if error.errno == errno.ELOOP else reason(error)
            raise StoreError(
                f"{self._path}: cannot lock the database for writing: {why}; by this file writers take "
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
        """Opens the lock file. After a fork the child opens its own: it would share the lock of its parent."""
        from filelock import lock_descriptor, unlock_descriptor  # readers do without

        self.close()
        self._take, self._give = lock_descriptor, unlock_descriptor
        self._process = os.getpid()
        self._file = os.open(self._path, _FLAGS, 0o666)
        with suppress(OSError, AttributeError):  # some systems have no owners and rights of this kind
            # Whoever may write the database may take the lock: it gets the same owner and rights.
            database, lock, user = os.stat(self._database), os.fstat(self._file), os.geteuid()
            if user == 0 and (lock.st_uid, lock.st_gid) != (database.st_uid, database.st_gid):
                os.fchown(self._file, database.st_uid, database.st_gid)
            mode = stat.S_IMODE(database.st_mode) & 0o666
            if user in (0, lock.st_uid) and stat.S_IMODE(lock.st_mode) != mode:
                if user and lock.st_gid != database.st_gid:
                    os.fchown(self._file, -1, database.st_gid)
                os.fchmod(self._file, mode)
        self._queue = _queue_at(self._file, self._database)
        return self._file

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
            answer = fcntl.fcntl(self._file, way, self._BYTES.pack(kind, os.SEEK_SET, first, count, 0))
            return int(self._BYTES.unpack(answer)[0])


def _queue_at(file: int, database: str) -> _Queue:
    """The queue in an open lock file. Over a network, a lock of all of it is one of its bytes."""
    if sys.platform == "linux" and not file_system(Path(database)).is_network:
        return _ByteQueue(file)
    return _Queue()


# -- what a write-ahead log holds -------------------------------------------------------------------------------------


_HEADER = struct.Struct(">8I")  # magic, format, bytes of a page, number, two salts, two sums
_FRAME = struct.Struct(">6I")  # page, pages of the database after a commit (else 0), two salts, two sums
_MAGIC = 0x377F0682
"""Its last bit says how numbers are read for the sums: with it the first byte is the highest, without it the last."""
_PAGE_SIZES = frozenset(1 << power for power in range(9, 17))
_NUMBER = 4
"""Bytes of a number."""
_SALTS, _SUMS = (2, 3), (4, 5)
"""Which numbers of a frame they are."""
_AT_ONCE = 1000
"""Frames that are summed at a time: as many as a log has, before it is begun anew."""
_Sums = tuple[int, int]


class _Header(NamedTuple):
    """What stands before all frames. `order`: of the bytes of a number, for the sums."""

    order: str
    page: int
    salts: tuple[int, ...]
    sums: _Sums


def unread_appends(database: Path) -> list[str]:
    """What is wrong with the write-ahead log beside a database, in words; twice, for a writer may be at work.

    After a loss of power something may stand there, too, of which nobody had been told that it was stored.
    """
    log = Path(f"{os.path.realpath(database)}-wal")
    place = _unread_from(log)
    if place is None or _unread_from(log) != place:
        return []
    return [f"{log.name} cannot be read from its byte {place:,} on, and more was appended behind it"]


def _unread_from(log: Path) -> int | None:
    """The byte up to which a log can be read, if there is something behind."""
    try:
        with log.open("rb") as file:
            start = file.read(_HEADER.size)
            header = _header(start) if len(start) == _HEADER.size else None
            if header is None:
                return 0 if file.read(1) else None
            return _behind(file, header)
    except OSError:
        return None


def _header(content: bytes) -> _Header | None:
    """What stands before all frames; None where it is damaged."""
    magic, _format, page, _number, *salts, stated_first, stated_second = _HEADER.unpack(content)
    order = ">" if magic & 1 else "<"
    first = second = 0
    for word, other in struct.iter_unpack(f"{order}2I", content[:24]):
        first = (first + word + second) & 0xFFFFFFFF
        second = (second + other + first) & 0xFFFFFFFF
    is_summed = (first, second) == (stated_first, stated_second)
    is_sound = magic | 1 == _MAGIC | 1 and page in _PAGE_SIZES and is_summed
    return _Header(order, page, tuple(salts), (first, second)) if is_sound else None


def _behind(file: BinaryIO, header: _Header) -> int | None:
    size, place, before = _FRAME.size + header.page, _HEADER.size, header.sums
    parts = _parts(file, size)
    for part in parts:
        sound = _sound_frames(part, header, before)
        rest = part[sound * size :]
        if rest:
            return place + sound * size if any(_has_commit(part, header) for part in chain([rest], parts)) else None
        place += len(part)
        *_, first, second = _FRAME.unpack_from(part, len(part) - size)
        before = first, second
    return None


def _parts(file: BinaryIO, size: int) -> Iterator[bytes]:
    """The frames that are there in full, many at a time."""
    while len(content := file.read(_AT_ONCE * size)) >= size:
        yield content[: len(content) // size * size]


def _has_commit(frames: bytes, header: _Header) -> bool:
    """Whether one of these frames was appended as the last of a commit."""
    for at in range(0, len(frames), _FRAME.size + header.page):
        _page, pages, *salts, _first, _second = _FRAME.unpack_from(frames, at)
        if pages > 0 and tuple(salts) == header.salts:
            return True
    return False


def _sound_frames(frames: bytes, header: _Header, before: _Sums) -> int:
    """How many frames, from the first on, are as they were written. `before`: the sums that stand before them.

    Each begins with the sums that the one before states, so that all can be summed at the same time: the numbers that
    stand at one place of each are added as one great number, in a fifth of the time.
    """
    width = (_FRAME.size + header.page) // _NUMBER
    stated, summed = _numbers(frames, ">"), _numbers(frames, header.order)
    count = len(stated) // width
    mask = _lanes(array("I", [0xFFFFFFFF] * count))
    first, second = (
        _lanes(array("I", [lane]) + stated[at::width][:-1]) for at, lane in zip(_SUMS, before, strict=True)
    )
    for at in (0, *range(_FRAME.size // _NUMBER, width, 2)):
        first = (first + _lanes(summed[at::width]) + second) & mask
        second = (second + _lanes(summed[at + 1 :: width]) + first) & mask
    salts = (_lanes(array("I", [salt] * count)) for salt in header.salts)
    wrong = 0
    for at, due in zip((*_SALTS, *_SUMS), (*salts, first, second), strict=True):
        wrong |= _lanes(stated[at::width]) ^ due
    return ((wrong & -wrong).bit_length() - 1) // (16 * _NUMBER) if wrong else count


def _numbers(content: bytes, order: str) -> array[int]:
    """The numbers of four bytes that stand there, each with its lowest byte first."""
    numbers = array("I", content)
    if order == ">":
        numbers.byteswap()
    return numbers


def _lanes(numbers: array[int]) -> int:
    """One great number with each of these at a place of its own, and room between them for what is carried."""
    wide = array("I", bytes(2 * _NUMBER * len(numbers)))
    wide[::2] = numbers
    return int.from_bytes(wide, "little")
