"""`mjlog sheet`, `blank`: the score sheet of a game, and an empty one with a tally, to be printed."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from mjlog.errors import MjlogError
from mjlog_cli.console import columns, write_out
from mjlog_cli.games import last_game, last_game_argument, opened, replayed, stored_events
from mjlog_cli.params import (
    as_of_option,
    as_recorded_option,
    cards_option,
    db_option,
    format_of,
    format_options,
    named,
    names_option,
    options_option,
    ruleset_of,
    ruleset_option,
)

if TYPE_CHECKING:
    from mjlog.cards.shelf import CardShelf
    from mjlog.views.sheet import LogHead, ScoreSheet


# -- sheet ------------------------------------------------------------------------------------------------------------


_FORMATS = ("text", "csv", "html")


@click.command(name="sheet")
@last_game_argument
@db_option
@format_options(_FORMATS, "Text for a terminal, CSV for a spreadsheet, or an HTML page to be printed.")
@cards_option
@as_recorded_option
@as_of_option
@names_option
def sheet_command(
    game: str | None, db: str | None, form: str | None, out: str | None, force: bool, cards: CardShelf,
    as_recorded: bool, as_of: int | None, names: dict[str, str] | None,
) -> None:  # fmt: skip
    """Show the score sheet of GAME: who won each hand, payments, penalties, running totals, and what is wrong.
    Without GAME: the last game.

    The sheet ends with the head of the log. Printed on paper, the head proves later what the log said. Of a hand in
    progress the sheet says that it goes on, and has the head before it. Of a purchased score card it tells label and
    value of lines that were won.
    """
    from mjlog.disputes.case import with_disputes
    from mjlog.views.sheet import LogHead, head_seq, score_sheet

    game = last_game(db) if game is None else game
    log, record = replayed(game, db, as_recorded, as_of, cards)
    with stored_events(record, game, db, log.id) as as_stored:
        seq = head_seq(log)
        stored = as_stored(seq) if seq else None
        head: LogHead | None = None if stored is None else LogHead(seq, stored.id)
        sheet = with_disputes(score_sheet(log, head), log)
    if names is not None:
        sheet = named(sheet, names)
    text = _written(sheet, format_of(form, out, _FORMATS), to_file=out is not None)
    write_out(out, [text], force)


def _written(sheet: ScoreSheet, form: str, to_file: bool) -> bytes:
    """The sheet in UTF-8. In a file for a spreadsheet a mark says so: without it, they read something else."""
    if form == "html":
        from mjlog.viewer.pages.alone import sheet_html

        return sheet_html(sheet).encode("utf-8")
    from mjlog.views.sheet import sheet_csv, sheet_text

    if form == "csv":
        return sheet_csv(sheet).encode("utf-8-sig" if to_file else "utf-8")
    width = 80 if to_file else columns(40, 120)
    return sheet_text(sheet, width).encode("utf-8")


# -- blank ------------------------------------------------------------------------------------------------------------


@click.command(name="blank")
@last_game_argument
@db_option
@ruleset_option("The rule set, where it is for no game.")
@options_option
@click.option("--player", "players", multiple=True, metavar="HANDLE", help="Who plays. Default: lines for the names.")
@click.option("--out", metavar="FILE", help="Write to this file.")
def blank_command(
    game: str | None, db: str | None, ruleset: str | None, options: dict[str, Any], players: tuple[str, ...],
    out: str | None,
) -> None:  # fmt: skip
    """Print an evening without a machine: an empty score sheet, and the table of what a hand is worth, as an HTML
    page.

    It is for the players and rules of GAME (without GAME: of the last game), or for those of --ruleset and --player.
    """
    from mjlog.calculator.settling import rules_of
    from mjlog.viewer.pages.alone import blank_html
    from mjlog.views.sheet import blank_sheet

    format_of(None, out, ("html",))
    if out is None and sys.stdout.isatty():
        raise click.UsageError("the sheet is a page to be printed: expected a file for it, like --out blank.html")
    if ruleset is None:
        if options or players:
            raise click.UsageError("--option and --player are for a sheet of no game: expected --ruleset with them")
        from mjlog.audit.game import Game

        with opened(last_game(db) if game is None else game, db) as record:
            log = Game(record)
        if log.rules is None:
            raise MjlogError(f"{log.source}: it is not known here by which rules it was played; expected --ruleset ID")
        rules, seated = log.rules, tuple(log.played[-1].seats.values()) if log.played else ()
        players = seated if len(seated) == len(rules.plan.seats) else ()
    elif game is not None:
        raise click.UsageError("GAME says itself by which rules it is played: expected GAME, or --ruleset")
    else:
        rules = rules_of(ruleset_of(ruleset, db), options)
    seats = len(rules.plan.seats)
    if players and len(players) != seats:
        raise click.UsageError(f"{len(players)} players are named; {rules.ruleset.id} is played by {seats}")
    page = blank_html(blank_sheet(rules, players)).encode("utf-8")
    write_out(out, [page])
