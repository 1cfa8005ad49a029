"""What whoever runs a server is told of requests, and whether it lives."""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from mjlog import __version__
from mjlog.viewer import create_app
from mjlog.viewer.serving.guard import JsonLines
from tests.viewer.conftest import store_games
from tests.views.table_logs import Log, won


class Kept(logging.Handler):
    """Lines as they would be written."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(JsonLines())
        self.lines: list[dict[str, Any]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(json.loads(self.format(record)))


@pytest.fixture
def log() -> Iterator[Kept]:
    """What the program says while a test runs, as JSON."""
    kept, root, before = Kept(), logging.getLogger(), logging.getLogger().level
    root.addHandler(kept)
    root.setLevel(logging.INFO)
    yield kept
    root.removeHandler(kept)
    root.setLevel(before)


def test_a_request_is_one_line_without_what_was_asked_for(client: FlaskClient, log: Kept) -> None:
    with client.get("/games/won/events/5?view=open", environ_base={"REMOTE_ADDR": "192.0.2.7"}) as answer:
        assert log.lines == []
    line = log.lines.pop()
    assert log.lines == []
    assert line.pop("at").endswith("Z")
    assert 0 <= line.pop("seconds") < 600
    assert line == {
        "level": "info", "logger": "mjlog.requests", "client": "192.0.2.7", "method": "GET",
        "path": "/games/won/events/5", "status": 200, "bytes": len(answer.data),
    }  # fmt: skip


def test_what_is_refused_and_what_is_streamed_are_told_too(client: FlaskClient, log: Kept) -> None:
    client.get("/games/nobody").close()
    client.get("/", headers={"Host": "elsewhere.example"}).close()
    with client.get("/api/v1/log") as answer:
        whole = answer.data
    assert [(line["path"], line["status"]) for line in log.lines] == [
        ("/games/nobody", 404), ("/", 400), ("/api/v1/log", 200),
    ]  # fmt: skip
    assert log.lines[-1]["bytes"] == len(whole)


def test_what_went_wrong_is_a_line_with_its_trace(log: Kept) -> None:
    try:
        raise ValueError("two\nlines")
    except ValueError:
        logging.getLogger("mjlog.viewer.app").exception("Exception on %s", "/x")
    line = log.lines.pop()
    assert (line["level"], line["message"]) == ("error", "Exception on /x")
    assert line["trace"].endswith("ValueError: two\nlines")


def test_nobody_is_told_unless_somebody_listens(client: FlaskClient, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        assert client.get("/").status_code == 200
    assert caplog.records == []


def test_health_is_version_and_number_of_games(client: FlaskClient) -> None:
    answer = client.get("/api/v1/health")
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store")
    assert answer.json == {"version": __version__, "games": 4}


def test_a_server_whose_database_cannot_be_read_is_not_in_health(tmp_path: Path) -> None:
    app = create_app(store_games(tmp_path / "club.db", won(Log("won"))))
    with app.test_client() as client:
        assert client.get("/api/v1/health").status_code == 200
        with sqlite3.connect(tmp_path / "club.db") as other:
            other.execute("DROP TABLE events")
        answer = client.get("/api/v1/health")
    assert (answer.status_code, answer.mimetype) == (503, "application/problem+json")
    assert "Retry-After" in answer.headers
