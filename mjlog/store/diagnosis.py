"""What the doctor says of the inside of a database: its schema, SQLite, its logs."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import datetime, timedelta

import msgspec

from mjlog.errors import StoreError
from mjlog.store.checks import shown
from mjlog.store.connection import read_objects
from mjlog.store.lock import has_wal_reset_bug
from mjlog.store.pages import MOST_SAID, some
from mjlog.store.protocol import EventStore, GameInfo
from mjlog.store.schema import (
    DRAFTS,
    FACTS,
    INDEXES,
    PEOPLE,
    SCHEMA_VERSION,
    TABLES,
    Objects,
    can_refuse_rows,
    list_faults,
    names_taken,
    schema_faults,
)
from mjlog.store.soundness import chain_faults, heads_digest
from mjlog.store.surroundings import Line
from mjlog.text import as_command, counted, list_words

_SYNCHRONOUS = {"wal": "FULL"}
_EARLIEST = 2025
_SLACK = timedelta(hours=1)


class _Times(msgspec.Struct):
    """When an event happened, and when it was written down, as far as it says so."""

    at: str | None = None
    recorded: str | None = None


class _Pencil(msgspec.Struct):
    """After which event of the log a draft was begun."""

    after: int


def schema_answers(objects: Objects, version: int, migrations: Sequence[str]) -> Iterator[Line]:
    """Are the tables, triggers and views what this version makes? `migrations`: those that the file says were made."""
    if version > SCHEMA_VERSION:
        said = f"schema {version} is of a newer mjlog (known here: up to {SCHEMA_VERSION})"
        yield Line("error", "schema", said, "update mjlog")
        return
    faults = schema_faults(objects, version)
    listed = list_faults(objects, version, migrations)
    taken = names_taken(objects, version)
    if version < SCHEMA_VERSION:
        faults += listed
    if faults:
        todo = "check the logs (`mjlog verify`), then restore a backup: import into it what it lacks"
        yield Line("error", "schema", f"changed by another program: {some(faults)}", todo)
    elif taken:
        said = f"schema {version}, of an older mjlog; {list_words(taken)} is not of mjlog, which needs the name"
        yield Line("error", "schema", said, "rename it with the program that made it; else nothing can be recorded")
    elif version < SCHEMA_VERSION:
        said = f"schema {version}, of an older mjlog; everything in it is as it should be"
        yield Line("info", "schema", said, "nothing: the next recording brings it up to date, and changes no event")
    else:
        yield Line("ok", "schema", f"schema {version}: tables and triggers are as they should be")
    if version == SCHEMA_VERSION:
        if listed:
            said = f"changed by another program: {some(listed)}"
            todo = "restore a backup in good time: recording goes on, but a newer mjlog will not write to this file"
            yield Line("warning", "schema", said, todo)
        yield from _views(objects)


def _views(objects: Objects) -> Iterator[Line]:
    from sqlite_utils import Database  # slow to import

    from mjlog.store.migrations import migrations

    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        migrations.apply(Database(fresh))
        due = read_objects(fresh)
    wrong = [name for kind, name in due if kind == "view" and objects.get((kind, name)) != due[kind, name]]
    if wrong:
        said = f"missing or altered: the view {' and '.join(map(shown, sorted(wrong)))}"
        yield Line("warning", "views", said, "nothing for mjlog; other programs may show wrong things")
    for kind, name, longer in (("index", *INDEXES, "lists of games"), ("table", *FACTS, "statistics and leagues")):
        if objects.get((kind, name)) != due[kind, name]:
            said = f"missing or altered: the {kind} {name}"
            yield Line("warning", "schema", said, f"nothing has to be done: {longer} take longer without it")
    others = objects.keys() - due.keys()
    strange = sorted(
        f"the {kind} {shown(name)}" for kind, name in others if _is_shown(kind, name, objects[kind, name][1])
    )
    if strange:
        listed = list_words(strange[:MOST_SAID]) + (" …" if len(strange) > MOST_SAID else "")
        yield Line("info", "schema", f"not made by mjlog: {listed}", "nothing: mjlog leaves it alone")


def _is_shown(kind: str, name: str, sql: str) -> bool:
    """Whether somebody made this on purpose: SQLite's own come and go with others. What is a fault is told as one."""
    is_made = kind in ("table", "view") or (kind == "index" and not can_refuse_rows(sql))
    return is_made and not name.startswith("sqlite_")


