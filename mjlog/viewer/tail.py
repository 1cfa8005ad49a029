"""What was added to the log of a game since it was read, with the chain checked on from there."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

from mjlog.canonical import chain_id
from mjlog.formats.logs import event_or_fault
from mjlog.log.records import Fault, Row
from mjlog.store import EventStore, Head, StoredEvent


def stored_after(store: EventStore, game: str, after: int, most: int) -> list[StoredEvent]:
    """The next events of a log, at most so many.

    Raises:
        NotFoundError: no such game.
    """
    return list(islice(store.read(game, after), most))


def rows_of(stored: StoredEvent) -> list[Row]:
    """A stored event as it is replayed; before it, what is wrong with its place or its link to the one before."""
    event = event_or_fault(stored.body)
    if isinstance(event, Fault):
        return [(replace(event, seq=stored.seq), None)]
    if event.seq != stored.seq:
        return [(Fault("seq-gap", f"event {stored.seq} says that it is event {event.seq}", seq=stored.seq), None)]
    rows: list[Row] = [(event, None)]
    if chain_id(stored.prev, stored.body) != stored.id:
        words = f"event {stored.seq} is not what was stored: its id does not fit"
        rows.insert(0, (Fault("chain-broken", words, seq=stored.seq), None))
    return rows


def rows_since(store: EventStore, game: str, head: Head, end: Head) -> list[Row] | None:
    """The events after `head`, up to `end`, for a replay that has come so far; None where the log is to be read anew.

    That is so where something is wrong with it, and where they come from a file.

    Raises:
        NotFoundError: no such game.
    """
    added = stored_after(store, game, head.seq, max(0, end.seq - head.seq))
    ids = [head.id, *(one.id for one in added)]
    if len(ids) != end.seq - head.seq + 1 or ids[-1] != end.id or [one.prev for one in added] != ids[:-1]:
        return None
    if any(seq > head.seq for seq in store.origins(game)):
        return None
    rows = [row for one in added for row in rows_of(one)]
    return None if any(isinstance(row, Fault) for row, _where in rows) else rows
