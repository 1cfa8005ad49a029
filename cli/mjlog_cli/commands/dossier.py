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
from mjlog_cli.names import names_option
from mjlog_cli.params import as_of_option, cards_option, db_option, format_of, format_options

if TYPE_CHECKING:
    from mjlog.cards.shelf import CardShelf
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
    words: tuple[str, ...], db: str | None, form: str | None, out: str | None, force: bool, cards: CardShelf,
    as_of: int | None, names: dict[str, str] | None,
) -> int:  # fmt: skip
    """Gather all about event SEQ of GAME, or about the dispute with that number, so that somebody can rule on it.
    Without GAME: of the last game.

    It shows what is disputed; the table just before, open and as each player saw it; every rule about the event, kept
    or broken; what was legal; what is certain, and what depends on tiles that nobody saw; what the hand comes to with
    the event and without; and the head of the log, which proves it. Of a hand in progress it tells what everybody sees;
    of a purchased score card label and value only. If lines of the log cannot be read, it says so, and the exit status
    is 1.

    The game is read as corrected, and what was recorded first stands beside it. --as-of tells what could be said at
    that time.
    """
    from mjlog.disputes.dossier import dossier
    from mjlog_cli.disputes import game_to_look_at, told_damage

    number = words[-1][:12] if words else ""
    if len(words) > 2 or not (number.isascii() and number.isdigit()) or int(number) < 1:
        raise click.UsageError("which event? expected a game and an event's number, like `mjlog dossier tuesday 12`")
    seq = int(number)
    game = words[0] if len(words) > 1 else last_game(db)
    view, record = game_to_look_at(game, db, cards, as_of)
    with stored_events(record, game, db, view.id) as stored:
        found = dossier(view, seq, stored, names)
    text = _written(found, format_of(form, out, _FORMATS), to_file=out is not None)
    if out is None:
        write_bytes([text])
    else:
        write_file(Path(out), [text], force)
    return told_damage(view)


def _written(found: Dossier, form: str, to_file: bool) -> bytes:
    """The dossier in UTF-8."""
    if form == "json":
        return json_line(found)
    if form == "html":
        from mjlog.viewer.pages.alone import dossier_html

        return dossier_html(found).encode("utf-8")
    from mjlog.disputes.wording import dossier_text

    width = 80 if to_file else min(max(shutil.get_terminal_size((80, 24)).columns, 60), 100)
    return dossier_text(found, width).encode("utf-8")
