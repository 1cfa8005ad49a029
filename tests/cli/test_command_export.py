"""Export, verify, replay: a game comes out byte for byte as it is, and shows where it was touched; simulated games."""

from __future__ import annotations

import json
import re
import sqlite3
from pathlib import Path

import pytest
from command_runs import Run, run_process

from mjlog.rulesets import load


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


# -- `mjlog simulate` -------------------------------------------------------------------------------------------------


def test_a_file_a_game_which_audit_accepts(run: Run, tmp_path: Path) -> None:
    """Files are called after their games, and hold games without a fault."""
    result = run("simulate", "--ruleset", "western", "--seed", "3", "--games", "2", "--hands", "2", "--out", tmp_path)
    assert result.exit_code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["western-3-1.mjlog.jsonl", "western-3-2.mjlog.jsonl"]
    assert "2 games, 4 hands" in result.stderr
    assert result.stdout == ""
    assert run("audit", tmp_path).exit_code == 0


def test_on_standard_output_the_games_follow_one_another(run: Run, tmp_path: Path) -> None:
    """The stream is that of the files, each game beginning with its game-start."""
    given = ("simulate", "--ruleset", "mahjiang", "--seed", "4", "--games", "3", "--hands", "1")
    stream = run(*given).stdout
    starts = [line for line in stream.splitlines() if json.loads(line)["type"] == "game-start"]
    assert [json.loads(line)["game"] for line in starts] == ["mahjiang-4-1", "mahjiang-4-2", "mahjiang-4-3"]
    run(*given, "--out", tmp_path)
    assert stream == "".join(path.read_text("utf-8") for path in sorted(tmp_path.iterdir()))
    log = tmp_path / "stream.mjlog.jsonl"
    log.write_text(stream, "utf-8")
    assert run("audit", log).exit_code == 0


def test_options_are_written_into_the_game(run: Run) -> None:
    """And played by: with three players there is no fourth seat."""
    result = run("simulate", "--ruleset", "western", "--hands", "1", "--option", "players=3")
    start = json.loads(result.stdout.splitlines()[0])
    assert start["options"] == {"players": 3}
    assert len(start["players"]) == 3


def test_a_clubs_rule_set_is_written_into_the_log(run: Run, tmp_path: Path) -> None:
    """The document follows the game-start, so that the game is audited by the rules that it was played by."""
    document = load("mahjiang").document.replace('"mahjiang', '"club-2026')
    path = tmp_path / "club.toml"
    path.write_text(document, "utf-8")
    result = run("simulate", "--ruleset", path, "--hands", "1", "--out", tmp_path / "games")
    assert result.exit_code == 0, result.stderr
    (log,) = (tmp_path / "games").iterdir()
    assert log.name == "club-2026-1-1.mjlog.jsonl"
    embedded = json.loads(log.read_text("utf-8").splitlines()[1])
    assert embedded["type"] == "ruleset"
    # Behind the club's own text stand the rule sets whose tables it may use.
    assert embedded["document"].startswith(document)
    assert run("audit", log).exit_code == 0


def test_chained_games_verify(run: Run, tmp_path: Path) -> None:
    """With `--chained` every event has its id."""
    run("simulate", "--ruleset", "classical", "--hands", "1", "--chained", "--out", tmp_path)
    (log,) = tmp_path.iterdir()
    assert {"id", "prev"} <= set(json.loads(log.read_text("utf-8").splitlines()[0]))
    assert run("verify", log).exit_code == 0


def test_a_folder_that_cannot_be_made_is_said(run: Run, tmp_path: Path) -> None:
    """A file stands where the folder should be."""
    (tmp_path / "taken").write_text("here already")
    result = run("simulate", "--ruleset", "western", "--out", tmp_path / "taken" / "games")
    assert result.exit_code == 2
    assert "taken" in result.stderr
