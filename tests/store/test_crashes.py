"""Killed hundreds of times, in each journal mode: nothing acknowledged is lost, nothing is there in part.

`MJLOG_TEST_KILLS` says how many writers are killed in each mode, where the usual number is not enough.
"""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path

import pytest

from mjlog.errors import StoreError
from mjlog.store import SqliteStore, open_readonly, open_store
from mjlog.store.schema import APPLICATION_ID, SCHEMA_VERSION, TABLES, TRIGGERS, VIEWS

from .conftest import JOURNALS
from .crashing import deeds
from .crashing.killing import KILLS, duration, killed, moments, turns

KILLS_A_FILE = 20
A_FIRST_ACT = 0.002
"""Seconds that nobody has measured yet: roughly."""


def _assert_whole(store: SqliteStore) -> int:
    """The log is made of whole appends, each with its key, origins and draft; returns its end."""
    last = deeds.end_of(store)
    assert last % deeds.BATCH == 0
    assert store.verify() == []
    if last:
        first = last - deeds.BATCH
        assert store.bodies("demo")[first:] == deeds.batch(first)
        done = store.appended(deeds.key_of(first))
        assert done is not None
        assert done.head == store.head("demo")
        assert len(store.origins("demo")) == last
        assert store.draft("demo") == str(last).encode()
    assert store.appended(deeds.key_of(last)) is None
    return last


def _killed(deed: deeds.Deed, path: Path, turn: tuple[int, float]) -> int:
    acts, part = turn
    return killed(deed, path, part if acts else part * A_FIRST_ACT, acts)


def _integrity(path: Path) -> str:
    """What SQLite itself says of the file."""
    connection = sqlite3.connect(path)
    found = connection.execute("PRAGMA integrity_check").fetchone()[0]
    connection.close()
    return str(found)


@pytest.mark.parametrize("journal", JOURNALS)
def test_killed_while_appending(tmp_path: Path, journal: str) -> None:
    """After every kill the database opens, what was acknowledged is there in whole appends, and the next goes on."""
    when = turns(journal)
    acknowledged = appended = 0
    for number in range(KILLS):
        path = tmp_path / f"{number // KILLS_A_FILE}.db"
        if not path.exists():
            open_store(path, journal=journal).close()
            acknowledged = 0
        acknowledged = max(acknowledged, _killed(deeds.append, path, next(when)))
        appended += acknowledged
        with open_store(path, create=False) as store:
            assert _assert_whole(store) >= acknowledged
        assert _integrity(path) == "ok"
    assert appended > 0


