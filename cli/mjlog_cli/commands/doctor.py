"""`mjlog doctor`: is all well with the database, and with the place where it lies?"""

from __future__ import annotations

import click

from mjlog.store.doctor import Line, examine
from mjlog.text import shown
from mjlog_cli.console import say, write_json
from mjlog_cli.params import database_path, db_option, json_option


@click.command(name="doctor")
@db_option
@click.option(
    "--url", metavar="URL", help="Ask the server that people reach there, through proxy and container; a database "
    "only where --db names one.",
)  # fmt: skip
@json_option
def command(db: str | None, url: str | None, as_json: bool) -> int:
    """Check the database from all sides. Each line is an answer: ok, info, warning or error, with what to do.

    It looks at pages, tables and triggers, the chain of every game, acts in pencil, the version of SQLite, the disk,
    rights, network folders, files left over, and the clock. --url checks a server as people reach it: name, TLS,
    whether clients are told apart, whether news comes at once. Nothing is written, and nobody who records has to wait.
    Exit status: 1 if there is an error, 2 if the database cannot be opened.
    """
    lines = _lines(db, url)
    for line in lines:
        if as_json:
            write_json(line._asdict())
        else:
            todo = f" → {shown(line.todo, 600)}" if line.todo else ""
            say(f"{line.level:8}{line.check}: {shown(line.message, 1500)}{todo}")
    return 1 if any(line.level == "error" for line in lines) else 0


def _lines(db: str | None, url: str | None) -> list[Line]:
    from mjlog.viewer.serving.doctor import examine_server

    lines = examine(database_path(db)) if url is None or db is not None else []
    try:
        return lines + (list(examine_server(url)) if url is not None else [])
    except ValueError:
        raise click.UsageError(f"--url {shown(str(url), 200)}: expected an address like https://club.example") from None
