"""Audits of archives as they grow: seconds, cost per event, memory, with one and with two processes.

`python -m benchmarks.bench_archives [--sizes 100,1000,10000]` prints the tables of docs/understand/performance.md, in
some four minutes. Games come from `mjlog simulate`: so many different ones, repeated under other ids until the
archive is full. Processes find modules compiled before, as those of an installed package are.
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
_EVENTS_OF_RUNS, _MOST_RUNS = 300_000, 6
"""An archive is audited until so many events were, twice at least: small ones are measured more often."""
_FAULTY = (100, 1_000)
_WISHES = ("audit", "report", "audit --stories")
_TOP = Path(__file__).resolve().parent.parent

_FOUND = 1 << 8
"""The status of a process that ended with 1: something was found."""

Game = list[bytes]


class Run(NamedTuple):
    """Seconds, and processor seconds of all processes together; megabytes of the largest process."""

    seconds: float
    processor: float
    megabytes: float


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


class Told(NamedTuple):
    """One audit of games in which every score is announced wrong: what was told, and what that took."""

    games: int
    findings: int
    wish: str
    workers: int
    run: Run

    @property
    def row(self) -> str:
        """The line of the table."""
        return (
            f"| {self.games:,} | {self.findings:,} | `{self.wish}` | "
            f"{self.workers} | {self.run.seconds:.1f} s | {self.run.processor:.1f} s | {self.run.megabytes:.0f} MB |"
        )


def simulated(folder: Path, env: dict[str, str]) -> list[Game]:
    """Different games, as lines."""
    mjlog(env, "simulate", "--ruleset", _RULESET, "--seed", "7", "--games", str(_DIFFERENT), "--hands", str(_HANDS),
           "--out", str(folder))  # fmt: skip
    return [path.read_bytes().splitlines(keepends=True) for path in sorted(folder.iterdir())]


def faulty(game: Game) -> tuple[Game, int]:
    """The same game with two points too many in each score, and how many these are."""
    events = [msgspec.json.decode(line) for line in game]
    scores = [event for event in events if event["type"] == "score"]
    for event in scores:
        event["total"] += 2
    return [msgspec.json.encode(event) + b"\n" for event in events], len(scores)


def fill(folder: Path, games: list[Game], size: int) -> int:
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


def environment(compiled: Path) -> dict[str, str]:
    """In which processes find this program, and keep its compiled modules."""
    roots = [str(_TOP / folder) for folder in (".", "cli", "schemas")]
    found = {"PYTHONPATH": os.pathsep.join(roots), "PYTHONPYCACHEPREFIX": str(compiled), "PYTHONDONTWRITEBYTECODE": ""}
    return {**os.environ, **found}


def mjlog(env: dict[str, str], *words: str) -> None:
    """A command, run to its end."""
    subprocess.run([sys.executable, "-m", "mjlog_cli", *words], check=True, env=env, stdout=subprocess.DEVNULL)


def audit(env: dict[str, str], path: Path, workers: int, command: str = "audit", *more: str) -> Run:
    """One audit in a process of its own."""
    return run(env, command, str(path), "--workers", str(workers), *more)


def run(env: dict[str, str], *words: str) -> Run:
    """A command in a process of its own."""
    command = [sys.executable, "-m", "mjlog_cli", *words]
    began = time.perf_counter()
    process = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL)
    _pid, status, usage = os.wait4(process.pid, 0)
    if status not in (0, _FOUND):
        raise SystemExit(f"{' '.join(words)} ended with {os.waitstatus_to_exitcode(status)}")
    return Run(time.perf_counter() - began, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def _best(runs: list[Run]) -> Run:
    """What nothing else held up."""
    seconds, processors, megabytes = zip(*runs, strict=True)
    return Run(min(seconds), min(processors), max(megabytes))


def measure(top: Path, games: list[Game], env: dict[str, str], sizes: tuple[int, ...]) -> Iterator[Measured]:
    """Folders and databases of these sizes, each audited by one and by two processes, which take turns."""
    for size in sizes:
        folder, database = top / f"logs-{size}", top / f"{size}.db"
        events = fill(folder, games, size)
        mjlog(env, "import", "mjlog", str(folder), "--db", str(database))
        turns = min(max(2, _EVENTS_OF_RUNS // events), _MOST_RUNS)
        for form, path in (("folder", folder), ("database", database)):
            runs = [(audit(env, path, 1), audit(env, path, 2)) for _ in range(turns)]
            for workers, own in zip((1, 2), zip(*runs, strict=True), strict=True):
                yield Measured(form, size, events, workers, *_best(list(own)))


def measure_told(top: Path, games: list[Game], env: dict[str, str]) -> Iterator[Told]:
    """Archives full of faults, listed, told on a page, and told in text."""
    wrong, counts = zip(*map(faulty, games), strict=True)
    for size in _FAULTY:
        folder = top / f"faulty-{size}"
        fill(folder, list(wrong), size)
        findings = sum(counts[number % len(counts)] for number in range(size))
        for wish in _WISHES:
            page = ("--force", "--out", str(top / "page.html")) if wish == "report" else ()
            for workers in (1, 2):
                yield Told(size, findings, wish, workers, audit(env, folder, workers, *wish.split(), *page))


def main() -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bench_archives", description=__doc__)
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)), help="how many games, with commas between")
    sizes = tuple(int(size) for size in parser.parse_args().sizes.split(","))
    with tempfile.TemporaryDirectory() as place:
        top = Path(place)
        env = environment(top / "compiled")
        games = simulated(top / "games", env)
        audit(env, top / "games", 1, "report", "--out", str(top / "page.html"))
        print("| archive | games | events | processes | time | games/s | an event | its work | largest process |")
        print("|---|---|---|---|---|---|---|---|---|")
        for measured in measure(top, games, env, sizes):
            print(measured.row, flush=True)
        print()
        print("| games | findings | told | processes | time | work | largest process |")
        print("|---|---|---|---|---|---|---|")
        for told in measure_told(top, games, env):
            print(told.row, flush=True)


if __name__ == "__main__":
    main()
