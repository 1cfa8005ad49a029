"""Stores to try, in each journal mode."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from mjlog.chain import event_body
from mjlog.store import SqliteStore, open_store

JOURNALS = ("wal", "delete")


def note(seq: int, text: str = "x") -> bytes:
    """The body of a remark."""
    return event_body({"seq": seq, "type": "note", "text": text})


def notes(first: int, last: int) -> list[bytes]:
    """The bodies of remarks, both ends included."""
    return [note(seq) for seq in range(first, last + 1)]


@pytest.fixture(params=JOURNALS)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[SqliteStore]:
    """An empty store."""
    with open_store(tmp_path / "a.db", journal=request.param) as made:
        yield made


@pytest.fixture(params=JOURNALS)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The path of a database with game `demo` (three remarks) in it."""
    path = tmp_path / "club.db"
    with open_store(path, journal=request.param) as made:
        made.append("demo", notes(1, 3), key="first")
    return path


@pytest.fixture
def opened(database: Path) -> Iterator[SqliteStore]:
    """That database, opened to record in."""
    with open_store(database) as made:
        yield made


Change = Callable[[str], None]


@pytest.fixture
def change(database: Path) -> Change:
    """Changes the database with another program: no guard, no triggers."""

    def run(sql: str) -> None:
        with without_guards(database) as connection:
            connection.execute(sql)

    return run


@contextmanager
def without_guards(database: Path) -> Iterator[sqlite3.Connection]:
    """A database as another program may change it: its triggers are gone meanwhile."""
    with closing(sqlite3.connect(database)) as connection:
        triggers = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            connection.execute(f"DROP TRIGGER {name}")
        yield connection
        for _, text in triggers:
            connection.execute(text)
        connection.commit()
