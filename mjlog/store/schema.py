"""The tables of a database, and what keeps the log append-only inside SQLite.

`STRICT, WITHOUT ROWID` leaves no rowid to write through and no way for incremental BLOB writes. Triggers
refuse UPDATE and DELETE. A third one refuses every INSERT that is not the next one of its log; so `INSERT OR
REPLACE`, which goes past DELETE triggers, finds nothing that it could replace: no table has a unique column
that this guard does not ask about.

A migration never alters these tables: what is stored stays, byte for byte; it may add an index. Beside them stand
tables that may be changed, `drafts`, `people` and `game_facts`: nothing of the log refers to them.
"""

from __future__ import annotations

from collections.abc import Sequence

APPLICATION_ID = 0x6D6A6C67
"""`mjlg` in the header of the file: says that this is one of our databases."""
SCHEMA_VERSION = 5
"""`user_version` of the file; a higher one was written by a newer program."""
MIGRATIONS = ("1-append-only-log", "2-drafts", "3-people", "4-corrected-starts", "5-facts")
"""What was made by which version, by number."""

TABLES: dict[str, str] = {
    "games": """CREATE TABLE games (
  game TEXT NOT NULL PRIMARY KEY,
  number INTEGER NOT NULL UNIQUE
) STRICT, WITHOUT ROWID""",
    "events": """CREATE TABLE events (
  game INTEGER NOT NULL REFERENCES games (number),
  seq INTEGER NOT NULL,
  id BLOB NOT NULL CHECK (length(id) = 32),
  body TEXT NOT NULL,
  PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID""",
    "appends": """CREATE TABLE appends (
  key TEXT NOT NULL PRIMARY KEY,
  game INTEGER NOT NULL REFERENCES games (number),
  first INTEGER NOT NULL,
  last INTEGER NOT NULL
) STRICT, WITHOUT ROWID""",
    "origins": """CREATE TABLE origins (
  game INTEGER NOT NULL REFERENCES games (number),
  seq INTEGER NOT NULL,
  source TEXT NOT NULL,
  lines TEXT NOT NULL,
  PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID""",
}
"""By name. `appends` remembers the keys of appends; `origins` holds runs of events read from one file:
the first seq, the file, and a JSON array with the line of each event of the run (null: none)."""

DRAFTS: dict[str, str] = {
    "drafts": """CREATE TABLE drafts (
  game INTEGER NOT NULL PRIMARY KEY REFERENCES games (number),
  content BLOB NOT NULL
) STRICT, WITHOUT ROWID""",
}
"""By name, from version 2 on: what is in pencil, at most one a game. Its key is its only unique column, so that a
REPLACE in it removes nothing but the draft of the same game."""

PEOPLE: dict[str, str] = {
    "people": """CREATE TABLE people (
  handle TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  note TEXT
) STRICT, WITHOUT ROWID""",
}
"""By name, from version 3 on: who the handles of the logs are. Outside the chain, so that somebody can be forgotten."""

FACTS: dict[str, str] = {
    "game_facts": """CREATE TABLE game_facts (
  game INTEGER NOT NULL PRIMARY KEY REFERENCES games (number),
  seal BLOB NOT NULL,
  content BLOB NOT NULL
) STRICT, WITHOUT ROWID""",
}
"""By name, from version 5 on: what a game came to when it was judged last, and the seal of whoever kept that. It
follows from the events; where the table is missing, or another one, games are judged whenever they are counted."""

CORRECTS_START = """body GLOB '*"type":"game-start"*"type":"correction"*'"""
"""Of the events of a log: corrections that hold a game-start, and perhaps a few others. In the canonical JSON of a
correction what stands inside it comes before its own type."""

INDEXES: dict[str, str] = {
    "corrected_starts": f"CREATE INDEX corrected_starts ON events (game, seq)\nWHERE {CORRECTS_START}",
}
"""By name, from version 4 on: where a list of games has to look further than at their first events. Made of the events,
and can be made again; without it lists take longer."""

