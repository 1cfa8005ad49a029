"""`mjlog` by itself says where the database is, and what to do next."""

from __future__ import annotations

from pathlib import Path

from command_runs import PLAYERS, Run

NAMES = [part for player in PLAYERS for part in ("--player", player)]


def begin(run: Run, game: str, *acts: str) -> None:
    assert run("new", "--ruleset", "western", *NAMES, "--game", game).exit_code == 0
    if acts:
        assert run("add", game, *acts).exit_code == 0


def test_where_nothing_is_yet_it_says_where_the_database_will_be(run: Run, own_database: Path) -> None:
    result = run()
    assert result.exit_code == 0
    assert result.stdout.startswith(f"database: {own_database} (named by $MJLOG_DB)\nit is made with the first game")
    assert "mjlog record" in result.stdout
    assert not own_database.exists()


def test_games_that_are_not_over_are_gone_on_with_by_name(run: Run) -> None:
    begin(run, "first")
    begin(run, "second", "end")
    printed = run().stdout
    assert "2 games" in printed
    assert "go on with first (anna, ben, carl, dora): mjlog record first" in printed
    assert "second" not in printed


def test_many_that_are_not_over_are_counted(run: Run) -> None:
    for number in range(7):
        begin(run, f"g{number}")
    printed = run().stdout
    assert "go on with g6" in printed
    assert "and 2 more that are not over" in printed


def test_a_database_named_on_the_command_line_is_the_one_that_is_told(run: Run, tmp_path: Path) -> None:
    begin(run, "elsewhere")
    printed = run("--db", tmp_path / "club.db").stdout
    assert f"{tmp_path / 'club.db'} (named by --db)" in printed
    assert "elsewhere" not in printed


def test_what_is_no_database_is_said_and_harmed_by_nothing(run: Run, own_database: Path) -> None:
    own_database.write_text("not a database, and rather long for one, so that it is looked at", "utf-8")
    before = own_database.read_bytes()
    result = run()
    assert result.exit_code == 0
    assert "mjlog record" in result.stdout
    assert own_database.read_bytes() == before
