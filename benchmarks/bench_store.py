"""The store against bare SQLite, in one run: `python benchmarks/bench_store.py [FOLDER]`.

The folder decides the disk: what a durable append costs is mostly the disk's. Several programs at once are measured in
`bench_crowds`.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.measure import Row, best_times, rate, seconds
from mjlog.chain import event_body
from mjlog.store import KEEP, Keep, SqliteStore, open_readonly, open_store
from mjlog.store.schema import TABLES

EVENTS = 100_000
APPENDS = 10
TURNS = 150
DRAFTS = 1000
JOURNALS = ("wal", "delete")


def body(seq: int) -> bytes:
    """An event of usual length."""
    return event_body({"seq": seq, "type": "discard", "seat": "E", "tile": "5b", "at": "2026-01-05T19:30:00Z"})


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


def measure_appends(folder: Path, journal: str) -> Iterator[Row]:
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
    figures = f"{each['ours']:.0f} µs; {each['bare']:.0f} µs; without the lock file {each['unlocked']:.0f} µs"
    aim = 0.85 if journal == "delete" else None
    yield Row(f"durable append, {journal} : a bare INSERT", aim, each["bare"] / each["ours"], figures)


def _unlocked(folder: Path, journal: str) -> SqliteStore:
    store = open_store(folder / f"b-{journal}.db", journal=journal)
    assert store._writer_lock is not None
    store._writer_lock.acquire = store._writer_lock.release = lambda: None  # type: ignore[method-assign]
    return store


def measure_drafts(folder: Path, journal: str) -> Iterator[Row]:
    """A draft of 1 KB, an append with one, and an append alone, in turns."""
    with open_store(folder / f"drafts-{journal}.db", journal=journal) as store:
        store.append("game", [body(1)])
        last = 1

        def append(draft: bytes | Keep) -> None:
            nonlocal last
            last = store.append("game", [body(last + 1)], expected_last=last, draft=draft).seq

        ways: dict[str, Callable[[bytes], None]] = {
            "keeping a draft": lambda content: store.keep_draft("game", content, expected_last=last),
            "append with a draft": append,
            "append": lambda _: append(KEEP),
        }
        took: dict[str, list[float]] = {name: [] for name in ways}
        for turn in range(DRAFTS):
            content = turn.to_bytes(4, "big") * 256
            for name in (list(ways) * 2)[turn % 3 :][:3]:
                took[name].append(seconds(partial(ways[name], content)) * 1e3)
    plain = sum(took.pop("append"))
    for name, times in took.items():
        times.sort()
        p50, p95, p99 = (times[int(DRAFTS * part)] for part in (0.5, 0.95, 0.99))
        figures = f"p50 {p50:.2f} ms, p95 {p95:.2f} ms, p99 {p99:.2f} ms"
        yield Row(f"{name}, {journal} : an append", None, plain / sum(times), figures)


def measure_reading(folder: Path) -> Iterator[Row]:
    """Import, size, seeking, reading with the chain checked; of one long log."""
    path = folder / "long.db"
    bodies = [body(seq) for seq in range(1, EVENTS + 1)]
    with open_store(path) as store:
        took = seconds(lambda: store.import_game("long", bodies))
    plain = _bare_import(folder / "bare-long.db", bodies)
    figures = f"{rate(EVENTS, took, 'events')}, chained and guarded; {rate(EVENTS, plain, 'rows')}"
    yield Row("bulk import : bare INSERTs of the rows at once", None, plain / took, figures)
    length = sum(map(len, bodies)) / EVENTS
    size = path.stat().st_size / EVENTS
    yield Row(
        "size of an event in the database", None, size, f"{length:.0f} of them its body", unit="bytes", at_most=True
    )
    bare = sqlite3.connect(path, isolation_level=None)
    with open_readonly(path) as store:
        yield _seek(bare, store)
        yield from _measure_whole(bare, store)
    bare.close()


def _bare_import(path: Path, bodies: list[bytes]) -> float:
    bare = bare_database(path, "wal")

    def insert() -> None:
        bare.execute("BEGIN IMMEDIATE")
        rows = ((seq, b"x" * 32, text.decode()) for seq, text in enumerate(bodies, 1))
        bare.executemany("INSERT INTO events VALUES (1, ?, ?, ?)", rows)
        bare.execute("COMMIT")

    took = seconds(insert)
    bare.close()
    return took


def _seek(bare: sqlite3.Connection, store: SqliteStore) -> Row:
    seqs = range(1, EVENTS, EVENTS // 5000)
    sql = "SELECT id, body FROM events WHERE game = 1 AND seq = ?"
    times = best_times(
        {
            "plain": lambda: [bare.execute(sql, (seq,)).fetchone() for seq in seqs],
            "ours": lambda: [store.event("long", seq) for seq in seqs],
        }
    )
    each = {name: spent / len(seqs) * 1e6 for name, spent in times.items()}
    figures = f"{each['ours']:.1f} µs, with the id before; {each['plain']:.1f} µs"
    return Row("seeking event n of a stored log : one SELECT", 3, times["ours"] / times["plain"], figures, at_most=True)


def _measure_whole(bare: sqlite3.Connection, store: SqliteStore) -> Iterator[Row]:
    def read_and_hash() -> None:
        for _, event_id, text in bare.execute("SELECT seq, id, body FROM events WHERE game = 1 ORDER BY seq"):
            hashlib.sha256(event_id + text.encode()).digest()

    works: dict[str, Callable[[], object]] = {
        "rows": read_and_hash,
        "all bodies": lambda: store.bodies("long"),
        "all bodies, chain checked": lambda: store.checked_bodies("long"),
        "the chain checked": lambda: store.verify("long"),
    }
    times = best_times(works)
    plain = times.pop("rows")
    for name, spent in times.items():
        figures = f"{spent / EVENTS * 1e6:.2f} µs an event; {plain / EVENTS * 1e6:.2f} µs"
        yield Row(f"{name} : rows read and hashed", None, plain / spent, figures)


def measure(parent: str | None = None) -> Iterator[Row]:
    """Everything that one program does; files are made in the folder `parent` (None: the system's for such files)."""
    with tempfile.TemporaryDirectory(dir=parent) as name:
        for journal in JOURNALS:
            yield from measure_appends(Path(name), journal)
            yield from measure_drafts(Path(name), journal)
        yield from measure_reading(Path(name))


def main() -> None:
    """Prints a table."""
    from benchmarks import bench_crowds

    parent = sys.argv[1] if len(sys.argv) > 1 else None
    print(f"SQLite {sqlite3.sqlite_version}, Python {sys.version.split()[0]}, {os.cpu_count()} cores")
    for row in (*measure(parent), *bench_crowds.measure(parent)):
        print(f"{row.name:<52} {row.aim:<11} {row.result:<19} {row.figures}", flush=True)


if __name__ == "__main__":
    main()
