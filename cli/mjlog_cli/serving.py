"""Serving the viewer from the command line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from mjlog.errors import MjlogError
from mjlog.text import shown
from mjlog_cli.console import complain, flush, say
from mjlog_cli.stopping import ended_by_terminate

if TYPE_CHECKING:
    from mjlog.cards.shelf import CardShelf
    from mjlog.viewer.library import Library

DEFAULT_PORT = 8008
"""The port of the viewer, unless another is asked for."""


_LINKS = 4
"""Games that go on for which a link is printed, the latest ones."""


class Recording(NamedTuple):
    """What is recorded from telephones: the secret that the keys are made of, and games (none: whatever goes on)."""

    secret: bytes
    games: tuple[str, ...]
    is_one: bool

    def links(self, address: str) -> Iterator[str]:
        """What is told of the tables: a link for each, with its code for the camera of a telephone."""
        from mjlog.viewer.recorder.tables import Keys, code_in_lines

        keys = Keys(self.secret)
        for game in self.games[:_LINKS]:
            yield f"\nwhoever opens this link records {shown(game, 60)}:\n{keys.link(address, game)}"
            yield code_in_lines(keys.link(address, game))
        if not self.is_one:
            yield f"\nwhoever opens this link records any game, and begins new ones:\n{keys.link(address, None)}"
            yield code_in_lines(keys.link(address, None))


def serve_database(
    path: Path,
    host: str,
    port: int,
    cards: CardShelf | None = None,
    *,
    names: tuple[str, ...] = (),
    token: str | None = None,
    proxy: str | None = None,
    shared: str | None = None,
    log: str | None = None,
    record: Recording | None = None,
    embed: tuple[str, ...] = (),
    library: Library | None = None,
) -> None:
    """Serve until interrupted or terminated, and print the address as soon as it answers. `cards`: score cards at hand.

    `names`: names that it is known by. `token`: whoever has it may write. `proxy`: the address of a reverse proxy;
    `shared`: one that many clients have together.
    `log`: how requests are told on standard error: `text` or `json`, a line each; None: not at all. `record`: what is
    recorded from telephones; None: nothing is. `embed`: sites whose pages may show tables in a frame. `library`: games
    of the database that were read already.

    Raises:
        MjlogError: the database cannot be read, or the address not be used.
    """
    from mjlog.cards.shelf import NO_CARDS
    from mjlog.viewer import serve
    from mjlog.viewer.serving.guard import is_loopback

    def announce(address: str) -> None:
        say(f"the viewer is at {address} (Ctrl-C stops it)")
        if token is not None:
            say("whoever has the token may add events")
        if record is not None:
            # Behind a proxy it is known by a name, and that has TLS.
            for line in record.links(f"https://{names[0]}/" if proxy is not None and names else address):
                say(line)
        if (token is not None or record is not None) and not is_loopback(host):
            what = "the token crosses" if token is not None else "keys of tables cross"
            complain(f"warning: {what} the network unencrypted; see docs/do/serving.md for a proxy with TLS")
        elif record is not None and not names:
            complain("only this machine can open these links: for telephones, answer on the network (--host 0.0.0.0)")
        flush()

    if log is not None:
        _tell_of_requests(log)
    try:
        with ended_by_terminate():
            serve(
                path, host, port, on_ready=announce, cards=cards or NO_CARDS, names=names, token=token, proxy=proxy,
                shared=shared, record=record.secret if record is not None else None, embed=embed,
                library=library,
            )  # fmt: skip
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise MjlogError(f"cannot serve on {host}, port {port}: {reason}; try another --port") from error
    except KeyboardInterrupt:
        return


def _tell_of_requests(form: str) -> None:
    """Let whatever is logged go to standard error, requests too."""
    import logging

    from mjlog.viewer.serving.guard import JsonLines

    handler = logging.StreamHandler()
    lines = logging.Formatter("%(asctime)s %(levelname)s %(message)s")
    handler.setFormatter(JsonLines() if form == "json" else lines)
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
