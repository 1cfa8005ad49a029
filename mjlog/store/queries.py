"""The SQL of the store: one function a question, each done with the database when it returns.

A hostile file may hold any type in any column, whatever its schema says; so ids and bodies are cast.
"""

from __future__ import annotations

import hashlib
import json
import operator
import sqlite3
from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby

from mjlog.chain import GENESIS, chain_id
from mjlog.store.checks import StoredRow, game_info, shown
from mjlog.store.schema import CORRECTS_START, FACTS
from mjlog.store.values import KEEP, GameInfo, Head, Keep, KeptFacts, Origin, StoredEvent, StoreFault
from mjlog.text import counted

BATCH = 4096
"""Rows read at a time: a few milliseconds, so that nobody's reading holds up a commit."""
BEFORE_ALL = float("-inf")
"""Before every row of a log, also those in places that no event has (0 and less)."""
_GAMES_AT_ONCE = 500

_ROWS = "SELECT seq, CAST(id AS BLOB), CAST(body AS BLOB) FROM events WHERE game = ? AND seq > ? ORDER BY seq LIMIT ?"
_ADD = "INSERT INTO events (game, seq, id, body) VALUES (?, ?, ?, ?)"
_GAMES = """SELECT number, game,
  (SELECT max(seq) FROM events WHERE game = games.number),
  (SELECT CAST(id AS BLOB) FROM events WHERE game = games.number ORDER BY seq DESC LIMIT 1),
  (SELECT CAST(body AS BLOB) FROM events WHERE game = games.number AND seq = 1),
  (SELECT CAST(body AS BLOB) FROM events WHERE game = games.number ORDER BY seq DESC LIMIT 1)
FROM games WHERE number > ? ORDER BY number LIMIT ?"""
CORRECTED = f"SELECT DISTINCT game FROM events WHERE {CORRECTS_START}"
"""The games whose game-start was corrected."""
_CORRECTIONS = (
    """SELECT CAST(body AS BLOB) FROM events WHERE game = ? AND body GLOB '*"type":"correction"*' ORDER BY seq"""
)


def game_infos(connection: sqlite3.Connection) -> list[GameInfo]:
    """All games in order, some hundred at a time; of those whose game-start was corrected, as corrected."""
    refuse_unless_listed(connection)
    infos: list[GameInfo] = []
    after = 0
    corrected = {_whole(number) for (number,) in connection.execute(CORRECTED)}
    while rows := connection.execute(_GAMES, (after, _GAMES_AT_ONCE)).fetchall():
        refuse_unless_ascending([after, *(_whole(row[0]) for row in rows)])
        for number, game, last, event_id, first, latest in rows:
            corrections = connection.execute(_CORRECTIONS, (number,)) if number in corrected else ()
            head = Head(_whole(last or 0), (event_id or b"").hex() or GENESIS)
            infos.append(game_info(str(game), head, first, latest, [body or b"" for (body,) in corrections]))
        after = rows[-1][0]
    return infos


_BY_NAME = "SELECT game, number FROM games NOT INDEXED"
_BY_NUMBER = "SELECT game, number FROM games INDEXED BY sqlite_autoindex_games_2"
_DIFFERING = f"SELECT EXISTS ({_BY_NAME} EXCEPT {_BY_NUMBER}) OR EXISTS ({_BY_NUMBER} EXCEPT {_BY_NAME})"


def refuse_unless_listed(connection: sqlite3.Connection) -> None:
    """The list of games is stored twice, by name and by number; where the two differ, games would be passed over.

    Raises:
        sqlite3.DatabaseError: they differ.
    """
    if connection.execute(_DIFFERING).fetchone()[0]:
        raise sqlite3.DatabaseError("the database is damaged: its games by name are not its games by number")


def _whole(value: object) -> int:
    """A number as our tables hold it; a damaged or hostile file may have anything in its place."""
    if type(value) is not int:
        raise sqlite3.DatabaseError(f"the database is damaged: a number is stored as {type(value).__name__}")
    return value


def game_number(connection: sqlite3.Connection, game: str) -> int | None:
    """The number under which a game's events are stored."""
    row = connection.execute("SELECT number FROM games WHERE game = ?", (game,)).fetchone()
    return _whole(row[0]) if row else None


def game_name(connection: sqlite3.Connection, number: int) -> str:
    """The game with this number."""
    row = connection.execute("SELECT game FROM games WHERE number = ?", (number,)).fetchone()
    return str(row[0]) if row else f"number {number}"


def game_numbers(connection: sqlite3.Connection) -> list[tuple[str, int]]:
    """All games and their numbers, in the order of these."""
    rows = connection.execute("SELECT game, number FROM games ORDER BY number")
    return [(str(game), _whole(number)) for game, number in rows]


