"""What was legal at the moment of a disputed event, as a referee asks for it: what the rules allowed, and made sense.

The rules say what they refuse; they are silent where a record may have left something out. What nobody would call a
choice at that moment is not told: a set laid down by a winner whose hand lies open, a draw past a call that stands. Of
a score or a payment the choice is the right number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mjlog import events as ev
from mjlog.disputes.reading import DisputedMoment, table_before
from mjlog.rules.dead import replayed_for_three_wrong_hands
from mjlog.seats import SEATS, Seat
from mjlog.table import Table
from mjlog.views.event_words import words
from mjlog.views.moves import Move, SeatMoves, by_seat
from mjlog.views.naming import tile_words

_ANSWERS = (ev.Pass, ev.Claim, ev.Retract, ev.Expose, ev.Fishing)
"""What can be done about a tile while a call for it stands; and a win on it."""
_FROM_OTHERS = ("discard", "kong")
_IF_WRONG = ", if three hands have a wrong number of tiles"


def possible_acts(moment: DisputedMoment) -> list[SeatMoves]:
    """All that could rightly be done instead of the event, each seat's acts together; empty before a hand begins."""
    if not moment.hand.has_play or moment.first == moment.hand.first:
        return []
    table = table_before(moment, moment.sight)
    found = [move for move in moment.view.moves(moment.first - 1, moment.sight) if _is_choice(table, move)]
    acts = by_seat(found, tile_words)
    return _together([*_right_numbers(moment, table), *(_with_condition(table, one, found) for one in acts)])


def _is_choice(table: Table, move: Move) -> bool:
    event = move.event
    if isinstance(event, ev.Expose) and table.winner is event.seat:
        return table.place(event.seat).shown is None
    if not table.claims or table.winner is not None:
        return True
    return isinstance(event, _ANSWERS) or (isinstance(event, ev.Mahjong) and event.source in _FROM_OTHERS)


def _with_condition(table: Table, one: SeatMoves, found: Sequence[Move]) -> SeatMoves:
    """What is nobody's act; that a hand is played again with its condition, unless three hands are declared dead."""
    if one.seat is not None or not any(isinstance(move.event, ev.Replay) for move in found):
        return one
    if replayed_for_three_wrong_hands(table, ev.Washout(seq=1)) is not None:
        return one
    # By kind, in their order: the hand that is played again comes last.
    return SeatMoves(None, (*one.acts[:-1], one.acts[-1] + _IF_WRONG))


def _right_numbers(moment: DisputedMoment, table: Table) -> Iterator[SeatMoves]:
    """The worth of the hand that is announced, the payment that is due; nothing where they cannot be computed."""
    report, row = moment.hand.report, moment.row
    if not moment.hand.is_over:
        return
    if isinstance(row, ev.Score) and row.seat.value in report.computed:
        yield SeatMoves(row.seat, (f"announce the hand at {report.computed[row.seat.value]}",))
    elif isinstance(row, ev.Settlement) and report.owed is not None:
        change = {Seat[seat]: points for seat, points in report.owed.items()}
        said = words(table, ev.Settlement(seq=1, change=change))
        yield SeatMoves(None, (said[:1].lower() + said[1:],))


def _together(acts: Sequence[SeatMoves]) -> list[SeatMoves]:
    """All acts of a seat in one line, East's first; what is nobody's act comes last."""
    made = {seat: [act for one in acts if one.seat is seat for act in one.acts] for seat in (*SEATS, None)}
    return [SeatMoves(seat, tuple(own)) for seat, own in made.items() if own]
