"""Copies of a database: made while others record in it, checked wholly, and put in their place in one step."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path

from mjlog.errors import StoreError
from mjlog.store.checks import shown
from mjlog.store.copying import copy_database
from mjlog.store.protocol import GameInfo
from mjlog.store.soundness import Contents, damage_in_words, refuse_unread, sound_contents
from mjlog.store.sqlite import open_readonly

COMPANIONS = ("-journal", "-wal")
"""Endings of the files in which SQLite keeps changes that are not yet in the database itself."""
_STAMP = "%Y%m%d-%H%M%S"
_STAMPED = r"\d{8}-\d{6}(?:-\d+)?"
_WAIT = 2.0
_ABANDONED = 6 * 3600.0
"""Seconds after which a copy that has not grown is one that nobody is writing any more."""


def back_up(source: Path, target: Path, *, overwrite: bool = False) -> Contents:
    """Copies a database into one file, which stands there whole and checked, or not at all.

    Others may go on recording: the copy has what was stored when it was begun, and perhaps what came after.

    Raises:
        StoreError: the database cannot be read or is damaged, the copy cannot be written, or something is there.
    """
    refuse_target(source, target, overwrite=overwrite)
    refuse_unread(source)
    with damage_in_words(source), open_readonly(source) as store:
        before = store.games()
    with damage_in_words(source), beside(target, like=source) as part:
        copy_database(source, part)
        contents = _contents_of_copy(part, source)
        _compare(source, before, contents)
        sync_file(part)
        put_in_place(part, target, overwrite=overwrite)
    return contents


def refuse_target(source: Path, target: Path, *, overwrite: bool) -> None:
    """Whether a copy can be put here.

    Raises:
        StoreError: something stands there that is to stay, or there is no such folder.
    """
    if not target.parent.is_dir():
        raise StoreError(f"{target}: cannot be written: the folder {target.parent} does not exist")
    if not os.path.lexists(target):
        return
    if target.is_dir():
        raise StoreError(f"{target}: this is a folder")
    if target.exists() and not target.is_file():
        raise StoreError(f"{target}: this is not an ordinary file: name another one for the copy")
    if target.exists() and source.exists() and target.samefile(source):
        raise StoreError(f"{target}: this is the database itself: name another file for its copy")
    for companion in (target.with_name(target.name + ending) for ending in COMPANIONS):
        if companion.exists() and companion.stat().st_size:
            raise StoreError(f"{target}: this database is in use ({companion.name} is there): name another file")
    if not overwrite:
        raise StoreError(f"{target}: there is a file of this name: nothing was written; --force writes over it")
    if target.is_file():
        is_free(target)


def is_free(database: Path) -> bool:
    """Looks that nobody else has a database open, and brings what waits beside it into the file; False: damaged.

    With a rollback journal that cannot be asked for: there SQLite itself refuses to write to a file that was moved.

    Raises:
        StoreError: another program has it open.
    """
    connection = sqlite3.connect(database, isolation_level=None, timeout=_WAIT)
    try:
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("BEGIN EXCLUSIVE")
        connection.execute("COMMIT")
        return True
    except sqlite3.OperationalError as error:
        if (getattr(error, "sqlite_errorname", None) or "").startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            raise StoreError(
                f"{database}: another program has this database open: nothing was done; end it (a recorder, a viewer, "
                "`mjlog serve`) and try again"
            ) from None
        return False
    except (sqlite3.Error, UnicodeDecodeError):  # a damaged database is treated as it is
        return False
    finally:
        with suppress(sqlite3.Error):
            connection.close()


def _contents_of_copy(part: Path, source: Path) -> Contents:
    try:
        return sound_contents(part)
    except StoreError as error:
        said = str(error).removeprefix(f"{part}: ")
        said = f"{source}: its copy is not whole, and was not kept: {said}; see `mjlog doctor`"
        raise type(error)(said) from error


def _compare(source: Path, before: list[GameInfo], copy: Contents) -> None:
    """Whether a copy has all that the database had before, and nothing else than what it has now."""
    copied = {info.game: info for info in copy.games}
    with open_readonly(source) as store:
        heads = {info.game: info.head for info in store.games()}
        for info in before:
            if info.game not in copied or copied[info.game].last < info.last:
                raise StoreError(f"{source}: game {shown(info.game)} is not whole in the copy: nothing was written")
        for info in copy.games:
            # Most games have not grown meanwhile; to look into those that have takes time while others write.
            if heads.get(info.game) != info.head and store.event(info.game, info.last).id != info.head:
                raise StoreError(f"{source}: game {shown(info.game)} is another one in the copy: nothing was written")


@contextmanager
def beside(target: Path, *, like: Path) -> Iterator[Path]:
    """A new file in the same folder, to be moved into its place; gone at the end if it was not.

    Whoever may read the file `like`, and nobody else, may read this one. What was left by others that were killed while
    they wrote such a file is removed.

    Raises:
        StoreError: it cannot be made. Errors of the body that name the new file name `target` instead.
    """
    _remove_abandoned(target)
    part = target.with_name(f".{target.name[:100]}.{os.urandom(4).hex()}.part")
    try:
        part.open("xb").close()
        with suppress(OSError):
            shutil.copymode(like, part)
        yield part
    except OSError as error:
        raise StoreError(f"{target}: cannot be written: {_reason(error)}") from error
    except StoreError as error:
        if str(part) not in str(error):
            raise
        raise type(error)(str(error).replace(str(part), str(target))) from error
    finally:
        _remove(part)


def _remove(part: Path) -> None:
    for ending in ("", *COMPANIONS, "-shm"):
        with suppress(OSError):
            part.with_name(part.name + ending).unlink(missing_ok=True)


def _remove_abandoned(target: Path) -> None:
    """Removes what killed programs left of this file, or of the same one with another time in its name."""
    name = re.sub(_STAMPED, lambda _: _STAMPED, re.escape(target.name[:100]).replace(r"\-", "-"))
    pattern = re.compile(rf"\.{name}\.[0-9a-f]+\.part")
    with suppress(OSError):
        for path in target.parent.iterdir():
            if pattern.fullmatch(path.name) is None:
                continue
            with suppress(OSError):
                state = path.lstat()
                if stat.S_ISREG(state.st_mode) and time.time() - state.st_mtime > _ABANDONED:
                    _remove(path)


def put_in_place(part: Path, target: Path, *, overwrite: bool) -> None:
    """Gives a finished file its name, in one step. Where nothing was to be written over, nothing is."""
    if overwrite:
        os.replace(part, target)
    else:
        add_name(part, target)
        part.unlink(missing_ok=True)  # at once: nobody writes to a database that has two names
    sync_folder(target.parent)


def add_name(file: Path, name: Path) -> None:
    """A second name for a file, or its first where a file can have only one; never in the place of another file.

    Raises:
        OSError: there is a file of this name.
    """
    try:
        os.link(file, name)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if os.path.lexists(name):
            raise FileExistsError(None, "file exists", str(name)) from None
        os.rename(file, name)


def sync_file(path: Path) -> None:
    """Waits until a file is on the disk."""
    with path.open("r+b") as file:
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Waits until the names in a folder are on the disk, where the system can do that."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def dated(folder: Path, source: Path, now: datetime) -> Path:
    """The name of a copy in a folder of copies: `club-20260731-193012.db`; a number follows if that one is taken."""
    name = f"{source.stem}-{now.strftime(_STAMP)}"
    path = folder / f"{name}{source.suffix}"
    number = 1
    while os.path.lexists(path):
        number += 1
        path = folder / f"{name}-{number}{source.suffix}"
    return path


def copies_beside(database: Path) -> list[Path]:
    """What lies beside a database and was one: copies with a time, databases that were replaced, copies broken off.

    They are told by their names; of copies elsewhere, or with names of their own, nothing is known here.
    """
    stem, name, suffix = map(re.escape, (database.stem, database.name, database.suffix))
    replaced = rf"{name}\.replaced-{_STAMPED}(?:-journal|-wal)?"
    pattern = re.compile(rf"{stem}-{_STAMPED}{suffix}|{replaced}|\.{stem}.*\.[0-9a-f]+\.part")
    with suppress(OSError):
        return sorted(path for path in database.parent.iterdir() if pattern.fullmatch(path.name) and path.is_file())
    return []


def keep_latest(folder: Path, source: Path, newest: Path, keep: int) -> list[Path]:
    """Removes all but the latest copies of a database in a folder (`keep` of them, `newest` always); returns those.

    Only files are removed that have a name as `dated` gives them.

    Raises:
        StoreError: one cannot be removed.
    """
    pattern = re.compile(re.escape(source.stem) + r"-(\d{8}-\d{6})(?:-(\d+))?" + re.escape(source.suffix))
    found = []
    for path in folder.iterdir():
        match = pattern.fullmatch(path.name)
        if match is not None and path != newest and path.is_file() and not path.is_symlink():
            found.append((match[1], int(match[2] or 1), path))
    match = pattern.fullmatch(newest.name)
    now = match[1] if match is not None else "9"
    # The newest says what time it is: what says a later one was made before a clock was set back.
    found.sort(key=lambda one: (one[0] <= now, *one), reverse=True)
    old = [path for _, _, path in found][max(0, keep - 1) :]
    for path in old:
        try:
            path.unlink()
        except OSError as error:
            raise StoreError(f"{path}: this older copy cannot be removed: {_reason(error)}") from error
    return old


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
