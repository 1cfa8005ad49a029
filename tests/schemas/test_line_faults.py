"""Every refused line is explained, whatever it holds."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from near_events import events_near, junk

from each import each
from mjlog.events import EVENT_TYPE_BY_NAME
from mjlog_schemas import Fault, check_line, explain_fields, explain_line
from turns import examples

CODES = {"bad-json", "bad-event", "bad-field"}


def said(**fields: Any) -> str:
    """The message about an event with these fields (`for_` for a field called `for`)."""
    line = {"seq": 1} | {name.rstrip("_"): value for name, value in fields.items()}
    return explain_line(json.dumps(line)).message


@each("fields, message", [
    ({"type": "draw", "seat": "E", "tile": "5x"}, "tile is '5x'; expected a tile like 5b, Ew, Rd, 1f or ??"),
    (
        {"type": "claim", "seat": "E", "for_": "punk"},
        "for is 'punk'; expected one of chow, pung, kong, quint, sextet, mahjong; did you mean 'pung'?",
    ),
    ({"type": "pass", "seat": "east"}, "seat is 'east'; expected one of E, S, W, N; did you mean 'E'?"),
    ({"type": "pass", "seat": None}, "seat is null; expected one of E, S, W, N"),
    ({"type": "pass"}, "seat is missing; expected one of E, S, W, N"),
    (
        {"type": "draw", "seat": "E", "tiel": "5b"},
        "tile is missing; expected a tile like 5b, Ew, Rd, 1f or ??; "
        "'tiel' is no field of draw: did you mean 'tile'?",
    ),
    ({"type": "wall", "tiles": ["1b", "zz"]}, "tiles[1] is 'zz'; expected a tile like 5b, Ew, Rd, 1f or ??"),
    ({"type": "wall", "tiles": "1b"}, "tiles is '1b'; expected a list of at most 200 tiles"),
    ({"type": "settlement", "change": {"E": 1.5}}, "change.E is 1.5; expected a whole number"),
    (
        {"type": "settlement", "change": {"e": 1}},
        "change has the key 'e'; expected one of E, S, W, N as key; did you mean 'E'?",
    ),
    ({"type": "washout", "seq": 0}, "seq is 0; expected a whole number of at least 1"),
    (
        {"type": "washout", "on": 2**53},
        "on is 9007199254740992; expected a whole number of at most 9007199254740991",
    ),
    ({"type": "discard", "seat": "E", "tile": "5b", "calling": 1}, "calling is 1; expected true or false"),
    (
        {"type": "game-start", "game": "g", "ruleset": "western", "players": ["a", "b", "c"], "card": {}},
        "card.id is missing; expected a text",
    ),
])  # fmt: skip
def test_a_field_at_fault_is_told_with_what_was_found_and_what_is_right(fields: dict[str, Any], message: str) -> None:
    assert said(**fields) == message


def test_a_number_that_is_too_long_to_be_read_is_told_by_its_digits() -> None:
    fault = explain_line('{"type": "washout", "seq": ' + "9" * 5000 + "}")
    expected = "seq is a number of 5000 digits; expected a whole number of at most 9007199254740991"
    assert (fault.code, fault.message) == ("bad-field", expected)


def test_a_fault_carries_its_halves_for_programs() -> None:
    fault = explain_line('{"seq": 1, "type": "wall", "tiles": ["zz"]}')
    assert (fault.code, fault.field, fault.found) == ("bad-field", "tiles[0]", "'zz'")
    assert fault.expected == "a tile like 5b, Ew, Rd, 1f or ??"


@each("line, words", [
    (b"", "the line is empty"),
    (b"\xff{}", "byte 0xff at position 0 is not UTF-8"),
    ("\ufeff{}", "byte order mark"),
    ("[]", "the line is a list of 0; expected an object"),
    ('{"seq": 1', "the line is not JSON at character 10, before the end of the line"),
    ('{"seq": 1} {}', "after the event, at character 12, comes '{}'; expected one event a line"),
    ('{"seq": NaN}', "NaN is no JSON number"),
    ('{"seq": 1, "type": "washout", "x": "\\ud800"}', "half a character"),
    ('{"seq": 1, "type": "washout", "type": "washout"}', "type is stated twice"),
    ("[" * 100_000, "nested too deeply"),
    ('{"x":' * 100_000, "nested too deeply"),
    (f'{{"seq": 1, "type": "washout", "x": {"[" * 600}{"]" * 600}}}', "nested too deeply"),
    (b"x" * 4_000_001, "expected at most 4000000"),
    ('{"seq": 1, "type": "washout", "x": ' + "9" * 5000 + "}", "x holds a number of 5000 digits"),
    ('{"seq": 1, "type": "washout", "x": 1e400}', "x holds 1e400"),
])  # fmt: skip
def test_a_line_that_is_no_json_object_is_told_where_and_why(line: bytes | str, words: str) -> None:
    fault = explain_line(line)
    assert fault.code == "bad-json"
    assert words in fault.message


@pytest.mark.parametrize(("line", "field", "words"), [
    ('{"seq": 1}', "type", "type is missing; expected a type of event"),
    ('{"seq": 1, "type": "drow"}', "type", "did you mean 'draw'?"),
    ('{"seq": 1, "type": ["draw"]}', "type", "type is a list of 1"),
    ('{"type": "washout"}', "seq", "seq is missing; expected a whole number from 1"),
])  # fmt: skip
def test_an_event_without_known_type_or_seq_is_no_event(line: str, field: str, words: str) -> None:
    fault = explain_line(line)
    assert (fault.code, fault.field) == ("bad-event", field)
    assert words in fault.message


@pytest.mark.parametrize("number", ["1e400", "1" + "0" * 400, "1" + "0" * 5000, "-1e999", "1." + "1" * 5000 + "e999"])
def test_a_number_beyond_measure_is_told_shortened(number: str) -> None:
    fault = explain_line(f'{{"seq": {number}, "type": "washout"}}')
    assert (fault.code, fault.field) == ("bad-field", "seq")
    assert fault.found is not None
    assert len(fault.found) <= 60


def test_texts_of_the_line_are_shown_without_control_and_bidi_characters() -> None:
    fault = explain_line('{"seq": 1, "type": "dr\\u202eaw\\u001b[2J"}')
    assert fault.found == "'dr\\u202eaw\\x1b[2J'"


def test_a_sound_line_has_no_fault() -> None:
    assert check_line('{"seq": 1, "type": "washout", "remark": ["kept", 1.5]}') is None


@given(st.binary(max_size=200) | st.text(max_size=200) | st.text(alphabet='{}[]":,0eE-\\u"ad8', max_size=60))
def test_any_line_is_explained(line: bytes | str) -> None:
    assert_is_sayable(explain_line(line))


@settings(max_examples=examples(300), deadline=None)
@given(st.sampled_from(sorted(EVENT_TYPE_BY_NAME)).flatmap(events_near), st.data())
def test_any_spoilt_line_is_explained(fields: dict[str, Any], data: st.DataObject) -> None:
    line = bytearray(json.dumps(fields).encode())
    for _ in range(data.draw(st.integers(1, 3))):
        line[data.draw(st.integers(0, len(line) - 1))] = data.draw(st.integers(0, 255))
    assert_is_sayable(explain_line(bytes(line)))


@given(junk | st.dictionaries(st.text(), junk) | st.just({"type": float("nan")}) | st.just({"\ud800": "\ud800"}))
def test_any_value_is_explained_or_sound(value: Any) -> None:
    fault = explain_fields(value)
    assert fault is None or fault.code in CODES


def assert_is_sayable(fault: Fault) -> None:
    """The message is one harmless line that ends without a full stop."""
    assert fault.code in CODES
    assert fault.message.isprintable()
    assert len(fault.message) < 1000
    assert not fault.message.endswith(".") or "…" in fault.message or "'" in fault.message
    fault.message.encode("utf-8")


@pytest.mark.parametrize("line", [
    '{"seq":1,"type":"dead","seat":"E","reason":"count","sets":[' + "1," * 1_900_000 + "-1]}",
    '{"seq":1,"type":"draw","seat":"E",' + ",".join(f'"tile{n}":1' for n in range(250_000)) + "}",
    '{"seq":1,"type":"washout","x":' + "9" * 3_900_000 + "}",
    '{"type":"' + "washout" * 500_000 + '"}',
], ids=["long list", "many fields", "long number", "long word"])  # fmt: skip
def test_the_largest_lines_are_explained(line: str) -> None:
    assert_is_sayable(explain_line(line))
