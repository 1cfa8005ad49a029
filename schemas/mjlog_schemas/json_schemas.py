"""The log's events as JSON Schema (draft 2020-12), for programs in other languages.

Generated from the same types as everything else. JSON Schema calls 1.0 an integer; a log does not.
"""

from __future__ import annotations

from typing import Any

from mjlog.events import EVENT_TYPE_BY_NAME
from mjlog_schemas.containers import published_object
from mjlog_schemas.derive import event_schema
from mjlog_schemas.scalars import published_codes


def json_schema() -> dict[str, Any]:
    """One line of a log: any of the events, with a definition each. Fields may be added by anybody.

    >>> json_schema()["$defs"]["draw"]["required"]
    ['type', 'seq', 'seat', 'tile']
    """
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "one event of a mahjong log",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in EVENT_TYPE_BY_NAME],
        "$defs": {name: _definition(name) for name in EVENT_TYPE_BY_NAME} | published_codes(),
    }


def _definition(name: str) -> dict[str, Any]:
    purpose = (EVENT_TYPE_BY_NAME[name].__doc__ or "").partition("\n")[0]
    return {"description": purpose} | published_object(event_schema(name))
