"""`mjlog backup`: a checked copy of the database, made while others record in it."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click

from mjlog.store.backup import Contents, back_up, dated, keep_latest
from mjlog.text import counted, shown
from mjlog_cli.console import say, write_json
from mjlog_cli.params import database_path, db_option, json_option
from mjlog_cli.stopping import tidy_when_stopped


@click.command(name="backup")
@click.argument("dest", metavar="DEST", type=click.Path(path_type=Path))
@db_option
@click.option("--force", is_flag=True, help="Write over a file that is there.")
@click.option(
    "--keep", type=click.IntRange(min=1), metavar="N", help="In a folder: keep the N latest copies, remove older ones."
)
@json_option
@tidy_when_stopped
def command(dest: Path, db: str | None, force: bool, keep: int | None, as_json: bool) -> None:
    """Copy the database to DEST: a file, or a folder, in which each copy is named by its time.

    Games may be recorded meanwhile. The whole copy is checked (pages, schema, the chain of every game) before it gets
    its name. `mjlog restore` puts it back. Two databases with the same `heads` have the same games.
    """
    source = database_path(db)
    if keep is not None and not dest.is_dir():
        raise click.UsageError("--keep is for a folder of copies: name one as DEST")
    if not dest.exists() and dest.name == str(dest) and not dest.suffix:
        raise click.UsageError(
            f"{shown(dest, 200)}: there is no such folder, and a file is named with its ending: expected a folder that "
            f"is there, or a file, like {shown(dest, 200)}.db"
        )
    target = dated(dest, source.stem, source.suffix, datetime.now()) if dest.is_dir() else dest
    contents = back_up(source, target, overwrite=force)
    removed = keep_latest(dest, source, target, keep) if keep is not None else []
    if as_json:
        write_json({"backup": str(target), **contents_fields(contents), "removed": [str(path) for path in removed]})
        return
    say(f"{shown(target, 500)}: {contents_words(contents)}")
    for path in removed:
        say(f"{shown(path, 500)}: removed, an older copy")


def contents_words(contents: Contents) -> str:
    """What a database holds, on one line."""
    games, events = counted(len(contents.games), "game"), counted(contents.events, "event")
    return f"{games}, {events}, {contents.size:,} bytes, heads {contents.digest}"


def contents_fields(contents: Contents) -> dict[str, object]:
    """What a database holds, for programs."""
    return {"games": len(contents.games), "events": contents.events, "bytes": contents.size, "heads": contents.digest}
