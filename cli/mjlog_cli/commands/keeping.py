"""`mjlog backup`, `restore`, `doctor`: the database is copied, put back and looked after, while others record in it."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

import click

from mjlog.errors import StoreError
from mjlog.store import open_readonly
from mjlog.store.backup import Contents, DamagedError, back_up, dated, keep_latest
from mjlog.store.doctor import examine
from mjlog.store.restore import check_backup, restore, would_be_lost
from mjlog.text import counted, list_words, shown
from mjlog_cli.console import complain, say, tell, write_json
from mjlog_cli.params import database_path, db_option, json_option
from mjlog_cli.stopping import tidy_when_stopped

# -- backup -----------------------------------------------------------------------------------------------------------


@click.command(name="backup")
@click.argument("dest", metavar="DEST", type=click.Path(path_type=Path))
@db_option
@click.option("--force", is_flag=True, help="Write over a file that is there.")
@click.option(
    "--keep", type=click.IntRange(min=1), metavar="N", help="In a folder: keep the N latest copies, remove older ones."
)
@json_option
@tidy_when_stopped
def backup_command(dest: Path, db: str | None, force: bool, keep: int | None, as_json: bool) -> None:
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


# -- restore ----------------------------------------------------------------------------------------------------------


_MOST_LISTED = 20


@click.command(name="restore")
@click.argument("backup", metavar="BACKUP", type=click.Path(path_type=Path))
@db_option
@click.option("--verify", "only_verify", is_flag=True, help="Only check the backup.")
@click.option("--force", is_flag=True, help="Replace a database that is there; it is kept under a name with the time.")
@json_option
@tidy_when_stopped
def restore_command(backup: Path, db: str | None, only_verify: bool, force: bool, as_json: bool) -> int:
    """Put BACKUP in the place of a database that is missing, or with --force of one that exists.

    The whole BACKUP is checked before anything is touched. What the database has and BACKUP lacks is listed first. At
    every moment either the old database is there, or the new one.
    """
    if only_verify:
        try:
            contents = check_backup(backup)
        except DamagedError as error:
            complain(str(error))
            return 1
        if as_json:
            write_json({"backup": str(backup), **contents_fields(contents)})
        else:
            say(f"{shown(backup, 500)}: whole, {contents_words(contents)}")
        return 0
    target = database_path(db)
    contents = check_backup(backup)
    if os.path.lexists(target):
        _tell_losses(backup, target)
    done = restore(backup, target, replace=force)
    if as_json:
        aside = None if done.aside is None else str(done.aside)
        forgotten = {"forgotten": list(done.forgotten)} if done.forgotten else {}
        write_json({"restored": str(target), **contents_fields(contents), "aside": aside, **forgotten})
        return 0
    if done.aside is not None:
        say(f"{shown(done.aside, 500)}: the database that was here before")
    say(f"{shown(target, 500)}: restored, {contents_words(done.contents)}")
    if done.forgotten:
        say(
            f"forgotten again, for the backup still had their names: {list_words(map(shown, done.forgotten))}"
        )
    elif done.forgotten is None:
        with open_readonly(target) as store:
            noted = len(store.people())
        if noted:
            came = f"{counted(noted, 'real name')} came with the backup"
            tell(f"{came}: nobody knows here who was forgotten since then; `mjlog people forget HANDLE …` forgets them")
    return 0


def _tell_losses(backup: Path, target: Path) -> None:
    """Says what the database has that the backup has not."""
    try:
        losses = would_be_lost(backup, target)
    except StoreError as error:
        tell(f"what is here now cannot be compared with the backup: {error}")
        return
    for lost in losses[:_MOST_LISTED]:
        game, first = shown(lost.game, 200), lost.kept + 1
        span = f"event {first}" if first == lost.events else f"events {first} to {lost.events}"
        what = f"{span} of game {game}" if lost.kept else f"game {game}, {counted(lost.events, 'event')}"
        tell(f"not in the backup: {what}")
    if len(losses) > _MOST_LISTED:
        tell(f"and {counted(len(losses) - _MOST_LISTED, 'game')} more of which the backup has less")
    if not losses:
        tell("the backup has all games and events that are here now")


# -- doctor -----------------------------------------------------------------------------------------------------------


@click.command(name="doctor")
@db_option
@click.option(
    "--url", metavar="URL", help="Ask the server that people reach there, through proxy and container; a database "
    "only where --db names one.",
)  # fmt: skip
@json_option
def doctor_command(db: str | None, url: str | None, as_json: bool) -> int:
    """Check the database from all sides. Each line is an answer: ok, info, warning or error, with what to do.

    It looks at pages, tables and triggers, the chain of every game, acts in pencil, the version of SQLite, the disk,
    rights, network folders, files left over, and the clock. --url checks a server as people reach it: name, TLS,
    whether clients are told apart, whether news comes at once. Nothing is written, and nobody who records has to wait.
    Exit status: 1 if there is an error, 2 if the database cannot be opened.
    """
    from mjlog_cli.server_doctor import examine_server

    lines = examine(database_path(db)) if url is None or db is not None else []
    try:
        lines += examine_server(url) if url is not None else []
    except ValueError:
        raise click.UsageError(f"--url {shown(str(url), 200)}: expected an address like https://club.example") from None
    for line in lines:
        if as_json:
            write_json(line._asdict())
        else:
            todo = f" → {shown(line.todo, 600)}" if line.todo else ""
            say(f"{line.level:8}{line.check}: {shown(line.message, 1500)}{todo}")
    return 1 if any(line.level == "error" for line in lines) else 0
