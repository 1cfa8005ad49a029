"""`mjlog serve`: the viewer, in a browser."""

from __future__ import annotations

import click

from mjlog_cli.params import cards_option, database_path, db_option, shelf_of
from mjlog_cli.serving import serve_database


@click.command(name="serve", short_help="Show the games in a browser.")
@db_option
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to answer on.")
@click.option("--port", type=click.IntRange(0, 65535), default=8008, show_default=True,
              help="The port; 0 takes a free one.")  # fmt: skip
@cards_option
def command(db: str | None, host: str, port: int, cards: tuple[str, ...]) -> None:
    """Show the games of the database in a browser, until Ctrl-C. The address is printed; nothing can be changed.

    Of a purchased score card (source purchased) the pages tell no more than label and value of lines that were won.
    """
    serve_database(database_path(db), host, port, shelf_of(cards))
