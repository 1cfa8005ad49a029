"""Telephones hear when somebody else has written, in pencil or ink; what was written they ask for themselves."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress

from mjlog.errors import StoreError
from mjlog.viewer.live.game import message
from mjlog.viewer.live.watch import Pace

_RETRY = 2000


def standings(
    mark: Callable[[], str], pace: Pace, closing: threading.Event, is_gone: Callable[[], bool]
) -> Iterator[bytes]:
    """A message whenever a game stands otherwise than before. `mark`: how it stands now, as a word."""
    end = time.monotonic() + pace.life
    told, said = "", time.monotonic()
    while not (closing.is_set() or is_gone() or time.monotonic() >= end):
        now = told
        with suppress(StoreError):  # it may be busy; the next look comes soon
            now = mark()
        if now != told or time.monotonic() >= said + pace.keep_alive:
            yield message("stands", {"mark": now}, retry=_RETRY) if now != told else message("still", {})
            told, said = now, time.monotonic()
        closing.wait(pace.distance)
