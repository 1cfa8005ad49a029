"""Is a file as SQLite left it: its pages, its indexes, rows that belong to other rows? Asked of a connection."""

from __future__ import annotations

import sqlite3
from collections import Counter

from mjlog.store.checks import shown
from mjlog.store.queries import altered_origins
from mjlog.text import counted

MOST_SAID = 5
"""Faults of one kind that are named; of the others only their number."""


def page_faults(connection: sqlite3.Connection) -> list[str]:
    """What SQLite finds damaged in the pages of a database."""
    try:
        said = connection.execute("PRAGMA integrity_check(100)").fetchall()
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        return [str(error)]
    return [" ".join(str(line).split()) for (line,) in said if line != "ok"]


def reference_faults(connection: sqlite3.Connection) -> list[str]:
    """Rows of our tables that belong to a game that is not there."""
    found = Counter(str(row[0]) for row in connection.execute("PRAGMA foreign_key_check"))
    return [f"{counted(count, 'row')} of {shown(table)} belong to no game" for table, count in found.items()]


_BAD_KEYS = """WITH placed AS (
  SELECT game, first, last, lag(last) OVER (PARTITION BY game ORDER BY first, last) AS before FROM appends
)
SELECT count(*) FROM placed
WHERE first < 1 OR first > last OR first <= before
  OR last > coalesce((SELECT max(seq) FROM events WHERE events.game = placed.game), 0)"""


def key_faults(connection: sqlite3.Connection) -> list[str]:
    """Keys of appends that cannot be as they were stored: each stands for events of its own that are there."""
    (count,) = connection.execute(_BAD_KEYS).fetchone()
    does_not = "does not" if count == 1 else "do not"
    return [f"{counted(count, 'key')} of appends {does_not} stand for events that are there"] if count else []


def origin_faults(connection: sqlite3.Connection) -> list[str]:
    """Where events were read, if that is not what was stored with them; older databases do not tell."""
    count = altered_origins(connection)
    said = f"of {counted(count, 'append')} the files or lines that the events were read from were changed"
    return [said] if count else []


def some(faults: list[str]) -> str:
    """The first few faults, and how many there are besides."""
    said = "; ".join(shown(fault) for fault in faults[:MOST_SAID])
    return said if len(faults) <= MOST_SAID else f"{said}; and {len(faults) - MOST_SAID} more"
