"""What is said when something cannot be done: a page, a problem (RFC 9457) for programs, or a line of text."""

from __future__ import annotations

from flask import Flask, Response, current_app, render_template, request
from werkzeug.exceptions import HTTPException, InternalServerError
from werkzeug.wrappers import Response as BaseResponse

from mjlog.errors import BusyError, RecordError, StoreError
from mjlog.store import NotFoundError
from mjlog.text import shown
from mjlog.viewer.problems import RETRY_AFTER, Problem, headers_of, problem_of

_TITLES = {
    400: "That address is not right", 401: "Not for everybody", 403: "Not for everybody", 404: "Not here",
    405: "Not possible here", 413: "Too much at once", 414: "Too long an address", 422: "That cannot be",
    429: "Too much at once", 431: "Too much at once", 503: "Not at the moment",
}  # fmt: skip
_LONGEST = 300
_TOO_LARGE = "that is too large: it takes more memory than this server has"


def init_app(app: Flask) -> None:
    """Answer every error in one of these ways."""
    app.register_error_handler(HTTPException, told)
    app.register_error_handler(NotFoundError, lambda error: told(Problem(404, str(error), kind="not-found")))
    app.register_error_handler(RecordError, lambda error: told(Problem(422, error.bare_message)))
    app.register_error_handler(StoreError, _store_error)
    app.register_error_handler(MemoryError, lambda _error: told(Problem(503, _TOO_LARGE)))


def told(error: HTTPException) -> BaseResponse:
    """An error of a request as whoever asked can read it, with what goes with it in the headers."""
    if error.response is not None or error.code is None or error.code < 400:
        return error.get_response()
    return problem_of(error) if _is_of_the_api(request.path) else _page(error, error.code)


def refusal(error: HTTPException, path: str) -> Response:
    """An error that is told before the request gets to any page, with nothing in it that came with the request."""
    if _is_of_the_api(path):
        return problem_of(error)
    text = f"{_title_of(error.code or 500)}: {error.description}.\n"
    return Response(text, error.code, headers_of(error), mimetype="text/plain")


def _is_of_the_api(path: str) -> bool:
    """Whether programs ask there."""
    return path.startswith("/api/")


def _page(error: HTTPException, code: int) -> Response:
    text = shown(error.description or error.name, _LONGEST)
    if isinstance(error, InternalServerError):
        text = "Something went wrong while this page was made. The log itself is untouched."
    page = render_template("error.html", title=_title_of(code), text=text, code=code)
    return Response(page, code, headers_of(error))


def _title_of(code: int) -> str:
    """An error in a few words."""
    return _TITLES.get(code, "Something went wrong" if code >= 500 else "That does not work")


def _store_error(error: StoreError) -> BaseResponse:
    """The message names the file, which is nobody's business but the server's."""
    current_app.logger.error("%s", error)
    return told(Problem(503, _trouble(error), headers={"Retry-After": str(RETRY_AFTER)}))


def _trouble(error: StoreError) -> str:
    """What the database did not do, and what to do about it."""
    if request.method in ("GET", "HEAD"):
        return "the database cannot be read at the moment; try again soon"
    if isinstance(error, BusyError):
        return "other writers were not done in time: nothing was stored; send the same again"
    return "the database cannot be used at the moment; see whether anything was stored before you send the same again"
