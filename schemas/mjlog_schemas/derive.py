"""Marshmallow schemas of the events, derived from the types that the fast decoder reads.

One definition: a field added to `mjlog.events` is known here at once, and nothing is taken here that the
decoder refuses, nor refused that it takes.
"""

from __future__ import annotations

import functools
import typing
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from marshmallow import INCLUDE, Schema
from msgspec import inspect

from mjlog.errors import NotationError
from mjlog.events import EVENT_TYPE_BY_NAME, EVENT_TYPES
from mjlog.text import did_you_mean, quoted
from mjlog_schemas import fields


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
    found = (part for hint in hints for part in parts_of(hint) if typing.get_origin(part) is typing.Literal)
    return {frozenset(typing.get_args(part)): typing.get_args(part) for part in found}


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
        "$defs": {name: _definition(name) for name in EVENT_TYPE_BY_NAME} | fields.published_codes(),
    }


def _definition(name: str) -> dict[str, Any]:
    purpose = (EVENT_TYPE_BY_NAME[name].__doc__ or "").partition("\n")[0]
    return {"description": purpose} | fields.published_object(event_schema(name))
