"""The derived schemas take what the decoder takes, and nothing else; the published JSON Schema says the same."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from near_events import events_near, json_values

from mjlog.errors import NotationError
from mjlog.events import EVENT_TYPE_BY_NAME, convert_event, decode_event
from mjlog.tiles import CODES, UNICODE
from mjlog_schemas import event_schema, explain_fields, explain_line, json_schema
from turns import examples

TYPES = sorted(EVENT_TYPE_BY_NAME)


def is_decoded(fields: dict[str, Any]) -> bool:
    """Whether the fast decoder takes the fields as a line."""
    try:
        decode_event(json.dumps(fields))
    except msgspec.MsgspecError:
        return False
    return True


@pytest.mark.parametrize("event_type", TYPES)
@settings(max_examples=10, deadline=None)
@given(data=st.data())
def test_a_schema_takes_an_event_exactly_when_the_decoder_does(event_type: str, data: st.DataObject) -> None:
    fields = data.draw(events_near(event_type))
    assert (event_schema(event_type).validate(fields) == {}) == is_decoded(fields)


@settings(max_examples=examples(200), deadline=None)
@given(st.sampled_from(TYPES).flatmap(events_near))
def test_a_fault_is_told_of_fields_exactly_when_the_decoder_refuses_them(fields: dict[str, Any]) -> None:
    assert (explain_fields(fields) is None) == is_decoded(fields)


@settings(max_examples=examples(200), deadline=None)
@given(st.dictionaries(st.sampled_from(["type", "seq", "seat", "tile", "x"]), json_values))
def test_a_fault_is_told_of_any_object_exactly_when_the_decoder_refuses_it(fields: dict[str, Any]) -> None:
    assert (explain_fields(fields) is None) == is_decoded(fields)


@settings(max_examples=examples(150), deadline=None)
@given(st.sampled_from(TYPES).flatmap(events_near))
def test_a_line_and_its_fields_have_the_same_fault(fields: dict[str, Any]) -> None:
    fault = explain_fields(fields)
    if fault is not None:
        assert explain_line(json.dumps(fields)) == fault


@settings(max_examples=examples(200), deadline=None)
@given(st.sampled_from(TYPES).flatmap(events_near).filter(is_decoded))
def test_loading_gives_the_fields_back_unchanged_and_makes_an_event(fields: dict[str, Any]) -> None:
    loaded = event_schema(fields["type"]).load(fields)
    assert loaded == fields
    assert convert_event(loaded).type == fields["type"]


def test_every_type_of_event_has_a_schema_with_its_own_fields() -> None:
    for event_type, struct in EVENT_TYPE_BY_NAME.items():
        assert set(event_schema(event_type).fields) == {"type", *struct.__struct_encode_fields__}


def test_the_words_of_a_field_are_told_in_the_order_in_which_they_are_defined() -> None:
    (message,) = event_schema("claim").validate({"type": "claim", "seq": 1, "seat": "E", "for": "x"})["for"]
    assert message == "is 'x'; expected one of chow, pung, kong, quint, sextet, mahjong"


def test_there_is_no_schema_for_an_unknown_type_and_the_error_names_a_near_one() -> None:
    with pytest.raises(NotationError, match="'drow' is no type of event; did you mean 'draw'"):
        event_schema("drow")


def test_an_event_without_its_type_or_with_another_one_is_refused_by_a_schema() -> None:
    assert event_schema("washout").validate({"seq": 1}) == {"type": ["is missing; expected one of washout"]}
    assert "type" in event_schema("washout").validate({"seq": 1, "type": "draw"})


# -- the published JSON Schema says what the types say ----------------------------------------------------------------


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
