"""Import of results that were kept in a spreadsheet: guessed, shown, confirmed."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from click.testing import Result
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
    assert "smfn8/48/4/2 ew64/12/8/0\nend\n" in result.stdout
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
    assert "game-start 2026-11-21 western anna ben cleo dorothea " in told.stdout
    wrong = run("import", "csv", table, "--ruleset", "western", "--column", "eve=winner", "--dry-run")
    assert (wrong.exit_code, wrong.stdout) == (2, "")
    assert "there is no column 'eve'" in wrong.stderr


def test_players_who_are_written_otherwise_in_the_database_are_pointed_out(run: Run, table: Path) -> None:
    run("import", "csv", table, "--ruleset", "western", "--yes")
    table.write_text(TABLE.replace("anna", "Anna").replace("11-21", "11-28"), "utf-8")
    result = run("import", "csv", table, "--ruleset", "western", "--dry-run")
    assert "Anna: in the database there is anna" in result.stderr


def test_totals_of_an_evening_count_in_the_standings(run: Run, table: Path) -> None:
    table.write_text("date,anna,ben,cleo,dora\n2026-10-01,120,-40,-50,-30\n", "utf-8")
    run("import", "csv", table, "--ruleset", "western", "--yes")
    assert "+120" in run("standings").stdout
    assert "the totals are those that the log states at its end" in run("sheet", "2026-10-01").stdout


def sheet_of(run: Run, game: str) -> str:
    """The score sheet of a game, without the head of its log."""
    return run("sheet", game, "--format", "csv").stdout


def imported(run: Run, table: Path, text: str, *more: str) -> Result:
    """The table says this now, and is imported."""
    table.write_text(text, "utf-8")
    return run("import", "csv", table, "--ruleset", "western", "--yes", *more)


@pytest.mark.parametrize(
    ("mended", "corrected"),
    [
        (TABLE.replace("8,48,4,2", "8,64,4,2"), 1),
        (TABLE.replace("ben,dora,8", "cleo,dora,8"), 2),
        (TABLE + "2026-11-21,-,,,,,\n", 1),
        (TABLE.rpartition("2026")[0], 6),
        (TABLE.replace("2026-11-21,ben,dora", "2026-11-21,dora,anna,2,4,6,32\n2026-11-21,ben,dora"), None),
        (TABLE.replace("cleo", "clea"), 3),
    ],
    ids=["a score", "a winner", "one hand more", "one hand less", "a hand between", "a handle"],
)
def test_a_table_that_was_mended_corrects_what_was_imported(
    run: Run, table: Path, mended: str, corrected: int | None, tmp_path: Path
) -> None:
    """Without a second game: the log keeps what it said, and reads like that of the table now."""
    imported(run, table, TABLE)
    before = lines(run("export", "2026-11-21"))
    refused = imported(run, table, mended)
    assert refused.exit_code == 2
    assert "--replace corrects it" in refused.stderr
    done = imported(run, table, mended, "--replace")
    assert done.exit_code == 0, done.stderr
    after = lines(run("export", "2026-11-21"))
    assert after[: len(before)] == before
    made = after[len(before) :]
    assert {one["reason"] for one in made} == {"the table club.csv was mended"}
    assert corrected in (None, len(made))
    assert len(lines(run("games", "--json"))) == 1
    assert "nothing to do" in imported(run, table, mended, "--replace").stdout
    assert "nothing to do" in imported(run, table, mended).stdout
    other = tmp_path / "other.db"
    run("import", "csv", table, "--ruleset", "western", "--yes", "--db", other)
    fresh = run("sheet", "2026-11-21", "--format", "csv", "--db", other).stdout
    assert _points(sheet_of(run, "2026-11-21")) == _points(fresh)
    assert run("verify").exit_code == 0


def _points(sheet: str) -> list[list[str]]:
    """What a sheet says of players and points; not which corrections there are."""
    heads, *rows = csv.reader(io.StringIO(sheet, newline=""))
    told = ("result", "score", "change", "total")
    wanted = [at for at, head in enumerate(heads) if head.split()[-1] in told]
    return [[row[at] for at in wanted] for row in rows]


def test_what_was_mended_twice_is_as_it_was_mended_last_and_remarks_stay(run: Run, table: Path) -> None:
    imported(run, table, TABLE)
    run("add", "2026-11-21", "note somebody was late")
    first = sheet_of(run, "2026-11-21")
    imported(run, table, TABLE.replace("8,48,4,2", "8,64,4,2"), "--replace")
    assert _points(sheet_of(run, "2026-11-21")) != _points(first)
    imported(run, table, TABLE, "--replace")
    assert _points(sheet_of(run, "2026-11-21")) == _points(first)
    assert "somebody was late" in run("log", "2026-11-21").stdout


def test_an_evening_that_is_in_the_table_no_more_is_named(run: Run, table: Path) -> None:
    """Most likely its day was mended: it is another game then."""
    imported(run, table, TABLE)
    result = imported(run, table, TABLE.replace("11-21", "11-22"))
    assert result.exit_code == 0
    assert "2026-11-21 came from this table, and is in it no more; `mjlog hide` takes it off lists" in result.stderr


@pytest.mark.parametrize("ruleset", ["riichi", "riichi-ema", "riichi-wrc"])
def test_what_is_read_is_shown_as_it_will_stand(run: Run, table: Path, ruleset: str) -> None:
    """On the sheet, in the standings, and without a finding."""
    begun, final = (25, "+46.0") if ruleset == "riichi" else (30, "+26.3")
    points = [f"{begun + gain:.3f}" for gain in (11.3, -3.5, -8.9, 1.1)]
    table.write_text(f"Tag;anna;ben;cleo;dora\n21.11.2026;{';'.join(points)}\n", "utf-8")
    result = run("import", "csv", table, "--ruleset", ruleset, "--yes")
    assert f"2026-11-21: anna {begun * 1000 + 11300} (final score {final}); ben" in result.stderr
    assert final in run("sheet", "2026-11-21").stdout
    (first, *_others) = lines(run("standings", "--json"))
    assert (first["player"], first["points"]) == ("anna", int(float(final) * 1000))
    assert run("audit", "2026-11-21").stdout.endswith("1 game, 0 hands: nothing found\n")


def test_what_hands_come_to_is_shown_too(run: Run, table: Path) -> None:
    result = run("import", "csv", table, "--ruleset", "western", "--dry-run")
    assert "2026-11-21: anna -224; ben 576; cleo -166; dora -186" in result.stderr


def test_final_scores_alone_count_in_the_standings(run: Run, table: Path) -> None:
    table.write_text("anna;ben;cleo;dora\n+26,3;-8,5;-23,9;+6,1\n", "utf-8")
    asked = run("import", "csv", table, "--ruleset", "riichi-ema", "--yes")
    assert asked.exit_code == 2
    assert "nothing tells what the numbers are; say which: what was won and lost, in thousands" in asked.stderr
    assert run("import", "csv", table, "--ruleset", "riichi-ema", "--column", "*=final", "--yes").exit_code == 0
    assert [one["points"] for one in lines(run("standings", "--json"))] == [26300, 6100, -8500, -23900]


def test_new_handles_are_told_before_they_are_stored(run: Run, table: Path) -> None:
    """Nobody can be made forgotten whom a log names; those whom the database has are not told again."""
    first = run("import", "csv", table, "--ruleset", "western")
    assert first.exit_code == 2
    assert "names of the table become handles, and stand in logs for good: anna, ben, cleo, dora" in first.stderr
    run("import", "csv", table, "--ruleset", "western", "--yes")
    table.write_text(TABLE.replace("11-21", "11-28").replace("dora", "eva"), "utf-8")
    assert "stand in logs for good: eva\n" in run("import", "csv", table, "--ruleset", "western", "--yes").stderr
