"""`find`, `stats` and `standings` of tables: the answers that a replay of the games gives."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from each import each
from mjlog_cli.main import main
from samples import DISPUTES, FINDINGS, GAMES
from turns import in_turn

SHORT = [one for one in GAMES if one.name.startswith(("american", "dmjl"))]
RIICHI = [one for one in GAMES if one.name.startswith("riichi")]
LOGS = [*SHORT, *RIICHI, *FINDINGS[::20], *sorted(DISPUTES.glob("*.mjlog.jsonl"))[:5]]
ASKED = (
    "stats", "stats --csv --ruleset western", "stats --player nobody", "standings --json --points 4/2/1/0",
    "standings --ended", "find --json --player nora --zone +13:00", "find --since 2020-01-01",
    "find --hands --event kong", "find --hands --severity error --csv", "find --hands --limit-hand",
    "find --won-by nora --json",
)  # fmt: skip


def run(*args: str | Path) -> Result:
    """A command, run in this process."""
    return CliRunner().invoke(main, [str(arg) for arg in args])


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with some games, one of them hidden."""
    path = tmp_path_factory.mktemp("club") / "club.db"
    for log in SHORT:
        assert run("import", "mjlog", log, "--db", path).exit_code == 0
    assert run("hide", SHORT[0].name.partition(".")[0], "--db", path).exit_code == 0
    return path


@pytest.fixture(scope="module")
def sources(database: Path) -> list[Path]:
    """Logs, the database, and a path that is not there."""
    return [*LOGS, database, database.with_name("absent")]


@pytest.fixture(scope="module")
def tables(sources: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Their tables."""
    out = tmp_path_factory.mktemp("club-tables") / "tables"
    run("tables", *sources, "--out", out, "--all")
    return out


def answer(result: Result) -> tuple[int, list[str], list[str]]:
    """What was said, in order of the alphabet, for games come in another order; of notes not which games they name."""
    notes = [line.rpartition(": ")[0] if line.startswith("note: ") else line for line in result.stderr.splitlines()]
    return result.exit_code, sorted(result.stdout.splitlines()), sorted(notes)


@each("asked", in_turn(ASKED))
def test_the_answer_is_that_of_a_replay(asked: str, sources: list[Path], tables: Path) -> None:
    words = asked.split()
    assert answer(run(*words, "--tables", tables)) == answer(run(*words, *sources))


@each("asked", ("stats --as-recorded", "find --as-of 5", "standings sample_logs/games"))
def test_what_the_tables_cannot_answer_is_refused(asked: str, tables: Path) -> None:
    result = run(*asked.split(), "--tables", tables)
    assert result.exit_code == 2
    assert "--tables: the games are those of the tables" in result.stderr
