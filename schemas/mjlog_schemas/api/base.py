"""What the API tells of a request that is refused, and fields of requests in the OpenAPI document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, cast

from msgspec import UNSET, Meta, UnsetType

from mjlog.answers import Answer, one_of, says
from mjlog.text import shown
from mjlog.tiles import CODES
from mjlog_schemas.containers import WordedField
from mjlog_schemas.faults import faults_of
from mjlog_schemas.scalars import Worded

_MOST_ITEMS = 20
_LONGEST = 500
SEAT = {"$ref": "#/components/schemas/seat"}
TILE = {"$ref": "#/components/schemas/TileCode"}
_DEFINITIONS = "#/$defs/"
_COMPONENTS = "#/components/schemas/"


def published(field: object) -> dict[str, Any]:
    """A field of ours as the OpenAPI document has it; empty for those that it knows itself."""
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


def code_components() -> dict[str, Any]:
    """Tiles as answers spell them."""
    says = "a tile; `??` is one that is not seen"
    return {"TileCode": {"type": "string", "enum": list(CODES), "description": says}}


class ProblemItem(Answer):
    """What is wrong with one field."""

    place: Annotated[str, one_of("body", "query", "header"), says("where the field stands")]
    field: Annotated[str, says("its path, like `events[2].tile`; empty for the whole")]
    detail: Annotated[str, says("what is wrong, and what would be right")]


class ProblemAnswer(Answer):
    """An error."""

    type: Annotated[
        str,
        Meta(extra_json_schema={"format": "uri-reference"}),
        says("which problem it is: an address of the page of this API, or `about:blank`"),
    ]
    title: Annotated[str, says("the problem in few words")]
    status: Annotated[int, Meta(ge=400, description="the status of the answer")]
    detail: Annotated[str, says("what was asked, why it cannot be, and what would be right")]
    errors: Annotated[
        Sequence[ProblemItem] | UnsetType, says("what is wrong with each field, where fields are at fault")
    ] = UNSET


def problem_items(messages: Any, place: str) -> list[ProblemItem]:
    """The messages of a schema, field by field."""
    return list(_items(messages, place))[:_MOST_ITEMS]


def _items(messages: Any, place: str) -> Iterator[ProblemItem]:
    for fault in faults_of(messages):
        yield ProblemItem(place, shown(fault.field or "", 200), shown(fault.message, _LONGEST))
