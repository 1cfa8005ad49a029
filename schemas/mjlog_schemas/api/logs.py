"""The log itself, as answers."""

from __future__ import annotations

from mjlog_schemas.api import base as f
from mjlog_schemas.api.base import Answer, Paged


class StoredSchema(Answer):
    """An event as it is stored. `id`: the SHA-256 of `mjlog1`, a line feed, `prev`, a line feed and `body` in UTF-8."""

    seq = f.seq()
    id = f.digest()
    prev = f.digest("the id of the event before; 64 zeros for the first one")
    body = f.text("the event as canonical JSON (RFC 8785), without `id` and `prev`")
    url = f.url("where it is found as long as the log is what it is, and never changes")


class StoredListSchema(Paged):
    """A part of a log. Without the token it ends before a hand in progress."""

    game = f.text("the game's id")
    last = f.number("the last event that can be read here", least=0)
    complete = f.flag("nothing is held back")
    events = f.parts(StoredSchema)