def sqlite_answers(version: tuple[int, ...], mode: str) -> Iterator[Line]:
    """Is this SQLite safe, in the journal mode that the database has?"""
    number = ".".join(map(str, version))
    if not has_wal_reset_bug(version):
        yield Line("ok", "sqlite", f"SQLite {number}")
    else:
        said = f"SQLite {number} can damage a write-ahead log that two programs reset at once (mended in 3.51.3)"
        todo = "nothing for mjlog, whose writers take turns; let no other program write to this file"
        if mode == "wal":
            yield Line("info", "sqlite", said, todo)
        else:
            yield Line("ok", "sqlite", f"SQLite {number}; its fault with write-ahead logs does not concern this file")
    yield Line("ok", "journal", f"journal mode {mode}; written with synchronous {_SYNCHRONOUS.get(mode, 'EXTRA')}")


def row_counts(connection: sqlite3.Connection) -> str:
    """How many rows each table of a sound database has."""
    names = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").fetchall()
    ours = [name for (name,) in names if name in {*TABLES, *DRAFTS, *PEOPLE, *FACTS}]
    counts = (connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in ours)
    return ", ".join(f"{name} {count:,}" for name, count in zip(ours, counts, strict=True))


def log_answers(store: EventStore, now: datetime | None) -> Iterator[Line]:
    """Are the logs whole, and do the drafts and the clock agree with them?"""
    try:
        faults = chain_faults(store)
        games = store.games()
        if faults:
            todo = "`mjlog verify` lists all; compare with a backup or a head on a score sheet"
            yield Line("error", "chain", some(faults), todo)
        else:
            yield Line("ok", "chain", f"the chain of every game holds ({counted(len(games), 'game')})")
        yield from _drafts(store, games)
        yield from _clock(store, games, now or datetime.now().astimezone())
        yield Line("ok", "heads", heads_digest(games))
    except (StoreError, UnicodeDecodeError) as error:
        yield Line("error", "chain", f"the logs cannot be read: {error}", "restore a backup")


def _drafts(store: EventStore, games: list[GameInfo]) -> Iterator[Line]:
    last = {info.game: info.last for info in games}
    kept = store.drafts()
    behind = [game for game in kept if _begun_after(store, game) < last.get(game, 0)]
    for game in behind:
        said = f"game {shown(game)} went on after the acts in pencil were written (event {last[game]} is the last)"
        yield Line("warning", "drafts", said, f"look at them: `{as_command('record', game)}`")
    if kept and not behind:
        yield Line(
            "info", "drafts", f"acts in pencil in {counted(len(kept), 'game')}", "`mjlog record` goes on with them"
        )
    if not kept:
        yield Line("ok", "drafts", "nothing is in pencil")


def _begun_after(store: EventStore, game: str) -> float:
    """The event that a draft follows. One that does not say it is not called old."""
    try:
        return msgspec.json.decode(store.draft(game) or b"", type=_Pencil).after
    except (ValueError, RecursionError):
        return float("inf")


def _clock(store: EventStore, games: list[GameInfo], now: datetime) -> Iterator[Line]:
    said = f"the clock says {now.isoformat(timespec='minutes')}"
    if now.year < _EARLIEST:
        yield Line("warning", "clock", f"{said}, which is long past", "set the clock: events are noted with its time")
        return
    times = [
        (when, info.game) for info in games if info.last for when in _times(store.event(info.game, info.last).body)
    ]
    latest, game = max(times, default=(now, ""))
    if latest > now + _SLACK:
        said += f", but the last event of game {shown(game)} was at {latest.isoformat(timespec='minutes')}"
        yield Line("warning", "clock", said, "set the clock, or correct the time of the event")
    else:
        yield Line("ok", "clock", said)


def _times(body: bytes) -> Iterator[datetime]:
    """The times that an event states, where they can be read; those without a time zone are this machine's."""
    try:
        stated = msgspec.json.decode(body, type=_Times)
    except (ValueError, RecursionError):
        return
    for text in (stated.at, stated.recorded):
        try:
            yield datetime.fromisoformat(text or "").astimezone()
        except (ValueError, OverflowError, OSError):
            continue
