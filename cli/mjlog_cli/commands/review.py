"""`mjlog review`: a game looked over, player by player; and what other acts would have come to."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from mjlog.answers import plain
from mjlog.errors import MjlogError
from mjlog.text import counted, shown
from mjlog.views.review import Review, review_of
from mjlog.views.words import with_names
from mjlog_cli.commands.looking import view_of
from mjlog_cli.console import columns, say, write_json
from mjlog_cli.games import last_game_argument, replayed
from mjlog_cli.params import as_of_option, as_recorded_option, cards_option, db_option, json_option, stranger_words

if TYPE_CHECKING:
    from mjlog.audit.game import Game
    from mjlog.cards.shelf import CardShelf
    from mjlog.log.sight import View


@click.command(name="review")
@last_game_argument
@db_option
@click.option("--player", metavar="NAME", help="Only this player.")
@click.option("--most", type=click.IntRange(1), default=10, show_default=True, metavar="N",
              help="So many moments of each player, those that cost most.")  # fmt: skip
@click.option("--after", type=click.IntRange(1), metavar="SEQ", help="The event that the acts of --if follow.")
@click.option("--if", "acts", metavar="ACTS", help="What if: acts in short hand after event SEQ instead of what "
              "followed, like 'discard S 5b' or 'sp'; nothing is stored.")  # fmt: skip
@click.option("--view", "view", metavar="[table|open|E|S|W|N|@NAME]", callback=view_of, default="open",
              show_default=True, help="Whose tiles are seen, for --if.")  # fmt: skip
@as_recorded_option
@as_of_option
@cards_option
@json_option
def review_command(
    game: str | None, db: str | None, player: str | None, most: int, after: int | None, acts: str | None, view: View,
    as_recorded: bool, as_of: int | None, cards: CardShelf, as_json: bool,
) -> int | None:  # fmt: skip
    """Look over GAME: for each player the moments at which something better was to be had, as that player could see,
    and what each cost: tiles further from being ready, live tiles, points paid. Without GAME: the last game.

    With --after and --if it says what the rules say of other acts, and what could be done then; the exit status is 1
    where they are illegal.
    """
    if (after is None) is not (acts is None):
        raise click.UsageError("--after says after which event, --if says what: expected both, or none of them")
    seen, _record = replayed(game, db, as_recorded, as_of, cards, to_owner=True)
    if after is not None and acts is not None:
        return _tried(seen, after, acts, view, as_json)
    review = review_of(seen)
    if player is not None and player not in review.players:
        raise MjlogError(f"--player: {stranger_words(player, review.players)}")
    if as_json:
        write_json(plain(review))
        return None
    for line in _told(seen, review, player, most):
        say(line)
    return None


def _tried(game: Game, after: int, acts: str, view: View, as_json: bool) -> int:
    from mjlog.recording.what_if import what_if
    from mjlog.views.seen import unseen_player

    place = game.place_of(after)
    if place is None:
        raise MjlogError(f"{game.id} has the events 1 to {game.last_seq}: there is no event {after}")
    if unseen_player(game, view):
        raise MjlogError(f"--view: {unseen_player(game, view)}")
    tried = what_if(game, place, acts, view)
    if as_json:
        write_json(plain(tried))
    else:
        say(textwrap.fill(with_names(tried.words, tried.hand.seats), columns(40, 120)))
    return int(tried.verdict == "illegal")


def _told(game: Game, review: Review, player: str | None, most: int) -> Iterator[str]:
    """The review in lines."""
    width = columns(40, 120)
    yield shown(game.id, 200)
    for name, look in review.players.items():
        if player not in (None, name):
            continue
        yield ""
        yield textwrap.fill(f"{shown(name, 40)}: {look.words}", width, subsequent_indent="  ")
        for lapse in look.lapses[:most]:
            hand = game.hand(lapse.hand) if lapse.hand is not None else None
            words = with_names(lapse.words, {} if hand is None else hand.seats)
            yield textwrap.fill(words, width, initial_indent=f"{lapse.seq:>6}  ", subsequent_indent=" " * 8)
        if len(look.lapses) > most:
            yield f"        … and {counted(len(look.lapses) - most, 'more moment')}: --most {len(look.lapses)}"
    if review.unknown:
        yield ""
    yield from (textwrap.fill(line, width, subsequent_indent="  ") for line in review.unknown)
    yield ""
    yield from (textwrap.fill(line, width) for line in review.counted)
