"""`mjlog` by itself: where the database is, what is in it, and what to do next."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from mjlog.errors import MjlogError
from mjlog.recording.beginning import going_on
from mjlog.store import SqliteStore, open_readonly
from mjlog.text import as_command, counted, shown
from mjlog_cli.params import database_path

_NAMED = 5
"""Games that are named, the last ones."""


def welcome(db: str | None) -> Iterator[str]:
    """What to do next, a line each."""
    path = database_path(db)
    yield f"database: {shown(path, 300)} ({_whence(db)})"
    yield from _in_database(path) if path.exists() else iter(("it is made with the first game",))
    yield ""
    yield "record a game at the table     mjlog record"
    yield "see the games in a browser     mjlog serve"
    yield "look at sample games           mjlog demo"
    yield "import games                   mjlog import mjlog FILE"
    yield "all commands                   mjlog --help"


def _whence(db: str | None) -> str:
    if db is not None:
        return "named by --db"
    return (
        "named by $MJLOG_DB"
        if os.environ.get("MJLOG_DB")
        else "in your data folder; --db FILE or $MJLOG_DB name another"
    )


def _in_database(path: Path) -> Iterator[str]:
    try:
        with open_readonly(path) as store:
            games = [info for info in store.games() if not info.hidden]
            yield counted(len(games), "game")
            yield from _going_on(store)
    except MjlogError as error:
        yield str(error)


def _going_on(store: SqliteStore) -> Iterator[str]:
    """Games that are not over, the last ones first."""
    drafts, found = store.drafts(), going_on(store)
    for info in found[:_NAMED]:
        pencil = ", acts in pencil" if info.game in drafts else ""
        players = ", ".join(shown(player, 20) for player in info.players)
        yield f"  go on with {shown(info.game, 40)} ({players}{pencil}): {as_command('record', info.game)}"
    if len(found) > _NAMED:
        yield f"  and {len(found) - _NAMED} more that are not over: mjlog games"
