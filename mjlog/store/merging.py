"""Bringing whole logs of another database into this one: what is new is added, what differs is a conflict.

Logs of several laptops meet here. A game that is the same in both has the same ids, so the ends are compared; only
where these differ is the first event looked for that is another one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import NamedTuple

from mjlog.chain import GENESIS
from mjlog.errors import ConflictError
from mjlog.store import checks, queries
from mjlog.store.checks import StoredRow, shown
from mjlog.store.people import checked_person, merge_people
from mjlog.store.sqlite import SqliteStore
from mjlog.store.values import Head, Origin, Person
from mjlog.text import counted


class Relation(Enum):
    """How a log from elsewhere stands to the one that is here."""

    NEW = "new"
    LONGER = "longer"
    SAME = "same"
    SHORTER = "shorter"


class Addition(NamedTuple):
    """A log from elsewhere: how it stands to the one that is here, and what it adds to the end of that.

    `origins`: where each of the `rows` was read, if that is known.
    """

    game: str
    standing: Relation
    after: Head
    rows: list[StoredRow]
    origins: Sequence[Origin | None] = ()


def addition(
    store: SqliteStore, game: str, bodies: Sequence[bytes], origins: Sequence[Origin | None] | None = None
) -> Addition:
    """What a whole log from elsewhere would add to this store. `origins`: where each of its events was read.

    Raises:
        ConflictError: another log of this name is here; the first event that differs is shown as it is in both.
        StoreError: a body is not canonical or leaves a gap.
    """
    checks.checked_bodies(checks.checked_name("game id", game), bodies)
    places = checks.checked_origins(bodies, origins)
    rows = checks.chained(Head(0, GENESIS), bodies)
    if game not in store:
        return Addition(game, Relation.NEW, Head(0, GENESIS), rows, places)
    here = store.head(game)
    both = min(here.seq, len(rows))
    if both and store.event(game, both).id != rows[both - 1].id:
        raise _conflict(store, game, rows, both, here)
    # An id stands for all that came before it, as it was stored; what lies there now may have been changed since.
    checks.refuse_other_log(game, bodies[:both], store.bodies(game)[:both])
    if here.seq < len(rows):
        return Addition(game, Relation.LONGER, here, rows[here.seq :], places[here.seq :])
    standing = Relation.SAME if here.seq == len(rows) else Relation.SHORTER
    return Addition(game, standing, here, [])


def _conflict(store: SqliteStore, game: str, rows: list[StoredRow], both: int, here: Head) -> ConflictError:
    """The error for two logs of one name. Ids stand for all that came before: the place is found by halving."""
    same, differs = 0, both
    while differs - same > 1:
        middle = (same + differs) // 2
        if store.event(game, middle).id == rows[middle - 1].id:
            same = middle
        else:
            differs = middle
    return ConflictError(
        f"another log of game {shown(game)} is here: event {differs} differs, nothing of this game was stored; "
        f"here ({counted(here.seq, 'event')}): {shown(store.event(game, differs).body)}; "
        f"there ({len(rows)} events): {shown(rows[differs - 1].body)}"
    )


def new_people(store: SqliteStore, people: Iterable[Person]) -> tuple[list[Person], list[Person]]:
    """Of these people those whose handles are not noted here yet, and those who have another name here.

    Who was forgotten here is neither: a copy does not bring a name back.

    Raises:
        StoreError: one of them cannot be kept.
    """
    here = {person.handle: person for person in store.people()}
    forgotten = store.forgotten()
    checked = [person for person in map(checked_person, people) if person.handle not in forgotten]
    new = [person for person in checked if person.handle not in here]
    others = [person for person in checked if person.handle in here and here[person.handle].name != person.name]
    return new, others


def add_all(store: SqliteStore, additions: Iterable[Addition], people: Sequence[Person] = ()) -> None:
    """Adds all of these, and notes these people, in one transaction: every one of them, or nothing.

    Raises:
        ConflictError: another writer was first.
        StoreError: the database cannot be written.
        MjlogError: whatever the additions raise while they come; then too, nothing was stored.
    """
    try:
        with store._writing() as connection:
            for game, _, after, rows, origins in additions:
                if not rows:
                    continue
                number = queries.game_number(connection, game)
                end = Head(0, GENESIS) if number is None else queries.end(connection, number)
                if end != after:
                    raise ConflictError(
                        f"another writer was first: game {shown(game)} has {end.seq} events, {after.seq} were seen: "
                        "nothing of this transaction was stored; do it again"
                    )
                if number is None:
                    store.refuse_unless_listed(connection)
                    number = queries.begin_game(connection, game)
                queries.add(connection, number, rows, None, origins)
            if people:
                merge_people(connection, people)
    except BaseException:
        store.forget_numbers()
        raise
