"""GAME on the command line: a path, or a game's id in a database; to be looked at, or to be written to."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from msgspec.structs import replace

from mjlog.errors import MjlogError, RecordError, StoreError
from mjlog.text import as_command, counted, shown
from mjlog.urls import holds_a_game
from mjlog_cli.console import complain, complain_of_damage, tell
from mjlog_cli.params import database_path, stored_games

if TYPE_CHECKING:
    from mjlog.audit.game import Game
    from mjlog.cards.shelf import CardShelf
    from mjlog.disputes.dossier import AsStored
    from mjlog.log.records import GameRecord, Row
    from mjlog.recording.ruling import OpenGame
    from mjlog.sources import Piece
    from mjlog.store import SqliteStore


_NAMED = 5
"""Games that are named where several are found."""
_LAST = "last"
"""What is typed for the game that was begun last."""
_F = TypeVar("_F", bound=Callable[..., Any])


def read_pieces(pieces: Iterable[Piece], complained: set[str] | None = None) -> Iterator[Piece]:
    """The pieces that have games; which files of a folder were passed over is told. `complained`: what was told."""
    from mjlog.formats.files import passed_over_words

    complained = set() if complained is None else complained
    for piece in pieces:
        words = passed_over_words(piece.path, piece.passed)
        if piece.passed and words not in complained:
            complained.add(words)
            tell(words)
        if not piece.passed:
            yield piece
    tell_of_importers()


def tell_of_importers() -> None:
    """Which importers cannot be used, where they were looked for: somebody may miss what they read."""
    from mjlog.formats.foreign import troubles

    for words in troubles():
        tell(words)


def game_argument(function: _F) -> _F:
    """GAME: a game's id in the database, or a path."""
    return click.argument("game", shell_complete=stored_games, callback=or_the_last)(function)


def last_game_argument(function: _F) -> _F:
    """GAME, which may be left out: `last_game` tells which it is then."""
    return click.argument("game", required=False, shell_complete=stored_games, callback=or_the_last)(function)


def or_the_last(ctx: click.Context, param: click.Parameter, value: Any) -> Any:
    """What an argument names, `last` being the game that was begun last, where nothing has this name.

    Where a game is put back (`--undo`), it is the one that was hidden last.

    Raises:
        BadParameter: it is empty.
        StoreError: there is no such database, or no game in it.
    """
    if isinstance(value, tuple):
        return tuple(or_the_last(ctx, param, game) for game in value)
    if value == "":
        raise click.BadParameter("the name is empty; expected a path, a game's id or `last`", ctx, param)
    if value != _LAST:
        return value
    db = ctx.params.get("db")
    if is_named(value, db):
        return value
    return last_hidden_game(db) if ctx.params.get("undo") else last_game(db)


def is_path(game: str, db: str | None) -> bool:
    """Whether GAME names a file or folder: one that is there, unless a database was named."""
    return db is None and (holds_a_game(game) or os.path.exists(game))


def is_named(game: str, db: str | None) -> bool:
    """Whether there is a file, or a game of the database, of this name."""
    from mjlog.store import open_readonly

    if is_path(game, db):
        return True
    with open_readonly(database_path(db)) as store:
        return game in store


def games_named(path: str) -> list[Piece]:
    """The game of this id in the database that all commands use, where there is no such file; empty without it."""
    from mjlog.sources import stored_pieces

    usual = str(database_path(None))
    if not os.path.exists(path) and os.path.exists(usual):
        with suppress(StoreError):
            return list(stored_pieces(usual, (path,)))
    return []


@contextmanager
def stored(game: str, db: str | None) -> Iterator[tuple[SqliteStore, str]]:
    """The database that has GAME, to be read, and its path.

    Raises:
        StoreError: there is no such database, or no such game in it.
    """
    path = str(database_path(db))
    if db is None and not os.path.exists(path):
        raise StoreError(f"there is no file {game}, and no database {path} that could have a game of this name")
    with read_database(path) as store:
        store.head(game)
        yield store, path


