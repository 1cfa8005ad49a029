"""Audits of what is hardly a game: without a hand, empty; and of players that nobody knows."""

from __future__ import annotations

import lzma
from pathlib import Path

import pytest
from command_runs import Run, lines

from tests.club.evenings import game, hand, written

BEGUN = game("begun", ended=False, ruleset="western")
"""A game of which nothing but the beginning is written down."""
PLAYED = game("played", hand(1, 0, {"type": "washout"}), at="2026-05-09T18:00:00Z")


@pytest.fixture
def db(run: Run, tmp_path: Path) -> Path:
    """A database with a game that has no hand yet, and one that has."""
    path = tmp_path / "club.db"
    assert run("import", "mjlog", "--db", path, written(tmp_path / "logs", BEGUN, PLAYED)).exit_code == 0
    return path


def test_a_game_without_a_hand_goes_by_its_own_name(run: Run, db: Path) -> None:
    text = run("audit", "--db", db, "begun").stdout
    assert text.startswith(f"begun: 0 hands, nothing found  ({db})\n")


def test_as_of_an_event_before_the_first_hand_games_keep_their_names(run: Run, db: Path) -> None:
    text = run("audit", "--db", db, "--as-of", "1", "--hands").stdout
    assert [line.split(":")[0] for line in text.splitlines()] == ["begun", "played", "2 games, 0 hands"]


def test_programs_are_told_of_hands_only(run: Run, db: Path) -> None:
    assert lines(run("audit", "--db", db, "begun", "--json")) == []
    assert [one["hand"] for one in lines(run("audit", "--db", db, "played", "--json"))] == [1]


@pytest.mark.parametrize("name", ["empty.mjlog.jsonl", "empty.mjlog.jsonl.xz"])
def test_an_empty_log_is_a_finding(run: Run, tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(lzma.compress(b"") if name.endswith(".xz") else b"")
    result = run("audit", path)
    assert result.exit_code == 1
    assert f"{path}: error bad-json: the log is empty\n" in result.stdout
    (report,) = lines(run("audit", path, "--json"))
    assert [one["code"] for one in report["findings"]] == ["bad-json"]
