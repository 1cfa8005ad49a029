"""`mjlog simulate`: files, the stream on standard output, options, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

from command_runs import Run

from mjlog.rulesets import load


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
