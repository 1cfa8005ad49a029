"""Serving the viewer from the command line."""

from __future__ import annotations

from pathlib import Path

from mjlog.errors import MjlogError
from mjlog_cli.console import flush, say


def serve_database(path: Path, host: str, port: int) -> None:
    """Serve until interrupted, and print the address as soon as it answers.

    Raises:
        MjlogError: the database cannot be read, or the address not be used.
    """
    from mjlog.viewer import serve

    try:
        serve(path, host, port, on_ready=_announce)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise MjlogError(f"cannot serve on {host}, port {port}: {reason}; try another --port") from error
    except KeyboardInterrupt:
        return


def _announce(address: str) -> None:
    say(f"the viewer is at {address} (Ctrl-C stops it)")
    flush()
