"""The garbage collector put off, while one game is read; and what it then misses, looked for now and again."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_MOST_KEPT = 500_000
"""Objects that games have kept, perhaps as garbage, before all of them are looked through: some 60 MB."""
_kept = 0


@contextmanager
def collector_paused() -> Iterator[None]:
    """Within it no garbage is looked for; what nobody holds any more is freed as ever.

    A game that is replayed keeps most of what it makes, a few hundred objects a hand, and drops the rest without
    cycles: the collector would look through it again and again, and find nothing. It is put off for one game at a
    time, so that memory stays bounded by the longest game. Whoever has it switched off already keeps it so.
    """
    global _kept
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            _kept += gc.get_count()[0]
            # What has been made since is kept: unread it joins what was there before.
            gc.freeze()
            gc.enable()
            gc.unfreeze()


def collect_kept() -> None:
    """What games have kept, and nobody holds any more, is freed once it is much: before one more of many is read.

    Tables and what judges them know one another. Such a circle is freed by the collector alone, which hardly ever looks
    at what has been kept.
    """
    global _kept
    if _kept > _MOST_KEPT:
        gc.collect()
        _kept = 0
