"""What the OpenAPI document says of answers, from the structs that declare them."""

from __future__ import annotations

import re
import typing
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from mjlog_schemas.api.base import SEAT, TILE
from mjlog_schemas.derive import words_of

_COMPONENTS = "#/components/schemas/"
_CODES = {"Seat": SEAT, "Tile": TILE}
"""Codes that are components of the document already."""
_WHAT_FOR = re.compile("(?<=.)(?:Answer|Info|Note|View)$")
"""The end of a name that says what the class is for, and not what it tells of."""


def component_name(answer: type) -> str:
    """The name of an answer in the document: `Charleston` for `CharlestonView`."""
    return _WHAT_FOR.sub("", answer.__name__)


def reference(answer: type) -> str:
    """Where the document has an answer."""
    return _COMPONENTS + component_name(answer)


def answer_components(answers: Iterable[type[msgspec.Struct]]) -> dict[str, dict[str, Any]]:
    """Answers, and the objects in them, as components of the document."""
    seen: set[Any] = set()
    structs = [one for answer in answers for one in _structs(answer, seen)]
    _, made = msgspec.json.schema_components(structs, ref_template=f"{_COMPONENTS}{{name}}")
    by_name = {one.__name__: one for one in structs}
    assert len(set(map(component_name, structs))) == len(structs), "two answers have one name"
    references = _CODES | {name: {"$ref": reference(one)} for name, one in by_name.items()}
    spelling = _Spelling(made | references, words_of(structs))
    return {component_name(one): _component(one, made[one.__name__], spelling) for one in structs}


def _structs(hint: Any, seen: set[Any]) -> Iterator[type[msgspec.Struct]]:
    """The structs of a type, and those in their fields, that were not seen before."""
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        if hint not in seen:
            seen.add(hint)
            yield hint
            for inside in typing.get_type_hints(hint, include_extras=True).values():
                yield from _structs(inside, seen)
        return
    for part in typing.get_args(hint):
        yield from _structs(part, seen)


class _Spelling(NamedTuple):
    """What stands for a named type, and the order of the words of a field."""

    named: dict[str, Any]
    in_order: dict[frozenset[Any], tuple[Any, ...]]

    def told(self, schema: Any) -> Any:
        """A part of a JSON Schema as the document has it."""
        if isinstance(schema, list):
            return [self.told(one) for one in schema]
        if not isinstance(schema, dict):
            return schema
        made = {name: self.told(value) for name, value in schema.items() if name not in ("default", "title", "$ref")}
        if "$ref" in schema:
            meant = self.named.get(schema["$ref"].removeprefix(_COMPONENTS), {"$ref": schema["$ref"]})
            made = (meant if "$ref" in meant else self.told(meant)) | made
        if "enum" in made:
            made["enum"] = list(self.in_order.get(frozenset(made["enum"]), made["enum"]))
        if made.get("items") is False:  # apispec takes it for the name of a schema
            made["items"] = {}
        return made


def _component(struct: type[msgspec.Struct], made: dict[str, Any], spelling: _Spelling) -> dict[str, Any]:
    """An object. A default is written like any other value, where the struct does not say that it is left out."""
    by_default = {name for name, one in made["properties"].items() if "default" in one}
    left_out = by_default if struct.__struct_config__.omit_defaults else set()
    needed = {*made["required"], *by_default} - left_out
    properties = {name: spelling.told(one) for name, one in made["properties"].items()}
    for name in left_out & {name for name, one in properties.items() if "anyOf" in one}:
        # What is left out is never null.
        (kind,) = (one for one in properties[name].pop("anyOf") if one != {"type": "null"})
        properties[name] |= kind
    return {
        "type": "object",
        "description": (struct.__doc__ or "").partition("\n")[0],
        "properties": properties,
        "required": [name for name in made["properties"] if name in needed],
        "additionalProperties": False,
    }
