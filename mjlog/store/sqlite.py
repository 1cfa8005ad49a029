"""The store that stays: one SQLite file, guarded transactions, many readers and one writer at a time."""

from __future__ import annotations

import hashlib
import os
import sqlite3
import threading
import weakref
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from mjlog.chain import GENESIS
from mjlog.errors import BusyError, StoreError
from mjlog.store import checks, queries
from mjlog.store.checks import ChainCheck, StoredRow
from mjlog.store.connection import (
    FileAlone,
    bound_steps,
    connect_reader,
    connect_writer,
    errors_in_words,
    in_our_words,
    one_moment,
)
from mjlog.store.people import added, changed, everybody, nobody, read_forgotten, read_people, write_people
from mjlog.store.place import DatabaseFile, WriterLock, has_lock, has_wal_reset_bug, make_default_folder, unread_appends
from mjlog.store.queries import page_faults, some
from mjlog.store.values import (
    KEEP,
    Appended,
    GameInfo,
    Head,
    Keep,
    KeptFacts,
    LogDigest,
    Origin,
    Person,
    StoredEvent,
    StoreFault,
)

if TYPE_CHECKING:
    from sqlite_utils import Database


# -- one connection, several threads ----------------------------------------------------------------------------------


class _Transaction:
    """The transactions of a connection, one after the other: each is kept whole, or undone whole.

    Written out rather than put together from contexts: an append waits for the disk, and finds the processor cold when
    it wakes up, so that every call costs three times what it costs in a loop.
    """

    def __init__(
        self, connection: sqlite3.Connection, path: Path, thread_lock: threading.RLock, writer_lock: WriterLock
    ) -> None:
        self._connection = connection
        self._path = path
        self._thread_lock = thread_lock
        self._writer_lock = writer_lock
        self._place = DatabaseFile(path)

    def __enter__(self) -> sqlite3.Connection:
        self._thread_lock.acquire()
        try:
            self._writer_lock.acquire()
            bound_steps(self._connection, self._path)
            self._connection.execute("BEGIN IMMEDIATE")
            self._place.refuse_if_moved()
        except BaseException as error:
            self._end()
            if isinstance(error, sqlite3.Error):
                raise in_our_words(self._path, error) from error
            raise
        return self._connection

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if error is None:
                self._connection.execute("COMMIT")
        except sqlite3.Error as failure:
            error = failure
        finally:
            self._end()
        if isinstance(error, sqlite3.Error | OverflowError):
            raise in_our_words(self._path, error) from error

    def _end(self) -> None:
        """Undoes what was not kept, and lets the others go on."""
        try:
            with suppress(sqlite3.Error):  # closed; or the disk fails again, as was told already
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
        finally:
            self._writer_lock.release()
            self._thread_lock.release()


def _close(connection: sqlite3.Connection, lock: WriterLock | None) -> None:
    """Closing may checkpoint, which in some versions of SQLite no other connection may write at the same time.

    Whoever keeps the lock for long has the database open, and then closing ours does not checkpoint.
    """
    if lock is not None and has_wal_reset_bug():
        with suppress(StoreError):
            lock.acquire()
    try:
        connection.close()
    finally:
        if lock is not None:
            lock.close()


# -- the store --------------------------------------------------------------------------------------------------------


_WAIT_SECONDS = 2.0
"""Seconds for which whoever reads is waited for, before the write-ahead log is emptied."""


def open_store(
    path: str | os.PathLike[str], *, create: bool = True, journal: str | None = None, timeout: float = 10.0
) -> SqliteStore:
    """A database to record in; made where there is none, unless `create` is False.

    `journal` (`wal`, `delete`) is the mode of a new database; an existing one keeps its own. `timeout` is
    how long (seconds) to wait for other writers.

    Raises:
        StoreError: the path is no database of ours, or it cannot be written.
    """
    where = Path(path)
    if create:
        make_default_folder(where)
    lock = WriterLock(where, timeout)
    return SqliteStore(connect_writer(where, lock, create=create, journal=journal), where, lock)


def open_readonly(path: str | os.PathLike[str]) -> SqliteStore:
    """A database to read, wherever it comes from; nothing beside it is written or locked.

    Raises:
        StoreError: the path is no database of ours, or it cannot be read.
    """
    where = Path(path)
    return SqliteStore(connect_reader(where), where, None)


