"""Files that are no databases, or not ours, or not whole: a sentence each, and nothing is written to them."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from mjlog.errors import StoreError
from mjlog.store import connection, default_path, open_readonly, open_store
from mjlog.store.connection import in_words
from mjlog.store.place import make_default_folder

from .conftest import note, notes


def _other_program(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE events (x)")
    connection.close()


def _newer(path: Path) -> None:
    open_store(path).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()


def _hostile_view(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA application_id = 0x6d6a6c67")
    connection.execute("PRAGMA user_version = 1")
    connection.execute(
        "CREATE VIEW events AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n"
    )
    connection.close()


def _truncated(path: Path) -> None:
    with open_store(path, journal="delete") as store:
        store.append("demo", notes(1, 5000))
    os.truncate(path, 4096 * 3 + 17)


def _header_only(path: Path) -> None:
    path.write_bytes(b"SQLite format 3\0" + b"\xff" * 200)


FILES: dict[str, tuple[Callable[[Path], object], str]] = {
    "text": (lambda path: path.write_text("not a database at all"), "this is not a database"),
    "folder": (lambda path: path.mkdir(), "this is a folder"),
    "other": (_other_program, "a database of another program"),
    "newer": (_newer, r"written by a newer mjlog \(schema 99"),
    "view": (_hostile_view, "the table events is missing"),
    "header": (_header_only, "a.db: "),
}


@pytest.mark.parametrize("kind", FILES)
def test_what_is_not_ours_is_refused_in_words(tmp_path: Path, kind: str) -> None:
    """For reading and for writing; the file stays as it was."""
    path = tmp_path / "a.db"
    make, said = FILES[kind]
    make(path)
    before = path.read_bytes() if path.is_file() else b""
    with pytest.raises(StoreError, match=said):
        open_readonly(path)
    with pytest.raises(StoreError, match=said):
        open_store(path)
    assert not path.is_file() or path.read_bytes() == before


def test_an_empty_file_is_no_database_until_it_is_recorded_in(tmp_path: Path) -> None:
    """It is read by nobody, and becomes a new database."""
    path = tmp_path / "a.db"
    path.touch()
    with pytest.raises(StoreError, match="the file is empty"):
        open_readonly(path)
    with open_store(path) as store:
        assert store.append("demo", [note(1)]).seq == 1


def test_a_missing_file_is_made_only_where_that_is_meant(tmp_path: Path) -> None:
    """A mistyped name gives no new database, a mistyped folder never one."""
    path = tmp_path / "a.db"
    with pytest.raises(StoreError, match="does not exist"):
        open_readonly(path)
    with pytest.raises(StoreError, match="does not exist"):
        open_store(path, create=False)
    with pytest.raises(StoreError, match="nowhere does not exist"):
        open_store(tmp_path / "nowhere" / "a.db")
    assert list(tmp_path.iterdir()) == []


def test_a_truncated_database_is_damaged_or_incomplete(tmp_path: Path) -> None:
    """It is said in words, or found by the chain; never a traceback of SQLite's."""
    path = tmp_path / "a.db"
    _truncated(path)
    with pytest.raises(StoreError, match="damaged"), open_readonly(path) as store:
        store.verify()


@pytest.mark.parametrize("start", range(0, 40_000, 1_999))
def test_flipped_bytes_never_crash(tmp_path: Path, start: int) -> None:
    """Every answer is an answer or a StoreError."""
    path = tmp_path / "a.db"
    with open_store(path, journal="delete") as store:
        store.append("demo", notes(1, 400), key="k")
    data = bytearray(path.read_bytes())
    for place in range(start % len(data), min(start % len(data) + 64, len(data))):
        data[place] ^= 0xFF
    path.write_bytes(data)
    with suppress(StoreError), open_readonly(path) as store:
        faults = store.verify()
        for info in store.games():
            same = store.bodies(info.game) == notes(1, 400)
            assert (info.game == "demo" and same) or faults
            assert store.origins(info.game) == {}
            assert len(list(store.read(info.game))) == len(store.bodies(info.game))


