"""Answers of the server: how long they are kept (RFC 9110, RFC 9111), how they are packed, what is said when something
cannot be done: a page, a problem (RFC 9457) for programs, or a line of text.

Packed with gzip for whoever takes that (RFC 9110, 8.4) are all but those that have a secret in them, for how small it
packs would tell of the secret whoever may put words beside it (https://www.breachattack.com): what nobody may keep
(`no-store`), as pages with the key of a form, those of a table's recorder. The API packs nothing yet.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from http import HTTPStatus
from typing import Any, Final

from flask import Flask, Response, current_app, render_template, request
from msgspec import UNSET
from werkzeug.exceptions import HTTPException, InternalServerError, NotAcceptable, PreconditionFailed
from werkzeug.wrappers import Response as BaseResponse

from mjlog.answers import plain
from mjlog.errors import BusyError, RecordError, StoreError
from mjlog.store import NotFoundError
from mjlog.text import shown
from mjlog.viewer.faces import bare
from mjlog_schemas.api import ProblemAnswer, ProblemItem

FRESH: Final = "no-cache"
"""To be asked for again each time, with the entity tag."""
FOREVER: Final = "public, max-age=31536000, immutable"
"""What never changes under its address."""
PRIVATE: Final = "private, no-store"
"""What only the holder of the token may see."""


def entity_tag(data: bytes) -> str:
    """A tag made from the bytes of an answer, and so from nothing that it does not show."""
    return hashlib.sha256(data).hexdigest()[:32]


def with_tag(response: Response, tag: str) -> Response:
    """The answer with its entity tag; 304 without a body where the one who asks has it already."""
    response.set_etag(tag)
    response.make_conditional(request)
    response.headers.pop("Date", None)  # whoever sends it says when
    return response


_SMALLEST = 500
"""Bytes below which packing gains less than its header costs."""
_QUICKLY, _WELL = 5, 9
_TEXTS = frozenset(("application/json", "application/javascript"))


def packed(response: Response) -> Response:
    """The answer as it goes on the wire, with the tag that it had: a weak one, for the bytes are others."""
    if request.path.startswith("/api/"):  # whose document lists every header of its answers
        return response
    response.vary.add("Accept-Encoding")
    is_whole = response.status_code == 200 and (response.direct_passthrough or not response.is_streamed)
    kind = response.mimetype or ""
    is_text = kind in _TEXTS or kind.startswith(("text/", "image/svg"))
    if not is_whole or not is_text or response.cache_control.no_store:
        return response
    response.direct_passthrough = False
    body = response.get_data()
    if request.endpoint == "static":
        body = bare(body.decode("utf-8")).encode("utf-8")
        response.set_data(body)
    if len(body) < _SMALLEST or not request.accept_encodings["gzip"]:
        return response
    is_kept = request.endpoint in ("static", "assets.tiles")
    response.set_data(_kept(body) if is_kept else gzip.compress(body, _QUICKLY, mtime=0))
    response.content_encoding = "gzip"
    tag, _is_weak = response.get_etag()
    if tag is not None:
        response.set_etag(tag, weak=True)
    return response


@lru_cache(maxsize=64)
def _kept(body: bytes) -> bytes:
    return gzip.compress(body, _WELL, mtime=0)


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
    words = inside if code == 500 else str(error.description or error.name)
    problem = error if isinstance(error, Problem) else Problem(code, words)
    problem_answer = ProblemAnswer(
        type=f"/api/v1/#{problem.kind}" if problem.kind else "about:blank",
        title=problem.title or HTTPStatus(code).phrase,
        status=code,
        detail=shown(str(problem.description), _LONGEST),
        errors=problem.errors or UNSET,
    )
    body = json.dumps(plain(problem_answer), ensure_ascii=True) + "\n"
    return Response(body, code, {"Cache-Control": "no-store", **headers_of(error)}, mimetype=PROBLEM)


def headers_of(error: HTTPException) -> dict[str, str]:
    """What an error says in headers, such as which methods an address takes, or when to try again."""
    return {name: value for name, value in error.get_headers() if name not in ("Content-Type", "Content-Length")}


_TITLES = {
    400: "That address is not right", 401: "Not for everybody", 403: "Not for everybody", 404: "Not here",
    405: "Not possible here", 413: "Too much at once", 414: "Too long an address", 422: "That cannot be",
    429: "Too much at once", 431: "Too much at once", 503: "Not at the moment",
}  # fmt: skip
_LONGEST_ON_A_PAGE = 300
_TOO_LARGE = "that is too large: it takes more memory than this server has"


def init_errors(app: Flask) -> None:
    """Answer every error in one of these ways."""
    app.register_error_handler(HTTPException, error_response)
    app.register_error_handler(NotFoundError, lambda error: error_response(Problem(404, str(error), kind="not-found")))
    app.register_error_handler(RecordError, lambda error: error_response(Problem(422, error.bare_message)))
    app.register_error_handler(StoreError, _store_error)
    app.register_error_handler(MemoryError, lambda _error: error_response(Problem(503, _TOO_LARGE)))


def error_response(error: HTTPException) -> BaseResponse:
    """An error of a request as whoever asked can read it, with what goes with it in the headers."""
    if error.response is not None or error.code is None or error.code < 400:
        return error.get_response()
    if _is_of_the_api(request.path):
        return problem_of(error)
    text = shown(error.description or error.name, _LONGEST_ON_A_PAGE)
    if isinstance(error, InternalServerError):
        text = "Something went wrong while this page was made. The log itself is untouched."
    page = render_template("error.html", title=_title_of(error.code), text=text, code=error.code)
    return Response(page, error.code, headers_of(error))


def refusal(error: HTTPException, path: str) -> Response:
    """An error that is told before the request gets to any page, with nothing in it that came with the request."""
    if _is_of_the_api(path):
        return problem_of(error)
    text = f"{_title_of(error.code or 500)}: {error.description}.\n"
    return Response(text, error.code, headers_of(error), mimetype="text/plain")


def _is_of_the_api(path: str) -> bool:
    """Whether programs ask there."""
    return path.startswith("/api/")


def _title_of(code: int) -> str:
    """An error in a few words."""
    return _TITLES.get(code, "Something went wrong" if code >= 500 else "That does not work")


def _store_error(error: StoreError) -> BaseResponse:
    """The message names the file, which is nobody's business but the server's."""
    current_app.logger.error("%s", error)
    words = "the database cannot be used at the moment; see whether anything was stored before you send the same again"
    if request.method in ("GET", "HEAD"):
        words = "the database cannot be read at the moment; try again soon"
    elif isinstance(error, BusyError):
        words = "other writers were not done in time: nothing was stored; send the same again"
    return error_response(Problem(503, words, headers={"Retry-After": str(RETRY_AFTER)}))


JSON: Final = "application/json"
LOG: Final = "application/x-ndjson"


def answer(fields: object, status: int = 200, keep: str = FRESH) -> Response:
    """An answer, or plain values, as they are sent."""
    body = (json.dumps(plain(fields), ensure_ascii=True) + "\n").encode("ascii")
    return tagged(Response(body, status=status, mimetype=JSON), entity_tag(body), keep)


def tagged(response: Response, tag: str, keep: str) -> Response:
    """The answer with its entity tag; 304 without a body where the one who asks has it already.

    Raises:
        PreconditionFailed: it was asked for in another state only (`If-Match`).
    """
    response.headers["Cache-Control"] = keep
    if keep == PRIVATE or request.method not in ("GET", "HEAD"):
        return response
    if request.if_match and not request.if_match.contains(tag):
        raise PreconditionFailed("the answer is not any more what `If-Match` says")
    return with_tag(response, tag)


def refuse_unless_accepted(mimetype: str) -> None:
    """Make sure that whoever asks takes this kind of answer.

    Raises:
        NotAcceptable: the request says that it does not.
    """
    accepted = request.accept_mimetypes
    if "Accept" in request.headers and accepted and accepted.best_match([mimetype]) is None:
        raise NotAcceptable(f"this address answers with {mimetype} only, which `Accept` does not take")
