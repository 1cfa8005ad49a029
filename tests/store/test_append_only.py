"""What is stored stays, through every door of ours; what other programs do to the file is found."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from each import try_each
from mjlog.chain import GENESIS, chain_id, event_body
from mjlog.errors import ConflictError, StoreError
from mjlog.store import Origin, SqliteStore, open_readonly, open_store
from mjlog.store.checks import ChainCheck, StoredRow
from mjlog.store.connection import connect_writer
from mjlog.store.doctor import examine
from mjlog.store.place import WriterLock
from tests.store.conftest import Change, note, notes

COLUMNS = {"games": "game", "events": "body", "appends": "last", "origins": "lines"}
TABLES = tuple(COLUMNS)
EVENT_2, EVENT_9 = ({"game": 1, "seq": seq, "id": b"x" * 32, "body": "x"} for seq in (2, 9))

STATEMENTS = (Path(__file__).parent / "refused.sql").read_text("utf-8").splitlines()
"""What the log is changed by, or its guards, if it is not refused."""


def _everything(path: Path) -> list[Any]:
    """All that the file holds, as another program sees it."""
    connection = sqlite3.connect(path)
    tables = (*TABLES, "drafts", "people", "_sqlite_migrations", "sqlite_schema")
    found = [connection.execute(f"SELECT * FROM {table}").fetchall() for table in tables]
    connection.close()
    return found


def test_sql_cannot_change_what_is_stored(database: Path) -> None:
    """On the connection that appends, the most powerful one there is."""
    _with_draft(database)
    try_each((sql, partial(_sql_is_refused, database, sql)) for sql in STATEMENTS)


def _sql_is_refused(database: Path, sql: str) -> None:
    before = _everything(database)
    connection = connect_writer(database, WriterLock(database, 1), create=False, journal=None)
    with pytest.raises(sqlite3.DatabaseError):
        connection.execute(sql)
    connection.close()
    assert _everything(database) == before


@pytest.mark.parametrize("column", ["body", "id"])
def test_incremental_blob_writes_find_no_row(database: Path, column: str) -> None:
    """They go past triggers and authorizer; without rowids there is nothing that they could open."""
    connection = connect_writer(database, WriterLock(database, 1), create=False, journal=None)
    places = (("events", column), ("games", "game"), ("appends", "key"), ("origins", "source"), ("drafts", "content"))
    for table, name in places:
        with pytest.raises(sqlite3.OperationalError):
            connection.blobopen(table, name, 1)
    connection.close()


# For the log's tables: primary keys, and a row that is there, altered.
ROWS: dict[str, tuple[str | tuple[str, ...], dict[str, Any]]] = {
    "games": ("game", {"game": "demo", "number": 2}),
    "events": (("game", "seq"), EVENT_2),
    "appends": ("key", {"key": "first", "game": 1, "first": 2, "last": 3}),
    "origins": (("game", "seq"), {"game": 1, "seq": 4, "source": "other", "lines": "[9]"}),
}

Attack = Callable[[Any], object]


def _attacks_on(table: str) -> dict[str, Attack]:
    """What sqlite-utils offers that would change rows, columns or the table itself."""
    pk, row = ROWS[table]
    values = tuple(row[name] for name in ([pk] if isinstance(pk, str) else pk))
    change = {COLUMNS[table]: row[COLUMNS[table]]}
    attacks: dict[str, Attack] = {
        "transform": lambda db: db[table].transform(types={COLUMNS[table]: str}),
        "transform-rename": lambda db: db[table].transform(rename={COLUMNS[table]: "other"}),
        "transform-drop": lambda db: db[table].transform(drop={COLUMNS[table]}),
        "update": lambda db: db[table].update(values, change),
        "upsert": lambda db: db[table].upsert(row, pk=pk),
        "upsert_all": lambda db: db[table].upsert_all([row, row], pk=pk),
        "insert": lambda db: db[table].insert(row),
        "insert-replace": lambda db: db[table].insert(row, replace=True),
        "insert_all-replace": lambda db: db[table].insert_all([row], replace=True),
        "delete": lambda db: db[table].delete(values),
        "delete_where": lambda db: db[table].delete_where("1"),
        "drop": lambda db: db[table].drop(),
        "add_column": lambda db: db[table].add_column("more", str),
        "create-replace": lambda db: db.create_table(table, {"x": str}, replace=True),
        "create-transform": lambda db: db.create_table(table, {"x": str}, transform=True),
        "rename": lambda db: db.rename_table(table, "other"),
        "convert": lambda db: db[table].convert(COLUMNS[table], lambda value: "x"),
        "create_index": lambda db: db[table].create_index([COLUMNS[table]], unique=True),
        "enable_fts": lambda db: db[table].enable_fts([COLUMNS[table]], create_triggers=True),
        "enable_counts": lambda db: db[table].enable_counts(),
        "duplicate": lambda db: db[table].duplicate("copy"),
    }
    return {f"{table}-{name}": attack for name, attack in attacks.items()}


ATTACKS: dict[str, Attack] = {
    **{name: attack for table in ROWS for name, attack in _attacks_on(table).items()},
    "insert-ignore-gap": lambda db: db["events"].insert(EVENT_9, ignore=True),
    "vacuum": lambda db: db.vacuum(),
    "script": lambda db: db.executescript("COMMIT; DELETE FROM events"),
    "view": lambda db: db.create_view("log", "SELECT 1", replace=True),
    "transform-drafts": lambda db: db["drafts"].transform(types={"content": str}),
    "drop-drafts": lambda db: db["drafts"].drop(),
    "index-drafts": lambda db: db["drafts"].create_index(["content"], unique=True),
    "wal-off": lambda db: db.disable_wal() if db.journal_mode == "wal" else db.enable_wal(),
}


def test_sqlite_utils_cannot_change_what_is_stored(database: Path) -> None:
    """Neither on our connection that appends nor on the one for queries."""
    with open_store(database) as store:
        store.append("demo", notes(4, 4), origins=[Origin("file", 1)])
    try_each((name, partial(_attack_is_refused, database, attack)) for name, attack in ATTACKS.items())


def _attack_is_refused(database: Path, attack: Attack) -> None:
    from sqlite_utils import Database
    from sqlite_utils.db import TransformError

    # Some versions of it see themselves that a table cannot be built anew.
    refused = (sqlite3.DatabaseError, TransformError)
    before = _everything(database)
    connection = connect_writer(database, WriterLock(database, 1), create=False, journal=None)
    with pytest.raises(refused):
        attack(Database(connection))
    connection.close()
    with open_readonly(database) as store, pytest.raises(refused):
        attack(store.database())
    assert _everything(database) == before


def test_a_connection_for_queries_is_no_target_of_a_backup(database: Path) -> None:
    """SQLite's backup API goes past triggers and authorizer; the file is open for reading only."""
    before = _everything(database)
    with open_readonly(database) as store, pytest.raises(sqlite3.OperationalError, match="readonly"):
        sqlite3.connect(":memory:").backup(store.database().conn)
    assert _everything(database) == before