def test_reading_leaves_no_trace(database: Path) -> None:
    """No lock, no log, no change of a byte."""
    before = database.read_bytes()
    names = {path.name for path in database.parent.iterdir()}
    with open_readonly(database) as store:
        assert store.bodies("demo") == notes(1, 3)
        assert store.is_readonly
        assert store.draft("demo") is None
        for change in (
            lambda: store.append("demo", notes(4, 4)),
            lambda: store.append("demo", notes(4, 4), draft=b"x"),
            lambda: store.keep_draft("demo", b"x"),
            lambda: store.keep_draft("demo", None),
        ):
            with pytest.raises(StoreError, match="opened for reading only"):
                change()
    assert database.read_bytes() == before
    assert {path.name for path in database.parent.iterdir()} - {f"{database.name}-wal", f"{database.name}-shm"} == names


@pytest.mark.parametrize("name", ["a b.db", "100%.db", "č?.db" if os.name != "nt" else "č.db", "#1&mode=rwc.db"])
def test_any_file_name_will_do(tmp_path: Path, name: str) -> None:
    """Also those that mean something in a URI."""
    with open_store(tmp_path / name) as store:
        store.append("demo", [note(1)])
    with open_readonly(tmp_path / name) as store:
        assert store.head("demo").seq == 1
    assert {path.name for path in tmp_path.iterdir()} <= {name, f"{name}.lock", f"{name}-wal", f"{name}-shm"}


def test_a_full_disk_is_said_and_nothing_is_stored(database: Path) -> None:
    """The log stays as it was, and recording goes on when there is room."""
    with open_store(database) as store:
        pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
        store._connection.set_authorizer(None)
        store._connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(StoreError, match="the disk is full: nothing was stored"):
            store.append("demo", notes(4, 5000))
        assert store.head("demo").seq == 3
        store._connection.execute("PRAGMA max_page_count = 1000000")
        assert store.append("demo", notes(4, 5000)).seq == 5000
        assert store.verify() == []


def test_a_full_disk_stores_neither_the_events_nor_the_draft(database: Path) -> None:
    """There is room for the events and not for the draft: both are as they were."""
    with open_store(database) as store:
        store.keep_draft("demo", b"before", expected_last=3)
        pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
        store._connection.set_authorizer(None)
        store._connection.execute(f"PRAGMA max_page_count = {pages + 5}")
        for store_it in (
            lambda: store.append("demo", notes(4, 4), key="k", draft=b"x" * 100_000),
            lambda: store.keep_draft("demo", b"x" * 100_000),
        ):
            with pytest.raises(StoreError, match="the disk is full: nothing was stored"):
                store_it()
            assert (store.head("demo").seq, store.draft("demo"), store.appended("k")) == (3, b"before", None)
        assert store.append("demo", notes(4, 4), key="k", draft=b"after").seq == 4
        assert store.draft("demo") == b"after"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="permissions do not bind this user")
def test_a_read_only_folder_is_read_and_not_written(database: Path) -> None:
    """A record on a medium that cannot be written is still a record."""
    database.parent.chmod(0o555)
    try:
        with open_readonly(database) as store:
            assert store.head("demo").seq == 3
        with pytest.raises(StoreError, match="cannot"):
            open_store(database)
    finally:
        database.parent.chmod(0o755)


def test_another_programs_transaction_is_waited_for_and_then_named(database: Path) -> None:
    """A program that does not know our lock holds the database."""
    other = sqlite3.connect(database, isolation_level=None)
    with open_store(database) as store:
        store._connection.set_authorizer(None)
        store._connection.execute("PRAGMA busy_timeout = 50")
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="another program is using the database"):
            store.append("demo", notes(4, 4))
        other.execute("ROLLBACK")
        assert store.append("demo", notes(4, 4)).seq == 4
    other.close()


def test_a_lock_held_too_long_is_named(database: Path) -> None:
    """Another writer of ours does not finish."""
    with open_store(database, timeout=0.05) as store, open_store(database) as holder:
        assert holder._writer_lock is not None
        with holder._writer_lock.held(), pytest.raises(StoreError, match=r"writing for 0\.05 seconds"):
            store.append("demo", notes(4, 4))


