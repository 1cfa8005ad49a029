"""Games for the tests of the API: small ones of several rule sets, over and in progress, odd and faulty."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from flask.testing import FlaskClient

from tests.viewer.conftest import ODD, faulty, looking, store_games
from tests.views.american_logs import told
from tests.views.table_logs import Log, played, won

TOKEN = "a-token-for-the-tests-0123456789"
HEADERS = {"Authorization": f"Bearer {TOKEN}"}
PLAYERS = ["anna", "ben", "cleo", "dora"]


def corrected() -> Log:
    """A game in which an event was corrected, one was added and one made void."""
    log = won(Log("corrected"))
    log.add("correction", of=len(log.events), events=[], reason="not paid yet", agreed=["anna"])
    log.add("correction", after=3, events=[{"type": "note", "text": "late"}], reason="forgotten")
    return log


def disputed() -> Log:
    """A game with a dispute that was ruled, a correction that follows from it, and another dispute that is open."""
    log = won(Log("disputed"))
    last = len(log.events)
    log.add("dispute", on=22, seat="S", text="he took it back", at="2026-11-20T20:15:00Z", recorder="dora")
    log.add("ruling", on=last + 1, text="everybody saw it", decision="upheld")
    log.add("correction", on=last + 2, of=last, events=[], reason="not paid yet", agreed=["anna"])
    log.add("penalty", on=last + 2, seat="E", amount=100, reason="late")
    log.add("dispute", on=23, text="<b>that</b> was no mahjong")
    return log


def named(log: Log, name: str) -> Log:
    """The same log under another name."""
    log.events[0]["game"] = name
    return log


def sampled() -> list[Log]:
    """The games."""
    return [
        won(Log("won")), played(7, 30, Log("live")), faulty(), won(Log(ODD)), corrected(), named(told(), "american"),
        disputed(),
    ]  # fmt: skip


def store_of_samples(path: Path) -> Path:
    """A new database with the games."""
    return store_games(path, *sampled())


def begun(name: str, **more: Any) -> dict[str, Any]:
    """The first event of a game."""
    return {"type": "game-start", "format": 1, "game": name, "ruleset": "western", "players": PLAYERS, **more}


def appending(database: Path) -> FlaskClient:
    """Somebody who looks at a viewer that takes events from whoever has the token."""
    return looking(database, token=TOKEN)
