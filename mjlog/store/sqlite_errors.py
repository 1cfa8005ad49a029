"""SQLite's errors in words: what happened to what was being written, and what to do."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mjlog.errors import BusyError, StoreError
from mjlog.text import shown

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
    found = _UNTRUSTED.match(str(error))
    return f"another program put into it {shown(found[1])}, which computes with {shown(found[2])}" if found else None


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
