"""How many at the same time: requests and streams, in all and of one client."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType

from flask import current_app, g, request
from werkzeug.exceptions import HTTPException, ServiceUnavailable, TooManyRequests

from mjlog.viewer.problems import RETRY_AFTER


class Ticket:
    """Capacity that somebody takes until `release`, which may be called more than once and by any thread."""

    def __init__(self, room: Capacity, client: str) -> None:
        self._room = room
        self._client: str | None = client

    def release(self) -> None:
        """Make room for others."""
        self._room.leave(self)

    def __enter__(self) -> Ticket:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()

    def take_client(self) -> str | None:
        """Whose place it is; once only."""
        client, self._client = self._client, None
        return client


class Capacity:
    """Capacity for so many in all, and for so many of one client; `patience`: seconds to wait for room in all."""

    def __init__(self, limit_all: int, limit_per_client: int, patience: float = 0.0) -> None:
        self.limit_all = limit_all
        self.limit_per_client = limit_per_client
        self.patience = patience
        self._changed = threading.Condition()
        self._inside = 0
        self._of_client: Counter[str] = Counter()

    @property
    def inside(self) -> int:
        """How many there are now."""
        return self._inside

    def take(self, client: str) -> Ticket:
        """A place for a client (an address).

        Raises:
            TooManyRequests: this client has its share.
            ServiceUnavailable: all places are taken.
        """
        end = time.monotonic() + self.patience
        with self._changed:
            if self._of_client[client] >= self.limit_per_client:
                self._forget_if_gone(client)
                raise TooManyRequests("too much is asked for from your address at once", retry_after=RETRY_AFTER)
            self._of_client[client] += 1  # those who wait count as well
            try:
                self._wait_for_room(end)
            except HTTPException:
                self._subtract(client)
                raise
            self._inside += 1
        return Ticket(self, client)

    def _wait_for_room(self, end: float) -> None:
        while self._inside >= self.limit_all:
            left = end - time.monotonic()
            if left <= 0:
                raise ServiceUnavailable("too many are asking at once; try again soon", retry_after=RETRY_AFTER)
            self._changed.wait(left)

    @contextmanager
    def place(self, client: str) -> Iterator[bool]:
        """Whether there is room for a client; it is taken while the block lasts.

        >>> room = Capacity(1, 1)
        >>> with room.place("anna") as first, room.place("ben") as second:
        ...     (first, second)
        (True, False)
        """
        try:
            taken = self.take(client)
        except (TooManyRequests, ServiceUnavailable):
            yield False
            return
        with taken:
            yield True

    def leave(self, place: Ticket) -> None:
        """Give back a place."""
        with self._changed:
            client = place.take_client()
            if client is None:
                return
            self._inside -= 1
            self._subtract(client)
            self._changed.notify()

    def _subtract(self, client: str) -> None:
        self._of_client[client] -= 1
        self._forget_if_gone(client)

    def _forget_if_gone(self, client: str) -> None:
        if self._of_client[client] <= 0:
            del self._of_client[client]


class StreamCaps(Capacity):
    """Capacity for streams. `closing` is set when the server ends: a stream that waits for news waits for that too."""

    def __init__(self, limit_all: int, limit_per_client: int) -> None:
        super().__init__(limit_all, limit_per_client)
        self.closing = threading.Event()


def stream_caps() -> StreamCaps:
    """The streams of this application."""
    found = current_app.extensions["mjlog_streams"]
    assert isinstance(found, StreamCaps)
    return found


def stream_place() -> Ticket:
    """A place for the stream that answers this request: `response.call_on_close(place.release)`.

    Raises:
        TooManyRequests: this client has its share of streams.
        ServiceUnavailable: all places are taken.
    """
    place = stream_caps().take(request.remote_addr or "")
    g.mjlog_has_stream_place = True
    return place


def has_stream_place() -> bool:
    """Whether whoever answers this request has taken a place for a stream."""
    return "mjlog_has_stream_place" in g