@contextmanager
def read_database(path: str | Path) -> Iterator[SqliteStore]:
    """A database whose games are shown. Where some of it cannot be read, a message says so once, and the exit status
    does.

    Raises:
        StoreError: there is none, or it cannot be read.
    """
    from mjlog.store import open_readonly
    from mjlog.store.place import unread_appends

    with open_readonly(path) as store:
        for damage in unread_appends(Path(path)):
            complain_of_damage(f"{path}: {damage}: what is told is what can be read")
        yield store


def last_game(db: str | None) -> str:
    """The game of the database that was begun last, for whoever names none; a message says which it is.

    Raises:
        StoreError: there is no such database, or no game in it.
    """
    from mjlog.store import open_readonly

    path = database_path(db)
    with open_readonly(path) as store:
        games = [info for info in store.games() if not info.hidden]
    if not games:
        raise StoreError(f"{path}: there is no game here yet")
    tell(f"the last game: {shown(games[-1].game, 200)}")
    return games[-1].game


def last_hidden_game(db: str | None) -> str:
    """The game of the database that was hidden last, by the last event of its log; a message says which it is.

    Raises:
        StoreError: there is no such database, or no hidden game in it.
    """
    from mjlog.store import open_readonly

    path = database_path(db)
    with open_readonly(path) as store:
        hidden = [info for info in store.games() if info.hidden]
        times = [str(json.loads(store.event(info.game, info.last).body).get("at") or "") for info in hidden]
    if not hidden:
        raise StoreError(f"{path}: no game is hidden here")
    # Of those of one second the one begun last: the latest stand last.
    _at, _place, game = max((at, place, info.game) for place, (at, info) in enumerate(zip(times, hidden, strict=True)))
    tell(f"the game hidden last: {shown(game, 200)}")
    return game


@contextmanager
def opened(game: str, db: str | None) -> Iterator[GameRecord]:
    """The one game that GAME names, to be replayed. Where its record is not whole, a note says so when it was read.

    Raises:
        MjlogError: there is no such game, or the path holds several.
    """
    if is_path(game, db):
        yield _noted(_only_game(game))
        return
    from mjlog.sources import stored_game

    with stored(game, db) as (store, path):
        yield _noted(stored_game(store, game, path))


def _noted(record: GameRecord) -> GameRecord:
    """A game whose faults are not only for those who ask for them."""
    return replace(record, rows=_Noted(record.source, record.rows))


class _Noted:
    """Rows of a record; when they were read first, it is said whether it is whole."""

    def __init__(self, source: str, rows: Iterable[Row]) -> None:
        self._source, self._rows = source, rows
        self._is_read = False

    def __iter__(self) -> Iterator[Row]:
        from mjlog.log.records import Fault

        is_first, self._is_read = not self._is_read, True
        is_whole = True
        for row, where in self._rows:
            is_whole = is_whole and not isinstance(row, Fault)
            yield row, where
        if is_first and not is_whole:
            words = "lines are missing, unreadable or changed: it is shown as it stands (`mjlog audit` shows where)"
            tell(f"note: {shown(self._source, 200)}: {words}")


def replayed(
    game: str | None, db: str | None, as_recorded: bool = False, as_of: int | None = None,
    cards: CardShelf | None = None, to_owner: bool = False,
) -> tuple[Game, GameRecord]:  # fmt: skip
    """The one game that GAME names, replayed, and what was read of it; without GAME the last one.

    `as_of`: the event that its log is taken to end with; None: all of it.

    `to_owner`: it is told to whoever owns the score card, at that person's own terminal.

    Raises:
        MjlogError: there is no such game, it has not come so far, or the log is empty.
    """
    from mjlog.audit.game import Game
    from mjlog.cards.shelf import NO_CARDS
    from mjlog.log.records import as_of as log_as_of

    with opened(last_game(db) if game is None else game, db) as record:
        replay = Game(log_as_of(record, as_of), as_recorded, cards=cards or NO_CARDS, to_owner=to_owner)
    if not replay.rows:
        raise MjlogError(f"{replay.source}: the log is empty")
    return replay, record


