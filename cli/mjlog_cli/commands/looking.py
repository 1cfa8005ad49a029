"""`mjlog log`, `replay`: the events of a game in words, and the table at one moment of it."""

from __future__ import annotations

import textwrap
from collections import defaultdict
from typing import TYPE_CHECKING, Any

import click

from mjlog.errors import MjlogError, NotationError
from mjlog.reports.finding_words import finding_line, hand_words
from mjlog.text import shown
from mjlog.views.moment import moment_at, moves_after
from mjlog.views.seen import correction_of, event_lines, findings_by_event, place_read, unseen_player
from mjlog_cli.console import columns, say, tell, write_json
from mjlog_cli.games import last_game_argument, replayed
from mjlog_cli.params import as_of_option, as_recorded_option, cards_option, db_option, json_option

if TYPE_CHECKING:
    from mjlog.audit.game import Game, Hand
    from mjlog.cards.shelf import CardShelf
    from mjlog.log.sight import View
    from mjlog.views.moment import Moment, Move
    from mjlog.views.seen import CorrectionNote, EventLine


# -- log --------------------------------------------------------------------------------------------------------------


@click.command(name="log")
@last_game_argument
@db_option
@click.option("--hand", "number", type=click.IntRange(0), metavar="N",
              help="Only this hand; 0 is what comes before the first.")  # fmt: skip
@as_recorded_option
@as_of_option
@cards_option
@json_option
def log_command(
    game: str | None, db: str | None, number: int | None, as_recorded: bool, as_of: int | None,
    cards: CardShelf, as_json: bool,
) -> None:  # fmt: skip
    """Tell the events of GAME in words: each with its number, what was found at it, and what was corrected. Without
    GAME: the last game.

    replay, dispute, ruling and corrections ask for these numbers. Of a hand in progress, what the table saw is told.
    """
    seen, _record = replayed(game, db, as_recorded, as_of, cards, to_owner=True)
    hands = seen.hands
    if number is not None:
        # With what comes before the first one.
        named = seen.hands[0] if number == 0 else seen.hand(number)
        if named is None:
            raise MjlogError(f"{seen.id} has {len(seen.played)} hands: there is no hand {number}")
        hands = [named]
    for hand in hands:
        if not as_json:
            _print(seen, hand)
            continue
        findings, corrected = findings_by_event(hand), _corrected(seen, hand)
        for line in event_lines(hand, "open"):
            write_json({
                "game": seen.id, "hand": hand.number, "seq": line.seq, "until": line.until, "type": line.type,
                "words": line.words, "findings": [finding.as_json() for finding in findings.get(line.seq, [])],
                "corrected": [
                    {"first": note.first, "written": note.written, "stands": note.stands, "words": note.words}
                    for note in _taken(corrected, line)
                ],
            })  # fmt: skip


def _print(game: Game, hand: Hand) -> None:
    if hand.number is None:
        say(shown(game.id, 200))
    else:
        say()
        say(hand_words(hand.report))
    if hand.has_play and not hand.is_over:
        tell(f"hand {hand.number} is not over: it is told as the table sees it")
    width = columns(40, 120)
    findings, corrected = findings_by_event(hand), _corrected(game, hand)
    for line in event_lines(hand, "open"):
        # An event, its number before it; `!` where something was found, passes with the numbers of the first and last
        numbers = str(line.seq) if line.seq == line.until else f"{line.seq}-{line.until}"
        begin = f"{numbers:>6}{'!' if line.findings else ' '}  "
        say(textwrap.fill(line.words, width, initial_indent=begin, subsequent_indent=" " * 9))
        below = [finding_line(finding) for finding in findings.get(line.seq, [])]
        for note in _taken(corrected, line):
            # The words of a line may leave out what was changed: the options of a game.
            says_more = note.stands.startswith(line.words) and note.stands != line.words
            now = f". It stands: {note.stands}" if says_more else ""
            was = f". {'First written' if note.stands else 'It said'}: {note.written}{now}"
            below.append(f"({note.words}{was if note.first is not None else ''})")
        for text in below:
            say(textwrap.indent(textwrap.fill(text, width - 9), " " * 9))


def _corrected(game: Game, hand: Hand) -> dict[int, list[CorrectionNote]]:
    """What corrections of a hand have changed, by the event it is told with: of what is void, the one before it."""
    notes = defaultdict(list)
    for root in () if game.as_recorded else game.slots.members:
        place, note = place_read(game, root), correction_of(game, root, "open")
        if place is not None and note is not None and hand.first <= place < hand.end:
            notes[game.seq_at(place)].append(note)
    return notes


