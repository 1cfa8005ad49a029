"""Making a database, and bringing an older one up to date.

The only part of the store that needs sqlite-utils to write; imported when there is something to do.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import cast

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from mjlog.errors import StoreError
from mjlog.store.schema import (
    APPLICATION_ID,
    CLUB_VIEWS,
    DRAFTS,
    FACTS,
    INDEXES,
    MIGRATIONS,
    PEOPLE,
    TABLES,
    TRIGGERS,
    VIEWS,
)

migrations = Migrations("mjlog")


@migrations(name=MIGRATIONS[0])
def _append_only_log(database: Database) -> None:
    for sql in (*TABLES.values(), *TRIGGERS.values(), *VIEWS.values()):
        database.execute(sql)
    database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    database.execute("PRAGMA user_version = 1")


@migrations(name=MIGRATIONS[1])
def _drafts(database: Database) -> None:
    for sql in DRAFTS.values():
        database.execute(sql)
    database.execute("PRAGMA user_version = 2")


@migrations(name=MIGRATIONS[2])
def _people(database: Database) -> None:
    for sql in (*PEOPLE.values(), *CLUB_VIEWS.values()):
        database.execute(sql)
    database.execute("PRAGMA user_version = 3")


@migrations(name=MIGRATIONS[3])
def _corrected_starts(database: Database) -> None:
    for sql in INDEXES.values():
        database.execute(sql)
    database.execute("PRAGMA user_version = 4")


@migrations(name=MIGRATIONS[4])
def _facts(database: Database) -> None:
    for sql in FACTS.values():
        database.execute(sql)
    database.execute("PRAGMA user_version = 5")


def migrate(path: Path, journal: str | None) -> None:
    """Applies what is pending, each migration in one transaction. `journal`: the mode of a new database.

    The caller holds the writer's lock, and has looked whether the tables that are there are ours.

    Raises:
        StoreError: the file says that a migration was made, or was not, and is of another version.
    """
    connection = sqlite3.connect(path)
    try:
        if journal is not None:
            connection.execute(f"PRAGMA journal_mode = {journal}")
        connection.execute("PRAGMA synchronous = EXTRA")
        connection.execute("PRAGMA trusted_schema = OFF")
        database = Database(connection)
        # Each migration sets the version: what the file says of itself and its list of migrations are one
        version = cast(int, database.execute("PRAGMA user_version").fetchone()[0])
        applied = len(migrations.applied(database))
        if applied != version:
            raise StoreError(
                f"{path}: this database was changed by another program: it is of schema {version}, "
                f"and its list of migrations says {applied}"
            )
        migrations.apply(database)
    finally:
        connection.close()
