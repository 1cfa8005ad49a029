"""What the processes do until they are killed. Each says what it has done only after the store has said so.

They run in processes of their own, which begin from a warm one where the system can fork: so there is time for
hundreds.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from mjlog.chain import event_body
from mjlog.store import Origin, SqliteStore, open_store
from mjlog.store.restore import restore

BATCH = 7
"""Events of one append."""
IMPORTED = 3000
"""Events of an imported game: more than SQLite keeps in memory before it begins to write."""
_FILLING = "x" * 900


def body(seq: int, text: str = "x") -> bytes:
    """A remark."""
    return event_body({"seq": seq, "type": "note", "text": text})


def batch(last: int) -> list[bytes]:
    """What is appended to a log that ends with `last`."""
    return [body(last + 1 + place, str(last)) for place in range(BATCH)]


def imported() -> list[bytes]:
    """The log of the game that is imported."""
    return [body(seq, _FILLING) for seq in range(1, IMPORTED + 1)]


def key_of(last: int) -> str:
    """The key of the append after `last`."""
    return f"after {last}"


def append(path: Path, say: Connection) -> None:
    """Appends seven events at a time, with key, origins and draft, and says the last seq each time."""
    store = open_store(path)
    last = end_of(store)
    say.send(0)
    while True:
        origins = [Origin("table.txt", last + place) for place in range(BATCH)]
        head = store.append("demo", batch(last), expected_last=last, key=key_of(last), origins=origins,
                            draft=str(last + BATCH).encode())  # fmt: skip
        last = head.seq
        say.send(last)


def keep_drafts(path: Path, say: Connection) -> None:
    """Writes in pencil how far it is, ever longer, and says so each time."""
    store = open_store(path)
    last = end_of(store)
    typed = int((store.draft("demo") or b"0").partition(b" ")[0])
    say.send(0)
    while True:
        typed += 1
        store.keep_draft("demo", f"{typed} {'x' * (typed * 50 % 20_000)}".encode(), expected_last=last)
        say.send(typed)


def import_games(path: Path, say: Connection) -> None:
    """Imports one game, and says so."""
    store = open_store(path)
    bodies = imported()
    say.send(0)
    say.send(store.import_game("long", bodies).seq)
    store.close()


def make_wal(path: Path, say: Connection) -> None:
    """Makes a database with a write-ahead log, or opens it, and says so."""
    _open(path, say, "wal")


def make_delete(path: Path, say: Connection) -> None:
    """Makes a database with a rollback journal, or opens it, and says so."""
    _open(path, say, "delete")


def _open(path: Path, say: Connection, journal: str) -> None:
    say.send(0)
    store = open_store(path, journal=journal)
    say.send(1)
    store.close()


def end_of(store: SqliteStore) -> int:
    """How far the log of `demo` goes."""
    return store.head("demo").seq if "demo" in store else 0


Deed = Callable[[Path, Connection], None]


WRITER = """
import sys
from mjlog.chain import event_body
from mjlog.store import open_store
path, game, batch = sys.argv[1], sys.argv[2], int(sys.argv[3])
store = open_store(path)
last = store.head(game).seq if game in store else 0
print("ready", flush=True)
while True:
    bodies = [event_body({"seq": last + 1 + n, "type": "note", "text": str(last)}) for n in range(batch)]
    last = store.append(game, bodies, expected_last=last).seq
    print(last, flush=True)
"""
"""A program that appends to a game for ever, and says what is stored: path, game, events an append."""


DIED = 7
"""How a process ends that dies at a step."""


def restore_dying(backup: Path, path: Path, step: int) -> None:
    """Put a backup in the place of a database, and die before or after a step that changes a name or waits for it."""
    left = iter(range(step - 1, -1, -1))

    def die_in_time() -> None:
        if next(left) == 0:
            os._exit(DIED)

    def dying(function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **more: Any) -> Any:
            die_in_time()
            found = function(*args, **more)
            die_in_time()
            return found

        return call

    for name in ("link", "replace", "fsync", "unlink"):
        setattr(os, name, dying(getattr(os, name)))
    restore(backup, path, replace=True)
