"""`mjlog import`: games from files into the database."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mjlog.errors import ConflictError, MjlogError, RecordError, StoreError
from mjlog.formats.files import OURS, WRITTEN, apart_words, foreign_kind, people_at, written_logs
from mjlog.formats.foreign import folder_format, importers
from mjlog.formats.logs import CarriedGame
from mjlog.sources import Piece, hands_among, logs_of, pieces_or_trouble, written_pieces
from mjlog.store import Person, SqliteStore, open_store
from mjlog.store.merging import Addition, Relation, add_all, addition, new_people
from mjlog.text import as_command, counted, list_words, shown
from mjlog_cli.console import Progress, complain, say, tell
from mjlog_cli.games import read_pieces
from mjlog_cli.params import database_path, db_option, pairs, ruleset_of, ruleset_option
from mjlog_cli.stopping import tidy_when_stopped

if TYPE_CHECKING:
    from mjlog.rulesets import RuleSet

_EVENTS_AT_ONCE = 5_000
_LONGEST_WAIT = 0.5
"""Seconds after which a game is stored as soon as it is read: others are read slowly."""


_ADVICE = {
    OURS: "if both are wanted, import this one into a database of its own (--db FILE)",
    WRITTEN: "the game's id stands in its first line: if this is another game, change it there",
}
"""By the kind of files: what to do where another game of the same name is in the database."""
_READS = {
    OURS: "logs of this program",
    WRITTEN: "texts in short hand, .mjlog.txt; `-` is standard input",
    "csv": "results that were kept in a spreadsheet: CSV, .xlsx, .ods",
}
"""Kinds of files that are no records of other programs, with what they are."""
_FORMER = {"bundle": OURS}
"""By which word files were imported before."""


class _Kind(click.ParamType[str]):
    """The kind of files to import."""

    name = "kind"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        value = _FORMER.get(value, value)
        if value in _READS or value in importers().formats:
            return value
        if value in importers().broken:
            self.fail(importers().broken[value], param, ctx)
        kinds = ", ".join((*_READS, *importers().formats))
        meant = as_command(f"import {_kind_of(value)}", value)
        hint = f"; did you mean `{meant}`?" if Path(value).exists() else ""
        self.fail(f"{shown(value)} is no kind of file; expected one of {kinds}{hint}", param, ctx)


def _kind_of(path: str) -> str:
    """The kind that a file most likely is, by its content or its name."""
    kind = foreign_kind(Path(path))
    if kind is not None:
        return kind
    folder = folder_format(path)
    if folder is not None:
        return folder.kind
    endings = {".txt": WRITTEN, **dict.fromkeys((".csv", ".tsv", ".xlsx", ".ods"), "csv")}
    return next((kind for ending, kind in endings.items() if path.lower().endswith(ending)), OURS)


class _Import(click.Command):
    """Its help lists the kinds of files; for records of other programs each importer says what it reads."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        kinds = [*_READS.items()]
        for importer in importers().formats.values():
            loses = f"; not taken over: {', '.join(importer.loses)}" if importer.loses else ""
            kinds.append((importer.kind, f"{importer.reads}{loses}"))
        kinds += importers().broken.items()
        with formatter.section("Kinds"):
            formatter.write_dl([(shown(kind, 60), shown(words, 1000)) for kind, words in kinds])
        super().format_options(ctx, formatter)


@click.command(name="import", cls=_Import)
@click.argument("kind", type=_Kind())
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@db_option
@click.option(
    "--atomic",
    is_flag=True,
    help="All games of a PATH at once, and none where one cannot be stored whole; else each as far as it can be read.",
)
@click.option("--names", is_flag=True, help="Logs: the real names of players, too, if they stand beside the logs.")
@ruleset_option("Tables: the rule set that was played by, where no column says so.")
@click.option(
    "--column",
    "columns",
    multiple=True,
    metavar="HEAD=MEANING",
    help="Tables: what a column means, such as `Gewinner=winner`, `A=score of anna`, or `*=final` of all players; may "
    "be repeated.",
)
@click.option("--handle", "handles", multiple=True, metavar="NAME=HANDLE|FILE",
              help="Tables: the handle of a name, or a file with a name and a handle a line; may be repeated. Names "
              "that `mjlog people` has noted are known.")  # fmt: skip
