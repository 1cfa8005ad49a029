"""Following a game while it is recorded, as server-sent events. The messages are described in docs/lookup/api.md.

What is told of an event depends on nothing but the log up to it, seen from the table: whoever comes back later, or asks
for the past, gets the same bytes, and nothing of tiles that were hidden then. What is told of each game is made once;
one watcher wakes those who wait. Source: docs/understand/trust.md.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Flask, Response, current_app, request
from werkzeug.exceptions import BadRequest, NotAcceptable, ServiceUnavailable

from mjlog import events as ev
from mjlog.audit.game import MOST_EVENTS, Game, Hand, row_type
from mjlog.cards.shelf import CardShelf
from mjlog.errors import MjlogError, RecordError, StoreError
from mjlog.findings import worst
from mjlog.log.records import GameRecord, Row
from mjlog.log.sight import redact
from mjlog.sources import read_on
from mjlog.store import SqliteStore
from mjlog.store.checks import NOTHING
from mjlog.text import shown
from mjlog.viewer.requests import library, number_in
from mjlog.viewer.serving.guard import StreamCaps, stream_place
from mjlog.views.event_words import words
from mjlog.views.seen import findings_by_event, findings_of, said_at


def message(kind: str, fields: dict[str, Any], seq: int | None = None, retry: int | None = None) -> bytes:
    """One message; `seq`: where a follower goes on after it; `retry`: milliseconds until a lost follower comes again.

    >>> message("row", {"seq": 7}, 7)
    b'id: 7\\nevent: row\\ndata: {"seq":7}\\n\\n'
    """
    # In ASCII, so on one line and without any control character.
    data = json.dumps(fields, ensure_ascii=True, separators=(",", ":"))
    head = "" if seq is None else f"id: {seq}\n"
    head += "" if retry is None else f"retry: {retry}\n"
    return f"{head}event: {kind}\ndata: {data}\n\n".encode("ascii")


class LiveGame:
    """A game that has been told up to an event (`last`; 0: nothing of it).

    Raises:
        NotFoundError: no such game.
        RecordError: it is too long to be looked at.
    """

    def __init__(self, store: SqliteStore, name: str, cards: CardShelf, after: int) -> None:
        self._store, self._name = store, name
        self._head = NOTHING
        read: list[Row] = []
        for head, rows in read_on(store, name, NOTHING, after):
            read += rows
            self._head = head
        corrected = any(isinstance(row, ev.Correction) for row, _where in read)
        self._view = Game(GameRecord(name, name, read, corrected=corrected), cards=cards)

    @property
    def last(self) -> int:
        """The event up to which it has been told."""
        return self._head.seq

    @property
    def is_ended(self) -> bool:
        """Whether the last thing that happened, but for what was said of it, is the end of the game."""
        frame = self._view.places_of(ev.GameEnd, ev.HandStart)
        return bool(frame) and isinstance(self._view.rows[frame[-1]], ev.GameEnd)

    def more(self, most: int, seconds: float) -> list[bytes]:
        """What comes next, each event with all that is told of it: at most so many, or what is told in this time."""
        told: list[bytes] = []
        end = time.monotonic() + seconds
        for head, rows in read_on(self._store, self._name, self._head, most):
            told.append(self._tell(head.seq, rows))
            self._head = head
            if time.monotonic() >= end:
                break
        return told

    def _tell(self, seq: int, rows: list[Row]) -> bytes:
        hand = self._view.hands[-1]
        known, open_before = _told(self._view, hand), _open_hands(self._view)
        correction = next((row for row, _where in rows if isinstance(row, ev.Correction)), None)
        self._view.go_on(rows)
        changed = correction is not None or known != [one for one in _told(self._view, hand) if one[0] != seq]
        # They come before the event itself: whoever has got that has got them all.
        opened = [fields for first, fields in _open_hands(self._view).items() if first not in open_before]
        row = self._ordinary() if correction is None else self._corrected(correction)
        row = {"seq": seq, **row, "last": self._last_read(), "changed": changed}
        return b"".join([*(message("opened", fields) for fields in opened), message("row", row, seq)])

    def _last_read(self) -> int:
        """What stands last in the log as corrected; 0 where all of it was made void."""
        return self._view.seq_at(len(self._view.rows) - 1) if self._view.rows else 0

    def _ordinary(self) -> dict[str, Any]:
        place = len(self._view.rows) - 1
        view = self._view
        return self._fields(row_type(view.rows[place]), view.hand_at(place), place, said_at(view, place))

    def _corrected(self, event: ev.Correction) -> dict[str, Any]:
        """What a correction says, and what is read in its place now."""
        view = self._view
        said = words(view.hands[0].start.table, redact(event, "table"))
        place = view.place_of(event.seq) if event.seq in view.by_seq else None
        if place is not None:
            return self._fields("correction", view.hand_at(place), place, f"{said}; now: {said_at(view, place)}")
        near = view.place_of(event.of or event.after or 0) if view.rows else None
        return self._fields("correction", view.hands[-1] if near is None else view.hand_at(near), None, said)

    def _fields(self, kind: str, hand: Hand, place: int | None, said: str) -> dict[str, Any]:
        seq = None if place is None else self._view.seq_at(place)
        found = [] if seq is None else findings_by_event(hand).get(seq, [])
        return {
            "type": kind,
            "hand": hand.number,
            "words": said,
            "over": hand.is_over,
            "findings": len(found),
            "worst": worst(found),
        }


def _told(view: Game, hand: Hand) -> list[tuple[int | None, str, str]]:
    """What may be told of the findings of a hand: a later event can change how grave one is."""
    if hand.place >= len(view.hands) or not view.rows:
        return []
    return [(one.seq, one.code, one.severity) for one in findings_of(view.hands[hand.place])]


def _open_hands(view: Game) -> dict[int, dict[str, Any]]:
    """The hands of which nothing is hidden any more, by the seq of their first event."""
    over = [hand for hand in view.played if hand.is_over]
    return {view.seq_at(hand.first): {"hand": hand.number, "first": view.seq_at(hand.first)} for hand in over}


_AT_ONCE = 50
_SECONDS_AT_ONCE = 0.05
_MOST_KEPT = 20_000
_MOST_LATE = 500


class Feed:
    """The messages of one game, by event. Several threads may ask.

    `known`: the last event that the log is known to have; `followers`: how many there are. Both belong to whoever keeps
    the feeds.
    """

    def __init__(self, store: SqliteStore, name: str, cards: CardShelf, after: int) -> None:
        self.name = name
        self.known = after
        self.followers = 0
        self._lock = threading.Lock()
        self._store, self._cards = store, cards
        self._base = after
        self._told: list[bytes] = []
        self._game: LiveGame | None = None

    def after(self, seq: int) -> tuple[list[bytes], bool] | None:
        """The next messages after an event, some at a time, and whether the game ends with that event.

        None where they are not kept any more, or not yet: then `LiveGame` tells them.

        Raises:
            StoreError: the log cannot be read.
        """
        with self._lock:
            self._be_near(seq)
            if seq < self._base:
                return None
            if seq == self._end:
                self._tell()
            at = seq - self._base
            ended = self._game is not None and self._game.last == seq and self._game.is_ended
            return self._told[at : at + _AT_ONCE], ended

    @property
    def _end(self) -> int:
        return self._base + len(self._told)

    def _be_near(self, seq: int) -> None:
        """A feed that nobody has followed for a while has fallen behind."""
        if seq > self._end + _MOST_LATE:
            self._base, self._told, self._game = seq, [], None
        while seq > self._end and self._tell():
            pass

    def _tell(self) -> bool:
        """The next events are told, too; whether there were any."""
        # If anything goes wrong on the way, the next one begins anew from what was told.
        game, self._game = self._game, None
        game = game or LiveGame(self._store, self.name, self._cards, self._end)
        told = game.more(_AT_ONCE, _SECONDS_AT_ONCE)
        self._told += told
        if len(self._told) > _MOST_KEPT:
            dropped = _MOST_KEPT // 2
            self._base, self._told = self._base + dropped, self._told[dropped:]
        self._game = game
        return bool(told)

    def put_before(self, after: int, told: list[bytes]) -> None:
        """Keep what somebody told apart, if it leads up to what is kept."""
        with self._lock:
            more = self._base - after
            if 0 < more <= len(told) and more + len(self._told) <= _MOST_KEPT:
                self._base, self._told = after, told[:more] + self._told

    def apart(self, after: int) -> LiveGame:
        """The game as it was at an event before those that are kept."""
        return LiveGame(self._store, self.name, self._cards, after)


class Late:
    """A follower who is behind what is kept, and is told the events between."""

    def __init__(self, feed: Feed, after: int) -> None:
        self._feed, self._after = feed, after
        self._game: LiveGame | None = None
        self._told: list[bytes] = []

    def more(self) -> list[bytes]:
        """The next messages; what comes after the last of them may be kept."""
        self._game = self._game or self._feed.apart(self._after)
        told = self._game.more(_AT_ONCE, _SECONDS_AT_ONCE)
        self._told += told
        self._feed.put_before(self._after, self._told)
        return told


_LOG = logging.getLogger(__name__)
_MOST_IDLE = 8
_COME_AGAIN = 2
_KEEP_ALIVE = message("still", {})


@dataclass(frozen=True, slots=True)
class Pace:
    """Times of the streams, in seconds.

    `distance`: between two looks at the logs; `keep_alive`: until a follower hears that the connection still stands;
    `life`: after which a stream ends, to be asked for again; `attention`: until it is noticed that a follower has left.
    """

    distance: float = 0.25
    keep_alive: float = 15.0
    life: float = 600.0
    attention: float = 0.25


PACE = Pace()


class Live:
    """Streams of games. `closing`: somebody else may set it; it ends all streams, as `close` does."""

    def __init__(self, store: SqliteStore, cards: CardShelf, closing: threading.Event, pace: Pace = PACE) -> None:
        self.pace = pace
        self._store, self._cards = store, cards
        self._closing = closing
        self._news = threading.Condition()
        self._feeds: OrderedDict[str, Feed] = OrderedDict()
        self._watcher: threading.Thread | None = None
        self._was_told = False

    @property
    def is_watching(self) -> bool:
        """Whether anybody looks at the logs: only while somebody follows."""
        return self._watcher is not None

    def notify(self, game: str) -> None:
        """The log of a game has just grown: those who follow it need not wait until that is seen."""
        with self._news:
            if game in self._feeds:
                self._was_told = True
                self._news.notify_all()

    def close(self) -> None:
        """All streams end."""
        self._closing.set()
        with self._news:
            self._news.notify_all()

    def follow(self, name: str, after: int | None, is_gone: Callable[[], bool] = lambda: False) -> Iterator[bytes]:
        """The stream of a game after an event; None: from now on. `is_gone`: whether the follower has left.

        Raises:
            NotFoundError: no such game.
            BadRequest: it has no such event.
            RecordError: it is too long to be looked at.
            ServiceUnavailable: the server is about to end.
        """
        last = self._store.head(name).seq
        if after is not None and after > last:
            raise BadRequest(f"event {after} is not there to go on from: the log has {last} events")
        if last > MOST_EVENTS:
            raise RecordError(f"has more than {MOST_EVENTS} events, too many to be looked at", name)
        if self._closing.is_set():
            raise ServiceUnavailable("the server is about to end", retry_after=_COME_AGAIN)
        return self._stream(name, last, last if after is None else after, is_gone)

    # -- one follower -----------------------------------------------------------------------------------------

    def _stream(self, name: str, last: int, at: int, is_gone: Callable[[], bool]) -> Iterator[bytes]:
        feed = self._join(name, last)
        try:
            yield message("hello", {"after": at, "last": last}, at, 1000 * _COME_AGAIN)
            yield from self._told(feed, at, is_gone)
        except MjlogError as error:
            # The follower comes again, and is then told what is wrong.
            _LOG.warning("the stream of a game ends: %s", error)
        finally:
            with self._news:
                feed.followers -= 1
                self._news.notify_all()

    def _told(self, feed: Feed, at: int, is_gone: Callable[[], bool]) -> Iterator[bytes]:
        end = time.monotonic() + self.pace.life
        said = time.monotonic()
        late: Late | None = None
        while not (self._closing.is_set() or is_gone() or time.monotonic() >= end):
            kept = feed.after(at)
            late = (late or Late(feed, at)) if kept is None else None
            told, ended = kept if kept is not None else ((late.more() if late is not None else []), False)
            if told:
                at += len(told)
                said = time.monotonic()
                yield b"".join(told)
                continue
            if ended:
                yield message("end", {"last": at}, retry=60_000)
                return
            if not self._wait(feed, at, is_gone, min(end, said + self.pace.keep_alive)):
                said = time.monotonic()
                yield _KEEP_ALIVE

    def _wait(self, feed: Feed, at: int, is_gone: Callable[[], bool], until: float) -> bool:
        """Whether something has happened before that time."""
        with self._news:
            while not (feed.known > at or self._closing.is_set() or is_gone()):
                left = until - time.monotonic()
                if left <= 0:
                    return False
                self._news.wait(min(left, self.pace.attention))
            return True

    def _join(self, name: str, last: int) -> Feed:
        with self._news:
            feed = self._feeds.get(name)
            if feed is None:
                feed = self._feeds[name] = Feed(self._store, name, self._cards, last)
            self._feeds.move_to_end(name)
            feed.followers += 1
            feed.known = max(feed.known, last)
            self._forget_idle()
            if self._watcher is None:
                self._watcher = threading.Thread(target=self._watch, name="mjlog-live", daemon=True)
                self._watcher.start()
            return feed

    def _forget_idle(self) -> None:
        idle = [name for name, feed in self._feeds.items() if not feed.followers]
        for name in idle[: max(0, len(idle) - _MOST_IDLE)]:
            del self._feeds[name]

    # -- the watcher ------------------------------------------------------------------------------------------

    def _watch(self) -> None:
        try:
            while followed := self._followed():
                grown = [(feed, last) for feed in followed if (last := self._last(feed)) > feed.known]
                if grown:
                    with self._news:
                        for feed, last in grown:
                            feed.known = max(feed.known, last)
                        self._news.notify_all()
        finally:
            with self._news:
                # Unless it has ended as it should, and another one has begun.
                if self._watcher is threading.current_thread():
                    self._watcher = None

    def _followed(self) -> list[Feed]:
        """The games to look at, after a while; none when the watcher is to end."""
        with self._news:
            self._news.wait_for(lambda: self._was_told or self._closing.is_set(), self.pace.distance)
            self._was_told = False
            followed = [feed for feed in self._feeds.values() if feed.followers]
            if self._closing.is_set() or not followed:
                # In one go with the look at who follows: whoever comes next begins anew.
                self._watcher = None
                return []
            return followed

    def _last(self, feed: Feed) -> int:
        try:
            return self._store.head(feed.name).seq
        except StoreError as error:
            # It may be busy; the next look comes soon.
            _LOG.warning("a log cannot be looked at: %s", error)
            return 0


blueprint = Blueprint("live", __name__)
MIMETYPE = "text/event-stream"
_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


def init_streams(app: Flask, caps: StreamCaps, pace: Pace = PACE) -> None:
    """Offer the streams of an application's games. They end when the server does (`caps.closing`)."""
    games = app.extensions["mjlog_library"]
    app.extensions["mjlog_live"] = Live(games.store, games.cards, caps.closing, pace)
    app.register_blueprint(blueprint)


