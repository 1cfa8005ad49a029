"""`mjlog stats`: how the players did."""

from __future__ import annotations

from datetime import date

import click

from mjlog_cli.clubs import (
    ClubGames,
    ReadAs,
    Zone,
    form_of,
    form_options,
    period_of,
    period_options,
    reading_options,
)  # fmt: skip
from mjlog_cli.completing import stored_games
from mjlog_cli.console import say, write_bytes, write_json
from mjlog_cli.names import names_option, real_names
from mjlog_cli.params import cards_option, db_option, shelf_of


@click.command(name="stats", short_help="Show how the players did: wins, points, streaks, faults.")
@click.argument("paths", metavar="[PATH]...", nargs=-1, shell_complete=stored_games)
@db_option
@click.option("--player", "players", metavar="HANDLE", multiple=True, help="Only this player; may be repeated.")
@period_options
@click.option("--ruleset", metavar="ID", help="Only games by this rule set.")
@reading_options
@names_option
@cards_option
@form_options
def command(
    paths: tuple[str, ...], db: str | None, players: tuple[str, ...], since: date | None, until: date | None,
    zone: Zone, ruleset: str | None, with_names: bool, cards: tuple[str, ...], as_recorded: bool, as_of: int | None,
    as_json: bool, as_csv: bool,
) -> int:  # fmt: skip
    """Show how the players did in many games: hands, wins, points, best hands, streaks and faults.

    PATH is a log, a folder, a packed folder, a database or a foreign record; with --db it is a game of that database.
    Without PATH: all games of the database. Every game is replayed, as corrected unless
    --as-recorded; a hand in progress is not counted.
    """
    from mjlog.club import Stats, Wanted
    from mjlog.club.records import stats_json, stats_table
    from mjlog.club.text_tables import stats_lines
    from mjlog.views.csv_cells import csv_text

    form = form_of(as_json, as_csv)
    wanted = Wanted(period=period_of(since, until, zone), ruleset=ruleset)
    shelf, names = shelf_of(cards), real_names(db) if with_names else None
    reading, stats = ClubGames(paths, db, wanted, shelf, ReadAs(as_recorded, as_of)), Stats()
    for played in reading.games():
        stats.add(played.facts)
    found = stats.players()
    for player in players:
        if all(one.player != player for one in found):
            raise reading.stranger(player)
    found = [one for one in found if not players or one.player in players]
    if form == "csv":
        write_bytes([csv_text(*stats_table(found, names)).encode("utf-8")])
    for one in found if form == "json" else ():
        write_json(stats_json(one, names))
    if form == "text":
        for line in stats_lines(found, names or {}) if found else ["no hand was played in these games"]:
            say(line)
    return reading.end()
