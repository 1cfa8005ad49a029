"""By what a piece of an archive is known again: as long as it is the same, it need not be audited once more."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from mjlog.errors import MjlogError
from mjlog.formats import xmj
from mjlog.formats.sources import Source

Piece = tuple[Source, str | None]
"""A piece of work, and its key; None for what cannot be known again: a pipe, or what cannot be opened."""


def pieces_of(unit: Source) -> list[Piece]:
    """The pieces of a unit: a file, a folder's hand histories, each game of a database by itself."""
    if unit.trouble is not None:
        return [(unit, None)]
    try:
        if unit.games:
            return _stored(unit)
        return [(unit, _folder_key(unit.path) if unit.is_folder else _file_key(unit.path))]
    except (OSError, MjlogError):
        return [(unit, None)]


def _stored(unit: Source) -> list[Piece]:
    """The head of a log stands for all of it."""
    from mjlog.store import open_readonly

    with open_readonly(unit.path) as store:
        heads = {game: store.head(game) for game in unit.games}
    return [
        (unit._replace(games=(game,)), _digest("game", unit.path, game, heads[game].seq, heads[game].id))
        for game in unit.games
    ]


def _file_key(path: str) -> str | None:
    marks = _marks(path)
    return None if marks is None else _digest("file", path, *marks)


def _marks(path: str) -> tuple[int, ...] | None:
    """Size and times of a file; None of what is none. The last change of its entry shows times that were put back."""
    about = os.stat(path)
    if not stat.S_ISREG(about.st_mode):
        return None
    return about.st_size, about.st_mtime_ns, about.st_ctime_ns, about.st_ino


def _folder_key(path: str) -> str | None:
    marks = list(_hands_in(path))
    return _digest("folder", path, *marks) if marks else None


def _hands_in(path: str) -> Iterator[object]:
    for name in sorted(os.listdir(path)):
        if name.endswith(xmj.SUFFIX):
            yield name
            yield _marks(str(Path(path) / name))


def _digest(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode("utf-8", "backslashreplace")).hexdigest()[:32]
