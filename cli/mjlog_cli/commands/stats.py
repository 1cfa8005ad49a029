"""`mjlog stats`: how the players did."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from mjlog_cli.clubs import ClubGames, Replayed, games_options
from mjlog_cli.console import say, tell, write_bytes, write_json
from mjlog_cli.names import names_option
from mjlog_cli.params import form_options, period_options

if TYPE_CHECKING:
    from mjlog.club import Period, PlayerStats


@click.command(name="stats")
@games_options
@click.option("--player", "players", metavar="HANDLE", multiple=True, help="Only this player; may be repeated.")
@period_options
@click.option("--ruleset", metavar="ID", help="Only games by this rule set.")
@click.option("--together", is_flag=True, help="One table, in which the figures of different rule sets are added up.")
@names_option
@form_options
def command(
    source: Replayed, players: tuple[str, ...], period: Period, ruleset: str | None, together: bool,
    names: dict[str, str] | None, form: str,
) -> int:  # fmt: skip
    """Show how the players did: hands, wins, points, best hands, streaks and faults. Each rule set has its own
    table.

    PATH is a log, a folder, a packed folder, a database, a foreign record or a game of the database. Without PATH: all
    games of the database. A hand in progress is not counted.
    """
    from mjlog.club import Wanted
    from mjlog.club.records import stats_json, stats_table
    from mjlog.views.csv_cells import csv_text

    reading = ClubGames(source, Wanted(period=period, ruleset=ruleset))
    tables = _tables(reading, players, together=together)
    if form == "csv":
        write_bytes([csv_text(*stats_table(tables, names)).encode("utf-8")])
    for name, found in tables.items() if form == "json" else ():
        for one in found:
            write_json(stats_json(one, name, names))
    for line in _text(tables, names or {}) if form == "text" else ():
        say(line)
    if len(tables) > 1:
        tell("note: points by different rules are no sum: each rule set has its own table (--together adds them up)")
    return reading.end()


def _tables(reading: ClubGames, players: tuple[str, ...], *, together: bool) -> dict[str | None, list[PlayerStats]]:
    """The players asked for, by rule set, the one with most games first; all in one where that is asked for.

    Raises:
        MjlogError: somebody who is asked for has not played.
    """
    from mjlog.club import stats_by_ruleset

    every = stats_by_ruleset((played.facts for played in reading.games()), together)
    known = {one.player for found in every.values() for one in found}
    for player in players:
        if player not in known:
            raise reading.stranger(player)
    wanted = {name: [one for one in found if not players or one.player in players] for name, found in every.items()}
    return {name: found for name, found in wanted.items() if found}


def _text(tables: dict[str | None, list[PlayerStats]], names: dict[str, str]) -> Iterator[str]:
    from mjlog.club.records import by_ruleset, stats_lines

    if not tables:
        yield "no hand was played in these games"
    last = next(reversed(tables), None)
    yield from by_ruleset({name: stats_lines(found, names, name == last) for name, found in tables.items()})
