"""Opening a database file: is it ours, is it whole, and how is it to be treated? And what may be done on a connection.

SQL may read everything, add to the log, change drafts and people, and no more; and it may take only so long. The
triggers of `mjlog.store.schema` live in the file and fall with a DROP; the guard sits in the connection and refuses the
statement before it runs. SQLite's errors come as ours, in words: what happened to what was being written, what to do.
"""

from __future__ import annotations

import errno
import os
import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from mjlog.errors import BusyError, StoreError
from mjlog.store.checks import MAX_BODY
from mjlog.store.place import WriterLock, refuse_network, refuse_second_name
from mjlog.store.schema import (
    APPLICATION_ID,
    PROTECTED,
    SCHEMA_VERSION,
    Objects,
    list_faults,
    names_taken,
    schema_faults,
    table_faults,
)
from mjlog.text import shown

# -- errors in words --------------------------------------------------------------------------------------------------


_NO_ROOM_BESIDE = "the disk is full, or a file may grow no further: nothing was stored; make room and try again"
_WORDS: dict[str, str] = {
    "SQLITE_FULL": "the disk is full: nothing was stored; make room and try again",
    "SQLITE_READONLY_ROLLBACK": "a writer was interrupted, and reading alone cannot undo its half-written change: "
    "open the database for writing once",
    "SQLITE_READONLY_RECOVERY": "a writer was interrupted, and reading alone cannot recover its log: "
    "open the database for writing once",
    "SQLITE_READONLY": "the database cannot be written: the file or its folder is read-only: nothing was stored",
    "SQLITE_BUSY": "another program is using the database and did not finish in time: nothing was stored; try again",
    "SQLITE_LOCKED": "another program is using the database and did not finish in time: nothing was stored; try again",
    "SQLITE_IOERR_WRITE": "the disk failed to write, or a file may grow no further: nothing was stored; "
    "look after the disk, then try again",
    "SQLITE_IOERR_SHMOPEN": _NO_ROOM_BESIDE,
    "SQLITE_IOERR_SHMSIZE": _NO_ROOM_BESIDE,
    "SQLITE_IOERR": "the disk failed to read or write: look after the disk, then see whether it was stored",
    "SQLITE_CORRUPT": "the database is damaged: restore it from a backup",
    "SQLITE_INTERRUPT": "the database is damaged: it has more rows than the file can hold: restore it from a backup",
    "SQLITE_NOTADB": "this is not a database",
    "SQLITE_CANTOPEN": "the database cannot be opened: is its folder there, and may this user write in it?",
    "SQLITE_PERM": "this user may not use the database",
    "SQLITE_AUTH": "refused: the record can only be added to, never changed",
    "SQLITE_TOOBIG": "the database holds a value that is too long for any event",
    "SQLITE_CONSTRAINT": "the append was refused: nothing was stored",
}

_BUSY = ("SQLITE_BUSY", "SQLITE_LOCKED")
_UNTRUSTED = re.compile(r"malformed database schema \((.*)\) - unsafe use of (.*)", re.DOTALL)
REMOVE_IT = "nothing is lost; remove it with that program (DROP INDEX), then open the database again"


def untrusted_part(error: Exception) -> str | None:
    """What another program put into a database that SQLite does not even load where no schema is trusted, in words."""
    match = _UNTRUSTED.match(str(error))
    return f"another program put into it {shown(match[1])}, which computes with {shown(match[2])}" if match else None


def in_words(error: sqlite3.Error | OverflowError) -> str:
    """What an error of SQLite means for somebody who keeps records."""
    name = getattr(error, "sqlite_errorname", None) or ""
    untrusted = untrusted_part(error)
    if untrusted is not None:
        return f"{untrusted}: {REMOVE_IT} ({error})"
    if name == "SQLITE_CONSTRAINT_TRIGGER":
        return f"{error}: nothing was stored"
    while name:
        if name in _WORDS:
            return f"{_WORDS[name]} ({error})"
        name = name.rpartition("_")[0]
    if isinstance(error, sqlite3.OperationalError) and str(error).startswith("Could not decode to UTF-8"):
        return "the database is damaged: a text in it is none: restore it from a backup"
    if isinstance(error, sqlite3.ProgrammingError) and "closed" in str(error):
        return "the store is closed"
    return str(error)


