"""`mjlog backup` and `mjlog restore` as they are called: what they print, and what they leave behind."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import pytest
from command_runs import Run, game_events, run_process, write_lines

from mjlog.store import open_readonly, open_store


@pytest.fixture
def database(run: Run, log: Path, own_database: Path) -> Path:
    """The default database, with one game."""
    assert run("import", "mjlog", log).exit_code == 0
    return own_database


@pytest.fixture
def backup(run: Run, database: Path, tmp_path: Path) -> Path:
    """A backup of it, after which the games went on."""
    path = tmp_path / "backup.db"
    assert run("backup", path).exit_code == 0
    run("import", "mjlog", write_lines(tmp_path / "g2.mjlog.jsonl", game_events("g2")))
    assert run("add", "g1", "--", "hand").exit_code == 0
    return path


def test_a_backup_in_a_folder_is_dated_and_old_ones_go(run: Run, database: Path, tmp_path: Path) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    for _ in range(3):
        result = run("backup", folder, "--keep", "2")
        assert result.exit_code == 0
    assert "removed, an older copy" in result.stdout
    assert len(list(folder.iterdir())) == 2
    assert all(path.name.startswith("default-20") for path in folder.iterdir())


def test_a_bare_word_that_is_no_folder_is_not_taken_for_a_file(
    run: Run, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Most likely a folder was meant, that is not there."""
    monkeypatch.chdir(tmp_path)
    result = run("backup", "copies")
    assert result.exit_code == 2
    assert "copies: there is no such folder" in result.stderr
    assert "like copies.db" in result.stderr
    assert not Path("copies").exists()
    Path("copies").mkdir()
    assert run("backup", "copies").exit_code == run("backup", "copy.db").exit_code == 0
    assert len(list(Path("copies").iterdir())) == 1


def test_a_file_that_is_there_stays_unless_forced(run: Run, database: Path, tmp_path: Path) -> None:
    (tmp_path / "copy.db").write_text("a letter")
    result = run("backup", tmp_path / "copy.db")
    assert (result.exit_code, "--force writes over it" in result.stderr) == (2, True)
    assert run("backup", tmp_path / "copy.db", "--force").exit_code == 0


def test_a_backup_is_put_where_there_is_no_database(run: Run, backup: Path, tmp_path: Path) -> None:
    result = run("restore", backup, "--db", tmp_path / "new.db")
    assert result.exit_code == 0
    assert "new.db: restored, 1 game, 4 events" in result.stdout
    assert [info.game for info in open_readonly(tmp_path / "new.db").games()] == ["g1"]


def test_a_long_list_of_games_is_cut(run: Run, backup: Path, database: Path) -> None:
    with open_store(database) as store:
        for number in range(30):
            store.append(f"n{number}", [b'{"seq":1,"type":"washout"}'])
    result = run("restore", backup)
    assert "and 12 games more of which the backup has less" in result.stderr


def test_a_forced_restore_keeps_what_was_there(run: Run, backup: Path, database: Path) -> None:
    result = run("restore", backup, "--force")
    assert result.exit_code == 0
    (aside,) = database.parent.glob("default.db.replaced-*[0-9]")
    assert f"{aside.name}: the database that was here before" in result.stdout
    assert [info.last for info in open_readonly(aside).games()] == [5, 4]
    assert [info.last for info in open_readonly(database).games()] == [4]
    again = json.loads(run("restore", backup, "--force", "--json").stdout)
    assert (again["events"], again["aside"] is None) == (4, False)


def test_a_restore_that_loses_nothing_says_so(run: Run, backup: Path, database: Path) -> None:
    run("restore", backup, "--force")
    assert "has all games and events that are here now" in run("restore", backup, "--force").stderr


def test_a_database_that_cannot_be_read_is_replaced_all_the_same(run: Run, backup: Path, tmp_path: Path) -> None:
    (tmp_path / "broken.db").write_bytes(b"not a database")
    result = run("restore", backup, "--db", tmp_path / "broken.db", "--force")
    assert result.exit_code == 0
    assert "cannot be compared with the backup" in result.stderr
    assert open_readonly(tmp_path / "broken.db").head("g1").seq == 4


def test_a_damaged_backup_is_something_found(run: Run, backup: Path) -> None:
    content = bytearray(backup.read_bytes())
    content[content.rindex(b'"rain"') + 1] ^= 1
    backup.write_bytes(content)
    result = run("restore", backup, "--verify")
    assert result.exit_code == 1
    assert "game g1: event 1 is not what was stored" in result.stderr
    assert run("restore", backup, "--force").exit_code == 2


def test_a_backup_that_was_cut_is_something_found(run: Run, backup: Path) -> None:
    backup.write_bytes(backup.read_bytes()[:9000])
    result = run("restore", backup, "--verify")
    assert result.exit_code == 1
    assert "is damaged" in result.stderr
    assert "from a backup" not in result.stderr


@pytest.mark.skipif(os.name != "posix", reason="elsewhere a program is ended without being asked")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
@pytest.mark.parametrize("command", ["backup", "restore"])
def test_a_program_that_is_told_to_end_leaves_nothing_half_written(
    run: Run, backup: Path, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, name: str
) -> None:
    """In the middle of the copy; the rest is as it was, and the program can still be ended by the same signal."""
    number = signal.Signals[name]

    def told_to_end(source: Path, part: Path) -> None:
        part.write_bytes(b"a half")
        signal.raise_signal(number)

    before = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    monkeypatch.setattr(f"mjlog.store.{command}.copy_database", told_to_end)
    # Under nohup a signal is passed over; here it is the program that is tried, not where the tests run.
    signal.signal(number, signal.SIG_DFL)
    words = (tmp_path / "new.db",) if command == "backup" else (backup, "--force")
    assert run(command, *words).exit_code == 128 + number
    after = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    assert {name: after[name] for name in before} == before
    assert not [name for name in after if name.endswith(".part")]
    assert signal.getsignal(number) is signal.SIG_DFL


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_no_input_ends_in_a_traceback(command: str, tmp_path: Path) -> None:
    """Odd paths, missing folders, a device, control characters."""
    for path in ("", "/", "/dev/null", "no/such/folder/x.db", "a\x1b[2Jb", "x" * 400):
        result = run_process(command, path, MJLOG_DB=str(tmp_path / "none.db"))
        assert result.returncode == 2
        assert b"Traceback" not in result.stderr
        assert b"\x1b" not in result.stderr
