"""`mjlog checkpoint`: what it prints of logs, databases and foreign records, and when it prints nothing."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from command_runs import Run, game_events, run_process, write_lines

from mjlog.chain import plain_name, read_checkpoint
from mjlog.store import open_store


def test_a_foreign_record_has_the_checkpoint_that_it_gets_when_imported(
    run: Run, foreign_game: Path, tmp_path: Path
) -> None:
    printed = run("checkpoint", foreign_game)
    assert printed.exit_code == 0
    run("import", "xmj", foreign_game, "--db", tmp_path / "x.db")
    assert run("checkpoint", "--db", tmp_path / "x.db").stdout == printed.stdout != ""


def test_a_log_that_is_not_whole_has_no_checkpoint(run: Run, stored: Path, own_database: Path, tmp_path: Path) -> None:
    with sqlite3.connect(own_database) as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute("UPDATE events SET body = replace(body, '80', '90') WHERE seq = 4")
    connection.close()
    broken = write_lines(tmp_path / "g2.mjlog.jsonl", [*game_events("g2")[:2], b"{", *game_events("g2")[2:]])
    for args in ([], ["g1"], [broken]):
        result = run("checkpoint", *args)
        assert (result.exit_code, result.stdout) == (1, "")
        assert "no checkpoint: " in result.stderr
    assert "event 4 is not what was stored" in run("checkpoint", "g1").stderr


def test_a_database_without_games_has_no_checkpoint_and_that_is_no_error(run: Run, own_database: Path) -> None:
    open_store(own_database).close()
    result = run("checkpoint")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "no games" in result.stderr


def test_a_name_that_a_terminal_would_obey_is_printed_harmlessly_and_read_back(run: Run, tmp_path: Path) -> None:
    name = "t\u202eue\x1b[2J  day\n"
    path = write_lines(tmp_path / "odd.mjlog.jsonl", game_events(name))
    short = run("checkpoint", path, "--short").stdout.removesuffix("\n")
    assert short.isprintable()
    assert plain_name(read_checkpoint(short).game or "") == plain_name(name)
    assert run("verify", path, "--head", short).exit_code == 0
    assert run_process("checkpoint", path).returncode == 0