_GUARDS: dict[str, tuple[str, str]] = {
    "games": (
        "a game is begun once, with the next number",
        (
            "NEW.number IS NOT (SELECT coalesce(max(number), 0) + 1 FROM games)"
            " OR EXISTS (SELECT 1 FROM games WHERE game = NEW.game)"
        ),
    ),
    "events": (
        "an event is added with the next seq of its game",
        (
            "NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM events WHERE game = NEW.game)"
            " OR NOT EXISTS (SELECT 1 FROM games WHERE number = NEW.game)"
        ),
    ),
    "appends": (
        "a key is used once, for events that are there",
        (
            "EXISTS (SELECT 1 FROM appends WHERE key = NEW.key) OR NEW.first > NEW.last"
            " OR NEW.last IS NOT (SELECT max(seq) FROM events WHERE game = NEW.game)"
        ),
    ),
    "origins": (
        "an origin is stored once, right before its events",
        (
            "NEW.seq <= (SELECT coalesce(max(seq), 0) FROM origins WHERE game = NEW.game)"
            " OR NEW.seq <= (SELECT coalesce(max(seq), 0) FROM events WHERE game = NEW.game)"
            " OR NOT EXISTS (SELECT 1 FROM games WHERE number = NEW.game)"
        ),
    ),
}


def _triggers() -> dict[str, str]:
    triggers = {}
    for table, (rule, wrong) in _GUARDS.items():
        triggers[f"{table}_next"] = (
            f"CREATE TRIGGER {table}_next BEFORE INSERT ON {table}\n"
            f"WHEN {wrong}\nBEGIN SELECT RAISE(ABORT, 'append-only: {rule}'); END"
        )
        for name, action in (("kept", "DELETE"), ("fixed", "UPDATE")):
            triggers[f"{table}_{name}"] = (
                f"CREATE TRIGGER {table}_{name} BEFORE {action} ON {table}\n"
                f"BEGIN SELECT RAISE(ABORT, 'append-only: no {action} in {table}'); END"
            )
    return triggers


TRIGGERS: dict[str, str] = _triggers()
"""By name."""

VIEWS: dict[str, str] = {
    "log": """CREATE VIEW log AS
SELECT games.game, events.seq, json_extract(body, '$.type') AS type, json_extract(body, '$.seat') AS seat,
  json_extract(body, '$.at') AS at, json_extract(body, '$.recorder') AS recorder, lower(hex(id)) AS id, body
FROM events JOIN games ON games.number = events.game""",
}
"""For people who look with other programs; ours trust no view, and SQLite then refuses JSON functions in it."""

CLUB_VIEWS: dict[str, str] = {
    "list_games": """CREATE VIEW list_games AS
WITH counted AS (
  SELECT game, min(json_extract(body, '$.at')) AS begun, max(json_extract(body, '$.at')) AS ended,
    sum(json_extract(body, '$.type') = 'hand-start') AS hands, count(*) AS events
  FROM events GROUP BY game
)
SELECT games.game, json_extract(first.body, '$.ruleset') AS ruleset,
  (SELECT group_concat(value, ', ') FROM json_each(first.body, '$.players')) AS players,
  json_extract(first.body, '$.place') AS place, json_extract(first.body, '$."table"') AS "table",
  begun, ended, hands, counted.events
FROM games JOIN counted ON counted.game = games.number
  LEFT JOIN events AS first ON first.game = games.number AND first.seq = 1
ORDER BY games.number""",
    "list_seats": """CREATE VIEW list_seats AS
SELECT games.game, seated.value AS handle, people.name
FROM games JOIN events AS first ON first.game = games.number AND first.seq = 1
  JOIN json_each(first.body, '$.players') AS seated LEFT JOIN people ON people.handle = seated.value
ORDER BY games.number, seated.key""",
    "list_event_types": """CREATE VIEW list_event_types AS
SELECT games.game, json_extract(body, '$.type') AS type, count(*) AS events, min(seq) AS first, max(seq) AS last
FROM events JOIN games ON games.number = events.game
GROUP BY games.number, type ORDER BY games.number, min(seq)""",
    "list_hands": """CREATE VIEW list_hands AS
WITH told AS (
  SELECT game, seq, type, sum(type = 'hand-start') OVER (PARTITION BY game ORDER BY seq) AS place
  FROM (SELECT game, seq, json_extract(body, '$.type') AS type FROM events)
  WHERE type IN ('hand-start', 'mahjong', 'retract', 'dead', 'washout', 'replay', 'settlement')
), hands AS (
  SELECT game, min(seq) AS seq, max(CASE WHEN type = 'mahjong' THEN seq END) AS won,
    max(CASE WHEN type IN ('retract', 'dead') THEN seq END) AS undone,
    max(type = 'washout') AS washout, max(type = 'replay') AS void,
    min(CASE WHEN type = 'settlement' THEN seq END) AS paid
  FROM told WHERE place > 0 GROUP BY game, place
), bodies AS (
  SELECT hands.*, start.body AS start, settlement.body AS settlement,
    CASE WHEN undone > won AND json_extract(taken.body, '$.seat') = json_extract(win.body, '$.seat')
      THEN NULL ELSE win.body END AS win
  FROM hands JOIN events AS start USING (game, seq)
    LEFT JOIN events AS win ON win.game = hands.game AND win.seq = won
    LEFT JOIN events AS taken ON taken.game = hands.game AND taken.seq = undone
    LEFT JOIN events AS settlement ON settlement.game = hands.game AND settlement.seq = paid
)
SELECT games.game, json_extract(start, '$.hand') AS hand, seq, json_extract(start, '$.round') AS round,
  CASE WHEN void THEN 'void' WHEN win IS NOT NULL THEN 'won' WHEN washout THEN 'wash-out' END AS outcome,
  json_extract(win, '$.seat') AS winner_seat,
  json_extract(start, '$.seats.' || json_extract(win, '$.seat')) AS winner, json_extract(win, '$.source') AS source,
  json_extract(start, '$.seats.E') AS east, json_extract(settlement, '$.change.E') AS east_change,
  json_extract(start, '$.seats.S') AS south, json_extract(settlement, '$.change.S') AS south_change,
  json_extract(start, '$.seats.W') AS west, json_extract(settlement, '$.change.W') AS west_change,
  json_extract(start, '$.seats.N') AS north, json_extract(settlement, '$.change.N') AS north_change
FROM bodies JOIN games ON games.number = bodies.game
ORDER BY games.number, seq""",
}
"""By name, from version 3 on: a copy of the database opened in another program as a club would look at it. They tell
what was written down, before corrections, and compute nothing that the rules know; `people` is a table already."""

