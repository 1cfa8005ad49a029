"""How an operation of the API is written: address, query, body, answer, problems; checked and told in one place.

flask-smorest is not typed: what is used of it goes through `operation`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from functools import wraps
from http import HTTPStatus
from typing import Annotated, Any, NoReturn, TypedDict

from flask import Request, Response, request, url_for
from flask_smorest import Blueprint  # type: ignore[import-untyped]
from marshmallow import Schema, ValidationError
from msgspec import Meta, Struct
from webargs.flaskparser import FlaskParser
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import BadRequest, NotFound, UnsupportedMediaType

from mjlog.answers import Address, Answer, AsOf, Count, GameId, Reading, says
from mjlog.errors import NotationError
from mjlog.events import MAX_INT
from mjlog.text import no_number, quoted, shown, whole_number
from mjlog.viewer.answers import FRESH, JSON, LOG, PRIVATE, Problem, answer, refuse_unless_accepted
from mjlog.viewer.serving.guard import authorized_writer, holds_token
from mjlog_schemas.api import PARAMETERS, problem_items, query_of, reference

ALWAYS = (400, 404, 405, 406, 408, 413, 414, 429, 431, 500, 503)
"""Statuses that every operation can have."""
PROBLEMS = {
    400: "Something about the request is malformed: the address, a header, the JSON.",
    401: "The token is missing, or not the right one.",
    403: "Nobody may do this here: the server only reads, or the score card is private.",
    404: "There is no such thing, or none that may be told yet.",
    405: "The address does not take this method; `Allow` says which it takes.",
    406: "`Accept` does not take the kind of answer that there is.",
    408: "The request came too slowly.",
    409: "The request does not fit what is here: another writer was first, a used key, tiles that cannot be.",
    412: "The answer, or the log, is not any more what `If-Match` says.",
    413: "The request is too large.",
    414: "The address is too long.",
    415: "The body is not JSON.",
    422: "A field is not as it must be; `errors` says which.",
    428: "The request does not say which version of the log it follows.",
    429: "Too many requests at once; `Retry-After` says when to try again.",
    431: "The headers are too large.",
    500: "Something went wrong inside.",
    503: "Too many ask at once, or other writers were not done in time, and nothing was stored; `Retry-After` says "
    "when to try again.",
}
_IF_NONE_MATCH = {
    "name": "If-None-Match",
    "in": "header",
    "description": "The entity tag of the answer that you have; if it is still the same, 304 comes back.",
    "schema": {"type": "string"},
}
_KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "description": "A name of your choice for this append: sent twice, it is stored once.",
    "schema": {"type": "string", "pattern": "^[!-~]{1,200}$"},
    "example": "tuesday-37",
}
_HEADERS = {
    "ETag": {"description": "made from the bytes of the answer", "schema": {"type": "string", "pattern": '^"[^"]+"$'}},
    "Cache-Control": {"description": "how long it may be kept", "schema": {"type": "string"}},
    "Link": {
        "description": "other parts of the list: `next`, `prev`, `first`, `last`",
        "schema": {"type": "string"},
    },
    "Vary": {"description": "the token shows more", "schema": {"type": "string"}},
    "Location": {"description": "the first event that was stored", "schema": {"type": "string", "pattern": "^/"}},
}

_WHEN = {
    "Retry-After": {"description": "seconds after which to try again", "schema": {"type": "integer", "minimum": 1}},
}
_SECURITY: dict[str, list[dict[str, list[str]]]] = {"": [], "needed": [{"token": []}], "helps": [{}, {"token": []}]}


_NAME = {"name": "$request.path.name"}
_FROM_GAMES = {"name": "$response.body#/games/0/game"}
_TO_GAME = ("games.game", "games.hands", "games.findings", "games.sheet", "games.totals", "moments.events",
            "disputes.disputes", "logs.stored", "logs.log", "moments.append")  # fmt: skip
LINKS: dict[str, dict[str, dict[str, str]]] = {
    "games.games": dict.fromkeys(_TO_GAME, _FROM_GAMES),
    "games.game": {
        "games.hand": {**_NAME, "hand": "$response.body#/hands/0/hand"},
        "moments.event": {**_NAME, "seq": "$response.body#/events"},
        "disputes.dossier_of": {**_NAME, "seq": "$response.body#/events"},
        "logs.stored_event": {**_NAME, "seq": "$response.body#/public_to"},
        "logs.stored_for_good": {
            **_NAME, "seq": "$response.body#/head/seq", "id": "$response.body#/head/id",
        },
    },
    "disputes.disputes": {"disputes.dossier_of": {**_NAME, "seq": "$response.body#/disputes/0/seq"}},
    "moments.events": {"moments.event": {**_NAME, "seq": "$response.body#/events/0/seq"}},
    "moments.append": {
        "moments.event": {**_NAME, "seq": "$response.body#/first"},
        "games.game": _NAME,
        "games.findings": _NAME,
    },
    "rules.rulesets": {"rules.ruleset": {"id": "$response.body#/rulesets/0/id"}},
    "rules.ruleset": {
        "rules.ruleset_for_good": {"id": "$request.path.id", "digest": "$response.body#/digest"},
    },
    "rules.codes": {"rules.code": {"code": "$response.body#/codes/0/code"}},
    "cards.cards": {
        "cards.match": {"id": "$response.body#/cards/0/id"}, "cards.dead": {"id": "$response.body#/cards/0/id"},
    },
}  # fmt: skip
"""Where an answer leads to: operation → operation → the parts of its address."""


def documented(
    name: str, method: str, problems: Sequence[int], status: int, token: str, is_list: bool
) -> dict[str, Any]:
    """The parts of an operation that follow from what it is."""
    is_read = method == "GET"
    codes = {*ALWAYS, *problems, *([412] if is_read else [415]), 401}
    responses: dict[Any, Any] = {code: {"$ref": f"#/components/responses/{problem_name(code)}"} for code in codes}
    sent = ["ETag", "Cache-Control"] if is_read else ["Location"] if status == 201 else []
    sent += [*(["Link"] if is_list else []), *(["Vary"] if token == "helps" else [])]
    responses[status] = {"headers": {header: _HEADERS[header] for header in sent}}
    if is_read:
        responses[304] = {"description": "What you have is still the answer."}
    if name in LINKS:
        responses[status]["links"] = {
            target.replace(".", "-"): {"operationId": target, "parameters": parameters}
            for target, parameters in LINKS[name].items()
        }
    return {"operationId": name, "responses": responses, "security": _SECURITY[token]}


def headers_sent(method: str, operation: str) -> list[dict[str, Any]]:
    """The headers that a request of an operation may have."""
    if operation == "moments.append":
        return [_KEY]
    return [_IF_NONE_MATCH] if method == "get" else []


def problem_name(code: int) -> str:
    """The name of a problem among the components of the document."""
    return HTTPStatus(code).name.title().replace("_", "")


def problem_response(code: int, words: str) -> dict[str, Any]:
    """A problem as a component."""
    example = {"type": "about:blank", "title": HTTPStatus(code).phrase, "status": code, "detail": words}
    content = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}, "example": example}}
    return {"description": words, "content": content, **({"headers": _WHEN} if code in (429, 503) else {})}


GAME = "/games/<game:name>"
"""The address of a game."""
READING, PAGE, PERIOD = ("as_of", "log"), ("page", "page_size"), ("since", "until")
"""Parameters that go together: which reading of a log, which part of a list, games of which days."""
ANSWERS: list[type[Struct]] = []
"""What the operations answer: the OpenAPI document tells of each."""
Asked = dict[str, Any]
"""What a query or a body says."""
_View = Callable[..., Any]


class _Parser(FlaskParser):
    """Reads queries and bodies strictly, and says what is wrong with them as a problem."""

    def load_querystring(self, req: Request, schema: Schema) -> Any:
        """The query; a parameter stated twice would be read in two ways."""
        names = (field.data_key or name for name, field in schema.fields.items())
        twice = [name for name in names if len(req.args.getlist(name)) > 1]
        if twice:
            raise _invalid({name: ["is stated more than once; expected it once"] for name in twice}, "query")
        return MultiDict(req.args)

    def load_json(self, req: Request, schema: Schema) -> Any:
        """The body."""
        return READERS.get(type(schema), json_body)()

    def handle_error(self, error: ValidationError, req: Request, schema: Schema, **_: Any) -> NoReturn:
        """What a schema refuses."""
        messages = error.messages
        assert isinstance(messages, dict)
        location = next(iter(messages))
        raise _invalid(messages[location], "body" if location == "json" else str(location))


def _invalid(messages: Any, place: str) -> Problem:
    items = problem_items(messages, place)
    words = "; ".join(item.detail for item in items[:3])
    return Problem(422, f"the {place} is not as it must be: {words}", kind="invalid", title="Invalid", errors=items)


def json_body() -> dict[str, Any]:
    """The object that a request holds.

    Raises:
        UnsupportedMediaType: it is said to be something else than JSON.
        BadRequest: it is no JSON object.
    """
    if request.mimetype != JSON:
        sent = quoted(request.mimetype) if request.mimetype else "nothing"
        raise UnsupportedMediaType(f"`Content-Type` says {sent}; expected {JSON}")
    try:
        given = json.loads(
            str(request.get_data(), "utf-8"),
            parse_int=whole_number,
            parse_float=_number,
            parse_constant=no_number,
            object_pairs_hook=_object,
        )
    except NotationError as error:
        raise BadRequest(f"the body is not read: {error}") from None
    except RecursionError:
        raise BadRequest("the body is nested too deeply") from None
    except ValueError as error:
        raise BadRequest(f"the body is not JSON: {shown(str(error), 200)}") from None
    if not isinstance(given, dict):
        raise BadRequest(f"the body is {quoted(given)}: a JSON object is expected")
    return given


READERS: dict[type[Schema], Callable[[], dict[str, Any]]] = {}
"""How bodies are read of which a part may stand in a header."""


def _number(text: str) -> int | float:
    """A number with a point; `1.0` is written down as `1` (RFC 8785), and so it is one."""
    number = float(text)
    if math.isinf(number):
        raise ValueError(f"{shown(text)} is beyond all numbers")
    return int(number) if number.is_integer() and abs(number) <= MAX_INT else number


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for name, value in pairs:
        if name in fields:
            raise ValueError(f"{quoted(name)} is stated twice in one object")
        fields[name] = value
    return fields


class ApiBlueprint(Blueprint):  # type: ignore[misc]
    """A part of the API."""

    ARGUMENTS_PARSER = _Parser()

    def __init__(self, name: str, says: str) -> None:
        super().__init__(f"api_{name}", __name__, url_prefix="/api/v1", description=says)
        self.title = name
        self.after_request(_options)


def _options(response: Response) -> Response:
    if request.method == "OPTIONS" and response.status_code == 200:
        response.status_code = 204
        response.headers.pop("Content-Type", None)
        response.headers.pop("Content-Length", None)
    return response


def operation(
    blueprint: ApiBlueprint,
    rule: str,
    answers: type[Struct] | str,
    *,
    query: Sequence[str] = (),
    body: type[Schema] | None = None,
    problems: Sequence[int] = (),
    status: int = 200,
    token: str = "",
    example: Any = None,
    first: Callable[..., object] | None = None,
) -> Callable[[_View], _View]:
    """Makes a view an operation: it is given what was asked, and gives what is answered, or the response itself.

    `answers`: the struct that declares the answer, or what a log is that is answered. `query`: the parameters that it
    has, `body`: what is sent; what is read of them comes, in this order, before the parts of the address. `problems`:
    statuses beside those that follow from the rest. `token`: `needed`, or `helps` where it shows more. `first`: what is
    asked before anything of the request is read, as the token is.
    """
    if isinstance(answers, str):
        says, kind, shape = answers, LOG, {"type": "string", "description": answers}
    else:
        says, kind, shape = (answers.__doc__ or "").partition("\n")[0], JSON, {"$ref": reference(answers)}
        ANSWERS.append(answers)
    method = "GET" if body is None else "POST"
    is_list = not isinstance(answers, str) and issubclass(answers, Paged)
    checked = (422,) if body is not None or query else ()

    def make(view: _View) -> _View:
        @wraps(view)
        def answering(*asked: Any, **parts: Any) -> Response:
            return _sent(view(*asked, **parts), status, token)

        name = f"{blueprint.title}.{view.__name__}"
        made: _View = answering
        made = blueprint.doc(**documented(name, method, (*problems, *checked), status, token, is_list))(made)
        made = blueprint.response(status, shape, content_type=kind, description=says)(made)
        if body is not None:
            made = blueprint.arguments(body, location="json", example=example)(made)
        if query:
            made = blueprint.arguments(query_of(query), location="query")(made)
        made = _guarded(made, kind, token, first)
        blueprint.add_url_rule(rule, view.__name__, made, methods=[method], tags=[blueprint.title])
        return view

    return make


def _guarded(view: _View, kind: str, token: str, first: Callable[..., object] | None) -> _View:
    @wraps(view)
    def guarded(**parts: Any) -> Any:
        refuse_unless_accepted(kind)
        if token == "needed":
            authorized_writer()
        if first is not None:
            first(**parts)
        return view(**parts)

    return guarded


def _sent(made: Any, status: int, token: str) -> Response:
    """What a view gives, as it is sent: a part of a list with the ways to the others; to whom what is shown."""
    keep = PRIVATE if token == "helps" and holds_token() else FRESH
    response = made if isinstance(made, Response) else answer(made, status, keep)
    if isinstance(made, Paged) and made.pages > 1:
        ways = {"prev": made.previous, "next": made.next, "first": _page(1), "last": _page(made.pages)}
        response.headers["Link"] = ", ".join(f'<{at}>; rel="{way}"' for way, at in ways.items() if at is not None)
    if token == "helps":
        response.vary.add("Authorization")
    return response


# -- parts of lists ---------------------------------------------------------------------------------------------


class Paged(Answer, kw_only=True):
    """A part of a list. `next` and `previous` are in the `Link` header too."""

    count: Annotated[Count, says("how many there are in all")]
    page: Annotated[int, Meta(ge=1, description="which part this is")]
    pages: Annotated[int, Meta(ge=1, description="how many parts there are")]
    next: Annotated[Address | None, says("the next part")]
    previous: Annotated[Address | None, says("the part before")]


class PagedOfGame(Paged):
    """A part of a list that belongs to a game."""

    game: GameId
    log: Reading
    as_of: AsOf


class PartFields(TypedDict):
    """The fields of a part of a list that say which part it is."""

    count: int
    page: int
    pages: int
    next: str | None
    previous: str | None


def part_of(query: dict[str, Any], count: int) -> tuple[range, PartFields]:
    """Which items of a list were asked for, and the fields that say so, with the parts next to it.

    Raises:
        NotFound: the list has no such part.
    """
    page, size = query["page"], query["page_size"]
    pages = max(1, -(-count // size))
    if page > pages:
        raise NotFound(f"the list has {pages} parts of {size}: there is no part {page}")
    fields: PartFields = {
        "count": count,
        "page": page,
        "pages": pages,
        "next": _page(page + 1) if page < pages else None,
        "previous": _page(page - 1) if page > 1 else None,
    }
    return range((page - 1) * size, min(page * size, count)), fields


def _page(number: int) -> str:
    """The same address, another part. What nobody knows is not carried on."""
    known = {field.data_key or name for name, field in PARAMETERS.items()}
    kept: dict[str, Any] = {name: value for name, value in request.args.items() if name in known}
    return url_for(str(request.endpoint), **{**(request.view_args or {}), **kept, "page": number})
