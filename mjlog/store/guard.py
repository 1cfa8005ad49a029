"""What SQL may do on our connections: read everything, add to the log, change drafts and people, and no more; and how
long it may take.

The triggers of `mjlog.store.schema` live in the file and fall with a DROP; this guard sits in the connection
and refuses the statement before it runs.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from mjlog.store.schema import PROTECTED

_ALWAYS = frozenset((sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_RECURSIVE, sqlite3.SQLITE_FUNCTION,
                     sqlite3.SQLITE_TRANSACTION, sqlite3.SQLITE_SAVEPOINT))  # fmt: skip
_CHANGES = frozenset((sqlite3.SQLITE_UPDATE, sqlite3.SQLITE_DELETE))
_WRITES = _CHANGES | {sqlite3.SQLITE_INSERT}
# Pragmas that only tell something, with or without an argument, or say how long others are waited for.
_TELLING = frozenset(("table_info", "table_xinfo", "table_list", "index_list", "index_info", "index_xinfo",
                      "foreign_key_list", "foreign_key_check", "database_list", "collation_list", "function_list",
                      "compile_options", "integrity_check", "quick_check", "data_version", "busy_timeout"))  # fmt: skip
# Pragmas that tell something without an argument, and set it with one.
_READABLE = frozenset(("application_id", "user_version", "journal_mode", "synchronous", "page_count", "page_size",
                       "freelist_count", "encoding", "query_only", "foreign_keys", "recursive_triggers",
                       "schema_version", "trusted_schema", "wal_autocheckpoint", "secure_delete"))  # fmt: skip
# The first makes REPLACE fire DELETE triggers, and sqlite-utils asks for it on every connection; the second has what
# is deleted overwritten, so that people can be forgotten.
_SWITCHED_ON = frozenset(("recursive_triggers", "secure_delete"))


def allows(action: int, first: str | None, second: str | None, database: str | None, trigger: str | None) -> int:
    """The authorizer: SQLITE_OK or SQLITE_DENY. `first` is a table or pragma, `second` a column or argument.

    No trigger writes anything: ours only refuse, and one that somebody else put on a table has no say here.
    """
    if trigger is not None and action in _WRITES:
        return sqlite3.SQLITE_DENY
    return sqlite3.SQLITE_OK if _is_allowed(action, first or "", second) else sqlite3.SQLITE_DENY


def _is_allowed(action: int, first: str, second: str | None) -> bool:
    if action in _ALWAYS:
        return second != "load_extension"
    name = first.lower()
    if action == sqlite3.SQLITE_INSERT:
        return not name.startswith(("sqlite_", "_sqlite_"))
    if action in _CHANGES:
        return name not in PROTECTED and not name.startswith("sqlite_")
    if action == sqlite3.SQLITE_PRAGMA:
        return _is_telling(name, second)
    return False  # CREATE, DROP, ALTER, ATTACH, REINDEX, ANALYZE, virtual tables


def _is_telling(pragma: str, argument: str | None) -> bool:
    if pragma in _TELLING or (pragma in _READABLE and argument is None):
        return True
    return pragma in _SWITCHED_ON and str(argument).lower() in ("on", "1")


def put_guard(connection: sqlite3.Connection) -> None:
    """Puts the connection under the guard, for good."""
    connection.set_authorizer(allows)


_STEPS_AT_ONCE = 1_000_000
"""Of SQLite's machine, some ten milliseconds of them: so often is looked whether it goes on for too long."""
_STEPS_FREE = 2
"""However small the file is, as often as that is waited."""
_STEPS_OF_A_BYTE = 10
"""Whatever we ask, in the whole check of all pages too, takes half a step for each byte of the file at most."""


def bound_steps(connection: sqlite3.Connection, path: Path) -> None:
    """Ends what is asked from now on if it goes through more rows than the file can hold (`SQLITE_INTERRUPT`).

    The pages of a made file may lead to one another over and over; SQLite would follow them for ever.
    """
    connection.set_progress_handler(_Steps(path), _STEPS_AT_ONCE)


class _Steps:
    """Counts the steps of SQLite's machine: called again and again, it says when there were too many."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._done = 0
        self._most = _STEPS_FREE

    def __call__(self) -> bool:
        self._done += 1
        if self._done == _STEPS_FREE:
            real = os.path.realpath(self._path)
            size = sum(os.stat(name).st_size for name in (real, f"{real}-wal") if os.path.exists(name))
            self._most += size * _STEPS_OF_A_BYTE // _STEPS_AT_ONCE
        return self._done > self._most
