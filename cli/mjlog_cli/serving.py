"""Serving the viewer from the command line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from mjlog.errors import MjlogError
from mjlog_cli.console import complain, flush, say
from mjlog_cli.stopping import ended_by_terminate

if TYPE_CHECKING:
    from mjlog.cards.shelf import CardShelf

DEFAULT_PORT = 8008
"""The port of the viewer, unless another is asked for."""


def serve_database(
    path: Path,
    host: str,
    port: int,
    cards: CardShelf | None = None,
    *,
    names: tuple[str, ...] = (),
    token: str | None = None,
    proxy: str | None = None,
    log: str | None = None,
) -> None:
    """Serve until interrupted or terminated, and print the address as soon as it answers. `cards`: score cards at hand.

    `names`: names that it is known by. `token`: whoever has it may write. `proxy`: the address of a reverse proxy.
    `log`: how requests are told on standard error: `text` or `json`, a line each; None: not at all.

    Raises:
        MjlogError: the database cannot be read, or the address not be used.
    """
    from mjlog.cards.shelf import NO_CARDS
    from mjlog.viewer import serve
    from mjlog.viewer.serving.hosts import is_loopback

    def announce(address: str) -> None:
        say(f"the viewer is at {address} (Ctrl-C stops it)")
        if token is not None:
            say("whoever has the token may add events")
            if not is_loopback(host):
                complain("warning: the token crosses the network unencrypted; see docs/serving.md for a proxy with TLS")
        flush()

    if log is not None:
        _tell_of_requests(log)
    try:
        with ended_by_terminate():
            serve(path, host, port, on_ready=announce, cards=cards or NO_CARDS, names=names, token=token, proxy=proxy)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise MjlogError(f"cannot serve on {host}, port {port}: {reason}; try another --port") from error
    except KeyboardInterrupt:
        return


def _tell_of_requests(form: str) -> None:
    """Let whatever is logged go to standard error, requests too."""
    import logging

    from mjlog.viewer.serving.request_log import JsonLines

    handler = logging.StreamHandler()
    lines = logging.Formatter("%(asctime)s %(levelname)s %(message)s")
    handler.setFormatter(JsonLines() if form == "json" else lines)
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
