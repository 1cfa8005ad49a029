"""`mjlog` by itself says where the database is, and what to do next."""

from __future__ import annotations

from pathlib import Path

from command_runs import PLAYERS, Run

NAMES = [part for player in PLAYERS for part in ("--player", player)]


def begin(run: Run, game: str, *acts: str) -> None:
    assert run("new", "--ruleset", "western", *NAMES, "--game", game).exit_code == 0
    if acts:
        assert run("add", game, *acts).exit_code == 0


def test_many_that_are_not_over_are_counted(run: Run) -> None:
    for number in range(7):
        begin(run, f"g{number}")
    printed = run().stdout
    assert "go on with g6" in printed
    assert "and 2 more that are not over" in printed


def test_what_is_no_database_is_said_and_harmed_by_nothing(run: Run, own_database: Path) -> None:
    own_database.write_text("not a database, and rather long for one, so that it is looked at", "utf-8")
    before = own_database.read_bytes()
    result = run()
    assert result.exit_code == 0
    assert "mjlog record" in result.stdout
    assert own_database.read_bytes() == before
