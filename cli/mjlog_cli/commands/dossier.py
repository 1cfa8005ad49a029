"""`mjlog dossier`: everything about a disputed event on one page, for who rules on it and for both parties."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mjlog_cli.completing import stored_games
from mjlog_cli.console import json_line, write_bytes
from mjlog_cli.files import write_file
from mjlog_cli.games import last_game, or_the_last, stored_events
from mjlog_cli.names import names_option, real_names
from mjlog_cli.params import as_of_option, cards_option, db_option, format_of, format_options, shelf_of

if TYPE_CHECKING:
    from mjlog.disputes.dossier import Dossier

_FORMATS = ("text", "html", "json")


@click.command(name="dossier")
@click.argument("words", metavar="[GAME] SEQ", nargs=-1, shell_complete=stored_games, callback=or_the_last)
@db_option
@format_options(_FORMATS, "Text for a terminal, an HTML page to be printed on one or two sheets, or JSON.")
@cards_option
@as_of_option
@names_option
def command(
    words: tuple[str, ...], db: str | None, form: str | None, out: str | None, force: bool, cards: tuple[str, ...],
    as_of: int | None, with_names: bool,
) -> int:  # fmt: skip
    """Gather all about event SEQ of GAME, or about the dispute with that number, so that somebody can rule on it.
    Without GAME: of the last one.

    What is disputed; the table just before, open and as each player saw it; every rule that bears on the event, with
    its text and source, broken or kept; what was legal; what is certain, and what depends on tiles that nobody saw;
    what the hand comes to with the event and without; and the head of the log, which proves all of it. Of a hand in
    progress it tells what everybody sees on the table. Of a purchased score card it tells label and value only. Where
    lines of the log cannot be read, that is said, and the exit status is 1.

    The game is read as corrected, and what was recorded first stands beside it. With --as-of it is what could be said
    at that time: by the log as it was then, with the disputes, rulings and corrections of then, and the head of then.
    """
    from mjlog.disputes.dossier import dossier
    from mjlog_cli.disputes import game_to_look_at, told_damage

    shelf = shelf_of(cards)
    seq = _event_in(words)
    game = words[0] if len(words) > 1 else last_game(db)
    view, record = game_to_look_at(game, db, shelf, as_of)
    with stored_events(record, game, db, view.id) as stored:
        found = dossier(view, seq, stored, real_names(db) if with_names else None)
    text = _written(found, format_of(form, out, _FORMATS), to_file=out is not None)
    if out is None:
        write_bytes([text])
    else:
        write_file(Path(out), [text], force)
    return told_damage(view)


def _event_in(words: tuple[str, ...]) -> int:
    """The number of the event, which is said last."""
    number = words[-1][:12] if words else ""
    if len(words) > 2 or not (number.isascii() and number.isdigit()) or int(number) < 1:
        raise click.UsageError("which event? expected a game and an event's number, like `mjlog dossier tuesday 12`")
    return int(number)


def _written(found: Dossier, form: str, to_file: bool) -> bytes:
    """The dossier in UTF-8."""
    if form == "json":
        return json_line(found)
    if form == "html":
        from mjlog.viewer.pages.alone import dossier_html

        return dossier_html(found).encode("utf-8")
    from mjlog.disputes.dossier_text import dossier_text

    width = 80 if to_file else min(max(shutil.get_terminal_size((80, 24)).columns, 60), 100)
    return dossier_text(found, width).encode("utf-8")
