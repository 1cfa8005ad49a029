"""What is said when something cannot be done: a page, a problem (RFC 9457) for programs, or a line of text."""

from __future__ import annotations

from flask import Flask, Response, current_app, render_template, request
from werkzeug.exceptions import HTTPException, InternalServerError
from werkzeug.wrappers import Response as BaseResponse

from mjlog.errors import RecordError, StoreError
from mjlog.store import NotFoundError
from mjlog.text import shown
from mjlog.viewer.api import problem

_TITLES = {
    400: "That address is not right", 403: "Not for everybody", 404: "Not here", 405: "Not possible here",
    413: "Too much at once", 414: "Too long an address", 422: "That cannot be", 429: "Too much at once",
    431: "Too much at once", 503: "Too many at once",
}  # fmt: skip
_LONGEST = 300
_KEPT = ("allow", "retry-after", "www-authenticate", "content-range")


def init_app(app: Flask) -> None:
    """Answer every error in one of these ways."""
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(NotFoundError, lambda error: error_page(404, str(error)))
    app.register_error_handler(RecordError, lambda error: error_page(422, error.bare_message))
    app.register_error_handler(StoreError, _store_error)


def refusal(code: int, text: str, path: str) -> Response:
    """An error that is told before the request gets to any page, with nothing in it that came with the request."""
    if path.startswith("/api/"):
        return problem(code, title_of(code), text)
    return Response(f"{title_of(code)}: {text}.\n", status=code, mimetype="text/plain")


def title_of(code: int) -> str:
    """An error in a few words."""
    return _TITLES.get(code, "Something went wrong" if code >= 500 else "That does not work")


def error_page(code: int, text: str) -> Response:
    """An error as whoever asked can read it."""
    text = shown(text, _LONGEST)
    if request.path.startswith("/api/"):
        return problem(code, title_of(code), text)
    return Response(render_template("error.html", title=title_of(code), text=text, code=code), status=code)


def _http_error(error: HTTPException) -> BaseResponse:
    if error.response is not None or error.code is None or error.code < 400:
        return error.get_response()
    return http_error(error)


def http_error(error: HTTPException) -> Response:
    """An error of a request, with what goes with it in the headers."""
    code = error.code or 500
    if isinstance(error, InternalServerError):
        return error_page(500, "Something went wrong while this page was made. The log itself is untouched.")
    response = error_page(code, error.description or error.name)
    for name, value in error.get_headers():
        if name.lower() in _KEPT:
            response.headers[name] = value
    return response


def _store_error(error: StoreError) -> Response:
    """The message names the file, which is nobody's business but the server's."""
    current_app.logger.error("%s", error)
    return error_page(500, "The database cannot be read at the moment.")
