"""Whether the server answers: for whoever watches over it."""

from __future__ import annotations

from typing import Annotated

from flask import Response, request

from mjlog import __version__
from mjlog.answers import Answer, Count, one_of, says
from mjlog.viewer.answers import answer
from mjlog.viewer.api.operations import ApiBlueprint, operation
from mjlog.viewer.requests import library
from mjlog.viewer.serving.guard import BY_PROXY, stream_caps

blueprint = ApiBlueprint("health", "Whether the server answers.")


class Health(Answer):
    """The server answers, and its database can be read; where it cannot, the answer is a problem with status 503."""

    version: Annotated[str, says("of the program")]
    games: Annotated[Count, says("in the database")]


@operation(blueprint, "/health", Health)
def health() -> Response:
    """Whether the server answers and can read its database."""
    return answer(Health(version=__version__, games=len(library().store.games())), keep="no-store")


class Connection(Answer):
    """How this request has come here: for whoever sets up a proxy or a container, and for `mjlog doctor --url`."""

    client: Annotated[str, says("the address under which whoever asks is counted")]
    scheme: Annotated[str, one_of("http", "https")]
    proxy: Annotated[
        str,
        one_of("none", "believed", "not-believed"),
        says("whether a proxy told whose request it is, and whether it is one whose word is taken (`--proxy`)"),
    ]
    shared: Annotated[bool, says("many clients have this address (`--shared`): it is not counted as one")]


@operation(blueprint, "/connection", Connection)
def connection() -> Response:
    """How this request has come here, through whatever stands before the server."""
    words = "believed" if request.environ.get(BY_PROXY) else "none"
    if words == "none" and "X-Forwarded-For" in request.headers:
        words = "not-believed"
    client = request.remote_addr or ""
    place = Connection(client, request.scheme, words, client == stream_caps().shared)
    return answer(place, keep="no-store")