def test_the_default_database(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """`$MJLOG_DB`, else a file in the user's data folder, which is made."""
    monkeypatch.setenv("MJLOG_DB", str(tmp_path / "club.db"))
    assert default_path() == tmp_path / "club.db"
    monkeypatch.delenv("MJLOG_DB")
    monkeypatch.setattr("platformdirs.user_data_path", lambda *_, **__: tmp_path / "data" / "mjlog")
    with open_store(default_path()) as store:
        assert store.path == tmp_path / "data" / "mjlog" / "mjlog.db"


def test_two_programs_may_make_the_default_folder_at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("MJLOG_DB", raising=False)
    monkeypatch.setattr("platformdirs.user_data_path", lambda *_, **__: tmp_path / "data" / "mjlog")
    with monkeypatch.context() as before:
        before.setattr(Path, "exists", lambda _path: False)
        make_default_folder(default_path())
        make_default_folder(default_path())
    assert default_path().parent.is_dir()


def test_an_error_of_sqlite_is_told_as_what_it_is() -> None:
    """Not every misuse of a connection means that it was closed."""
    said = [in_words(sqlite3.ProgrammingError(words)) for words in ("Cannot operate on a closed database.", "another")]
    assert said == ["the store is closed", "another"]


class _Blocked:
    """A connection that finds no place for the files beside a write-ahead log."""

    def execute(self, _sql: str) -> None:
        """As SQLite answers in a folder where nothing can be made."""
        error = sqlite3.OperationalError("unable to open database file")
        error.sqlite_errorname = "SQLITE_CANTOPEN"
        raise error

    def close(self) -> None:
        """Nothing is open."""


@pytest.mark.parametrize(("beside", "is_read"), [(None, True), (b"", True), (b"x", False)])
def test_where_nothing_can_be_made_beside_the_file_it_is_read_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, beside: bytes | None, is_read: bool
) -> None:
    """But for one with something in its write-ahead log, which would be passed over."""
    path = tmp_path / "a.db"
    with open_store(path, journal="wal") as store:
        store.append("demo", notes(1, 2))
    if beside is not None:
        path.with_name("a.db-wal").write_bytes(beside)
    connect = connection._connect
    monkeypatch.setattr(connection, "_connect", lambda uri: connect(uri) if "immutable" in uri else _Blocked())
    if is_read:
        with open_readonly(path) as store:
            assert store.bodies("demo") == notes(1, 2)
    else:
        with pytest.raises(StoreError, match="cannot be opened"):
            open_readonly(path)


def test_appending_imports_nothing_slow(database: Path) -> None:
    """A command that adds one event has 300 ms in all."""
    program = (
        "import sys; from mjlog.store import open_store\n"
        "with open_store(sys.argv[1]) as store: store.append('demo', [sys.argv[2].encode()])\n"
        "print(*({'sqlite_utils', 'flask', 'marshmallow', 'platformdirs', 'click'} & set(sys.modules)))"
    )
    run = [sys.executable, "-c", program, str(database), note(4).decode()]
    assert subprocess.run(run, capture_output=True, text=True, check=True).stdout.split() == []


def test_an_interrupted_creation_is_made_good(tmp_path: Path) -> None:
    """A file with the migrations table alone is a new database."""
    path = tmp_path / "a.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE _sqlite_migrations (id INTEGER PRIMARY KEY, migration_set, name, applied_at)")
    connection.close()
    with pytest.raises(StoreError, match="an empty database"):
        open_readonly(path)
    with open_store(path) as store:
        assert store.append("demo", [note(1)]).seq == 1


def test_a_half_written_change_is_undone_by_whoever_may_write(tmp_path: Path) -> None:
    """The journal of a dead writer: a reader names it, a recorder undoes it and goes on."""
    path, copy = tmp_path / "a.db", tmp_path / "copy.db"
    with open_store(path, journal="delete") as store:
        store.append("demo", notes(1, 500))
        store._connection.set_authorizer(None)
        store._connection.execute("PRAGMA cache_size = 2")
        store._connection.execute("BEGIN IMMEDIATE")
        store._connection.executemany(
            "INSERT INTO events VALUES (1, ?, zeroblob(32), 'half')", [(seq,) for seq in range(501, 5000)]
        )
        for end in ("", "-journal"):
            copy.with_name(f"copy.db{end}").write_bytes(path.with_name(f"a.db{end}").read_bytes())
        store._connection.execute("ROLLBACK")
    with pytest.raises(StoreError, match="a writer was interrupted"):
        open_readonly(copy)
    with open_store(copy) as store:
        assert store.append("demo", [note(501)], expected_last=500).seq == 501
        assert store.verify() == []
