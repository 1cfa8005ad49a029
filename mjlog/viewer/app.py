"""The Flask application: what it is made of, and what is said of every answer about keeping it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException
from werkzeug.utils import redirect
from werkzeug.wrappers import Response as BaseResponse

from mjlog.cards.shelf import NO_CARDS, CardShelf
from mjlog.store import open_readonly
from mjlog.viewer import errors
from mjlog.viewer.api import Writer, register_api
from mjlog.viewer.api.writer import holds_token
from mjlog.viewer.caching import FOREVER, entity_tag, with_tag
from mjlog.viewer.game_id import GameIdConverter
from mjlog.viewer.library import Library
from mjlog.viewer.live import streams
from mjlog.viewer.packing import packed
from mjlog.viewer.pages import assets, club, disputes, events, forms, games, look, preview, score, sheets, why
from mjlog.viewer.pages.highlighted_hand import lit_hand
from mjlog.viewer.pages.present import FILTERS
from mjlog.viewer.problems import Problem
from mjlog.viewer.recorder.pages import init_app as init_recorder
from mjlog.viewer.recorder.tables import Tables
from mjlog.viewer.serving.caps import StreamCaps, has_stream_place, stream_place
from mjlog.viewer.serving.embedding import check_endpoint, is_embedded
from mjlog.viewer.serving.hosts import HostCheck
from mjlog.viewer.serving.limits import LIMITS, Limits
from mjlog.viewer.serving.request_log import RequestLog
from mjlog.viewer.serving.safety import Guard

_LOOPBACK_ONLY = HostCheck()


def create_app(
    database_path: str | os.PathLike[str],
    *,
    hosts: HostCheck = _LOOPBACK_ONLY,
    patience: float = 1.0,
    cards: CardShelf = NO_CARDS,
    token: str | None = None,
    limits: Limits = LIMITS,
    proxy: str | None = None,
    shared: str | None = None,
    record: bytes | None = None,
    embed: Sequence[str] = (),
    library: Library | None = None,
) -> Flask:
    """The viewer of a database, opened for reading only.

    `hosts`: what a request may be addressed to. `patience`: seconds that a list of games may spend on replaying.
    `cards`: score cards at hand, beside those that ship. `token`: with it the API takes events from whoever knows it;
    without it nothing can be changed. `limits`: how much is taken of anybody at a time. `proxy`: the address of a
    reverse proxy of ours, which says who asks (X-Forwarded-For, X-Forwarded-Proto). `shared`: an address that many
    clients have together. `record`: the secret that the keys of tables are made of; with it games are recorded from
    telephones by whoever has the key of a table. `embed`: sites whose pages may show tables in a frame. `library`: the
    games, where some were read already.

    Raises:
        StoreError: the database cannot be read, or written where that is asked for.
        CardError: a file given is no card, or cannot be read.
    """
    app = Flask(__name__)
    app.url_map.converters["game"] = GameIdConverter
    app.config["MAX_CONTENT_LENGTH"] = app.config["MAX_FORM_MEMORY_SIZE"] = limits.body
    app.config["MAX_FORM_PARTS"] = limits.form_parts
    app.extensions["mjlog_library"] = library or Library(open_readonly(database_path), patience, cards)
    app.extensions["mjlog_streams"] = StreamCaps(limits, shared)
    app.jinja_env.filters.update(FILTERS | score.FILTERS)
    app.jinja_env.globals["lit_hand"] = lit_hand
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    _register(app)
    register_api(app, Writer(database_path, token) if token is not None else None)
    init_recorder(app, Tables(database_path, record, cards) if record is not None else None)
    app.extensions["mjlog_embeds"] = bool(embed)
    app.jinja_env.globals["is_embedded"] = is_embedded
    app.before_request(check_endpoint)
    app.after_request(packed)  # the one registered last is called first
    app.after_request(_finished)
    guard = Guard(app.wsgi_app, hosts, limits, proxy, embed, partial(_shows_key, app), shared)
    app.wsgi_app = RequestLog(guard)  # type: ignore[method-assign]
    return app


def _shows_key(app: Flask, environ: dict[str, Any]) -> bool:
    """Whether the sender of a request shows the token, or the key of the table that it is for."""
    if not ("HTTP_AUTHORIZATION" in environ or "HTTP_COOKIE" in environ):
        return False
    tables: Tables | None = app.extensions["mjlog_tables"]
    with app.request_context(environ):
        with suppress(Problem):  # a wrong token: whoever answers says so
            if holds_token():
                return True
        return tables is not None and tables.keys.is_shown((request.view_args or {}).get("name"))


def _register(app: Flask) -> None:
    forms.init_app(app)
    look.init_app(app)
    for module in (assets, games, events, sheets, disputes, why, club, score, preview):
        app.register_blueprint(module.blueprint)
    streams.init_app(app, app.extensions["mjlog_streams"])
    errors.init_app(app)


def _finished(response: Response) -> BaseResponse:
    """What can only be said of an answer when it is made."""
    if (response.location or "").startswith(request.host_url):
        # To another path of ours, whatever name and scheme this server is known by outside.
        return redirect("/" + str(response.location).removeprefix(request.host_url).lstrip("/"), response.status_code)
    if request.endpoint == "static":
        return _static(response)
    if look.depends_on_look():
        response.vary.add("Cookie")
    if response.is_streamed:
        return response if has_stream_place() else _with_place(response)
    return _with_etag(response)


def _static(response: Response) -> Response:
    """Static files have an ETag already; those asked for by their hash never change."""
    filename = str((request.view_args or {}).get("filename", ""))
    if response.status_code in (200, 206, 304) and assets.is_for_good(filename, request.args.get("v")):
        response.headers["Cache-Control"] = FOREVER
    return response


def _with_place(response: Response) -> BaseResponse:
    """An answer that is made while it is sent keeps a thread: it counts as a stream."""
    try:
        place = stream_place()
    except HTTPException as error:
        response.close()
        return errors.told(error)
    response.call_on_close(place.close)
    return response


def _with_etag(response: Response) -> Response:
    """An ETag made of the bytes that are sent, and 304 for whoever has them."""
    is_page = response.status_code == 200 and request.method in ("GET", "HEAD")
    if is_page and "ETag" not in response.headers and "no-store" not in response.headers.get("Cache-Control", ""):
        return with_tag(response, entity_tag(response.get_data()))
    return response
