"""The tables of an archive: their columns, the type of each, and what it means."""

from __future__ import annotations

from typing import Literal, NamedTuple

VERSION = 1
"""Of the tables; it is raised where a column goes or changes its meaning, not where one is added."""

Kind = Literal["text", "word", "words", "number", "long", "counts", "yes/no", "time"]
"""`word`: of few values, encoded by a dictionary; `words`: a list of such; `counts`: a number for each of some words;
`long`: of 64 bits; `time`: in UTC."""


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
        Column("path", "word", "the file, folder or database that it is in: what commands are given"),
        Column("is_stored", "yes/no", "it is in a database, under its id"),
        Column("game", "text", "its id"),
        Column("named", "word", "the rule set that the log names"),
        Column("players", "words", "handles, in seat order of the first hand"),
        Column("place_name", "word", "where it was played"),
        Column("table", "word", "at which table"),
        Column("begun", "time", "the first time that an event states"),
        Column("recorder", "word", "who wrote down the first event that says so"),
        Column("is_live", "yes/no", "a hand is in progress"),
        Column("is_ended", "yes/no", "the log says that the game is over"),
        Column("is_whole", "yes/no", "no line is missing, unreadable or changed; null where the game is no game"),
        Column("is_hidden", "yes/no", "its last event takes it off lists"),
        Column("begun_with", "number", "points of everybody before the first hand"),
        Column("totals", "counts", "points by player at the end, or after the last hand that is over"),
        Column("final", "counts", "final scores by player, where the rule set has some and the game is over"),
        Column("hands", "number", "how many hands it has, void ones too"),
        Column("events", "number", "how many events it has, as they were written"),
        Column("unread", "number", "lines that are no events, or break the file"),
        Column("corrections", "number", "how many corrections were written"),
        Column("disputes", "number", "how many disputes"),
        Column("rulings", "number", "how many rulings"),
        Column("overturned", "number", "rulings that a later one on the same dispute decided otherwise"),
    ),
    "hands": (
        _KEY,
        _PLACE,
        _HAND,
        Column("outcome", "word", "`won`, `wash-out`, `false mahjong` (declared, false, and not paid), `void`, "
               "`unfinished`; `before play`: the time before the first"),
        Column("is_over", "yes/no", "nobody plays on in it"),
        Column("round", "word", "the wind of the round, as a seat"),
        Column("winner", "word", "the seat that won, the first of several"),
        Column("winners", "words", "the seats of all who won"),
        Column("winning_player", "word", "the handle of the winner"),
        Column("win_source", "word", "where the winning tile came from, as in the log"),
        Column("win_tile", "word", "the winning tile"),
        Column("discarder", "word", "the seat whose tile won"),
        Column("line", "word", "the line of the card that won"),
        Column("reaches_limit", "yes/no", "announced as high as a limit hand, where the tiles are not known"),
        Column("drawn_for", "word", "why the hand was drawn, in the word of the log"),
        Column("first", "long", "its first event"),
        Column("last", "long", "its last event"),
        Column("types", "counts", "how many events of each type"),
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
        Column("gained", "long", "what counts: as paid, else as owed or presumed, with stakes"),
        Column("fined", "long", "fines received less paid"),
        Column("points", "long", "of the computed score, before any limit; fu in riichi"),
        Column("doubles", "number", "of the computed score; han in riichi"),
        Column("limit", "word", "the limit hand that was taken; of a winner the announced one, if none is computed"),
        Column("waits", "words", "of a winner whose tiles are known: the tiles that would have won"),
        Column("waits_left", "number", "how many of these the winner had not seen, before the winning tile came"),
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
