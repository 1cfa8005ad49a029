"""A database: the audit of all its games, chain checked, against reading and hashing the rows; a jump to one event."""

from __future__ import annotations

import hashlib
import random
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.games import Lines, renamed
from benchmarks.measure import Row, best_times, rate
from mjlog.audit.engine import Engine
from mjlog.audit.game import Game
from mjlog.sources import games_in, stored_game
from mjlog.store import open_readonly, open_store
from mjlog.views.moment import moment_at

COPIES = 2
JUMPS = 400
_ROWS = "SELECT id, body FROM events ORDER BY game, seq"
_POINT = "SELECT id, body FROM events WHERE game = ? AND seq = ?"


def fill(path: Path, games: list[Lines]) -> int:
    """Import the games, some times over; returns how many events there are."""
    events = 0
    with open_store(path) as store:
        for copy in range(COPIES):
            for number, lines in enumerate(games):
                name = f"game-{copy}-{number}"
                store.import_game(name, renamed(lines, name))
                events += len(lines)
    return events


def audit(path: Path) -> None:
    """Every game of the database, its chain checked, is replayed and judged."""
    for record in games_in(str(path)):
        if any(report.has_error for report in Engine(record).run()):
            raise SystemExit(f"{record.name}: the audit found an error")


def read_and_hash(path: Path) -> None:
    """Every row is read, and its body hashed with the id before it, by bare SQLite and hashlib."""
    connection = sqlite3.connect(path)
    before = "0" * 64
    for event_id, body in connection.execute(_ROWS):
        hashlib.sha256(b"mjlog1\n" + before.encode() + b"\n" + body.encode()).hexdigest()
        before = event_id.hex()
    connection.close()


def measure(games: list[Lines]) -> Iterator[Row]:
    """Both, on one database."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "archive.db")
        events = fill(path, games)
        times = best_times({"audit": lambda: audit(path), "rows": lambda: read_and_hash(path)})
        figures = f"{rate(events, times['audit'], 'events')}; {rate(events, times['rows'], 'events')}"
        yield Row("audit of an archive : its rows read and hashed", 0.3, times["rows"] / times["audit"], figures)
        yield from _jumps(path)


def _jumps(path: Path) -> Iterator[Row]:
    """To random events of a game that is loaded, against one SELECT each."""
    connection = sqlite3.connect(path)
    number = connection.execute("SELECT game FROM events GROUP BY game ORDER BY COUNT(*) DESC").fetchone()[0]
    with open_readonly(path) as store:
        info = store.games()[number - 1]
        view = Game(stored_game(store, info.game, str(path)))
    chance = random.Random(3)
    places = [chance.randrange(len(view.rows)) for _ in range(JUMPS)]
    hands = [view.hand_at(place) for place in places]

    def jump() -> None:
        for hand, place in zip(hands, places, strict=True):
            hand.table_after(place - hand.first)

    def select() -> None:
        for place in places:
            connection.execute(_POINT, (number, place + 1)).fetchone()

    def draw() -> None:
        for place in places:
            moment_at(view, place)

    draw()
    times = best_times({"jump": jump, "select": select, "draw": draw})
    connection.close()
    each = {name: spent / JUMPS * 1e6 for name, spent in times.items()}
    one = f"{each['select']:.1f} µs"
    yield Row("table after an event of a loaded game : one SELECT", 3, each["jump"] / each["select"],
              f"{each['jump']:,.0f} µs; {one}", at_most=True)  # fmt: skip
    yield Row("the same, drawn for a page : one SELECT", None, each["draw"] / each["select"],
              f"{each['draw']:,.0f} µs; {one}", at_most=True)  # fmt: skip
