"""Who the handles of the logs are: real names, outside the chain, so that a person can be forgotten.

A log has handles only, and every proof is about logs. What is kept here may be changed, and leaves no trace in the
file when it goes: each change writes the whole table anew while SQLite overwrites what it frees (`secure_delete`),
for a page of a database keeps copies of rows that were moved in it; then the write-ahead log is emptied, too.

That somebody was forgotten is remembered: the handle alone stays, with an empty name, until it is noted anew. So a
backup that still holds the name does not bring it back.
"""

from __future__ import annotations

import difflib
import sqlite3
from collections.abc import Iterable, Mapping

from mjlog.errors import ConflictError, StoreError
from mjlog.store.checks import checked_name
from mjlog.store.values import KEEP, Keep, NotFoundError, Person
from mjlog.text import shown

MAX_HANDLE = 200
"""Characters of the longest handle; as in a log."""
MAX_REAL_NAME = 200
"""Characters of the longest real name."""
MAX_NOTE = 1000
"""Characters of the longest note."""
_FORGOTTEN = ""
"""The name that stands for one that was forgotten; nobody else has an empty one."""


def nobody(handle: str, handles: Iterable[str]) -> NotFoundError:
    """The error for a handle that no name is noted for, with those that are nearest to it."""
    near = difflib.get_close_matches(handle, list(handles), n=3)
    hint = f"; did you mean {' or '.join(map(shown, near))}?" if near else ""
    return NotFoundError(f"nobody is noted here for the handle {shown(handle)}{hint}")


def added(by_handle: Mapping[str, Person], person: Person) -> Person:
    """A person who is new here, as it may be stored.

    Raises:
        ConflictError: somebody is noted for this handle.
        StoreError: handle, name or note cannot be kept.
    """
    person = checked_person(person)
    if person.handle in by_handle:
        raise ConflictError(
            f"somebody is noted for the handle {shown(person.handle)} already: nothing was stored; "
            "a name that was wrong is changed (`mjlog people rename`)"
        )
    return person


def changed(by_handle: Mapping[str, Person], handle: str, name: str | None, note: str | Keep | None) -> Person:
    """A person whose name or note is another from now on, as it may be stored.

    Raises:
        NotFoundError: nobody is noted for this handle.
        StoreError: name or note cannot be kept.
    """
    there = by_handle.get(handle)
    if there is None:
        raise nobody(handle, by_handle)
    kept = there.note if note is KEEP else note
    return checked_person(Person(handle, there.name if name is None else name, kept))


def checked_person(person: Person) -> Person:
    """The person, with blanks around name and note taken away; an empty note is none.

    >>> checked_person(Person("anna", " Anna Nováková ", ""))
    Person(handle='anna', name='Anna Nováková', note=None)

    Raises:
        StoreError: a text is empty or too long, or holds characters that would not show as what they are.
    """
    handle = _checked("handle", person.handle, MAX_HANDLE)
    name = _checked("name", person.name.strip(), MAX_REAL_NAME)
    note = (person.note or "").strip()
    return Person(handle, name, _checked("note", note, MAX_NOTE) if note else None)


def _checked(what: str, text: str, longest: int) -> str:
    """A text that shows as what it is: no control, bidirectional or invisible character in it."""
    checked_name(what, text)
    if len(text) > longest:
        raise StoreError(f"a {what} has at most {longest} characters, not {len(text)}")
    if shown(text, longest) != text:
        raise StoreError(
            f"the {what} {shown(text)} holds a character that cannot be seen or changes how others are shown: "
            "nothing was stored; type it anew, without the characters written with \\ here"
        )
    return text


# -- in a database ------------------------------------------------------------------------------------------------


def has_people(connection: sqlite3.Connection) -> bool:
    """Whether the database has a place for names; asked anew each time, for another program may just have made it."""
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    return type(version) is int and version >= 3


def read_people(connection: sqlite3.Connection) -> list[Person]:
    """Everybody who is noted, by handle; none in a database from before there were people."""
    return [person for person in _rows(connection) if person.name != _FORGOTTEN]


def read_forgotten(connection: sqlite3.Connection) -> set[str]:
    """The handles of those who were forgotten."""
    return {person.handle for person in _rows(connection) if person.name == _FORGOTTEN}


def _rows(connection: sqlite3.Connection) -> list[Person]:
    if not has_people(connection):
        return []
    rows = connection.execute("SELECT handle, name, note FROM people ORDER BY handle").fetchall()
    # A hostile file may hold any type in any column.
    return [Person(str(handle), str(name), None if note is None else str(note)) for handle, name, note in rows]


def write_people(connection: sqlite3.Connection, people: Iterable[Person], forgotten: Iterable[str] = ()) -> None:
    """Writes the whole table anew, in the transaction that is open. Who is noted again is not forgotten."""
    by_handle = {handle: Person(handle, _FORGOTTEN) for handle in forgotten}
    by_handle |= {person.handle: person for person in people}
    connection.execute("DELETE FROM people")
    connection.executemany("INSERT INTO people (handle, name, note) VALUES (?, ?, ?)", sorted(by_handle.values()))


def forget_again(connection: sqlite3.Connection, handles: Iterable[str]) -> list[str]:
    """Who was forgotten is forgotten in another file, too, and that is remembered there; whose names were removed."""
    gone = set(handles)
    if not gone or not has_people(connection):
        return []
    by_handle = everybody(connection)
    removed = sorted(gone & by_handle.keys())
    left = [person for handle, person in by_handle.items() if handle not in gone]
    with connection:
        write_people(connection, left, gone | read_forgotten(connection))
    return removed


def merge_people(connection: sqlite3.Connection, people: Iterable[Person]) -> None:
    """Notes several people in the transaction that is open.

    Raises:
        ConflictError: somebody is noted for one of the handles.
        StoreError: a handle, name or note cannot be kept.
    """
    by_handle = everybody(connection)
    for person in people:
        by_handle[person.handle] = added(by_handle, person)
    write_people(connection, by_handle.values(), read_forgotten(connection))


def everybody(connection: sqlite3.Connection) -> dict[str, Person]:
    """Everybody, to be written anew; what is freed by that is overwritten."""
    connection.execute("PRAGMA secure_delete = ON")
    return {person.handle: person for person in read_people(connection)}
