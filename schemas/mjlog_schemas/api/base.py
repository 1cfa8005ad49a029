"""What the schemas of the API share: answers in which every field is stated, fields given as JSON Schema, problems."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from marshmallow import RAISE, Schema, fields

from mjlog.text import shown
from mjlog.tiles import CODES
from mjlog_schemas.containers import WordedField
from mjlog_schemas.faults import faults_of
from mjlog_schemas.scalars import Worded

_MOST_ITEMS = 20
_LONGEST = 500
PLACES = ("body", "query", "header")
SEAT = {"$ref": "#/components/schemas/seat"}
TILE = {"$ref": "#/components/schemas/TileCode"}
_DEFINITIONS = "#/$defs/"
_COMPONENTS = "#/components/schemas/"


class Answer(Schema):
    """An object of an answer: every field is always there, but for those marked `absent`; there are no others."""

    class Meta:
        """Nothing is told that is not documented."""

        unknown = RAISE

    def on_bind_field(self, field_name: str, field_obj: fields.Field[Any]) -> None:
        """A field is there unless it is said that it may be absent."""
        field_obj.required = not field_obj.metadata.get("absent", False)


class PublishedField(fields.Raw):
    """A value described by JSON Schema; `null` as marshmallow's `allow_none`."""

    def __init__(
        self,
        schema: dict[str, Any],
        says: str = "",
        *,
        null: bool = False,
        absent: bool = False,
        key: str | None = None,
    ) -> None:
        super().__init__(allow_none=null, data_key=key, metadata={"absent": absent})
        self.schema, self.says = schema, says

    def as_json_schema(self) -> dict[str, Any]:
        """The value, or null, with what it means."""
        schema = {"anyOf": [self.schema, {"type": "null"}]} if self.allow_none else dict(self.schema)
        return schema | ({"description": self.says} if self.says else {})


def published(field: object) -> dict[str, Any]:
    """A field of ours as the OpenAPI document has it; empty for those that it knows itself."""
    if isinstance(field, PublishedField):
        return field.as_json_schema()
    if isinstance(field, Worded):
        return cast(dict[str, Any], in_components(cast(WordedField, field).published_or_null()))
    return {}


def in_components(schema: Any) -> Any:
    """JSON Schema of an event, referring to the components of the document."""
    if isinstance(schema, dict):
        made = {key: _reference(value) if key == "$ref" else in_components(value) for key, value in schema.items()}
        if made.get("items") is False:  # apispec takes it for the name of a schema
            made |= {"items": {}, "maxItems": len(made["prefixItems"])}
        return made
    return [in_components(item) for item in schema] if isinstance(schema, list) else schema


def _reference(value: str) -> str:
    return _COMPONENTS + value.removeprefix(_DEFINITIONS) if value.startswith(_DEFINITIONS) else value


# -- fields of answers ------------------------------------------------------------------------------------------


def text(
    says: str = "", *, null: bool = False, absent: bool = False, key: str | None = None, **more: Any
) -> PublishedField:
    """A text. `key`: its name in the answer, where that can be no name of an attribute."""
    return PublishedField({"type": "string", **more}, says, null=null, absent=absent, key=key)


def number(says: str = "", *, least: int | None = None, null: bool = False, absent: bool = False) -> PublishedField:
    """A whole number."""
    bound = {} if least is None else {"minimum": least}
    return PublishedField({"type": "integer", **bound}, says, null=null, absent=absent)


def seq(says: str = "", *, null: bool = False) -> PublishedField:
    """The number of an event in its log, from 1."""
    return number(says, least=1, null=null)


def flag(says: str = "", *, absent: bool = False) -> PublishedField:
    """True or false."""
    return PublishedField({"type": "boolean"}, says, absent=absent)


def word(*words: str, says: str = "", null: bool = False, absent: bool = False) -> PublishedField:
    """One of a few words."""
    return PublishedField({"type": "string", "enum": list(words)}, says, null=null, absent=absent)


def seat(says: str = "", *, null: bool = False, key: str | None = None) -> PublishedField:
    """A seat of the hand, or a prevailing wind."""
    return PublishedField(SEAT, says, null=null, key=key)


