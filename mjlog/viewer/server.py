"""Serving the viewer with waitress."""

from __future__ import annotations

import os
from collections.abc import Callable

from waitress.server import create_server  # type: ignore[import-untyped]

from mjlog.cards.shelf import NO_CARDS, CardShelf
from mjlog.viewer.app import create_app

LOOPBACK = ("127.0.0.1", "::1", "localhost")
DEFAULT_PORT = 8008


def serve(
    database: str | os.PathLike[str],
    host: str = "127.0.0.1",
    port: int = DEFAULT_PORT,
    on_ready: Callable[[str], None] | None = None,
    cards: CardShelf = NO_CARDS,
) -> None:
    """Serve a database until interrupted; port 0 takes a free one. `on_ready` gets the address once it answers.

    On a loopback address only requests to this machine's own names are answered. `cards`: score cards at hand.

    Raises:
        StoreError: the database cannot be read.
        CardError: a file given is no card, or cannot be read.
        OSError: the address cannot be used.
    """
    trusted = [*LOOPBACK, "[::1]"] if host in LOOPBACK else None
    app = create_app(database, trusted_hosts=trusted, cards=cards)
    server = create_server(app, host=host, port=port, threads=6, ident=None, max_request_body_size=65_536)
    try:
        if on_ready is not None:
            on_ready(_address(host, _bound_port(server, port)))
        server.run()
    finally:
        server.close()
        _close_connections(server)


def _close_connections(server: object) -> None:
    """Hang up on browsers that keep a connection open; waitress leaves them to the garbage collector."""
    connections = getattr(server, "map", None) or getattr(server, "_map", None) or {}
    for connection in list(connections.values()):
        connection.close()


def _bound_port(server: object, port: int) -> int:
    found = getattr(server, "effective_port", None)
    if found is None:
        listening = getattr(server, "effective_listen", None) or [(None, port)]
        found = listening[0][1]
    return int(found)


def _address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
