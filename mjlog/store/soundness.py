"""Is a whole database as it was left: its pages, its schema, every chain? Asked of backups, and by `mjlog doctor`."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from mjlog.canonical import canonical_json
from mjlog.errors import StoreError
from mjlog.store.checks import shown
from mjlog.store.connection import connect_reader, read_objects
from mjlog.store.pages import page_faults, reference_faults, some
from mjlog.store.protocol import EventStore, GameInfo
from mjlog.store.schema import schema_faults
from mjlog.store.sqlite import open_readonly
from mjlog.store.sqlite_errors import errors_in_words
from mjlog.store.write_ahead import unread_appends


class DamagedError(StoreError):
    """A database is one of ours, but not as it was left."""


class Contents(NamedTuple):
    """What a database holds. `events`: over all games; `size`: bytes of the file; `digest`: see `heads_digest`."""

    games: tuple[GameInfo, ...]
    events: int
    size: int
    digest: str


def heads_digest(games: Iterable[GameInfo]) -> str:
    """One number (hex) for the ends of all logs: two databases with the same one hold the same games.

    SHA-256 over a line a game, in order of the game's id: the canonical JSON of `[game, events, head]`.
    """
    digest = hashlib.sha256()
    for info in sorted(games, key=lambda info: info.game):
        digest.update(canonical_json([info.game, info.last, info.head]) + b"\n")
    return digest.hexdigest()


def sound_contents(path: Path) -> Contents:
    """What a database holds, which was checked wholly: pages, schema, references, every event of every log.

    For files that nobody is writing to: the pages are checked in one reading.

    Raises:
        DamagedError: something in it is damaged, which is named.
        StoreError: it is no database of ours, or cannot be read.
    """
    refuse_unread(path)
    with damage_in_words(path):
        _check_inside(path)
        with open_readonly(path) as store:
            faults = chain_faults(store)
            if faults:
                raise DamagedError(f"{path}: this database is damaged: {some(faults)}")
            return contents_of(store.games(), path)


def _check_inside(path: Path) -> None:
    with closing(connect_reader(path)) as connection:
        version = int(connection.execute("PRAGMA user_version").fetchone()[0])
        faults = schema_faults(read_objects(connection), version) or page_faults(connection)
        faults = faults or reference_faults(connection)
    if faults:
        raise DamagedError(f"{path}: this database is damaged: {some(faults)}")


def refuse_unread(path: Path) -> None:
    """Whether all that was appended can be read, before a copy without the rest passes for whole.

    Raises:
        DamagedError: the write-ahead log beside the database is damaged.
    """
    faults = unread_appends(path)
    if faults:
        raise DamagedError(f"{path}: this database is damaged: {some(faults)}")


def chain_faults(store: EventStore) -> list[str]:
    """What is wrong with the chains of all games, in words."""
    return [f"game {shown(fault.game)}: {fault.message}" for fault in store.verify()]


@contextmanager
def damage_in_words(path: Path) -> Iterator[None]:
    """Turns SQLite's errors into ours, and those of Python about names and messages that are no text any more.

    Raises:
        StoreError: in their place.
    """
    try:
        with errors_in_words(path):
            yield
    except UnicodeDecodeError as error:
        raise DamagedError(f"{path}: this database is damaged: a text in it is none ({error.reason})") from error


def contents_of(games: Iterable[GameInfo], path: Path) -> Contents:
    """What a database holds, by its list of games."""
    listed = tuple(games)
    return Contents(listed, sum(info.last for info in listed), path.stat().st_size, heads_digest(listed))