def end(connection: sqlite3.Connection, number: int) -> Head:
    """The end of a log."""
    row = connection.execute(
        "SELECT seq, CAST(id AS BLOB) FROM events WHERE game = ? ORDER BY seq DESC LIMIT 1", (number,)
    ).fetchone()
    return Head(_whole(row[0]), (row[1] or b"").hex()) if row else Head(0, GENESIS)


def refuse_other_end(end: Head, latest: StoredRow | None, after: float) -> None:
    """What was read to its end ends where the log does. `latest`: the last row that was read, of those after `after`.

    Raises:
        sqlite3.DatabaseError: it does not.
    """
    read = latest.seq if latest is not None else after
    is_other = end.seq > max(read, 0) if latest is None else (end.seq, end.id) != (latest.seq, latest.id)
    if is_other:
        last = f"the log can be read to event {max(0, int(max(read, 0)))}, and its last one is event {end.seq}"
        raise sqlite3.DatabaseError(f"the database is damaged: {last}")


def id_at(connection: sqlite3.Connection, number: int, seq: int) -> str:
    """The id of an event; before the first one, and where there is none, 64 zeros."""
    row = connection.execute("SELECT CAST(id AS BLOB) FROM events WHERE game = ? AND seq = ?", (number, seq)).fetchone()
    return (row[0] or b"").hex() if row else GENESIS


def body_at(connection: sqlite3.Connection, number: int, seq: int) -> bytes | None:
    """The body of an event."""
    bodies = bodies_between(connection, number, seq, seq)
    return bodies[0] if bodies else None


def bodies_between(connection: sqlite3.Connection, number: int, first: int, last: int) -> list[bytes]:
    """Bodies of a short stretch of a log, both ends included."""
    rows = connection.execute(
        "SELECT CAST(body AS BLOB) FROM events WHERE game = ? AND seq BETWEEN ? AND ? ORDER BY seq",
        (number, first, last),
    )
    return [body or b"" for (body,) in rows]


def log_digest(connection: sqlite3.Connection, number: int, after: float, digest: hashlib._Hash) -> Head | None:
    """Adds the next batch of a log to a digest, as it lies there; where that ends, None where nothing comes.

    Raises:
        TypeError, OverflowError: something else stands there than a log has.
        sqlite3.DatabaseError: the batch does not go on.
    """
    rows = connection.execute(_ROWS, (number, after, BATCH)).fetchall()
    if not rows:
        return None
    seqs, ids, bodies = zip(*rows, strict=True)
    refuse_unless_ascending([after, _whole(seqs[-1])])
    for numbers in (seqs, map(len, ids), map(len, bodies)):
        digest.update(array("q", numbers).tobytes())
    digest.update(b"".join(ids))
    digest.update(b"".join(bodies))
    return Head(_whole(seqs[-1]), ids[-1].hex())


def rows_after(connection: sqlite3.Connection, number: int, after: float) -> list[StoredRow]:
    """The next batch of a log."""
    rows = connection.execute(_ROWS, (number, after, BATCH)).fetchall()
    refuse_unless_ascending([after, *[_whole(seq) for seq, _id, _body in rows]])
    return [StoredRow(seq, (event_id or b"").hex(), body or b"") for seq, event_id, body in rows]


def refuse_unless_ascending(numbers: Sequence[float]) -> None:
    """Rows that are read in their order go on: else a damaged file is read round and round.

    Raises:
        sqlite3.DatabaseError: a number is not beyond the one before.
    """
    if not all(map(operator.lt, numbers, numbers[1:])):
        raise sqlite3.DatabaseError("the database is damaged: its rows do not stand in their order")


def event(connection: sqlite3.Connection, number: int, seq: int) -> StoredEvent | None:
    """One event, with the id of the one before."""
    rows = connection.execute(
        "SELECT seq, CAST(id AS BLOB), CAST(body AS BLOB) FROM events WHERE game = ? AND seq BETWEEN ? AND ?"
        " ORDER BY seq",
        (number, seq - 1, seq),
    ).fetchall()
    if not rows or rows[-1][0] != seq:
        return None
    prev = (rows[0][1] or b"").hex() if len(rows) > 1 else GENESIS
    return StoredEvent(seq, (rows[-1][1] or b"").hex(), prev, rows[-1][2] or b"")


def begin_game(connection: sqlite3.Connection, game: str) -> int:
    """Enters a new game, and returns its number."""
    (number,) = connection.execute("SELECT coalesce(max(number), 0) + 1 FROM games").fetchone()
    connection.execute("INSERT INTO games (game, number) VALUES (?, ?)", (game, number))
    return int(number)


