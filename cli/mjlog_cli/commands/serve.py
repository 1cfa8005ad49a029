"""`mjlog serve`: the viewer, in a browser."""

from __future__ import annotations

import os
import re
import secrets
import stat
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from mjlog.cards.shelf import CardShelf
from mjlog.errors import MjlogError, StoreError, reason
from mjlog.recording.beginning import going_on
from mjlog.store.place import KNOWS_OTHERS
from mjlog.text import shown
from mjlog_cli.console import complain, flush, say
from mjlog_cli.games import read_database
from mjlog_cli.params import DEFAULT_PORT, cards_option, database_path, db_option, keep_cards, stored_games
from mjlog_cli.stopping import ended_by_terminate

if TYPE_CHECKING:
    from mjlog.cards.shelf import CardShelf
    from mjlog.viewer.library import Library


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
        raise MjlogError(f"cannot serve on {host}, port {port}: {reason(error)}; try another --port") from error
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


# -- the command ------------------------------------------------------------------------------------------------------


VARIABLE = "MJLOG_TOKEN"
SHORTEST = 16
LONGEST = 512
_TOKEN = re.compile(r"[A-Za-z0-9._~+/=-]+")
_FRESH_BYTES = 32


def token_for(file: str | None, new_file: str | None) -> str | None:
    """The token to serve with: of the file, of a fresh one, else of the environment; None if there is none.

    Raises:
        MjlogError: the file cannot be read or written, or what it holds is no token.
    """
    if new_file is not None:
        return new_token(Path(new_file))
    if file is not None:
        return read_token(Path(file))
    given = os.environ.get(VARIABLE)
    return _checked(given, f"${VARIABLE}") if given else None


def read_token(path: Path) -> str:
    """The token of a file; a warning if others can read it.

    Raises:
        MjlogError: it cannot be read, or holds no token.
    """
    try:
        with path.open("rb") as file:
            text = file.read(LONGEST * 2)
            mode = os.fstat(file.fileno()).st_mode
    except OSError as error:
        raise MjlogError(f"{_name(path)}: the token cannot be read: {reason(error)}") from error
    if KNOWS_OTHERS and mode & (stat.S_IRWXG | stat.S_IRWXO):
        complain(f"warning: {_name(path)} can be read by others: whoever reads it may write; `chmod 600` it")
    return _checked(text.decode("utf-8", "replace"), _name(path))


def new_token(path: Path) -> str:
    """A fresh token, written into a new file that only its owner can read.

    Raises:
        MjlogError: there is such a file already, or it cannot be written.
    """
    token = secrets.token_urlsafe(_FRESH_BYTES)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise MjlogError(f"{_name(path)} is there already: use it with --token-file, or name a new file") from None
    except OSError as error:
        raise MjlogError(f"{_name(path)}: the token cannot be written: {reason(error)}") from error
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(token + "\n")
    return token


def _checked(text: str, where: str) -> str:
    token = text.strip()
    if not SHORTEST <= len(token) <= LONGEST:
        size = f"expected {SHORTEST} to {LONGEST}"
        raise MjlogError(f"the token of {where} has {len(token)} characters: {size}; --new-token FILE makes one")
    if _TOKEN.fullmatch(token) is None:
        raise MjlogError(f"the token of {where} is none: expected letters, digits and -._~+/= on one line")
    return token


def _name(path: Path) -> str:
    return shown(str(path), 200)


