"""Backups: whole while others write, checked, in their place in one step."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from mjlog.errors import StoreError
from mjlog.store import Origin, Person, SqliteStore, backup, open_readonly, open_store
from mjlog.store.backup import DamagedError, add_name, back_up, dated, heads_digest, keep_latest, sound_contents
from mjlog.store.place import WriterLock
from mjlog.store.restore import check_backup

from .conftest import JOURNALS, Change, note, notes
from .crashing.deeds import WRITER

NOW = datetime(2026, 7, 31, 19, 30, 12)


def names_in(folder: Path) -> set[str]:
    """What is in a folder, without what SQLite keeps beside an open database."""
    return {path.name for path in folder.iterdir() if not path.name.endswith(("-wal", "-shm", ".lock"))}


def state(path: Path) -> dict[str, list[bytes]]:
    """Every game of a database, with its events."""
    with open_readonly(path) as store:
        assert store.verify() == []
        return {info.game: store.bodies(info.game) for info in store.games()}


def test_a_copy_has_the_same_games_heads_keys_and_drafts(database: Path, tmp_path: Path) -> None:
    with open_store(database) as store:
        store.keep_draft("demo", b"in pencil")
    contents = back_up(database, tmp_path / "copy.db")
    assert (len(contents.games), contents.events, contents.size) == (1, 3, (tmp_path / "copy.db").stat().st_size)
    with open_readonly(database) as source, open_readonly(tmp_path / "copy.db") as copy:
        assert copy.games() == source.games()
        assert copy.bodies("demo") == source.bodies("demo")
        assert copy.appended("first") == source.appended("first")
        assert copy.draft("demo") == b"in pencil"
    assert contents.digest == sound_contents(database).digest


def test_a_copy_is_one_file_that_is_read_without_another_beside_it(database: Path, tmp_path: Path) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    back_up(database, folder / "copy.db")
    assert check_backup(folder / "copy.db").events == 3
    assert [path.name for path in folder.iterdir()] == ["copy.db"]


def test_the_digest_of_heads_is_that_of_the_documentation(database: Path) -> None:
    """SHA-256 over a line a game: `[game, events, head]`."""
    import hashlib

    head = open_readonly(database).head("demo").id
    line = f'["demo",3,"{head}"]\n'.encode()
    assert sound_contents(database).digest == hashlib.sha256(line).hexdigest()


@pytest.mark.skipif(os.name != "posix", reason="rights of others are a matter of POSIX")
def test_a_copy_of_what_others_may_not_read_is_not_read_by_them_either(database: Path, tmp_path: Path) -> None:
    database.chmod(0o600)
    back_up(database, tmp_path / "copy.db")
    assert stat.S_IMODE((tmp_path / "copy.db").stat().st_mode) == 0o600


def test_nothing_is_written_over_unless_that_is_said(database: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    target.write_text("a letter")
    with pytest.raises(StoreError, match="there is a file of this name"):
        back_up(database, target)
    assert target.read_text() == "a letter"
    back_up(database, target, overwrite=True)
    assert state(target) == state(database)


def test_a_database_is_not_copied_over_itself_or_one_in_use(database: Path, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="the database itself"):
        back_up(database, database, overwrite=True)
    other = tmp_path / "other.db"
    with open_store(other, journal="wal") as store:
        store.append("other", notes(1, 1))
        with pytest.raises(StoreError, match="in use"):
            back_up(database, other, overwrite=True)
    with open_readonly(other) as viewer:
        viewer.games()
        with pytest.raises(StoreError, match="another program has this database open"):
            back_up(database, other, overwrite=True)
    assert state(other) == {"other": notes(1, 1)}
    with pytest.raises(StoreError, match=r"nowhere does not exist"):
        back_up(database, tmp_path / "nowhere" / "copy.db")
    with pytest.raises(StoreError, match="this is a folder"):
        back_up(database, tmp_path)


def test_a_damaged_database_is_not_copied(database: Path, change: Change, tmp_path: Path) -> None:
    change("UPDATE events SET body = replace(body, 'x', 'y') WHERE seq = 2")
    with pytest.raises(DamagedError, match="event 2 is not what was stored"):
        back_up(database, tmp_path / "copy.db")
    assert "copy.db" not in names_in(tmp_path)
    assert not [name for name in names_in(tmp_path) if name.endswith(".part")]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this platform has no pipes with names")
def test_what_is_no_ordinary_file_is_not_written_over(database: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for special in (tmp_path / "pipe", Path(os.devnull)):
        with pytest.raises(StoreError, match="not an ordinary file"):
            back_up(database, special, overwrite=True)


def test_errors_name_the_copy_and_not_the_file_in_which_it_was_made(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(source: Path, part: Path) -> None:
        raise StoreError(f"{part}: the disk is full")

    monkeypatch.setattr("mjlog.store.backup.copy_database", full)
    with pytest.raises(StoreError, match="the disk is full") as caught:
        back_up(database, tmp_path / "copy.db")
    assert str(caught.value) == f"{tmp_path / 'copy.db'}: the disk is full"


def test_what_a_killed_program_left_is_removed_when_nobody_can_be_writing_it(database: Path, tmp_path: Path) -> None:
    """Of the same copy, or of the same one with another time; what was written to just now is left to its writer."""
    folder = tmp_path / "copies"
    folder.mkdir()
    target = dated(folder, database.stem, database.suffix, NOW)
    left = {".club-20260101-010203.db.0f3a.part", ".club-20260101-010203-2.db.4711.part", f".{target.name}.a.part"}
    others = {".club.db.12.part", ".club-20260101-010203.db.part", ".league-20260101-010203.db.12.part", "club.part"}
    for name in left | others:
        (folder / name).touch()
        os.utime(folder / name, (1_000_000_000, 1_000_000_000))
    (folder / ".club-20260101-010203.db.0f3a.part-journal").touch()
    (folder / ".club-20260101-010204.db.0f3b.part").touch()
    back_up(database, target)
    assert {path.name for path in folder.iterdir()} == {target.name, ".club-20260101-010204.db.0f3b.part"} | others


@pytest.mark.parametrize("journal", JOURNALS)
def test_a_copy_made_while_another_process_appends_is_whole(tmp_path: Path, journal: str) -> None:
    """It has at least what was there before, and is a beginning of what is there afterwards."""
    path = tmp_path / "a.db"
    with open_store(path, journal=journal) as store:
        store.append("long", notes(1, 1500))
    copies = []
    run = [sys.executable, "-c", WRITER, str(path), "demo", "7"]
    with subprocess.Popen(run, stdout=subprocess.PIPE, text=True) as writer:
        try:
            for number in range(2):
                before = _read_some(writer)
                copies.append((before, tmp_path / f"copy-{number}.db"))
                back_up(path, copies[-1][1])
            after = _read_some(writer)
        finally:
            writer.kill()
    open_store(path).close()  # undoes what the writer may have left half-written
    assert after > copies[-1][0]
    for before, copy in copies:
        games = state(copy)
        assert games["long"] == notes(1, 1500)
        assert len(games["demo"]) >= before
        assert len(games["demo"]) % 7 == 0
        assert games["demo"] == state(path)["demo"][: len(games["demo"])]


def _read_some(writer: subprocess.Popen[str]) -> int:
    """The last seq that a writer has acknowledged, after a few more."""
    assert writer.stdout is not None
    lines = [writer.stdout.readline() for _ in range(5)]
    return int(lines[-1])


def test_where_writers_come_too_often_the_rows_are_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys, origins, drafts and people too; the schema, and who may read it, are those of the database."""
    monkeypatch.setattr(backup, "MOST_RESTARTS", -1)
    path = tmp_path / "a.db"
    with open_store(path, journal="delete") as store:
        for game in ("one", "two"):
            store.append(game, notes(1, 5000), key=f"key of {game}")
            store.append(game, [note(5001)], draft=b"in pencil", origins=[Origin("sheet.txt", 7)])
        store.add_person(Person("anna", "Anna N.", None))
    path.chmod(0o600)
    back_up(path, tmp_path / "copy.db")
    assert os.name != "posix" or stat.S_IMODE((tmp_path / "copy.db").stat().st_mode) == 0o600
    assert state(tmp_path / "copy.db") == state(path)
    with open_store(tmp_path / "copy.db") as copy:
        assert copy.appended("key of two") == open_readonly(path).appended("key of two")
        assert copy.drafts() == {"one": 9, "two": 9}
        assert copy.origins("two") == {5001: Origin("sheet.txt", 7)}
        assert copy.people() == [Person("anna", "Anna N.", None)]
        assert copy.append("two", [note(5002)], expected_last=5001).seq == 5002


