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


def test_columns_can_be_told_and_a_wrong_one_is_named(run: Run, table: Path) -> None:
    told = run("import", "csv", table, "--ruleset", "western", "--column", "dora=score of dorothea", "--dry-run")
    assert "game-start 2026-11-21 western anna ben cleo dorothea " in told.stdout
    wrong = run("import", "csv", table, "--ruleset", "western", "--column", "eve=winner", "--dry-run")
    assert (wrong.exit_code, wrong.stdout) == (2, "")
    assert "there is no column 'eve'" in wrong.stderr


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


def test_a_name_that_differs_by_capitals_alone_is_not_stored_unasked(run: Run, table: Path) -> None:
    """Beside a player of the club, and beside another of the table; `--handle` says who it is."""
    imported(run, table, TABLE)
    other = TABLE.replace("2026-11-21", "2026-11-22").replace("anna", "Anna")
    told = imported(run, table, other)
    assert (told.exit_code, "2026-11-22" in run("games").stdout) == (2, False)
    assert "Anna: there is anna already; `--handle Anna=anna` says that it is one person" in told.stderr
    assert "say by --handle who these players are" in told.stderr
    assert imported(run, table, other, "--handle", "Anna=anna").exit_code == 0
    assert "Anna" not in run("games").stdout
    assert imported(run, table, other.replace("-22", "-23"), "--handle", "Anna=Anna").exit_code == 0
    both = imported(run, table, "date,winner,Eva,ben,eva,dora\n2026-11-24,ben,8,48,4,2\n")
    assert (both.exit_code, "eva: there is Eva already" in both.stderr) == (2, True)


def test_two_of_one_table_whose_names_differ_by_capitals_alone_stay_two(run: Run, table: Path) -> None:
    """As columns, as winner and discarder; where both would be one player, that is said."""
    two = "date,winner,discarder,Anna,anna,cleo,dora\n2026-11-21,anna,dora,8,48,4,2\n2026-11-21,Anna,anna,64,12,0,8\n"
    for handles, players in ((("Anna=Anna", "anna=anna"), ("Anna", "anna")), (("Anna=a1", "anna=a2"), ("a1", "a2"))):
        said = [word for handle in handles for word in ("--handle", handle)]
        assert imported(run, table, two, *said).exit_code == 0
        rows = list(csv.DictReader(io.StringIO(run("sheet", "--format", "csv").stdout)))
        assert [(row["winner"], row["discarder"]) for row in rows[:2]] == [(players[1], "dora"), players]
        two = two.replace("11-21", "11-22")
    told = imported(run, table, two, "--handle", "anna=a2")
    assert told.exit_code == 2
    assert "the columns 'Anna' and 'anna' are both the score of a2" in told.stderr
