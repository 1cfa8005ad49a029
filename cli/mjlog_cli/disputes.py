"""Disputes on the command line: the game that is disputed, its stored events, and what is appended to it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from mjlog.errors import MjlogError, RecordError
from mjlog.log.records import Fault, GameRecord, line_of
from mjlog.text import as_command, counted, shown
from mjlog_cli.console import complain
from mjlog_cli.games import is_path, opened
from mjlog_cli.params import database_path

if TYPE_CHECKING:
    from mjlog.audit.game import Game
    from mjlog.cards.shelf import CardShelf
    from mjlog.recording.ruling import OpenGame


def game_to_look_at(
    game: str, db: str | None, cards: CardShelf, as_of: int | None = None
) -> tuple[Game, GameRecord]:
    """The game as everybody may see it: a purchased card tells no more than label and value; and what was read of it.

    `as_of`: the event that its log is taken to end with; None: all of it.

    Raises:
        MjlogError: there is no such game, it has not come so far, or the log is empty.
    """
    from mjlog.audit.game import Game
    from mjlog.log.records import as_of as log_as_of

    with opened(game, db) as record:
        view = Game(log_as_of(record, as_of), cards=cards)
    if not view.rows:
        raise MjlogError(f"{view.source}: the log is empty")
    if not view.log.events:
        raise RecordError(f"this is no log of a game: {damage_in(view)}", view.source)
    return view, record


def damage_in(view: Game) -> str:
    """What of a log cannot be read, so that nothing is told of it; empty for a whole one."""
    faults = [(row, line_of(where)) for row, where in view.log.rows if isinstance(row, Fault)]
    if not faults:
        return "" if view.log.is_whole else "events are missing, or are not in the order of their numbers"
    fault, line = faults[0]
    where = f"line {line}: " if line is not None else ""
    more = f", and {counted(len(faults) - 1, 'other line')} cannot be read either" if len(faults) > 1 else ""
    return f"{where}{shown(fault.message, 300)}{more}"


def told_damage(view: Game) -> int:
    """Say to standard error what of a log cannot be read. Returns the exit status."""
    damage = damage_in(view)
    if damage:
        complain(f"{view.source}: {damage}; what is told is read from the rest, and `mjlog audit` tells more")
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
