"""What games came to, read from tables: the same as by a replay of each."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner, Result

from mjlog.archive import reading
from mjlog.archive.columns import VERSION
from mjlog.archive.parquet import METADATA
from mjlog.archive.parts import MARK
from mjlog.archive.reading import Tabled, games_of_tables
from mjlog.audit.game import Game
from mjlog.club import GameFacts, Wanted, game_facts
from mjlog.errors import MjlogError
from mjlog.sources import games_in
from mjlog_cli.main import main
from samples import DISPUTES, FINDINGS, GAMES

SOURCES = [*GAMES, *FINDINGS[::4], *sorted(DISPUTES.glob("*.mjlog.jsonl"))[::3]]


def run(*args: str | Path) -> Result:
    """A command, run in this process."""
    return CliRunner().invoke(main, [str(arg) for arg in args])


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tables of the sample games, and of logs with faults and disputes."""
    out = tmp_path_factory.mktemp("reading") / "tables"
    assert run("tables", *SOURCES, "--out", out).exit_code == 1  # some of them are damaged
    return out


@pytest.fixture(scope="module")
def replayed() -> dict[tuple[str, str], GameFacts]:
    """The same games, replayed; by source and name."""
    facts = [game_facts(Game(record)) for path in SOURCES for record in games_in(str(path))]
    return {(one.source, one.game): one for one in facts}


def read(folder: Path, wanted: Wanted | None = None) -> Iterator[Tabled]:
    """The games of tables in which nothing was unreadable."""
    return games_of_tables(str(folder), wanted or Wanted(), pytest.fail)


def test_a_game_of_the_tables_came_to_what_its_replay_says(
    tables: Path, replayed: dict[tuple[str, str], GameFacts]
) -> None:
    found = [one.facts for one in read(tables)]
    assert [one for one in found if one != replayed[one.source, one.game]] == []
    assert len(found) == len(replayed) > 60


def test_the_same_however_few_rows_are_read_at_once(tables: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = list(read(tables, Wanted(ruleset="riichi")))
    monkeypatch.setattr(reading, "_ROWS_AT_ONCE", 3)
    assert list(read(tables, Wanted(ruleset="riichi"))) == whole
    assert whole


def test_of_games_that_do_not_fit_no_hands_are_read(
    tables: Path, replayed: dict[tuple[str, str], GameFacts]
) -> None:
    wanted = Wanted(players=("nora",))
    for one in (game.facts for game in read(tables, wanted)):
        expected = replayed[one.source, one.game]
        assert one == (expected if wanted.fits_game(expected) else replace(expected, hands=()))


def test_a_folder_without_tables_is_told(tmp_path: Path) -> None:
    with pytest.raises(MjlogError, match="there are no tables here: mjlog tables"):
        list(read(tmp_path))


def test_a_part_that_is_not_whole_yet_is_not_read(tables: Path, tmp_path: Path) -> None:
    shutil.copytree(tables, tmp_path / "tables")
    for commit in (tmp_path / "tables" / "parts").iterdir():
        commit.unlink()
    assert list(read(tmp_path / "tables")) == []


def table_of(folder: Path, metadata: dict[bytes, bytes]) -> Path:
    """A file of the table of games, with no row in it."""
    path = folder / "games" / "ruleset=western" / "year=2026" / "part-abc-0.parquet"
    path.parent.mkdir(parents=True)
    (folder / "parts").mkdir()
    (folder / "parts" / "abc.json").touch()
    (folder / MARK).touch()
    pq.write_table(pa.table({"key": pa.array([], pa.int64())}).replace_schema_metadata(metadata), path)
    return path


def test_tables_of_another_version_are_not_read(tmp_path: Path) -> None:
    table_of(tmp_path, {METADATA: str(VERSION + 1).encode()})
    with pytest.raises(MjlogError, match="make them anew"):
        list(read(tmp_path))


def test_a_damaged_table_is_told(tmp_path: Path) -> None:
    path = table_of(tmp_path, {})
    path.write_bytes(path.read_bytes()[:-5])
    with pytest.raises(MjlogError, match="cannot be read"):
        list(read(tmp_path))
