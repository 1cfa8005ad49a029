"""`mjlog people`: names are noted, changed, forgotten; they stand beside handles where they are wanted."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from command_runs import Run, lines
from terminal import Terminal

from tests.club.evenings import FRIDAY, TUESDAY, written


@pytest.fixture
def club_db(run: Run, tmp_path: Path) -> Path:
    """The default database, with two games in it."""
    assert run("import", "mjlog", written(tmp_path / "logs", TUESDAY, FRIDAY)).exit_code == 0
    return tmp_path / "default.db"


def test_after_forgetting_no_byte_is_left_and_every_log_is_proved(run: Run, club_db: Path) -> None:
    """The name is in no file of the database, and verify says what it said before."""
    before = run("verify", club_db, "--json").stdout
    run("people", "add", "anna", "Anna Unforgettable", "--note", "lives in Nowheretown")
    run("people", "add", "ben", "Ben Okafor")
    assert run("people", "forget", "anna").exit_code == 0
    files = [path for path in club_db.parent.iterdir() if path.name.startswith(club_db.name)]
    assert club_db in files
    for text in (b"Unforgettable", b"Nowheretown"):
        assert [path.name for path in files if text in path.read_bytes()] == []
    verified = run("verify", club_db, "--json")
    assert (verified.exit_code, verified.stdout) == (0, before)
    assert "anna" in run("sheet", "tuesday").stdout


def test_copies_beside_the_database_are_named_when_somebody_is_forgotten(
    run: Run, own_database: Path, tmp_path: Path
) -> None:
    """Dated backups, a database that was replaced, a copy that broke off; nothing else."""
    assert run("people", "add", "anna", "Anna Nováková").exit_code == 0
    assert run("backup", tmp_path).exit_code == 0
    (copy,) = tmp_path.glob(f"{own_database.stem}-*")
    replaced = f"{own_database.name}.replaced-20260101-010203"
    left = [replaced, f"{replaced}-journal", f"{replaced}-wal", f".{copy.name}.0a1b2c3d.part"]
    for name in [*left, f"{own_database.stem}-notes.txt"]:
        (tmp_path / name).touch()
    listed = {line.strip() for line in run("people", "forget", "anna").stdout.splitlines() if line.startswith("    ")}
    assert listed == {str(tmp_path / name) for name in [copy.name, *left]}


def test_names_stand_beside_handles_where_they_are_wanted(run: Run, club_db: Path) -> None:
    """By default there are handles only."""
    run("people", "add", "anna", "Anna Nováková")
    for words in (("games",), ("sheet", "tuesday"), ("stats",), ("standings",), ("find",)):
        assert "Nováková" not in run(*words).stdout
        assert "Anna Nováková" in run(*words, "--names").stdout, words
        assert "ben" in run(*words, "--names").stdout
    assert "anna (Anna Nováková)" in run("games", "--names").stdout
    assert lines(run("games", "--names", "--json"))[0]["names"] == {"anna": "Anna Nováková"}
    assert "names" not in lines(run("games", "--json"))[0]


def test_a_sheet_has_names_in_every_form(run: Run, club_db: Path) -> None:
    run("people", "add", "anna", '=Anna "N"')
    assert 'players: anna is =Anna "N"' in run("sheet", "tuesday", "--names").stdout
    assert "anna is =Anna &#34;N&#34;" in run("sheet", "tuesday", "--names", "--format", "html").stdout
    table = run("sheet", "tuesday", "--names", "--format", "csv").stdout
    (first, *_rest) = csv.DictReader(io.StringIO(table, newline=""))
    assert first['anna (=Anna "N") change'] == "-40"
    assert first["ben change"] == "80"


# -- a handle that was written down wrong ---------------------------------------------------------------------------


def test_a_handle_is_one_word_and_one_written_otherwise_is_noticed(run: Run) -> None:
    others = ["--player", "ben", "--player", "cleo", "--player", "dora"]
    assert run("new", "--ruleset", "western", "--game", "old", "--player", "anna", *others).exit_code == 0
    refused = run("new", "--ruleset", "western", "--player", "Anna N", *others)
    assert refused.exit_code == 2
    assert "'Anna N' is no handle: expected one word" in refused.stderr
    noticed = run("new", "--ruleset", "western", "--player", "Anna", *others)
    assert noticed.exit_code == 0
    assert "Anna plays, and anna has played here" in noticed.stderr
    assert run("new", "--ruleset", "western", "--player", "anna", *others).stderr == ""


# -- forgotten for good ---------------------------------------------------------------------------------------------


def test_a_backup_does_not_bring_a_forgotten_person_back(run: Run, club_db: Path, tmp_path: Path) -> None:
    run("people", "add", "anna", "Anna Nováková")
    run("people", "add", "ben", "Ben Okafor")
    run("backup", tmp_path / "copy.db")
    run("people", "forget", "anna")
    restored = run("restore", tmp_path / "copy.db", "--force")
    assert restored.exit_code == 0
    assert "forgotten again, for the backup still had their names: anna" in restored.stdout
    assert run("people").stdout == "ben: Ben Okafor\n"
    assert "Nov\u00e1kov\u00e1".encode() not in club_db.read_bytes()
    assert lines(run("restore", tmp_path / "copy.db", "--force", "--json"))[0]["forgotten"] == ["anna"]


def test_who_is_noted_again_is_not_forgotten(run: Run, club_db: Path, tmp_path: Path) -> None:
    run("people", "add", "anna", "Anna Nováková")
    run("backup", tmp_path / "copy.db")
    run("people", "forget", "anna")
    run("people", "add", "anna", "Anna Novák")
    assert "forgotten" not in run("restore", tmp_path / "copy.db", "--force").stdout
    assert run("people").stdout == "anna: Anna Nováková\n"


def test_no_page_names_who_was_forgotten(run: Run, club_db: Path, tmp_path: Path) -> None:
    run("people", "forget", "anna")
    assert run("standings", "--html", tmp_path / "league.html").exit_code == 0
    page = (tmp_path / "league.html").read_text(encoding="utf-8")
    assert ("anna" in page, "ben" in page) == (False, True)


@pytest.mark.parametrize("left", [None, b"nothing that can be read" * 99])
def test_where_nobody_knows_who_was_forgotten_that_is_said(
    run: Run, club_db: Path, tmp_path: Path, left: bytes | None
) -> None:
    """The database is gone, or damaged: that is when a backup is restored."""
    run("people", "add", "anna", "Anna Nováková")
    run("backup", tmp_path / "copy.db")
    run("people", "forget", "anna")
    club_db.unlink() if left is None else club_db.write_bytes(left)
    restored = run("restore", tmp_path / "copy.db", "--force")
    assert restored.exit_code == 0
    assert "1 real name came with the backup: nobody knows here who was forgotten since then" in restored.stderr


def test_on_a_terminal_it_is_asked_before_somebody_is_forgotten(run: Run, club_db: Path, tmp_path: Path) -> None:
    run("people", "add", "anna", "Anna Novák")
    for said, status, left in (("n", 2, "anna: Anna Novák\n"), ("y", 0, "")):
        with Terminal("people", "forget", "anna", "--db", club_db, home=tmp_path) as terminal:
            terminal.wait("forget anna: Anna Novák - for good?")
            terminal.enter(said)
            assert terminal.ended() == status
        assert run("people").stdout.startswith(left or "nobody is noted")
