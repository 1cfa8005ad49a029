"""`mjlog people`: who the handles of the logs are."""

from __future__ import annotations

import sys

import click

from mjlog.recording.beginning import checked_handle, club_list, written_otherwise
from mjlog.recording.game import renamed_in
from mjlog.store import KEEP, Person, open_readonly, open_store
from mjlog.text import as_command, counted, shown
from mjlog_cli.console import say, tell, write_json
from mjlog_cli.params import database_path, db_option, json_option


class _People(click.Group):
    """The commands in the order in which they are needed; `mjlog people` alone lists."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return ["add", "rename", "merge", "forget"]


@click.group(
    name="people", cls=_People, invoke_without_command=True,
)  # fmt: skip
@db_option
@json_option
@click.pass_context
def people_command(ctx: click.Context, db: str | None, as_json: bool) -> None:
    """Note who the handles of the logs are, and forget a person who wants to be forgotten.

    Logs have handles only. Real names stand in a table of the database beside the logs, in no chain: they can be
    changed and removed, and every log and every proof stays as it is. Without a command: list the people noted.
    """
    ctx.obj = db
    if ctx.invoked_subcommand is not None:
        return
    with open_readonly(database_path(db)) as store:
        people, forgotten = store.people(), sorted(store.forgotten())
    for person in people:
        if as_json:
            write_json(person._asdict())
        else:
            say(_line(person))
    if forgotten and not as_json:
        tell(f"forgotten: {', '.join(shown(handle, 200) for handle in forgotten)}")
    if not people and not as_json:
        say('nobody is noted here yet: `mjlog people add HANDLE "REAL NAME"` notes somebody')


@people_command.command(name="add", short_help="Note who a handle is.")
@click.argument("handle")
@click.argument("name")
@click.option("--note", help="Whatever the club notes of the person.")
@db_option
@click.pass_obj
def add(above: str | None, handle: str, name: str, note: str | None, db: str | None) -> None:
    """Note that HANDLE is the person of this real NAME."""
    person = Person(handle, name, note)
    with open_store(database_path(db or above)) as store:
        near = written_otherwise(handle, [*(known_person.handle for known_person in store.people()), *club_list(store)])
        store.add_person(person)
        _say_who(store.people(), handle)
    if near is not None:
        tell(f"note: there is {shown(near)}, too; if that is one person, `{as_command('people merge', handle, near)}`")


@people_command.command(name="rename", short_help="Change a real name, or a note.")
@click.argument("handle")
@click.argument("name", required=False)
@click.option("--note", help="Another note; an empty one takes it away.")
@db_option
@click.pass_obj
def rename(above: str | None, handle: str, name: str | None, note: str | None, db: str | None) -> None:
    """Change the real NAME, or the note, of HANDLE; what is not given stays. What was there before is gone."""
    if name is None and note is None:
        raise click.UsageError("what is to be changed? give a NAME, or a --note")
    with open_store(database_path(db or above), create=False) as store:
        store.change_person(handle, name=name, note=KEEP if note is None else note)
        _say_who(store.people(), handle)


@people_command.command(name="merge", short_help="Correct a handle that was written down wrong.")
@click.argument("wrong")
@click.argument("right")
@click.option("--game", metavar="ID", help="Only in this game; else in all of the database.")
@click.option("--reason", default="the same player", show_default=True, help="Why, for the log.")
@db_option
@click.pass_obj
def merge(above: str | None, wrong: str, right: str, game: str | None, reason: str, db: str | None) -> None:
    """The player called WRONG is RIGHT: in every game of the database that names WRONG, or in one.

    Corrections say so, at the end of each log: what was written stays, and is read with RIGHT from now on, as `fix
    player WRONG RIGHT` does in one game. Games that cannot be corrected, because both sit at one table, are named; then
    nothing is stored in any.
    """
    with open_store(database_path(db or above), create=False) as store:
        renamed = renamed_in(store, wrong, checked_handle(right), reason, game)
        for renaming in renamed:
            store.append(renaming.game, renaming.bodies, expected_last=renaming.last)
        noted = any(person.handle == wrong for person in store.people())
    now = f"{shown(wrong, 200)} is {shown(right, 200)}"
    for renaming in renamed:
        say(f"{shown(renaming.game, 200)}: {now}, by {counted(len(renaming.bodies), 'correction')}")
    if noted:
        say(f"a real name stays noted for {shown(wrong, 200)}: `{as_command('people forget', wrong)}` removes it")


@people_command.command(name="forget", short_help="Forget who a handle is, for good.")
@click.argument("handles", metavar="HANDLE...", nargs=-1, required=True)
@click.option("--yes", is_flag=True, help="Do not ask.")
@db_option
@click.pass_obj
def forget(above: str | None, handles: tuple[str, ...], yes: bool, db: str | None) -> int:
    """Remove name and note of each HANDLE for good: nothing of them is left in the file of the database.

    On a terminal it is asked first. The handle stays in the logs, and every proof still holds. Pages of the league do
    not name it any more. Backups that were made before still hold the name; the database remembers that it was
    forgotten, and restoring one forgets it again.
    """
    from mjlog.store.backup import copies_beside

    path = database_path(db or above)
    with open_store(path, create=False) as store:
        for handle in handles:
            # Where nobody can be asked, or nobody is noted, it is done.
            person = None if yes else next((noted for noted in store.people() if noted.handle == handle), None)
            ask = "" if person is None else f"forget {_line(person)} - for good?"
            if ask and sys.stdin.isatty() and not click.confirm(ask, default=False, err=True):
                tell("nothing was forgotten")
                return 2
            store.forget_person(handle)
            say(f"forgotten: the database no longer says who {shown(handle, 200)} is")
    them = "the handle stays" if len(handles) == 1 else "the handles stay"
    say(f"{them} in the logs; copies and backups that were made before still hold the name: remove those too")
    for copy in copies_beside(path):
        say(f"    {shown(copy, 500)}")
    return 0


def _say_who(people: list[Person], handle: str) -> None:
    say(next(_line(person) for person in people if person.handle == handle))


def _line(person: Person) -> str:
    note = f" ({shown(person.note, 1000)})" if person.note is not None else ""
    return f"{shown(person.handle, 200)}: {shown(person.name, 200)}{note}"