def in_our_words(path: Path, error: sqlite3.Error | OverflowError) -> StoreError:
    """The error to raise in the place of SQLite's."""
    is_busy = (getattr(error, "sqlite_errorname", None) or "").startswith(_BUSY)
    return (BusyError if is_busy else StoreError)(f"{path}: {in_words(error)}")


@contextmanager
def errors_in_words(path: Path) -> Iterator[None]:
    """Turns SQLite's errors into ours.

    Raises:
        StoreError: in the place of a `sqlite3.Error`.
    """
    try:
        yield
    except UnicodeDecodeError as error:
        raise StoreError(f"{path}: the database is damaged: restore it from a backup") from error
    except (sqlite3.Error, OverflowError) as error:
        raise in_our_words(path, error) from error


# -- what SQL may do --------------------------------------------------------------------------------------------------


_ALWAYS = frozenset((sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_RECURSIVE, sqlite3.SQLITE_FUNCTION,
                     sqlite3.SQLITE_TRANSACTION, sqlite3.SQLITE_SAVEPOINT))  # fmt: skip
_CHANGES = frozenset((sqlite3.SQLITE_UPDATE, sqlite3.SQLITE_DELETE))
_WRITES = _CHANGES | {sqlite3.SQLITE_INSERT}
# Pragmas that only tell something, with or without an argument, or say how long others are waited for.
_TELLING = frozenset(("table_info", "table_xinfo", "table_list", "index_list", "index_info", "index_xinfo",
                      "foreign_key_list", "foreign_key_check", "database_list", "collation_list", "function_list",
                      "compile_options", "integrity_check", "quick_check", "data_version", "busy_timeout"))  # fmt: skip
# Pragmas that tell something without an argument, and set it with one.
_READABLE = frozenset(("application_id", "user_version", "journal_mode", "synchronous", "page_count", "page_size",
                       "freelist_count", "encoding", "query_only", "foreign_keys", "recursive_triggers",
                       "schema_version", "trusted_schema", "wal_autocheckpoint", "secure_delete"))  # fmt: skip
# The first makes REPLACE fire DELETE triggers, and sqlite-utils asks for it on every connection; the second has what
# is deleted overwritten, so that people can be forgotten.
_SWITCHED_ON = frozenset(("recursive_triggers", "secure_delete"))


def allows(action: int, first: str | None, second: str | None, database: str | None, trigger: str | None) -> int:
    """The authorizer: SQLITE_OK or SQLITE_DENY. `first` is a table or pragma, `second` a column or argument.

    No trigger writes anything: ours only refuse, and one that somebody else put on a table has no say here.
    """
    if trigger is not None and action in _WRITES:
        return sqlite3.SQLITE_DENY
    return sqlite3.SQLITE_OK if _is_allowed(action, first or "", second) else sqlite3.SQLITE_DENY


def _is_allowed(action: int, first: str, second: str | None) -> bool:
    if action in _ALWAYS:
        return second != "load_extension"
    name = first.lower()
    if action == sqlite3.SQLITE_INSERT:
        return not name.startswith(("sqlite_", "_sqlite_"))
    if action in _CHANGES:
        return name not in PROTECTED and not name.startswith("sqlite_")
    if action == sqlite3.SQLITE_PRAGMA:
        if name in _TELLING or (name in _READABLE and second is None):
            return True
        return name in _SWITCHED_ON and str(second).lower() in ("on", "1")
    return False  # CREATE, DROP, ALTER, ATTACH, REINDEX, ANALYZE, virtual tables


def put_guard(connection: sqlite3.Connection) -> None:
    """Puts the connection under the guard, for good."""
    connection.set_authorizer(allows)


