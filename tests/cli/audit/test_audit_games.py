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


@pytest.mark.parametrize("name", ["empty.mjlog.jsonl", "empty.mjlog.jsonl.xz"])
def test_an_empty_log_is_a_finding(run: Run, tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(lzma.compress(b"") if name.endswith(".xz") else b"")
    result = run("audit", path)
    assert result.exit_code == 1
    assert f"{path}: error bad-json: the log is empty\n" in result.stdout
    (report,) = lines(run("audit", path, "--json"))
    assert [one["code"] for one in report["findings"]] == ["bad-json"]