DRAFT_STATEMENTS = [
    "REPLACE INTO drafts VALUES (1, x'00')",
    "INSERT INTO drafts VALUES (2, x'00')",
    "UPDATE drafts SET content = x'00'",
    "UPDATE OR REPLACE drafts SET game = 2",
    "DELETE FROM drafts",
]


@pytest.mark.parametrize("sql", DRAFT_STATEMENTS)
def test_sql_can_change_drafts_and_nothing_else_by_it(database: Path, sql: str) -> None:
    """They are in pencil: whatever is done to them, the log keeps its bytes."""
    before = _with_draft(database)
    connection = connect_writer(database, WriterLock(database, 1), create=False, journal=None)
    connection.execute(sql)
    connection.close()
    after = _everything(database)
    assert after.pop(len(TABLES)) != before.pop(len(TABLES))
    assert after == before


TRIGGER_BODIES = [
    "INSERT INTO events VALUES (1, 4, zeroblob(32), 'a next one')",
    "INSERT INTO games VALUES ('other', 2)",
    "UPDATE events SET body = 'x'",
    "DELETE FROM events",
    "DELETE FROM members",
    "DELETE FROM people",
]


@pytest.mark.parametrize("body", TRIGGER_BODIES)
def test_a_trigger_put_on_drafts_while_we_record_writes_nowhere(database: Path, body: str) -> None:
    """Not even the next event: keeping the draft is refused, and nothing is stored."""
    with open_store(database) as store:
        store.keep_draft("demo", b"a")
        connection = sqlite3.connect(database)
        connection.execute("CREATE TABLE members (handle TEXT)")
        connection.execute("INSERT INTO members VALUES ('anna')")
        connection.execute("INSERT INTO people VALUES ('anna', 'Anna', NULL)")
        connection.execute(f"CREATE TRIGGER confirm AFTER UPDATE ON drafts BEGIN {body}; END")
        connection.commit()
        connection.close()
        before = _everything(database)
        with pytest.raises(StoreError, match="refused"):
            store.keep_draft("demo", b"b")
        with pytest.raises(StoreError, match="refused"):
            store.append("demo", notes(4, 4), draft=b"b")
        assert store.draft("demo") == b"a"
    assert _everything(database) == before


def _with_draft(path: Path) -> list[Any]:
    with open_store(path) as store:
        store.keep_draft("demo", b"in pencil")
    return _everything(path)


