"""The published JSON Schema says what the types say."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from mjlog.events import EVENT_TYPE_BY_NAME, decode_event
from mjlog.tiles import CODES, UNICODE
from mjlog_schemas import json_schema


def parts(schema: Any) -> Iterator[dict[str, Any]]:
    """The schema and everything inside it."""
    if isinstance(schema, dict):
        yield schema
    for inner in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from parts(inner)


def test_every_type_of_event_is_defined_with_its_fields() -> None:
    schema = json_schema()
    assert [item["$ref"] for item in schema["anyOf"]] == [f"#/$defs/{name}" for name in EVENT_TYPE_BY_NAME]
    for name, struct in EVENT_TYPE_BY_NAME.items():
        definition = schema["$defs"][name]
        assert definition["properties"]["type"] == {"const": name}
        assert set(definition["properties"]) == {"type", *struct.__struct_encode_fields__}
        assert {"type", "seq"} <= set(definition["required"])


def test_it_is_the_same_every_time_and_is_json() -> None:
    assert json.dumps(json_schema()) == json.dumps(json_schema())


def test_fields_that_it_does_not_know_are_allowed() -> None:
    assert not any(part.get("additionalProperties") is False for part in parts(json_schema()))
    assert not any("unevaluatedProperties" in part for part in parts(json_schema()))


def test_every_reference_leads_to_a_definition() -> None:
    schema = json_schema()
    references = {part["$ref"] for part in parts(schema) if "$ref" in part}
    assert references <= {f"#/$defs/{name}" for name in schema["$defs"]}


def test_its_tiles_are_those_that_the_decoder_reads() -> None:
    pattern = re.compile(json_schema()["$defs"]["tile"]["pattern"])
    for code in [*CODES, *UNICODE, "5x", "0b", "10b", "", "?", "5b ", "e", "5s", "Fs", "🀫🀫"]:
        for text in {code, code.lower(), code.upper(), code.swapcase()}:
            assert (pattern.fullmatch(text) is not None) == is_tile(text), text


def is_tile(text: str) -> bool:
    """Whether the decoder takes the text for a tile."""
    try:
        decode_event(json.dumps({"type": "draw", "seq": 1, "seat": "E", "tile": text}))
    except msgspec.ValidationError:
        return False
    return True
