"""Errors for programs: problem details in JSON, as RFC 9457 has them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, Final

from flask import Response
from msgspec import UNSET
from werkzeug.exceptions import HTTPException

from mjlog.answers import plain
from mjlog.text import shown
from mjlog_schemas.api import ProblemAnswer, ProblemItem

PROBLEM: Final = "application/problem+json"
RETRY_AFTER: Final = 2
"""Seconds after which to try again what could not be done at the moment."""
_LONGEST = 1000


class Problem(HTTPException):
    """An error with more to say than its status. `kind`: its place on the page of the API; `errors`: field by field."""

    def __init__(
        self, code: int, detail: str, *, kind: str = "", title: str = "", errors: Sequence[ProblemItem] = (),
        headers: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(detail)
        self.code = code
        self.kind, self.title, self.errors, self.more = kind, title, errors, headers or {}

    def get_headers(self, *_: Any) -> list[tuple[str, str]]:
        """What it says in headers."""
        return list(self.more.items())


def problem_of(error: HTTPException) -> Response:
    """Any error of the server as a problem."""
    code = error.code or 500
    inside = "something went wrong while this answer was made; the log itself is untouched"
    said = inside if code == 500 else str(error.description or error.name)
    one = error if isinstance(error, Problem) else Problem(code, said)
    told = ProblemAnswer(
        type=f"/api/v1/#{one.kind}" if one.kind else "about:blank",
        title=one.title or HTTPStatus(code).phrase,
        status=code,
        detail=shown(str(one.description), _LONGEST),
        errors=one.errors or UNSET,
    )
    body = json.dumps(plain(told), ensure_ascii=True) + "\n"
    return Response(body, code, {"Cache-Control": "no-store", **headers_of(error)}, mimetype=PROBLEM)


def headers_of(error: HTTPException) -> dict[str, str]:
    """What an error says in headers, such as which methods an address takes, or when to try again."""
    return {name: value for name, value in error.get_headers() if name not in ("Content-Type", "Content-Length")}
