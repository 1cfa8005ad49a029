"""What a path holds, cut into pieces that can be worked on one by one, in the order of `games_in`."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from mjlog.audit.records import GameRecord
from mjlog.errors import MjlogError, RecordError
from mjlog.formats import xmj
from mjlog.formats.archives import is_archive
from mjlog.formats.lines import reason
from mjlog.formats.sources import (
    DATABASE_SUFFIXES,
    LOG_SUFFIXES,
    WRITTEN_SUFFIX,
    games_in,
    is_database,
    stored_game,
)

_GAMES_AT_ONCE = 16


class Unit(NamedTuple):
    """A piece of work: a file, the hand histories of one folder, or some games of a database.

    `trouble`: why the piece cannot be opened.
    """

    path: str
    is_folder: bool = False
    games: tuple[str, ...] = ()
    trouble: str | None = None


def units_in(path: str) -> Iterator[Unit]:
    """The pieces of a path; nothing that cannot be opened hides the others."""
    place = Path(path)
    if place.is_dir():
        yield from _in_folder(path)
    elif not is_archive(place) and place.is_file() and is_database(place):
        yield from stored_units(path)
    else:
        yield Unit(path)


def units_at(paths: Iterable[str]) -> Iterator[Unit]:
    """The pieces of several paths; of a path that cannot be opened, or has no game, one that says so."""
    for path in paths:
        try:
            empty = True
            for unit in units_in(path):
                empty = False
                yield unit
            if empty:
                yield Unit(path, trouble=f"{path}: there is no game here")
        except MjlogError as error:
            yield Unit(path, trouble=str(error))


def written_units(path: str) -> Iterator[Unit]:
    """The texts in short hand at a path: a file, standard input (`-`), or all of a folder."""
    place = Path(path)
    if path == "-" or not place.is_dir():
        yield Unit(path)
        return
    for folder, folders, names in os.walk(path):
        folders.sort()
        yield from (Unit(os.path.join(folder, name)) for name in sorted(names) if name.endswith(WRITTEN_SUFFIX))


def stored_units(path: str, games: tuple[str, ...] = ()) -> Iterator[Unit]:
    """Games of a database, all of them unless some are named, a few at a time.

    Raises:
        StoreError: the database cannot be read, or has no such game.
    """
    from mjlog.store import open_readonly

    with open_readonly(path) as store:
        for game in games:
            store.head(game)
        names = games or tuple(info.game for info in store.games())
    for start in range(0, len(names), _GAMES_AT_ONCE):
        yield Unit(path, games=names[start : start + _GAMES_AT_ONCE])


def _in_folder(path: str) -> Iterator[Unit]:
    unreadable: list[OSError] = []
    for folder, folders, names in os.walk(path, onerror=unreadable.append):
        folders.sort()
        names.sort()
        if any(name.endswith(xmj.SUFFIX) for name in names):
            yield Unit(folder, is_folder=True)
        for name in names:
            if name.endswith((*LOG_SUFFIXES, WRITTEN_SUFFIX, *DATABASE_SUFFIXES)) or is_archive(Path(name)):
                yield from _carefully(os.path.join(folder, name))
        yield from _troubles(unreadable)
    yield from _troubles(unreadable)


def _carefully(path: str) -> Iterator[Unit]:
    from mjlog.errors import MjlogError

    try:
        yield from units_in(path)
    except MjlogError as error:
        yield Unit(path, trouble=str(error))


def _troubles(errors: list[OSError]) -> Iterator[Unit]:
    while errors:
        error = errors.pop(0)
        yield Unit(str(error.filename), trouble=f"{error.filename}: cannot be opened: {reason(error)}")


def records_of(unit: Unit) -> Iterator[GameRecord]:
    """The games of a piece; each must be used up before the next is asked for.

    Raises:
        MjlogError: the piece cannot be opened or read.
    """
    if unit.trouble is not None:
        raise RecordError(unit.trouble)
    if unit.games:
        yield from _stored(unit)
    elif unit.is_folder:
        yield next(games_in(unit.path))  # a folder's own hands come before everything below it
    else:
        yield from games_in(unit.path)


def _stored(unit: Unit) -> Iterator[GameRecord]:
    from mjlog.store import open_readonly

    with open_readonly(unit.path) as store:
        for game in unit.games:
            yield stored_game(store, game, unit.path)
