"""Serving the viewer from the command line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from mjlog.errors import MjlogError
from mjlog_cli.console import flush, say

if TYPE_CHECKING:
    from mjlog.cards.shelf import CardShelf


def serve_database(path: Path, host: str, port: int, cards: CardShelf | None = None) -> None:
    """Serve until interrupted, and print the address as soon as it answers. `cards`: score cards at hand.

    Raises:
        MjlogError: the database cannot be read, or the address not be used.
    """
    from mjlog.cards.shelf import NO_CARDS
    from mjlog.viewer import serve

    try:
        serve(path, host, port, on_ready=_announce, cards=cards or NO_CARDS)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise MjlogError(f"cannot serve on {host}, port {port}: {reason}; try another --port") from error
    except KeyboardInterrupt:
        return


def _announce(address: str) -> None:
    say(f"the viewer is at {address} (Ctrl-C stops it)")
    flush()
