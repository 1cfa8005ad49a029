"""The events of a log as components of the OpenAPI document, and as fields of what is sent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError, fields
from marshmallow.exceptions import SCHEMA

from mjlog.events import EVENT_TYPE_BY_NAME
from mjlog_schemas.api.base import code_components, in_components
from mjlog_schemas.faults import refusal
from mjlog_schemas.json_schemas import json_schema
from mjlog_schemas.lines import explain_fields
from mjlog_schemas.scalars import Worded

EVENT = {"$ref": "#/components/schemas/Event"}
_ANY_SEQ = 1
MOST_DOCUMENT = 200_000
"""Characters of a rule set's document that is sent; a file may have one that is longer."""


def event_components() -> dict[str, dict[str, Any]]:
    """Every type of event, `Event` for any of them, and the codes that they use.

    An event that is sent may leave out `seq`: it is the next one then.
    """
    definitions = in_components(json_schema()["$defs"])
    for name in EVENT_TYPE_BY_NAME:
        definitions[name]["required"] = [one for one in definitions[name]["required"] if one != "seq"]
    definitions["ruleset"]["properties"]["document"]["maxLength"] = MOST_DOCUMENT
    one_of = [{"$ref": f"#/components/schemas/{name}"} for name in EVENT_TYPE_BY_NAME]
    mapping = {name: f"#/components/schemas/{name}" for name in EVENT_TYPE_BY_NAME}
    event = {"oneOf": one_of, "discriminator": {"propertyName": "type", "mapping": mapping}}
    return {**definitions, **code_components(), "Event": event}


class EventField(Worded, fields.Raw):
    """An event of a log; `seq` may be left out. The same border as that of a file: nothing else comes into a log."""

    expected = 'an event, like {"type": "discard", "seat": "E", "tile": "5b"}'
    plural = "events"

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **_: Any) -> Any:
        if not isinstance(value, dict):
            raise refusal(value, self.expected)
        fault = explain_fields({"seq": _ANY_SEQ} | value)
        if fault is not None:
            message = fault.message.removeprefix(f"{fault.field} ")
            raise ValidationError({fault.field or SCHEMA: [message]}) from None
        if value["type"] == "ruleset" and len(value["document"]) > MOST_DOCUMENT:
            says = f"has {len(value['document'])} characters; expected at most {MOST_DOCUMENT}"
            raise ValidationError({"document": [says]})
        return value

    def published(self) -> dict[str, Any]:
        """Any of the events."""
        return EVENT
