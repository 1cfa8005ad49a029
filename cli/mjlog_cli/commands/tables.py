"""`mjlog tables`: an archive as tables that can be asked."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import click

from mjlog.archive.columns import TABLES, VERSION
from mjlog.archive.parquet import PartWriter, need_pyarrow
from mjlog.archive.rows import trouble_rows
from mjlog.errors import MjlogError
from mjlog.formats.sources import Source
from mjlog.text import counted
from mjlog_cli.audit.audit_request import AuditRequest, Tables, wish_digest
from mjlog_cli.audit.workers import audit_all, bytes_of, pieces_of
from mjlog_cli.commands.audit import Hidden, WorkersType, ruleset_asked, units_of, usual_database
from mjlog_cli.completing import stored_games
from mjlog_cli.console import complain, tell
from mjlog_cli.params import as_recorded_option, cards_option, db_option, force_option, ruleset_option, shelf_of
from mjlog_cli.progress import Progress
from mjlog_cli.stopping import tidy_when_stopped

_PIECE_BYTES = 1_000_000_000
"""Of logs, for a part: of which the largest table is then about 200 MB, with whole events."""
_MARK = "mjlog-tables.txt"


@click.command(name="tables", short_help="Write an archive as tables (Parquet) that can be asked.")
@click.argument("paths", metavar="[PATH]...", nargs=-1, shell_complete=stored_games)
@db_option
@click.option("--out", metavar="DIR", required=True, help="The folder that the tables go into; it is made.")
@click.option("--events", type=click.Choice(("none", "rows", "bodies")), default="none", show_default=True,
              help="Also a row an event; `bodies`: with the whole event, as JSON.")  # fmt: skip
@ruleset_option("Judge by this rule set instead of the one that the game names.")
@click.option("--newest-rules", is_flag=True, help="Judge by the newest version of the rule set that the game names.")
@cards_option
@as_recorded_option("Judge the plain log, without its corrections.")
@click.option("--all", "with_hidden", is_flag=True, help="Of a database the games that are hidden, too.")
@click.option("--workers", type=WorkersType(), metavar="N|auto", default=1, show_default=True,
              help="Processes that share the work; auto: one for each processor.")  # fmt: skip
@force_option
def command(
    paths: tuple[str, ...], db: str | None, out: str, events: str, ruleset: str | None, newest_rules: bool,
    cards: tuple[str, ...], as_recorded: bool, with_hidden: bool, workers: int, force: bool,
) -> int:  # fmt: skip
    """Audit games, and write what comes of it as tables: games, hands, scores, items, findings, and events if asked.

    PATH is what `mjlog audit` takes. The tables are Parquet files in the folder DIR, by rule set and year; their
    columns stand in docs/tables.md. What cannot be read is told, and stands in `findings`. This needs pyarrow:
    pip install 'mjlog[tables]'.
    """
    need_pyarrow()
    if not paths and db is None:
        db = usual_database()
    wish = AuditRequest(
        ruleset=ruleset_asked(ruleset), newest_rules=newest_rules, as_recorded=as_recorded, cards=shelf_of(cards),
        tables=Tables(events != "none", events == "bodies"),
    )  # fmt: skip
    folder = Path(out)
    _make_room(folder, force)
    return _write(folder, units_of(paths, db, Hidden(with_hidden)), wish, workers)


def _make_room(folder: Path, force: bool) -> None:
    """The folder is there, and holds no tables.

    Raises:
        MjlogError: it holds something, and may not be written over; or it cannot be made.
    """
    try:
        if folder.exists() and any(folder.iterdir()):
            if not force:
                raise MjlogError(f"{folder}: is there already: name another folder, or --force to write it anew")
            if not (folder / _MARK).is_file():
                raise MjlogError(f"{folder}: holds something other than tables, and is left alone: name another folder")
            for table in TABLES:
                shutil.rmtree(folder / table, ignore_errors=True)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / _MARK).write_text(f"tables of mjlog, version {VERSION}\n", "utf-8")
    except OSError as error:
        raise MjlogError(f"{folder}: cannot be written: {(error.strerror or str(error)).lower()}") from error


@tidy_when_stopped
def _write(folder: Path, units: Iterator[Source], wish: AuditRequest, workers: int) -> int:
    troubles = games = 0
    with Progress() as progress:
        for part in _parts(units):
            with PartWriter(folder, part_name(part, wish), wish.tables is not None and wish.tables.with_bodies) as into:
                for _unit, found in audit_all(part, wish, workers):
                    for one in found:
                        if one.tables is not None:
                            into.add(one.tables)
                            games += 1
                        if one.trouble is not None:
                            progress.clear()
                            complain(one.trouble)
                            into.add(trouble_rows(one.trouble))
                            troubles += 1
                    progress.show(counted(games, "game"))
    tell(f"{counted(games, 'game')} in the tables of {folder}")
    return 2 if troubles else 0


def _parts(units: Iterator[Source]) -> Iterator[list[Source]]:
    """What goes into a part each: as much as one shall hold."""
    part: list[Source] = []
    size = 0
    for unit in units:
        if part and size + bytes_of(unit) > _PIECE_BYTES:
            yield part
            part, size = [], 0
        part.append(unit)
        size += bytes_of(unit)
    if part:
        yield part


def part_name(part: list[Source], wish: AuditRequest) -> str:
    """The digest of what a part is made of: the fingerprints of its pieces, and what was asked."""
    pieces = [(unit, key) for whole in part for unit, key in pieces_of(whole)]
    return sha256(repr((VERSION, wish_digest(wish), pieces)).encode("utf-8", "backslashreplace")).hexdigest()[:32]