class SqliteStore:
    """Logs of games that only ever grow, in a SQLite file, from `open_store` or `open_readonly`.

    A game's log begins with its first append. Bodies are canonical JSON of events without `id` and `prev`, whose `seq`
    continues the log.

    Beside the logs stand people: real names for handles, which may be changed and forgotten.

    Beside its log, a game may have one draft: what was typed at the table and is not yet confirmed. It is bytes to
    the store, may be changed and removed, and is as durable as the log, which knows nothing of it. It should say
    itself which event it follows: the log may go on without it, and the two are read one after the other.

    A store has a guarded connection to one database, and the lock of its writers (None: it only reads). It may be used
    by several threads. No reading holds on to the database for longer than one batch of rows.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path, lock: WriterLock | None) -> None:
        self.path = path
        self._connection = connection
        self._writer_lock = lock
        self._thread_lock = threading.RLock()
        self._transaction = _Transaction(connection, path, self._thread_lock, lock) if lock is not None else None
        self._finish = weakref.finalize(self, _close, connection, lock)
        self._numbers: dict[str, int] = {}
        self._appended_to: dict[int, int] | None = None
        self._is_listed = self._keeps_facts = False

    @property
    def is_readonly(self) -> bool:
        """Whether appends and drafts are refused."""
        return self._writer_lock is None

    def close(self) -> None:
        """Ends the use of the database; a second time does nothing."""
        with self._thread_lock, errors_in_words(self.path):
            self._finish()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    @contextmanager
    def _reading(self) -> Iterator[None]:
        with self._thread_lock, errors_in_words(self.path):
            if isinstance(self._connection, FileAlone) and self._connection.has_changed():
                self._finish()
                self._connection = connect_reader(self.path)
                self._finish = weakref.finalize(self, _close, self._connection, None)
            bound_steps(self._connection, self.path)
            try:
                with one_moment(self._connection):
                    yield
            finally:
                if isinstance(self._connection, FileAlone) and self._connection.has_changed():
                    raise BusyError(f"{self.path}: somebody wrote while it was read: try again")

    def _writing(self) -> _Transaction:
        """One transaction, alone among all writers: kept whole, or undone whole."""
        if self._transaction is None:
            raise StoreError(f"{self.path}: this database was opened for reading only")
        return self._transaction

    def games(self) -> list[GameInfo]:
        """All games, in the order in which they were begun here."""
        with self._reading():
            return queries.game_infos(self._connection)

    def in_doubt(self) -> dict[str, str]:
        """The games of which a list tells something else than was stored, as far as one sees at either end; and why."""
        with self._reading():
            stored_to = queries.stored_to(self._connection)
            games = queries.game_numbers(self._connection)
            return {game: why for game, n in games if (why := queries.doubt(self._connection, n, stored_to.get(n, 0)))}

    def __contains__(self, game: object) -> bool:
        """Whether this game has a log here."""
        return isinstance(game, str) and checks.is_name(game) and self._number(game) is not None

    def append(
        self,
        game: str,
        bodies: Sequence[bytes],
        *,
        expected_last: int | None = None,
        key: str | None = None,
        origins: Sequence[Origin | None] | None = None,
        draft: bytes | Keep | None = KEEP,
        expected_draft: bytes | Keep | None = KEEP,
    ) -> Head:
        """Adds events to the end of a log, all or none, and returns its new end.

        `expected_last` is the last seq that the writer has seen (0: the game is new). `key` is chosen by the
        writer, once per append: repeated with the same bodies it is answered with what was stored then.
        `origins` runs parallel to the bodies. `draft` is the draft of the game from now on (None: it has none any
        more), stored with the events or not at all; an append that was stored before leaves the draft as it is now.
        `expected_draft` is the draft that the writer has seen (None: there was none; not stated: any).

        Raises:
            ConflictError: another writer was first, also in the draft; or the key was used for something else.
            StoreError: a body is not canonical or leaves a gap, or the draft is too long; or the database cannot be
                written.
        """
        first = checks.checked_bodies(checks.checked_name("game id", game), bodies)
        origins = checks.checked_origins(bodies, origins)
        checks.checked_draft(game, draft)
        if key is not None:
            checks.checked_name("key", key)
        with self._writing() as connection:
            if key is not None and (done := self._repeated(connection, key, game, bodies)):
                return done
            number = self._numbers.get(game) or queries.game_number(connection, game)
            end = Head(0, GENESIS) if number is None else queries.end(connection, number)
            there = queries.body_at(connection, number, first) if number and first <= end.seq else None
            checks.refuse_unless_next(game, end, first, expected_last, there)
            self._refuse_unseen_draft(connection, game, number, expected_draft)
            if number is None:
                self.refuse_unless_listed(connection)
                number = queries.begin_game(connection, game)
            head = queries.add(connection, number, checks.chained(end, bodies), key, origins)
            queries.put_draft(connection, number, draft)
        self._numbers[game] = number
        return head

    def import_game(
        self, game: str, bodies: Sequence[bytes], *, origins: Sequence[Origin | None] | None = None
    ) -> Head:
        """Adds a whole new game at once. A game that is here already, byte for byte, is left as it is.

        Raises:
            ConflictError: another log of this name is here.
            StoreError: as for `append`.
        """
        if game not in self:
            return self.append(game, bodies, expected_last=0, origins=origins)
        checks.refuse_other_log(game, bodies, self.bodies(game))
        return self.head(game)

    def read(self, game: str, after: int = 0) -> Iterator[StoredEvent]:
        """The events after `after`, in order; appends made meanwhile may or may not be among them.

        Raises:
            NotFoundError: no such game.
        """
        return self._events(self._known(game), after)

    def bodies(self, game: str) -> list[bytes]:
        """All bodies of a game, without a look at the chain: for replays.

        Raises:
            NotFoundError: no such game.
        """
        return [row.body for rows in self._batches(self._known(game), 0) for row in rows]

    def checked_bodies(self, game: str) -> tuple[list[bytes], list[StoreFault]]:
        """All bodies, and what the chain says of them, from one reading: for audits.

        Raises:
            NotFoundError: no such game.
        """
        bodies: list[bytes] = []
        number = self._known(game)
        return bodies, self._checked(game, number, {number: self._stored_to_of(number)}, bodies)

    def log_digest(self, game: str) -> LogDigest | None:
        """The digest of a log as it lies there: what was found in it once holds as long as it is the same.

        None where it cannot be read to its end, or events that had been stored are missing there.

        Raises:
            NotFoundError: no such game.
        """
        number = self._known(game)
        digest, read, after = hashlib.sha256(game.encode()), Head(0, GENESIS), queries.BEFORE_ALL
        try:
            while True:
                with self._reading():
                    end = queries.end(self._connection, number)
                    batch = queries.log_digest(self._connection, number, after, digest)
                if batch is None:
                    break
                read, after = batch, batch.seq
            is_whole = read == end and end.seq >= self._stored_to_of(number)
        except (StoreError, TypeError, OverflowError):
            return None
        return LogDigest(end.seq, digest.digest()) if is_whole else None

    def may_be_added_to(self) -> bool:
        """Whether an index may be written by who only asks: where others have recorded, and nothing is damaged.

        A backup, and a file that somebody has sent, stay as they are.
        """
        with self._reading():
            return has_lock(self.path) and not page_faults(self._connection)

    @property
    def keeps_facts(self) -> bool:
        """Whether there is a place for what games came to; an older database has none before somebody records in it."""
        if not self._keeps_facts:
            with self._reading():
                self._keeps_facts = queries.has_facts(self._connection)
        return self._keeps_facts

    def facts(self, game: str) -> KeptFacts | None:
        """What is kept of what a game came to."""
        number = self._known(game)
        with self._reading():
            return queries.facts(self._connection, number)

    def keep_facts(self, kept: Mapping[str, KeptFacts]) -> None:
        """Keeps what games came to, in the place of what was kept of them before.

        Raises:
            StoreError: the database cannot be written.
        """
        numbered = [(self._known(game), facts) for game, facts in kept.items()]
        with self._writing() as connection:
            queries.put_facts(connection, numbered)

    def head(self, game: str) -> Head:
        """The end of a log.

        Raises:
            NotFoundError: no such game.
        """
        number = self._known(game)
        with self._reading():
            return queries.end(self._connection, number)

    def event(self, game: str, seq: int) -> StoredEvent:
        """One event.

        Raises:
            NotFoundError: no such game, or no such event in it.
        """
        number = self._known(game)
        with self._reading():
            stored_event = queries.event(self._connection, number, seq)
        if stored_event is None:
            raise checks.no_such_event(game, seq, self.head(game))
        return stored_event

    def origins(self, game: str) -> dict[int, Origin]:
        """Where events were read, by seq; those written here are not in it.

        Raises:
            NotFoundError: no such game.
        """
        number = self._known(game)
        with self._reading():
            return queries.origins(self._connection, number)

    def appended(self, key: str) -> Appended | None:
        """What an append with this key stored; None if there was none."""
        with self._reading():
            done = queries.appended(self._connection, checks.checked_name("key", key))
        return Appended(*done[1:]) if done else None

    def draft(self, game: str) -> bytes | None:
        """The draft of a game; None if it has none.

        Raises:
            NotFoundError: no such game.
        """
        number = self._known(game)
        with self._reading():
            return queries.draft(self._connection, number)

    def drafts(self) -> dict[str, int]:
        """The games that have a draft, in the order in which they were begun here, with its length in bytes."""
        with self._reading():
            return queries.drafts(self._connection)

    def keep_draft(
        self,
        game: str,
        content: bytes | None,
        *,
        expected_last: int | None = None,
        expected_draft: bytes | Keep | None = KEEP,
    ) -> None:
        """Stores the draft of a game in the place of the one that is there; None removes it.

        At most 4 MB. `expected_last` is the last seq that the writer has seen, `expected_draft` the draft (None: there
        was none; not stated: any): whoever states both rubs out nothing unseen.

        Raises:
            NotFoundError: no such game.
            ConflictError: the log has another last seq, or there is another draft: another writer was first.
            StoreError: the draft is too long, or the database cannot be written.
        """
        checks.checked_draft(game, content)
        number = self._known(game)
        with self._writing() as connection:
            checks.refuse_unless_seen(game, queries.end(connection, number), expected_last)
            self._refuse_unseen_draft(connection, game, number, expected_draft)
            queries.put_draft(connection, number, content)

    def verify(self, game: str | None = None) -> list[StoreFault]:
        """Computes the chain of a game (None: of all) anew from the stored bodies; empty if nothing differs.

        Raises:
            NotFoundError: no such game.
        """
        with self._reading():
            stored_to = queries.stored_to(self._connection)
        if game is not None:
            return self._checked(game, self._known(game), stored_to, None)
        with self._reading():
            damages = page_faults(self._connection) + unread_appends(self.path)
            numbers = queries.game_numbers(self._connection)
            strays = queries.strays(self._connection)
        if damages:
            strays.append(StoreFault("", None, "chain-broken", f"the file is damaged: {some(damages)}"))
        faults = [fault for name, number in numbers for fault in self._checked(name, number, stored_to, None)]
        return faults + strays

    def database(self) -> Database:
        """This database for queries and exports with sqlite-utils, on a guarded connection that only reads.

        Ask the tables, not the view: no view of a file is trusted. The caller closes it.

        Raises:
            StoreError: the database cannot be opened again.
        """
        from sqlite_utils import Database  # slow to import

        connection = connect_reader(self.path)
        connection.set_progress_handler(None, 0)  # what others ask may take as long as it likes
        return Database(connection)

    def _number(self, game: str) -> int | None:
        """The number of a game; it never changes, so it is asked for once."""
        number = self._numbers.get(game)
        if number is None and checks.checked_name("game id", game):
            with self._reading():
                number = queries.game_number(self._connection, game)
            if number is not None:
                self._numbers[game] = number
        return number

    def _known(self, game: str) -> int:
        number = self._number(game)
        if number is not None:
            return number
        with self._reading():
            raise checks.no_such_game(game, [name for name, _ in queries.game_numbers(self._connection)])

    def _events(self, number: int, after: int) -> Iterator[StoredEvent]:
        with self._reading():
            prev = queries.id_at(self._connection, number, after)
        for rows in self._batches(number, after):
            for row in rows:
                yield StoredEvent(row.seq, row.id, prev, row.body)
                prev = row.id

    def _batches(self, number: int, after: float) -> Iterator[list[StoredRow]]:
        """The rows of a log after one, to the end that the database itself knows of.

        Raises:
            StoreError: the file is damaged: they end elsewhere, or do not go on.
        """
        latest: StoredRow | None = None
        while True:
            with self._reading():
                end = queries.end(self._connection, number)
                rows = queries.rows_after(self._connection, number, latest.seq if latest is not None else after)
                if not rows:
                    queries.refuse_other_end(end, latest, after)
                    return
            yield rows
            latest = rows[-1]

    def _stored_to_of(self, number: int) -> int:
        """The last seq of a game that is spoken of outside its log, when the first of all was asked about."""
        with self._reading():
            if self._appended_to is None:
                # Once for all games that are read: an archive is not gone through again for each of them.
                self._appended_to = queries.appended_to(self._connection)
            return max(queries.read_from_files_to(self._connection, number), self._appended_to.get(number, 0))

    def _checked(
        self, game: str, number: int, stored_to: dict[int, int], bodies: list[bytes] | None
    ) -> list[StoreFault]:
        """Checks one log; its bodies are gathered on the way where wanted."""
        check = ChainCheck(game, only_ids=bodies is not None)
        try:
            for rows in self._batches(number, queries.BEFORE_ALL):
                check.feed(rows)
                if bodies is not None:
                    bodies += [row.body for row in rows if row.seq > 0]
        except StoreError as error:
            return check.broken_off(str(error).removeprefix(f"{self.path}: "))
        return check.end(stored_to.get(number, 0))

    def _refuse_unseen_draft(
        self, connection: sqlite3.Connection, game: str, number: int | None, expected: bytes | Keep | None
    ) -> None:
        if expected is not KEEP:
            there = queries.draft(connection, number) if number is not None else None
            checks.refuse_unless_this_draft(game, there, expected)

    def forget_numbers(self) -> None:
        """A game that was begun and undone has no number any more."""
        self._numbers.clear()

    def refuse_unless_listed(self, connection: sqlite3.Connection) -> None:
        """Once, before a game is begun: it may be there, and damaged lists not show it."""
        if not self._is_listed:
            queries.refuse_unless_listed(connection)
            self._is_listed = True

    def _repeated(self, connection: sqlite3.Connection, key: str, game: str, bodies: Sequence[bytes]) -> Head | None:
        done = queries.appended(connection, key)
        if done is None:
            return None
        number, first, head = done
        stored = queries.bodies_between(connection, number, first, head.seq)
        checks.refuse_other_use(key, game, bodies, queries.game_name(connection, number), stored)
        return head

    # -- people -----------------------------------------------------------------------------------------------------

    def people(self) -> list[Person]:
        """Everybody whose real name is noted here, by handle."""
        with self._reading():
            return read_people(self._connection)

    def forgotten(self) -> set[str]:
        """The handles of those who were forgotten, and whom nobody has noted since."""
        with self._reading():
            return read_forgotten(self._connection)

    def add_person(self, person: Person) -> None:
        """Notes who a handle is; whether it is in any log does not matter.

        Raises:
            ConflictError: somebody is noted for this handle already.
            StoreError: handle, name or note is empty or too long, or holds control, bidirectional or invisible
                characters; or the database cannot be written.
        """
        with self._changing() as by_handle:
            by_handle[person.handle] = added(by_handle, person)

    def change_person(self, handle: str, *, name: str | None = None, note: str | Keep | None = KEEP) -> None:
        """Another name or note from now on; what is not stated stays. A note of None is none. What was there is gone.

        Raises:
            NotFoundError: nobody is noted for this handle.
            StoreError: as for `add_person`; or as for `forget_person`, after it was done.
        """
        with self._changing() as by_handle:
            by_handle[handle] = changed(by_handle, handle, name, note)
        self._empty_write_ahead_log()

    def forget_person(self, handle: str) -> None:
        """Removes name and note of a handle for good: nothing of them is left in the store. The logs stay as they are.

        That the person was forgotten is remembered by the handle, so that no copy brings the name back; also of a
        player whose name was never noted.

        Raises:
            NotFoundError: nobody is noted for this handle, or plays under it.
            StoreError: the database cannot be written; or it was done, but another program that is reading keeps what
                was there before from being overwritten: say it again when that has closed.
        """
        plays = any(handle in info.players for info in self.games())
        with self._writing() as connection:
            by_handle, gone = everybody(connection), read_forgotten(connection)
            is_known = plays or handle in by_handle or handle in gone
            by_handle.pop(handle, None)
            write_people(connection, by_handle.values(), {*gone, handle} if is_known else gone)
        # Also where there is nobody: the last time it may have been hindered.
        self._empty_write_ahead_log()
        if not is_known:
            raise nobody(handle, by_handle)

    @contextmanager
    def _changing(self) -> Iterator[dict[str, Person]]:
        """Everybody by handle, to be changed: written back in the same transaction."""
        with self._writing() as connection:
            by_handle = everybody(connection)
            before = set(by_handle)
            yield by_handle
            gone = before - by_handle.keys()
            write_people(connection, by_handle.values(), gone | read_forgotten(connection))

    def _empty_write_ahead_log(self) -> None:
        """What was changed is not left in the file beside the database either.

        Raises:
            StoreError: another program was reading all the time.
        """
        if self._writer_lock is None:
            return
        # On a connection of its own: no statement on ours may touch the write-ahead log.
        with (
            self._thread_lock,
            self._writer_lock.held(),
            errors_in_words(self.path),
            closing(sqlite3.connect(self.path, timeout=_WAIT_SECONDS)) as connection,
        ):
            busy = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        if busy:
            raise StoreError(
                f"{self.path}: it is done, but another program is reading, so the file beside the database "
                f"({self.path.name}-wal) still holds what was there before: close that program, then say it again"
            )
