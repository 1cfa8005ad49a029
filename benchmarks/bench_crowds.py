"""Several programs on one database: writers of different games at once, and one recorder while others read.

What is waited for is the append at the table: from the call to the durable commit.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks.bench_store import JOURNALS, body
from benchmarks.measure import Row
from mjlog.store import open_store

WRITERS = 8
APPENDS = 400
STORED = 50_000
"""Events in the database that others read meanwhile, in games of a thousand."""
_LIMIT = 250.0

WRITER = """
import sys, time
from mjlog.chain import event_body
from mjlog.store import open_store
path, game, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
with open_store(path, timeout=60) as store:
    print(flush=True); sys.stdin.readline()
    began, waits = time.perf_counter(), []
    for seq in range(1, count + 1):
        start = time.perf_counter()
        store.append(game, [event_body({"seq": seq, "type": "pass", "seat": "E"})], expected_last=seq - 1)
        waits.append(time.perf_counter() - start)
    waits.sort()
    print(count / (time.perf_counter() - began), waits[int(count * .99)], waits[-1])
"""

READER = """
import sys, time
from pathlib import Path
from mjlog.store import open_readonly
path, turn = Path(sys.argv[1]), 0
print(flush=True)
with open_readonly(path) as store:
    while True:
        turn += 1
        games = [info.game for info in store.games()]
"""
READERS = {
    "audit": "        for game in games: store.checked_bodies(game)",
    "export": "        for game in games:\n            for event in store.read(game): event.id",
    "statistics": "        for game in games: store.bodies(game), store.drafts(), store.people()",
    "viewer": "        game = games[turn % len(games)]\n"
    "        store.event(game, store.head(game).seq), store.draft(game), time.sleep(0.005)",
    "backup": "        from mjlog.store.backup import back_up\n"
    "        back_up(path, path.with_name(path.name + '.copy'), overwrite=True)",
}
"""What they do, over and over."""


class Waits(NamedTuple):
    """Events a second of all writers, the worst 99th percentile of a writer's waits, and the worst wait (ms)."""

    rate: float
    p99: float
    worst: float


def _start(program: str, *arguments: str) -> subprocess.Popen[str]:
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).resolve().parent.parent)}
    run = [sys.executable, "-c", program, *arguments]
    return subprocess.Popen(run, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)


def run_together(path: Path, writers: int, readers: list[str], count: int) -> Waits:
    """So many writers, each of a game of its own, and readers that do not stop until all writers have."""
    reading = [_start(READER + READERS[name], str(path)) for name in readers]
    recorders = [_start(WRITER, str(path), os.urandom(4).hex(), str(count)) for _ in range(writers)]
    for process in (*reading, *recorders):
        assert process.stdout is not None
        process.stdout.readline()
    for process in recorders:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    figures = [[float(figure) for figure in process.communicate()[0].split()] for process in recorders]
    for process in reading:
        if process.poll() is not None:
            raise SystemExit(f"a reader beside {path} has ended with status {process.returncode}")
        process.kill()
        process.communicate()
    rates, p99s, worst = zip(*figures, strict=True)
    return Waits(sum(rates), max(p99s) * 1e3, max(worst) * 1e3)


def _filled(path: Path, journal: str) -> Path:
    with open_store(path, journal=journal) as store:
        bodies = [body(seq) for seq in range(1, 1001)]
        for game in range(STORED // len(bodies)):
            store.import_game(f"game {game}", bodies)
    return path


def measure(parent: str | None = None) -> Iterator[Row]:
    """Waits in milliseconds; files are made in the folder `parent` (None: the system's for such files)."""
    with tempfile.TemporaryDirectory(dir=parent) as name:
        for journal in JOURNALS:
            path = _filled(Path(name, f"{journal}.db"), journal)
            yield from _measure(path, journal)


def _measure(path: Path, journal: str) -> Iterator[Row]:
    waits = run_together(path, WRITERS, [], APPENDS)
    figures = f"p99 {waits.p99:.1f} ms; {waits.rate:,.0f} events/s"
    what = f"append, {WRITERS} writers at once, {journal}: worst wait"
    yield Row(what, _LIMIT, waits.worst, figures, unit="ms", at_most=True)
    alone = run_together(path, 1, [], APPENDS)
    for readers in ([name] for name in READERS):
        yield _beside(path, journal, readers, alone)
    yield _beside(path, journal, list(READERS), alone)


def _beside(path: Path, journal: str, readers: list[str], alone: Waits) -> Row:
    waits = run_together(path, 1, readers, APPENDS)
    beside = readers[0] if len(readers) == 1 else "all of these at once"
    figures = f"worst {waits.worst:.1f} ms; alone p99 {alone.p99:.1f} ms"
    what = f"append beside {beside}, {journal}: p99"
    return Row(what, _LIMIT, waits.p99, figures, unit="ms", at_most=True)
