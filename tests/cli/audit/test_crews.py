"""Whoever works off the pieces of an archive: alone, processes, a Dask cluster. What holds of one holds of all."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from command_runs import Run, game_events, process_env, run_process, write_lines
from crew_works import Trial
from dask_processes import DaskProcesses

from mjlog import __version__
from mjlog.errors import MjlogError
from mjlog_cli.audit.audit_request import ReportLimits
from mjlog_cli.audit.crew import Crew, WorkerLostError, crew_of, in_order

NO_ROOM = ReportLimits(0, 0, 0)
SHARED = ("processes", "cluster")


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskProcesses]:
    """A cluster of two workers."""
    processes = DaskProcesses(tmp_path_factory.mktemp("dask"))
    try:
        processes.begin()
        wait_for_workers(processes, 2)
        yield processes
    finally:
        processes.end()


@pytest.fixture
def crew(request: pytest.FixtureRequest) -> Iterator[Crew]:
    """The crew that a test names."""
    cluster = request.getfixturevalue("dask").address if request.param == "cluster" else None
    with crew_of(2 if request.param == "processes" else 1, cluster) as made:
        yield made


def done(pieces: list[str], crew: Crew, marks: Path, size: int = 60_000) -> list[tuple[str, str]]:
    """What came of these pieces, a few of which go out together."""
    return list(in_order(pieces, Trial(marks), crew, NO_ROOM, lambda _piece: size))


@pytest.mark.parametrize("crew", ["alone", *SHARED], indirect=True)
def test_what_came_of_the_pieces_comes_in_their_order_also_beside_a_slow_one(crew: Crew, tmp_path: Path) -> None:
    pieces = [f"piece-{number}" for number in range(50)]
    pieces[3] = "slow"
    assert done(pieces, crew, tmp_path) == [(piece, piece.upper()) for piece in pieces]


@pytest.mark.parametrize("crew", ["alone", *SHARED], indirect=True)
def test_only_so_many_pieces_are_begun_before_the_first_has_come(crew: Crew, tmp_path: Path) -> None:
    begun: list[int] = []

    def endless() -> Iterator[str]:
        for number in range(100_000):
            begun.append(number)
            yield "slow" if number < 2 else f"piece-{number}"

    results = in_order(endless(), Trial(tmp_path), crew, NO_ROOM, lambda _piece: 200_000, ahead=3)
    assert next(results) == ("slow", "SLOW")
    assert len(begun) <= max(1, crew.size * 3)


@pytest.mark.parametrize("crew", SHARED, indirect=True)
def test_a_worker_that_is_killed_once_costs_nothing(crew: Crew, tmp_path: Path) -> None:
    pieces = ["a", "once", *"bcdefg"]
    assert done(pieces, crew, tmp_path) == [(piece, piece.upper()) for piece in pieces]
    assert (tmp_path / "once").exists()


@pytest.mark.parametrize("crew", ["processes"], indirect=True)
def test_a_worker_that_is_killed_while_it_hands_over_what_it_found_costs_nothing(crew: Crew, tmp_path: Path) -> None:
    pieces = ["a", "torn", *"bcdefg"]
    assert done(pieces, crew, tmp_path) == [(piece, piece.upper()) for piece in pieces]
    assert (tmp_path / "torn").exists()


def test_where_nothing_can_be_handed_over_that_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "gone"))
    with pytest.raises(MjlogError, match=r"gone: .* cannot be kept there: .*; --workers 1"), crew_of(2):
        pass
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with crew_of(2) as crew:
        for folder in tmp_path.glob("mjlog-*"):
            folder.rmdir()
        with pytest.raises(MjlogError, match="cannot be kept there"):
            done([*"abcdefgh"], crew, tmp_path)


@pytest.mark.parametrize("crew", SHARED, indirect=True)
def test_what_kills_whoever_does_it_is_told_and_all_others_are_done(crew: Crew, tmp_path: Path) -> None:
    found = dict(done(["a", "b", "poison", *"cdefgh"], crew, tmp_path))
    assert found.pop("poison").startswith("poison: was ")
    assert found == {piece: piece.upper() for piece in "abcdefgh"}


def test_where_no_scheduler_answers_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mjlog_cli.audit.crew._PATIENCE", 0.2)
    for address, words in (("tcp://127.0.0.1:9", "no Dask scheduler answers there"), ("local[0]", "from 1 to 64")):
        with pytest.raises(MjlogError, match=words), crew_of(1, address):
            pass


# -- commands on a cluster ------------------------------------------------------------------------------------------

PAID_WRONG = {"E": 1, "S": 80, "W": -20, "N": -20}


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Forty games, every third of them paid wrong; one of them takes long, and one kills the first who reads it."""
    folder = tmp_path / "archive"
    folder.mkdir()
    for number in range(40):
        name = {5: f"once-{tmp_path.name}", 7: "slow"}.get(number, f"night-{number:02}")
        write_lines(folder / f"{name}.mjlog.jsonl", game_events(name, PAID_WRONG if number % 3 == 0 else None))
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    """What the files below a folder say."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_an_audit_on_a_cluster_says_the_same_byte_for_byte(
    run: Run, archive: Path, dask: DaskProcesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also of a path that is not absolute, wherever the workers are."""
    monkeypatch.chdir(archive.parent)
    here = run("audit", archive.name, "--json", "--workers", "2")
    there = run("audit", archive.name, "--json", "--cluster", dask.address)
    assert (there.exit_code, there.stdout, there.stderr) == (here.exit_code, here.stdout, here.stderr)
    assert here.exit_code == 1


