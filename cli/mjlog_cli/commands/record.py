"""`mjlog record`: a game is recorded at the table, in short hand."""

from __future__ import annotations

import os
import sys
from typing import Any

import click

from mjlog.cards.shelf import CardShelf
from mjlog.errors import MjlogError
from mjlog.store import open_store
from mjlog_cli.console import say
from mjlog_cli.games import or_the_last
from mjlog_cli.params import (
    Where,
    cards_option,
    database_path,
    db_option,
    options_option,
    ruleset_option,
    stored_games,
    where_options,
)

_PATIENCE = 3.0
"""Seconds to wait for another writer; after that the recorder says so, and the line is entered again."""


@click.command(name="record")
@click.argument("game", required=False, shell_complete=stored_games, callback=or_the_last)
@db_option
@ruleset_option("The rule set of a new game. Default: it is asked for.")
@click.option("--player", "players", multiple=True, metavar="HANDLE",
              help="A player of a new game, four times (or three): the first East, then on to the right.")  # fmt: skip
@options_option
@cards_option
@where_options
@click.option("--recorder", metavar="HANDLE", help="Who writes it down.")
@click.option("--hold", type=click.IntRange(0, 1000), default=8, show_default=True, metavar="N",
              help="So many of the latest acts stay in pencil, to be undone without a trace.")  # fmt: skip
@click.option("--no-clock", is_flag=True, help="Write down no times.")
def record_command(
    game: str | None, db: str | None, ruleset: str | None, players: tuple[str, ...], options: dict[str, Any],
    cards: CardShelf, where: Where, recorder: str | None, hold: int, no_clock: bool,
) -> None:  # fmt: skip
    """Record GAME at the table: the screen shows the table, and you type short lines (docs/lookup/shorthand.md).

    A game that exists goes on exactly where it was left, also after a kill, an empty battery or a closed lid. Without
    GAME you choose one that is not over, or begin a new one; what is not given of a new game is asked for.

    Every act is stored as soon as you press Enter. The latest acts are in pencil: `undo` takes them back without a
    trace. After some more acts, at the end of the hand, or with an empty line they are in the log, where only a
    correction changes them.
    """
    ways = 'mjlog add GAME "5b sp", or mjlog add GAME - for standard input'
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise MjlogError(f"record needs a terminal; without one: {ways}")
    if os.environ.get("TERM") == "dumb":
        raise MjlogError(f"record needs a terminal that can place text (TERM is dumb); without one: {ways}")
    from mjlog_cli.record.beginning import Wishes, record

    wishes = Wishes(game, ruleset, players, options, cards.paths, where, recorder, hold, not no_clock)
    with open_store(database_path(db), timeout=_PATIENCE) as store:
        words = record(store, wishes)
    say(words)
