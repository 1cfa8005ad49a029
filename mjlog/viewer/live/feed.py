"""What is told of one game, made once for all who follow it."""

from __future__ import annotations

import threading

from mjlog.cards.shelf import CardShelf
from mjlog.store import EventStore
from mjlog.viewer.live.game import LiveGame

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
