"""Real names beside logs: a table `people.csv` in a folder, packed or not. Source: docs/do/keeping.md."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from mjlog.errors import RecordError
from mjlog.log.records import Person

FILE = "people.csv"
"""How the table is called."""
_MOST = 100_000


def written(people: Iterable[tuple[str | None, ...]]) -> bytes:
    """The table of these people.

    >>> written([Person("anna", "Anna Nováková")]).decode()
    'handle,name,note\\r\\nanna,Anna Nováková,\\r\\n'
    """
    text = io.StringIO(newline="")
    csv.writer(text).writerows([Person._fields, *people])
    return text.getvalue().encode()


def read_people(content: bytes, source: str) -> list[Person]:
    """The people of a table.

    Raises:
        RecordError: it is none, or names a handle twice.
    """
    try:
        rows = csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), strict=True)
        head, *people = rows
        found = [Person(handle, name, note or None) for handle, name, note in people]
    except (UnicodeDecodeError, csv.Error, ValueError) as error:
        raise RecordError(f"is no table with the columns {', '.join(Person._fields)}: {error}", source) from None
    if tuple(head) != Person._fields:
        raise RecordError(f"has the columns {', '.join(head)}: expected {', '.join(Person._fields)}", source)
    if len(found) > _MOST:
        raise RecordError(f"names {len(found):,} people, more than are read", source)
    if len({person.handle for person in found}) < len(found):
        raise RecordError("names a handle twice", source)
    return found
