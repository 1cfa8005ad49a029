"""Questions of a club as it grows: with and without what its games came to, kept in the database.

`python -m benchmarks.bench_club [--sizes 1000,10000]` prints the table of docs/understand/performance.md. The games
are those of `bench_archives`: so many different ones of one hand, repeated under other ids until the database is
full.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks.bench_archives import Run, environment, fill, mjlog, run, simulated

SIZES = (1_000, 10_000)
_QUESTIONS = ("stats", "standings", "find --player fay")
_LEAGUE = "/league"
_SAID_AS_WAITING = "not read yet"


class Measured(NamedTuple):
    """One question about so many games."""

    games: int
    asked: str
    kept: str
    run: Run

    @property
    def row(self) -> str:
        """The line of the table."""
        return (
            f"| {self.games:,} | {self.asked} | {self.kept} | {self.run.seconds:.1f} s | {self.run.processor:.1f} s "
            f"| {self.run.megabytes:.0f} MB |"
        )


def measure(top: Path, env: dict[str, str], size: int, games: list[list[bytes]]) -> Iterator[Measured]:
    """One club: judged anew, as it is kept, and as it was kept."""
    folder, database = top / f"logs-{size}", str(top / f"{size}.db")
    fill(folder, games, size)
    mjlog(env, "import", "mjlog", str(folder), "--db", database)
    nowhere = {**env, "XDG_DATA_HOME": os.devnull}
    for question in _QUESTIONS:
        words = (*question.split(), "--db", database)
        yield Measured(size, f"`{question}`", "nothing", run(nowhere, *words))
    yield Measured(size, "`stats`", "nothing, for the first time", run(env, "stats", "--db", database))
    for question in _QUESTIONS:
        yield Measured(size, f"`{question}`", "all games", run(env, *question.split(), "--db", database))
    yield from in_browser(size, database)


def in_browser(size: int, database: str) -> Iterator[Measured]:
    """The page of the league, of a viewer that has just begun, and again."""
    from mjlog.viewer import create_app

    app = create_app(database, patience=600)
    client = app.test_client()
    for kept in ("all games", "all games, by the viewer too"):
        began, worked = time.perf_counter(), time.process_time()
        assert _SAID_AS_WAITING not in client.get(_LEAGUE).text
        spent = Run(time.perf_counter() - began, time.process_time() - worked, _megabytes())
        yield Measured(size, f"`{_LEAGUE}`", kept, spent)
    app.extensions["mjlog_library"].store.close()


def _megabytes() -> float:
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bench_club", description=__doc__)
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)), help="how many games, with commas between")
    sizes = tuple(int(size) for size in parser.parse_args().sizes.split(","))
    with tempfile.TemporaryDirectory() as place:
        top = Path(place)
        os.environ["XDG_DATA_HOME"] = str(top / "data")
        env = environment(top / "compiled")
        games = simulated(top / "games", env)
        run(env, "stats", str(top / "games"))
        print("| games | question | kept | time | work | largest process |")
        print("|---|---|---|---|---|---|")
        for size in sizes:
            for measured in measure(top, env, size, games):
                print(measured.row, flush=True)


if __name__ == "__main__":
    main()
