"""`mjlog tables`: an archive as tables that can be asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import click

from mjlog.archive.parquet import need_pyarrow
from mjlog.archive.parts import make_room, refusals_told, say_whole, target_at
from mjlog.sources import Source
from mjlog.text import counted
from mjlog.urls import called
from mjlog_cli.audit.audit_request import AuditRequest, Tables, wish_digest
from mjlog_cli.audit.crew import Crew, crew_of
from mjlog_cli.audit.pieces import digest_of
from mjlog_cli.audit.tables import write_tables
from mjlog_cli.commands.audit import Asked, Hidden, judging_options
from mjlog_cli.console import complain, tell
from mjlog_cli.games import read_units
from mjlog_cli.params import force_option
from mjlog_cli.progress import Progress
from mjlog_cli.stopping import tidy_when_stopped


@click.command(name="tables")
@judging_options
@click.option("--out", metavar="DIR", required=True, help="The folder, or URL, that the tables go into; it is made.")
@click.option("--events", type=click.Choice(("none", "rows", "bodies")), default="none", show_default=True,
              help="Also a row an event; `bodies`: with the whole event, as JSON.")  # fmt: skip
@force_option
def command(asked: Asked, out: str, events: str, force: bool) -> int:
    """Audit games, and write the results as tables: games, hands, scores, items, findings, and events if you ask
    for them.

    PATH is what `mjlog audit` takes. The tables are Parquet files in the folder DIR, by rule set and year;
    docs/lookup/tables.md lists their columns. What cannot be read is told, and stands in `findings`. If games are
    damaged, their number is told, and the exit status is 1. The same command once more makes only what is missing or
    has changed. It needs pyarrow: pip install 'mjlog[tables]'.
    """
    need_pyarrow()
    wish = replace(asked.request(), tables=Tables(events != "none", events == "bodies"))
    crew = crew_of(asked.workers, asked.cluster)
    wanted = digest_of(wish_digest(wish), asked.paths, asked.db, asked.with_hidden)
    with refusals_told(out):
        make_room(out, target_at(out), wanted, force)
    told = set[str]()
    status = _write(out, lambda: read_units(asked.units(Hidden(asked.with_hidden)), told), wish, crew)
    with refusals_told(out):
        say_whole(target_at(out), wanted)
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
