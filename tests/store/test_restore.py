"""Restoring: the old database or the new one, never neither; what would be lost is known before."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest

from mjlog.errors import StoreError
from mjlog.store import open_store
from mjlog.store.backup import DamagedError, back_up
from mjlog.store.restore import Lost, check_backup, restore, would_be_lost

from .conftest import note, notes
from .crashing import deeds
from .crashing.killing import ended_with
from .test_backup import names_in, state

NOW = datetime(2026, 7, 31, 19, 30, 12)


@pytest.fixture
def backup(database: Path, tmp_path: Path) -> Path:
    """A copy of the database, which has gone on since."""
    back_up(database, tmp_path / "backup.db")
    with open_store(database) as store:
        store.append("demo", notes(4, 5))
        store.append("later", notes(1, 2))
    return tmp_path / "backup.db"


def test_a_missing_database_is_restored_and_recorded_in(backup: Path, tmp_path: Path) -> None:
    done = restore(backup, tmp_path / "new.db")
    assert done.aside is None
    assert state(tmp_path / "new.db") == {"demo": notes(1, 3)}
    with open_store(tmp_path / "new.db") as store:
        assert store.append("demo", notes(4, 4), expected_last=3).seq == 4


def test_what_would_be_lost_is_known_before(backup: Path, database: Path) -> None:
    assert would_be_lost(backup, database) == [Lost("demo", 5, 3), Lost("later", 2, 0)]
    assert would_be_lost(database, backup) == []


def test_what_a_rewritten_game_would_lose_is_known_from_its_first_other_event(backup: Path, tmp_path: Path) -> None:
    with open_store(tmp_path / "rewritten.db") as store:
        store.append("demo", [note(1), note(2, "altered"), note(3)])
    assert would_be_lost(backup, tmp_path / "rewritten.db") == [Lost("demo", 3, 1)]


def test_a_present_database_stays_unless_that_is_said(backup: Path, database: Path) -> None:
    before = state(database)
    with pytest.raises(StoreError, match="there is a database here"):
        restore(backup, database)
    assert state(database) == before


def test_a_present_database_is_moved_aside_whole(backup: Path, database: Path, tmp_path: Path) -> None:
    before = state(database)
    mode = _mode(database)
    done = restore(backup, database, replace=True, now=NOW)
    assert done.aside == tmp_path / "club.db.replaced-20260731-193012"
    assert state(done.aside) == before
    assert state(database) == {"demo": notes(1, 3)}
    assert _mode(database) == mode
    again = restore(backup, database, replace=True, now=NOW)
    assert again.aside is not None
    assert again.aside.name == "club.db.replaced-20260731-193012-2"


def _mode(path: Path) -> str:
    connection = sqlite3.connect(path)
    mode = connection.execute("PRAGMA journal_mode").fetchone()[0]
    connection.close()
    assert isinstance(mode, str)
    return mode


def test_a_database_that_somebody_has_open_is_not_replaced(tmp_path: Path) -> None:
    """With a write-ahead log it is noticed."""
    path = tmp_path / "a.db"
    with open_store(path, journal="wal") as store:
        store.append("demo", notes(1, 3))
        back_up(path, tmp_path / "backup.db")
        with pytest.raises(StoreError, match="another program has this database open"):
            restore(tmp_path / "backup.db", path, replace=True)
        assert store.append("demo", notes(4, 4)).seq == 4
    assert state(path) == {"demo": notes(1, 4)}


def test_a_recorder_of_a_database_that_was_moved_aside_is_refused(tmp_path: Path) -> None:
    """With a rollback journal nobody notices that it is open, but nothing is recorded where nobody would look."""
    path = tmp_path / "a.db"
    with open_store(path, journal="delete") as store:
        store.append("demo", notes(1, 3))
        back_up(path, tmp_path / "backup.db")
        done = restore(tmp_path / "backup.db", path, replace=True)
        with pytest.raises(StoreError, match="nothing was stored"):
            store.append("demo", notes(4, 4))
    assert done.aside is not None
    assert state(done.aside) == state(path) == {"demo": notes(1, 3)}


def test_a_damaged_backup_changes_nothing_and_is_named(backup: Path, database: Path) -> None:
    before, bytes_before = state(database), database.read_bytes()
    content = bytearray(backup.read_bytes())
    place = content.rindex(b'"text"')
    content[place + 8] ^= 1
    backup.write_bytes(content)
    with pytest.raises(DamagedError, match="game demo: event"):
        restore(backup, database, replace=True)
    assert database.read_bytes() == bytes_before
    assert state(database) == before


def _no_triggers(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("DROP TRIGGER events_fixed")


def _stray_row(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        sql = connection.execute("SELECT sql FROM sqlite_schema WHERE name = 'appends_next'").fetchone()[0]
        connection.execute("DROP TRIGGER appends_next")
        connection.execute("INSERT INTO appends VALUES ('k', 77, 1, 1)")
        connection.execute(sql)


def _torn_page(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        page = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'origins'").fetchone()[0]
    content = bytearray(path.read_bytes())
    content[(page - 1) * 4096 + 3 : (page - 1) * 4096 + 5] = b"\x00\x07"  # seven rows, where there is none
    path.write_bytes(content)


@pytest.mark.parametrize(
    ("damage", "said"),
    [(_no_triggers, "the trigger events_fixed is missing"), (_stray_row, "1 row of appends belong"), (_torn_page, "")],
)
def test_damage_of_every_kind_is_found(backup: Path, damage: object, said: str) -> None:
    assert callable(damage)
    damage(backup)
    with pytest.raises(DamagedError, match="this database is damaged") as caught:
        check_backup(backup)
    assert said in str(caught.value)


@pytest.mark.parametrize("share", [0.3, 0.6, 0.99])
def test_a_backup_that_was_cut_is_damaged(backup: Path, share: float) -> None:
    content = backup.read_bytes()
    backup.write_bytes(content[: int(len(content) * share)])
    with pytest.raises(DamagedError, match=r"backup\.db: this .* is damaged"):
        check_backup(backup)


def test_what_is_no_backup_is_refused(backup: Path, database: Path, tmp_path: Path) -> None:
    (tmp_path / "letter.db").write_text("dear club")
    with pytest.raises(StoreError, match="this is not a database"):
        restore(tmp_path / "letter.db", database, replace=True)
    with pytest.raises(StoreError, match="does not exist"):
        restore(tmp_path / "no.db", database, replace=True)
    with pytest.raises(StoreError, match="the database itself"):
        restore(database, database, replace=True)
    with pytest.raises(StoreError, match="nowhere does not exist"):
        restore(backup, tmp_path / "nowhere" / "a.db")
    with pytest.raises(StoreError, match="this is a folder"):
        restore(backup, tmp_path, replace=True)


def test_a_damaged_database_is_replaced_with_all_that_lies_beside_it(backup: Path, tmp_path: Path) -> None:
    """Its half-written journal is not taken for the new one's, and is kept with it."""
    path = tmp_path / "broken.db"
    path.write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
    (tmp_path / "broken.db-journal").write_bytes(b"half a change")
    done = restore(backup, path, replace=True, now=NOW)
    assert state(path) == {"demo": notes(1, 3)}
    assert done.aside is not None
    assert done.aside.read_bytes().endswith(b"\xff" * 5000)
    assert (tmp_path / f"{done.aside.name}-journal").read_bytes() == b"half a change"
    assert "broken.db-journal" not in names_in(tmp_path)


def test_killed_at_any_step_either_the_old_or_the_new_database_is_there(backup: Path, database: Path) -> None:
    """Before and after every step that changes a name or waits for the disk."""
    old, new = state(database), {"demo": notes(1, 3)}
    seen = []
    for step in range(1, 40):
        ended = ended_with(deeds.restore_dying, backup, database, step)
        now = state(database)
        assert now in (old, new)
        assert any(
            state(path) == old for path in (database, *database.parent.glob("club.db.replaced-*")) if _whole(path)
        )
        seen.append(now == new)
        if ended == 0:
            break
        assert ended == deeds.DIED
    assert seen[0] is False
    assert seen[-1] is True
    assert len(seen) > 5


def _whole(path: Path) -> bool:
    return not path.name.endswith(("-wal", "-shm", "-journal"))
