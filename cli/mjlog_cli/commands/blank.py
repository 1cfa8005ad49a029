"""`mjlog blank`: an empty score sheet and a tally, to be printed."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from mjlog.calculator.settling import rules_of
from mjlog.errors import MjlogError
from mjlog.rulesets import Rules
from mjlog_cli.console import write_bytes
from mjlog_cli.files import write_file
from mjlog_cli.games import last_game, last_game_argument, opened
from mjlog_cli.params import db_option, format_of, options_option, ruleset_of, ruleset_option


@click.command(name="blank")
@last_game_argument
@db_option
@ruleset_option("The rule set, where it is for no game.")
@options_option
@click.option("--player", "players", multiple=True, metavar="HANDLE", help="Who plays. Default: lines for the names.")
@click.option("--out", metavar="FILE", help="Write to this file.")
def command(
    game: str | None, db: str | None, ruleset: str | None, options: dict[str, Any], players: tuple[str, ...],
    out: str | None,
) -> None:  # fmt: skip
    """Print an evening without a machine: an empty score sheet, and the table of what a hand is worth, as an HTML
    page.

    It is for the players and rules of GAME (without GAME: of the last game), or for those of --ruleset and --player.
    """
    from mjlog.viewer.pages.alone import blank_html
    from mjlog.views.sheet import blank_sheet

    format_of(None, out, ("html",))
    if out is None and sys.stdout.isatty():
        raise click.UsageError("the sheet is a page to be printed: expected a file for it, like --out blank.html")
    if ruleset is None:
        if options or players:
            raise click.UsageError("--option and --player are for a sheet of no game: expected --ruleset with them")
        rules, players = _of_game(last_game(db) if game is None else game, db)
    elif game is not None:
        raise click.UsageError("GAME says itself by which rules it is played: expected GAME, or --ruleset")
    else:
        rules = rules_of(ruleset_of(ruleset, db), options)
    seats = len(rules.plan.seats)
    if players and len(players) != seats:
        raise click.UsageError(f"{len(players)} players are named; {rules.ruleset.id} is played by {seats}")
    page = blank_html(blank_sheet(rules, players)).encode("utf-8")
    if out is None:
        write_bytes([page])
    else:
        write_file(Path(out), [page])


def _of_game(game: str, db: str | None) -> tuple[Rules, tuple[str, ...]]:
    """By which rules it is played, and by whom."""
    from mjlog.audit.game import Game

    with opened(game, db) as record:
        log = Game(record)
    if log.rules is None:
        raise MjlogError(f"{log.source}: it is not known here by which rules it was played; expected --ruleset ID")
    seats = log.played[-1].seats if log.played else {}
    return log.rules, tuple(seats.values()) if len(seats) == len(log.rules.plan.seats) else ()
