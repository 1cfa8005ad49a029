"""The events of a log as Marshmallow schemas, and what is wrong with a line that is none, in words.

The schemas are derived from the types that the fast decoder reads: a field added to `mjlog.events` is known here at
once, and nothing is taken here that the decoder refuses, nor refused that it takes.

A line is explained when `mjlog.events.decode_event` has refused it: slowly and thoroughly, but bounded in time and
memory whatever the line holds. Source: docs/lookup/format.md, docs/lookup/findings.md (`bad-json`, `bad-event`,
`bad-field`).
"""

from __future__ import annotations

import functools
import itertools
import json
import re
import typing
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NoReturn

import msgspec
from marshmallow import INCLUDE, Schema, ValidationError
from marshmallow.exceptions import SCHEMA
from msgspec import inspect
from msgspec.structs import replace

from mjlog.errors import NotationError
from mjlog.events import EVENT_TYPE_BY_NAME, EVENT_TYPES, decode_event
from mjlog.text import OverlongNumber, did_you_mean, is_deeper, quoted, shown, whole_or_overlong
from mjlog_schemas import fields
from mjlog_schemas.fields import Complaint, Fault, faults_of, is_unwritable, leaves


class KeepingSchema(Schema):
    """A schema that keeps the fields which it does not know, as a log does."""

    class Meta:
        """Unknown fields stay."""

        unknown = INCLUDE


@functools.cache
def event_schema(event_type: str) -> Schema:
    """The schema of one type of event; what it loads is given back unchanged, unknown fields too.

    >>> event_schema("draw").validate({"type": "draw", "seq": 7, "seat": "E", "tile": "5x"})
    {'tile': ["is '5x'; expected a tile like 5b, Ew, Rd, 1f or ??"]}

    Raises:
        NotationError: there is no such type of event.
    """
    if event_type not in EVENT_TYPE_BY_NAME:
        suggestion = did_you_mean(event_type, EVENT_TYPE_BY_NAME)
        hint = "" if suggestion is None else f"; did you mean {quoted(suggestion)}?"
        raise NotationError(f"{quoted(event_type)} is no type of event{hint}")
    struct = inspect.type_info(EVENT_TYPE_BY_NAME[event_type])
    return _struct_schema(typing.cast(inspect.StructType, struct))


def _struct_schema(struct: inspect.StructType) -> Schema:
    members: dict[str, Any] = {}
    if struct.tag_field is not None:
        members[struct.tag_field] = fields.WordField([typing.cast(str, struct.tag)], required=True)
    for field in struct.fields:
        members[field.encode_name] = _field(field.type, required=field.required)
    return KeepingSchema.from_dict(members, name=struct.cls.__name__)()


def _field(kind: Any, **common: Any) -> fields.Worded:
    match kind:
        case inspect.UnionType():
            (kind,) = (member for member in kind.types if not isinstance(member, inspect.NoneType))
            return _field(kind, **common, allow_none=True)
        case inspect.StrType():
            return fields.TextField(kind.min_length or 0, kind.max_length, **common)
        case inspect.IntType():
            return fields.NumberField(kind.ge, kind.le, **common)
        case inspect.BoolType():
            return fields.FlagField(**common)
        case inspect.EnumType():
            return fields.CodeField(kind.cls, **common)
        case inspect.LiteralType():
            return fields.WordField(_declared_order().get(frozenset(kind.values), kind.values), **common)
        case inspect.VarTupleType():
            return fields.ListField(_field(kind.item_type), kind.min_length or 0, kind.max_length, **common)
        case inspect.TupleType():
            return fields.RowField([_field(place) for place in kind.item_types], **common)
        case inspect.DictType():
            return fields.TableField(_field(kind.key_type), _field(kind.value_type), **common)
        case inspect.StructType():
            return fields.PartField(_struct_schema(kind), **common)
        case inspect.AnyType():
            return fields.AnyField(**common | {"allow_none": True})
    raise TypeError(f"no marshmallow field is known for {kind}; expected one of the kinds in {__name__}")


@functools.cache
def _declared_order() -> dict[frozenset[Any], tuple[Any, ...]]:
    """Words in the order in which they are written down; the decoder's own description sorts them."""
    return words_of(EVENT_TYPES)


def words_of(structs: Iterable[type[msgspec.Struct]]) -> dict[frozenset[Any], tuple[Any, ...]]:
    """The few words that each field of some structs can have, in the order in which they are written down."""
    hints = (hint for struct in structs for hint in typing.get_type_hints(struct, include_extras=True).values())
    literals = (part for hint in hints for part in parts_of(hint) if typing.get_origin(part) is typing.Literal)
    return {frozenset(typing.get_args(part)): typing.get_args(part) for part in literals}


def parts_of(hint: Any) -> Iterator[Any]:
    """A type, and all those that it is made of."""
    yield hint
    for part in typing.get_args(hint):
        yield from parts_of(part)


# -- as JSON Schema ---------------------------------------------------------------------------------------------------


def json_schema() -> dict[str, Any]:
    """One line of a log: any of the events, with a definition each. Fields may be added by anybody.

    >>> json_schema()["$defs"]["draw"]["required"]
    ['type', 'seq', 'seat', 'tile']
    """
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "one event of a mahjong log",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in EVENT_TYPE_BY_NAME],
        "$defs": {
            name: {"description": (event_type.__doc__ or "").partition("\n")[0]}
            | fields.published_object(event_schema(name))
            for name, event_type in EVENT_TYPE_BY_NAME.items()
        }
        | fields.published_codes(),
    }


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
    if len(line) > MAX_LINE:
        raise _UnreadableError(_bad_json(f"the line has {len(line)} characters or bytes", f"at most {MAX_LINE}"))
    try:
        text = line if isinstance(line, str) else bytes(line).decode("utf-8")
    except UnicodeDecodeError as error:
        words = f"byte 0x{error.object[error.start]:02x}"
        fault = _bad_json(f"{words} at position {error.start} is not UTF-8", "text in UTF-8", words)
        raise _UnreadableError(fault) from None
    if not text.strip(" \t\r\n"):
        raise _UnreadableError(_bad_json("the line is empty", _OBJECT))
    if text.startswith("\ufeff"):
        raise _UnreadableError(_bad_json("the line begins with a byte order mark", "UTF-8 without one", "U+FEFF"))
    repeated: list[str] = []
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


# -- an event that is sent ----------------------------------------------------------------------------------------


_ANY_SEQ = 1
MOST_DOCUMENT = 200_000
"""Characters of a rule set's document that is sent; a file may have one that is longer."""


class EventField(fields.Worded):
    """An event of a log; `seq` may be left out. The same border as that of a file: nothing else comes into a log."""

    expected = 'an event, like {"type": "discard", "seat": "E", "tile": "5b"}'
    plural = "events"

    def __init__(self, **common: Any) -> None:
        super().__init__(**common)
        self.schema = {"$ref": "#/$defs/Event"}

    def take(self, value: Any) -> Any:
        if not isinstance(value, dict):
            raise fields.refusal(value, self.expected)
        fault = explain_fields({"seq": _ANY_SEQ} | value)
        if fault is not None:
            message = fault.message.removeprefix(f"{fault.field} ")
            raise ValidationError({fault.field or SCHEMA: [message]}) from None
        if value["type"] == "ruleset" and len(value["document"]) > MOST_DOCUMENT:
            says = f"has {len(value['document'])} characters; expected at most {MOST_DOCUMENT}"
            raise ValidationError({"document": [says]})
        return value
