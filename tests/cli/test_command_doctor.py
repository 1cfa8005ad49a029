"""`mjlog doctor`: one line an answer, and an exit status that a script can use."""

from __future__ import annotations

import socket
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from command_runs import Run, lines

from mjlog.store import open_readonly
from mjlog.store.backup import heads_digest


@pytest.fixture
def database(run: Run, log: Path, own_database: Path) -> Path:
    """The default database, with one game."""
    assert run("import", "mjlog", log).exit_code == 0
    own_database.chmod(0o600)
    return own_database


def test_a_sound_database_is_found_so(run: Run, database: Path) -> None:
    result = run("doctor")
    assert result.exit_code == 0
    printed = result.stdout.splitlines()
    assert {line.split()[0] for line in printed} <= {"ok", "info", "warning"}
    assert "ok      chain: the chain of every game holds (1 game)" in printed
    assert printed[-1] == f"ok      heads: {heads_digest(open_readonly(database).games())}"


def test_an_error_has_its_remedy_and_an_exit_status(run: Run, database: Path) -> None:
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("DROP TRIGGER events_kept")
    result = run("doctor")
    assert result.exit_code == 1
    (line,) = (line for line in result.stdout.splitlines() if line.startswith("error"))
    assert line.startswith("error   schema: changed by another program: the trigger events_kept is missing → check")


def test_programs_get_an_object_a_line(run: Run, database: Path) -> None:
    answers = lines(run("doctor", "--json"))
    assert all(answer.keys() == {"level", "check", "message", "todo"} for answer in answers)
    assert [answer["check"] for answer in answers][:2] == ["file", "file-system"]


def test_a_path_that_steers_the_terminal_is_shown_harmless(run: Run, database: Path, tmp_path: Path) -> None:
    path = tmp_path / "a\x1b[2Jb.db"
    path.write_bytes(database.read_bytes())
    result = run("doctor", "--db", path)
    assert "a\\x1b[2Jb.db" in result.stdout
    assert "\x1b" not in result.stdout


def test_with_an_address_a_server_is_asked_and_no_database(run: Run, database: Path) -> None:
    """Whoever asks from elsewhere has none; with `--db` both are looked at."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{one.getsockname()[1]}/"
    result = run("doctor", "--url", url)
    assert result.exit_code == 1
    (line,) = result.stdout.splitlines()
    assert line.startswith(f"error   server: nothing answers at {url}: ")
    both = run("doctor", "--url", url, "--db", str(database)).stdout.splitlines()
    assert both[0].startswith("ok      file: ")
    assert both[-1].startswith("error   server: ")
    assert "expected an address like https://club.example" in run("doctor", "--url", "club.example").stderr
