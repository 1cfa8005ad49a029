"""A database with a few small games, and a client of its viewer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from mjlog.store import open_store
from mjlog.viewer import create_app
from tests.views.table_logs import Log, played, won

ODD = 'x<b>/..\u202e&"\n'
"""A game's name as somebody who wants to harm would choose it."""


def store_games(path: Path, *logs: Log) -> Path:
    """A new database with these games."""
    with open_store(path) as store:
        for log in logs:
            store.import_game(log.events[0]["game"], log.bodies())
    return path


def faulty() -> Log:
    """A game with an error in a hand that is over, and its next hand just begun."""
    log = won(Log("faulty"))
    log.events[-1]["change"] = {"E": -1982, "S": 3998, "W": -1008, "N": -1008}
    log.add("hand-start", hand=2, round="E", seats={"E": "ben", "S": "cleo", "W": "dora", "N": "anna"})
    return log


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four games: won, in progress, faulty, and one with an odd name."""
    path = tmp_path_factory.mktemp("viewer") / "club.db"
    return store_games(path, won(Log("won")), played(7, 30, Log("live")), faulty(), won(Log(ODD)))


@pytest.fixture
def client(database: Path) -> Iterator[FlaskClient]:
    """A client of the viewer, for a test of its own."""
    app = create_app(database, patience=60)
    with app.test_client() as client:
        yield client
    app.extensions["mjlog_library"].store.close()
