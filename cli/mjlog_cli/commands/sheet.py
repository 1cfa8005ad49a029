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
from mjlog_cli.names import named, names_option
from mjlog_cli.params import (
    as_of_option,
    as_recorded_option,
    cards_option,
    db_option,
    format_of,
    format_options,
)

if TYPE_CHECKING:
    from mjlog.cards.shelf import CardShelf
    from mjlog.views.sheet import LogHead, ScoreSheet

_FORMATS = ("text", "csv", "html")


@click.command(name="sheet")
@last_game_argument
@db_option
@format_options(_FORMATS, "Text for a terminal, CSV for a spreadsheet, or an HTML page to be printed.")
@cards_option
@as_recorded_option
@as_of_option
@names_option
def command(
    game: str | None, db: str | None, form: str | None, out: str | None, force: bool, cards: CardShelf,
    as_recorded: bool, as_of: int | None, names: dict[str, str] | None,
) -> None:  # fmt: skip
    """Show the score sheet of GAME: who won each hand, payments, penalties, running totals, and what is wrong.
    Without GAME: the last game.

    The sheet ends with the head of the log. Printed on paper, the head proves later what the log said. Of a hand in
    progress the sheet says that it goes on, and has the head before it. Of a purchased score card it tells label and
    value of lines that were won.
    """
    from mjlog.audit.game import Game
    from mjlog.disputes.on_sheet import with_disputes
    from mjlog.log.records import as_of as log_as_of
    from mjlog.views.sheet import LogHead, head_seq, score_sheet

    game = last_game(db) if game is None else game
    with opened(game, db) as record:
        log = Game(log_as_of(record, as_of), as_recorded=as_recorded, cards=cards)
    if not log.rows:
        raise MjlogError(f"{log.source}: the log is empty")
    with stored_events(record, game, db, log.id) as as_stored:
        seq = head_seq(log)
        found = as_stored(seq) if seq else None
        head: LogHead | None = None if found is None else LogHead(seq, found.id)
        sheet = with_disputes(score_sheet(log, head), log)
    if names is not None:
        sheet = named(sheet, names)
    text = _written(sheet, format_of(form, out, _FORMATS), to_file=out is not None)
    if out is None:
        write_bytes([text])
    else:
        write_file(Path(out), [text], force)


def _written(sheet: ScoreSheet, form: str, to_file: bool) -> bytes:
    """The sheet in UTF-8. In a file for a spreadsheet a mark says so: without it, they read something else."""
    if form == "html":
        from mjlog.viewer.pages.alone import sheet_html

        return sheet_html(sheet).encode("utf-8")
    from mjlog.views.sheet_words import sheet_csv, sheet_text

    if form == "csv":
        return sheet_csv(sheet).encode("utf-8-sig" if to_file else "utf-8")
    width = 80 if to_file else min(max(shutil.get_terminal_size((80, 24)).columns, 40), 120)
    return sheet_text(sheet, width).encode("utf-8")
