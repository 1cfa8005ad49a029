"""The OpenAPI document, made from the operations themselves once, when it is first asked for; and its page."""

from __future__ import annotations

import functools
import json
from typing import Any

from flask import Blueprint, Flask, Response, render_template
from flask_smorest import Api  # type: ignore[import-untyped]
from werkzeug.routing import BaseConverter, IntegerConverter

from mjlog import __version__
from mjlog.rulesets import load
from mjlog.viewer.answers import answer, refuse_unless_accepted
from mjlog.viewer.api import club, games, health, logs, rules, scores
from mjlog.viewer.api.events import blueprint as moments
from mjlog.viewer.api.operations import ANSWERS, PROBLEMS, headers_sent, problem_name, problem_response
from mjlog.viewer.requests import GameIdConverter
from mjlog.viewer.serving.guard import the_writer
from mjlog_schemas.api import ProblemAnswer, answer_components, event_components, in_components

MOST = 999_999_999_999_999


class NaturalConverter(IntegerConverter):
    """A whole number from 1, without leading zeros."""

    regex = "[1-9][0-9]{0,14}"


class DigestConverter(BaseConverter):
    """A SHA-256 in lower-case hex."""

    regex = "[0-9a-f]{64}"


CONVERTERS: dict[str, type[BaseConverter]] = {
    "game": GameIdConverter, "natural": NaturalConverter, "digest": DigestConverter,
}  # fmt: skip
"""By the names that addresses use."""


PARTS = (
    games.blueprint, moments, games.disputes_blueprint, logs.blueprint, club.blueprint, rules.blueprint,
    rules.cards_blueprint, scores.blueprint, health.blueprint,
)  # fmt: skip
"""All operations, part by part, in the order of the page."""
blueprint = Blueprint("api_document", __name__, url_prefix="/api/v1")
_TITLE = "mjlog: records of mahjong tables"
_SAYS = (
    "Everything that the pages show as JSON, and the log itself. Texts come from people: show them as text, never as "
    "HTML. Of a hand in progress nothing is told, to whoever does not hold the token, but what is seen at the table. "
    "Errors are problems (RFC 9457)."
)
_TOKEN = {
    "type": "http",
    "scheme": "bearer",
    "description": "The token that the server was started with: to write, and to read hands in progress.",
}
_NEXT = "~[89AB][0-9A-F]"
_BYTES = "|".join((
    "~[0-7][0-9A-F]",
    f"~(?:C[2-9A-F]|D[0-9A-F]){_NEXT}",
    f"~E0~[AB][0-9A-F]{_NEXT}",
    f"~E[1-9A-CEF]{_NEXT}{_NEXT}",
    f"~ED~[89][0-9A-F]{_NEXT}",
    f"~F0~[9AB][0-9A-F]{_NEXT}{_NEXT}",
    f"~F[1-3]{_NEXT}{_NEXT}{_NEXT}",
    f"~F4~8[0-9A-F]{_NEXT}{_NEXT}",
))  # fmt: skip
GAME_NAME = f"^(?:[A-Za-z0-9_-]|{_BYTES})(?:[A-Za-z0-9_.-]|{_BYTES})*$"
"""A game's id in an address: bytes that are no letters, digits, `-`, `_` or inner dots as `~` and two hex digits."""


def _text(says: str, pattern: str, example: str = "", **more: int) -> dict[str, Any]:
    """A part of an address that is text."""
    schema = {"type": "string", "pattern": pattern, **more}
    return {"schema": schema, "description": says, **({"example": example} if example else {})}


