"""What is sent to be appended to a log."""

from __future__ import annotations

from mjlog.events import MAX_INT
from mjlog_schemas.api.events import EventField
from mjlog_schemas.containers import ListField
from mjlog_schemas.derive import KeepingSchema
from mjlog_schemas.scalars import NumberField

MOST_EVENTS = 1000


class AppendSchema(KeepingSchema):
    """Events that follow the last one that the writer has seen: all are stored, or none."""

    expected_last = NumberField(0, MAX_INT - MOST_EVENTS, required=True)
    events = ListField(EventField(), 1, MOST_EVENTS, required=True)
