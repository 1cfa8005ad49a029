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