def test_sqlite_utils_can_query(opened: SqliteStore) -> None:
    """Rows and schemas, also with JSON."""
    database = opened.database()
    rows = database.query("SELECT json_extract(body, '$.type') AS type FROM events ORDER BY seq")
    assert [row["type"] for row in rows] == ["note"] * 3
    assert database.table("events").count == 3
    assert database.table("events").pks == ["game", "seq"]
    database.close()


def test_other_programs_see_a_tidy_view(database: Path) -> None:
    """Game, seq, type and id in words, for whoever opens a copy."""
    connection = sqlite3.connect(database)
    rows = connection.execute("SELECT game, seq, type, length(id) FROM log ORDER BY seq").fetchall()
    connection.close()
    assert rows == [("demo", seq, "note", 64) for seq in (1, 2, 3)]


def test_appending_goes_on_under_the_guard(opened: SqliteStore) -> None:
    """What the guard refuses, no append needs."""
    assert opened.append("demo", notes(4, 5), expected_last=3, key="second").seq == 5
    assert opened.verify() == []


@pytest.mark.parametrize(("sql", "code", "seq"), [
    ("UPDATE events SET body = replace(body, 'x', 'y') WHERE seq = 2", "chain-broken", 2),
    ("UPDATE events SET id = zeroblob(32) WHERE seq = 2", "chain-broken", 2),
    ("UPDATE events SET body = '{' WHERE seq = 3", "bad-json", 3),
    ("DELETE FROM events WHERE seq = 2", "seq-gap", 3),
    ("DELETE FROM events WHERE seq = 1", "seq-gap", 2),
    ("DELETE FROM events WHERE seq = 3", "seq-gap", 3),
    ("DELETE FROM events", "seq-gap", 1),
    ("DELETE FROM games", "chain-broken", None),
    ("INSERT INTO events SELECT 1, 9, id, body FROM events WHERE seq = 3", "seq-gap", 9),
])  # fmt: skip
def test_changes_by_other_programs_are_found(
    database: Path, change: Change, sql: str, code: str, seq: int | None
) -> None:
    """At the first event that differs."""
    change(sql)
    with open_readonly(database) as store:
        faults = store.verify()
        assert (faults[0].code, faults[0].seq) == (code, seq)
        assert all(store.checked_bodies(info.game)[1] for info in store.games())


def test_one_change_gives_one_fault(database: Path, change: Change) -> None:
    """What comes after a changed event is not blamed for it."""
    change("UPDATE events SET body = replace(body, 'x', 'y') WHERE seq = 1")
    with open_readonly(database) as store:
        assert [fault.seq for fault in store.verify("demo")] == [1]


@pytest.mark.parametrize(("sql", "said"), [
    ("DROP TRIGGER events_kept", "the trigger events_kept is missing"),
    ("CREATE TRIGGER swallow BEFORE INSERT ON events BEGIN SELECT RAISE(IGNORE); END", "not ours: swallow"),
    ("ALTER TABLE events ADD COLUMN more TEXT", "the table events was altered"),
    ("DROP TABLE appends", "the table appends is missing"),
    ("DROP TABLE drafts", "the table drafts is missing"),
    ("ALTER TABLE drafts ADD COLUMN more TEXT", "the table drafts was altered"),
    ("DROP TABLE people", "the table people is missing"),
    ("ALTER TABLE people ADD COLUMN more TEXT", "the table people was altered"),
    ("CREATE TRIGGER keep AFTER DELETE ON people BEGIN DELETE FROM events; END", "on people that is not ours"),
    ("CREATE TRIGGER confirm AFTER UPDATE ON drafts BEGIN DELETE FROM events; END", "on drafts that is not ours"),
])  # fmt: skip
def test_a_database_without_its_protection_is_not_written(database: Path, sql: str, said: str) -> None:
    """The program says what is missing."""
    connection = sqlite3.connect(database)
    connection.execute(sql)
    connection.commit()
    connection.close()
    with pytest.raises(StoreError, match=said):
        open_store(database)


def test_a_database_without_its_triggers_can_be_read(database: Path) -> None:
    """The chain is there to say whether it was changed."""
    connection = sqlite3.connect(database)
    connection.execute("DROP TRIGGER events_kept")
    connection.close()
    with open_readonly(database) as store:
        assert store.verify() == []


def test_tables_of_the_owner_are_left_alone(database: Path) -> None:
    """What somebody keeps beside the log does not keep us from recording."""
    connection = sqlite3.connect(database)
    connection.execute("CREATE TABLE members (handle TEXT, name TEXT)")
    connection.close()
    with open_store(database) as store:
        assert store.append("demo", notes(4, 4)).seq == 4


# -- what somebody does to the file with another program, and what `verify` and the doctor say of it -------------------


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
