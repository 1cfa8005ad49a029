"""Tables of archives as they grow: seconds, memory and bytes, beside the audit, SQLite and packed logs.

`python -m benchmarks.bench_tables [--sizes 100,1000,10000,100000]` prints the tables of docs/do/archives.md. The
games are those of `bench_archives`: so many different ones, repeated under other ids until the archive is full.
"""

from __future__ import annotations

import argparse
import lzma
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks.bench_archives import Run, environment, fill, mjlog, run, simulated

SIZES = (100, 1_000, 10_000, 100_000)
_MOST_STORED = 10_000
"""Games of the largest archive that is put into a database, packed, and audited by one process: enough to see."""
_FORMS = {"tables": (), "with a row an event": ("--events", "rows"), "with whole events": ("--events", "bodies")}


class Measured(NamedTuple):
    """One command over so many games, by so many processes."""

    games: int
    events: int
    what: str
    workers: int
    run: Run

    @property
    def row(self) -> str:
        """The line of the table."""
        each = 1e6 * self.run.processor / self.events
        return (
            f"| {self.games:,} | {self.what} | {self.workers} | {self.run.seconds:.1f} s | {self.run.processor:.1f} s "
            f"| {each:.1f} µs | {self.run.megabytes:.0f} MB |"
        )


class Sized(NamedTuple):
    """What an archive takes on the disk in one form."""

    games: int
    events: int
    form: str
    size: int

    @property
    def row(self) -> str:
        """The line of the table."""
        return f"| {self.games:,} | {self.form} | {self.size / self.games:,.0f} | {self.size / self.events:.2f} |"


def size_of(place: Path) -> int:
    """The bytes of a file, or of all files of a folder."""
    return place.stat().st_size if place.is_file() else sum(one.stat().st_size for one in place.rglob("*.*"))


def measure(top: Path, env: dict[str, str], size: int, games: list[list[bytes]]) -> Iterator[Measured | Sized]:
    """One archive: audited, made into tables of each form, stored, packed."""
    folder, out = top / "logs", top / "tables"
    events = fill(folder, games, size)
    for workers in (1, 2) if size <= _MOST_STORED else (2,):
        words = ("audit", str(folder), "--json", "--workers", str(workers))
        yield Measured(size, events, "`audit --json`", workers, run(env, *words))
        for form, options in _FORMS.items():
            words = ("tables", str(folder), "--out", str(out), "--force", "--workers", str(workers), *options)
            yield Measured(size, events, form, workers, run(env, *words))
            if workers == 2:
                yield Sized(size, events, form, size_of(out))
    yield Sized(size, events, "`events` alone, whole", size_of(out / "events"))
    if size <= _MOST_STORED:
        yield from stored(top, env, size, events)
    shutil.rmtree(folder)
    shutil.rmtree(out)


def stored(top: Path, env: dict[str, str], size: int, events: int) -> Iterator[Sized]:
    """The same games as lines, in a database, and packed together with xz."""
    folder, database = top / "logs", top / "games.db"
    logs = sorted(folder.rglob("*.jsonl"))
    yield Sized(size, events, "logs", sum(map(size_of, logs)))
    packer = lzma.LZMACompressor()
    packed = sum(len(packer.compress(log.read_bytes())) for log in logs) + len(packer.flush())
    yield Sized(size, events, "logs, packed together (xz)", packed)
    mjlog(env, "import", "mjlog", str(folder), "--db", str(database))
    yield Sized(size, events, "database (SQLite)", size_of(database))
    database.unlink()


def main() -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bench_tables", description=__doc__)
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)), help="how many games, with commas between")
    sizes = tuple(int(size) for size in parser.parse_args().sizes.split(","))
    with tempfile.TemporaryDirectory() as place:
        top = Path(place)
        env = environment(top / "compiled")
        games = simulated(top / "games", env)
        run(env, "audit", str(top / "games"), "--json")
        for size in sizes:
            for one in measure(top, env, size, games):
                print(one.row, flush=True)


if __name__ == "__main__":
    main()