_NUMBER = {"type": "integer", "minimum": 1, "maximum": MOST}
_DIGEST, _WORD = f"^{DigestConverter.regex}$", "^[a-z0-9][a-z0-9-]{0,99}$"
_GAME = "the game's id; everything but letters, digits, `-`, `_` and inner dots as `~` and two hex digits a byte"
_ADDRESS_PARTS: dict[str, dict[str, Any]] = {
    "name": _text(_GAME, GAME_NAME, minLength=1, maxLength=600),
    "seq": {"schema": _NUMBER, "description": "the event, from 1"},
    "hand": {"schema": _NUMBER, "description": "the hand's number in the game"},
    "digest": _text("the digest of one of its versions", _DIGEST),
    "rule": _text("the rule", _WORD, "chow-1"),
    "code": _text("the code", _WORD, "not-a-set"),
    "rulesets id": _text("the rule set's id", "^[a-z0-9][a-z0-9._-]{0,199}$", "western"),
    "cards id": _text("its id", "^[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}$", "riverside-2026"),
    "games id": _text("the event's id", _DIGEST),
}


class _Api(Api):  # type: ignore[misc]
    """Every problem is stated by the operations; nothing else is added."""

    DEFAULT_ERROR_RESPONSE_NAME = ERROR_SCHEMA = None


@functools.cache
def openapi(*, has_token: bool = True) -> dict[str, Any]:
    """The document. `has_token`: whether the server has a token; where it has none, none is asked for."""
    app = Flask(__name__)  # of which nothing is served: the operations are only looked at
    app.url_map.converters.update(CONVERTERS)
    app.config |= {"API_TITLE": _TITLE, "API_VERSION": __version__, "OPENAPI_VERSION": "3.1.0"}
    info = {"description": _SAYS, "license": {"name": "MIT", "identifier": "MIT"}}
    api = _Api(app, spec_kwargs={"info": info, "servers": [{"url": "/"}]})
    api.ma_plugin.converter.add_attribute_function(lambda converter, field, **_: in_components(field.published()))
    for name, schema in (event_components() | answer_components([ProblemAnswer, *ANSWERS])).items():
        api.spec.components.schema(name, schema)
    for code, meaning in PROBLEMS.items():
        api.spec.components.response(problem_name(code), problem_response(code, meaning))
    if has_token:
        api.spec.components.security_scheme("token", _TOKEN)
    for part in PARTS:
        api.register_blueprint(part, name=part.name)
    made: dict[str, Any] = api.spec.to_dict()
    for path, operations in made["paths"].items():
        for parameter in operations.get("parameters", ()):
            name = parameter["name"]
            parameter.update(_ADDRESS_PARTS[f"{path.split('/')[3]} id" if name == "id" else name])
            if name == "digest":
                parameter["example"] = load("western").digest
        for method in operations.keys() & {"get", "post"}:
            operation = operations[method]
            headers = headers_sent(method, operation["operationId"])
            operation["parameters"] = [*operation.get("parameters", []), *headers]
            if not has_token:
                operation["security"] = []
                operation["responses"].pop("401", None)
    made["tags"] = [{"name": part.title, "description": part.description} for part in PARTS]
    return made


@blueprint.get("/openapi.json")
def openapi_json() -> Response:
    """The document, for programs."""
    refuse_unless_accepted("application/json")
    return answer(openapi(has_token=the_writer() is not None))


page_blueprint = Blueprint("api_page", __name__, url_prefix="/api/v1")
_SCHEMAS = "#/components/schemas/"
PROBLEM_KINDS = {
    "invalid": ("422", "A field of the query or the body is not as it must be; `errors` says which, and why."),
    "token": ("401", "The token is missing, or not the right one: `Authorization: Bearer TOKEN`."),
    "read-only": ("403", "The server was started without a write token."),
    "version": ("428", "An append states neither `expected_last` nor `If-Match`."),
    "stale": ("409, 412", "Another writer was first: read what is there, then append again."),
    "pencil": ("409", "Acts in pencil would mean something else after these events: confirm or undo them first."),
    "key-reused": ("409", "The `Idempotency-Key` was used before, for another append."),
    "act": ("409", "An act cannot be tried at this moment: it cannot be read, or nothing is played there."),
    "misplaced": ("409", "An event cannot stand in this place of this log: its `seq`, or where a game begins."),
    "chain": ("409", "An event was sent with an `id` or `prev` that is not the one that it has in this log."),
    "impossible-hand": ("409", "There cannot be such a hand or deal, or the card has no such line."),
    "private-card": ("403", "The score card is a purchased one, which only its owner may ask."),
    "hand-in-progress": ("409", "As recorded, something would be seen of a hand that goes on, changed by corrections."),
    "damaged": ("500", "Lines of the log are missing, unreadable or changed: `mjlog audit` says where."),
    "not-found": ("404", "There is no such game."),
}
"""The kinds of problems: the end of their `type`, their status, what they mean."""


