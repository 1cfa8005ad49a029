"""Putting a backup in the place of a database: checked first, and at every moment either the old one or the new one.

What stood there is kept under a dated name. Nobody may have it open meanwhile: a recorder would go on writing into
the file that was moved aside.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from mjlog.errors import StoreError
from mjlog.store.backup import (
    COMPANIONS,
    WAIT,
    Contents,
    DamagedError,
    beside,
    copy_database,
    damage_in_words,
    dated,
    is_free,
    put_in_place,
    sound_contents,
    sync_file,
    sync_folder,
)
from mjlog.store.connection import NEW_JOURNAL, connect_reader, errors_in_words
from mjlog.store.people import forget_again
from mjlog.store.place import WriterLock, refuse_network
from mjlog.store.sqlite import SqliteStore, open_readonly
from mjlog.store.values import GameInfo


class Lost(NamedTuple):
    """A game of which a database has more than a backup. `kept`: how many of its events the backup has too."""

    game: str
    events: int
    kept: int


class Restored(NamedTuple):
    """What a database holds from now on, and where that is which stood there before.

    `forgotten`: the handles whose names the backup had, and which had been forgotten in the database before; None where
    no database was there, or it could not be read, so that nobody knows who had been.
    """

    contents: Contents
    aside: Path | None
    forgotten: tuple[str, ...] | None = ()


def check_backup(backup: Path) -> Contents:
    """What a backup holds, which was checked wholly.

    Raises:
        StoreError: it is none, or something in it is damaged.
    """
    try:
        contents = sound_contents(backup)
        log = Path(f"{os.path.realpath(backup)}-wal")
        if not (log.exists() and log.stat().st_size):  # which has what the file may lack
            # SQLite takes what is missing of the last page for zeros.
            with closing(connect_reader(backup)) as connection:
                names = ("page_count", "page_size")
                pages, size = (connection.execute(f"PRAGMA {name}").fetchone()[0] for name in names)
            length, whole = backup.stat().st_size, pages * size
            if length < whole:
                words = f"the file was cut: {length:,} of {whole:,} bytes"
                raise DamagedError(f"{backup}: this backup is damaged: {words}")
        return contents
    except DamagedError:
        raise
    except StoreError as error:
        cause = error.__cause__
        name = getattr(cause, "sqlite_errorname", None) or ""
        # Found by SQLite, or by Python for it, in a file of ours where it cannot be.
        is_damage = name.startswith("SQLITE_CORRUPT") or isinstance(cause, UnicodeDecodeError) or "decode" in str(cause)
        if not is_damage:
            raise
        raise DamagedError(f"{backup}: this backup is damaged: {cause}") from error


def would_be_lost(backup: Path, present: Path) -> list[Lost]:
    """What a database has that a backup has not: whole games, later events, or other events.

    Raises:
        StoreError: one of the two cannot be read.
    """
    with damage_in_words(present), open_readonly(backup) as copy, open_readonly(present) as store:
        copied = {info.game: info for info in copy.games()}
        games = [Lost(info.game, info.last, _kept(store, copy, info, copied.get(info.game))) for info in store.games()]
    return [lost for lost in games if lost.kept < lost.events]


def _kept(store: SqliteStore, copy: SqliteStore, present: GameInfo, copied: GameInfo | None) -> int:
    """Up to which event two logs of a game are the same one."""
    if copied is None:
        return 0
    if (copied.last, copied.head) == (present.last, present.head):
        return present.last
    low, high = 0, min(present.last, copied.last)
    while low < high:  # ids stand for all that came before, so the place is found by halving
        middle = (low + high + 1) // 2
        if store.event(present.game, middle).id == copy.event(present.game, middle).id:
            low = middle
        else:
            high = middle - 1
    return low


def restore(backup: Path, target: Path, *, replace: bool = False, now: datetime | None = None) -> Restored:
    """Puts a backup in the place of a database, or where there is none yet. The backup stays as it is.

    `replace`: a database that is there is moved aside, under its name with `.replaced-` and the time.

    Raises:
        StoreError: the backup is damaged, a database is there, another program has it open, or the disk refuses.
    """
    contents = check_backup(backup)
    forgotten = forgotten_in(target)
    target = Path(os.path.realpath(target)) if target.is_symlink() else target  # a link stays one
    if not target.parent.is_dir():
        raise StoreError(f"{target}: cannot be restored here: the folder {target.parent} does not exist")
    if target.is_dir():
        raise StoreError(f"{target}: this is a folder, not a database")
    if target.exists() and target.samefile(backup):
        raise StoreError(f"{backup}: this is the database itself, not a backup of it")
    refuse_network(target)
    if os.path.lexists(target) and not replace:
        raise StoreError(f"{target}: there is a database here: nothing was done; --force moves it aside")
    with WriterLock(target, WAIT).held(), beside(target, like=target if target.exists() else backup) as part:
        mode = _mode_of(target)
        copy_database(backup, part)
        with errors_in_words(part), closing(sqlite3.connect(part)) as connection:
            connection.execute(f"PRAGMA journal_mode = {mode if mode in ('wal', 'delete') else NEW_JOURNAL}")
        if sound_contents(part).digest != contents.digest:
            raise StoreError(f"{backup}: changed while it was read: nothing was restored")
        removed = None
        if forgotten is not None:
            with errors_in_words(part), closing(sqlite3.connect(part)) as connection:
                removed = tuple(forget_again(connection, forgotten))
        sync_file(part)
        aside = _put_aside(target, now or datetime.now()) if os.path.lexists(target) else None
        put_in_place(part, target, overwrite=aside is not None)
    return Restored(contents, aside, removed)


def forgotten_in(target: Path) -> set[str] | None:
    """Who was forgotten in the database that is there; None where there is none, or it cannot be read."""
    if not target.exists():
        return None
    try:
        with damage_in_words(target), open_readonly(target) as store:
            return store.forgotten()
    except StoreError:
        return None


def _mode_of(target: Path) -> str:
    """The journal of the database that is replaced; that of a new one where there is none, or it cannot be read."""
    try:
        with damage_in_words(target), closing(connect_reader(target)) as connection:
            return str(connection.execute("PRAGMA journal_mode").fetchone()[0])
    except StoreError:
        return NEW_JOURNAL


def _put_aside(target: Path, now: datetime) -> Path:
    """Gives what stands there a second, dated name, and leaves nothing beside it that would be taken for the new one's.

    Files of a damaged database, from which something may still be rescued, get that name too.
    """
    aside = dated(target.parent, f"{target.name}.replaced", "", now)
    beside = [ending for ending in COMPANIONS if target.with_name(target.name + ending).exists()]
    named = [aside.with_name(aside.name + ending) for ending in ("", *beside)]
    try:
        for ending, second in zip(("", *beside), named, strict=True):
            file = target.with_name(target.name + ending)
            try:
                os.link(file, second)
            except OSError:  # a file system without links
                shutil.copy2(file, second)
                sync_file(second)
        is_whole = is_free(target)  # may empty what is beside it
    except BaseException:
        for second in named:
            second.unlink(missing_ok=True)
        raise
    for second in named[1:] if is_whole else ():
        second.unlink()
    sync_folder(target.parent)
    for ending in (*COMPANIONS, "-shm"):
        target.with_name(target.name + ending).unlink(missing_ok=True)
    return aside
