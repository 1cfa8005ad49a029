"""The Flask application: what it is made of, what is said of every answer about keeping it; served with waitress."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from typing import Any

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException
from werkzeug.utils import redirect
from werkzeug.wrappers import Response as BaseResponse

from mjlog.cards.shelf import NO_CARDS, CardShelf
from mjlog.store import open_readonly
from mjlog.viewer.answers import FOREVER, Problem, entity_tag, error_response, init_errors, packed, with_tag
from mjlog.viewer.api import document
from mjlog.viewer.library import Library
from mjlog.viewer.live import init_streams
from mjlog.viewer.pages import addresses, club, disputes, events, games, look, review, score
from mjlog.viewer.pages.present import FILTERS, lit_hand
from mjlog.viewer.recorder.pages import init_app as init_recorder
from mjlog.viewer.recorder.tables import Tables
from mjlog.viewer.requests import extent
from mjlog.viewer.serving.connections import Server
from mjlog.viewer.serving.guard import (
    LIMITS,
    Guard,
    HostCheck,
    Limits,
    RequestLog,
    StreamCaps,
    Writer,
    check_endpoint,
    holds_token,
    is_embedded,
    refuse_wrong_token,
    stream_place,
)

_LOOPBACK_ONLY = HostCheck()
_MOST_EXTENTS = 20_000


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
    app.url_map.converters.update(document.CONVERTERS)
    app.config["MAX_CONTENT_LENGTH"] = app.config["MAX_FORM_MEMORY_SIZE"] = limits.body
    app.config["MAX_FORM_PARTS"] = limits.form_parts
    app.extensions["mjlog_library"] = library or Library(open_readonly(database_path), patience, cards)
    app.extensions["mjlog_streams"] = StreamCaps(limits, shared)
    app.jinja_env.filters.update(FILTERS | score.FILTERS)
    app.jinja_env.globals["lit_hand"] = lit_hand
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    _register(app)
    app.extensions["mjlog_writer"] = Writer(database_path, token) if token is not None else None
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
    look.init_forms(app)
    look.init_app(app)
    for part in (
        addresses.blueprint, games.blueprint, events.blueprint, games.sheets_blueprint, disputes.blueprint,
        disputes.why_blueprint, review.blueprint, club.blueprint, score.blueprint, events.preview_blueprint,
        *document.PARTS, document.blueprint, document.page_blueprint,
    ):  # fmt: skip
        app.register_blueprint(part)
    # Kept by name and head: a list of all logs would replay them all.
    app.extensions["mjlog_extents"] = lru_cache(_MOST_EXTENTS)(lambda name, _head: extent(name))
    app.before_request(refuse_wrong_token)
    init_streams(app, app.extensions["mjlog_streams"])
    init_errors(app)


def _finished(response: Response) -> BaseResponse:
    """What can only be said of an answer when it is made."""
    if (response.location or "").startswith(request.host_url):
        # To another path of ours, whatever name and scheme this server is known by outside.
        return redirect("/" + str(response.location).removeprefix(request.host_url).lstrip("/"), response.status_code)
    if request.endpoint == "static":
        # Static files have an ETag already; those asked for by their hash never change.
        filename = str((request.view_args or {}).get("filename", ""))
        if response.status_code in (200, 206, 304) and addresses.is_for_good(filename, request.args.get("v")):
            response.headers["Cache-Control"] = FOREVER
        return response
    if look.depends_on_look():
        response.vary.add("Cookie")
    if response.is_streamed and response.status_code < 300:
        # What is made while it is sent keeps a thread, and counts as a stream.
        try:
            place = stream_place()
        except HTTPException as error:
            response.close()
            return error_response(error)
        response.call_on_close(place.close)
        return response
    # An ETag made of the bytes that are sent, and 304 for whoever has them.
    is_page = response.status_code == 200 and request.method in ("GET", "HEAD")
    if is_page and "ETag" not in response.headers and "no-store" not in response.headers.get("Cache-Control", ""):
        return with_tag(response, entity_tag(response.get_data()))
    return response


DEFAULT_PORT = 8008


def serve(
    database: str | os.PathLike[str],
    host: str = "127.0.0.1",
    port: int = DEFAULT_PORT,
    on_ready: Callable[[str], None] | None = None,
    cards: CardShelf = NO_CARDS,
    *,
    names: Iterable[str] = (),
    token: str | None = None,
    proxy: str | None = None,
    shared: str | None = None,
    limits: Limits = LIMITS,
    record: bytes | None = None,
    embed: Sequence[str] = (),
    library: Library | None = None,
) -> None:
    """Serve a database until interrupted; port 0 takes a free one. `on_ready` gets the address once it answers.

    On a loopback address only requests to this machine's own names are answered; else those to bare addresses, to this
    machine's host name, and to `names`. The rest is that of `create_app`.

    Raises:
        StoreError: the database cannot be read.
        CardError: a file given is no card, or cannot be read.
        OSError: the address cannot be used.
        ValueError: one of `names` is no host name.
    """
    hosts = HostCheck.of(host, names)
    app = create_app(
        database, hosts=hosts, cards=cards, token=token, limits=limits, proxy=proxy, shared=shared, record=record,
        embed=embed, library=library,
    )  # fmt: skip
    server = Server(app, host, port, limits, {proxy, shared})
    try:
        if on_ready is not None:
            on_ready(_address(host, server.port))
        server.run()
    except KeyboardInterrupt:
        pass
    finally:
        app.extensions["mjlog_streams"].closing.set()
        server.close()
        if app.extensions["mjlog_tables"] is not None:
            app.extensions["mjlog_tables"].close()


def _address(host: str, port: int) -> str:
    """Where to look at it: for a server on every address, this machine's own in the local network."""
    if host in ("", "0.0.0.0"):
        # The address from which this machine would speak to others; nothing is sent.
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect(("192.0.2.1", 9))
                host = str(probe.getsockname()[0])
            except OSError:
                host = "127.0.0.1"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
