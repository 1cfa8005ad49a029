"""Tables that are recorded from telephones: a viewer with their keys, and a telephone without a browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from mjlog.recording.beginning import Beginning, begin
from mjlog.recording.session import Manner, RecordingSession
from mjlog.rulesets import default_rules, load
from mjlog.store import SqliteStore, open_store
from mjlog.viewer import create_app
from mjlog.viewer.recorder.tables import Tables

SECRET = b"the secret of the tables"
FROM_HERE = {"Origin": "http://localhost"}
PLAYERS = ("anna", "ben", "cleo", "dora")


def begun(path: Path, *acts: str, game: str = "tuesday", ruleset: str = "western") -> Path:
    """A database with a game that has begun, these acts of it in pencil."""
    with open_store(path) as store:
        players = PLAYERS[: default_rules(ruleset).plan.players]
        begin(store, Beginning(load(ruleset), players, game=game))
        session = RecordingSession(store, game, Manner())
        for act in acts:
            session.enter(act)
    return path


@contextmanager
def serving(path: Path, **more: Any) -> Iterator[Flask]:
    """A viewer of a database whose games are recorded from telephones."""
    app = create_app(path, patience=60, record=SECRET, **more)
    try:
        yield app
    finally:
        tables_of(app).close()
        app.extensions["mjlog_library"].store.close()


def tables_of(app: Flask) -> Tables:
    """The tables of a viewer."""
    found = app.extensions["mjlog_tables"]
    assert isinstance(found, Tables)
    return found


class Telephone:
    """A telephone that records a game: it knows what the last page said, and sends as the script does."""

    def __init__(self, app: Flask, game: str = "tuesday", with_key: bool = True) -> None:
        self.client: FlaskClient = app.test_client()
        self.path = f"/record/{game}"
        self.mark = ""
        if with_key:
            key = tables_of(app).keys.of(game)
            assert self.send(do="key", key=key, script=None).status_code == 303
            self.look()

    def look(self, text: str = "") -> TestResponse:
        """The page, with what a line would mean."""
        answer = self.send(do="look", text=text) if text else self.client.get(self.path)
        self.mark = hidden(answer.text, "after")
        return answer

    def send(self, **fields: str | None) -> TestResponse:
        """Send the form; `script=None`: as a browser without script does."""
        given = {name: value for name, value in {"script": "1", **fields}.items() if value is not None}
        return self.client.post(self.path, data=given, headers=FROM_HERE)

    def enter(self, text: str, key: str = "", **more: str | None) -> TestResponse:
        """Enter a line as it is understood now."""
        answer = self.send(**{"do": "enter", "text": text, "after": self.mark, "key": key, **more})
        if answer.status_code == 200:
            self.mark = answer.headers["Record-Mark"]
        return answer


def hidden(page: str, name: str) -> str:
    """The first hidden field of that name."""
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found is not None, name
    return found[1]


def preview_of(page: str) -> str:
    """The words above the line."""
    found = re.search(r'data-part="preview".*?</div>', page, re.DOTALL)
    return " ".join(re.sub(r"<[^>]*>", " ", found[0]).split()).partition("> ")[2] or found[0]


def entered(path: Path, game: str = "tuesday") -> list[str]:
    """The acts of a game in words, those in pencil behind those in ink."""
    with open_store(path) as store:
        return [one.words for step in session_of(store, game).steps for one in step.said]


def session_of(store: SqliteStore, game: str = "tuesday") -> RecordingSession:
    """The game as a terminal opens it."""
    return RecordingSession(store, game, Manner())
