"""`mjlog checkpoint`: what a log is now, to be noted and proved later."""

from __future__ import annotations

from collections.abc import Iterator

import click

from mjlog.checkpoint import full_form, short_form
from mjlog.errors import MjlogError
from mjlog.text import shown
from mjlog.verifying import Asked, Result, verified, verified_game
from mjlog_cli.completing import stored_games
from mjlog_cli.console import complain, say, tell, write_json
from mjlog_cli.games import is_path, or_the_last, stored
from mjlog_cli.params import database_path, db_option, json_option


@click.command(name="checkpoint")
@click.argument("games", metavar="[GAME]...", nargs=-1, shell_complete=stored_games, callback=or_the_last)
@db_option
@click.option("--short", "only_short", is_flag=True, help="The short form alone, one line a game.")
@json_option
def command(games: tuple[str, ...], db: str | None, only_short: bool, as_json: bool) -> int:
    """Print the checkpoint of each GAME: how many events it has, and its head. Without GAME: of all games of the
    database.

    A game has two lines, and each is enough for `mjlog verify --head`: a short one, for a score sheet (game, count, 16
    digits of the head, and a letter that catches slips of the pen), and the full one. Note it where nobody can change
    it: it proves later that the log still says what it says now. A log that is not whole has no checkpoint; a foreign
    record has the one that it gets when it is imported.
    """
    status = count = 0
    for game in games or (None,):
        try:
            for result in _found(game, db):
                count += 1
                status = max(status, _tell(result, only_short, as_json))
        except MjlogError as error:
            complain(str(error))
            status = 2
    if not count and not status:
        tell("there are no games here yet")
    return status


def _found(game: str | None, db: str | None) -> Iterator[Result]:
    if game is None:
        yield from verified(str(database_path(db)), Asked())
    elif is_path(game, db):
        yield from verified(game, Asked(unchained=True))
    else:
        with stored(game, db) as (store, path):
            yield verified_game(path, store, game)


def _tell(result: Result, only_short: bool, as_json: bool) -> int:
    if result.faults or result.head is None or result.game is None or not result.events:
        place = f"{result.source}: {shown(result.game or 'the database', 200)}"
        why = result.faults[0].message if result.faults else "there is no event in it"
        complain(f"{place}: no checkpoint: {shown(why, 400)}; `mjlog verify` shows more")
        return 1
    events, head, game = result.events, result.head, result.game
    short = short_form(events, head, game)
    if as_json:
        write_json({"source": result.source, "game": game, "events": events, "head": head, "short": short})
    else:
        say(short)
        if not only_short:
            say(full_form(events, head, game))
    return 0
