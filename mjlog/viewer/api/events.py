"""The events of a game in words, the table after any of them; and events sent to be appended to a log.

Whoever holds the token appends: one durable transaction, or nothing. What comes in passes the same border as a file
that is imported. What breaks a rule is stored all the same, and said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import Annotated, Any

from flask import Response, request, url_for
from msgspec import Meta
from werkzeug.exceptions import BadRequest

from mjlog.answers import Address, Answer, Count, Digest, EventAnswer, GameId, OfGame, Seq, plain, says
from mjlog.answers import View as Shown
from mjlog.audit.game import Game, row_type
from mjlog.chain import GENESIS, chain, event_body
from mjlog.errors import ConflictError, MjlogError, NotationError, RecordError
from mjlog.events import Correction
from mjlog.findings import Finding, Grave, worst
from mjlog.formats.shorthand.reading import NotAnEventError
from mjlog.log.corrections import KEPT_ID, other_game_in
from mjlog.log.sight import parse_view, sight_name
from mjlog.recording.session import ChangedError, pencil_beside
from mjlog.recording.what_if import WhatIf, what_if
from mjlog.store import SqliteStore
from mjlog.store.values import KEEP, Head, Keep
from mjlog.text import counted, quoted
from mjlog.viewer.answers import PRIVATE, Problem, answer
from mjlog.viewer.api.operations import (
    GAME,
    PAGE,
    READERS,
    READING,
    ApiBlueprint,
    Asked,
    PagedOfGame,
    json_body,
    operation,
    part_of,
)
from mjlog.viewer.live import live
from mjlog.viewer.requests import hand_in, library, opened_whole, place_in, read_as, refuse_unseen, with_rulings_on
from mjlog.viewer.serving.guard import authorized_writer
from mjlog.views.board import Board
from mjlog.views.claimable import Claims
from mjlog.views.moment import (
    MoveAnswer,
    SeatMoves,
    by_seat,
    claims_after,
    moment_at,
    move_answer,
    moves_after,
    waits_after,
)
from mjlog.views.seen import CorrectionNote, correction_of, findings_by_event, findings_of, sight_in, words_at, words_in
from mjlog.views.waiting import SeatWaits
from mjlog_schemas.api import AppendSchema

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
    waits: Annotated[list[SeatWaits], says("of the hands that the view sees, and that lack one tile or are complete")]
    correction: Annotated[CorrectionNote | None, says("null where no correction is about the event")]
    next: Address | None
    previous: Address | None


@operation(blueprint, f"{GAME}/events", EventList, query=(*PAGE, *READING, "hand", "view"), problems=(409,))
def events(query: Asked, name: str) -> EventList:
    """The events of a game in words, as the view that is asked for may see them."""
    seen_by = parse_view(query["view"])
    with opened_whole(name, query) as game:
        refuse_unseen(game, seen_by)
        number, places = query.get("hand"), range(len(game.rows))
        if number is not None:
            hand = game.hands[0] if number == 0 else hand_in(game, number)
            places = range(hand.first, hand.end)
        part, fields = part_of(query, len(places))
        lines = []
        for place in (places[at] for at in part):
            hand, seq = game.hand_at(place), game.seq_at(place)
            here = findings_by_event(hand).get(seq, [])
            line = EventLineAnswer(
                seq=seq,
                hand=hand.number,
                type=row_type(game.rows[place]),
                words=words_in(hand.seen(sight_in(hand, seen_by)))[place - hand.first],
                findings=len(here),
                worst=worst(here),
                url=url_for("api_moments.event", name=name, seq=seq),
            )
            lines.append(line)
    return EventList(**read_as(name, query), view=query["view"], events=lines, **fields)


@operation(blueprint, f"{GAME}/events/<natural:seq>", MomentAnswer, query=(*READING, "view"), problems=(409,))
def event(query: Asked, name: str, seq: int) -> MomentAnswer:
    """The game just after one event: the table, what was found, what could be done and claimed there, and why not.

    Of a hand in progress everybody is given the table's view, whatever view is asked for.
    """
    with opened_whole(name, query) as game:
        place = place_in(game, seq)
        seen_by = parse_view(query["view"])
        refuse_unseen(game, seen_by)
        moment = moment_at(game, place, seen_by)
        moves = moves_after(game, place, moment.sight)
        steps = Steps(
            first=game.seq_at(moment.hand.first),
            last=game.seq_at(moment.hand.end - 1),
            previous=game.neighbour(place, -1),
            next=game.neighbour(place, 1),
            previous_move=game.neighbour(place, -1, MOVES),
            next_move=game.neighbour(place, 1, MOVES),
        )
        here = {"name": name, "view": query["view"], "log": query["log"], "as-of": query.get("as_of")}
        return MomentAnswer(
            **read_as(name, query),
            seq=moment.seq,
            hand=moment.hand.number,
            over=moment.hand.is_over,
            view=sight_name(moment.sight),
            event=None if moment.event is None else plain(moment.event),
            words=moment.words,
            findings=with_rulings_on(game, moment.findings),
            steps=steps,
            board=moment.board,
            possible=by_seat(moves),
            moves=[move_answer(move) for move in moves],
            claims=claims_after(game, place, moment.sight),
            waits=waits_after(game, place, moment.sight),
            correction=correction_of(game, seq, moment.sight),
            next=None if steps.next is None else url_for("api_moments.event", **here, seq=steps.next),
            previous=None if steps.previous is None else url_for("api_moments.event", **here, seq=steps.previous),
        )


@operation(blueprint, f"{GAME}/events/<natural:seq>/if", WhatIf, query=(*READING, "view", "acts"), problems=(409,))
def variation(query: Asked, name: str, seq: int) -> WhatIf:
    """What becomes of other acts after an event, instead of what followed: legal or not, and what could be done then.

    Nothing is stored. Of a hand in progress it is judged by what the table sees.
    """
    seen_by = parse_view(query["view"])
    with opened_whole(name, query) as game:
        refuse_unseen(game, seen_by)
        try:
            return what_if(game, place_in(game, seq), query["acts"], seen_by)
        except (RecordError, NotationError, NotAnEventError) as error:
            raise Problem(409, str(error), kind="act", title="That cannot be tried") from None


_VERSION = re.compile(r'"(0|[1-9][0-9]{0,14})"')
_KEY = re.compile(r"[!-~]{1,200}")
_EXAMPLE = {
    "expected_last": 0,
    "events": [
        {"type": "game-start", "format": 1, "game": "tuesday", "ruleset": "western",
         "players": ["anna", "ben", "cleo", "dora"]},
    ],
}  # fmt: skip


class AppendedEvent(Answer):
    """An event that was stored, as everybody may see it."""

    seq: Seq
    type: str
    words: str
    findings: Annotated[list[Finding], says("what the rules say of it")]
    url: Address


class VersionAnswer(Answer):
    """The end of the log."""

    seq: Annotated[Seq, says("the version that the next append expects")]
    id: Digest


class Appended(Answer):
    """What was stored."""

    game: GameId
    first: Annotated[Seq, says("the first event that was stored")]
    last: Annotated[VersionAnswer, says("the log as it was right after these events")]
    count: Annotated[int, Meta(ge=1, description="how many events were stored")]
    events: list[AppendedEvent]


@operation(blueprint, f"{GAME}/events", Appended, body=AppendSchema, status=201, problems=(403, 409, 412, 428),
           token="needed", example=_EXAMPLE)  # fmt: skip
def append(query: Asked, name: str) -> Response:
    """Append events to a log; a new game begins with its `game-start`, and `expected_last` 0.

    All are stored in one durable transaction, or none. `expected_last` is the last event that the writer has seen: if
    another writer was first, nothing is stored (409). It may be left out where the header `If-Match: "SEQ"` states it
    (then 412). `seq` may be left out of events: they follow one another. With `Idempotency-Key` the same append sent
    twice is stored once and answered the same; the key with another body is refused (409). What breaks a rule is
    stored all the same: the answer says what was found.
    """
    # The events in their places.
    expected: int = query["expected_last"]
    fields = [{"seq": expected + at, **event} for at, event in enumerate(query["events"], start=1)]
    for at, event in enumerate(fields):
        _refuse_misplaced(name, event, expected + at + 1)
    # The name of the append.
    sent = request.headers.get("Idempotency-Key")
    if sent is not None and _KEY.fullmatch(sent) is None:
        raise BadRequest(f"`Idempotency-Key` is {quoted(sent)}: expected 1 to 200 letters, digits and signs, no blanks")
    with authorized_writer().store() as store:
        head = _stored(store, name, fields, sent)
        live().notify()
        library().grew(name)
    appended = _told(name, len(fields), head)
    response = answer(appended, 201, PRIVATE)
    response.headers["Location"] = url_for("api_moments.event", name=name, seq=appended.first)
    return response


# -- what is asked ----------------------------------------------------------------------------------------------


def body_to_append() -> dict[str, Any]:
    """The body, with the version of the log that `If-Match` states where it states none itself.

    Raises:
        BadRequest: the header states none, or another one than the body.
        Problem: neither does.
    """
    fields, stated = json_body(), request.headers.get("If-Match")
    if stated is not None:
        match = _VERSION.fullmatch(stated.strip())
        if match is None:
            raise BadRequest(f'`If-Match` is {quoted(stated)}: expected the last event that you have seen, like "37"')
        fields.setdefault("expected_last", int(match[1]))
        if fields["expected_last"] != int(match[1]):
            raise BadRequest("`If-Match` and `expected_last` state different versions")
    elif "expected_last" not in fields:
        detail = "which version of the log is it to follow? state `expected_last`, or `If-Match`"
        raise Problem(428, detail, kind="version", title="No version")
    return fields


READERS[AppendSchema] = body_to_append


def _refuse_misplaced(name: str, event: Mapping[str, Any], due: int) -> None:
    """An event has the next number; the first one, and no other, begins the game, which is that of the address."""
    begins = event["type"] == "game-start"
    if event["seq"] != due:
        raise _conflict(f"event {event['seq']} comes where event {due} was due")
    if begins != (due == 1):
        words = "a log begins with game-start" if due == 1 else "a game has one game-start, its first event"
        raise _conflict(f"event {due} is {event['type']}: {words}")
    if begins and event["game"] != name:
        raise _conflict(f"the game-start is that of {quoted(event['game'])}, the address that of {quoted(name)}")
    inside = event["events"] if event["type"] == "correction" else ()
    other = other_game_in(Correction(seq=due, events=tuple(inside), reason=""), name)
    if other is not None:
        raise _conflict(f"event {due} makes the game-start that of {quoted(other)}, of {quoted(name)}: {KEPT_ID}")


def _conflict(detail: str, kind: str = "misplaced") -> Problem:
    return Problem(409, f"{detail}: nothing was stored", kind=kind, title="It does not fit")


# -- storing ----------------------------------------------------------------------------------------------------


def _stored(store: SqliteStore, name: str, fields: Sequence[dict[str, Any]], key: str | None) -> Head:
    """Store the events, if nobody was first. `key`: the name of the append.

    Raises:
        Problem: somebody was; or the key was used before; or the ids that were sent are not those of this log.
    """
    expected = int(fields[0]["seq"]) - 1
    bodies = [event_body(event) for event in fields]
    pencil: bytes | Keep | None = KEEP
    if key is None or store.appended(key) is None:
        if _last(store, name) != expected:
            raise _stale(store, name, expected)
        # Ids that are sent with events must be those that the log gives them: they come from another log otherwise.
        head = store.head(name).id if expected else GENESIS
        ids = [head, *chain(bodies, head)]
        for event, *links in zip(fields, ids[1:], ids, strict=False):
            if any(event.get(name, due) not in (None, due) for name, due in zip(("id", "prev"), links, strict=True)):
                words = f"event {event['seq']} has an id or prev that is not the one that it has in this log"
                raise _conflict(words, "chain")
        pencil = _pencil_beside(store, name, bodies) if expected else KEEP
    try:
        return store.append(name, bodies, expected_last=expected, key=key, expected_draft=pencil)
    except ConflictError:
        if key is not None and store.appended(key) is not None:
            detail = f"the key {quoted(key)} was used before, for something else"
            raise _conflict(detail, "key-reused") from None
        raise _stale(store, name, expected) from None


def _pencil_beside(store: SqliteStore, name: str, bodies: Sequence[bytes]) -> bytes | Keep | None:
    """What is in pencil, which these events leave what it is.

    Raises:
        Problem: they do not.
    """
    if store.draft(name) is None:
        return KEEP
    try:
        return pencil_beside(store, name, store.bodies(name), bodies)
    except ChangedError as error:
        raise Problem(409, str(error), kind="pencil", title="It does not fit") from None
    except MjlogError:
        return KEEP  # the game cannot be recorded by hand


def _last(store: SqliteStore, game: str) -> int:
    return store.head(game).seq if game in store else 0


def _stale(store: SqliteStore, name: str, expected: int) -> Problem:
    has = counted(_last(store, name), "event")
    detail = f"the game has {has}, you had seen {expected}: nothing was stored; read what is there first"
    code = 412 if "If-Match" in request.headers else 409
    return Problem(code, detail, kind="stale", title="Another writer was first")


# -- answering --------------------------------------------------------------------------------------------------


def _told(name: str, count: int, head: Head) -> Appended:
    """What was stored, as everybody may see it, and what the rules say of it.

    It is told from the log as it was right after: the same append sent again is answered the same.
    """
    first = head.seq - count + 1
    with _right_after(name, head.seq) as (corrected, recorded):
        findings = (finding for hand in corrected.hands for finding in findings_of(hand) if first <= (finding.seq or 0))
        ruled = with_rulings_on(corrected, findings)
        # Of a hand that is played again, as it stands now: it has the number of the void one.
        over = {hand.number: hand.is_over for hand in corrected.hands}
        events = []
        for seq in range(first, head.seq + 1):
            # As recorded, corrections too; of a hand in progress as it is seen at the table.
            place = place_in(recorded, seq)
            hand = recorded.hand_at(place)
            seen = hand.seen(sight_in(hand, "open") if over.get(hand.number) else "table")
            event = AppendedEvent(
                seq=seq,
                type=row_type(recorded.rows[place]),
                words=words_at(seen, place - hand.first),
                findings=[finding for finding in ruled if finding.seq == seq],
                url=url_for("api_moments.event", name=name, seq=seq),
            )
            events.append(event)
    return Appended(
        game=name,
        first=first,
        last=VersionAnswer(head.seq, head.id),
        count=count,
        events=events,
    )


@contextmanager
def _right_after(name: str, seq: int) -> Iterator[tuple[Game, Game]]:
    """A game as it was when this event was its last, as corrected and as recorded.

    Nearly always it still is. Then the game that is kept goes on by what was added, and is not replayed.
    """
    with ExitStack() as held:
        corrected = held.enter_context(library().game(name))
        as_of = None if corrected.log.last == seq else seq
        if as_of is not None:
            corrected = held.enter_context(library().game(name, as_of=as_of))
        recorded = corrected
        if corrected.log.corrections:
            recorded = held.enter_context(library().game(name, as_recorded=True, as_of=as_of))
        yield corrected, recorded
