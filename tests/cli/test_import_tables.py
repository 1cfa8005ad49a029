"""Import of results that were kept in a spreadsheet: guessed, shown, confirmed."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_runs import Run, lines

TABLE = "date,winner,discarder,anna,ben,cleo,dora\n2026-11-21,ben,dora,8,48,4,2\n2026-11-21,ben,,0,64,12,8\n"


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """Two hands of an evening."""
    path = tmp_path / "club.csv"
    path.write_text(TABLE, "utf-8")
    return path


def test_a_dry_run_shows_all_that_would_be_stored_and_stores_nothing(run: Run, table: Path) -> None:
    result = run("import", "csv", table, "--ruleset", "western", "--dry-run")
    assert result.exit_code == 0
    assert "hand result smfn e=8 s=48 w=4 n=2\n" in result.stdout
    assert "ben: score 'ben'" in result.stderr
    assert lines(run("games", "--json")) == []


def test_what_a_dry_run_shows_is_what_is_stored(run: Run, table: Path, tmp_path: Path) -> None:
    shown = run("import", "csv", table, "--ruleset", "western", "--dry-run").stdout
    written = tmp_path / "shown.mjlog.txt"
    written.write_text(shown, "utf-8")
    assert run("import", "csv", table, "--ruleset", "western", "--yes").exit_code == 0
    again = run("import", "shorthand", written)
    assert (again.exit_code, again.stdout) == (0, "2026-11-21: already here, 16 events, nothing to do\n")


def test_nothing_is_stored_that_nobody_has_agreed_to(run: Run, table: Path) -> None:
    result = run("import", "csv", table, "--ruleset", "western")
    assert result.exit_code == 2
    assert "Say so with --yes" in result.stderr
    assert lines(run("games", "--json")) == []


def test_a_table_with_a_fault_is_stored_in_no_part(run: Run, table: Path) -> None:
    table.write_text(TABLE + "2026-11-28,eve,,1,2,3,4\n", "utf-8")
    result = run("import", "csv", table, "--ruleset", "western", "--yes")
    assert result.exit_code == 2
    assert f"{table}:4: 'eve' does not play in this hand; expected one of" in result.stderr
    assert lines(run("games", "--json")) == []


def test_the_same_table_again_changes_nothing(run: Run, table: Path) -> None:
    run("import", "csv", table, "--ruleset", "western", "--yes")
    result = run("import", "csv", table, "--ruleset", "western", "--yes")
    assert (result.exit_code, result.stdout) == (0, "2026-11-21: already here, 16 events, nothing to do\n")


def test_columns_can_be_told_and_a_wrong_one_is_named(run: Run, table: Path) -> None:
    told = run("import", "csv", table, "--ruleset", "western", "--column", "dora=score of dorothea", "--dry-run")
    assert "game 2026-11-21 western anna ben cleo dorothea\n" in told.stdout
    wrong = run("import", "csv", table, "--ruleset", "western", "--column", "eve=winner", "--dry-run")
    assert (wrong.exit_code, wrong.stdout) == (2, "")
    assert "there is no column 'eve'" in wrong.stderr


def test_players_who_are_written_otherwise_in_the_database_are_pointed_out(run: Run, table: Path) -> None:
    run("import", "csv", table, "--ruleset", "western", "--yes")
    table.write_text(TABLE.replace("anna", "Anna").replace("11-21", "11-28"), "utf-8")
    result = run("import", "csv", table, "--ruleset", "western", "--dry-run")
    assert "Anna: in the database there is anna" in result.stderr


def test_what_is_for_tables_is_refused_elsewhere(run: Run, log: Path) -> None:
    result = run("import", "mjlog", log, "--yes")
    assert result.exit_code == 2
    assert "are for tables" in result.stderr


def test_totals_of_an_evening_count_in_the_standings(run: Run, table: Path) -> None:
    table.write_text("date,anna,ben,cleo,dora\n2026-10-01,120,-40,-50,-30\n", "utf-8")
    run("import", "csv", table, "--ruleset", "western", "--yes")
    assert "+120" in run("standings").stdout
    assert "the totals are those that the log states at its end" in run("sheet", "2026-10-01").stdout
