"""The log itself, as answers, and what is sent to be appended to it."""

from __future__ import annotations

from mjlog.events import MAX_INT
from mjlog_schemas.api import base as f
from mjlog_schemas.api.base import Answer, Paged
from mjlog_schemas.api.events import EventField
from mjlog_schemas.api.games import FindingSchema
from mjlog_schemas.containers import ListField
from mjlog_schemas.derive import KeepingSchema
from mjlog_schemas.scalars import NumberField

MOST_EVENTS = 1000


class AppendSchema(KeepingSchema):
    """Events that follow the last one that the writer has seen: all are stored, or none."""

    expected_last = NumberField(0, MAX_INT - MOST_EVENTS, required=True)
    events = ListField(EventField(), 1, MOST_EVENTS, required=True)


class AppendedEventSchema(Answer):
    """An event that was stored, as everybody may see it."""

    seq = f.seq()
    type = f.text()
    words = f.text()
    findings = f.parts(FindingSchema, "what the rules say of it")
    url = f.url()


class VersionSchema(Answer):
    """The end of the log."""

    seq = f.seq("the version that the next append expects")
    id = f.digest()


class AppendedSchema(Answer):
    """What was stored."""

    game = f.text("the game's id")
    first = f.seq("the first event that was stored")
    last = f.part(VersionSchema, "the log as it was right after these events")
    count = f.number("how many events were stored", least=1)
    events = f.parts(AppendedEventSchema)


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