@click.command(name="serve")
@db_option
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="The address to answer on; 0.0.0.0 for the whole local network.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=DEFAULT_PORT,
    show_default=True,
    help="The port; 0 takes a free one.",
)
@click.option(
    "--allow-host",
    "names",
    multiple=True,
    metavar="NAME",
    envvar="MJLOG_ALLOW_HOST",
    help="A name by which others know this server; may be repeated. Default: those in $MJLOG_ALLOW_HOST, with blanks.",
)
@click.option(
    "--token-file",
    metavar="FILE",
    help="Take events from whoever knows the token in this file. Default: that in $MJLOG_TOKEN, if any.",
)
@click.option("--new-token", metavar="FILE", help="Write a fresh token into a new file, and use it.")
@click.option(
    "--proxy",
    metavar="ADDRESS",
    envvar="MJLOG_PROXY",
    help="A reverse proxy, whose word is taken for who asks; `gateway` is that of this machine or container. Default: "
    "$MJLOG_PROXY.",
)
@click.option(
    "--shared",
    metavar="ADDRESS",
    envvar="MJLOG_SHARED",
    help="An address that many clients have together, so that it is not counted as one; `gateway` as above. Default: "
    "$MJLOG_SHARED.",
)
@click.option(
    "--record",
    is_flag=False,
    flag_value="",
    metavar="[GAME]",
    shell_complete=stored_games,
    help="Record with telephones: print a link for GAME, else for each game that goes on and for new ones.",
)
@click.option(
    "--embed", metavar="ORIGIN", multiple=True,
    help="A site, as https://club.example, whose pages may show tables in a frame; may be repeated.",
)  # fmt: skip
@click.option("--create", is_flag=True, help="Begin an empty database where there is none, to be looked at alone.")
@click.option(
    "--log-format",
    "log",
    type=click.Choice(("text", "json")),
    help="Tell of each request on standard error, a line each. Default: not at all.",
)
@cards_option
def serve_command(
    db: str | None, host: str, port: int, names: tuple[str, ...], token_file: str | None, new_token: str | None,
    proxy: str | None, shared: str | None, record: str | None, embed: tuple[str, ...], create: bool, log: str | None,
    cards: CardShelf,
) -> None:  # fmt: skip
    """Show the games of the database in a browser, until Ctrl-C. The address is printed.

    Only this machine can look, and nothing can be changed, unless --host and a token allow more: docs/do/serving.md.
    With --record, whoever has the link of a game records it by taps on a telephone: docs/do/telephone.md.

    Of a purchased score card the pages tell label and value of lines that were won.
    """
    if token_file is not None and new_token is not None:
        raise click.UsageError("--token-file and --new-token: expected one of them")
    from mjlog.viewer.serving.guard import host_name, origin

    sites = _each("--embed", embed, origin, "a site like https://club.example")
    path, known = database_path(db), _each("--allow-host", names, host_name, "a name like club.example, no port")
    address, many = _address("--proxy", proxy), _address("--shared", shared)
    token = token_for(token_file, None) if new_token is None else None
    writes = record == "" or (record is None and (token is not None or new_token is not None))
    _begin(path, writes, create)
    keep_cards(cards.paths, str(path))
    with read_database(path):
        pass  # whoever begins to serve is told what cannot be read of it
    token = token_for(None, new_token) if new_token is not None else token
    recording = _recording(path, record, token) if record is not None else None
    serve_database(
        path, host, port, cards, names=known, token=token, proxy=address, shared=many, log=log, record=recording,
        embed=sites,
    )  # fmt: skip


def _recording(path: Path, game: str | None, token: str | None) -> Recording:
    """What is recorded from telephones. With a token the keys of tables follow from it, and stay when it does.

    Raises:
        MjlogError: there is no such game, or the database cannot be read.
    """
    from mjlog.store import open_readonly

    secret = token.encode() if token is not None else secrets.token_bytes(_FRESH_BYTES)
    with open_readonly(path) as store:
        if game:
            store.head(game)
            return Recording(secret, (game,), is_one=True)
        games = tuple(info.game for info in going_on(store))
    return Recording(secret, games, is_one=False)


def _begin(path: Path, writes: bool, create: bool) -> None:
    """Begin an empty database where there is none, and say where; one that is there is looked at and left.

    Raises:
        StoreError: there is none, and none is to be begun; or it cannot be.
    """
    from mjlog.store import open_store

    is_there = path.exists()
    if not is_there and not (writes or create):
        how = "with --record, without a game's id, or with a token one is begun, with --create an empty one to look at"
        raise StoreError(f"{_name(path)}: there is no database here: {how}")
    if create or not is_there:
        open_store(path).close()
    if not is_there:
        complain(f"note: there was no database: one is begun at {_name(path.absolute())}")


def _each(option: str, given: Iterable[str], read: Callable[[str], str], expected: str) -> tuple[str, ...]:
    """What an option names, each as `read` gives it; that raises a ValueError where it is none."""
    values = []
    for text in given:
        try:
            values.append(read(text))
        except ValueError:
            raise click.UsageError(f"{option} {shown(text)}: expected {expected}") from None
    return tuple(values)


def _address(option: str, given: str | None) -> str | None:
    """The address that an option names.

    Raises:
        click.UsageError: it names none, or the gateway where there is none.
    """
    from mjlog.viewer.serving.guard import bare_address, gateway

    if given is None:
        return None
    address = gateway() if given == "gateway" else bare_address(given)
    if address is None and given == "gateway" and option == "--shared":
        complain("note: --shared gateway: there is no gateway here, so every address counts as one client")
        return None
    if address is None and given == "gateway":
        raise click.UsageError(f"{option} gateway: this machine tells of no gateway; expected its address")
    if address is None:
        raise click.UsageError(f"{option} {shown(given)}: expected an address like 127.0.0.1, or `gateway`")
    return str(address)
