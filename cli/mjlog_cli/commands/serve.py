"""`mjlog serve`: the viewer, in a browser."""

from __future__ import annotations

import click

from mjlog.text import shown
from mjlog_cli.params import cards_option, database_path, db_option, shelf_of
from mjlog_cli.serving import DEFAULT_PORT, serve_database
from mjlog_cli.tokens import token_for


@click.command(name="serve", short_help="Show the games in a browser.")
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
    help="A name by which others know this server; may be repeated.",
)
@click.option(
    "--token-file",
    metavar="FILE",
    help="Take events from whoever knows the token in this file. Default: that in $MJLOG_TOKEN, if any.",
)
@click.option("--new-token", metavar="FILE", help="Write a fresh token into a new file, and use it.")
@click.option("--proxy", metavar="ADDRESS", help="A reverse proxy, whose word is taken for who asks.")
@cards_option
def command(
    db: str | None, host: str, port: int, names: tuple[str, ...], token_file: str | None, new_token: str | None,
    proxy: str | None, cards: tuple[str, ...],
) -> None:  # fmt: skip
    """Show the games of the database in a browser, until Ctrl-C. The address is printed.

    Only this machine can look, and nothing can be changed, unless --host and a token say otherwise: docs/serving.md.

    Of a purchased score card (source purchased) the pages tell no more than label and value of lines that were won.
    """
    if token_file is not None and new_token is not None:
        raise click.UsageError("--token-file and --new-token: expected one of them")
    path, shelf, known = database_path(db), shelf_of(cards), _names(names)
    address = _proxy(proxy)
    serve_database(path, host, port, shelf, names=known, token=token_for(token_file, new_token), proxy=address)


def _names(given: tuple[str, ...]) -> tuple[str, ...]:
    from mjlog.viewer.serving.hosts import host_name

    found = []
    for name in given:
        try:
            found.append(host_name(name))
        except ValueError:
            raise click.UsageError(f"--allow-host {shown(name)}: expected a name like club.example, no port") from None
    return tuple(found)


def _proxy(given: str | None) -> str | None:
    from mjlog.viewer.serving.hosts import bare_address

    if given is None:
        return None
    address = bare_address(given)
    if address is None:
        raise click.UsageError(f"--proxy {shown(given)}: expected an address like 127.0.0.1")
    return str(address)
