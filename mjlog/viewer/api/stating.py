"""What the OpenAPI document says of every operation beside its own parts: problems, headers, the token."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

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
    found = {*ALWAYS, *problems, *([412] if is_read else [415]), 401}
    responses: dict[Any, Any] = {code: {"$ref": f"#/components/responses/{problem_name(code)}"} for code in found}
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


def problem_response(code: int, said: str) -> dict[str, Any]:
    """A problem as a component."""
    example = {"type": "about:blank", "title": HTTPStatus(code).phrase, "status": code, "detail": said}
    content = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}, "example": example}}
    return {"description": said, "content": content, **({"headers": _WHEN} if code in (429, 503) else {})}
