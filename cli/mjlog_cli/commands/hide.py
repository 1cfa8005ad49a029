"""`mjlog hide`: a game that was begun by mistake is taken off lists; nothing of it is removed."""

from __future__ import annotations

import click

from mjlog.canonical import event_body
from mjlog.errors import MjlogError
from mjlog.log.corrections import HIDDEN, SHOWN
from mjlog.store import open_store
from mjlog.text import as_command, shown
from mjlog_cli.console import say
from mjlog_cli.games import game_argument
from mjlog_cli.moments import moment
from mjlog_cli.params import database_path, db_option

_USUAL = {HIDDEN: "taken off lists", SHOWN: "on lists again"}


@click.command(name="hide")
@game_argument
@click.argument("why", required=False)
@db_option
@click.option("--undo", is_flag=True, is_eager=True, help="Show it again; `last` is the game hidden last.")
def command(game: str, why: str | None, db: str | None, undo: bool) -> None:
    """Take GAME off lists, standings and completion, and say WHY.

    Nothing is removed: a note at the end of its log hides it, as long as that is the last event. --undo, or any further
    event, shows the game again. By its id it can always be looked at.
    """
    wanted = SHOWN if undo else HIDDEN
    with open_store(database_path(db), create=False) as store:
        head = store.head(game)
        info = next(info for info in store.games() if info.game == game)
        if info.hidden is not undo:
            raise MjlogError(f"{shown(game, 200)}: is {'not ' if undo else ''}hidden already: nothing was stored")
        fields = {
            "seq": head.seq + 1, "type": "note", "text": why or _USUAL[wanted], "decision": wanted, "at": moment("now"),
        }  # fmt: skip
        store.append(game, [event_body(fields)], expected_last=head.seq)
    name = shown(game, 200)
    back = f"on no list any more; `{as_command('hide --undo', game)}` puts it back"
    say(f"{name}: {'on lists again' if undo else back}")
