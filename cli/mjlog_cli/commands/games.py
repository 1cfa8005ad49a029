"""`mjlog games`, `hide`: what is in the database, and on lists; and `mjlog` by itself: what to do next."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import click

from mjlog.chain import event_body
from mjlog.errors import MjlogError
from mjlog.store import open_readonly, open_store
from mjlog.text import as_command, counted, day_words, shown, with_name
from mjlog_cli.console import say, tell, write_json
from mjlog_cli.games import game_argument, read_database
from mjlog_cli.params import database_path, db_option, json_option, moment, names_option


@click.command(name="games")
@db_option
@click.option("--all", "every", is_flag=True, help="Those too that are hidden (`mjlog hide`).")
@json_option
@names_option
def games_command(db: str | None, every: bool, as_json: bool, names: dict[str, str] | None) -> None:
    """List the games of the database, in the order in which they came into it. `mjlog find` looks for some of them."""
    with read_database(database_path(db)) as store:
        games, drafts = store.games(), store.drafts()
        doubts = store.in_doubt()
    listed = [info for info in games if every or not info.hidden]
    for info in listed:
        if as_json:
            known = {player: (names or {})[player] for player in info.players if player in (names or {})}
            more = {} if names is None else {"names": known}
            write_json({
                "game": info.game, "ruleset": info.ruleset, "events": info.last, "head": info.head,
                "players": list(info.players), "place": info.place, "table": info.table, "at": info.at,
                "hidden": info.hidden, **more, "pencil": info.game in drafts,
            })  # fmt: skip
        else:
            parts = [shown(info.ruleset or "no rule set"), counted(info.last, "event")]
            if info.players:
                parts.append(", ".join(with_name(player, names or {}, 30) for player in info.players))
            parts += [shown(part, 40) for part in (*info.where, day_words(info.at)) if part]
            parts += ["acts in pencil"] * (info.game in drafts) + ["hidden"] * info.hidden
            say(f"{shown(info.game, 200)}: {'; '.join(parts)}")
    if len(listed) < len(games):
        tell(f"note: {counted(len(games) - len(listed), 'game')} hidden (--all lists all)")
    for game, why in doubts.items():
        tell(f"note: {shown(game, 200)}: {why} (`mjlog verify` shows more)")
    if not games and not as_json:
        say("there are no games here yet: `mjlog import` brings some, `mjlog record` begins one")


# -- hide -------------------------------------------------------------------------------------------------------------


@click.command(name="hide")
@game_argument
@click.argument("why", required=False)
@db_option
@click.option("--undo", is_flag=True, is_eager=True, help="Show it again; `last` is the game hidden last.")
def hide_command(game: str, why: str | None, db: str | None, undo: bool) -> None:
    """Take GAME off lists, standings and completion, and say WHY.

    Nothing is removed: a note at the end of its log hides it, as long as that is the last event. --undo, or any further
    event, shows the game again. By its id it can always be looked at.
    """
    from mjlog.log.corrections import HIDDEN, SHOWN

    wanted = SHOWN if undo else HIDDEN
    with open_store(database_path(db), create=False) as store:
        head = store.head(game)
        info = next(info for info in store.games() if info.game == game)
        if info.hidden is not undo:
            raise MjlogError(f"{shown(game, 200)}: is {'not ' if undo else ''}hidden already: nothing was stored")
        fields = {
            "seq": head.seq + 1, "type": "note", "text": why or ("on lists again" if undo else "taken off lists"),
            "decision": wanted, "at": moment("now"),
        }  # fmt: skip
        store.append(game, [event_body(fields)], expected_last=head.seq)
    name = shown(game, 200)
    back = f"on no list any more; `{as_command('hide --undo', game)}` puts it back"
    say(f"{name}: {'on lists again' if undo else back}")


# -- mjlog alone ------------------------------------------------------------------------------------------------------


_NAMED = 5
"""Games that are named, the last ones."""


def welcome(db: str | None) -> Iterator[str]:
    """What to do next, a line each."""
    path = database_path(db)
    whence = "in your data folder; --db FILE or $MJLOG_DB name another"
    if db is not None or os.environ.get("MJLOG_DB"):
        whence = "named by --db" if db is not None else "named by $MJLOG_DB"
    yield f"database: {shown(path, 300)} ({whence})"
    yield from _in_database(path) if path.exists() else iter(("it is made with the first game",))
    yield ""
    yield "record a game at the table     mjlog record"
    yield "see the games in a browser     mjlog serve"
    yield "look at sample games           mjlog demo"
    yield "import games                   mjlog import mjlog FILE"
    yield "all commands                   mjlog --help"


def _in_database(path: Path) -> Iterator[str]:
    """How many games it has, and those that are not over, the last ones first."""
    from mjlog.recording.beginning import going_on

    try:
        with open_readonly(path) as store:
            games = [info for info in store.games() if not info.hidden]
            yield counted(len(games), "game")
            drafts, unfinished = store.drafts(), going_on(store)
            for info in unfinished[:_NAMED]:
                pencil = ", acts in pencil" if info.game in drafts else ""
                players = ", ".join(shown(player, 20) for player in info.players)
                yield f"  go on with {shown(info.game, 40)} ({players}{pencil}): {as_command('record', info.game)}"
            if len(unfinished) > _NAMED:
                yield f"  and {len(unfinished) - _NAMED} more that are not over: mjlog games"
    except MjlogError as error:
        yield str(error)
