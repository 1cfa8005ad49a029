"""What somebody does to the file with another program, and what `verify` and the doctor say of it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from mjlog.chain import GENESIS, chain_id, event_body
from mjlog.errors import ConflictError, StoreError
from mjlog.store import SqliteStore, open_readonly, open_store
from mjlog.store.checks import ChainCheck, StoredRow
from mjlog.store.doctor import examine

from .conftest import Change, note, notes


@pytest.fixture
def games(database: Path) -> Path:
    """The database with two games more, `a` and `b`, that say which game they begin."""
    with open_store(database) as store:
        for game in ("a", "b"):
            begin = event_body({"seq": 1, "type": "game-start", "format": 1, "game": game, "ruleset": "western"})
            store.append(game, [begin, note(2, game)], key=game)
    return database


def _found(path: Path, game: str | None = None) -> list[tuple[str, int | None, str]]:
    with open_readonly(path) as store:
        return [(fault.code, fault.seq, fault.message) for fault in store.verify(game)]


def _errors(path: Path, check: str) -> list[str]:
    return [line.message for line in examine(path) if line.check == check and line.level == "error"]


def _chain_anew(path: Path, number: int) -> None:
    """Computes all ids of a game from what stands there now, as somebody would who hides a change."""
    with closing(sqlite3.connect(path)) as connection:
        prev = GENESIS
        connection.execute("DROP TRIGGER events_fixed")
        for seq, body in connection.execute("SELECT seq, body FROM events WHERE game = ?", (number,)).fetchall():
            prev = chain_id(prev, body.encode())
            connection.execute(
                "UPDATE events SET id = ? WHERE game = ? AND seq = ?", (bytes.fromhex(prev), number, seq)
            )
        connection.commit()


def test_games_whose_names_were_exchanged_are_found(games: Path, change: Change) -> None:
    """Each log is whole, and stands under the name of the other."""
    change("UPDATE games SET game = CASE game WHEN 'a' THEN 'x' ELSE game END")
    change("UPDATE games SET game = CASE game WHEN 'b' THEN 'a' ELSE game END")
    change("UPDATE games SET game = CASE game WHEN 'x' THEN 'b' ELSE game END")
    assert _found(games, "a") == [("chain-broken", 1, "the log is stored as game a, but it begins game b")]
    assert _found(games, "b") == [("chain-broken", 1, "the log is stored as game b, but it begins game a")]
    assert len(_errors(games, "chain")) == 1


def test_a_game_that_was_renamed_is_found(games: Path, change: Change) -> None:
    change("UPDATE games SET game = 'c' WHERE game = 'a'")
    assert _found(games, "c") == [("chain-broken", 1, "the log is stored as game c, but it begins game a")]


def test_a_game_without_any_event_is_found(games: Path, change: Change) -> None:
    """A game and its first event are stored together."""
    change("DELETE FROM appends WHERE game = 2")
    change("DELETE FROM events WHERE game = 2")
    assert _found(games) == [("seq-gap", 1, "the game was begun, and none of its events is there")]


@pytest.mark.parametrize("seq", [0, -7, -(2**63) + 1])
def test_a_row_before_the_first_event_is_found_and_does_not_hide_the_others(
    games: Path, change: Change, seq: int
) -> None:
    change(f"INSERT INTO events SELECT game, {seq}, id, body FROM events WHERE game = 2 AND seq = 1")
    assert _found(games) == [
        ("seq-gap", seq, f"a row stands before the first event, in the place of event {seq}"),
    ]
    with open_readonly(games) as store:
        assert store.checked_bodies("a")[0] == store.bodies("a")


@pytest.mark.parametrize("body", [
    '{"seq":2,"type":"note", "text":"a"}',
    '{"type":"note","seq":2}',
    '{"seq":2,"seq":2,"type":"note"}',
    '{"id":"x","seq":2,"type":"note"}',
    '{"prev":"x","seq":2,"type":"note"}',
    '{"seq":2,"type":"note","x":1.0}',
])  # fmt: skip
def test_an_event_that_is_not_canonical_is_found_though_its_chain_is_right(games: Path, body: str) -> None:
    """An exported log would have another head than the database."""
    with closing(sqlite3.connect(games)) as connection:
        connection.execute("DROP TRIGGER events_fixed")
        connection.execute("UPDATE events SET body = ? WHERE game = 2 AND seq = 2", (body,))
        connection.commit()
        connection.execute("CREATE TRIGGER events_fixed BEFORE UPDATE ON events BEGIN SELECT 1; END")
    _chain_anew(games, 2)
    ((code, seq, message),) = _found(games)
    assert (code, seq, message[:38]) == ("chain-broken", 2, "event 2 is not written as events are (")


def test_fractions_and_letters_beyond_the_basic_plane_are_canonical(database: Path) -> None:
    """What an append takes, `verify` finds right."""
    more = {"x": 1.5, "y": 1e21, "\U0001f004": [0.1, {"\uff5e": 1, "\U0001f005": 2}]}
    with open_store(database) as store:
        store.append("demo", [event_body({"seq": 4, "type": "note", **more})])
        assert store.verify() == []


@pytest.mark.parametrize("sql", [
    "UPDATE appends SET game = 1 WHERE key = 'a'",
    "UPDATE appends SET first = 3, last = 2 WHERE key = 'a'",
    "UPDATE appends SET first = 0 WHERE key = 'a'",
    "UPDATE appends SET last = 9 WHERE key = 'a'",
    "INSERT INTO appends VALUES ('c', 2, 2, 2)",
])  # fmt: skip
def test_keys_that_do_not_stand_for_events_are_an_error_to_the_doctor(games: Path, change: Change, sql: str) -> None:
    """With them, something sent again might be stored a second time."""
    assert _errors(games, "keys") == []
    change(sql)
    (said,) = _errors(games, "keys")
    assert "of appends do" in said


@pytest.mark.parametrize("sql", [
    "CREATE UNIQUE INDEX one ON events (game, seq, id)",
    "create unique index one on people (name)",
    "CREATE INDEX one ON events (length(body))",
])  # fmt: skip
def test_an_index_that_could_refuse_an_event_is_told_before_one_is_lost(database: Path, sql: str) -> None:
    """A unique one does, and one of computed values may: nothing is written to such a database."""
    with closing(sqlite3.connect(database)) as connection:
        connection.execute(sql)
    with pytest.raises(StoreError, match="can refuse what is to be stored, and is not ours: one"):
        open_store(database)
    (said,) = _errors(database, "schema")
    assert "is not ours: one" in said


def test_an_ordinary_index_is_named_and_left_alone(database: Path) -> None:
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("CREATE INDEX by_body ON events (body)")
    with open_store(database) as store:
        assert store.append("demo", notes(4, 4)).seq == 4
    told = [line.message for line in examine(database) if line.check == "schema" and line.level == "info"]
    assert told == ["not made by mjlog: the index by_body"]


def test_an_index_that_cannot_be_trusted_is_named_and_nothing_called_damaged(database: Path) -> None:
    """An older SQLite does not even load it, and says that the database is malformed; a newer one could use it."""
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("CREATE INDEX by_type ON events (json_extract(body, '$.type'))")
    with pytest.raises(StoreError, match=r"another program.* by_type"):
        open_store(database)
    (said,) = _errors(database, "schema")
    assert "by another program" in said or said.startswith("another program put into it by_type, which computes with")
    assert "by_type" in said
    assert _errors(database, "pages") == []
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("DROP INDEX by_type")
    assert _found(database) == []


@pytest.mark.parametrize("version", [-1, 0, 2])
def test_a_changed_version_is_told_as_such(database: Path, version: int) -> None:
    """And not as tables of somebody else, or as an older database with which all is well."""
    with closing(sqlite3.connect(database)) as connection:
        connection.execute(f"PRAGMA user_version = {version}")
    with pytest.raises(StoreError, match=rf"it is of schema {version}, and its list of migrations says 1-append-only"):
        open_store(database)
    (said,) = _errors(database, "schema")
    assert f"it is of schema {version}, and its list of migrations says" in said


@pytest.mark.parametrize("sql", ["DROP TABLE _sqlite_migrations", "DELETE FROM _sqlite_migrations WHERE name > '2'"])
def test_a_list_of_migrations_that_is_not_right_is_a_warning(database: Path, sql: str) -> None:
    """Recording goes on; it is a newer program that will not know what to do."""
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute(sql)
    told = [line.message for line in examine(database) if line.check == "schema" and line.level == "warning"]
    assert len(told) == 1
    assert told[0].startswith("changed by another program: ")
    with open_store(database) as store:
        assert store.append("demo", notes(4, 4)).seq == 4


def test_a_name_that_a_migration_needs_is_an_error_to_the_doctor(tmp_path: Path) -> None:
    """Else the next recording would be refused in the middle of an evening."""
    from sqlite_utils import Database

    from mjlog.store.migrations import migrations

    with closing(sqlite3.connect(tmp_path / "old.db")) as connection:
        migrations.apply(Database(connection), stop_before="3-people")
        connection.execute("CREATE TABLE people (x)")
    (said,) = _errors(tmp_path / "old.db", "schema")
    assert "the table people is not of mjlog, which needs the name" in said


def test_a_key_used_for_long_events_shows_where_they_differ(store: SqliteStore) -> None:
    """Both are shown around the first letter that is not the same."""
    long = "x" * 2000
    store.append("demo", [note(1, f"{long}before")], key="k")
    with pytest.raises(ConflictError) as caught:
        store.append("demo", [note(1, f"{long}after")], key="k")
    then, now = str(caught.value).split("; sent now")
    assert "xbefore" in then
    assert "xafter" in now


def test_a_second_name_and_a_blocked_lock_are_told_by_the_doctor(database: Path) -> None:
    """Before the next recording is refused."""
    import os

    os.link(database, database.with_name("second.db"))
    assert "a second name (hard link), second.db" in _errors(database, "file")[0]
    lock = database.with_name("club.db.lock")
    lock.unlink(missing_ok=True)
    lock.mkdir()
    assert any("club.db.lock is no file that this user may write" in line.message for line in examine(database))


@pytest.mark.parametrize(
    ("body", "found"), [(note(2), []), (note(7), [("seq-gap", 2)]), (b"no event", [("bad-json", 2)])]
)
def test_what_stands_in_a_place_is_the_event_of_that_place_however_well_it_is_chained(
    body: bytes, found: list[tuple[str, int]]
) -> None:
    begun = event_body({"seq": 1, "type": "note", "text": "first"})
    ids = [chain_id(GENESIS, begun)]
    ids.append(chain_id(ids[0], body))
    rows = [StoredRow(seq, head, one) for seq, (head, one) in enumerate(zip(ids, (begun, body), strict=True), start=1)]
    check = ChainCheck("g")
    check.feed(rows)
    assert [(fault.code, fault.seq) for fault in check.end(0)] == found