PROTECTED = frozenset((*TABLES, "_sqlite_migrations"))
"""Tables that no connection of ours may change otherwise than by INSERT."""


Objects = dict[tuple[str, str], tuple[str, str]]
"""(type, name) -> (table, SQL), as `sqlite_schema` has them."""


def schema_faults(objects: Objects, version: int) -> list[str]:
    """What is missing from a database of this version, differs, or was added to our tables, in words."""
    faults = table_faults(objects, version)
    for name, sql in TRIGGERS.items():
        faults += _difference("trigger", name, sql, objects)
    ours = PROTECTED.union(_tables(version))
    for (kind, name), (table, sql) in objects.items():
        if kind == "trigger" and table.lower() in ours and name not in TRIGGERS:
            faults.append(f"there is a trigger on {table} that is not ours: {name}")
        if kind == "index" and table.lower() in _tables(version) and can_refuse_rows(sql):
            faults.append(f"there is an index on {table} that can refuse what is to be stored, and is not ours: {name}")
    return faults


def can_refuse_rows(sql: str) -> bool:
    """Whether an index is unique, or is one of computed values. SQLite's own, of primary keys, have no SQL."""
    return sql.upper().startswith("CREATE UNIQUE") or sql.count("(") > 1


def list_faults(objects: Objects, version: int, applied: Sequence[str]) -> list[str]:
    """What is wrong with the list of migrations (`applied`) of a database of this version, in words."""
    if ("table", "_sqlite_migrations") not in objects:
        return ["the table _sqlite_migrations is missing"]
    if tuple(applied) == MIGRATIONS[: max(version, 0)]:
        return []
    return [f"it is of schema {version}, and its list of migrations says {', '.join(applied) or 'none'}"]


def table_faults(objects: Objects, version: int) -> list[str]:
    """As `schema_faults`, of the tables alone: with these right, a database can be read."""
    return [fault for name, sql in _tables(version).items() for fault in _difference("table", name, sql, objects)]


def names_taken(objects: Objects, version: int) -> list[str]:
    """What stands, in a database of an older version, where a migration will make a table or view of ours; in words."""
    new = _names(SCHEMA_VERSION) - _names(version)
    return [f"the {kind} {name}" for kind, name in objects if kind != "trigger" and name.lower() in new]


def _tables(version: int) -> dict[str, str]:
    later = ((2, DRAFTS), (3, PEOPLE))
    return TABLES | {name: sql for since, tables in later if version >= since for name, sql in tables.items()}


def _names(version: int) -> set[str]:
    """All tables, views and indexes that a database of this version has a name for."""
    later = ((3, CLUB_VIEWS), (4, INDEXES), (5, FACTS))
    return {*_tables(version), *VIEWS, *(name for since, made in later if version >= since for name in made)}


def _difference(kind: str, name: str, sql: str, objects: Objects) -> list[str]:
    known_object = objects.get((kind, name))
    if known_object is None:
        return [f"the {kind} {name} is missing"]
    return [] if known_object[1] == sql else [f"the {kind} {name} was altered"]
