"""`mjlog replay`: the table at one moment of a game."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

import click

from mjlog.errors import MjlogError, NotationError
from mjlog.text import shown
from mjlog.views.moment import moment_at, moves_after
from mjlog.views.seen import unseen_player
from mjlog_cli.console import say, tell, write_json
from mjlog_cli.findings import finding_line
from mjlog_cli.games import last_game, last_game_argument, opened
from mjlog_cli.params import as_of_option, as_recorded_option, cards_option, db_option, json_option, shelf_of

if TYPE_CHECKING:
    from mjlog.audit.game import Game
    from mjlog.log.sight import View
    from mjlog.views.moment import Moment
    from mjlog.views.moves import Move


def _view(ctx: click.Context, param: click.Parameter, value: str) -> View:
    from mjlog.log.sight import parse_view

    try:
        return parse_view(value)
    except NotationError as error:
        raise click.BadParameter(str(error), ctx, param) from None


@click.command(name="replay")
@last_game_argument
@db_option
@click.option("--hand", type=click.IntRange(1), metavar="N", help="The end of this hand. Default: of the last one.")
@click.option("--to", "seq", type=click.IntRange(1), metavar="SEQ", help="The table just after this event.")
@click.option("--view", "view", metavar="[table|open|E|S|W|N|@NAME]", callback=_view, default="open", show_default=True,
              help="Whose tiles are seen: everybody's, nobody's, or those of a seat, or of a player (@NAME), who is at "
              "the bottom of the table in every hand. A hand that is not over shows what lies on the table, to "
              "everybody.")  # fmt: skip
@click.option("--unicode", is_flag=True, help="Draw the tiles themselves (U+1F000 and on).")
@click.option("--moves", "with_moves", is_flag=True, help="Also what could be done at that moment, by every seat, as "
              "far as the view tells.")  # fmt: skip
@as_recorded_option("The plain log, without its corrections.")
@as_of_option
@cards_option
@json_option
def command(
    game: str | None,
    db: str | None,
    hand: int | None,
    seq: int | None,
    view: View,
    unicode: bool,
    with_moves: bool,
    as_recorded: bool,
    as_of: int | None,
    cards: tuple[str, ...],
    as_json: bool,
) -> None:
    """Show the table of GAME at one moment: who holds what, what lies where, what is due next.

    Without GAME: of the last one.

    With the score card of the game: also the lines of it that are left to each seat by its exposures.
    """
    from mjlog.audit.game import Game
    from mjlog.log.records import as_of as log_as_of

    shelf = shelf_of(cards)
    with opened(last_game(db) if game is None else game, db) as record:
        # Whoever gives a card is its owner, and this is the owner's own terminal.
        seen = Game(log_as_of(record, as_of), as_recorded, cards=shelf, to_owner=True)
    if unseen_player(seen, view):
        raise MjlogError(f"--view: {unseen_player(seen, view)}")
    moment = moment_at(seen, _place(seen, hand, seq), view)
    could = moves_after(seen, moment.place, moment.sight) if with_moves else None
    if as_json:
        write_json(_fields(seen, moment, could))
        return
    if not moment.hand.is_over and view != "table":
        tell("this hand is not over: it is shown as the table sees it")
    _print(seen, moment, unicode)
    if could is not None:
        _print_moves(could)


def _place(seen: Game, number: int | None, seq: int | None) -> int:
    """The place in the log that was asked for.

    Raises:
        MjlogError: there is no such hand or event.
    """
    if not seen.rows:
        raise MjlogError(f"{seen.source}: the log is empty")
    hand = seen.hand(number) if number is not None else None
    if number is not None and hand is None:
        raise MjlogError(f"{seen.id} has {len(seen.played)} hands: there is no hand {number}")
    if seq is None:
        return hand.end - 1 if hand is not None else len(seen.rows) - 1
    place = seen.place_of(seq)
    if place is None:
        raise MjlogError(f"{seen.id} has the events 1 to {seen.last_seq}: there is no event {seq}")
    if hand is not None and not hand.first <= place < hand.end:
        first, last = seen.seq_at(hand.first), seen.seq_at(hand.end - 1)
        raise MjlogError(f"event {seq} is not in hand {number}, which has the events {first} to {last}")
    return place


def _fields(seen: Game, moment: Moment, could: list[Move] | None) -> dict[str, Any]:
    from mjlog.answers import plain
    from mjlog.views.moves import move_answer

    return {
        "game": seen.id,
        "seq": moment.seq,
        "type": moment.event.type if moment.event is not None else None,
        "words": moment.words,
        "findings": [finding.as_json() for finding in moment.findings],
        **plain(moment.board),
        **({} if could is None else {"moves": [plain(move_answer(move)) for move in could]}),
    }


def _reading(seen: Game) -> str:
    """How the log is read, where it is read otherwise than usual."""
    told = "as recorded" if seen.as_recorded else ""
    if seen.as_of is not None:
        told += f"{', ' if told else ''}as of event {seen.as_of}"
    return f" ({told})" if told else ""


def _print_moves(could: list[Move]) -> None:
    from mjlog.views.moves import in_short

    say()
    say("what could be done:" if could else "nothing could be done")
    for line in in_short(could):
        say(f"  {line}")


def _print(seen: Game, moment: Moment, unicode: bool) -> None:
    from mjlog.views.text_table import text_table

    say(f"{shown(seen.id, 200)}, event {moment.seq} of {seen.last_seq}{_reading(seen)}")
    say(moment.words)
    say()
    width = min(max(shutil.get_terminal_size((80, 24)).columns, 40), 120)
    say(text_table(moment.board, unicode, width).rstrip("\n"))
    if moment.findings:
        say()
    for finding in moment.findings:
        say(finding_line(finding))
