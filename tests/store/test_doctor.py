"""The doctor: every line that it can say, and that it writes nothing."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from mjlog.chain import event_body
from mjlog.errors import StoreError
from mjlog.store import Origin, SqliteStore, backup, open_readonly, open_store, place
from mjlog.store.backup import back_up, heads_digest
from mjlog.store.doctor import NEEDED, Circumstances, Line, examine
from turns import in_turn

from .conftest import Change, note, notes
from .test_places import mounts

NOW = datetime(2026, 7, 31, 19, 30, tzinfo=UTC)


def said(path: Path, check: str, around: Circumstances | None = None) -> list[Line]:
    """What the doctor says of one thing."""
    return [line for line in examine(path, around) if line.check == check]


def only(path: Path, check: str, around: Circumstances | None = None) -> Line:
    """The one thing that the doctor says of it."""
    (line,) = said(path, check, around)
    return line


def sql(path: Path, *statements: str) -> None:
    """Changes a database with another program."""
    connection = sqlite3.connect(path, isolation_level=None)
    for statement in statements:
        connection.execute(statement)
    connection.close()


@pytest.fixture
def healthy(tmp_path: Path) -> Circumstances:
    """A place where all is well."""
    return Circumstances(NOW, 10 * NEEDED, mounts(tmp_path), (3, 51, 3))


def test_of_a_healthy_database_all_is_well(database: Path, healthy: Circumstances) -> None:
    """One line for every check, and nothing to do about any of them."""
    database.chmod(0o600)
    lines = examine(database, healthy)
    assert {(line.level, line.todo) for line in lines} == {("ok", None)}
    assert [line.check for line in lines] == [
        "file", "file-system", "rights", "room", "beside", "application", "schema", "sqlite", "journal", "pages",
        "references", "rows", "chain", "drafts", "clock", "heads",
    ]  # fmt: skip


def test_nothing_is_written(database: Path, healthy: Circumstances) -> None:
    before = database.read_bytes()
    names = {path.name for path in database.parent.iterdir()}
    examine(database, healthy)
    assert database.read_bytes() == before
    assert {path.name for path in database.parent.iterdir()} - names <= {"club.db-wal", "club.db-shm"}


def test_a_recorder_is_not_held_up(database: Path, healthy: Circumstances) -> None:
    with open_store(database) as store:
        examine(database, healthy)
        assert store.append("demo", notes(4, 4)).seq == 4


@pytest.mark.parametrize("content", [None, b"", b"a letter"])
def test_what_is_no_database_cannot_be_examined(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "a.db"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(StoreError, match=r"a\.db: "):
        examine(path)


# -- the place ----------------------------------------------------------------------------------------------------


def test_the_size_of_the_file_is_told(database: Path) -> None:
    assert only(database, "file").message == f"{database}, {database.stat().st_size:,} bytes"


def test_a_local_disk_is_well(database: Path, healthy: Circumstances) -> None:
    assert only(database, "file-system", healthy) == Line("ok", "file-system", "on this machine (ext4)")


def test_another_machine_is_an_error_unless_it_is_meant(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    around = Circumstances(mountinfo=mounts(tmp_path, (tmp_path, "cifs")))
    monkeypatch.delenv(place.ALLOW, raising=False)
    line = only(database, "file-system", around)
    assert (line.level, line.message) == ("error", "on another machine (cifs): it can be read, and is not written to")
    monkeypatch.setenv(place.ALLOW, "1")
    line = only(database, "file-system", around)
    assert (line.level, line.todo) == ("warning", "see to it that only one machine ever writes to it")


def test_a_system_that_does_not_tell_where_a_folder_lies_is_said_not_to(database: Path, tmp_path: Path) -> None:
    line = only(database, "file-system", Circumstances(mountinfo=tmp_path / "no such list"))
    assert (line.level, line.message) == ("info", "this system does not tell whether the folder is on this machine")


def _without_right_to_write(unwritable: Path) -> Callable[[Path, int], bool]:
    return lambda path, mode: not (path == unwritable and mode == os.W_OK)


def test_a_file_or_folder_that_cannot_be_written_is_a_warning(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", _without_right_to_write(database))
    assert said(database, "rights")[0][:3] == ("warning", "rights", "this user may read the file, not write it")
    monkeypatch.setattr(os, "access", _without_right_to_write(database.parent))
    line = said(database, "rights")[0]
    assert line.level == "warning"
    assert "this user may not make files in the folder" in line.message
    assert str(database.parent) in str(line.todo)


@pytest.mark.skipif(os.name != "posix", reason="rights of others are a matter of POSIX")
def test_a_file_that_others_may_read_or_write_is_said_to_be(database: Path) -> None:
    database.parent.chmod(0o755)
    database.chmod(0o644)
    assert said(database, "rights")[1][:3] == ("info", "rights", "every user of this machine may read the file")
    database.chmod(0o646)
    line = said(database, "rights")[1]
    assert line[:3] == ("warning", "rights", "every user of this machine may change or replace the file")
    database.chmod(0o600)
    database.parent.chmod(0o777)
    assert said(database, "rights")[1].level == "warning"
    database.parent.chmod(0o1777)
    assert len(said(database, "rights")) == 1


def test_too_little_room_is_a_warning(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    line = only(database, "room", Circumstances(free=NEEDED - 1))
    assert (line.level, line.message[:10]) == ("warning", "19,999,999")
    assert only(database, "room", Circumstances(free=NEEDED)).level == "ok"
    monkeypatch.setattr("mjlog.store.doctor.NEEDED", 100)
    line = only(database, "room", Circumstances(free=database.stat().st_size - 1))
    assert (line.level, line.todo) == ("info", "put backups on another disk")


def test_what_is_left_beside_the_file_is_named(database: Path, healthy: Circumstances) -> None:
    (database.parent / ".club.db.123.part").touch()
    line = only(database, "beside", healthy)
    assert line.level == "info"
    assert line.message.startswith(".club.db.123.part was left by a copy")


def test_the_lock_of_writers_belongs_there(tmp_path: Path, healthy: Circumstances) -> None:
    path = tmp_path / "a.db"
    open_store(path, journal="delete").close()
    line = only(path, "beside", healthy)
    assert (line.level, "only a.db.lock, which belongs there" in line.message) == ("ok", True)
    (tmp_path / "a.db.lock").unlink()
    assert only(path, "beside", healthy).message == "nothing was left over beside the file"


def test_a_journal_that_was_left_is_told(tmp_path: Path, healthy: Circumstances) -> None:
    path = tmp_path / "a.db"
    open_store(path, journal="delete").close()
    (tmp_path / "a.db-journal").write_bytes(b"\0" * 512)
    line = only(path, "beside", healthy)
    assert (line.level, line.message[:12]) == ("info", "a.db-journal")


def test_a_write_ahead_log_that_belongs_to_the_file_is_told(tmp_path: Path, healthy: Circumstances) -> None:
    path = tmp_path / "a.db"
    with open_store(path, journal="wal") as store:
        store.append("demo", notes(1, 3))
        line = only(path, "beside", healthy)
    assert line.level == "info"
    assert "that belong to the database" in line.message
    assert "mjlog backup" in str(line.todo)


# -- the inside ---------------------------------------------------------------------------------------------------


def test_a_database_of_another_program_is_an_error(tmp_path: Path, healthy: Circumstances) -> None:
    path = tmp_path / "a.db"
    sql(path, "CREATE TABLE x (y)")
    lines = examine(path, healthy)
    assert lines[-1].level == "error"
    assert "a database of another program (application id 0x0, not 0x6d6a6c67)" in lines[-1].message


def test_a_newer_schema_is_an_error(database: Path, healthy: Circumstances) -> None:
    sql(database, "PRAGMA user_version = 99")
    line = only(database, "schema", healthy)
    assert (line.level, line.todo) == ("error", "update mjlog")
    assert said(database, "chain", healthy) == []


def test_an_older_schema_is_no_fault(tmp_path: Path, healthy: Circumstances) -> None:
    """As migrations left it at version 1."""
    from sqlite_utils import Database

    from mjlog.store.migrations import migrations

    path = tmp_path / "old.db"
    with closing(sqlite3.connect(path)) as connection:
        migrations.apply(Database(connection), stop_before="2-drafts")
    line = only(path, "schema", healthy)
    assert (line.level, line.message[:9]) == ("info", "schema 1,")
    assert only(path, "chain", healthy).level == "ok"


def test_a_missing_table_is_an_error_and_the_logs_are_not_asked(database: Path, healthy: Circumstances) -> None:
    sql(database, "DROP TABLE origins")
    line = said(database, "schema", healthy)[0]
    assert line.level == "error"
    assert "the table origins is missing" in line.message
    assert said(database, "chain", healthy) == []


def test_triggers_that_are_missing_or_foreign_are_errors(database: Path, healthy: Circumstances) -> None:
    sql(
        database,
        "DROP TRIGGER events_kept",
        "CREATE TRIGGER spy AFTER INSERT ON events BEGIN SELECT 1; END",
    )
    line = said(database, "schema", healthy)[0]
    assert line.level == "error"
    assert "the trigger events_kept is missing" in line.message
    assert "there is a trigger on events that is not ours: spy" in line.message
    assert only(database, "chain", healthy).level == "ok"


def test_a_view_that_is_missing_or_altered_is_a_warning(database: Path, healthy: Circumstances) -> None:
    sql(database, "DROP VIEW log")
    assert only(database, "views", healthy)[:3] == ("warning", "views", "missing or altered: the view log")
    sql(database, "CREATE VIEW log AS SELECT 1")
    assert only(database, "views", healthy).level == "warning"


def test_what_others_put_there_is_named_and_left_alone(database: Path, healthy: Circumstances) -> None:
    sql(database, "CREATE TABLE members (name)", "CREATE VIEW young AS SELECT * FROM members")
    line = said(database, "schema", healthy)[1]
    assert (line.level, line.message) == ("info", "not made by mjlog: the table members and the view young")


def test_an_index_that_can_refuse_rows_is_told_once(database: Path, healthy: Circumstances) -> None:
    """As a fault, not as something of others that is left alone."""
    sql(database, "CREATE UNIQUE INDEX once ON events (body)", "CREATE INDEX often ON events (body)")
    fault, *others = said(database, "schema", healthy)
    assert (fault.level, "once" in fault.message) == ("error", True)
    assert [line.message for line in others] == ["not made by mjlog: the index often"]


@pytest.mark.parametrize(("version", "level"), [
    ((3, 40, 1), "info"),
    ((3, 51, 2), "info"),
    ((3, 51, 3), "ok"),
    ((3, 44, 6), "ok"),
    ((3, 44, 5), "info"),
    ((3, 50, 7), "ok"),
])  # fmt: skip
def test_a_sqlite_that_may_damage_a_write_ahead_log_is_told(
    tmp_path: Path, version: tuple[int, ...], level: str
) -> None:
    path = tmp_path / "a.db"
    open_store(path, journal="wal").close()
    line = only(path, "sqlite", Circumstances(sqlite=version))
    assert line.level == level
    assert ".".join(map(str, version)) in line.message


def test_that_fault_does_not_concern_a_rollback_journal(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    open_store(path, journal="delete").close()
    line = only(path, "sqlite", Circumstances(sqlite=(3, 40, 1)))
    assert (line.level, "does not concern this file" in line.message) == ("ok", True)


def test_the_journal_mode_is_told(tmp_path: Path) -> None:
    open_store(tmp_path / "a.db", journal="wal").close()
    open_store(tmp_path / "b.db", journal="delete").close()
    wal, delete = (only(tmp_path / name, "journal") for name in ("a.db", "b.db"))
    assert (wal.level, wal.message) == ("ok", "journal mode wal; written with synchronous FULL")
    assert (delete.level, delete.message) == ("ok", "journal mode delete; written with synchronous EXTRA")


def test_a_damaged_page_is_an_error(database: Path, healthy: Circumstances) -> None:
    connection = sqlite3.connect(database)
    page = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'origins'").fetchone()[0]
    connection.close()
    content = bytearray(database.read_bytes())
    content[(page - 1) * 4096 + 3 : (page - 1) * 4096 + 5] = b"\x00\x07"
    database.write_bytes(content)
    line = only(database, "pages", healthy)
    assert line.level == "error"
    assert "restore a backup" in str(line.todo)


def test_a_file_of_which_not_even_the_schema_can_be_read_is_an_error(database: Path, healthy: Circumstances) -> None:
    content = bytearray(database.read_bytes())
    content[100:200] = b"\xff" * 100
    database.write_bytes(content)
    line = only(database, "pages", healthy)
    assert (line.level, line.todo) == ("error", "restore it from a backup")


INTERRUPTED = """
import os, sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA cache_size = 1")
connection.execute("BEGIN IMMEDIATE")
connection.executemany("INSERT INTO drafts VALUES (?, zeroblob(20000))", [(number,) for number in range(50)])
os._exit(1)
"""


def test_a_change_that_was_interrupted_is_an_error_that_one_opening_mends(
    tmp_path: Path, healthy: Circumstances
) -> None:
    path = tmp_path / "a.db"
    open_store(path, journal="delete").close()
    subprocess.run([sys.executable, "-c", INTERRUPTED, str(path)], check=False)
    line = only(path, "pages", healthy)
    assert (line.level, line.message[:24]) == ("error", "a writer was interrupted")
    assert only(path, "beside", healthy).message.startswith("a.db-journal: somebody is writing now, or was")
    open_store(path).close()
    assert only(path, "pages", healthy).level == "ok"


@pytest.mark.parametrize("seed", in_turn(range(60)))
def test_damage_of_any_kind_is_found_by_doctor_and_backup_alike(
    tmp_path: Path, healthy: Circumstances, seed: int
) -> None:
    """Whatever bytes were changed: an answer, and no copy of what the doctor finds damaged."""
    path = tmp_path / "a.db"
    with open_store(path, journal="delete") as store:
        store.append("demo", notes(1, 200), key="k")
    content, chance = bytearray(path.read_bytes()), random.Random(seed)
    for _ in range(chance.choice((1, 5, 50))):
        content[chance.randrange(len(content))] = chance.randrange(256)
    path.write_bytes(content)
    try:
        is_sound = all(line.level != "error" for line in examine(path, healthy))
    except StoreError:
        is_sound = False
    try:
        was_copied = back_up(path, tmp_path / "copy.db").events == 200
    except StoreError:
        was_copied = False
    assert is_sound == was_copied


def test_pages_that_change_all_the_time_are_not_checked(
    tmp_path: Path, healthy: Circumstances, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "MOST_RESTARTS", -1)
    path = tmp_path / "a.db"
    open_store(path, journal="delete").close()
    line = only(path, "pages", healthy)
    assert (line.level, line.message[:11]) == ("warning", "not checked")
    assert only(path, "chain", healthy).level == "ok"


def test_rows_that_belong_to_no_game_are_an_error(database: Path, healthy: Circumstances, change: Change) -> None:
    change("INSERT INTO appends VALUES ('k', 77, 1, 1)")
    line = only(database, "references", healthy)
    assert (line.level, line.message) == ("error", "1 row of appends belong to no game")


@pytest.mark.parametrize("altered", [
    "UPDATE origins SET source = 'b.jsonl'",
    "UPDATE origins SET lines = '[4,6,null]'",
    "UPDATE origins SET seq = 5",
    "DELETE FROM origins",
])  # fmt: skip
def test_files_and_lines_that_were_changed_are_an_error(
    database: Path, healthy: Circumstances, change: Change, altered: str
) -> None:
    with open_store(database) as store:
        store.append("demo", notes(4, 6), origins=[Origin("a.jsonl", 4), Origin("a.jsonl", 5), Origin("a.jsonl")])
        store.append("demo", [note(7)], origins=[None])
    assert "origins" not in {line.check for line in examine(database, healthy)}
    change(altered)
    line = only(database, "origins", healthy)
    assert (line.level, line.message[:21]) == ("error", "of 1 append the files")
    with open_readonly(database) as store:
        assert store.verify() == []


def test_files_and_lines_without_a_digest_are_not_compared(
    database: Path, healthy: Circumstances, change: Change
) -> None:
    """As older programs stored them, and where a writer chose the key."""
    with open_store(database) as store:
        store.append("demo", [note(4)], key="mine", origins=[Origin("a.jsonl", 4)])
    change("UPDATE origins SET source = 'b.jsonl'")
    assert "origins" not in {line.check for line in examine(database, healthy)}


def test_rows_are_counted(database: Path, healthy: Circumstances) -> None:
    counts = "appends 1, drafts 0, events 3, game_facts 0, games 1, origins 0, people 0"
    assert only(database, "rows", healthy).message == counts


def test_a_broken_chain_is_an_error(database: Path, healthy: Circumstances, change: Change) -> None:
    change("UPDATE events SET body = replace(body, 'x', 'y') WHERE seq = 2")
    line = only(database, "chain", healthy)
    assert line.level == "error"
    assert line.message.startswith("game demo: event 2 is not what was stored")


def test_logs_that_cannot_be_read_are_an_error(database: Path, healthy: Circumstances) -> None:
    """A number that is none in the place of a game's."""
    column = "UPDATE sqlite_schema SET sql = replace(sql, 'number {}', 'number {}') WHERE name = 'games'"
    sql(database, "PRAGMA writable_schema = ON", column.format("INTEGER", "ANY"))
    connection = sqlite3.connect(database, isolation_level=None)
    trigger = connection.execute("SELECT sql FROM sqlite_schema WHERE name = 'games_fixed'").fetchone()[0]
    connection.close()
    sql(database, "DROP TRIGGER games_fixed", "UPDATE games SET number = 'one'", trigger)
    sql(database, "PRAGMA writable_schema = ON", column.format("ANY", "INTEGER"))
    line = only(database, "chain", healthy)
    assert line.level == "error"
    assert "the logs cannot be read" in line.message


