"""The log itself: event by event as it is stored, or whole, to be kept, checked and imported elsewhere.

Without the token every log ends before a hand in progress, and so do ids, heads and entity tags.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from itertools import islice
from typing import Annotated, Any, NamedTuple

from flask import Response, current_app, url_for
from werkzeug.exceptions import NotFound

from mjlog.answers import Address, Answer, Count, Digest, Seq, says
from mjlog.formats.native import write_log
from mjlog.store import EventStore, GameInfo, StoredEvent
from mjlog.text import quoted
from mjlog.viewer.access import DamagedError
from mjlog.viewer.api.access import Extent, GameId, extent
from mjlog.viewer.api.answers import LOG, answer, tagged
from mjlog.viewer.api.operations import GAME, ApiBlueprint, Paged, listed, operation, part_of
from mjlog.viewer.api.writer import holds_token
from mjlog.viewer.caching import FOREVER, FRESH, PRIVATE, entity_tag
from mjlog.viewer.game_id import file_name
from mjlog.viewer.requests import library
from mjlog.viewer.serving.caps import stream_place
from mjlog.viewer.tail import stored_after
from mjlog_schemas.api import AsOfQuery, PageQuery

blueprint = ApiBlueprint("logs", "The log as it is stored: events with their chain, whole logs for download.")
Asked = dict[str, Any]
_DOWNLOAD = {
    "type": "string",
    "description": "A log: one event a line, as `mjlog export` writes it.",
}
_MOST_EXTENTS = 20_000


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


class _Reach(NamedTuple):
    """What of a log may be read by whoever asks. `is_private`: because of the token."""

    last: int
    is_complete: bool
    is_private: bool
    head: str | None
    is_whole: bool

    @property
    def keep(self) -> str:
        """How long an answer made of it may be kept."""
        return PRIVATE if self.is_private else FRESH


def _reach(name: str, all_of_it: bool) -> _Reach:
    known = extent(name)
    last = library().store.head(name).seq if all_of_it else known.public
    return _Reach(last, last >= known.last, all_of_it, known.head, known.is_whole)


def _marked(response: Response) -> Response:
    """Whoever sends the token is shown more."""
    response.vary.add("Authorization")
    return response


@operation(blueprint, f"{GAME}/stored", StoredList, query=PageQuery, problems=(422,), token="helps",
           headers=("Link", "Vary"))  # fmt: skip
def stored(asked: Asked, name: str) -> Response:
    """The events of a log as they are stored, with their ids. Without the token they end before a hand in progress."""
    reach = _reach(name, holds_token())
    part, fields = part_of(asked, reach.last)
    found = stored_after(library().store, name, part.start, len(part))
    lines = [_event(name, one) for one in found]
    told = StoredList(game=name, last=reach.last, complete=reach.is_complete, events=lines, **fields)
    return _marked(listed(told, reach.keep))


@operation(blueprint, f"{GAME}/stored/<natural:seq>", Stored, token="helps", headers=("Vary",))
def stored_event(name: str, seq: int) -> Response:
    """One event of a log as it is stored."""
    reach = _reach(name, holds_token())
    return _marked(answer(_one(name, seq, reach), keep=reach.keep))


@operation(blueprint, f"{GAME}/stored/<natural:seq>/<digest:id>", Stored, token="helps",
           headers=("Vary",))  # fmt: skip
def stored_for_good(name: str, seq: int, id: str) -> Response:
    """The same event under an address that says its id too: it never changes, and may be kept for ever."""
    reach = _reach(name, holds_token())
    found = _one(name, seq, reach)
    if found.id != id:
        raise NotFound(f"event {seq} of this game has another id")
    return _marked(answer(found, keep=PRIVATE if reach.is_private else FOREVER))


def _one(name: str, seq: int, reach: _Reach) -> Stored:
    """An event that whoever asks may read.

    Raises:
        NotFound: there is none, or not for them, which is the same.
    """
    if seq > reach.last:
        held_back = "" if reach.is_complete else "; the hand in progress can be read when it is over"
        raise NotFound(f"of this game the events 1 to {reach.last} can be read: there is no event {seq}{held_back}")
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


@operation(blueprint, f"{GAME}/log", _DOWNLOAD, query=AsOfQuery, problems=(422,), kind=LOG, token="helps",
           headers=("Vary",))  # fmt: skip
def log(asked: Asked, name: str) -> Response:
    """The log of a game, byte for byte as `mjlog export` writes it; without the token, up to a hand in progress."""
    reach = _reach(name, holds_token())
    _refuse_damaged(name, reach.is_whole)
    then: int | None = asked.get("as_of")
    head = reach.head if then is None else _one(name, then, reach).id
    response = Response(_lines(library().store, name, reach.last if then is None else then), mimetype=LOG)
    file = file_name(name, ".mjlog.jsonl")
    response.headers["Content-Disposition"] = f'attachment; filename="{file}"'
    # The id of an event stands for every byte up to it.
    return tagged(_marked(response), head or "empty", reach.keep)


@operation(blueprint, "/log", _DOWNLOAD, kind=LOG, token="helps", headers=("Vary",))
def logs() -> Response:
    """The logs of all games, one after the other, in the order in which they were begun here.

    Such a stream is read wherever a log is: each game begins with its `game-start`. If it breaks off, it is not whole.
    """
    all_of_it = holds_token()
    place = stream_place()
    try:
        parts = [_part(info, all_of_it) for info in library().store.games()]
    except BaseException:
        place.release()
        raise
    tag = entity_tag("\n".join(f"{one.name}\t{one.last}\t{one.head}" for one in parts).encode())
    store = library().store
    response = Response((line for one in parts for line in _lines(store, one.name, one.last)), mimetype=LOG)
    response.call_on_close(place.release)
    response.headers["Content-Disposition"] = 'attachment; filename="games.mjlog.jsonl"'
    return tagged(_marked(response), tag, PRIVATE if all_of_it else FRESH)


class _Part(NamedTuple):
    name: str
    last: int
    head: str


def _part(info: GameInfo, all_of_it: bool) -> _Part:
    known = _extents().of(info)
    _refuse_damaged(info.game, known.is_whole)
    return _Part(info.game, info.last, info.head) if all_of_it else _Part(info.game, known.public, known.head or "")


def _refuse_damaged(name: str, is_whole: bool) -> None:
    """A log that was changed or lost in part is not given out as if nothing had been.

    Raises:
        DamagedError: it was; what is wrong is in the server's own log.
    """
    if not is_whole:
        current_app.logger.error("the log of game %s is damaged: `mjlog verify` says where", quoted(name))
        raise DamagedError(name)


def _lines(store: EventStore, name: str, last: int) -> Iterator[bytes]:
    """The lines of a log up to an event, read bit by bit as they are taken."""
    return write_log(event.body for event in islice(store.read(name), last))


class Extents:
    """How far logs may be read by everybody, kept while they stay the same: a list of all would replay them all."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: OrderedDict[tuple[str, str], Extent] = OrderedDict()

    def of(self, info: GameInfo) -> Extent:
        """The extent of a game."""
        key = (info.game, info.head)
        with self._lock:
            if key in self._known:
                self._known.move_to_end(key)
                return self._known[key]
        found = extent(info.game)
        with self._lock:
            self._known[key] = found
            while len(self._known) > _MOST_EXTENTS:
                self._known.popitem(last=False)
        return found


def _extents() -> Extents:
    found = current_app.extensions["mjlog_extents"]
    assert isinstance(found, Extents)
    return found
