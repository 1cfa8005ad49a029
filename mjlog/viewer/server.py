"""Serving the viewer with waitress."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterable, Sequence

from mjlog.cards.shelf import NO_CARDS, CardShelf
from mjlog.viewer.app import create_app
from mjlog.viewer.library import Library
from mjlog.viewer.serving.connections import Server
from mjlog.viewer.serving.hosts import HostCheck
from mjlog.viewer.serving.limits import LIMITS, Limits

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
    shown = _local_address() if host in ("", "0.0.0.0") else host
    return f"http://[{shown}]:{port}/" if ":" in shown else f"http://{shown}:{port}/"


def _local_address() -> str:
    """The address from which this machine would speak to others; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        try:
            one.connect(("192.0.2.1", 9))
            return str(one.getsockname()[0])
        except OSError:
            return "127.0.0.1"