def test_acts_in_pencil_are_told_and_old_ones_warned_of(database: Path, healthy: Circumstances) -> None:
    with open_store(database) as store:
        store.keep_draft("demo", b'{"after":3,"acts":[]}')
    assert only(database, "drafts", healthy)[:3] == ("info", "drafts", "acts in pencil in 1 game")
    with open_store(database) as store:
        store.append("demo", [note(4)])
    line = only(database, "drafts", healthy)
    assert line.level == "warning"
    assert "event 4 is the last" in line.message
    assert line.todo == "look at them: `mjlog record demo`"


@pytest.mark.parametrize("draft", [b"", b"\xff", b"[]", b'{"after":"x"}', b"[" * 5000])
def test_a_draft_that_does_not_say_what_it_follows_is_not_called_old(
    database: Path, healthy: Circumstances, draft: bytes
) -> None:
    with open_store(database) as store:
        store.keep_draft("demo", draft)
    assert only(database, "drafts", healthy).level == "info"


def test_a_draft_that_is_gone_when_it_is_read_is_not_called_old(
    database: Path, healthy: Circumstances, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody recorded it meanwhile."""
    monkeypatch.setattr(SqliteStore, "drafts", lambda _store: {"demo": 20})
    assert only(database, "drafts", healthy).level == "info"


def _event_at(database: Path, **times: str) -> None:
    with open_store(database) as store:
        store.append("demo", [event_body({"seq": 4, "type": "note", "text": "x", **times})])


@pytest.mark.parametrize("field", ["at", "recorded"])
def test_a_clock_that_is_behind_the_log_is_a_warning(database: Path, healthy: Circumstances, field: str) -> None:
    _event_at(database, **{field: "2026-07-31T22:00:00Z"})
    line = only(database, "clock", healthy)
    assert line.level == "warning"
    assert "the last event of game demo was at 2026-07-31T" in line.message


@pytest.mark.parametrize("time", ["2026-07-31T19:00:00Z", "yesterday", "", "9999-99-99"])
def test_a_clock_that_goes_with_the_log_is_well(database: Path, healthy: Circumstances, time: str) -> None:
    _event_at(database, at=time)
    assert only(database, "clock", healthy).level == "ok"


def test_a_clock_that_was_never_set_is_a_warning(database: Path) -> None:
    line = only(database, "clock", Circumstances(now=datetime(1970, 1, 1, tzinfo=UTC)))
    assert (line.level, line.message) == ("warning", "the clock says 1970-01-01T00:00+00:00, which is long past")


def test_the_heads_are_those_of_a_backup(database: Path, healthy: Circumstances) -> None:
    with open_readonly(database) as store:
        assert only(database, "heads", healthy).message == heads_digest(store.games())
