"""Marshmallow fields for lists, tables and parts of an event.

The first wrong item ends the look at a list, so that a hostile line of a million items costs one message.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, cast

from marshmallow import Schema, ValidationError, fields

from mjlog.text import quoted
from mjlog_schemas.faults import Complaint, refusal
from mjlog_schemas.scalars import TextField, Worded, span

_ANY_KEY = TextField()


class WordedField(Protocol):
    """A marshmallow field with our wording."""

    expected: str
    plural: str

    def deserialize(self, value: Any, attr: Any = ..., data: Any = ...) -> Any:
        """Take the value or refuse it."""

    def published_or_null(self) -> dict[str, Any]:
        """The field as JSON Schema."""


class ListField(Worded, fields.List[Any]):
    """Any number of like values, within bounds."""

    plural = "lists"

    def __init__(self, inner: WordedField, least: int = 0, most: int | None = None, **common: Any) -> None:
        super().__init__(cast(fields.Field[Any], inner), **common)
        self.least, self.most = least, most
        bounds = span(least, most, inner.plural)
        self.expected = f"a list{bounds}" if bounds else f"a list of {inner.plural}"

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **_: Any) -> list[Any]:
        if not isinstance(value, list | tuple) or len(value) < self.least:
            raise refusal(value, self.expected)
        if self.most is not None and len(value) > self.most:
            raise refusal(value, self.expected)
        for index, item in enumerate(value):
            _take(self.inner, item, index)
        return cast(list[Any], value)

    def published(self) -> dict[str, Any]:
        """An array with its bounds."""
        inner = cast(WordedField, self.inner).published_or_null()
        bounds = {"minItems": self.least or None, "maxItems": self.most}
        return {"type": "array", "items": inner} | {name: bound for name, bound in bounds.items() if bound is not None}


class RowField(Worded, fields.Tuple):
    """A list of fixed length in which every place has its own meaning."""

    plural = "rows"

    def __init__(self, places: list[WordedField], **common: Any) -> None:
        super().__init__(cast(list[Any], places), **common)
        self.expected = f"a list of {len(places)}: {'; '.join(place.expected for place in places)}"

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **_: Any) -> Any:
        if not isinstance(value, list | tuple) or len(value) != len(self.tuple_fields):
            raise refusal(value, self.expected)
        for index, (place, item) in enumerate(zip(self.tuple_fields, value, strict=True)):
            _take(place, item, index)
        return value

    def published(self) -> dict[str, Any]:
        """An array whose places are given one by one."""
        places = [cast(WordedField, place).published_or_null() for place in self.tuple_fields]
        return {"type": "array", "prefixItems": places, "items": False, "minItems": len(places)}


class TableField(Worded, fields.Dict):
    """An object whose keys are all of one kind: seats, handles, or (without fields) anything."""

    plural = "tables"
    expected = "an object"

    def __init__(self, keys: WordedField | None = None, values: WordedField | None = None, **common: Any) -> None:
        super().__init__(cast(Any, keys), cast(Any, values), **common)
        if keys is not None and values is not None:
            self.expected = f"an object from {keys.plural} to {values.plural}"

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **_: Any) -> Any:
        if not isinstance(value, dict):
            raise refusal(value, self.expected)
        for key, item in value.items():
            try:
                (self.key_field or _ANY_KEY).deserialize(key)
            except ValidationError as error:
                wrong = cast(list[Complaint], error.messages)[0]
                found, expected = quoted(key), f"{wrong.expected} as key"
                complaint = Complaint.saying(f"has the key {found}", found, expected, wrong.suggestion)
                raise ValidationError([complaint]) from None
            if self.value_field is not None:
                _take(self.value_field, item, key)
        return value

    def published(self) -> dict[str, Any]:
        """An object with its kinds of keys and values."""
        schema: dict[str, Any] = {"type": "object"}
        if self.key_field is not None:
            schema["propertyNames"] = cast(WordedField, self.key_field).published_or_null()
        if self.value_field is not None:
            schema["additionalProperties"] = cast(WordedField, self.value_field).published_or_null()
        return schema


class PartField(Worded, fields.Nested):
    """An object with fields of its own."""

    expected = "an object"
    plural = "objects"

    def __init__(self, schema: Schema, **common: Any) -> None:
        super().__init__(schema, **common)
        required = [name for name, field in schema.load_fields.items() if field.required]
        self.expected = f"an object with {' and '.join(required)}" if required else "an object"
        self.part = schema

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, partial: Any = None, **_: Any
    ) -> Any:
        if not isinstance(value, dict):
            raise refusal(value, self.expected)
        messages = self.part.validate(value)
        if messages:
            raise ValidationError(cast(dict[str, Any], messages))
        return value

    def published(self) -> dict[str, Any]:
        """The part's own fields."""
        return published_object(self.part)


def published_object(schema: Schema) -> dict[str, Any]:
    """A schema as JSON Schema; fields that it does not know are allowed."""
    properties = {name: cast(WordedField, field).published_or_null() for name, field in schema.load_fields.items()}
    required = [name for name, field in schema.load_fields.items() if field.required]
    return {"type": "object", "properties": properties} | ({"required": required} if required else {})


def _take(field: Any, item: object, place: object) -> None:
    try:
        field.deserialize(item)
    except ValidationError as error:
        raise ValidationError({place: error.messages}) from None