def add(
    connection: sqlite3.Connection,
    number: int,
    rows: list[StoredRow],
    key: str | None,
    origins: Sequence[Origin | None],
) -> Head:
    """Adds events to the end of a log, with their origins and the key of the append."""
    runs, first = [], rows[0].seq
    for source, group in groupby(origins, key=lambda origin: None if origin is None else origin.source):
        read = list(group)
        if source is not None:
            # Neighbouring events from one file make one row.
            lines = json.dumps([origin.line for origin in read if origin], separators=(",", ":"))
            runs.append((number, first, source, lines))
        first += len(read)
    if runs:
        connection.executemany("INSERT INTO origins (game, seq, source, lines) VALUES (?, ?, ?, ?)", runs)
        key = key if key is not None else origins_key(runs)
    events = [(number, row.seq, bytes.fromhex(row.id), row.body.decode("utf-8")) for row in rows]
    if len(events) == 1:  # at the table, where every call counts
        connection.execute(_ADD, events[0])
    else:
        connection.executemany(_ADD, events)
    head = Head(rows[-1].seq, rows[-1].id)
    if key is not None:
        connection.execute(
            "INSERT INTO appends (key, game, first, last) VALUES (?, ?, ?, ?)", (key, number, rows[0].seq, head.seq)
        )
    return head


ORIGINS_KEY = "origins "
"""What keys of appends that stand for their origins begin with; no writer sends one with a blank."""


def origins_key(runs: Sequence[tuple[object, ...]]) -> str:
    """The key of an append that has none from its writer: the digest of where its events were read.

    Origins are outside the chain; by this the doctor finds out whether they are those that were stored.
    """
    text = json.dumps(runs, separators=(",", ":"), default=repr)  # a damaged file may have bytes there
    return ORIGINS_KEY + hashlib.sha256(text.encode("ascii")).hexdigest()


def origins(connection: sqlite3.Connection, number: int) -> dict[int, Origin]:
    """Where the events of a game were read; what is not a list of lines says nothing."""
    by_seq: dict[int, Origin] = {}
    rows = connection.execute("SELECT seq, source, lines FROM origins WHERE game = ? ORDER BY seq", (number,))
    for first, source, lines in rows.fetchall():
        for seq, line in enumerate(_lines(lines), _whole(first)):
            by_seq[seq] = Origin(str(source), line if type(line) is int else None)
    return by_seq


def _lines(text: object) -> list[object]:
    try:
        lines = json.loads(text) if isinstance(text, str) else []
    except (ValueError, RecursionError):
        return []
    return lines if isinstance(lines, list) else []


def appended(connection: sqlite3.Connection, key: str) -> tuple[int, int, Head] | None:
    """What an append with this key stored: the game's number, the first seq, the end after it."""
    row = connection.execute("SELECT game, first, last FROM appends WHERE key = ?", (key,)).fetchone()
    if row is None:
        return None
    number, first, last = map(_whole, row)
    return number, first, Head(last, id_at(connection, number, last))


def has_drafts(connection: sqlite3.Connection) -> bool:
    """Whether the database has a place for drafts; asked anew each time, for another program may just have made it."""
    return _whole(connection.execute("PRAGMA user_version").fetchone()[0]) >= 2


def draft(connection: sqlite3.Connection, number: int) -> bytes | None:
    """The draft of a game."""
    if not has_drafts(connection):
        return None
    row = connection.execute("SELECT CAST(content AS BLOB) FROM drafts WHERE game = ?", (number,)).fetchone()
    return (row[0] or b"") if row else None


def drafts(connection: sqlite3.Connection) -> dict[str, int]:
    """The games that have a draft, in order, with its length in bytes."""
    if not has_drafts(connection):
        return {}
    rows = connection.execute(
        "SELECT games.game, length(CAST(content AS BLOB)) FROM games JOIN drafts ON drafts.game = games.number"
        " ORDER BY number"
    )
    return {str(game): _whole(length or 0) for game, length in rows}


def put_draft(connection: sqlite3.Connection, number: int, content: bytes | Keep | None) -> None:
    """Stores or removes the draft of a game."""
    if content is None:
        connection.execute("DELETE FROM drafts WHERE game = ?", (number,))
    elif content is not KEEP:
        connection.execute(
            "INSERT INTO drafts (game, content) VALUES (?, ?)"
            " ON CONFLICT (game) DO UPDATE SET content = excluded.content",
            (number, content),
        )