@pytest.mark.parametrize("journal", JOURNALS)
def test_killed_while_reading_is_enough_to_look(tmp_path: Path, journal: str) -> None:
    """Whoever only reads sees, before any writer has tidied up, whole appends or a sentence that says what to do."""
    path = tmp_path / "a.db"
    open_store(path, journal=journal).close()
    when = turns(journal)
    for _ in range(KILLS // 4):
        acknowledged = _killed(deeds.append, path, next(when))
        with suppress(StoreError), open_readonly(path) as store:
            assert _assert_whole(store) >= acknowledged
            continue
        with pytest.raises(StoreError, match="open the database for writing once"):
            open_readonly(path)


@pytest.mark.parametrize("journal", JOURNALS)
def test_killed_while_keeping_a_draft(tmp_path: Path, journal: str) -> None:
    """What was said to be in pencil is in pencil, to the last letter; the log is as it was."""
    path = tmp_path / "a.db"
    with open_store(path, journal=journal) as store:
        head = store.append("demo", deeds.batch(0))
    when = turns(journal)
    kept = 0
    for _ in range(KILLS // 4):
        kept = max(kept, _killed(deeds.keep_drafts, path, next(when)))
        with open_store(path, create=False) as store:
            typed = int((store.draft("demo") or b"0").partition(b" ")[0])
            assert typed >= kept
            assert store.draft("demo") in (None, f"{typed} {'x' * (typed * 50 % 20_000)}".encode())
            assert store.head("demo") == head
            assert store.verify() == []
        assert _integrity(path) == "ok"
    assert kept > 0


@pytest.mark.parametrize("journal", JOURNALS)
def test_killed_while_importing_a_game(tmp_path: Path, journal: str) -> None:
    """The game is there from the first event to the last, or not at all; doing it again is right in both cases."""
    with open_store(tmp_path / "whole.db", journal=journal) as store:
        store.append("demo", deeds.batch(0))
    longest = duration(deeds.import_games, tmp_path / "whole.db")
    when = moments(journal, longest)
    outcomes = set()
    for number in range(max(KILLS // 10, 2)):
        path = tmp_path / f"{number}.db"
        with open_store(path, journal=journal) as store:
            demo = store.append("demo", deeds.batch(0))
        said = killed(deeds.import_games, path, next(when))
        with open_store(path, create=False) as store:
            outcomes.add("long" in store)
            assert ("long" in store) >= bool(said)
            assert store.verify() == []
            assert store.import_game("long", deeds.imported()).seq == deeds.IMPORTED
            assert store.head("demo") == demo
            assert store.verify() == []
        assert _integrity(path) == "ok"
        path.unlink()
    assert False in outcomes


@pytest.mark.parametrize("journal", JOURNALS)
def test_killed_while_a_database_is_made(tmp_path: Path, journal: str) -> None:
    """Whatever is there afterwards, the next one makes a whole database of it."""
    deed = deeds.make_wal if journal == "wal" else deeds.make_delete
    when = moments(journal, duration(deed, tmp_path / "whole.db"))
    half_made = 0
    for number in range(KILLS // 2):
        path = tmp_path / f"{number}.db"
        said = killed(deed, path, next(when))
        half_made += not said
        try:
            with open_readonly(path) as store:
                assert store.games() == []
        except StoreError:
            assert not said  # one that was finished can be read
        with open_store(path, journal=journal) as store:
            assert store.append("demo", deeds.batch(0)).seq == deeds.BATCH
            assert store.draft("demo") is None
            assert store.verify() == []
        assert _integrity(path) == "ok"
    assert half_made > 0


def _version_1(path: Path, journal: str) -> None:
    """A database as the first version of the program made it, with a log in it."""
    with open_store(path, journal=journal) as store:
        store.append("demo", deeds.batch(0), key=deeds.key_of(0))
    connection = sqlite3.connect(path, isolation_level=None)
    rows = {table: connection.execute(f"SELECT * FROM {table}").fetchall() for table in TABLES}
    names = "SELECT type, name FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE '%sqlite%'"
    for kind, name in sorted(connection.execute(names).fetchall(), key=lambda thing: thing[0] == "table"):
        if (kind, name) != ("table", "_sqlite_migrations"):
            connection.execute(f"DROP {kind} IF EXISTS {name}")
    for sql in TABLES.values():
        connection.execute(sql)
    for table, content in rows.items():
        for row in content:
            connection.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)
    for sql in (*TRIGGERS.values(), *VIEWS.values()):
        connection.execute(sql)
    connection.execute("DELETE FROM _sqlite_migrations WHERE name > '2'")
    connection.execute("PRAGMA user_version = 1")
    connection.close()


@pytest.mark.parametrize("journal", JOURNALS)
def test_killed_while_an_old_database_is_brought_up_to_date(tmp_path: Path, journal: str) -> None:
    """It is of the old version, of the new one or of one between, and whole; the log keeps every byte."""
    _version_1(tmp_path / "old.db", journal)
    old = (tmp_path / "old.db").read_bytes()
    when = moments(journal, duration(deeds.make_wal, tmp_path / "old.db"))
    versions = set()
    for number in range(KILLS // 4):
        path = tmp_path / f"{number}.db"
        path.write_bytes(old)
        killed(deeds.make_wal, path, next(when))
        connection = sqlite3.connect(path)
        assert connection.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
        versions.add(connection.execute("PRAGMA user_version").fetchone()[0])
        connection.close()
        with open_store(path, create=False) as store:
            assert store.bodies("demo") == deeds.batch(0)
            assert store.appended(deeds.key_of(0)) is not None
            store.keep_draft("demo", b"in pencil", expected_last=deeds.BATCH)
            assert store.people() == []
            assert store.verify() == []
        assert _integrity(path) == "ok"
    assert versions <= set(range(1, SCHEMA_VERSION + 1))