_STEPS_AT_ONCE = 1_000_000
"""Of SQLite's machine, some ten milliseconds of them: so often is looked whether it goes on for too long."""
_STEPS_FREE = 2
"""However small the file is, as often as that is waited."""
_STEPS_OF_A_BYTE = 10
"""Whatever we ask, in the whole check of all pages too, takes half a step for each byte of the file at most."""


def bound_steps(connection: sqlite3.Connection, path: Path) -> None:
    """Ends what is asked from now on if it goes through more rows than the file can hold (`SQLITE_INTERRUPT`).

    The pages of a made file may lead to one another over and over; SQLite would follow them for ever.
    """
    connection.set_progress_handler(_Bound(path), _STEPS_AT_ONCE)


class _Bound:
    """Counts the steps of SQLite's machine: called again and again, it says when there were too many."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._done = 0
        self._most = _STEPS_FREE

    def __call__(self) -> bool:
        self._done += 1
        if self._done == _STEPS_FREE:
            real = os.path.realpath(self._path)
            size = sum(os.stat(name).st_size for name in (real, f"{real}-wal") if os.path.exists(name))
            self._most += size * _STEPS_OF_A_BYTE // _STEPS_AT_ONCE
        return self._done > self._most


# -- opening ----------------------------------------------------------------------------------------------------------


_HEADER = 100
_WAIT, _PAUSE = 10.0, 0.001
"""Seconds for which a database that others keep locked is waited for, and between two attempts to read it."""
SYNCHRONOUS = {"wal": "FULL"}  # in any other mode EXTRA: the folder is synced too when a journal is deleted
NEW_JOURNAL = "wal"
"""The mode of a new database. Tried: with two readers auditing, an append takes half as long as with a
rollback journal, and readers never make a commit wait."""


class _State(NamedTuple):
    application: int
    version: int
    objects: Objects
    migrations: list[str]

    @property
    def is_blank(self) -> bool:
        """Nothing was ever stored; making it may have been interrupted."""
        ours_at_most = all(table == "_sqlite_migrations" for table, _ in self.objects.values())
        return self.application == 0 and self.version == 0 and ours_at_most


def connect_writer(path: Path, lock: WriterLock, *, create: bool, journal: str | None) -> sqlite3.Connection:
    """A guarded connection to an up-to-date database, made or migrated where necessary.

    Raises:
        StoreError: this is no database of ours, or it cannot be written, or it is on another machine.
    """
    look_at_file(path, may_be_new=create)
    refuse_network(path)
    with errors_in_words(path), lock.held():  # opening may recover what an interrupted writer left behind
        refuse_second_name(path)  # under the lock, for restoring gives a second name for a moment
        _bring_up_to_date(path, create, journal)
        connection = _connect(_uri(path, mode="rw"))
        try:
            _prepare(connection, path, schema_faults)
            mode = connection.execute("PRAGMA journal_mode").fetchone()[0]
            connection.execute(f"PRAGMA synchronous = {SYNCHRONOUS.get(mode, 'EXTRA')}")
            put_guard(connection)
        except BaseException:
            connection.close()
            raise
    return connection


def connect_reader(path: Path) -> sqlite3.Connection:
    """A guarded connection that cannot write, to a file that nobody vouches for.

    Raises:
        StoreError: this is no database of ours, or it cannot be read.
    """
    look_at_file(path, may_be_new=False)
    with errors_in_words(path):
        connection = _connect_readonly(path)
        try:
            with one_moment(connection):
                _prepare(connection, path, table_faults)
            put_guard(connection)
        except BaseException:
            connection.close()
            raise
    return connection


@contextmanager
def one_moment(connection: sqlite3.Connection) -> Iterator[None]:
    """The database as it is at one moment, for as long as the block lasts: nobody's commit comes in between.

    SQLite asks ten times a second for what others keep locked. A program that appends without a pause to a database
    with a rollback journal leaves it free for a millisecond at a time, and such a reader is not let in for minutes;
    here it asks a thousand times.

    Raises:
        sqlite3.Error: the database cannot be read, or was not free once in ten seconds.
    """
    if connection.in_transaction:
        yield
        return
    connection.execute("BEGIN")
    try:
        _wait_until_free(connection)
        yield
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")  # nothing was written


def _wait_until_free(connection: sqlite3.Connection) -> None:
    until = time.monotonic() + _WAIT
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        while True:
            try:
                connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchall()
                return
            except sqlite3.OperationalError as error:
                if not error.sqlite_errorname.startswith("SQLITE_BUSY") or time.monotonic() > until:
                    raise
            time.sleep(_PAUSE)
    finally:
        connection.execute(f"PRAGMA busy_timeout = {1000 * _WAIT:.0f}")


def look_at_file(path: Path, *, may_be_new: bool) -> None:
    """Whether the file can be a database at all, before SQLite sees it.

    Raises:
        StoreError: it cannot.
    """
    try:
        if path.is_dir():
            raise StoreError(f"{path}: this is a folder, not a database")
        if not path.exists():
            if may_be_new and path.parent.is_dir():
                return
            missing = path if path.parent.is_dir() else path.parent
            raise StoreError(f"{path}: there is no database here: {missing} does not exist")
        if not path.is_file():
            raise StoreError(f"{path}: this is not an ordinary file")
        is_empty = path.stat().st_size == 0
    except (OSError, ValueError) as error:
        raise StoreError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from error
    if is_empty and may_be_new:
        return
    if is_empty:
        raise StoreError(f"{path}: this is not a database: the file is empty")
    if not os.access(path, os.R_OK):
        raise StoreError(f"{path}: cannot be read: {os.strerror(errno.EACCES)}")
    if not is_database(path):
        raise StoreError(f"{path}: this is not a database")


def is_database(path: Path) -> bool:
    """Whether SQLite made this file, by its first bytes. Locks nothing, and looks at no file beside it.

    SQLite itself is asked: whoever else opens and closes a file takes away all locks that this process has on it,
    also those of its other connections; a writer would then lose what it stores. What cannot be read is none.

    Source: https://sqlite.org/howtocorrupt.html (section 2.2)
    """
    try:
        if path.stat().st_size < _HEADER:  # SQLite takes a file of one byte for an empty database
            return False
        with closing(_connect(_uri(path, mode="ro", immutable="1"))) as connection:
            connection.execute("PRAGMA schema_version")
    except OSError:
        return False
    except sqlite3.Error as error:
        # What is half-written in the file itself may be whole with the log beside it.
        return error.sqlite_errorname not in ("SQLITE_NOTADB", "SQLITE_CANTOPEN")
    return True


def read_objects(connection: sqlite3.Connection) -> Objects:
    """The schema as it is in the file; names and SQL as text whatever a hostile file has there."""
    rows = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema LIMIT 10000")
    return {(str(kind), str(name)): (str(table), str(sql)) for kind, name, table, sql in rows}


def read_migrations(connection: sqlite3.Connection, objects: Objects) -> list[str]:
    """The migrations that a file says were made, in order; none where its list is missing or is not ours."""
    if ("table", "_sqlite_migrations") not in objects:
        return []
    try:
        rows = connection.execute("SELECT name FROM _sqlite_migrations WHERE migration_set = 'mjlog' ORDER BY name")
        return [str(name) for (name,) in rows]
    except sqlite3.OperationalError:
        return []


def _bring_up_to_date(path: Path, create: bool, journal: str | None) -> None:
    is_new = not path.exists() or path.stat().st_size == 0
    if not is_new:
        with closing(_connect(_uri(path, mode="rw"))) as connection:
            bound_steps(connection, path)
            state = _state(connection)
        is_new = state.is_blank and create
        if not is_new:
            _refuse_others(path, state)
            if state.version == SCHEMA_VERSION:
                return
            # Nothing is done to an older database unless it is as we left it, and has room for what is new
            faults = schema_faults(state.objects, state.version)
            _refuse_changed(path, faults + list_faults(state.objects, state.version, state.migrations))
            taken = names_taken(state.objects, state.version)
            if taken:
                raise StoreError(
                    f"{path}: {' and '.join(taken)} of this database is not of mjlog, which needs the name: "
                    "rename it with the program that made it, then open the database again"
                )
    from mjlog.store.migrations import migrate  # slow to import: sqlite-utils

    migrate(path, (journal or NEW_JOURNAL) if is_new else None)


def _uri(path: Path, **options: str) -> str:
    name = path.absolute().as_posix()
    root = "" if name.startswith("/") and not name.startswith("//") else "//" if name.startswith("/") else "///"
    query = "&".join(f"{key}={value}" for key, value in options.items())
    return f"file:{root}{quote(os.fsencode(name), safe='/:')}?{query}"


def _connect(uri: str) -> sqlite3.Connection:
    return sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False, timeout=_WAIT)


_NOTHING_BESIDE = (
    "SQLITE_CANTOPEN", "SQLITE_READONLY_DIRECTORY", "SQLITE_READONLY_CANTINIT", "SQLITE_IOERR_SHMOPEN",
    "SQLITE_IOERR_SHMSIZE",
)  # fmt: skip
"""What SQLite says where it cannot make a file beside the database: it may not, or the disk is full."""


def _connect_readonly(path: Path) -> sqlite3.Connection:
    """Reads without a trace; where even the files beside a write-ahead log cannot be made, the file alone."""
    connection = _connect(_uri(path, mode="ro"))
    try:
        connection.execute("PRAGMA trusted_schema = OFF")
        with one_moment(connection):
            return connection
    except sqlite3.OperationalError as error:
        connection.close()
        leftover = Path(f"{os.path.realpath(path)}-wal")
        if error.sqlite_errorname not in _NOTHING_BESIDE or (leftover.exists() and leftover.stat().st_size):
            raise
    except sqlite3.Error:
        connection.close()
        raise
    return sqlite3.connect(
        _uri(path, mode="ro", immutable="1"), uri=True, isolation_level=None, check_same_thread=False, factory=FileAlone
    )


class FileAlone(sqlite3.Connection):
    """A connection that looks at nothing beside the file, for which the file has to stay as it is.

    Source: https://sqlite.org/uri.html (immutable)
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._path = os.path.realpath(self.execute("PRAGMA database_list").fetchone()[2])
        self._was = self._is()

    def has_changed(self) -> bool:
        """Whether somebody has written since, who could."""
        return self._was != self._is()

    def _is(self) -> list[tuple[int, ...]]:
        states = (os.stat(path) for path in (self._path, f"{self._path}-wal") if os.path.exists(path))
        return [(state.st_ino, state.st_size, state.st_mtime_ns) for state in states if state.st_size]