def has_facts(connection: sqlite3.Connection) -> bool:
    """Whether the database has a place for what games came to, which is as we made it."""
    made = dict(connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'table'").fetchall())
    return all(made.get(name) == sql for name, sql in FACTS.items())


def facts(connection: sqlite3.Connection, number: int) -> KeptFacts | None:
    """What is kept of what a game came to; a hostile file may hold anything there."""
    row = connection.execute(
        "SELECT CAST(seal AS BLOB), CAST(content AS BLOB) FROM game_facts WHERE game = ?", (number,)
    ).fetchone()
    return KeptFacts(row[0] or b"", row[1] or b"") if row else None


def put_facts(connection: sqlite3.Connection, kept: Iterable[tuple[int, KeptFacts]]) -> None:
    """Keeps what games came to, in the place of what was kept of them before."""
    connection.executemany(
        "INSERT INTO game_facts (game, seal, content) VALUES (?, ?, ?)"
        " ON CONFLICT (game) DO UPDATE SET seal = excluded.seal, content = excluded.content",
        [(number, *facts) for number, facts in kept],
    )


def stored_to(connection: sqlite3.Connection) -> dict[int, int]:
    """By a game's number, the last seq that is spoken of outside the log itself."""
    lasts = appended_to(connection)
    for game, last in connection.execute("SELECT game, max(seq) FROM origins GROUP BY game"):
        if type(last) is int:
            lasts[game] = max(last, lasts.get(game, 0))
    return lasts


def doubt(connection: sqlite3.Connection, number: int, stored_to: int) -> str | None:
    """What is wrong at the beginning or at the end of a log, without reading it. `stored_to`: see there."""
    if end(connection, number).seq < stored_to:
        return f"its log ends before event {stored_to:,}, which had been stored"
    first = body_at(connection, number, 1)
    if first is None or id_at(connection, number, 1) != chain_id(GENESIS, first):
        return "its first event is missing, or is not what was stored"
    return None


def appended_to(connection: sqlite3.Connection) -> dict[int, int]:
    """By a game's number, the last seq that the keys of its appends stand for. Reads them all: they have no index."""
    rows = connection.execute("SELECT game, max(last) FROM appends GROUP BY game")
    return {game: last for game, last in rows if type(last) is int}


def read_from_files_to(connection: sqlite3.Connection, number: int) -> int:
    """The last seq of a game for which the file that it was read from is noted; 0 where there is none."""
    (last,) = connection.execute("SELECT max(seq) FROM origins WHERE game = ?", (number,)).fetchone()
    return last if type(last) is int else 0


_STRAYS = """WITH RECURSIVE held (game) AS (
  SELECT min(game) FROM events
  UNION SELECT (SELECT min(game) FROM events WHERE game > held.game) FROM held WHERE held.game IS NOT NULL
)
SELECT game FROM held WHERE game IS NOT NULL AND game NOT IN (SELECT number FROM games WHERE number IS NOT NULL)"""
"""Jumps from game to game in the primary key: reading all events would hold up whoever writes."""


def strays(connection: sqlite3.Connection) -> list[StoreFault]:
    """Events whose game is gone from the list of games, and numbers that are missing in it."""
    faults = [
        StoreFault("", None, "chain-broken", f"{count} events belong to a game that is gone ({n})")
        for (n,) in connection.execute(_STRAYS).fetchall()
        for (count,) in connection.execute("SELECT count(*) FROM events WHERE game = ?", (n,)).fetchall()
    ]
    count, last = connection.execute("SELECT count(*), coalesce(max(number), 0) FROM games").fetchone()
    if count != last:
        faults.append(StoreFault("", None, "chain-broken", f"{last} games were begun, {count} are listed"))
    return faults


MOST_SAID = 5
"""Faults of one kind that are named; of the others only their number."""


def page_faults(connection: sqlite3.Connection) -> list[str]:
    """What SQLite finds damaged in the pages of a database."""
    try:
        rows = connection.execute("PRAGMA integrity_check(100)").fetchall()
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        return [str(error)]
    return [" ".join(str(line).split()) for (line,) in rows if line != "ok"]


def reference_faults(connection: sqlite3.Connection) -> list[str]:
    """Rows of our tables that belong to a game that is not there."""
    references = Counter(str(row[0]) for row in connection.execute("PRAGMA foreign_key_check"))
    return [f"{counted(count, 'row')} of {shown(table)} belong to no game" for table, count in references.items()]


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
    # How many appends were stored with other origins than they have
    appends = connection.execute(
        "SELECT key, game, first, last FROM appends WHERE key GLOB ?", (f"{ORIGINS_KEY}*",)
    ).fetchall()
    runs = "SELECT game, seq, source, lines FROM origins WHERE game = ? AND seq BETWEEN ? AND ? ORDER BY seq"
    count = sum(key != origins_key(connection.execute(runs, place).fetchall()) for key, *place in appends)
    words = f"of {counted(count, 'append')} the files or lines that the events were read from were changed"
    return [words] if count else []


def some(faults: list[str]) -> str:
    """The first few faults, and how many there are besides."""
    words = "; ".join(shown(fault) for fault in faults[:MOST_SAID])
    return words if len(faults) <= MOST_SAID else f"{words}; and {len(faults) - MOST_SAID} more"
