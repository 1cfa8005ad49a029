"""What is wrong with a line of a log, in words.

Called when `mjlog.events.decode_event` has refused a line: slow and thorough, but bounded in time and
memory whatever the line holds.

Source: docs/lookup/format.md, docs/lookup/findings.md (`bad-json`, `bad-event`, `bad-field`).
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Mapping
from typing import Any, NoReturn

from msgspec.structs import replace

from mjlog.events import EVENT_TYPE_BY_NAME, decode_event
from mjlog.text import OverlongNumber, did_you_mean, is_deeper, quoted, shown, whole_or_overlong
from mjlog_schemas.derive import event_schema
from mjlog_schemas.faults import Complaint, Fault, faults_of
from mjlog_schemas.fields import is_unwritable, leaves

MAX_LINE = 4_000_000
"""Bytes (characters) of a line that are looked at; a rule set of a million characters fits."""
MAX_DEPTH = 500
"""Lists and objects inside one another, at most."""
_OBJECT = 'an object like {"seq": 1, "type": "washout"}'
_EVENT_TYPE = "a type of event such as draw, discard or claim"
_SEQ = "a whole number from 1"


class _UnreadableError(Exception):
    """Carries the fault out of the JSON reader."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self.fault = fault


def explain_line(line: bytes | str) -> Fault:
    """Why a line is no event, whatever it holds.

    >>> explain_line('{"seq": 5, "type": "claim", "seat": "E", "for": "punk"}').message
    "for is 'punk'; expected one of chow, pung, kong, quint, sextet, mahjong; did you mean 'pung'?"
    """
    fault = check_line(line)
    if fault is not None:
        return fault
    # The decoder's own words, or that there is nothing to explain.
    try:
        decode_event(line)
    except RecursionError:
        return _too_deep()
    except Exception as error:  # the border answers whatever the decoder may raise
        return Fault("bad-event", None, f"the line is no event: {shown(error, 200)}")
    return Fault("bad-event", None, "the line was refused as no event, but nothing is wrong with it")


def check_line(line: bytes | str) -> Fault | None:
    """What is wrong with a line, None where nothing is; stricter than the decoder, which takes a field stated
    twice, and bytes and numbers that cannot be written down again in fields that it does not know."""
    try:
        fields, twice = _read_object(line)
    except _UnreadableError as refused:
        return refused.fault
    fault = explain_fields(fields)
    if fault is None and twice is not None:
        fault = _bad_json(f"{shown(twice)} is stated twice in one object", "every field once", None, shown(twice))
    return fault


def explain_fields(fields: Mapping[str, Any]) -> Fault | None:
    """What is wrong with an event whose JSON has been read already, None where nothing is.

    >>> explain_fields({"seq": 5, "type": "washout"}) is None
    True
    """
    if not isinstance(fields, dict):
        return _bad_json(f"the event is {quoted(fields)}", _OBJECT, quoted(fields))
    if is_deeper(fields, MAX_DEPTH):
        return _too_deep()
    half = ", which has half a character (a lone surrogate)"
    return (
        _unwritable(fields, str, half, "whole characters")
        or _wrong_event(fields)
        or _wrong_field(fields)
        or _unwritable(fields, float, "", "a number that can be written down again")
    )


def _bad_json(what: str, expected: str, found: str | None = None, field: str | None = None) -> Fault:
    return Fault("bad-json", field, f"{what}; expected {expected}", expected, found)


def _too_deep() -> Fault:
    return _bad_json("the line is nested too deeply", f"at most {MAX_DEPTH} lists and objects inside one another")


