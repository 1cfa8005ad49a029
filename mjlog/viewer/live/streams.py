"""Following a game that is being recorded, as server-sent events. The messages are described in docs/lookup/api.md."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Flask, Response, current_app, request
from werkzeug.exceptions import BadRequest, NotAcceptable

from mjlog.text import shown
from mjlog.viewer.live.watch import PACE, Live, Pace
from mjlog.viewer.requests import library, number_in
from mjlog.viewer.serving.caps import StreamCaps, stream_place

blueprint = Blueprint("live", __name__)
MIMETYPE = "text/event-stream"
_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


def init_app(app: Flask, caps: StreamCaps, pace: Pace = PACE) -> None:
    """Offer the streams of an application's games. They end when the server does (`caps.closing`)."""
    games = app.extensions["mjlog_library"]
    app.extensions["mjlog_live"] = Live(games.store, games.cards, caps.closing, pace)
    app.register_blueprint(blueprint)


def live() -> Live:
    """The streams of this application; `live().notify(game)` after an append."""
    found = current_app.extensions["mjlog_live"]
    assert isinstance(found, Live)
    return found


@blueprint.get("/games/<game:name>/live")
@blueprint.get("/api/v1/games/<game:name>/live", endpoint="follow_api")
def follow(name: str) -> Response:
    """The stream of a game, from the event on that `Last-Event-ID` (or `?after=`) names, else from now on.

    Raises:
        NotFoundError: no such game.
        BadRequest: no event can be meant.
        NotAcceptable: something else than a stream is asked for.
        TooManyRequests, ServiceUnavailable: there are too many streams.
    """
    library().store.head(name)
    if request.accept_mimetypes and request.accept_mimetypes.quality(MIMETYPE) <= 0:
        raise NotAcceptable(f"this is a stream of server-sent events: ask for {MIMETYPE}")
    stream = live().follow(name, _after(), is_gone())
    if request.method == "HEAD":
        return _only_headers()
    place = stream_place()
    response = Response(stream, mimetype=MIMETYPE, headers=_HEADERS)
    response.call_on_close(place.close)
    return response


def _only_headers() -> Response:
    response = Response(mimetype=MIMETYPE, headers=_HEADERS)
    response.automatically_set_content_length = False  # a stream has none
    return response


def _after() -> int | None:
    """The last event that the follower has got. What a browser says that comes back is newer than the address."""
    told = request.headers.get("Last-Event-ID") or None
    if told is not None:
        return number_in(told, "Last-Event-ID")
    asked = request.args.getlist("after")
    if len(asked) > 1:
        raise BadRequest(f"'after' stands there {len(asked)} times: {shown(', '.join(asked), 60)}")
    return number_in(asked[0], "event") if asked else None


def is_gone() -> Callable[[], bool]:
    """How to find out whether the follower has hung up, where the server says it."""
    asked = request.environ.get("waitress.client_disconnected")
    return asked if callable(asked) else lambda: False
