"""What a cluster costs: audits of small and larger archives by one process, two, and two workers of a Dask cluster.

`python -m benchmarks.bench_cluster [--sizes 10,100,1000]` prints the table of docs/do/archives.md. The cluster begins
with the command (`local[2]`), or is there already and has audited before; of that one the processor seconds are those
of the command alone.
"""

from __future__ import annotations

import argparse
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from benchmarks.bench_archives import fill, simulated

SIZES = (10, 100, 1_000)
_RUNS = 3
_FOUND = 1
_TOP = Path(__file__).resolve().parent.parent


def environment(compiled: Path) -> dict[str, str]:
    """Where processes find the program, and its modules as they were compiled before."""
    roots = os.pathsep.join(str(_TOP / folder) for folder in (".", "cli", "schemas"))
    return {**os.environ, "PYTHONPATH": roots, "PYTHONPYCACHEPREFIX": str(compiled), "PYTHONDONTWRITEBYTECODE": ""}


class Spent(NamedTuple):
    """Seconds, and processor seconds of a command with all processes that it has begun."""

    seconds: float
    processor: float

    def __str__(self) -> str:
        return f"{self.seconds:.1f} s ({self.processor:.1f})"


def spent(env: dict[str, str], path: Path, *who: str) -> Spent:
    """What one audit takes, as a command."""
    began = time.perf_counter()
    command = [sys.executable, "-m", "mjlog_cli", "audit", str(path), "--json", *who]
    process = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL)
    _pid, status, usage = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status) not in (0, _FOUND):
        raise SystemExit(f"the audit of {path} with {' '.join(who)} failed")
    return Spent(time.perf_counter() - began, usage.ru_utime + usage.ru_stime)


def least(one: Spent, other: Spent) -> Spent:
    """What nothing else held up."""
    return Spent(min(one.seconds, other.seconds), min(one.processor, other.processor))


@contextmanager
def two_workers(env: dict[str, str]) -> Iterator[str]:
    """The address of a cluster of this machine."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = str(one.getsockname()[1])
    address, quiet = f"tcp://127.0.0.1:{port}", subprocess.DEVNULL
    words = (
        ["dask_scheduler", "--host", "127.0.0.1", "--port", port, "--dashboard-address", "127.0.0.1:0"],
        ["dask_worker", address, "--nthreads", "1", "--nworkers", "2"],
    )
    began = [
        subprocess.Popen([sys.executable, "-m", f"distributed.cli.{module}", *more, "--no-dashboard"], env=env,
                         stdout=quiet, stderr=quiet)
        for module, *more in words
    ]  # fmt: skip
    try:
        yield address
    finally:
        for process in reversed(began):
            process.terminate()
            process.wait()


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bench_cluster", description=__doc__)
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)), help="how many games, with commas between")
    sizes = [int(size) for size in parser.parse_args().sizes.split(",")]
    with tempfile.TemporaryDirectory() as place:
        top = Path(place)
        env = environment(top / "compiled")
        games = simulated(top / "games", env)
        with two_workers(env) as address:
            ways = (("--workers", "1"), ("--workers", "2"), ("--cluster", address), ("--cluster", "local[2]"))
            print("| games | events | one process | two | a cluster that is there | `local[2]` |")
            print("|---|---|---|---|---|---|")
            for size in sizes:
                events = fill(top / str(size), games, size)
                best = [Spent(float("inf"), float("inf"))] * len(ways)
                for _ in range(_RUNS):
                    # They take turns: a busy moment of the machine hits all of them.
                    best = [least(one, spent(env, top / str(size), *who)) for one, who in zip(best, ways, strict=True)]
                print(f"| {size:,} | {events:,} | {' | '.join(map(str, best))} |", flush=True)


if __name__ == "__main__":
    main()
