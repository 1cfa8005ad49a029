"""Measures everything in one run and prints a table: `python -m benchmarks [FOLDER WITH GAMES] [--markdown]`."""

from __future__ import annotations

import argparse
import os
import platform
import sqlite3
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

_TOP = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(_TOP / folder) for folder in (".", "cli", "schemas")]


def rows(folder: Path) -> Iterator[object]:
    """Every line of the table, as it is measured."""
    from benchmarks import (
        bench_archive,
        bench_audit,
        bench_cards,
        bench_cli,
        bench_corrections,
        bench_crowds,
        bench_keys,
        bench_others,
        bench_simulate,
        bench_store,
    )
    from benchmarks.bench_record import measure as measure_recorder
    from benchmarks.bench_viewer import measure as measure_viewer
    from benchmarks.games import sample_games

    games = sample_games(folder)
    return chain(
        bench_audit.measure(games),
        bench_audit.measure_processes(games),
        bench_archive.measure(games),
        bench_cli.measure(games),
        bench_others.measure_scoring(),
        bench_others.measure_riichi(),
        bench_store.measure(),
        bench_crowds.measure(),
        bench_cards.measure(),
        bench_simulate.measure(),
        bench_corrections.measure(),
        measure_recorder(),
        measure_viewer(),
        bench_keys.measure(str(folder)),
    )


def main() -> None:
    """Prints the table."""
    from benchmarks.games import SAMPLES
    from benchmarks.measure import Row

    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=SAMPLES, help="games to measure with")
    parser.add_argument("--markdown", action="store_true", help="print the table for a page of the documentation")
    given = parser.parse_args()
    frame = "| {} | {} | {} | {} |" if given.markdown else "{:<52} {:<11} {:<19} {}"
    machine = f"{os.cpu_count()} cores, Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    print(f"{machine}\n")
    print(frame.format("what", "target", "reached", "figures"))
    if given.markdown:
        print(frame.format("---", "---", "---", "---"))
    for row in rows(given.folder):
        assert isinstance(row, Row)
        print(frame.format(row.name, row.aim, row.result, row.figures), flush=True)


if __name__ == "__main__":
    main()
