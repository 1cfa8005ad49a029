"""The events of a game in words, and the table after any of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from flask import url_for

from mjlog.answers import Address, Answer, Count, EventAnswer, OfGame, Seq, plain, says
from mjlog.answers import View as Shown
from mjlog.audit.game import Game, Hand, row_type
from mjlog.findings import Finding, Grave, worst
from mjlog.log.sight import View, parse_view, sight_name
from mjlog.viewer.api.access import opened, read_as
from mjlog.viewer.api.operations import GAME, ApiBlueprint, Asked, PagedOfGame, operation, part_of
from mjlog.viewer.objections import with_rulings_on
from mjlog.viewer.requests import hand_in, place_in, refuse_unseen
from mjlog.views.board import Board
from mjlog.views.claimable import Claims
from mjlog.views.corrected import CorrectionNote, correction_of
from mjlog.views.moment import claims_after, moment_at, moves_after, waits_after
from mjlog.views.moves import MoveAnswer, SeatMoves, by_seat, move_answer
from mjlog.views.seen import findings_by_event, sight_in, words_in
from mjlog.views.waiting import SeatWaits
from mjlog_schemas.api import EventsQuery, MomentQuery

blueprint = ApiBlueprint("moments", "What happened, event by event, as somebody sees it.")
MOVES = frozenset((
    "draw", "kong-replacement", "bonus-replacement", "bonus", "discard", "expose", "kong", "mahjong", "washout", "show",
    "settlement", "charleston", "joker-exchange", "dead", "replay", "game-end", "fault",
))  # fmt: skip
"""Event types that a step to the next move stops at."""


class EventLineAnswer(Answer):
    """An event in words."""

    seq: Seq
    hand: Annotated[int | None, says("the hand that it belongs to")]
    type: Annotated[str, says("as the log has it; `fault` for a line that cannot be read")]
    words: Annotated[str, says("as the view that is asked for may see it")]
    findings: Annotated[Count, says("how many there are at it")]
    worst: Annotated[Grave | None, says("the gravest of them")]
    url: Address


class EventList(PagedOfGame):
    """A part of the events of a game, in words."""

    view: Annotated[str, says("that was asked for")]
    events: list[EventLineAnswer]


class Steps(Answer):
    """The seqs of other moments."""

    first: Annotated[Seq, says("of this hand")]
    last: Annotated[Seq, says("of this hand")]
    previous: Seq | None
    next: Seq | None
    previous_move: Seq | None
    next_move: Seq | None


class MomentAnswer(OfGame):
    """A game just after one event, as somebody sees it."""

    seq: Annotated[Seq, says("the event that stands there; of one that was corrected, what stands in its place")]
    hand: int | None
    over: Annotated[bool, says("the hand is over; while it is not, everybody has the table's view")]
    view: Annotated[Shown, says("the view that is shown; of a player the seat that the player has in this hand")]
    event: Annotated[EventAnswer | None, says("null where the line cannot be read")]
    words: str
    findings: list[Finding]
    steps: Steps
    board: Board
    possible: Annotated[list[SeatMoves], says("what the rules allow next, in short")]
    moves: Annotated[list[MoveAnswer], says("the same, one by one")]
    claims: Annotated[Claims | None, says("null where the event belongs to no tile that could be claimed")]
    waits: Annotated[
        list[SeatWaits], says("of the hands that the view sees, and that lack one tile or are complete")
    ]
    correction: Annotated[CorrectionNote | None, says("null where no correction is about the event")]
    next: Address | None
    previous: Address | None


@operation(blueprint, f"{GAME}/events", EventList, query=EventsQuery, problems=(409,))
def events(asked: Asked, name: str) -> EventList:
    """The events of a game in words, as the view that is asked for may see them."""
    seen_by = parse_view(asked["view"])
    with opened(name, asked) as view:
        refuse_unseen(view, seen_by)
        places = _places(view, asked.get("hand"))
        part, fields = part_of(asked, len(places))
        lines = [_line(view, places[at], seen_by, name) for at in part]
    return EventList(**read_as(name, asked), view=asked["view"], events=lines, **fields)


def _places(view: Game, number: int | None) -> Sequence[int]:
    """The places in the log of the events that are asked for."""
    if number is None:
        return range(len(view.rows))
    found = view.hands[0] if number == 0 else hand_in(view, number)
    return range(found.first, found.end)


def _line(view: Game, place: int, seen_by: View, name: str) -> EventLineAnswer:
    hand, seq = view.hand_at(place), view.seq_at(place)
    here = findings_by_event(hand).get(seq, [])
    return EventLineAnswer(
        seq=seq,
        hand=hand.number,
        type=row_type(view.rows[place]),
        words=words_in(hand.seen(sight_in(hand, seen_by)))[place - hand.first],
        findings=len(here),
        worst=worst(here),
        url=url_for("api_moments.event", name=name, seq=seq),
    )


@operation(blueprint, f"{GAME}/events/<natural:seq>", MomentAnswer, query=MomentQuery, problems=(409,))
def event(asked: Asked, name: str, seq: int) -> MomentAnswer:
    """The game just after one event: the table, what was found, what could be done and claimed there, and why not.

    Of a hand in progress everybody is given the table's view, whatever view is asked for.
    """
    with opened(name, asked) as view:
        return _moment(view, seq, name, asked)


def _moment(view: Game, seq: int, name: str, asked: Asked) -> MomentAnswer:
    place = place_in(view, seq)
    seen_by = parse_view(asked["view"])
    refuse_unseen(view, seen_by)
    moment = moment_at(view, place, seen_by)
    moves = moves_after(view, place, moment.sight)
    steps = _steps(view, moment.hand, place)
    here = {"name": name, "view": asked["view"], "log": asked["log"], "as-of": asked.get("as_of")}
    return MomentAnswer(
        **read_as(name, asked),
        seq=moment.seq,
        hand=moment.hand.number,
        over=moment.hand.is_over,
        view=sight_name(moment.sight),
        event=None if moment.event is None else plain(moment.event),
        words=moment.words,
        findings=with_rulings_on(view, moment.findings),
        steps=steps,
        board=moment.board,
        possible=by_seat(moves),
        moves=[move_answer(move) for move in moves],
        claims=claims_after(view, place, moment.sight),
        waits=waits_after(view, place, moment.sight),
        correction=correction_of(view, seq, moment.sight),
        next=None if steps.next is None else url_for("api_moments.event", **here, seq=steps.next),
        previous=None if steps.previous is None else url_for("api_moments.event", **here, seq=steps.previous),
    )


def _steps(view: Game, hand: Hand, place: int) -> Steps:
    """The neighbours of an event: first and last of its hand, next and previous in the log."""
    return Steps(
        first=view.seq_at(hand.first),
        last=view.seq_at(hand.end - 1),
        previous=view.neighbour(place, -1),
        next=view.neighbour(place, 1),
        previous_move=view.neighbour(place, -1, MOVES),
        next_move=view.neighbour(place, 1, MOVES),
    )
