"""The garbage collector put off, while one game is read."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collector_paused() -> Iterator[None]:
    """Within it no garbage is looked for; what nobody holds any more is freed as ever.

    A game that is replayed keeps most of what it makes, a few hundred objects a hand, and drops the rest without
    cycles: the collector would look through it again and again, and find nothing. It is put off for one game at a
    time, so that memory stays bounded by the longest game. Whoever has it switched off already keeps it so.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            # What has been made since is kept: unread it joins what was there before.
            gc.freeze()
            gc.enable()
            gc.unfreeze()
