"""`mjlog log`: the events of a game in words, numbered."""

from __future__ import annotations

import shutil
import textwrap
from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from mjlog.errors import MjlogError
from mjlog.text import shown
from mjlog.views.corrected import correction_of, place_read
from mjlog.views.seen import event_lines, findings_by_event
from mjlog_cli.console import say, tell, write_json
from mjlog_cli.findings import finding_line, hand_words
from mjlog_cli.games import last_game, last_game_argument, opened
from mjlog_cli.params import as_of_option, as_recorded_option, cards_option, db_option, json_option, shelf_of

if TYPE_CHECKING:
    from mjlog.audit.game import Game, Hand
    from mjlog.views.corrected import CorrectionNote
    from mjlog.views.seen import EventLine

_NARROWEST, _WIDEST = 40, 120


@click.command(name="log")
@last_game_argument
@db_option
@click.option("--hand", "number", type=click.IntRange(0), metavar="N",
              help="Only this hand; 0 is what comes before the first.")  # fmt: skip
@as_recorded_option("The plain log, without its corrections.")
@as_of_option
@cards_option
@json_option
def command(
    game: str | None, db: str | None, number: int | None, as_recorded: bool, as_of: int | None,
    cards: tuple[str, ...], as_json: bool,
) -> None:  # fmt: skip
    """Tell the events of GAME in words, each with its number, what was found at it, and what corrections have put in
    whose place. Without GAME: of the last one.

    The number is what replay, dispute, ruling and corrections ask for. Of a hand that is not over it is told what the
    table saw.
    """
    from mjlog.audit.game import Game
    from mjlog.log.records import as_of as log_as_of

    shelf = shelf_of(cards)
    with opened(last_game(db) if game is None else game, db) as record:
        # Whoever gives a card is its owner, and this is the owner's own terminal.
        seen = Game(log_as_of(record, as_of), as_recorded, cards=shelf, to_owner=True)
    for hand in _hands(seen, number):
        if as_json:
            for fields in _fields(seen, hand):
                write_json(fields)
        else:
            _print(seen, hand)


def _hands(seen: Game, number: int | None) -> list[Hand]:
    """The hands that are asked for, with what comes before the first one.

    Raises:
        MjlogError: there is no such hand.
    """
    if not seen.rows:
        raise MjlogError(f"{seen.source}: the log is empty")
    if number is None:
        return seen.hands
    found = seen.hands[0] if number == 0 else seen.hand(number)
    if found is None:
        raise MjlogError(f"{seen.id} has {len(seen.played)} hands: there is no hand {number}")
    return [found]


def _fields(seen: Game, hand: Hand) -> Iterator[dict[str, object]]:
    found, corrected = findings_by_event(hand), _corrected(seen, hand)
    for line in event_lines(hand, "open"):
        yield {
            "game": seen.id, "hand": hand.number, "seq": line.seq, "until": line.until, "type": line.type,
            "words": line.words, "findings": [finding.as_json() for finding in found.get(line.seq, [])],
            "corrected": [
                {"first": note.first, "written": note.written, "stands": note.stands, "words": note.words}
                for note in _taken(corrected, line)
            ],
        }  # fmt: skip


def _print(seen: Game, hand: Hand) -> None:
    if hand.number is None:
        say(shown(seen.id, 200))
    else:
        say()
        say(hand_words(hand.report))
    if hand.has_play and not hand.is_over:
        tell(f"hand {hand.number} is not over: it is told as the table sees it")
    width = min(max(shutil.get_terminal_size((80, 24)).columns, _NARROWEST), _WIDEST)
    found, corrected = findings_by_event(hand), _corrected(seen, hand)
    for line in event_lines(hand, "open"):
        say(_event_line(line, width))
        below = [finding_line(finding) for finding in found.get(line.seq, [])]
        below += [_correction_line(note, line) for note in _taken(corrected, line)]
        for text in below:
            say(textwrap.indent(textwrap.fill(text, width - 9), " " * 9))


def _corrected(seen: Game, hand: Hand) -> dict[int, list[CorrectionNote]]:
    """What corrections of a hand have changed, by the event it is told with: of what is void, the one before it."""
    found = defaultdict(list)
    for root in () if seen.as_recorded else seen.slots.members:
        place, note = place_read(seen, root), correction_of(seen, root, "open")
        if place is not None and note is not None and hand.first <= place < hand.end:
            found[seen.seq_at(place)].append(note)
    return found


def _taken(corrected: dict[int, list[CorrectionNote]], line: EventLine) -> list[CorrectionNote]:
    """What is to be told with a line; each is told once."""
    here = [seq for seq in corrected if line.seq <= seq <= line.until]
    return [note for seq in here for note in corrected.pop(seq)]


def _correction_line(note: CorrectionNote, line: EventLine) -> str:
    if note.first is None:
        return f"({note.words})"
    # The words of a line may leave out what was changed: the options of a game.
    now = f". It stands: {note.stands}" if note.stands.startswith(line.words) and note.stands != line.words else ""
    return f"({note.words}. {'First written' if note.stands else 'It said'}: {note.written}{now})"


def _event_line(line: EventLine, width: int) -> str:
    """An event, its number before it; `!` where something was found, passes with the numbers of the first and last."""
    numbers = str(line.seq) if line.seq == line.until else f"{line.seq}-{line.until}"
    begin = f"{numbers:>6}{'!' if line.findings else ' '}  "
    return textwrap.fill(line.words, width, initial_indent=begin, subsequent_indent=" " * 9)
