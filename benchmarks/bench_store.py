"""The store against bare SQLite, in one run: `python benchmarks/bench_store.py [FOLDER]`.

The folder decides the disk: what a durable append costs is mostly the disk's. Each ratio is the speed of ours
divided by the speed of the bare thing (1: as fast).
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from mjlog.canonical import event_body
from mjlog.store import KEEP, Keep, SqliteStore, open_readonly, open_store
from mjlog.store.schema import TABLES

EVENTS = 100_000
APPENDS = 10
TURNS = 150
ROUNDS = 7
DRAFTS = 1000
WRITERS = 8

Report = Callable[[str, str, str], None]

WRITER = """
import sys, time
from mjlog.canonical import event_body
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
import sys
from mjlog.store import open_readonly
print(flush=True)
with open_readonly(sys.argv[1]) as store:
    while True:
        store.checked_bodies("long")
"""


def body(seq: int) -> bytes:
    """An event of usual length."""
    return event_body({"seq": seq, "type": "discard", "seat": "E", "tile": "5b", "at": "2026-01-05T19:30:00Z"})


def seconds(work: Callable[[], object]) -> float:
    """How long it takes, once."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def bare_database(path: Path, journal: str) -> sqlite3.Connection:
    """The same table, without triggers, guard, lock or chain, written as durably."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute(f"PRAGMA journal_mode = {journal}")
    connection.execute(f"PRAGMA synchronous = {'FULL' if journal == 'wal' else 'EXTRA'}")
    connection.execute(TABLES["games"])
    connection.execute(TABLES["events"])
    return connection


def bare_appends(connection: sqlite3.Connection, bodies: list[bytes], first: int) -> None:
    """One durable INSERT an event."""
    for seq, text in enumerate(bodies, first):
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO events VALUES (1, ?, ?, ?)", (seq, b"x" * 32, text.decode()))
        connection.execute("COMMIT")


def our_appends(store: SqliteStore, bodies: list[bytes], first: int) -> None:
    """One append an event, as at the table."""
    for seq, text in enumerate(bodies, first):
        store.append("game", [text], expected_last=seq - 1)


def compare_appends(folder: Path, journal: str, report: Report) -> None:
    """Bare, ours, and ours without the lock file, in turns; the mean, so that checkpoints count."""
    bare = bare_database(folder / f"bare-{journal}.db", journal)
    with open_store(folder / f"a-{journal}.db", journal=journal) as ours, _unlocked(folder, journal) as unlocked:
        ways: dict[str, Callable[[list[bytes], int], None]] = {
            "bare": partial(bare_appends, bare),
            "ours": partial(our_appends, ours),
            "unlocked": partial(our_appends, unlocked),
        }
        took = dict.fromkeys(ways, 0.0)
        for turn in range(TURNS):
            first = turn * APPENDS + 1
            bodies = [body(seq) for seq in range(first, first + APPENDS)]
            for name in (list(ways) * 2)[turn % 3 :][:3]:
                took[name] += seconds(partial(ways[name], bodies, first))
    bare.close()
    each = {name: spent / TURNS / APPENDS * 1e6 for name, spent in took.items()}
    figures = ", ".join(f"{name} {figure:.0f} µs" for name, figure in each.items())
    report(f"durable append, {journal}", f"{each['bare'] / each['ours']:.2f} (≥ 0.85)", figures)
    report("  without the lock file", f"{each['bare'] / each['unlocked']:.2f}", "only to see what the lock costs")


def _unlocked(folder: Path, journal: str) -> SqliteStore:
    store = open_store(folder / f"b-{journal}.db", journal=journal)
    store._writer_lock.held = nullcontext  # type: ignore[union-attr,method-assign]
    return store


def compare_drafts(folder: Path, journal: str, report: Report) -> None:
    """A draft of 1 KB, an append with one, and an append alone, in turns; percentiles in milliseconds."""
    with open_store(folder / f"drafts-{journal}.db", journal=journal) as store:
        store.append("game", [body(1)])
        last = 1

        def append(draft: bytes | Keep) -> None:
            nonlocal last
            last = store.append("game", [body(last + 1)], expected_last=last, draft=draft).seq

        ways: dict[str, Callable[[bytes], None]] = {
            "keep_draft": lambda content: store.keep_draft("game", content, expected_last=last),
            "append with draft": append,
            "append": lambda _: append(KEEP),
        }
        took: dict[str, list[float]] = {name: [] for name in ways}
        for turn in range(DRAFTS):
            content = turn.to_bytes(4, "big") * 256
            for name in (list(ways) * 2)[turn % 3 :][:3]:
                took[name].append(seconds(partial(ways[name], content)) * 1e3)
    bare = sum(took["append"])
    for name, times in took.items():
        times.sort()
        p50, p95, p99 = (times[int(DRAFTS * part)] for part in (0.5, 0.95, 0.99))
        figures = f"p50 {p50:.2f} ms, p95 {p95:.2f} ms, p99 {p99:.2f} ms"
        report(f"{name}, {journal}", f"{bare / sum(times):.2f}", figures)


def compare_reading(folder: Path, report: Report) -> None:
    """Import, size, point reads, reading with the chain checked."""
    path = folder / "long.db"
    bodies = [body(seq) for seq in range(1, EVENTS + 1)]
    with open_store(path) as store:
        took = seconds(lambda: store.import_game("long", bodies))
    report("bulk import", "", f"{EVENTS / took:,.0f} events/s")
    length = sum(map(len, bodies)) / EVENTS
    report("size", "", f"{path.stat().st_size / EVENTS:.0f} bytes an event ({length:.0f} of them its body)")
    bare = sqlite3.connect(path, isolation_level=None)
    with open_readonly(path) as store:
        _compare_points(bare, store, report)
        _compare_whole(bare, store, report)
    bare.close()


def _compare_points(bare: sqlite3.Connection, store: SqliteStore, report: Report) -> None:
    seqs = range(1, EVENTS, EVENTS // 5000)
    sql = "SELECT id, body FROM events WHERE game = 1 AND seq = ?"
    plain = min(seconds(lambda: [bare.execute(sql, (seq,)).fetchone() for seq in seqs]) for _ in range(ROUNDS))
    ours = min(seconds(lambda: [store.event("long", seq) for seq in seqs]) for _ in range(ROUNDS))
    figures = f"bare {plain / len(seqs) * 1e6:.1f} µs, ours {ours / len(seqs) * 1e6:.1f} µs (with the id before)"
    report("point read", f"{plain / ours:.2f}", figures)


def _compare_whole(bare: sqlite3.Connection, store: SqliteStore, report: Report) -> None:
    def read_and_hash() -> None:
        for _, event_id, text in bare.execute("SELECT seq, id, body FROM events WHERE game = 1 ORDER BY seq"):
            hashlib.sha256(event_id + text.encode()).digest()

    plain = min(seconds(read_and_hash) for _ in range(ROUNDS))
    kinds: dict[str, Callable[[str], object]] = {
        "bodies": store.bodies,
        "checked_bodies": store.checked_bodies,
        "verify": store.verify,
    }
    for name, ask in kinds.items():
        ours = min(seconds(partial(ask, "long")) for _ in range(ROUNDS))
        figures = f"rows and hashes {plain / EVENTS * 1e6:.2f} µs an event, ours {ours / EVENTS * 1e6:.2f} µs"
        report(f"{name} against rows and hashes", f"{plain / ours:.2f}", figures)


def _start(program: str, *arguments: str) -> subprocess.Popen[str]:
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).resolve().parent.parent)}
    run = [sys.executable, "-c", program, *arguments]
    return subprocess.Popen(run, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)


def run_together(path: Path, writers: int, readers: int, count: int) -> tuple[float, float, float]:
    """Writers of different games, and auditors: events/s of all, worst p99 and worst wait (ms)."""
    audits = [_start(READER, str(path)) for _ in range(readers)]
    recorders = [_start(WRITER, str(path), os.urandom(4).hex(), str(count)) for _ in range(writers)]
    for process in (*audits, *recorders):
        assert process.stdout is not None
        process.stdout.readline()
    for process in recorders:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    figures = [[float(figure) for figure in process.communicate()[0].split()] for process in recorders]
    for process in audits:
        process.kill()
        process.communicate()
    rates, p99s, worst = zip(*figures, strict=True)
    return sum(rates), max(p99s) * 1e3, max(worst) * 1e3


def compare_crowds(folder: Path, journal: str, report: Report) -> None:
    """Several at once; waits in milliseconds."""
    path = folder / f"crowd-{journal}.db"
    with open_store(path, journal=journal) as store:
        store.import_game("long", [body(seq) for seq in range(1, EVENTS // 2)])
    for writers, readers in ((1, 0), (1, 2), (WRITERS, 0)):
        rate, p99, worst = run_together(path, writers, readers, 400)
        name = f"{writers} writer{'s' * (writers > 1)}, {readers} auditors, {journal}"
        report(name, "", f"{rate:,.0f} events/s, p99 {p99:.1f} ms, worst {worst:.1f} ms (p99, worst < 250)")


def main() -> None:
    """Prints a table."""
    parent = sys.argv[1] if len(sys.argv) > 1 else None

    def report(name: str, ratio: str, figures: str) -> None:
        print(f"{name:<42} {ratio:<15} {figures}", flush=True)

    with tempfile.TemporaryDirectory(dir=parent) as name:
        print(f"SQLite {sqlite3.sqlite_version}, Python {sys.version.split()[0]}, {os.cpu_count()} cores, {name}")
        for journal in ("wal", "delete"):
            compare_appends(Path(name), journal, report)
            compare_drafts(Path(name), journal, report)
        compare_reading(Path(name), report)
        for journal in ("wal", "delete"):
            compare_crowds(Path(name), journal, report)


if __name__ == "__main__":
    main()
