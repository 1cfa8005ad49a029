"""The Flask application: what holds for every page, and its errors."""

from __future__ import annotations

import os
from collections.abc import Sequence

from flask import Flask, Response, current_app, render_template, request
from werkzeug.exceptions import HTTPException, InternalServerError, SecurityError
from werkzeug.wrappers import Response as BaseResponse

from mjlog.cards.shelf import NO_CARDS, CardShelf
from mjlog.errors import RecordError, StoreError
from mjlog.store import NotFoundError, open_readonly
from mjlog.text import shown
from mjlog.viewer import api, card_api, pages, sheet_pages
from mjlog.viewer.game_id import GameIdConverter
from mjlog.viewer.library import Library
from mjlog.viewer.present import FILTERS

_POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
"""Headers of every answer."""
_TITLES = {
    400: "That address is not right", 403: "Not for everybody", 404: "Not here", 405: "Not possible here",
    413: "Too much at once", 422: "That cannot be",
}  # fmt: skip


def create_app(
    database_path: str | os.PathLike[str],
    *,
    trusted_hosts: Sequence[str] | None = None,
    patience: float = 1.0,
    cards: CardShelf = NO_CARDS,
) -> Flask:
    """The viewer of a database, opened for reading only.

    `trusted_hosts`: names that a request may be addressed to (None: any). `patience`: seconds that a list of games may
    spend on replaying. `cards`: score cards at hand, beside those that ship.

    Raises:
        StoreError: the database cannot be read.
        CardError: a file given is no card, or cannot be read.
    """
    app = Flask(__name__)
    app.url_map.converters["game"] = GameIdConverter
    app.config["TRUSTED_HOSTS"] = list(trusted_hosts) if trusted_hosts is not None else None
    app.config["MAX_CONTENT_LENGTH"] = 65_536
    app.extensions["mjlog_library"] = Library(open_readonly(database_path), patience, cards)
    app.jinja_env.filters.update(FILTERS)
    app.jinja_env.globals["sprite"] = "/tiles.svg"
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.register_blueprint(pages.blueprint)
    app.register_blueprint(sheet_pages.blueprint)
    app.register_blueprint(api.blueprint)
    app.register_blueprint(card_api.blueprint)
    app.after_request(_with_headers)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(NotFoundError, lambda error: _error_page(404, str(error)))
    app.register_error_handler(RecordError, lambda error: _error_page(422, error.bare_message))
    app.register_error_handler(StoreError, _store_error)
    return app


def _with_headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers[name] = value
    response.headers.setdefault("Cache-Control", "no-cache")
    return response


def _http_error(error: HTTPException) -> BaseResponse:
    if error.response is not None or error.code is None or error.code < 400:
        return error.get_response()
    if isinstance(error, SecurityError):  # a name that is not ours: no address of ours can be written
        return Response("This viewer does not answer under that name.\n", status=400, mimetype="text/plain")
    if isinstance(error, InternalServerError):
        return _error_page(500, "Something went wrong while this page was made. The log itself is untouched.")
    allowed = getattr(error, "valid_methods", None)
    response = _error_page(error.code, error.description or error.name)
    if allowed:
        response.headers["Allow"] = ", ".join(allowed)
    return response


def _store_error(error: StoreError) -> Response:
    """The message names the file, which is nobody's business but the server's."""
    current_app.logger.error("%s", error)
    return _error_page(500, "The database cannot be read at the moment.")


def _error_page(code: int, text: str) -> Response:
    title = _TITLES.get(code, "Something went wrong" if code >= 500 else "That does not work")
    text = shown(text, 300)
    if request.path.startswith("/api/"):
        return api.problem(code, title, text)
    return Response(render_template("error.html", title=title, text=text, code=code), status=code)
