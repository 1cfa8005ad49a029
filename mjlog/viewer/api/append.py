"""Events sent to be appended to a log, by whoever holds the token: one durable transaction, or nothing.

What comes in passes the same border as a file that is imported. What breaks a rule is stored all the same, and said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import Annotated, Any, NamedTuple

from flask import Response, request, url_for
from msgspec import Meta
from werkzeug.exceptions import BadRequest

from mjlog.answers import Address, Answer, Digest, GameId, Seq, says
from mjlog.audit.game import Game, row_type
from mjlog.canonical import GENESIS, chain, event_body
from mjlog.errors import ConflictError, MjlogError
from mjlog.events import Correction
from mjlog.findings import Finding
from mjlog.log.corrections import KEPT_ID, other_game_in
from mjlog.recording.session import ChangedError, pencil_beside
from mjlog.store import SqliteStore
from mjlog.store.protocol import KEEP, Head, Keep
from mjlog.text import counted, quoted
from mjlog.viewer.api.answers import answer
from mjlog.viewer.api.moments import blueprint
from mjlog.viewer.api.operations import GAME, READERS, Asked, json_body, operation
from mjlog.viewer.api.writer import authorized_writer
from mjlog.viewer.caching import PRIVATE
from mjlog.viewer.live.streams import live
from mjlog.viewer.objections import with_rulings_on
from mjlog.viewer.problems import Problem
from mjlog.viewer.requests import library, place_in
from mjlog.views.seen import findings_of, sight_in, words_at
from mjlog_schemas.api import AppendSchema

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


class _Wish(NamedTuple):
    """What is to be stored. `expected`: the last event that the writer has seen.

    `links`: the ids that were sent with the events, and those of the events before.
    """

    game: str
    expected: int
    bodies: list[bytes]
    links: list[tuple[object, object]]
    key: str | None


@operation(blueprint, f"{GAME}/events", Appended, body=AppendSchema, status=201, problems=(403, 409, 412, 428),
           token="needed", example=_EXAMPLE)  # fmt: skip
def append(asked: Asked, name: str) -> Response:
    """Append events to a log; a new game begins with its `game-start`, and `expected_last` 0.

    All are stored in one durable transaction, or none. `expected_last` is the last event that the writer has seen: if
    another writer was first, nothing is stored (409). It may be left out where the header `If-Match: "SEQ"` states it
    (then 412). `seq` may be left out of events: they follow one another. With `Idempotency-Key` the same append sent
    twice is stored once and answered the same; the key with another body is refused (409). What breaks a rule is
    stored all the same: the answer says what was found.
    """
    wish = _wish(name, asked)
    with authorized_writer().store() as store:
        head = _stored(store, wish)
        live().notify(name)
        library().grew(name)
    told = _told(wish, head)
    response = answer(told, 201, PRIVATE)
    response.headers["Location"] = url_for("api_moments.event", name=name, seq=told.first)
    return response


# -- what is asked ----------------------------------------------------------------------------------------------


def expected_by_header() -> int | None:
    """The version of the log that `If-Match` states; None where it is not sent.

    Raises:
        BadRequest: it is none.
    """
    stated = request.headers.get("If-Match")
    if stated is None:
        return None
    match = _VERSION.fullmatch(stated.strip())
    if match is None:
        raise BadRequest(f'`If-Match` is {quoted(stated)}: expected the last event that you have seen, like "37"')
    return int(match[1])


def body_to_append() -> dict[str, Any]:
    """The body, with the version that the header states where it states none itself.

    Raises:
        BadRequest: both state one, and not the same.
        Problem: neither does.
    """
    fields, stated = json_body(), expected_by_header()
    if "expected_last" not in fields:
        if stated is None:
            detail = "which version of the log is it to follow? state `expected_last`, or `If-Match`"
            raise Problem(428, detail, kind="version", title="No version")
        return {**fields, "expected_last": stated}
    if stated is not None and fields["expected_last"] != stated:
        raise BadRequest("`If-Match` and `expected_last` state different versions")
    return fields


READERS[AppendSchema] = body_to_append


def _key() -> str | None:
    """The name of the append.

    Raises:
        BadRequest: it is none.
    """
    sent = request.headers.get("Idempotency-Key")
    if sent is not None and _KEY.fullmatch(sent) is None:
        raise BadRequest(f"`Idempotency-Key` is {quoted(sent)}: expected 1 to 200 letters, digits and signs, no blanks")
    return sent


def _wish(name: str, asked: Asked) -> _Wish:
    """The events in their places.

    Raises:
        Problem: an event cannot stand in its place.
    """
    expected: int = asked["expected_last"]
    fields = [{"seq": expected + at, **event} for at, event in enumerate(asked["events"], start=1)]
    for at, event in enumerate(fields):
        _refuse_misplaced(name, event, expected + at + 1)
    links = [(event.get("id"), event.get("prev")) for event in fields]
    return _Wish(name, expected, [event_body(event) for event in fields], links, _key())


def _refuse_misplaced(name: str, event: Mapping[str, Any], due: int) -> None:
    """An event has the next number; the first one, and no other, begins the game, which is that of the address."""
    begins = event["type"] == "game-start"
    if event["seq"] != due:
        raise _conflict(f"event {event['seq']} comes where event {due} was due")
    if begins != (due == 1):
        said = "a log begins with game-start" if due == 1 else "a game has one game-start, its first event"
        raise _conflict(f"event {due} is {event['type']}: {said}")
    if begins and event["game"] != name:
        raise _conflict(f"the game-start is that of {quoted(event['game'])}, the address that of {quoted(name)}")
    inside = event["events"] if event["type"] == "correction" else ()
    other = other_game_in(Correction(seq=due, events=tuple(inside), reason=""), name)
    if other is not None:
        raise _conflict(f"event {due} makes the game-start that of {quoted(other)}, of {quoted(name)}: {KEPT_ID}")


def _conflict(detail: str, kind: str = "misplaced") -> Problem:
    return Problem(409, f"{detail}: nothing was stored", kind=kind, title="It does not fit")


# -- storing ----------------------------------------------------------------------------------------------------


def _stored(store: SqliteStore, wish: _Wish) -> Head:
    """Store the events, if nobody was first.

    Raises:
        Problem: somebody was; or the key was used before; or the ids that were sent are not those of this log.
    """
    pencil: bytes | Keep | None = KEEP
    if wish.key is None or store.appended(wish.key) is None:
        if _last(store, wish.game) != wish.expected:
            raise _stale(store, wish)
        _refuse_other_chain(store, wish)
        pencil = _pencil_beside(store, wish)
    try:
        return store.append(wish.game, wish.bodies, expected_last=wish.expected, key=wish.key, expected_draft=pencil)
    except ConflictError:
        if wish.key is not None and store.appended(wish.key) is not None:
            detail = f"the key {quoted(wish.key)} was used before, for something else"
            raise _conflict(detail, "key-reused") from None
        raise _stale(store, wish) from None


def _pencil_beside(store: SqliteStore, wish: _Wish) -> bytes | Keep | None:
    """What is in pencil, which these events leave what it is.

    Raises:
        Problem: they do not.
    """
    if not wish.expected or store.draft(wish.game) is None:
        return KEEP
    try:
        return pencil_beside(store, wish.game, store.bodies(wish.game), wish.bodies)
    except ChangedError as error:
        raise Problem(409, str(error), kind="pencil", title="It does not fit") from None
    except MjlogError:
        return KEEP  # the game cannot be recorded by hand


def _last(store: SqliteStore, game: str) -> int:
    return store.head(game).seq if game in store else 0


def _stale(store: SqliteStore, wish: _Wish) -> Problem:
    has = counted(_last(store, wish.game), "event")
    detail = f"the game has {has}, you had seen {wish.expected}: nothing was stored; read what is there first"
    code = 412 if "If-Match" in request.headers else 409
    return Problem(code, detail, kind="stale", title="Another writer was first")


def _refuse_other_chain(store: SqliteStore, wish: _Wish) -> None:
    """Ids that are sent with events must be those that the log gives them: they come from another log otherwise."""
    head = store.head(wish.game).id if wish.expected else GENESIS
    ids = [head, *chain(wish.bodies, head)]
    for at, (sent, *links) in enumerate(zip(wish.links, ids[1:], ids, strict=False), start=wish.expected + 1):
        if any(one is not None and one != due for one, due in zip(sent, links, strict=True)):
            raise _conflict(f"event {at} has an id or prev that is not the one that it has in this log", "chain")


# -- answering --------------------------------------------------------------------------------------------------


def _told(wish: _Wish, head: Head) -> Appended:
    """What was stored, as everybody may see it, and what the rules say of it.

    It is told from the log as it was right after: the same append sent again is answered the same.
    """
    first = head.seq - len(wish.bodies) + 1
    with _right_after(wish.game, head.seq) as (corrected, recorded):
        found = (one for hand in corrected.hands for one in findings_of(hand) if first <= (one.seq or 0))
        ruled = with_rulings_on(corrected, found)
        # Of a hand that is played again, as it stands now: it has the number of the void one.
        over = {hand.number: hand.is_over for hand in corrected.hands}
        events = [_appended(wish.game, recorded, seq, over, ruled) for seq in range(first, head.seq + 1)]
    return Appended(
        game=wish.game,
        first=first,
        last=VersionAnswer(head.seq, head.id),
        count=len(wish.bodies),
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


def _appended(
    game: str, recorded: Game, seq: int, over: Mapping[int | None, bool], found: Sequence[Finding]
) -> AppendedEvent:
    """An event of the log as recorded, corrections too; of a hand in progress as it is seen at the table."""
    place = place_in(recorded, seq)
    hand = recorded.hand_at(place)
    seen = hand.seen(sight_in(hand, "open") if over.get(hand.number) else "table")
    return AppendedEvent(
        seq=seq,
        type=row_type(recorded.rows[place]),
        words=words_at(seen, place - hand.first),
        findings=[finding for finding in found if finding.seq == seq],
        url=url_for("api_moments.event", name=game, seq=seq),
    )


__all__ = ["append", "blueprint"]
