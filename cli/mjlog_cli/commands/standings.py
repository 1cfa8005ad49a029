"""`mjlog standings`: the table of a league."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import click

from mjlog.club.standings import Standing, table_points_from
from mjlog.errors import NotationError
from mjlog.period import Period
from mjlog_cli.clubs import ClubGames, Replayed, games_options
from mjlog_cli.console import say, tell, write_bytes, write_json
from mjlog_cli.files import write_file
from mjlog_cli.names import names_option
from mjlog_cli.params import force_option, form_options, period_options


@click.command(name="standings")
@games_options
@period_options
@click.option("--ruleset", metavar="ID", help="Only games by this rule set.")
@click.option("--points", "points", metavar="A/B/C/D", help="Table points for the first, second, third and fourth of a "
              "game, as 4/2/1/0: then these decide. Players who share a place share the points.")  # fmt: skip
@click.option("--together", is_flag=True, help="One table, in which the points of different rule sets are added up.")
@click.option("--ended", is_flag=True, help="Only games whose log says that they are over.")
@click.option("--html", "html", type=click.Path(path_type=Path), metavar="FILE",
              help="Write a page to be sent or put on a web site: table, evenings, players; rule sets each on their "
              "own.")  # fmt: skip
@force_option
@names_option
@form_options
def command(
    source: Replayed, period: Period,
    ruleset: str | None, points: str | None, together: bool, ended: bool, html: Path | None, force: bool,
    names: dict[str, str] | None, form: str,
) -> int:  # fmt: skip
    """Show the table of a league: games played, places, points, average, table points. Each rule set has its own
    table.

    PATH is a log, a folder, a packed folder, a database, a foreign record or a game of the database. Without PATH: all
    games of the database. A game counts with its totals so far, unless it is in the middle of a hand.
    """
    from mjlog.club import Wanted
    from mjlog.club.records import standing_json, standings_table
    from mjlog.views.csv_cells import csv_text

    table_points = _table_points(points)
    reading = ClubGames(source, Wanted(period=period, ruleset=ruleset))
    if html is not None:
        _write_page(html, force, reading, period, table_points, names or {}, ended=ended)
        return reading.end()
    tables = _tables(reading, table_points, ended=ended, together=together)
    with_table = bool(table_points)
    if form == "csv":
        write_bytes([csv_text(*standings_table(tables, names, with_table)).encode("utf-8")])
    for name, players in tables.items() if form == "json" else ():
        for one in players:
            write_json(standing_json(one, name, names, with_table))
    for line in _text(tables, names or {}, with_table) if form == "text" else ():
        say(line)
    if len(tables) > 1:
        tell("note: points by different rules are no sum: each rule set has its own table (--together adds them up)")
    return reading.end()


def _tables(
    reading: ClubGames, table_points: tuple[Fraction, ...], *, ended: bool, together: bool
) -> dict[str | None, list[Standing]]:
    """The table of each rule set, the one with most games first; all of them in one where that is asked for."""
    from mjlog.club import Standings
    from mjlog.club.standings import why_unplaced

    open_: dict[str | None, Standings] = {}
    for played in reading.games():
        game = played.facts
        why = why_unplaced(game) or ("unended" if ended and not game.is_ended else None)
        if why is None:
            open_.setdefault(None if together else game.ruleset, Standings(table_points)).add(game)
            if game.lacks_final:
                reading.note("lacks-final", game)
        elif why != "live":  # that is said of every game with a hand in progress
            reading.note(why, game)
    ordered = sorted(open_.items(), key=lambda pair: (-pair[1].games, pair[0] or ""))
    return {ruleset: standings.players() for ruleset, standings in ordered}


def _text(tables: dict[str | None, list[Standing]], names: dict[str, str], with_table: bool) -> Iterator[str]:
    from mjlog.club.records import by_ruleset, standings_lines

    if not tables:
        yield "no game was played to its end"
    yield from by_ruleset({name: standings_lines(players, names, with_table) for name, players in tables.items()})


def _write_page(
    path: Path, force: bool, reading: ClubGames, period: Period, table_points: tuple[Fraction, ...],
    names: dict[str, str], *, ended: bool,
) -> None:  # fmt: skip
    from mjlog.club.standings import league_title, leagues, why_unplaced
    from mjlog.viewer.pages.alone import league_html

    games = []
    for played in reading.games():
        if ended and not played.facts.is_ended:
            reading.note("unended", played.facts)
        else:
            games.append(played.facts)
            if played.facts.lacks_final and why_unplaced(played.facts) is None:
                reading.note("lacks-final", played.facts)
    page = league_html(leagues(games, table_points), league_title(period), names)
    write_file(path, [page.encode("utf-8")], force)


def _table_points(text: str | None) -> tuple[Fraction, ...]:
    if text is None:
        return ()
    try:
        return table_points_from(text)
    except NotationError as error:
        raise click.UsageError(f"--points: {error}") from None
