"""Audits of archives as they grow: seconds, cost per event, memory, with one and with two processes.

`python -m benchmarks.bench_archives [--sizes 100,1000,10000]` prints the table of docs/performance.md. Games come from
`mjlog simulate`: so many different ones, repeated under other ids until the archive is full.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

SIZES = (100, 1_000, 10_000)
_DIFFERENT = 40
_HANDS = 1
_RULESET = "western"
_RUNS = 2
_TOP = Path(__file__).resolve().parent.parent


class Measured(NamedTuple):
    """One audit: of how many games and events, by how many processes, in how many seconds; megabytes of the largest.

    `processor`: seconds of processor time, of all processes together; what other programs do is no part of it.
    """

    form: str
    games: int
    events: int
    workers: int
    seconds: float
    processor: float
    megabytes: float

    @property
    def row(self) -> str:
        """The line of the table."""
        each = 1e6 * self.seconds / self.events
        work = 1e6 * self.processor / self.events
        speed = f"{self.games / self.seconds:,.0f}"
        return (
            f"| {self.form} | {self.games:,} | {self.events:,} | {self.workers} | {self.seconds:.1f} s | {speed} "
            f"| {each:.2f} µs | {work:.2f} µs | {self.megabytes:.0f} MB |"
        )


def simulated(folder: Path) -> list[list[bytes]]:
    """Different games, as lines."""
    command = [sys.executable, "-m", "mjlog_cli", "simulate", "--ruleset", _RULESET, "--seed", "7", "--games",
               str(_DIFFERENT), "--hands", str(_HANDS), "--out", str(folder)]  # fmt: skip
    subprocess.run(command, check=True, env=_env(), stdout=subprocess.DEVNULL)
    return [path.read_bytes().splitlines(keepends=True) for path in sorted(folder.iterdir())]


def fill(folder: Path, games: list[list[bytes]], size: int) -> int:
    """A folder of so many logs, a thousand in each of its folders; returns how many events they have."""
    events = 0
    for number in range(size):
        lines = games[number % len(games)]
        start = msgspec.json.decode(lines[0])
        first = msgspec.json.encode({**start, "game": f"game-{number:06}"}) + b"\n"
        place = folder / f"{number // 1000:03}"
        place.mkdir(parents=True, exist_ok=True)
        (place / f"game-{number:06}.mjlog.jsonl").write_bytes(first + b"".join(lines[1:]))
        events += len(lines)
    return events


def _env() -> dict[str, str]:
    roots = [str(_TOP / folder) for folder in (".", "cli", "schemas")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(roots)}


def audit(path: Path, workers: int, *more: str) -> tuple[float, float, float]:
    """Seconds and processor seconds of an audit in a process of its own, and megabytes of the largest process of it."""
    command = [sys.executable, "-m", "mjlog_cli", "audit", str(path), "--workers", str(workers), *more]
    began = time.perf_counter()
    process = subprocess.Popen(command, env=_env(), stdout=subprocess.DEVNULL)
    _pid, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"the audit of {path} ended with {os.waitstatus_to_exitcode(status)}")
    return time.perf_counter() - began, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def measure(sizes: tuple[int, ...] = SIZES) -> Iterator[Measured]:
    """Folders and databases of these sizes, each audited by one and by two processes."""
    with tempfile.TemporaryDirectory() as place:
        top = Path(place)
        games = simulated(top / "games")
        for size in sizes:
            folder, database = top / f"logs-{size}", top / f"{size}.db"
            events = fill(folder, games, size)
            command = [sys.executable, "-m", "mjlog_cli", "import", "mjlog", str(folder), "--db", str(database)]
            subprocess.run(command, check=True, env=_env(), stdout=subprocess.DEVNULL)
            for form, path in (("folder", folder), ("database", database)):
                for workers in (1, 2):
                    runs = [audit(path, workers) for _ in range(_RUNS)]
                    best = (min(run[0] for run in runs), min(run[1] for run in runs), max(run[2] for run in runs))
                    yield Measured(form, size, events, workers, *best)


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bench_archives", description=__doc__)
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)), help="how many games, with commas between")
    sizes = tuple(int(size) for size in parser.parse_args().sizes.split(","))
    print(
        "| archive | games | events | processes | time | games/s | an event | processor, an event | largest process |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    for measured in measure(sizes):
        print(measured.row, flush=True)


if __name__ == "__main__":
    main()
