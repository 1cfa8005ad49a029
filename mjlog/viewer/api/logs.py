"""The log itself: event by event as it is stored, or whole, to be kept, checked and imported elsewhere.

Without the token every log ends before a hand in progress, and so do ids, heads and entity tags.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Annotated

from flask import Response, current_app, url_for
from werkzeug.exceptions import NotFound

from mjlog.answers import Address, Answer, Count, Digest, GameId, Seq, says
from mjlog.formats.logs import write_log
from mjlog.store import SqliteStore, StoredEvent
from mjlog.text import file_name, quoted
from mjlog.viewer.answers import FOREVER, FRESH, LOG, PRIVATE, answer, entity_tag, tagged
from mjlog.viewer.api.operations import GAME, PAGE, ApiBlueprint, Asked, Paged, operation, part_of
from mjlog.viewer.requests import DamagedError, Extent, extent, library
from mjlog.viewer.serving.guard import holds_token

blueprint = ApiBlueprint("logs", "The log as it is stored: events with their chain, whole logs for download.")
_DOWNLOAD = "A log: one event a line, as `mjlog export` writes it."


class Stored(Answer):
    """An event as it is stored. `id`: the SHA-256 of `mjlog1`, a line feed, `prev`, a line feed and `body` in UTF-8."""

    seq: Seq
    id: Digest
    prev: Annotated[Digest, says("the id of the event before; 64 zeros for the first one")]
    body: Annotated[str, says("the event as canonical JSON (RFC 8785), without `id` and `prev`")]
    url: Annotated[Address, says("where it is found as long as the log is what it is, and never changes")]


class StoredList(Paged):
    """A part of a log. Without the token it ends before a hand in progress."""

    game: GameId
    last: Annotated[Count, says("the last event that can be read here")]
    complete: Annotated[bool, says("nothing is held back")]
    events: list[Stored]


def _reach(name: str) -> Extent:
    """How far a log goes for whoever asks: with the token all of it is theirs to read."""
    all_of_it = holds_token()
    known = extent(name)
    return known._replace(public=library().store.head(name).seq) if all_of_it else known


@operation(blueprint, f"{GAME}/stored", StoredList, query=PAGE, token="helps")
def stored(query: Asked, name: str) -> StoredList:
    """The events of a log as they are stored, with their ids. Without the token they end before a hand in progress."""
    reach = _reach(name)
    part, fields = part_of(query, reach.public)
    stored_rows = islice(library().store.read(name, part.start), len(part))
    lines = [_event(name, stored_row) for stored_row in stored_rows]
    return StoredList(game=name, last=reach.public, complete=reach.public >= reach.last, events=lines, **fields)


@operation(blueprint, f"{GAME}/stored/<natural:seq>", Stored, token="helps")
def stored_event(name: str, seq: int) -> Stored:
    """One event of a log as it is stored."""
    return _one(name, seq, _reach(name))


@operation(blueprint, f"{GAME}/stored/<natural:seq>/<digest:id>", Stored, token="helps")
def stored_for_good(name: str, seq: int, id: str) -> Response:
    """The same event under an address that says its id too: it never changes, and may be kept for ever."""
    stored = _one(name, seq, _reach(name))
    if stored.id != id:
        raise NotFound(f"event {seq} of this game has another id")
    return answer(stored, keep=_keep(FOREVER))


def _one(name: str, seq: int, reach: Extent) -> Stored:
    """An event that whoever asks may read.

    Raises:
        NotFound: there is none, or not for them, which is the same.
    """
    if seq > reach.public:
        held_back = "" if reach.public >= reach.last else "; the hand in progress can be read when it is over"
        raise NotFound(f"of this game the events 1 to {reach.public} can be read: there is no event {seq}{held_back}")
    return _event(name, library().store.event(name, seq))


def _event(name: str, event: StoredEvent) -> Stored:
    return Stored(
        seq=event.seq,
        id=event.id,
        prev=event.prev,
        body=event.body.decode("utf-8"),
        url=url_for("api_logs.stored_for_good", name=name, seq=event.seq, id=event.id),
    )


# -- whole logs -------------------------------------------------------------------------------------------------


@operation(blueprint, f"{GAME}/log", _DOWNLOAD, query=("as_of",), token="helps")
def log(query: Asked, name: str) -> Response:
    """The log of a game, byte for byte as `mjlog export` writes it; without the token, up to a hand in progress."""
    reach = _reach(name)
    _refuse_damaged(name, reach)
    then: int | None = query.get("as_of")
    head = reach.head if then is None else _one(name, then, reach).id
    lines = _lines(library().store, name, reach.public if then is None else then)
    # The id of an event stands for every byte up to it.
    return tagged(_download(lines, file_name(name, ".mjlog.jsonl")), head or "empty", _keep())


@operation(blueprint, "/log", _DOWNLOAD, token="helps")
def logs() -> Response:
    """The logs of all games, one after the other, in the order in which they were begun here.

    Such a stream is read wherever a log is: each game begins with its `game-start`. If it breaks off, it is not whole.
    """
    all_of_it = holds_token()
    store = library().store
    # How far each log is sent, and the id of its last event then.
    parts = []
    for info in store.games():
        known: Extent = current_app.extensions["mjlog_extents"](info.game, info.head)
        _refuse_damaged(info.game, known)
        end = (info.last, info.head) if all_of_it else (known.public, known.head or "")
        parts.append((info.game, *end))
    tag = entity_tag("\n".join("\t".join(map(str, part)) for part in parts).encode())
    lines = (line for name, last, _head in parts for line in _lines(store, name, last))
    return tagged(_download(lines, "games.mjlog.jsonl"), tag, _keep())


def _refuse_damaged(name: str, known: Extent) -> None:
    """A log that was changed or lost in part is not given out as if nothing had been.

    Raises:
        DamagedError: it was; what is wrong is in the server's own log.
    """
    if not known.is_whole:
        current_app.logger.error("the log of game %s is damaged: `mjlog verify` says where", quoted(name))
        raise DamagedError(name)


def _lines(store: SqliteStore, name: str, last: int) -> Iterator[bytes]:
    """The lines of a log up to an event, read bit by bit as they are taken."""
    return write_log(event.body for event in islice(store.read(name), last))


def _download(lines: Iterator[bytes], file: str) -> Response:
    return Response(lines, mimetype=LOG, headers={"Content-Disposition": f'attachment; filename="{file}"'})


def _keep(usual: str = FRESH) -> str:
    """How long an answer may be kept: what is shown because of the token, by nobody."""
    return PRIVATE if holds_token() else usual
