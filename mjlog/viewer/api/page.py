"""The page of the API, for people: made from the OpenAPI document, without a script."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator
from typing import Any

from flask import Blueprint, render_template

from mjlog.viewer.api.answers import refuse_unless_accepted
from mjlog.viewer.api.document import openapi

blueprint = Blueprint("api_page", __name__, url_prefix="/api/v1")
_METHODS = ("get", "post")
_SCHEMAS = "#/components/schemas/"
PROBLEMS = {
    "invalid": ("422", "A field of the query or the body is not as it must be; `errors` says which, and why."),
    "token": ("401", "The token is missing, or not the right one: `Authorization: Bearer TOKEN`."),
    "read-only": ("403", "The server was started without a write token."),
    "version": ("428", "An append states neither `expected_last` nor `If-Match`."),
    "stale": ("409, 412", "Another writer was first: read what is there, then append again."),
    "pencil": ("409", "Acts in pencil would mean something else after these events: confirm or undo them first."),
    "key-reused": ("409", "The `Idempotency-Key` was used before, for another append."),
    "misplaced": ("409", "An event cannot stand in this place of this log: its `seq`, or where a game begins."),
    "chain": ("409", "An event was sent with an `id` or `prev` that is not the one that it has in this log."),
    "impossible-hand": ("409", "There cannot be such a hand or deal, or the card has no such line."),
    "private-card": ("403", "The score card is a purchased one, which only its owner may ask."),
    "hand-in-progress": ("409", "As recorded, something would be seen of a hand that goes on, changed by corrections."),
    "damaged": ("500", "Lines of the log are missing, unreadable or changed: `mjlog audit` says where."),
    "not-found": ("404", "There is no such game."),
}
"""The kinds of problems: the end of their `type`, their status, what they mean."""


@blueprint.get("/")
def page() -> str:
    """Every operation, every object, every problem."""
    refuse_unless_accepted("text/html")
    return render_template("api.html", **_described())


@functools.cache
def _described() -> dict[str, Any]:
    made = openapi()
    groups = [(tag, list(_operations(made, tag["name"]))) for tag in made["tags"]]
    return {"info": made["info"], "groups": groups, "shapes": list(_shapes(made)), "problems": PROBLEMS}


def _operations(made: dict[str, Any], tag: str) -> Iterator[dict[str, Any]]:
    for path, item in made["paths"].items():
        for method in _METHODS:
            if method in item and tag in item[method]["tags"]:
                yield {**_operation(made, item[method], item.get("parameters", [])), "method": method, "path": path}


def _operation(made: dict[str, Any], one: dict[str, Any], shared: list[Any]) -> dict[str, Any]:
    """An operation as the document has it, with what is told of its parts, body and answers in few words."""
    body = one.get("requestBody", {}).get("content", {}).get("application/json", {})
    return {
        **one,
        "description": " ".join(one.get("description", "").split()),
        "token": ("", "needed", "shows more")[len(one.get("security", []))],
        "parameters": [{**each, "form": _form(each["schema"])} for each in (*shared, *one.get("parameters", []))],
        "body": _name(body.get("schema", {})),
        "example": json.dumps(body["example"], indent=2) if "example" in body else "",
        "replies": [(status, *_reply(made, reply)) for status, reply in sorted(one["responses"].items())],
    }


def _reply(made: dict[str, Any], reply: dict[str, Any]) -> tuple[str, str]:
    """What is said of an answer, and the name of its object."""
    if "$ref" in reply:
        reply = made["components"]["responses"][reply["$ref"].rpartition("/")[2]]
    content: dict[str, Any] = next(iter(reply.get("content", {}).values()), {})
    return reply.get("description", ""), _name(content.get("schema", {}))


def _name(schema: dict[str, Any]) -> str:
    return str(schema.get("$ref", "")).removeprefix(_SCHEMAS)


def _shapes(made: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The objects: their names, what they are, their fields, each with its form and meaning."""
    for name, schema in made["components"]["schemas"].items():
        needed = schema.get("required", [])
        fields = [
            (field + ("" if field in needed else "?"), _form(one), one.get("description", ""))
            for field, one in schema.get("properties", {}).items()
        ]
        yield {**schema, "name": name, "fields": fields, "form": "" if fields else _form(schema)}


def _form(schema: dict[str, Any]) -> str:
    """A schema in few words."""
    if "$ref" in schema:
        return _name(schema)
    for either in ("anyOf", "oneOf"):
        if either in schema:
            return " or ".join(_form(one) for one in schema[either])
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return ", ".join("null" if one is None else str(one) for one in schema["enum"])
    return _plain_form(schema)


def _plain_form(schema: dict[str, Any]) -> str:
    kind = schema.get("type", "anything")
    words = " or ".join(kind) if isinstance(kind, list) else str(kind)
    if "items" in schema and isinstance(schema["items"], dict):
        words = words.replace("array", f"list of {_form(schema['items'])}")
    if isinstance(schema.get("additionalProperties"), dict) and schema["additionalProperties"]:
        words = words.replace("object", f"object of {_form(schema['additionalProperties'])}")
    bounds = [str(schema[name]) for name in ("minimum", "maximum") if name in schema]
    return f"{words} {' to '.join(bounds)}{'' if 'maximum' in schema else ' or more'}" if bounds else words