@contextmanager
def stored_events(record: GameRecord, name: str, db: str | None, game: str) -> Iterator[AsStored]:
    """The events of the game that GAME (`name`) is, as they are stored, or as a database would store those of a file.

    `record`: what was read of it; `game`: its id. Where the lines of a file are no whole log there are none.
    """
    from mjlog.chain import chain
    from mjlog.disputes.dossier import Stored
    from mjlog.formats.logs import carried
    from mjlog.sources import stored_in

    if is_path(name, db):
        bodies = next((log.bodies for log in carried(record) if log.game == game and log.fault is None), [])
        events = list(map(Stored, chain(bodies), bodies))
        yield lambda seq: events[seq - 1] if 1 <= seq <= len(events) else None
        return
    with stored(name, db) as (store, _path):
        yield stored_in(store, name)


def _only_game(path: str) -> GameRecord:
    from mjlog.audit.game import MOST_EVENTS
    from mjlog.events import GameStart
    from mjlog.sources import games_in

    names: list[str] = []
    only = None
    for record in islice(games_in(path, MOST_EVENTS + 1), _NAMED + 1):
        read = replace(record, rows=list(record.rows))
        first = next(iter(read.rows), None)
        start = first[0] if first is not None else None
        names.append(start.game if isinstance(start, GameStart) else read.name)
        only = only or read
    if only is None or len(names) != 1:
        listed = ", ".join(shown(name, 40) for name in names[:_NAMED]) + (" …" if len(names) > _NAMED else "")
        several = f"there are several games here ({listed}): import them (`mjlog import`), and name one by its id"
        raise RecordError(several if names else "there is no game here", path)
    return only


# -- to be looked at, and to be written to ----------------------------------------------------------------------------


def game_to_look_at(
    game: str | None, db: str | None, cards: CardShelf | None = None, as_of: int | None = None
) -> tuple[Game, GameRecord]:
    """As `replayed`, for what everybody may see: a purchased card tells no more than label and value.

    Raises:
        MjlogError: there is no such game, it has not come so far, or the log is empty.
    """
    replay, record = replayed(game, db, as_of=as_of, cards=cards)
    if not replay.log.events:
        raise RecordError(f"this is no log of a game: {damage_in(replay)}", replay.source)
    return replay, record


def damage_in(game: Game) -> str:
    """What of a log cannot be read, so that nothing is told of it; empty for a whole one."""
    from mjlog.log.records import Fault, line_of

    faults = [(row, line_of(where)) for row, where in game.log.rows if isinstance(row, Fault)]
    if not faults:
        return "" if game.log.is_whole else "events are missing, or are not in the order of their numbers"
    fault, line = faults[0]
    where = f"line {line}: " if line is not None else ""
    more = f", and {counted(len(faults) - 1, 'other line')} cannot be read either" if len(faults) > 1 else ""
    return f"{where}{shown(fault.message, 300)}{more}"


def told_damage(game: Game) -> int:
    """Say to standard error what of a log cannot be read. Returns the exit status."""
    damage = damage_in(game)
    if damage:
        complain(f"{game.source}: {damage}; what is told is read from the rest, and `mjlog audit` tells more")
    return 1 if damage else 0


def refuse_empty(*given: tuple[str, str | None]) -> None:
    """What is written down says something.

    Raises:
        UsageError: one of these texts is given, and is blank.
    """
    for name, text in given:
        if text is not None and not text.strip():
            raise click.UsageError(f"{name} is empty; expected words that both parties can read")


@contextmanager
def game_to_write(game: str, db: str | None, cards: CardShelf) -> Iterator[OpenGame]:
    """A game of a database, to be written to.

    Raises:
        MjlogError: GAME is a file; there is no such database or game, or an event of it cannot be read.
    """
    from mjlog.recording.ruling import open_game

    if is_path(game, db):
        raise MjlogError(
            f"{shown(game, 200)} is a file: events are appended to the games of a database only; "
            f"`{as_command('import mjlog', game)}` puts its games into one, and then GAME is the game's id"
        )
    with open_game(database_path(db), game, cards) as opened:
        yield opened
