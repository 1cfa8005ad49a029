"""Dossiers for tests: of logs in short notation, of sample logs, with ids as a database would give them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from mjlog.audit.game import Game
from mjlog.chain import GENESIS, chain_id, event_body
from mjlog.disputes.dossier import AsStored, Dossier, Stored, dossier
from mjlog.events import convert_event, encode_event
from mjlog.log.records import GameRecord, Row
from mjlog.sources import games_in
from short_logs import fields

Fields = dict[str, Any]


def view_of_short(text: str, *more: Fields) -> Game:
    """A game to look at: a text in short notation, and further events behind it."""
    return view_of_events([*fields(text), *more])


def view_of_events(events: Sequence[Fields]) -> Game:
    """A game to look at, numbered from 1; corrections are carried out."""
    rows = [(convert_event({**event, "seq": seq}), None) for seq, event in enumerate(events, 1)]
    return Game(GameRecord("test", "test", iter(rows), corrected=True))


@cache
def rows_of(path: Path) -> tuple[Row, ...]:
    """The rows of the first game of a sample."""
    return tuple(next(games_in(str(path))).rows)


def view_of_sample(path: Path) -> Game:
    """A sample to look at."""
    return Game(GameRecord(str(path), path.name, iter(rows_of(path)), corrected=True))


def stored_of(view: Game) -> AsStored:
    """The events of a game as a database would store them."""
    made: list[Stored] = []
    for event in view.log.events:
        body = event_body(json.loads(encode_event(event)))
        made.append(Stored(chain_id(made[-1].id if made else GENESIS, body), body))
    return lambda seq: made[seq - 1] if 1 <= seq <= len(made) else None


def dossier_of(view: Game, seq: int | None = None) -> Dossier:
    """The dossier of an event; of the last one, if none is named."""
    return dossier(view, view.log.last if seq is None else seq, stored_of(view))


def rule_in(found: Dossier, rule: str) -> Any:
    """What a dossier says of a rule; None where it does not name it."""
    return next((one for one in found.rules if one.id == rule), None)