@click.option("--tournament", metavar="TEXT", help="Tables: the tournament that they are of, where no column says so.")
@click.option("--sheet", metavar="NAME", help="Tables: the sheet of a workbook, if not the first.")
@click.option(
    "--dry-run", "agreed", flag_value="no", help="Tables: show what would be stored, in short hand; store nothing."
)
@click.option("--yes", "agreed", flag_value="yes", help="Tables: store without asking.")
@click.option(
    "--replace",
    is_flag=True,
    help="Tables: a game that was imported before, and differs, is corrected; what was written stays in its log.",
)
@tidy_when_stopped
def import_command(
    kind: str,
    paths: tuple[str, ...],
    db: str | None,
    atomic: bool,
    names: bool,
    ruleset: str | None,
    columns: tuple[str, ...],
    handles: tuple[str, ...],
    tournament: str | None,
    sheet: str | None,
    agreed: str | None,
    replace: bool,
) -> int:
    """Store games from files in the database. Each event keeps the line that it was read from.

    KIND is one of those below; other packages may bring more. PATH is a file, a folder or a packed folder; for `mjlog`
    also the database of another machine, or what `mjlog export --all` wrote there. The columns of a table are guessed
    and shown, and you are asked before anything is stored.

    A game that is there already stays as it is; one that goes on is continued. Another game of the same name is a
    conflict, and is not stored. Nothing is stored of a damaged packed folder.
    """
    if kind != OURS and names:
        raise click.UsageError("--names is for logs (mjlog import mjlog FILE)")
    if kind == "csv" and atomic:
        raise click.UsageError("--atomic is not for tables: all games of one are stored at once, or none")
    if kind != "csv" and (ruleset or columns or handles or tournament or sheet or agreed or replace):
        words = "--ruleset, --column, --handle, --tournament, --sheet, --dry-run, --yes and --replace"
        raise click.UsageError(f"{words} are for tables (mjlog import csv FILE)")
    status = 0
    rules = None
    if ruleset is not None:
        from mjlog.rulesets import self_contained

        rules = self_contained(ruleset_of(ruleset, db))
    with open_store(database_path(db)) as store:
        paths, hands = hands_among(paths) if kind not in _READS else (paths, None)
        if hands is not None:
            status = _import_path(store, kind, hands.path, atomic, names, hands)
        for path in paths:
            if kind == "csv":
                table = (path, rules, columns, agreed, replace, sheet, handles, tournament or "")
                status = max(status, _import_table(store, *table))
            else:
                status = max(status, _import_path(store, kind, path, atomic, names))
    return status


def _import_table(
    store: SqliteStore, path: str, rules: RuleSet | None, columns: tuple[str, ...], agreed: str | None, replace: bool,
    sheet: str | None, handles: tuple[str, ...], tournament: str,
) -> int:  # fmt: skip
    from mjlog_cli.spreadsheets import handles_from, import_table

    try:
        fields = pairs("--column", columns)
        return import_table(store, path, fields, rules, agreed, replace, sheet, handles_from(handles), tournament)
    except MjlogError as error:
        complain(str(error))
        return 2


def _import_path(
    store: SqliteStore, kind: str, path: str, atomic: bool, names: bool, hands: Piece | None = None
) -> int:
    """`hands`: files of one hand each, which stand there."""
    try:
        people = _new_people(store, path, names) if kind == OURS else []
    except MjlogError as error:
        complain(str(error))
        return 2
    with Progress() as progress:
        incoming = _Incoming(store, _advice(kind), progress)
        logs = _logs(kind, path, hands, incoming)
        if atomic:
            _store_at_once(store, path, incoming, logs, people)
        else:
            try:
                for log in logs:
                    incoming.take(log)
            finally:
                incoming.store()
            if people:
                add_all(store, (), people)
    if not incoming.count and not people:
        complain(f"{path}: there is no game of the kind {kind} here")
        return 2
    if people and not (atomic and incoming.lacks):
        say(f"{counted(len(people), 'name')} added")
    return incoming.status


def _advice(kind: str) -> str:
    """What to do where another game of the same name is in the database."""
    if kind in _ADVICE:
        return _ADVICE[kind]
    named = "folder" if importers().formats[kind].is_folder else "file"
    return f"the {named}'s name is the game's id: if this is another game, rename the {named}"


def _logs(kind: str, path: str, hands: Piece | None, incoming: _Incoming) -> Iterator[CarriedGame]:
    """The games of a path; what cannot be read is complained of."""
    pieces = written_pieces(path) if kind == WRITTEN else read_pieces(pieces_or_trouble(path))
    for piece in pieces if hands is None else (hands,):
        incoming.show(f"reading {piece.path}")
        apart: list[str] = []
        try:
            for log in written_logs(piece.path) if kind == WRITTEN else logs_of(piece, (kind,)):
                apart += [log.game] if log.is_apart else []
                yield log
        except MjlogError as error:
            incoming.refuse(str(error), 2)
            incoming.count += 1
        if apart:
            tell(apart_words(piece.path, apart))


