"""How many at the same time: requests and streams, in all and of one client.

Whoever shows a key (the token, or that of a table) has places of their own: however many look on, recording goes on.
"""

from __future__ import annotations

import threading
from collections import Counter
from contextlib import ExitStack

from flask import current_app, g, request
from werkzeug.exceptions import ServiceUnavailable, TooManyRequests

from mjlog.viewer.problems import RETRY_AFTER
from mjlog.viewer.serving.limits import Limits


class Capacity:
    """Capacity for so many in all, and for so many of one client; `patience`: seconds to wait for room in all.

    `shared`: an address that many clients have together: only what holds for all holds for it.
    """

    def __init__(
        self, limit_all: int, limit_per_client: int, patience: float = 0.0, shared: str | None = None
    ) -> None:
        self.shared = shared
        self.limit_all = limit_all
        self.limit_per_client = limit_per_client
        self.patience = patience
        self.inside = 0
        """How many there are now."""
        self._changed = threading.Condition()
        self._of_client: Counter[str] = Counter()

    def take(self, client: str) -> ExitStack:
        """A place for a client (an address), until it is closed, which may happen more than once.

        Raises:
            TooManyRequests: this client has its share.
            ServiceUnavailable: all places are taken.
        """
        with self._changed:
            if client != self.shared and self._of_client[client] >= self.limit_per_client:
                raise TooManyRequests("too much is asked for from your address at once", retry_after=RETRY_AFTER)
            self._of_client[client] += 1  # those who wait count as well
            if not self._changed.wait_for(lambda: self.inside < self.limit_all, self.patience):
                self._forget(client)
                raise ServiceUnavailable("too many are asking at once; try again soon", retry_after=RETRY_AFTER)
            self.inside += 1
        place = ExitStack()
        place.callback(self._leave, client)
        return place

    def _leave(self, client: str) -> None:
        with self._changed:
            self.inside -= 1
            self._forget(client)
            self._changed.notify()

    def _forget(self, client: str) -> None:
        self._of_client[client] -= 1
        if not self._of_client[client]:
            del self._of_client[client]


SHOWS_KEY = "mjlog.shows_key"
"""Where the environment of a request says whether its sender has shown a key."""
BY_PROXY = "mjlog.by_proxy"
"""Where it says whether our own proxy has told who asks."""


class StreamCaps(Capacity):
    """Capacity for streams; `of_keys`: for those of whoever shows a key.

    `closing` is set when the server ends: a stream that waits for news waits for that too.
    """

    def __init__(self, limits: Limits, shared: str | None = None) -> None:
        super().__init__(limits.streams, limits.streams_per_client, shared=shared)
        self.of_keys = Capacity(limits.key_streams, limits.key_streams_per_client, shared=shared)
        self.closing = threading.Event()


def stream_caps() -> StreamCaps:
    """The streams of this application."""
    found: StreamCaps = current_app.extensions["mjlog_streams"]
    return found


def stream_place() -> ExitStack:
    """A place for the stream that answers this request: `response.call_on_close(place.close)`.

    Raises:
        TooManyRequests: this client has its share of streams.
        ServiceUnavailable: all places are taken.
    """
    caps = stream_caps()
    place = (caps.of_keys if request.environ.get(SHOWS_KEY) else caps).take(request.remote_addr or "")
    g.mjlog_has_stream_place = True
    return place


def has_stream_place() -> bool:
    """Whether whoever answers this request has taken a place for a stream."""
    return "mjlog_has_stream_place" in g
