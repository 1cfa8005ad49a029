"""Where a user's own database lies; where an open one does: under one name, and still the file that was opened?

SQLite finds the files beside a database by its name. Under two names a database has two write-ahead logs or journals,
and whoever uses one name knows nothing of what is in the other's. Moved or replaced while it is open, it is written to
where nobody looks any more: what was acknowledged then would be lost.

Source: https://sqlite.org/howtocorrupt.html (sections 2.4 to 2.6)
"""

from __future__ import annotations

import os
import secrets
import tempfile
from pathlib import Path

from mjlog.errors import StoreError
from mjlog.text import list_words

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
        found = path.read_bytes() if path.exists() else b""
        if len(found) != _KEY and make:
            path.parent.mkdir(parents=True, exist_ok=True)
            file, name = tempfile.mkstemp(dir=path.parent)
            with os.fdopen(file, "wb") as new:
                new.write(secrets.token_bytes(_KEY))
            os.replace(name, path)  # whole under its name; of two who do so at once, the second's stays
            found = path.read_bytes()
    except OSError:
        return None
    return found if len(found) == _KEY else None


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
    found = []
    for one in real.parent.iterdir():
        if one.name != real.name and not one.is_symlink():
            beside = one.stat()
            found += [one.name] if (beside.st_dev, beside.st_ino) == (its.st_dev, its.st_ino) else []
    return sorted(found)


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
        said = "nothing was written; remove the other name, or put a copy in its place"
        raise StoreError(f"{path}: {two_names(others)}: {said}")


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
        found = os.stat(path)
    except OSError:
        return None
    return found.st_ino, found.st_dev
