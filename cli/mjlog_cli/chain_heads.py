"""The ids of a game's events: from the database, or computed over the lines of a file; and older copies of games."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from mjlog.canonical import chain
from mjlog.errors import MjlogError, RecordError
from mjlog_cli.games import is_path, stored

if TYPE_CHECKING:
    from mjlog.checkpoint import Checkpoint
    from mjlog.formats.logs import Log
    from mjlog.formats.sources import Source
    from mjlog.store import SqliteStore, StoreFault
    from mjlog.store.checkpoints import Evidence


def head_at(name: str, db: str | None, game: str, seq: int) -> str | None:
    """The id of one event of the game that GAME (`name`) is: it stands for the log up to there.

    `game`: the id of the game in it. A log that is not chained, or a foreign record, has the head that it would have in
    a database; None where its lines are no whole log.

    Raises:
        MjlogError: GAME cannot be opened any more.
    """
    if not is_path(name, db):
        with stored(name, db) as (store, _path):
            return store.event(name, seq).id
    from mjlog.formats.logs import whole_game

    return ids_of(whole_game(name, game), {seq}).get(seq)


def ids_of(bodies: list[bytes], wanted: set[int]) -> dict[int, str]:
    """The ids of some events of a log, by seq; those that it does not have are not in it."""
    ids = enumerate(chain(bodies[: max(wanted, default=0)]), 1)
    return {seq: event_id for seq, event_id in ids if seq in wanted}


def stored_evidence(store: SqliteStore, game: str, last: int, faults: list[StoreFault], wanted: set[int]) -> Evidence:
    """What a database says of a game up to its event `last`; `faults`: what was found in it."""
    from mjlog.store.checkpoints import Evidence

    here = {seq for seq in wanted if seq <= last}
    if not faults:
        return Evidence(last, last, {seq: store.event(game, seq).id for seq in here})
    bodies: list[bytes] = []
    stored_ids: dict[int, str] = {}
    for event in store.read(game):
        if event.seq != len(bodies) + 1:
            break
        bodies.append(event.body)
        if event.seq in here:
            stored_ids[event.seq] = event.id
    broken = [fault.seq for fault in faults if fault.code == "chain-broken" and fault.seq is not None]
    return Evidence(last, len(bodies), ids_of(bodies, here), stored_ids, broken)


def read_checkpoints(given: tuple[str, ...]) -> list[Checkpoint]:
    """The checkpoints of a command line; `@FILE` stands for those in a file, a line each, `#` begins a remark.

    Raises:
        MjlogError: one of them is none, or a file cannot be read.
    """
    from mjlog.checkpoint import read_checkpoint

    found: list[Checkpoint] = []
    for text in given:
        found += _listed(text[1:]) if text.startswith("@") else [read_checkpoint(text)]
    return found


def _listed(path: str) -> Iterator[Checkpoint]:
    from mjlog.checkpoint import read_checkpoint
    from mjlog.formats.lines import read_text

    source, seen = "standard input" if path == "-" else path, False
    for number, line in enumerate(read_text(path).split("\n"), 1):
        if line.strip():
            try:
                yield read_checkpoint(line)
            except MjlogError as error:
                if line.startswith("#"):  # asked last, for a game's id may begin with it too
                    continue
                raise RecordError(str(error), source, number) from None
            seen = True
    if not seen:  # nothing proved must not look like all proved
        raise RecordError("there is no checkpoint in it", source)


class OldGame(NamedTuple):
    """A game of an older copy: where it was found, its events, and what was wrong with it from there on."""

    source: str
    bodies: list[bytes]
    fault: str | None


class OlderCopy:
    """Games as they were: of a log, a database, a folder or packed folder, a foreign record."""

    def __init__(self, path: str) -> None:
        """Reads what is there; games of a database are read when they are asked for.

        Raises:
            MjlogError: it cannot be opened, or there is no game in it.
        """
        from mjlog.formats.logs import logs_of
        from mjlog.formats.sources import units_in

        self._units: dict[str, Source] = {}
        self._games: dict[str, OldGame] = {}
        for unit in units_in(path):
            self._units.update((game, unit._replace(games=(game,))) for game in unit.games)
            for log in () if unit.games else logs_of(unit):
                self._games.setdefault(log.game, _old(log))
        if not self.games:
            raise RecordError("there is no game here to compare with", path)

    @property
    def games(self) -> list[str]:
        """The ids of the games that are in it."""
        return [*self._units, *(game for game in self._games if game not in self._units)]

    def __contains__(self, game: object) -> bool:
        """Whether this game is in it."""
        return game in self._units or game in self._games

    def game(self, game: str) -> OldGame | None:
        """One of them; None if it is not in it.

        Raises:
            MjlogError: it cannot be read any more.
        """
        from mjlog.formats.logs import native_logs

        if game in self._units:
            return next(_old(log) for log in native_logs(self._units[game]))
        return self._games.get(game)


def _old(log: Log) -> OldGame:
    return OldGame(log.source, log.bodies, log.fault)


@contextmanager
def readable_twice(path: str) -> Iterator[str]:
    """The path; or, for a pipe, which gives its bytes only once, that of a copy of them.

    Raises:
        RecordError: the pipe cannot be read, or gives more than is read.
    """
    if os.path.isfile(path) or os.path.isdir(path) or not os.path.exists(path):
        yield path
        return
    from mjlog.formats.native import SUFFIX

    with TemporaryDirectory() as folder:
        copy = os.path.join(folder, "game" + SUFFIX)
        _copy(path, copy)
        yield copy


def _copy(path: str, copy: str) -> None:
    from mjlog.formats.lines import MAX_MEMBER, open_bytes, reason

    total = 0
    with open_bytes(Path(path)) as stream, open(copy, "wb") as out:
        try:
            while part := stream.read(1 << 20):
                total += out.write(part)
                if total > MAX_MEMBER:
                    raise RecordError(f"is larger than {MAX_MEMBER} bytes: write it into a file first", path)
        except OSError as error:
            raise RecordError(f"cannot be read: {reason(error)}", path) from error
