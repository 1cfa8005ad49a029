"""`mjlog log`: what happened, in words, under its number."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_runs import Run, game_events, write_lines

from mjlog.store import open_store

PAID_WRONG = {"E": -40, "S": 90, "W": -20, "N": -20}


@pytest.fixture
def club(tmp_path: Path, run: Run) -> Path:
    """A database of two games, the second of them paid wrong."""
    for game, change in (("first", None), ("second", PAID_WRONG)):
        log = write_lines(tmp_path / f"{game}.mjlog.jsonl", game_events(game, change))
        assert run("import", "mjlog", log, "--db", tmp_path / "club.db").exit_code == 0
    return tmp_path / "club.db"


def test_without_a_game_it_is_the_last_one_and_which_that_is_is_told(club: Path, run: Run) -> None:
    for command in ("log", "sheet", "replay"):
        alone, named = run(command, "--db", club), run(command, "second", "--db", club)
        assert alone.stdout == named.stdout != ""
        assert alone.stderr == "the last game: second\n"


def test_without_a_game_an_empty_database_has_none(tmp_path: Path, run: Run) -> None:
    open_store(tmp_path / "club.db").close()
    result = run("log", "--db", tmp_path / "club.db")
    assert result.exit_code == 2
    assert result.stderr.endswith("club.db: there is no game here yet\n")


def test_commands_that_only_show_one_game_take_the_last_where_none_is_named(club: Path, run: Run) -> None:
    """And say which it is."""
    for words in (("dossier", "3"), ("dispute",), ("export",), ("sheet",)):
        named = run(words[0], "second", *words[1:], "--db", club)
        last = run(*words, "--db", club)
        assert (last.exit_code, last.stdout) == (named.exit_code, named.stdout)
        assert "the last game: second" in last.stderr
    assert "which event? expected a game and an event's number" in run("dossier", "second", "--db", club).stderr


def test_the_last_game_can_be_named_in_every_command_that_takes_games(club: Path, run: Run) -> None:
    commands = ("sheet", "log", "replay", "dispute", "export", "checkpoint", "audit", "stats", "find", "standings")
    for words in (*((one, "last") for one in commands), ("dossier", "last", "1"), ("add", "last", "note hello")):
        told = run("--db", club, *words)
        assert told.exit_code in (0, 1), (words, told.stderr)
        assert "the last game: second" in told.stderr, words
