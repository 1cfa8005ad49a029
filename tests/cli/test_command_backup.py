"""`mjlog backup`, `restore` and `doctor` as they are called: what they print and leave behind; their page."""

from __future__ import annotations

import glob
import json
import os
import re
import shlex
import signal
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from command_runs import ROOT, Run, game_events, lines, run_process, write_lines

from mjlog.store import open_readonly, open_store
from mjlog.store.backup import heads_digest


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


# -- `mjlog doctor` ---------------------------------------------------------------------------------------------------


@pytest.fixture
def doctor_database(run: Run, log: Path, own_database: Path) -> Path:
    """The default database, with one game."""
    assert run("import", "mjlog", log).exit_code == 0
    own_database.chmod(0o600)
    return own_database


def test_a_sound_database_is_found_so(run: Run, doctor_database: Path) -> None:
    result = run("doctor")
    assert result.exit_code == 0
    printed = result.stdout.splitlines()
    assert {line.split()[0] for line in printed} <= {"ok", "info", "warning"}
    assert "ok      chain: the chain of every game holds (1 game)" in printed
    assert printed[-1] == f"ok      heads: {heads_digest(open_readonly(doctor_database).games())}"


def test_an_error_has_its_remedy_and_an_exit_status(run: Run, doctor_database: Path) -> None:
    with closing(sqlite3.connect(doctor_database, isolation_level=None)) as connection:
        connection.execute("DROP TRIGGER events_kept")
    result = run("doctor")
    assert result.exit_code == 1
    (line,) = (line for line in result.stdout.splitlines() if line.startswith("error"))
    assert line.startswith("error   schema: changed by another program: the trigger events_kept is missing → check")


def test_programs_get_an_object_a_line(run: Run, doctor_database: Path) -> None:
    answers = lines(run("doctor", "--json"))
    assert all(answer.keys() == {"level", "check", "message", "todo"} for answer in answers)
    assert [answer["check"] for answer in answers][:2] == ["file", "file-system"]


def test_a_path_that_steers_the_terminal_is_shown_harmless(run: Run, doctor_database: Path, tmp_path: Path) -> None:
    path = tmp_path / "a\x1b[2Jb.db"
    path.write_bytes(doctor_database.read_bytes())
    result = run("doctor", "--db", path)
    assert "a\\x1b[2Jb.db" in result.stdout
    assert "\x1b" not in result.stdout


def test_with_an_address_a_server_is_asked_and_no_database(run: Run, doctor_database: Path) -> None:
    """Whoever asks from elsewhere has none; with `--db` both are looked at."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{one.getsockname()[1]}/"
    result = run("doctor", "--url", url)
    assert result.exit_code == 1
    (line,) = result.stdout.splitlines()
    assert line.startswith(f"error   server: nothing answers at {url}: ")
    both = run("doctor", "--url", url, "--db", str(doctor_database)).stdout.splitlines()
    assert both[0].startswith("ok      file: ")
    assert both[-1].startswith("error   server: ")
    assert "expected an address like https://club.example" in run("doctor", "--url", "club.example").stderr


# -- the page about keeping the record is true ------------------------------------------------------------------------


PAGE = (ROOT / "docs" / "do" / "keeping.md").read_text("utf-8")
_CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)


def session() -> list[tuple[str, str]]:
    """Each command of the page, in order, and what the page says it prints."""
    steps: list[tuple[str, str]] = []
    for line in "".join(_CONSOLE.findall(PAGE)).splitlines(keepends=True):
        if line.startswith("$ "):
            steps.append((line[2:].strip(), ""))
        else:
            steps[-1] = (steps[-1][0], steps[-1][1] + line)
    return steps


def _pattern(shown: str) -> str:
    """What is shown, as a pattern: `…` stands for anything."""
    return ".*?".join(re.escape(part) for part in shown.split("…"))


def _words(command: str) -> Iterator[str]:
    """The words of a command, file names completed as a shell does."""
    for word in shlex.split(command):
        yield from sorted(glob.glob(word)) if "*" in word else [word]


def test_the_session_prints_what_the_page_shows(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MJLOG_DB", "club.db")
    (tmp_path / "copies").mkdir()
    (tmp_path / "games").mkdir()
    for number, game in enumerate(("tuesday", "thursday"), 1):
        write_lines(tmp_path / "games" / f"{number}.mjlog.jsonl", game_events(game))
    for command, shown in session():
        program, *arguments = _words(command)
        assert program == "mjlog"
        result = run(*arguments)
        printed = result.stderr + result.stdout
        assert re.fullmatch(_pattern(shown), printed, re.DOTALL), f"{command}\n{printed}"


def test_the_commands_of_the_page_are_all_there() -> None:
    commands = " ".join(command for command, _ in session())
    for part in ("backup", "--keep", "restore", "--verify", "--force", "doctor", "export --all", "import mjlog"):
        assert part in commands


def test_every_check_of_the_doctor_has_its_row() -> None:
    rows = set(re.findall(r"^\| (`[^|]*`) \|", PAGE, re.MULTILINE))
    named = {name for row in rows for name in re.findall(r"`([a-z-]+)`", row)}
    source = (ROOT / "mjlog" / "store" / "doctor.py").read_text("utf-8")
    said = set(re.findall(r'Line\("[a-z]+", "([a-z-]+)"', source))
    assert len(said) > 10
    assert named == said
