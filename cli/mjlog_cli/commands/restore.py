"""`mjlog restore`: a backup in the place of the database, or only checked."""

from __future__ import annotations

import os
from pathlib import Path

import click

from mjlog.errors import StoreError
from mjlog.store import open_readonly
from mjlog.store.backup import DamagedError
from mjlog.store.restore import Lost, check_backup, restore, would_be_lost
from mjlog.text import counted, list_words, shown
from mjlog_cli.commands.backup import contents_fields, contents_words
from mjlog_cli.console import complain, say, tell, write_json
from mjlog_cli.params import database_path, db_option, json_option
from mjlog_cli.stopping import tidy_when_stopped

_MOST_LISTED = 20


@click.command(name="restore")
@click.argument("backup", metavar="BACKUP", type=click.Path(path_type=Path))
@db_option
@click.option("--verify", "only_verify", is_flag=True, help="Only check the backup.")
@click.option("--force", is_flag=True, help="Replace a database that is there; it is kept under a name with the time.")
@json_option
@tidy_when_stopped
def command(backup: Path, db: str | None, only_verify: bool, force: bool, as_json: bool) -> int:
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
            f"forgotten again, for the backup still had their names: {list_words(shown(one) for one in done.forgotten)}"
        )
    elif done.aside is None and (noted := _noted(target)):
        names = counted(noted, "real name")
        tell(f"{names} came with the backup: whoever was forgotten since then is to be forgotten")
    return 0


def _noted(path: Path) -> int:
    """How many real names a database has."""
    with open_readonly(path) as store:
        return len(store.people())


def _tell_losses(backup: Path, target: Path) -> None:
    """Says what the database has that the backup has not."""
    try:
        losses = would_be_lost(backup, target)
    except StoreError as error:
        tell(f"what is here now cannot be compared with the backup: {error}")
        return
    for lost in losses[:_MOST_LISTED]:
        tell(_words(lost))
    if len(losses) > _MOST_LISTED:
        tell(f"and {counted(len(losses) - _MOST_LISTED, 'game')} more of which the backup has less")
    if not losses:
        tell("the backup has all games and events that are here now")


def _words(lost: Lost) -> str:
    game = shown(lost.game, 200)
    if not lost.kept:
        return f"not in the backup: game {game}, {counted(lost.events, 'event')}"
    first = lost.kept + 1
    span = f"event {first}" if first == lost.events else f"events {first} to {lost.events}"
    return f"not in the backup: {span} of game {game}"