def _taken(corrected: dict[int, list[CorrectionNote]], line: EventLine) -> list[CorrectionNote]:
    """What is to be told with a line; each is told once."""
    here = [seq for seq in corrected if line.seq <= seq <= line.until]
    return [note for seq in here for note in corrected.pop(seq)]


# -- replay -----------------------------------------------------------------------------------------------------------


def view_of(ctx: click.Context, param: click.Parameter, value: str) -> View:
    """Who looks, as it was typed.

    Raises:
        BadParameter: there is no such view.
    """
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
@click.option("--view", "view", metavar="[table|open|E|S|W|N|@NAME]", callback=view_of, default="open",
              show_default=True, help="Whose tiles are seen: everybody's, nobody's, or those of a seat, or of a player "
              "(@NAME), who is at the bottom of the table in every hand. A hand that is not over shows what lies on "
              "the table, to everybody.")  # fmt: skip
@click.option("--unicode", is_flag=True, help="Draw the tiles themselves (U+1F000 and on).")
@click.option("--moves", "with_moves", is_flag=True, help="Also what could be done at that moment, by every seat, as "
              "far as the view tells.")  # fmt: skip
@as_recorded_option
@as_of_option
@cards_option
@json_option
def replay_command(
    game: str | None,
    db: str | None,
    hand: int | None,
    seq: int | None,
    view: View,
    unicode: bool,
    with_moves: bool,
    as_recorded: bool,
    as_of: int | None,
    cards: CardShelf,
    as_json: bool,
) -> None:
    """Show the table of GAME at one moment: who holds what, what lies where, what is due next. Without GAME: the
    last game.

    With the score card of the game it also shows which lines each seat can still play.
    """
    seen, _record = replayed(game, db, as_recorded, as_of, cards, to_owner=True)
    if unseen_player(seen, view):
        raise MjlogError(f"--view: {unseen_player(seen, view)}")
    moment = moment_at(seen, _place(seen, hand, seq), view)
    could = moves_after(seen, moment.place, moment.sight) if with_moves else None
    if as_json:
        write_json(moment_fields(seen, moment, could))
        return
    if not moment.hand.is_over and view != "table":
        tell("this hand is not over: it is shown as the table sees it")
    from mjlog.views.board import text_table

    read = ["as recorded"] * seen.as_recorded + [f"as of event {seen.as_of}"] * (seen.as_of is not None)
    reading = f" ({', '.join(read)})" if read else ""
    say(f"{shown(seen.id, 200)}, event {moment.seq} of {seen.last_seq}{reading}")
    say(moment.words)
    say()
    width = columns(40, 120)
    say(text_table(moment.board, unicode, width).rstrip("\n"))
    if moment.findings:
        say()
    for finding in moment.findings:
        say(finding_line(finding))
    if could is not None:
        from mjlog.views.moment import in_short

        say()
        say("what could be done:" if could else "nothing could be done")
        for line in in_short(could):
            say(f"  {line}")


def _place(game: Game, number: int | None, seq: int | None) -> int:
    """The place in the log that was asked for.

    Raises:
        MjlogError: there is no such hand or event.
    """
    hand = game.hand(number) if number is not None else None
    if number is not None and hand is None:
        raise MjlogError(f"{game.id} has {len(game.played)} hands: there is no hand {number}")
    if seq is None:
        return hand.end - 1 if hand is not None else len(game.rows) - 1
    place = game.place_of(seq)
    if place is None:
        raise MjlogError(f"{game.id} has the events 1 to {game.last_seq}: there is no event {seq}")
    if hand is not None and not hand.first <= place < hand.end:
        first, last = game.seq_at(hand.first), game.seq_at(hand.end - 1)
        raise MjlogError(f"event {seq} is not in hand {number}, which has the events {first} to {last}")
    return place


def moment_fields(game: Game, moment: Moment, could: list[Move] | None) -> dict[str, Any]:
    """A moment as one JSON object. `could`: what could be done then, where that is wanted."""
    from mjlog.answers import plain
    from mjlog.views.moment import move_answer

    return {
        "game": game.id,
        "seq": moment.seq,
        "type": moment.event.type if moment.event is not None else None,
        "words": moment.words,
        "findings": [finding.as_json() for finding in moment.findings],
        **plain(moment.board),
        **({} if could is None else {"moves": [plain(move_answer(move)) for move in could]}),
    }