def _new_people(store: SqliteStore, path: str, names: bool) -> list[Person]:
    """The people beside the logs of a path who are not noted here; of those who are, the name that is here stays.

    Raises:
        MjlogError: one of them cannot be noted, or their table not be read. Then nothing of the path is stored.
    """
    if not names:
        with suppress(RecordError):  # what is damaged is said where it is read
            if listed := people_at(path):
                tell(f"{path}: real names are in it, too ({len(listed)}): --names brings them in")
        return []
    listed = people_at(path)
    try:
        new, others = new_people(store, listed)
    except StoreError as error:
        raise StoreError(f"{path}: {error}; nothing of it was stored: import it without --names") from error
    if gone := store.forgotten() & {person.handle for person in listed}:
        tell(f"{path}: not noted again, for they were forgotten here: {list_words(map(shown, sorted(gone)))}")
    for person in others:
        tell(f"{shown(person.handle)} has another name in {path}: the one that is here stays")
    return new


class _NotWholeError(MjlogError):
    """Not all of a path can be stored."""


def _store_at_once(
    store: SqliteStore, path: str, incoming: _Incoming, logs: Iterable[CarriedGame], people: list[Person]
) -> None:
    """All games in one transaction, each held against what came before it; or none of them."""
    added: list[tuple[CarriedGame, Addition]] = []

    def additions() -> Iterator[Addition]:
        for log in logs:
            game_added = incoming.addition_of(log)
            if game_added is not None:
                added.append((log, game_added))
                yield game_added
        if incoming.lacks:
            raise _NotWholeError(f"{path}: nothing of it was stored, for not all of it can be; without --atomic what "
                                 "can be stored is")  # fmt: skip

    try:
        add_all(store, additions(), people)
    except MjlogError as error:
        incoming.refuse(str(error), 2)
        return
    for log, game_added in added:
        _say(log, game_added)


class _Incoming:
    """Games on their way into the database. Small ones are stored together, and said then: the disk is waited for once.

    `count`: how many were looked at; `status`: the exit status; `lacks`: something cannot be stored. `advice`: what to
    do about a game of the same name.
    """

    def __init__(self, store: SqliteStore, advice: str, progress: Progress) -> None:
        self.count = self.status = 0
        self.lacks = False
        self._store = store
        self._advice = advice
        self._progress = progress
        self._waiting: dict[str, tuple[CarriedGame, Addition]] = {}
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

    def refuse(self, words: str, status: int) -> None:
        """Something cannot be stored."""
        self.lacks = True
        self.complain(words, status)

    def addition_of(self, log: CarriedGame) -> Addition | None:
        """What one more game adds; None, and said why, where it is another one, or nothing of it can be read."""
        self.count += 1
        for remark in log.remarks:
            self.complain(remark, 1)
        if log.fault is not None:
            self.refuse(log.fault, 1)
        if log.game in self._waiting:
            self.store()
        return self._addition(log) if log.bodies else None

    def take(self, log: CarriedGame) -> None:
        """One more game. Its good beginning is stored even where the rest cannot be read."""
        game_added = self.addition_of(log)
        if game_added is not None:
            self._waiting[log.game] = log, game_added
            self._events += len(game_added.rows)
        if self._events >= _EVENTS_AT_ONCE or time.monotonic() - self._stored_at >= _LONGEST_WAIT:
            self.store()
        self.show("reading on")

    def store(self) -> None:
        """Those that wait are stored and said; one by one, where not all of them can be."""
        waiting, self._waiting, self._events = list(self._waiting.values()), {}, 0
        self._progress.clear()
        try:
            self._add(*(game_added for _log, game_added in waiting))
        except MjlogError:
            for log, _found in waiting:
                try:
                    game_added = self._addition(log)
                    if game_added is not None:
                        self._add(game_added)
                        _say(log, game_added)
                except MjlogError as error:
                    self.refuse(f"{log.source}: {error}", 2)
        else:
            for log, game_added in waiting:
                _say(log, game_added)
        self._stored_at = time.monotonic()

    def _add(self, *additions: Addition) -> None:
        """For games that are here already no other writer is held up."""
        new = [game_added for game_added in additions if game_added.rows]
        if new:
            add_all(self._store, new)

    def _addition(self, log: CarriedGame) -> Addition | None:
        """What a game adds; None, and said why, where it is another one than the one that is here."""
        try:
            return addition(self._store, log.game, log.bodies, log.origins)
        except ConflictError as error:
            self.refuse(f"{log.source}: {error}; {self._advice}", 2)
            return None


def _say(log: CarriedGame, game_added: Addition) -> None:
    events, here, cut = len(log.bodies), game_added.after.seq, " (up to the fault)" if log.fault is not None else ""
    words = {
        Relation.NEW: f"{counted(events, 'event')} imported",
        Relation.LONGER: f"{counted(len(game_added.rows), 'event')} added to the {here} that were here",
        Relation.SAME: f"already here, {counted(events, 'event')}, nothing to do",
        Relation.SHORTER: f"already here, with {counted(here, 'event')}, of which these are the first {events}",
    }[game_added.standing]
    say(f"{shown(log.game, 200)}: {words}{cut}")