def test_tables_made_on_a_cluster_are_the_same_byte_for_byte(
    run: Run, archive: Path, tmp_path: Path, dask: DaskProcesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mjlog_cli.commands.tables._LEAST", 4_000)
    for where, who in (("1", "--workers=1"), ("2", "--workers=2"), ("3", f"--cluster={dask.address}")):
        result = run("tables", archive, "--out", tmp_path / where, "--events", "bodies", who)
        assert result.exit_code == 0, result.stderr
    assert contents(tmp_path / "1") == contents(tmp_path / "2") == contents(tmp_path / "3")
    assert len(list((tmp_path / "3" / "parts").iterdir())) > 2


def test_a_game_that_kills_whoever_reads_it_stands_in_the_findings_and_all_others_in_the_tables(
    run: Run, tmp_path: Path, dask: DaskProcesses
) -> None:
    (tmp_path / "archive").mkdir()
    for name in ("a", "poison", "z"):
        write_lines(tmp_path / "archive" / f"{name}.mjlog.jsonl", game_events(name))
    poison = tmp_path / "archive" / "poison.mjlog.jsonl"
    result = run("tables", tmp_path / "archive", "--out", tmp_path / "t", "--cluster", dask.address)
    assert result.exit_code == 2
    assert result.stderr.count(f"{poison}: the process that audited it was lost each time") == 1
    (told,) = (message for message in column(tmp_path / "t", "findings", "message") if "was lost" in message)
    assert told.startswith(str(poison))
    assert column(tmp_path / "t", "games", "game") == ["a", "z"]


def column(folder: Path, table: str, name: str) -> list[str]:
    """What stands in a column of a table."""
    files = sorted((folder / table).rglob("*.parquet"))
    return [value for file in files for value in pq.ParquetFile(file).read()[name].to_pylist()]


def test_what_was_found_and_is_lost_before_it_is_brought_goes_out_again(dask: DaskProcesses) -> None:
    """What Dask's executor says then is no fault of the piece."""
    future: Future[list[object]] = Future()
    future.set_exception(ValueError("too many values to unpack (expected 3)"))
    with crew_of(1, dask.address) as crew, pytest.raises(WorkerLostError):
        crew.result(future)


def test_a_worker_with_another_version_is_refused_with_words(run: Run, archive: Path, dask: DaskProcesses) -> None:
    """Where there is no other worker, nothing is done. The cluster has none of this version after that."""
    dask.begin_other_version()
    wait_for_workers(dask, 3)
    there = run("audit", archive, "--json", "--cluster", dask.address)
    assert f"this worker has mjlog 0.0.1, and this is {__version__}: it gets nothing to do" in there.stderr
    assert there.stdout == run("audit", archive, "--json").stdout
    dask.end_workers()
    wait_for_workers(dask, 1)
    result = run("audit", archive, "--cluster", dask.address)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"no worker has this version of mjlog ({__version__})" in result.stderr


def wait_for_workers(dask: DaskProcesses, count: int) -> None:
    """Until a cluster has so many."""
    import distributed

    with distributed.Client(dask.address, timeout=120, set_as_default=False) as client:
        client.wait_for_workers(count, timeout=120)
        while len(client.scheduler_info()["workers"]) > count:
            time.sleep(0.05)


def test_a_cluster_that_begins_with_the_command_ends_with_it(run: Run, archive: Path) -> None:
    """Nothing is said of it, and nobody is left behind."""
    there = run_process("audit", archive, "--json", "--cluster", "local[1]", anew=True)
    assert (there.returncode, there.stderr) == (1, b"")
    assert there.stdout == run("audit", archive, "--json").stdout_bytes


# -- without one ----------------------------------------------------------------------------------------------------


def test_where_dask_is_missing_the_extra_is_named(run: Run, archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = run("audit", archive, "--cluster", "local[2]")
    assert (result.exit_code, "mjlog[cluster]" in result.stderr) == (2, True)


def test_nobody_loads_dask_without_a_cluster(tmp_path: Path) -> None:
    for game in ("g1", "g2"):
        write_lines(tmp_path / f"{game}.mjlog.jsonl", game_events(game))
    code = (
        "import sys; from click.testing import CliRunner; from mjlog_cli.main import main\n"
        f"for args in (['audit', {str(tmp_path)!r}, '--workers', '2'], ['tables', {str(tmp_path)!r}, '--out', 't']):\n"
        "    CliRunner().invoke(main, args)\n"
        "sys.exit(bool({'dask', 'distributed', 'fsspec'} & set(sys.modules)))"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=tmp_path, env=process_env())
    assert os.listdir(tmp_path / "t")
