"""`mjlog new`: a game begins."""

from __future__ import annotations

from typing import Any

import click

from mjlog.cards.shelf import card_name
from mjlog.recording.beginning import Beginning, begin, club_list, written_otherwise
from mjlog.rulesets import resolve, self_contained
from mjlog.store import open_store
from mjlog.text import as_command, shown
from mjlog_cli.console import complain, say
from mjlog_cli.moments import moment
from mjlog_cli.params import database_path, db_option, options_option, ruleset_of, ruleset_option, shelf_of


@click.command(name="new")
@db_option
@ruleset_option("The rule set: an id such as classical (`mjlog rules` lists them), or a club's own document.",
                required=True)  # fmt: skip
@click.option("--player", "players", multiple=True, required=True, metavar="HANDLE",
              help="A player, four times (or three): the first East, then on to the right.")  # fmt: skip
@options_option
@click.option("--card", metavar="ID|FILE",
              help="The score card that is played by; its id and digest go into the game.")  # fmt: skip
@click.option("--game", metavar="ID", help="The game's id. Default: today's date and some letters.")
@click.option("--place", metavar="TEXT", help="Where it is played.")
@click.option("--table", metavar="TEXT", help="At which table.")
@click.option("--at", metavar="TIME", default="now", show_default=True,
              help="When it began: a day, or an RFC 3339 time in UTC; `-`: nobody knows.")  # fmt: skip
@click.option("--recorder", metavar="HANDLE", help="Who writes it down.")
def command(
    db: str | None, ruleset: str, players: tuple[str, ...], options: dict[str, Any], card: str | None,
    game: str | None, place: str | None, table: str | None, at: str, recorder: str | None,
) -> None:  # fmt: skip
    """Begin a game in the database, and print its id. `mjlog add ID hand-start` begins its first hand.

    Name players by handles, not by their real names: what is recorded stays. A club's own rule set is written into the
    game, and the game is always judged by it. Of a score card only id and digest are written.
    """
    shelf_of((card,) if card is not None else ())
    wanted = Beginning(
        self_contained(ruleset_of(ruleset, db)),
        players,
        options,
        card_name(card) if card is not None else None,
        game,
        place,
        table,
        moment(at),
        recorder,
    )
    with open_store(database_path(db)) as store:
        club = club_list(store)
        say(begin(store, wanted))
    if card is None and resolve(wanted.rules, wanted.options).plan.family.wins_by_card:
        complain("note: these rules go by a score card, and none is named (--card); `fix card ID` names it later")
    for player in players:
        known = written_otherwise(player, club)
        if known is not None:
            complain(
                f"note: {shown(player, 40)} plays, and {shown(known, 40)} has played here: if that is one person, "
                f"`{as_command('people merge', player, known)}`"
            )
