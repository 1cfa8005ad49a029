"""The names of the program that outputs are made by, where a command for each would take too long.

They are all here: whoever gives one of them another name changes this file, and the outputs stay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from flask import Flask

from mjlog.answers import plain
from mjlog.audit.game import Game
from mjlog.errors import MjlogError
from mjlog.events import Mahjong
from mjlog.log.records import as_of as log_as_of
from mjlog.log.sight import parse_sight
from mjlog.rulesets import shipped
from mjlog.viewer import create_app
from mjlog.views.moment import moment_at, move_answer, moves_after
from mjlog_cli.commands.looking import moment_fields
from mjlog_cli.console import json_line
from mjlog_cli.games import opened
from mjlog_cli.params import shelf_of

AUDIENCES = ("table", "open", "E", "S", "W", "N")
TOKEN = "a-token-for-the-outputs-0123456789"
Choice = Callable[[int], Iterable[int]]
"""Which places of a log of so many events are looked at."""

__all__ = ["AUDIENCES", "TOKEN", "Choice", "close", "could_be_done", "moments", "rule_sets", "viewer", "wins"]


def moments(path: str, chosen: Choice, cards: Sequence[str] = (), as_recorded: bool = False) -> Iterator[bytes]:
    """The lines of `mjlog replay --json` of some events, for every audience."""
    try:
        seen = _seen(path, cards, as_recorded)
    except MjlogError as error:
        yield f"{error}\n".encode()
        return
    for place in chosen(len(seen.rows)):
        for audience in AUDIENCES:
            yield json_line(_fields(seen, place, audience))


def could_be_done(path: str, chosen: Choice, cards: Sequence[str] = ()) -> Iterator[bytes]:
    """The moves of `mjlog replay --moves --json` at some events: as they are, and as the table knows them."""
    try:
        seen = _seen(path, cards)
    except MjlogError as error:
        yield f"{error}\n".encode()
        return
    for place in chosen(len(seen.rows)):
        for audience in ("open", "table"):
            moves = [plain(move_answer(move)) for move in moves_after(seen, place, parse_sight(audience))]
            yield json_line({"place": place, "view": audience, "moves": moves})


def wins(path: str, cards: Sequence[str] = ()) -> Iterator[dict[str, Any]]:
    """The lines of `mjlog replay --json` at the events by which somebody won, open."""
    try:
        seen = _seen(path, cards)
    except MjlogError:
        return
    for place, event in enumerate(seen.rows):
        if isinstance(event, Mahjong):
            yield _fields(seen, place, "open") | {"source": event.source}


def _seen(path: str, cards: Sequence[str], as_recorded: bool = False) -> Game:
    shelf = shelf_of(tuple(cards))
    with opened(path, None) as record:
        return Game(log_as_of(record, None), as_recorded, cards=shelf, to_owner=True)


def _fields(seen: Game, place: int, audience: str) -> dict[str, Any]:
    return moment_fields(seen, moment_at(seen, place, parse_sight(audience)), None)


def rule_sets() -> tuple[str, ...]:
    """The ids of the shipped rule sets."""
    return tuple(sorted(shipped()))


def viewer(database: Path, *, takes_events: bool) -> Flask:
    """The viewer of a database, which waits for nothing; whether it takes events from whoever has the token."""
    return create_app(database, patience=600, token=TOKEN if takes_events else None)


def close(app: Flask) -> None:
    """The viewer's database is closed."""
    app.extensions["mjlog_library"].store.close()
