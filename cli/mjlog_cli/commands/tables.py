"""`mjlog tables`: an archive as tables that can be asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import click

from mjlog.archive.parquet import need_pyarrow
from mjlog.archive.parts import make_room, say_whole
from mjlog.archive.target import refusals_told, target_at
from mjlog.sources import Source
from mjlog.text import counted
from mjlog.urls import called
from mjlog_cli.audit.audit_request import AuditRequest, Tables, wish_digest
from mjlog_cli.audit.crew import Crew, crew_of, workers_options
from mjlog_cli.audit.pieces import digest_of
from mjlog_cli.audit.tables import write_tables
from mjlog_cli.commands.audit import Hidden, ruleset_asked, units_of, usual_database
from mjlog_cli.completing import stored_games
from mjlog_cli.console import complain, tell
from mjlog_cli.games import read_units
from mjlog_cli.params import as_recorded_option, cards_option, db_option, force_option, ruleset_option, shelf_of
from mjlog_cli.progress import Progress
from mjlog_cli.stopping import tidy_when_stopped


@click.command(name="tables")
@click.argument("paths", metavar="[PATH]...", nargs=-1, shell_complete=stored_games)
@db_option
@click.option("--out", metavar="DIR", required=True, help="The folder, or URL, that the tables go into; it is made.")
@click.option("--events", type=click.Choice(("none", "rows", "bodies")), default="none", show_default=True,
              help="Also a row an event; `bodies`: with the whole event, as JSON.")  # fmt: skip
@ruleset_option("Judge by this rule set instead of the one that the game names.")
@click.option("--newest-rules", is_flag=True, help="Judge by the newest version of the rule set that the game names.")
@cards_option
@as_recorded_option("Judge the plain log, without its corrections.")
@click.option("--all", "with_hidden", is_flag=True, help="Of a database the games that are hidden, too.")
@workers_options
@force_option
def command(
    paths: tuple[str, ...], db: str | None, out: str, events: str, ruleset: str | None, newest_rules: bool,
    cards: tuple[str, ...], as_recorded: bool, with_hidden: bool, workers: int, cluster: str | None,
    force: bool,
) -> int:  # fmt: skip
    """Audit games, and write what comes of it as tables: games, hands, scores, items, findings, and events if asked.

    PATH is what `mjlog audit` takes. The tables are Parquet files in the folder DIR, by rule set and year; their
    columns stand in docs/lookup/tables.md. What cannot be read is told, and stands in `findings`; how many
    games are damaged is told too, and the exit status is 1. The same command once more makes only what is not there
    yet, or has changed. This needs pyarrow: pip install 'mjlog[tables]'.
    """
    need_pyarrow()
    if not paths and db is None:
        db = usual_database()
    wish = AuditRequest(
        ruleset=ruleset_asked(ruleset), newest_rules=newest_rules, as_recorded=as_recorded, cards=shelf_of(cards),
        tables=Tables(events != "none", events == "bodies"),
    )  # fmt: skip
    crew, asked = crew_of(workers, cluster), digest_of(wish_digest(wish), paths, db, with_hidden)
    with refusals_told(out):
        make_room(out, target_at(out), asked, force)
    told = set[str]()
    status = _write(out, lambda: read_units(units_of(paths, db, Hidden(with_hidden)), told), wish, crew)
    with refusals_told(out):
        say_whole(target_at(out), asked)
    return status


@tidy_when_stopped
def _write(out: str, units: Callable[[], Iterator[Source]], wish: AuditRequest, crew: Crew) -> int:
    troubles = games = damaged = 0
    with Progress() as progress, crew:
        for done in write_tables(units, wish, crew, out):
            games += done.games
            damaged += done.damaged
            troubles += len(done.troubles)
            for trouble in done.troubles:
                progress.clear()
                complain(trouble)
            progress.show(counted(games, "game"))
    tell(f"{counted(games, 'game')} in the tables of {called(out)}")
    if damaged:
        lack = "lines that are missing, unreadable or changed: in the tables as they stand (`mjlog audit` shows where)"
        tell(f"note: {counted(damaged, 'game')} with {lack}")
    return 2 if troubles else 1 if damaged else 0
