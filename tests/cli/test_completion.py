"""What a shell offers when Tab is pressed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete
from command_runs import Run, game_events, process_env, write_lines

from mjlog_cli import PROGRAM, VARIABLE
from mjlog_cli.main import main


def offered(*words: str) -> list[str]:
    """What is offered for the last word."""
    found = ShellComplete(main, {}, PROGRAM, VARIABLE).get_completions(list(words[:-1]), words[-1])
    return [item.value for item in found if item.type == "plain"]


@pytest.fixture
def club(tmp_path: Path, run: Run) -> Path:
    """A database of three games, one of which no shell could type."""
    for number, game in enumerate(("monday", "may-day", "m\x07")):
        log = write_lines(tmp_path / f"{number}.mjlog.jsonl", game_events(game))
        assert run("import", "mjlog", log, "--db", tmp_path / "club.db").exit_code == 0
    return tmp_path / "club.db"


def test_commands_are_offered_and_choices_of_options() -> None:
    assert offered("st") == ["stats", "standings"]
    assert offered("serve", "--log-format", "") == ["text", "json"]


def test_games_of_the_database_are_offered_the_newest_first(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert offered("sheet", "--db", str(club), "m") == ["may-day", "monday"]
    assert offered("--db", str(club), "audit", "mo") == ["monday"]
    monkeypatch.setenv("MJLOG_DB", str(club))
    assert offered("checkpoint", "monday", "ma") == ["may-day"]
    assert offered("record", "x") == []


def test_where_no_database_can_be_read_files_are_left(tmp_path: Path) -> None:
    (tmp_path / "broken.db").write_bytes(b"no database")
    for path in (tmp_path / "nowhere.db", tmp_path / "broken.db", tmp_path):
        words = ["sheet", "--db", str(path)]
        found = ShellComplete(main, {}, PROGRAM, VARIABLE).get_completions(words, "m")
        assert [(item.type, item.value) for item in found] == [("file", "m")]


def test_codes_rules_and_rule_sets_are_offered() -> None:
    assert offered("explain", "not-a-s") == ["not-a-set"]
    assert offered("explain", "west") == ["western/"]
    assert offered("explain", "western/tiles") == ["western/tiles-1"]
    assert offered("new", "--ruleset", "dm") == ["dmjl"]
    assert offered("rules", "pung") == ["pung-chi"]


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")
def test_bash_completes_with_what_is_printed_for_it(club: Path, tmp_path: Path) -> None:
    program = tmp_path / "bin" / "mjlog"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m mjlog_cli "$@"\n')
    program.chmod(0o755)
    # `compopt` is for a terminal alone.
    typed = "COMP_WORDS=(mjlog sheet ma) COMP_CWORD=2; _mjlog_completion mjlog"
    script = 'compopt() { :; }; eval "$(mjlog completion bash)"; ' + typed + '; echo "${COMPREPLY[@]}"'
    env = process_env(MJLOG_DB=str(club), PATH=f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    done = subprocess.run(["bash", "-c", script], env=env, capture_output=True, timeout=60)
    assert (done.stdout, done.stderr) == (b"may-day\n", b"")
