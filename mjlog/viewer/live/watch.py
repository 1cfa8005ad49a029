"""All games that are followed: what is told of each is made once; one watcher wakes those who wait."""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from werkzeug.exceptions import BadRequest, ServiceUnavailable

from mjlog.audit.game import MOST_EVENTS
from mjlog.cards.shelf import CardShelf
from mjlog.errors import MjlogError, RecordError, StoreError
from mjlog.store import EventStore
from mjlog.viewer.live.game import LiveGame, message

_AT_ONCE = 50
_SECONDS_AT_ONCE = 0.05
_MOST_KEPT = 20_000
_MOST_LATE = 500


class Feed:
    """The messages of one game, by event. Several threads may ask.

    `known`: the last event that the log is known to have; `followers`: how many there are. Both belong to whoever keeps
    the feeds.
    """

    def __init__(self, store: EventStore, name: str, cards: CardShelf, after: int) -> None:
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

    def __init__(self, store: EventStore, cards: CardShelf, closing: threading.Event, pace: Pace = PACE) -> None:
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
            self._leave(feed)

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

    def _leave(self, feed: Feed) -> None:
        with self._news:
            feed.followers -= 1
            self._news.notify_all()

    def _forget_idle(self) -> None:
        idle = [name for name, feed in self._feeds.items() if not feed.followers]
        for name in idle[: max(0, len(idle) - _MOST_IDLE)]:
            del self._feeds[name]

    # -- the watcher ------------------------------------------------------------------------------------------

    def _watch(self) -> None:
        try:
            self._look()
        finally:
            with self._news:
                # Unless it has ended as it should, and another one has begun.
                if self._watcher is threading.current_thread():
                    self._watcher = None

    def _look(self) -> None:
        while followed := self._followed():
            grown = [(feed, last) for feed in followed if (last := self._last(feed)) > feed.known]
            if grown:
                with self._news:
                    for feed, last in grown:
                        feed.known = max(feed.known, last)
                    self._news.notify_all()

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
