"""What is stored stays, through every door of ours; what other programs do to the file is found."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from each import try_each
from mjlog.errors import StoreError
from mjlog.store import Origin, SqliteStore, open_readonly, open_store
from mjlog.store.connection import connect_writer
from mjlog.store.place import WriterLock

from .conftest import Change, notes

COLUMNS = {"games": "game", "events": "body", "appends": "last", "origins": "lines"}
TABLES = tuple(COLUMNS)
EVENT_2, EVENT_9 = ({"game": 1, "seq": seq, "id": b"x" * 32, "body": "x"} for seq in (2, 9))

STATEMENTS = [
    *(f"UPDATE {table} SET {column} = {column}" for table, column in COLUMNS.items()),
    *(f"DELETE FROM {table}" for table in TABLES),
    *(f"DELETE FROM {table} WHERE 0" for table in TABLES),
    *(f"DROP TABLE {table}" for table in TABLES),
    *(f"ALTER TABLE {table} RENAME TO other" for table in TABLES),
    "DROP TABLE drafts",
    "ALTER TABLE drafts RENAME TO other",
    "ALTER TABLE drafts ADD COLUMN more TEXT",
    "INSERT INTO drafts VALUES (1, 'text')",
    "INSERT INTO drafts VALUES (1, NULL)",
    "UPDATE events SET body = CAST(drafts.content AS TEXT) FROM drafts WHERE drafts.game = events.game",
    "DELETE FROM events WHERE game IN (SELECT game FROM drafts)",
    "INSERT OR REPLACE INTO events SELECT game, 2, zeroblob(32), CAST(content AS TEXT) FROM drafts",
    "CREATE TRIGGER confirm AFTER UPDATE ON drafts BEGIN DELETE FROM events; END",
    "CREATE TEMP TRIGGER confirm AFTER UPDATE ON main.drafts BEGIN DELETE FROM events; END",
    "CREATE UNIQUE INDEX one ON drafts (content)",
    "CREATE TEMP TABLE drafts (game, content)",
    "DROP TABLE people",
    "ALTER TABLE people ADD COLUMN more TEXT",
    "INSERT INTO people VALUES (NULL, 'Anna', NULL)",
    "INSERT INTO people VALUES ('anna', NULL, NULL)",
    "DELETE FROM games WHERE game IN (SELECT handle FROM people)",
    "CREATE TRIGGER wipe AFTER DELETE ON people BEGIN DELETE FROM events; END",
    "CREATE UNIQUE INDEX one ON people (name)",
    "DROP VIEW list_hands",
    "PRAGMA secure_delete = OFF",
    "UPDATE OR IGNORE events SET body = 'x'",
    "WITH x AS (SELECT 1) DELETE FROM events WHERE seq IN x",
    "INSERT INTO events VALUES (1, 2, zeroblob(32), 'x') ON CONFLICT DO UPDATE SET body = 'x'",
    "INSERT INTO events VALUES (1, 2, zeroblob(32), 'x') ON CONFLICT DO NOTHING",
    "INSERT INTO events VALUES (1, 3, zeroblob(32), 'x') ON CONFLICT (game, seq) DO UPDATE SET seq = 4",
    "INSERT INTO games VALUES ('demo', 2) ON CONFLICT (game) DO UPDATE SET number = 2",
    "INSERT INTO games VALUES ('other', 1) ON CONFLICT (number) DO UPDATE SET game = 'other'",
    "INSERT INTO appends VALUES ('first', 1, 3, 3) ON CONFLICT DO UPDATE SET first = 3",
    "INSERT INTO origins VALUES (1, 1, 'file', '[1]') ON CONFLICT DO UPDATE SET source = 'other'",
    *(f"INSERT OR {way} INTO events VALUES (1, 3, zeroblob(32), 'x')" for way in ("ROLLBACK", "ABORT", "FAIL")),
    "INSERT OR REPLACE INTO events VALUES (1, 2, zeroblob(32), 'x')",
    "INSERT OR REPLACE INTO events SELECT game, seq, id, 'x' FROM events",
    "INSERT OR REPLACE INTO events VALUES (1, 9, zeroblob(32), 'x')",
    "INSERT OR REPLACE INTO games VALUES ('demo', 1)",
    "INSERT OR REPLACE INTO games SELECT 'other', number FROM games",
    "INSERT OR REPLACE INTO events VALUES (1, 3, zeroblob(32), 'x')",
    "INSERT OR IGNORE INTO events VALUES (1, 3, zeroblob(32), 'x')",
    "REPLACE INTO events VALUES (1, 1, zeroblob(32), 'x')",
    "INSERT INTO events VALUES (1, 5, zeroblob(32), 'a gap')",
    "INSERT OR IGNORE INTO events VALUES (1, 5, zeroblob(32), 'a gap')",
    "INSERT INTO events VALUES (1, 0, zeroblob(32), 'before the first')",
    "INSERT INTO events VALUES (2, 1, zeroblob(32), 'no such game')",
    "INSERT INTO events VALUES (1, 4, 'short', 'no id')",
    "INSERT INTO events VALUES (1, NULL, zeroblob(32), 'no seq')",
    "REPLACE INTO games VALUES ('demo', 2)",
    "REPLACE INTO games VALUES ('other', 1)",
    "INSERT INTO games VALUES ('other', 3)",
    "REPLACE INTO appends VALUES ('first', 1, 3, 3)",
    "REPLACE INTO origins VALUES (1, 1, 'other file', '[1]')",
    "INSERT INTO origins VALUES (2, 1, 'no such game', '[1]')",
    "INSERT INTO log VALUES ('demo', 4, 'note', NULL, NULL, NULL, '', '{}')",
    "DELETE FROM events RETURNING body",
    "UPDATE events SET body = 'x' FROM games WHERE games.number = events.game",
    "ALTER TABLE events DROP COLUMN body",
    "ALTER TABLE events RENAME COLUMN body TO text",
    "ALTER TABLE events ADD COLUMN more TEXT",
    *(f"DROP TRIGGER events_{name}" for name in ("next", "kept", "fixed")),
    "DROP VIEW log",
    "CREATE TRIGGER swallow BEFORE INSERT ON events BEGIN SELECT RAISE(IGNORE); END",
    "CREATE TEMP TRIGGER swallow BEFORE INSERT ON main.events BEGIN SELECT RAISE(IGNORE); END",
    "CREATE TEMP TABLE events (game, seq, id, body)",
    "CREATE UNIQUE INDEX one ON events (id)",
    "CREATE TABLE other (x)",
    "PRAGMA writable_schema = ON",
    "PRAGMA main.writable_schema = 1",
    "UPDATE sqlite_schema SET sql = 'x'",
    "DELETE FROM sqlite_master",
    "INSERT INTO sqlite_schema VALUES ('table', 'x', 'x', 99, 'CREATE TABLE x (y)')",
    "DELETE FROM _sqlite_migrations",
    "INSERT INTO _sqlite_migrations VALUES (9, 'mjlog', '9', 'now')",
    "PRAGMA journal_mode = OFF",
    "PRAGMA synchronous = OFF",
    "PRAGMA user_version = 9",
    "PRAGMA application_id = 9",
    "PRAGMA schema_version = 9",
    "PRAGMA trusted_schema = ON",
    "PRAGMA recursive_triggers = OFF",
    "PRAGMA ignore_check_constraints = ON",
    "PRAGMA wal_checkpoint(TRUNCATE)",
    "PRAGMA wal_autocheckpoint = 0",
    "PRAGMA locking_mode = EXCLUSIVE",
    "PRAGMA auto_vacuum = FULL",
    "PRAGMA incremental_vacuum",
    "PRAGMA page_size = 512",
    "PRAGMA mmap_size = 1000000",
    "PRAGMA cell_size_check = OFF",
    "PRAGMA read_uncommitted = ON",
    "PRAGMA optimize",
    "CREATE VIRTUAL TABLE words USING fts5 (body)",
    "SELECT load_extension('other')",
    "ATTACH 'club.db' AS again",
    "DETACH main",
    "VACUUM",
    "VACUUM INTO 'copy.db'",
    "REINDEX",
    "ANALYZE",
]  # fmt: skip


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
