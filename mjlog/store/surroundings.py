"""What the doctor says of the place where a database lies: file system, rights, room, files left over beside it."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Literal, NamedTuple

from mjlog.store.network import ALLOW, file_system
from mjlog.store.place import KNOWS_OTHERS, other_names, two_names
from mjlog.store.write_ahead import unread_appends
from mjlog.text import list_words

Level = Literal["ok", "info", "warning", "error"]
_BESIDE = (".lock", "-wal", "-shm", "-journal")
"""Endings of the files beside a database that writing needs."""
IN_CONTAINER = "MJLOG_IN_CONTAINER"
"""The environment variable that our container file sets."""
_OF_CONTAINERS = "overlay"
"""The file system of what is not in a volume."""
NEEDED = 20_000_000
"""Bytes of free disk that an evening at several tables does not use up: events, their journal, drafts."""


class Line(NamedTuple):
    """One answer of the doctor. `check`: what was looked at; `todo`: what to do about it (None: nothing)."""

    level: Level
    check: str
    message: str
    todo: str | None = None


def answers(path: Path, free: int | None, mountinfo: Path | None) -> Iterator[Line]:
    """All answers about the place; `free` and `mountinfo` stand for what the system would say."""
    yield Line("ok", "file", f"{path}, {path.stat().st_size:,} bytes")
    path = Path(os.path.realpath(path))  # what a symbolic link stands for, and what lies beside it
    yield from _names(path)
    yield from _network(path, mountinfo)
    yield from _rights(path)
    yield from _room(path, free)
    yield from _leftovers(path)


def _names(path: Path) -> Iterator[Line]:
    with suppress(OSError):
        others = other_names(path)
        if others is not None:
            todo = "remove the other name, or put a copy in its place; until then nothing can be recorded"
            yield Line("error", "file", two_names(others), todo)


def _network(path: Path, mountinfo: Path | None) -> Iterator[Line]:
    found = file_system(path, mountinfo)
    if found.is_network is None:
        said = "this system does not tell whether the folder is on this machine"
        yield Line("info", "file-system", said, "do not keep the database in a folder of the network")
    elif found.kind == _OF_CONTAINERS and os.environ.get(IN_CONTAINER):
        said = "inside the container: what is recorded is gone when that is removed"
        todo = "keep it in a volume: `--volume club:/data`, and MJLOG_DB=/data/club.db"
        yield Line("error", "file-system", said, todo)
    elif not found.is_network:
        yield Line("ok", "file-system", f"on this machine ({found.kind})")
    elif os.environ.get(ALLOW) == "1":
        said = f"on another machine ({found.kind}), and {ALLOW}=1 lets it be written"
        yield Line("warning", "file-system", said, "see to it that only one machine ever writes to it")
    else:
        said = f"on another machine ({found.kind}): it can be read, and is not written to"
        yield Line("error", "file-system", said, "keep it on this machine's disk; put backups there")


def _rights(path: Path) -> Iterator[Line]:
    folder = path.parent
    if not os.access(path, os.W_OK):
        yield Line(
            "warning", "rights", "this user may read the file, not write it", "change its rights, to record in it"
        )
    elif not os.access(folder, os.W_OK):
        said = "this user may not make files in the folder, which recording needs"
        yield Line("warning", "rights", said, f"change the rights of {folder}, to record in it")
    elif hindrances := [name for name in map(path.name.__add__, _BESIDE) if _hinders(path.with_name(name))]:
        said = f"beside the file, {list_words(hindrances)} is no file that this user may write, which recording needs"
        yield Line("warning", "rights", said, "give this user the rights to it, or move it away if it is no such file")
    else:
        yield Line("ok", "rights", "this user may read and write it")
    if KNOWS_OTHERS:
        yield from _rights_of_others(path)


def _hinders(path: Path) -> bool:
    if not os.path.lexists(path):
        return False
    return path.is_symlink() or not path.is_file() or not os.access(path, os.W_OK)


def _rights_of_others(path: Path) -> Iterator[Line]:
    mode, around = path.stat().st_mode, path.parent.stat().st_mode
    if mode & stat.S_IWOTH or (around & stat.S_IWOTH and not around & stat.S_ISVTX):
        said = "every user of this machine may change or replace the file"
        yield Line("warning", "rights", said, f"chmod o-w {path} {path.parent}")
    elif mode & stat.S_IROTH and around & stat.S_IXOTH:
        said = "every user of this machine may read the file"
        yield Line("info", "rights", said, f"chmod o-r {path}, if they should not")


def _room(path: Path, free: int | None) -> Iterator[Line]:
    if free is None:
        free = shutil.disk_usage(path.parent).free
    if free < NEEDED:
        said = f"{free:,} bytes are free on the disk: an evening may need more ({NEEDED:,})"
        yield Line("warning", "room", said, "make room before the next game")
    elif free < path.stat().st_size:
        said = f"{free:,} bytes are free on the disk: a backup of this file has no room here"
        yield Line("info", "room", said, "put backups on another disk")
    else:
        yield Line("ok", "room", f"{free:,} bytes are free on the disk")


def _leftovers(path: Path) -> Iterator[Line]:
    journal, wal = (_size(path.with_name(path.name + ending)) for ending in ("-journal", "-wal"))
    parts = sorted(one.name for one in path.parent.glob(".*.part") if one.name.startswith(f".{path.name[:100]}."))
    if journal:
        said = f"{path.name}-journal: somebody is writing now, or was interrupted while writing"
        yield Line("info", "beside", said, "leave it there: opening the database for writing once brings all in order")
    if wal:
        said = f"{path.name}-wal holds {wal:,} bytes that belong to the database"
        yield Line("info", "beside", said, "never copy or move the file alone: `mjlog backup` copies all of it")
    for said in unread_appends(path):
        yield Line(
            "error", "beside", said, "restore a backup, or record again what is missing; what can be read is sound"
        )
    for name in parts:
        said = f"{name} was left by a copy that was interrupted, or is one that is just being made"
        yield Line("info", "beside", said, "remove it if no backup or restore is running")
    if not (journal or wal or parts):
        lock = path.with_name(path.name + ".lock")
        more = f", only {lock.name}, which belongs there: by it writers take turns" if lock.exists() else ""
        yield Line("ok", "beside", f"nothing was left over beside the file{more}")


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