@page_blueprint.get("/")
def page() -> str:
    """Every operation, every object, every problem."""
    refuse_unless_accepted("text/html")
    return render_template("api.html", **_described())


@functools.cache
def _described() -> dict[str, Any]:
    made = openapi()
    sections = [
        {**_operation(made, item[method], item.get("parameters", [])), "method": method, "path": path}
        for path, item in made["paths"].items()
        for method in ("get", "post")
        if method in item
    ]
    groups = [(tag, [fields for fields in sections if tag["name"] in fields["tags"]]) for tag in made["tags"]]
    # The objects: their names, what they are, their fields, each with its form and meaning.
    shapes = []
    for name, schema in made["components"]["schemas"].items():
        needed = schema.get("required", [])
        fields = [
            (field + ("" if field in needed else "?"), _form(form), form.get("description", ""))
            for field, form in schema.get("properties", {}).items()
        ]
        shapes.append({**schema, "name": name, "fields": fields, "form": "" if fields else _form(schema)})
    return {"info": made["info"], "groups": groups, "shapes": shapes, "problems": PROBLEM_KINDS}


def _operation(made: dict[str, Any], fields: dict[str, Any], shared: list[Any]) -> dict[str, Any]:
    """An operation as the document has it, with what is told of its parts, body and answers in few words."""
    body = fields.get("requestBody", {}).get("content", {}).get("application/json", {})
    replies = []
    for status, reply in sorted(fields["responses"].items()):
        if "$ref" in reply:
            reply = made["components"]["responses"][reply["$ref"].rpartition("/")[2]]
        content: dict[str, Any] = next(iter(reply.get("content", {}).values()), {})
        replies.append((status, reply.get("description", ""), _name(content.get("schema", {}))))
    return {
        **fields,
        "description": " ".join(fields.get("description", "").split()),
        "token": ("", "needed", "shows more")[len(fields.get("security", []))],
        "parameters": [{**each, "form": _form(each["schema"])} for each in (*shared, *fields.get("parameters", []))],
        "body": _name(body.get("schema", {})),
        "example": json.dumps(body["example"], indent=2) if "example" in body else "",
        "replies": replies,
    }


def _name(schema: dict[str, Any]) -> str:
    return str(schema.get("$ref", "")).removeprefix(_SCHEMAS)


def _form(schema: dict[str, Any]) -> str:
    """A schema in few words."""
    if "$ref" in schema:
        return _name(schema)
    for either in ("anyOf", "oneOf"):
        if either in schema:
            return " or ".join(_form(option) for option in schema[either])
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return ", ".join("null" if value is None else str(value) for value in schema["enum"])
    kind = schema.get("type", "anything")
    words = " or ".join(kind) if isinstance(kind, list) else str(kind)
    if "items" in schema and isinstance(schema["items"], dict):
        words = words.replace("array", f"list of {_form(schema['items'])}")
    if isinstance(schema.get("additionalProperties"), dict) and schema["additionalProperties"]:
        words = words.replace("object", f"object of {_form(schema['additionalProperties'])}")
    bounds = [str(schema[name]) for name in ("minimum", "maximum") if name in schema]
    return f"{words} {' to '.join(bounds)}{'' if 'maximum' in schema else ' or more'}" if bounds else words