def _read_object(line: bytes | str) -> tuple[dict[str, Any], str | None]:
    """The fields of the line, and the first of them that is stated twice."""
    repeated: list[str] = []
    text = _text_of(line)
    try:
        value = json.loads(
            text,
            object_pairs_hook=lambda pairs: _fields_of(pairs, repeated),
            parse_int=whole_or_overlong,
            parse_float=_fraction,
            parse_constant=_no_number,
        )
    except RecursionError:
        raise _UnreadableError(_too_deep()) from None
    except json.JSONDecodeError as error:
        raise _UnreadableError(_syntax_fault(error, text)) from None
    if not isinstance(value, dict):
        raise _UnreadableError(_bad_json(f"the line is {quoted(value)}", _OBJECT, quoted(value)))
    return value, repeated[0] if repeated else None


def _text_of(line: bytes | str) -> str:
    if len(line) > MAX_LINE:
        raise _UnreadableError(_bad_json(f"the line has {len(line)} characters or bytes", f"at most {MAX_LINE}"))
    try:
        text = line if isinstance(line, str) else bytes(line).decode("utf-8")
    except UnicodeDecodeError as error:
        words = f"byte 0x{error.object[error.start]:02x}"
        raise _UnreadableError(
            _bad_json(f"{words} at position {error.start} is not UTF-8", "text in UTF-8", words)
        ) from None
    if not text.strip(" \t\r\n"):
        raise _UnreadableError(_bad_json("the line is empty", _OBJECT))
    if text.startswith("\ufeff"):
        raise _UnreadableError(_bad_json("the line begins with a byte order mark", "UTF-8 without one", "U+FEFF"))
    return text


def _fields_of(pairs: list[tuple[str, Any]], repeated: list[str]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for key, value in pairs:
        if key in fields and not repeated:
            repeated.append(key)
        fields[key] = value
    return fields


def _fraction(text: str) -> float:
    number = float(text)
    return OverlongNumber.written(text) if number in (float("inf"), float("-inf")) else number


def _no_number(word: str) -> NoReturn:
    raise _UnreadableError(_bad_json(f"{word} is no JSON number", "a whole number", word))


def _syntax_fault(error: json.JSONDecodeError, text: str) -> Fault:
    reason = error.msg[:1].lower() + error.msg[1:]
    rest = text[error.pos : error.pos + 200]
    found = quoted(rest, 20) if rest else "the end of the line"
    if reason.startswith("extra data"):
        return _bad_json(f"after the event, at character {error.pos + 1}, comes {found}", "one event a line", found)
    message = f"the line is not JSON at character {error.pos + 1}, before {found}: {shown(re.sub(' at$', '', reason))}"
    return Fault("bad-json", None, message, _OBJECT, found)


def _unwritable(fields: dict[str, Any], kind: type[str | float], why: str, expected: str) -> Fault | None:
    """A text or a number that cannot be written down again."""
    for name, value in fields.items():
        for leaf in itertools.chain((name,), leaves(value)):
            if isinstance(leaf, kind) and is_unwritable(leaf):
                return _bad_json(f"{shown(name)} holds {quoted(leaf)}{why}", expected, quoted(leaf), shown(name))
    return None


def _wrong_event(fields: dict[str, Any]) -> Fault | None:
    kind = fields.get("type")
    if "type" not in fields:
        return Complaint.saying("is missing", None, _EVENT_TYPE).at("type", "bad-event")
    if not isinstance(kind, str) or kind not in EVENT_TYPE_BY_NAME:
        return Complaint.about(kind, _EVENT_TYPE, did_you_mean(kind, EVENT_TYPE_BY_NAME)).at("type", "bad-event")
    return None if "seq" in fields else Complaint.saying("is missing", None, _SEQ).at("seq", "bad-event")


def _wrong_field(fields: dict[str, Any]) -> Fault | None:
    schema = event_schema(fields["type"])
    fault = next(faults_of(schema.validate(fields)), None)
    if fault is None or fault.found is not None or fault.field not in schema.fields:
        return fault
    unknown = (name for name in fields if name not in schema.fields)
    slip = did_you_mean(fault.field, unknown)
    if slip is None:
        return fault
    hint = f"{quoted(slip)} is no field of {fields['type']}: did you mean {quoted(fault.field)}?"
    return replace(fault, message=f"{fault.message}; {hint}")
