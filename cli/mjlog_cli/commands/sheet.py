"""`mjlog sheet`: the score sheet of a game, for a terminal, a spreadsheet or the printer."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mjlog.errors import MjlogError
from mjlog_cli.console import write_bytes
from mjlog_cli.files import write_file
from mjlog_cli.games import last_game, last_game_argument, opened, stored_events
from mjlog_cli.names import named, names_option, real_names
from mjlog_cli.params import (
    as_of_option,
    as_recorded_option,
    cards_option,
    db_option,
    format_of,
    format_options,
    shelf_of,
)

if TYPE_CHECKING:
    from mjlog.audit.game import Game
    from mjlog.disputes.recorded import AsStored
    from mjlog.views.sheet import LogHead, ScoreSheet

_FORMATS = ("text", "csv", "html")


@click.command(name="sheet")
@last_game_argument
@db_option
@format_options(_FORMATS, "Text for a terminal, CSV for a spreadsheet, or an HTML page to be printed.")
@cards_option
@as_recorded_option("Without carrying out corrections.")
@as_of_option
@names_option
def command(
    game: str | None, db: str | None, form: str | None, out: str | None, force: bool, cards: tuple[str, ...],
    as_recorded: bool, as_of: int | None, with_names: bool,
) -> None:  # fmt: skip
    """Show the score sheet of GAME: who won what in each hand, payments, penalties, running totals, what is wrong.
    Without GAME: of the last one.

    At its end stands the head of the log: on paper it proves later what the log said by then. Of a hand in progress
    nothing is told but that it is, and the head is the one before it. Of a purchased score card the sheet tells
    label and value of lines that were won, as it goes from hand to hand.
    """
    from mjlog.audit.game import Game
    from mjlog.log.records import as_of as log_as_of

    shelf = shelf_of(cards)
    game = last_game(db) if game is None else game
    with opened(game, db) as record:
        log = Game(log_as_of(record, as_of), as_recorded=as_recorded, cards=shelf)
    if not log.rows:
        raise MjlogError(f"{log.source}: the log is empty")
    with stored_events(record, game, db, log.id) as as_stored:
        sheet = _sheet(log, as_stored)
    if with_names:
        sheet = named(sheet, real_names(db))
    text = _written(sheet, format_of(form, out, _FORMATS), to_file=out is not None)
    if out is None:
        write_bytes([text])
    else:
        write_file(Path(out), [text], force)


def _sheet(game: Game, as_stored: AsStored) -> ScoreSheet:
    from mjlog.disputes.on_sheet import with_disputes
    from mjlog.views.sheet import LogHead, head_seq, score_sheet

    seq = head_seq(game)
    found = as_stored(seq) if seq else None
    head: LogHead | None = None if found is None else LogHead(seq, found.id)
    return with_disputes(score_sheet(game, head), game)


def _written(sheet: ScoreSheet, form: str, to_file: bool) -> bytes:
    """The sheet in UTF-8. In a file for a spreadsheet a mark says so: without it, they read something else."""
    if form == "html":
        from mjlog.viewer.pages.alone import sheet_html

        return sheet_html(sheet).encode("utf-8")
    from mjlog.views.sheet_csv import sheet_csv
    from mjlog.views.sheet_text import sheet_text

    if form == "csv":
        return sheet_csv(sheet).encode("utf-8-sig" if to_file else "utf-8")
    width = 80 if to_file else min(max(shutil.get_terminal_size((80, 24)).columns, 40), 120)
    return sheet_text(sheet, width).encode("utf-8")
