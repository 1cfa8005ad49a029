"""`mjlog import`: games from files into the database."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mjlog.errors import ConflictError, MjlogError
from mjlog.formats import xmj
from mjlog.formats.files import OURS, WRITTEN, foreign_kind, written_logs
from mjlog.formats.foreign import KINDS
from mjlog.formats.logs import Log
from mjlog.sources import logs_of, units_or_trouble, written_units
from mjlog.store import SqliteStore, open_store
from mjlog.store.merging import Addition, Relation, add_all, addition
from mjlog.text import as_command, counted, shown
from mjlog_cli.console import complain, say
from mjlog_cli.games import read_units
from mjlog_cli.params import database_path, db_option, pairs, ruleset_option
from mjlog_cli.progress import Progress
from mjlog_cli.stopping import tidy_when_stopped

if TYPE_CHECKING:
    from mjlog.rulesets import RuleSet

_EVENTS_AT_ONCE = 5_000
_LONGEST_WAIT = 0.5
"""Seconds after which a game is stored as soon as it is read: others are read slowly."""


_FILE_ADVICE = "the file's name is the game's id: if this is another game, rename the file"
_ADVICE = {
    OURS: "if both are wanted, import this one into a database of its own (--db FILE)",
    xmj.KIND: "the folder's name is the game's id: if this is another game, rename the folder",
    **dict.fromkeys(KINDS, _FILE_ADVICE),
    WRITTEN: "the game's id stands in its first line: if this is another game, change it there",
}
"""By the kind of files: what to do where another game of the same name is in the database."""
_KINDS = (*_ADVICE, "csv", "bundle")


class _Kind(click.ParamType[str]):
    """The kind of files to import."""

    name = "kind"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value in _KINDS:
            return value
        meant = as_command(f"import {_kind_of(value)}", value)
        hint = f"; did you mean `{meant}`?" if Path(value).exists() else ""
        self.fail(f"{shown(value)} is no kind of file; expected one of {', '.join(_KINDS)}{hint}", param, ctx)


def _kind_of(path: str) -> str:
    """The kind that a file most likely is, by its content or its name."""
    found = foreign_kind(Path(path))
    if found is not None:
        return found
    tables = dict.fromkeys((".csv", ".tsv", ".xlsx", ".ods"), "csv")
    endings = {".mjs": "xmj", ".txt": "shorthand", ".mjbundle": "bundle", **tables}
    return next((kind for ending, kind in endings.items() if path.lower().endswith(ending)), "mjlog")


@click.command(name="import")
@click.argument("kind", type=_Kind())
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@db_option
@click.option("--atomic", is_flag=True, help="Bundles: nothing of a bundle where a game of it is in conflict.")
@click.option("--resume", is_flag=True, help="Bundles: game by game, passing over what is here already.")
@click.option("--names", is_flag=True, help="Bundles: the real names of players, too, if the bundle has them.")
@ruleset_option("Tables: the rule set that was played by, where no column says so.")
@click.option(
    "--column", "columns", multiple=True, metavar="HEAD=MEANING",
    help="Tables: what a column means, such as `Gewinner=winner`, `A=score of anna`, or `*=final` of all players; may "
    "be repeated.",
)
@click.option("--sheet", metavar="NAME", help="Tables: the sheet of a workbook, if not the first.")
@click.option(
    "--dry-run", "agreed", flag_value="no", help="Tables: show what would be stored, in short hand; store nothing."
)
@click.option("--yes", "agreed", flag_value="yes", help="Tables: store without asking.")
@click.option(
    "--replace", is_flag=True,
    help="Tables: a game that was imported before, and differs, is corrected; what was written stays in its log.",
)
@tidy_when_stopped
def command(
    kind: str, paths: tuple[str, ...], db: str | None, atomic: bool, resume: bool, names: bool,
    ruleset: str | None, columns: tuple[str, ...], sheet: str | None, agreed: str | None, replace: bool,
) -> int:
    """Store games from files in the database, each event with the line that it was read from.

    KIND is mjlog (logs of this program), xmj (hand histories of a server, .mjs; a folder is one game), tenhou (records
    of a riichi server: mjlog XML, or what one player's program received), tenhou6 (tenhou/6, .json), mjai (messages of
    riichi programs, .jsonl), shorthand (texts in short hand, .mjlog.txt; `-` is standard input), csv (results that were
    kept in a spreadsheet: CSV, .xlsx, .ods) or bundle (all games of a database, .mjbundle, as `mjlog export --all`
    writes them). PATH is a file, a folder or a packed folder. What the columns of a table mean is guessed, shown, and
    asked about before anything is stored.
    A game that is there already is left as it is; one that goes on is continued; another one of the same name is a
    conflict, and nothing of it is stored. Of a damaged bundle nothing is stored, unless --resume brings what is whole.
    """
    if kind != "bundle" and (atomic or resume or names):
        raise click.UsageError("--atomic, --resume and --names are for bundles")
    if kind != "csv" and (ruleset or columns or sheet or agreed or replace):
        said = "--ruleset, --column, --sheet, --dry-run, --yes and --replace"
        raise click.UsageError(f"{said} are for tables (mjlog import csv FILE)")
    if atomic and resume:
        raise click.UsageError("--atomic stores all at once, --resume game by game: one of them")
    status = 0
    rules = _rules(ruleset, db) if ruleset is not None else None
    with open_store(database_path(db)) as store:
        for path in paths:
            if kind == "csv":
                status = max(status, _import_table(store, path, rules, columns, agreed, replace, sheet))
                continue
            if kind != "bundle":
                status = max(status, _import_path(store, kind, path))
                continue
            for bundle in _bundles_at(path):
                status = max(status, _import_bundle(store, bundle, atomic, resume, names))
    return status


def _rules(ruleset: str, db: str | None) -> RuleSet:
    """The rule set that the games of a table are to be recorded by."""
    from mjlog.rulesets import self_contained
    from mjlog_cli.house_rules import ruleset_of

    return self_contained(ruleset_of(ruleset, db))


def _bundles_at(path: str) -> list[str]:
    """A bundle, or all those in a folder; the folder itself where it has none, to be complained of."""
    from mjlog.formats.bundles import is_bundle

    place = Path(path)
    found = sorted(str(one) for one in place.iterdir() if is_bundle(one)) if place.is_dir() else []
    return found or [path]


def _import_bundle(store: SqliteStore, path: str, atomic: bool, resume: bool, names: bool) -> int:
    from mjlog_cli.bundles import import_bundle

    try:
        return import_bundle(store, path, resume=resume, atomic=atomic, names=names)
    except MjlogError as error:
        complain(str(error))
        return 2


def _import_table(
    store: SqliteStore, path: str, rules: RuleSet | None, columns: tuple[str, ...], agreed: str | None, replace: bool,
    sheet: str | None,
) -> int:  # fmt: skip
    from mjlog_cli.spreadsheets import import_table

    try:
        return import_table(store, path, pairs("--column", columns), rules, agreed, replace, sheet)
    except MjlogError as error:
        complain(str(error))
        return 2


def _import_path(store: SqliteStore, kind: str, path: str) -> int:
    with Progress() as progress:
        incoming = _Incoming(store, _ADVICE[kind], progress)
        try:
            for unit in written_units(path) if kind == WRITTEN else read_units(units_or_trouble(path)):
                incoming.show(f"reading {unit.path}")
                try:
                    for log in written_logs(unit.path) if kind == WRITTEN else logs_of(unit, (kind,)):
                        incoming.take(log)
                except MjlogError as error:
                    incoming.complain(str(error), 2)
                    incoming.count += 1
        finally:
            incoming.store()
    if not incoming.count:
        complain(f"{path}: there is no game of the kind {kind} here")
        return 2
    return incoming.status


class _Incoming:
    """Games on their way into the database. Small ones are stored together, and said then: the disk is waited for once.

    `count`: how many were looked at; `status`: the exit status. `advice`: what to do about a game of the same name.
    """

    def __init__(self, store: SqliteStore, advice: str, progress: Progress) -> None:
        self.count = self.status = 0
        self._store = store
        self._advice = advice
        self._progress = progress
        self._waiting: dict[str, tuple[Log, Addition]] = {}
        self._events = 0
        self._stored_at = time.monotonic()

    def show(self, what: str) -> None:
        """What is going on."""
        self._progress.show(f"{counted(self.count, 'game')} looked at; {what}")

    def complain(self, words: str, status: int) -> None:
        """Something is wrong, and those that came before it are stored."""
        self.store()
        self.status = max(self.status, status)
        complain(words)

    def take(self, log: Log) -> None:
        """One more game. Its good beginning is stored even where the rest cannot be read."""
        self.count += 1
        for complaint in (*log.remarks, *((log.fault,) if log.fault is not None else ())):
            self.complain(complaint, 1)
        if not log.bodies:
            return
        if log.game in self._waiting:
            self.store()
        found = self._addition(log)
        if found is not None:
            self._waiting[log.game] = log, found
            self._events += len(found.rows)
        if self._events >= _EVENTS_AT_ONCE or time.monotonic() - self._stored_at >= _LONGEST_WAIT:
            self.store()
        self.show("reading on")

    def store(self) -> None:
        """Those that wait are stored and said; one by one, where not all of them can be."""
        waiting, self._waiting, self._events = list(self._waiting.values()), {}, 0
        self._progress.clear()
        try:
            self._add(*(found for _log, found in waiting))
        except MjlogError:
            for log, _found in waiting:
                self._store_alone(log)
        else:
            for log, found in waiting:
                _say(log, found)
        self._stored_at = time.monotonic()

    def _store_alone(self, log: Log) -> None:
        try:
            found = self._addition(log)
            if found is not None:
                self._add(found)
                _say(log, found)
        except MjlogError as error:
            self.complain(f"{log.source}: {error}", 2)

    def _add(self, *additions: Addition) -> None:
        """For games that are here already no other writer is held up."""
        new = [one for one in additions if one.rows]
        if new:
            add_all(self._store, new)

    def _addition(self, log: Log) -> Addition | None:
        """What a game adds; None, and said why, where it is another one than the one that is here."""
        try:
            return addition(self._store, log.game, log.bodies, log.origins)
        except ConflictError as error:
            self.complain(f"{log.source}: {_agreement(self._store, log) or error}; {self._advice}", 2)
            return None


def _agreement(store: SqliteStore, log: Log) -> ConflictError | None:
    """How far two logs of one name agree, without what is in them."""
    try:
        store.import_game(log.game, log.bodies)
    except ConflictError as error:
        return error
    return None


def _say(log: Log, found: Addition) -> None:
    cut = " (up to the fault)" if log.fault is not None else ""
    say(f"{shown(log.game, 200)}: {_said(found, len(log.bodies))}{cut}")


def _said(found: Addition, events: int) -> str:
    """What is done with a log of so many events."""
    if found.standing is Relation.NEW:
        return f"{counted(events, 'event')} imported"
    if found.standing is Relation.LONGER:
        return f"{counted(len(found.rows), 'event')} added to the {found.after.seq} that were here"
    if found.standing is Relation.SAME:
        return f"already here, {counted(events, 'event')}, nothing to do"
    return f"already here, with {counted(found.after.seq, 'event')}, of which these are the first {events}"
