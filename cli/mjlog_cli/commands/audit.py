"""`mjlog audit`: is every move and every score right?"""

from __future__ import annotations

from collections.abc import Iterator

import click

from mjlog_cli.auditing import Audited, Wish, audit_all
from mjlog_cli.console import complain, say, write_bytes
from mjlog_cli.findings import totals_line
from mjlog_cli.params import cards_option, db_option, json_option, ruleset_option, shelf_of
from mjlog_cli.units import Unit, stored_units, units_at


@click.command(name="audit", short_help="Is every move and every score right?")
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@db_option
@ruleset_option("Judge by this rule set instead of the one that the game names.")
@cards_option
@json_option
@click.option("--hands", "every_hand", is_flag=True, help="List every hand, not only those with findings.")
@click.option("--as-recorded", is_flag=True, help="Judge the plain log, without its corrections.")
@click.option(
    "--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes that share the work."
)
def command(
    paths: tuple[str, ...], db: str | None, ruleset: str | None, cards: tuple[str, ...], as_json: bool,
    every_hand: bool, as_recorded: bool, workers: int,
) -> int:  # fmt: skip
    """Replay games through their rules and report whatever does not fit.

    PATH is a log, a folder, a packed folder, a database or a foreign record; with --db it is a game of that
    database, all of them where none is named. Every move is judged, every score and payment computed anew.
    """
    if not paths and db is None:
        raise click.UsageError("what is to be audited? name a path, or a database with --db")
    judged_by = None
    if ruleset is not None:
        from mjlog_cli.house_rules import ruleset_of

        judged_by = ruleset_of(ruleset)
    total = Audited()
    troubles = 0
    wish = Wish(judged_by, as_json, every_hand, as_recorded, shelf_of(cards))
    for audited in audit_all(_units(paths, db), wish, workers):
        write_bytes([audited.output])
        total.add(audited)
        if audited.trouble is not None:
            troubles += 1
            complain(audited.trouble)
    if not as_json and total.games:
        say(totals_line(total.games, total.hands, total.severities))
    if troubles:
        return 2
    return 1 if total.severities.get("error") else 0


def _units(paths: tuple[str, ...], db: str | None) -> Iterator[Unit]:
    return units_at(paths) if db is None else stored_units(db, paths)