def live() -> Live:
    """The streams of this application; `live().notify(game)` after an append."""
    found = current_app.extensions["mjlog_live"]
    assert isinstance(found, Live)
    return found


@blueprint.get("/games/<game:name>/live")
@blueprint.get("/api/v1/games/<game:name>/live", endpoint="follow_api")
def follow(name: str) -> Response:
    """The stream of a game, from the event on that `Last-Event-ID` (or `?after=`) names, else from now on.

    Raises:
        NotFoundError: no such game.
        BadRequest: no event can be meant.
        NotAcceptable: something else than a stream is asked for.
        TooManyRequests, ServiceUnavailable: there are too many streams.
    """
    library().store.head(name)
    if request.accept_mimetypes and request.accept_mimetypes.quality(MIMETYPE) <= 0:
        raise NotAcceptable(f"this is a stream of server-sent events: ask for {MIMETYPE}")
    stream = live().follow(name, _after(), is_gone())
    if request.method == "HEAD":
        return _only_headers()
    place = stream_place()
    response = Response(stream, mimetype=MIMETYPE, headers=_HEADERS)
    response.call_on_close(place.close)
    return response


def _only_headers() -> Response:
    response = Response(mimetype=MIMETYPE, headers=_HEADERS)
    response.automatically_set_content_length = False  # a stream has none
    return response


def _after() -> int | None:
    """The last event that the follower has got. What a browser says that comes back is newer than the address."""
    told = request.headers.get("Last-Event-ID") or None
    if told is not None:
        return number_in(told, "Last-Event-ID")
    asked = request.args.getlist("after")
    if len(asked) > 1:
        raise BadRequest(f"'after' stands there {len(asked)} times: {shown(', '.join(asked), 60)}")
    return number_in(asked[0], "event") if asked else None


def is_gone() -> Callable[[], bool]:
    """How to find out whether the follower has hung up, where the server says it."""
    asked = request.environ.get("waitress.client_disconnected")
    return asked if callable(asked) else lambda: False
