"""`mjlog stats` and `mjlog standings`: the same answer wherever games are kept, in every form."""

from __future__ import annotations

import lzma
import sqlite3
from pathlib import Path

import pytest
from command_runs import Run, lines, run_process

from samples import SAMPLES
from tests.club.evenings import FRIDAY, TUESDAY, written


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    """A folder with two games."""
    return written(tmp_path / "logs", TUESDAY, FRIDAY)


@pytest.fixture
def club_db(run: Run, logs: Path, tmp_path: Path) -> Path:
    """The default database, with the same games."""
    assert run("import", "mjlog", logs).exit_code == 0
    return tmp_path / "default.db"


@pytest.mark.parametrize("words", [("stats",), ("standings", "--points", "4/2/1/0")])
@pytest.mark.parametrize("form", [(), ("--json",), ("--csv",)])
def test_a_folder_and_a_database_give_the_same_answer(
    run: Run, club_db: Path, logs: Path, words: tuple[str, ...], form: tuple[str, ...]
) -> None:
    """The default one, one that is named, its games one by one."""
    answers = {
        run(*words, *form, *where).stdout
        for where in ((), (logs,), ("--db", club_db), ("tuesday", "friday", "--db", club_db), (club_db,))
    }
    assert len(answers) == 1
    assert "anna" in answers.pop()


def test_the_samples_give_the_same_answer_from_files_and_from_a_database(run: Run, tmp_path: Path) -> None:
    """Full games of several rule sets, with foreign records among them."""
    paths = [
        SAMPLES / "games" / name for name in ("end-of-the-wall.tar.xz", "western.mjlog.jsonl.xz", "dmjl.mjlog.jsonl.xz")
    ]
    db = tmp_path / "samples.db"
    run("import", "xmj", paths[0], "--db", db)
    run("import", "mjlog", *paths[1:], "--db", db)
    for words in (("stats", "--json"), ("standings", "--points", "4/2/1/0", "--csv")):
        assert run(*words, *paths).stdout == run(*words, db).stdout != ""


def test_a_game_of_the_usual_database_is_named_by_its_id(run: Run, club_db: Path) -> None:
    for words in (("stats",), ("standings",), ("find",)):
        assert run(*words, "tuesday", "--json").stdout == run(*words, "tuesday", "--db", club_db, "--json").stdout != ""


def test_progress_goes_to_terminals_only(logs: Path) -> None:
    """Behind a pipe there is neither a line that is written over nor a control character."""
    found = run_process("stats", "--together", logs)
    assert found.returncode == 0
    assert found.stderr == b""
    assert b"\r" not in found.stdout


def test_a_game_that_breaks_off_hides_no_other(run: Run, logs: Path) -> None:
    """A packed log that was cut is complained of and not counted."""
    whole = (logs / "tuesday.mjlog.jsonl").read_bytes() * 200
    (logs / "cut.mjlog.jsonl.xz").write_bytes(lzma.compress(whole)[:-40])
    (logs / "aaa.mjlog.jsonl").write_bytes(b"\xff\xfe no log\n")
    result = run("standings", logs, "--together", "--json")
    assert result.exit_code == 2
    assert "cut.mjlog.jsonl.xz" in result.stderr
    assert {one["games"] for one in lines(result)} == {2}


def test_a_hostile_name_in_a_database_reaches_no_terminal(run: Run, club_db: Path) -> None:
    """Another program can write into the table whatever it likes."""
    connection = sqlite3.connect(club_db)
    connection.execute("INSERT INTO people VALUES ('anna', ?, NULL)", ("\x1b[2J\u202e=evil",))
    connection.commit()
    connection.close()
    for words in (("people",), ("games", "--names"), ("sheet", "tuesday", "--names"), ("stats", "--names"),
                  ("standings", "--names", "--csv"), ("find", "--names"), ("find", "--names", "--hands", "--csv"),
                  ("sheet", "tuesday", "--names", "--format", "html")):  # fmt: skip
        out = run(*words).stdout
        assert "evil" in out
        assert "\x1b" not in out
        assert "\u202e" not in out