def test_what_others_put_into_a_database_is_copied_too_or_nothing_is(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where writers come too often, our rows alone would be a copy that lacks something."""
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("CREATE TABLE snacks (name)")
        connection.execute("INSERT INTO snacks VALUES ('rice crackers')")
    back_up(database, tmp_path / "copy.db")
    with closing(sqlite3.connect(tmp_path / "copy.db")) as connection:
        assert connection.execute("SELECT name FROM snacks").fetchall() == [("rice crackers",)]
    monkeypatch.setattr(backup, "MOST_RESTARTS", -1)
    with pytest.raises(StoreError, match=r"holds what is not of mjlog \(snacks\)"):
        back_up(database, tmp_path / "second.db")
    assert "second.db" not in names_in(tmp_path)


def test_games_that_begin_while_rows_are_copied_are_left_out_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One begins with every batch that is read: before and behind the others by its name, and with more events."""
    monkeypatch.setattr(backup, "MOST_RESTARTS", -1)
    monkeypatch.setattr(backup, "_ROWS", 2)
    path = tmp_path / "a.db"
    with open_store(path, journal="delete") as store:
        for game in ("m", "n", "o"):
            store.append(game, notes(1, 5), key=f"key of {game}")
        batches, begun = backup._batches, iter(range(1000))

        def disturbed(reader: sqlite3.Connection, lock: WriterLock, table: str, *more: str) -> Iterator[Any]:
            for rows in batches(reader, lock, table, *more):
                yield rows
                number = next(begun)
                store.append(f"{'az'[number % 2]}{number}", notes(1, 3), key=f"new {number}")

        monkeypatch.setattr(backup, "_batches", disturbed)
        contents = back_up(path, tmp_path / "copy.db")
    copied = state(tmp_path / "copy.db")
    assert {"m", "n", "o"} <= copied.keys()
    assert all(bodies == state(path)[game] for game, bodies in copied.items())
    assert len(copied) < len(state(path))
    assert contents.digest == sound_contents(tmp_path / "copy.db").digest


def test_a_copy_of_an_older_schema_that_is_written_to_all_the_time_is_refused_in_words(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "MOST_RESTARTS", -1)
    monkeypatch.setattr(backup, "SCHEMA_VERSION", 99)
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    with pytest.raises(StoreError, match="of an older schema"):
        back_up(database, tmp_path / "copy.db")
    assert "copy.db" not in names_in(tmp_path)


def test_a_copy_that_lacks_a_game_is_found_out(database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = tmp_path / "other.db"
    with open_store(other, journal="delete") as store:
        store.append("demo", notes(1, 2))
    monkeypatch.setattr("mjlog.store.backup.copy_database", lambda source, part: part.write_bytes(other.read_bytes()))
    with pytest.raises(StoreError, match="game demo is not whole in the copy"):
        back_up(database, tmp_path / "copy.db")
    with open_store(other) as store:
        store.append("demo", [note(3, "another text")])
    with pytest.raises(StoreError, match="game demo is another one in the copy"):
        back_up(database, tmp_path / "copy.db")


def test_a_store_that_only_reads_is_enough_for_a_copy(opened: SqliteStore, database: Path, tmp_path: Path) -> None:
    """While the recorder keeps its store open."""
    back_up(database, tmp_path / "copy.db")
    assert opened.append("demo", notes(4, 4)).seq == 4
    assert state(tmp_path / "copy.db") == {"demo": notes(1, 3)}


# -- copies in a folder -------------------------------------------------------------------------------------------


def test_copies_in_a_folder_are_named_by_the_time(database: Path, tmp_path: Path) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    first = dated(folder, database.stem, database.suffix, NOW)
    assert first.name == "club-20260731-193012.db"
    first.touch()
    assert dated(folder, database.stem, database.suffix, NOW).name == "club-20260731-193012-2.db"


def test_the_latest_copies_are_kept_and_no_other_file_is_touched(database: Path, tmp_path: Path) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    copies = [f"club-202607{day}-193012.db" for day in (10, 11, 12)] + ["club-20260712-193012-2.db"]
    others = ["club.db", "club-old.db", "club-20260701-193012.txt", "other-20260701-193012.db"]
    for name in copies + others:
        (folder / name).touch()
    removed = keep_latest(folder, database, folder / copies[3], keep=2)
    assert sorted(path.name for path in removed) == copies[:2]
    assert {path.name for path in folder.iterdir()} == {*copies[2:], *others}


@pytest.mark.parametrize("keep", [1, 2, 3])
def test_copies_go_in_the_order_in_which_they_were_made_also_where_the_clock_went_back(
    database: Path, tmp_path: Path, keep: int
) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    made = [f"club-{day}-000000.db" for day in ("20300101", "20300102", "20200101", "20200102")]
    for count, name in enumerate(made, 1):
        (folder / name).touch()
        keep_latest(folder, database, folder / name, keep)
        assert {path.name for path in folder.iterdir()} == {*made[:count][-keep:]}


@pytest.mark.parametrize("has_links", [True, False])
def test_a_name_is_added_where_there_is_none_also_without_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_links: bool
) -> None:
    def refuse(file: Path, name: Path) -> None:
        raise OSError("this file system has no links")

    file, name, other = (tmp_path / one for one in ("file", "name", "other"))
    file.write_text("new", encoding="utf-8")
    other.write_text("old", encoding="utf-8")
    if not has_links:
        monkeypatch.setattr(os, "link", refuse)
    with pytest.raises(FileExistsError):
        add_name(file, other)
    add_name(file, name)
    assert (name.read_text(encoding="utf-8"), other.read_text(encoding="utf-8")) == ("new", "old")


def test_databases_with_other_games_have_other_heads(database: Path, tmp_path: Path) -> None:
    with open_readonly(database) as store:
        games = list(store.games())
    with open_store(tmp_path / "longer.db") as store:
        store.append("demo", notes(1, 4), key="first")
        longer = list(store.games())
    assert len({heads_digest(one) for one in ([], games, longer)}) == 3


def test_what_a_killed_backup_with_a_long_name_left_is_removed(database: Path, tmp_path: Path) -> None:
    target = tmp_path / f"{'a' * 99}bc{'d' * 50}.db"
    left, others = (tmp_path / f".{'a' * 99}{ending}.0a.part" for ending in ("b", "bc"))
    for path in (left, others):
        path.write_bytes(b"x")
        os.utime(path, (0, 0))
    back_up(database, target)
    assert (target.exists(), left.exists(), others.exists()) == (True, False, True)