def tile(says: str = "", *, null: bool = False) -> PublishedField:
    """A tile."""
    return PublishedField(TILE, says, null=null)


def tiles(says: str = "", *, absent: bool = False) -> PublishedField:
    """Several tiles."""
    return PublishedField({"type": "array", "items": TILE}, says, absent=absent)


def texts(says: str = "", *, null: bool = False, absent: bool = False) -> PublishedField:
    """Several texts."""
    return PublishedField({"type": "array", "items": {"type": "string"}}, says, null=null, absent=absent)


def seats(says: str = "") -> PublishedField:
    """Several seats."""
    return PublishedField({"type": "array", "items": SEAT}, says)


def by_seat(values: dict[str, Any], says: str = "", *, null: bool = False) -> PublishedField:
    """A value for each seat in play."""
    schema = {"type": "object", "propertyNames": SEAT, "additionalProperties": values}
    return PublishedField(schema, says, null=null)


def by_player(values: dict[str, Any], says: str = "", *, null: bool = False) -> PublishedField:
    """A value for each player, by handle."""
    return PublishedField({"type": "object", "additionalProperties": values}, says, null=null)


def url(says: str = "", *, null: bool = False) -> PublishedField:
    """An address on this server, beginning with `/`."""
    return text(says, null=null, pattern="^/")


def digest(says: str = "", *, null: bool = False) -> PublishedField:
    """A SHA-256 in hex."""
    return text(says, null=null, pattern="^[0-9a-f]{64}$")


def part(schema: type[Schema], says: str = "", *, null: bool = False, absent: bool = False) -> fields.Nested:
    """An object of its own."""
    metadata: dict[str, Any] = {"description": says} if says else {}
    return fields.Nested(schema(), allow_none=null, metadata=metadata | {"absent": absent})


def parts(schema: type[Schema], says: str = "") -> fields.List[Any]:
    """Several objects."""
    return fields.List(fields.Nested(schema()), metadata={"description": says} if says else {})


def parts_by_seat(schema: type[Schema], says: str = "", *, null: bool = False) -> fields.Dict:
    """An object for each seat."""
    metadata = {"description": says} if says else {}
    return fields.Dict(values=fields.Nested(schema()), allow_none=null, metadata=metadata)


def lists_by_seat(schema: type[Schema], says: str) -> fields.Dict:
    """Several objects for each seat."""
    return fields.Dict(values=fields.List(fields.Nested(schema())), metadata={"description": says})


def code_components() -> dict[str, Any]:
    """Tiles as answers spell them."""
    says = "a tile; `??` is one that is not seen"
    return {"TileCode": {"type": "string", "enum": list(CODES), "description": says}}


class Paged(Answer):
    """A part of a list. `next` and `previous` are in the `Link` header too."""

    count = number("how many there are in all", least=0)
    page = number("which part this is", least=1)
    pages = number("how many parts there are", least=1)
    next = url("the next part", null=True)
    previous = url("the part before", null=True)


class ProblemItemSchema(Answer):
    """What is wrong with one field."""

    place = word(*PLACES, says="where the field stands")
    field = text("its path, like `events[2].tile`; empty for the whole")
    detail = text("what is wrong, and what would be right")


class ProblemSchema(Answer):
    """An error."""

    type = text("which problem it is: an address of the page of this API, or `about:blank`", format="uri-reference")
    title = text("the problem in few words")
    status = number("the status of the answer", least=400)
    detail = text("what was asked, why it cannot be, and what would be right")
    errors = parts(ProblemItemSchema, "what is wrong with each field, where fields are at fault")

    def on_bind_field(self, field_name: str, field_obj: Any) -> None:
        """The list of fields is there where fields are at fault."""
        field_obj.required = field_name != "errors"


def problem_items(messages: Any, place: str) -> list[dict[str, str]]:
    """The messages of a schema, field by field."""
    return list(_items(messages, place))[:_MOST_ITEMS]


def _items(messages: Any, place: str) -> Iterator[dict[str, str]]:
    for fault in faults_of(messages):
        yield {"place": place, "field": shown(fault.field or "", 200), "detail": shown(fault.message, _LONGEST)}