def _state(connection: sqlite3.Connection) -> _State:
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    objects = read_objects(connection)
    return _State(application, version, objects, read_migrations(connection, objects))


def _prepare(connection: sqlite3.Connection, path: Path, faults_of: Callable[[Objects, int], list[str]]) -> None:
    """Sets what protects from a hostile file, then looks whether the tables are ours."""
    for setting in ("trusted_schema = OFF", "cell_size_check = ON", "mmap_size = 0", "recursive_triggers = ON"):
        connection.execute(f"PRAGMA {setting}")
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 4 * MAX_BODY)
    bound_steps(connection, path)
    state = _state(connection)
    _refuse_others(path, state)
    _refuse_changed(path, faults_of(state.objects, state.version))


def _refuse_changed(path: Path, faults: list[str]) -> None:
    if faults:
        raise StoreError(f"{path}: this database was changed by another program: {'; '.join(faults)}")


def _refuse_others(path: Path, state: _State) -> None:
    if state.application != APPLICATION_ID:
        what = "an empty database" if state.is_blank else "a database of another program"
        raise StoreError(f"{path}: this is {what}, not one of mjlog")
    if state.version > SCHEMA_VERSION:
        raise StoreError(
            f"{path}: this database was written by a newer mjlog (schema {state.version}, known here: up to "
            f"{SCHEMA_VERSION}): update mjlog to open it"
        )
