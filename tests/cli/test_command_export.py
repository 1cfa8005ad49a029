"""Export, verify, replay: a game comes out byte for byte as it is, and shows where it was touched."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import pytest
from command_runs import Run, run_process


@pytest.fixture
def stored(run: Run, log: Path) -> Path:
    """A log that is in the default database too."""
    assert run("import", "mjlog", log).exit_code == 0
    return log


def test_an_export_is_the_same_bytes_every_time(run: Run, stored: Path) -> None:
    first = run("export", "g1").stdout_bytes
    assert first == run("export", "g1").stdout_bytes == run_process("export", "g1", anew=True).stdout
    assert first.count(b"\n") == 4


def test_a_path_is_exported_as_it_would_be_imported(run: Run, stored: Path, foreign_game: Path) -> None:
    assert run("export", stored).stdout_bytes == run("export", "g1").stdout_bytes
    run("import", "xmj", foreign_game)
    assert run("export", foreign_game).stdout_bytes == run("export", "evening").stdout_bytes


def test_a_game_that_is_not_there_is_named_with_the_nearest(run: Run, foreign_game: Path) -> None:
    run("import", "xmj", foreign_game)
    result = run("export", "evenin")
    assert result.exit_code == 2
    assert "did you mean evening?" in result.stderr


def test_a_database_that_was_touched_is_found_out(run: Run, stored: Path, own_database: Path) -> None:
    with sqlite3.connect(own_database) as connection:
        connection.execute("DROP TRIGGER IF EXISTS events_update")
        for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute("UPDATE events SET body = replace(body, '80', '90') WHERE seq = 4")
    connection.close()
    result = run("verify", own_database)
    assert result.exit_code == 1
    assert "chain-broken" in result.stdout
    assert run("export", "g1").exit_code == 2


def test_what_has_no_chain_cannot_be_verified(run: Run, foreign_game: Path, tmp_path: Path) -> None:
    assert run("verify", foreign_game).exit_code == 2
    assert run("verify", tmp_path / "missing").exit_code == 2


def test_a_foreign_record_is_replayed_from_its_folder(run: Run, foreign_game: Path) -> None:
    result = run("replay", foreign_game, "--hand", "1", "--unicode")
    assert result.exit_code == 0
    assert "\N{MAHJONG TILE BACK}" in result.stdout
    assert "not over" in result.stderr


def test_a_replay_is_one_file_that_asks_nobody_for_anything(run: Run, stored: Path, tmp_path: Path) -> None:
    assert run("export", "g1", "--html", tmp_path / "g1.html").exit_code == 0
    text = (tmp_path / "g1.html").read_text("utf-8")
    assert "default-src 'none'" in text
    assert not re.search(r' (?:src|href|action)="(?!#|\?view=|")', text.partition("<script")[0])
    (tmp_path / "mine.html").write_text("mine", "utf-8")
    assert "--force" in run("export", "g1", "--html", tmp_path / "mine.html").stderr
    for option in (["--as", "mjai"], ["--shorthand"], ["--unchained"], ["--out", tmp_path / "x.jsonl"]):
        assert run("export", "g1", "--html", tmp_path / "other.html", *option).exit_code == 2
