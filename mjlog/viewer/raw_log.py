"""The events of a game in their stored form, as a dossier asks for them: ids and bytes, event by event."""

from __future__ import annotations

from mjlog.disputes.recorded import AsStored, Stored
from mjlog.store import EventStore


def stored_in(store: EventStore, name: str) -> AsStored:
    """How the events of a game are found as they are stored."""
    last = store.head(name).seq

    def stored(seq: int) -> Stored | None:
        if not 1 <= seq <= last:
            return None
        one = store.event(name, seq)
        return Stored(one.id, one.body)

    return stored
