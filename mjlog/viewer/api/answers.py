"""Answers of the API: JSON in ASCII, with an entity tag and how long it may be kept; errors as RFC 9457 has them.

Texts are written with escapes, so that no control character is ever shown raw. A tag is made from the bytes of the
answer, and so from nothing that the answer does not show.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, Final

from flask import Response, request
from werkzeug.exceptions import HTTPException, NotAcceptable, PreconditionFailed

from mjlog.text import shown

JSON: Final = "application/json"
PROBLEM: Final = "application/problem+json"
LOG: Final = "application/x-ndjson"
FRESH: Final = "no-cache"
"""To be asked for again each time, with the entity tag."""
FOREVER: Final = "public, max-age=31536000, immutable"
"""What never changes under its address."""
PRIVATE: Final = "private, no-store"
"""What only the holder of the token may see."""
_LONGEST = 1000


class Problem(HTTPException):
    """An error with more to say than its status. `kind`: its place on the page of the API; `errors`: field by field."""

    def __init__(
        self, code: int, detail: str, *, kind: str = "", title: str = "", errors: Sequence[dict[str, str]] = (),
        headers: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(detail)
        self.code = code
        self.kind, self.title, self.errors, self.more = kind, title, list(errors), dict(headers or {})


def answer(fields: object, status: int = 200, keep: str = FRESH) -> Response:
    """Plain values as an answer."""
    body = (json.dumps(fields, ensure_ascii=True) + "\n").encode("ascii")
    return tagged(Response(body, status=status, mimetype=JSON), f'"{hashlib.sha256(body).hexdigest()[:32]}"', keep)


def tagged(response: Response, tag: str, keep: str) -> Response:
    """The answer with its entity tag; 304 without a body where the one who asks has it already.

    Raises:
        PreconditionFailed: it was asked for in another state only (`If-Match`).
    """
    response.headers["Cache-Control"] = keep
    if keep == PRIVATE or request.method not in ("GET", "HEAD"):
        return response
    response.headers["ETag"] = tag
    plain = tag.strip('"')
    if request.if_match and not request.if_match.contains(plain):
        raise PreconditionFailed("the answer is not any more what `If-Match` says")
    if request.if_none_match and request.if_none_match.contains_weak(plain):
        return _not_modified(response)
    return response


def _not_modified(response: Response) -> Response:
    kept = [(name, value) for name, value in response.headers if name in ("ETag", "Cache-Control", "Vary", "Link")]
    response.close()
    unchanged = Response(status=304, headers=kept)
    del unchanged.headers["Content-Type"]
    return unchanged


def refuse_unless_accepted(mimetype: str) -> None:
    """Make sure that whoever asks takes this kind of answer.

    Raises:
        NotAcceptable: the request says that it does not.
    """
    accepted = request.accept_mimetypes
    if "Accept" in request.headers and accepted and accepted.best_match([mimetype]) is None:
        raise NotAcceptable(f"this address answers with {mimetype} only, which `Accept` does not take")


# -- errors -----------------------------------------------------------------------------------------------------


def problem(
    code: int, title: str, detail: str, *, kind: str = "", errors: Sequence[dict[str, str]] = (),
) -> Response:  # fmt: skip
    """An error, in the form of RFC 9457."""
    fields: dict[str, Any] = {
        "type": f"/api/v1/#{kind}" if kind else "about:blank",
        "title": title or HTTPStatus(code).phrase,
        "status": code,
        "detail": shown(detail, _LONGEST),
    }
    if errors:
        fields["errors"] = list(errors)
    response = Response(json.dumps(fields, ensure_ascii=True) + "\n", status=code, mimetype=PROBLEM)
    response.headers["Cache-Control"] = "no-store"
    return response


def problem_of(error: HTTPException) -> Response:
    """Any error of the server as a problem."""
    code = error.code or 500
    if isinstance(error, Problem):
        response = problem(code, error.title, str(error.description), kind=error.kind, errors=error.errors)
        response.headers.update(error.more)
        return response
    inside = "something went wrong while this answer was made; the log itself is untouched"
    response = problem(code, "", inside if code == 500 else str(error.description or error.name))
    for name, value in error.get_headers():
        if name not in ("Content-Type", "Content-Length"):
            response.headers[name] = value
    return response
