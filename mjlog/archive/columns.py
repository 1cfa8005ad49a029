"""The tables of an archive: their columns, the type of each, and what it means."""

from __future__ import annotations

from typing import Literal, NamedTuple

VERSION = 1
"""Of the tables; it is raised where a column goes or changes its meaning, not where one is added."""

Kind = Literal["text", "word", "words", "number", "long", "yes/no", "time"]
"""`word`: of few values, encoded by a dictionary; `words`: a list of such; `long`: of 64 bits; `time`: in UTC."""


class Column(NamedTuple):
    """A column of a table. Every value may be null but that of `key`, which games that were read have."""

    name: str
    kind: Kind
    meaning: str


_KEY = Column("key", "long", "the game: joins the tables; null where nothing could be read")
_PLACE = Column("place", "number", "the report of the game, from 0, as `mjlog audit --json` has them: joins tables")
_HAND = Column("hand", "long", "the number of the hand; null before the first")
_SEAT = Column("seat", "word", "`E`, `S`, `W` or `N`")

TABLES: dict[str, tuple[Column, ...]] = {
    "games": (
        _KEY,
        Column("source", "text", "the path that the game was read from"),
        Column("game", "text", "its id"),
        Column("players", "words", "handles, in the order of the first event"),
        Column("place_name", "word", "where it was played"),
        Column("table", "word", "at which table"),
        Column("begun", "time", "the first time that an event states"),
        Column("recorder", "word", "who wrote down the first event that says so"),
        Column("is_ended", "yes/no", "the log says that the game is over"),
        Column("hands", "number", "how many hands it has"),
        Column("events", "number", "how many events it has, as they were written"),
        Column("unread", "number", "lines that are no events, or break the file"),
        Column("corrections", "number", "how many corrections were written"),
        Column("disputes", "number", "how many disputes"),
        Column("rulings", "number", "how many rulings"),
    ),
    "hands": (
        _KEY,
        _PLACE,
        _HAND,
        Column("outcome", "word", "`won`, `wash-out`, `void` or `unfinished`"),
        Column("winner", "word", "the seat that won, the first of several"),
        Column("winners", "words", "the seats of all who won"),
        Column("winning_player", "word", "the handle of the winner"),
        Column("win_source", "word", "where the winning tile came from, as in the log"),
        Column("win_tile", "word", "the winning tile"),
        Column("discarder", "word", "the seat whose tile won"),
        Column("drawn_for", "word", "why the hand was drawn, in the word of the log"),
        Column("unjudged", "number", "how many things were not judged"),
        Column("state", "text", "the digest of its final state"),
    ),
    "scores": (
        _KEY,
        _PLACE,
        _HAND,
        _SEAT,
        Column("player", "word", "the handle"),
        Column("recorded", "long", "the score that was announced"),
        Column("computed", "long", "the score by the rules"),
        Column("paid", "long", "what the seat gained, as recorded"),
        Column("owed", "long", "what the seat had to gain, as computed"),
        Column("due", "long", "the same, where a fault of counting or paying was found and it is certain all the same"),
        Column("points", "long", "of the computed score, before any limit; fu in riichi"),
        Column("doubles", "number", "of the computed score; han in riichi"),
        Column("limit", "word", "the limit hand that was taken"),
    ),
    "items": (
        _KEY,
        _PLACE,
        _HAND,
        _SEAT,
        Column("name", "word", "what is counted, in the computed score"),
        Column("points", "long", "its points"),
        Column("doubles", "number", "its doubles"),
        Column("rule", "word", "the rule"),
        Column("tiles", "text", "the tiles that it is for"),
    ),
    "findings": (
        _KEY,
        _PLACE,
        _HAND,
        Column("code", "word", "the code; null where a path could not be read at all (the message says why)"),
        Column("severity", "word", "`error`, `warning` or `info`"),
        Column("seq", "long", "the event"),
        Column("line", "long", "the line of the file"),
        _SEAT,
        Column("player", "word", "who sits there"),
        Column("rule", "word", "the rule that is broken"),
        Column("message", "text", "the sentence"),
        Column("recorder", "word", "who wrote the event down"),
        Column("ruling", "long", "the ruling that holds on the event"),
        Column("decision", "word", "its decision"),
    ),
    "events": (
        _KEY,
        Column("seq", "long", "the number of the event"),
        _HAND,
        Column("type", "word", "the type"),
        _SEAT,
        Column("tile", "word", "the tile, where the event has one"),
        Column("kind", "word", "of a claim what it is for, of a set which, of a win the source of its tile"),
        Column("at", "time", "when it happened"),
    ),
}
"""By name. `ruleset` and `year` are the folders that the files of a table lie in, and columns to whoever reads them."""

BODY = Column("body", "text", "the whole event, as JSON without ids; only where it was asked for")


def columns_of(table: str, with_bodies: bool = False) -> tuple[Column, ...]:
    """The columns of a table, in order. `with_bodies`: of `events` with the whole event, too."""
    return (*TABLES[table], BODY) if table == "events" and with_bodies else TABLES[table]
