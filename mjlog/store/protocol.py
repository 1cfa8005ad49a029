"""What every store can do, and the small records that it gives back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from types import TracebackType
from typing import Final, NamedTuple, Protocol, Self

from mjlog.errors import StoreError
from mjlog.log.records import Origin as Origin
from mjlog.log.records import Person as Person
from mjlog.text import where_words


class NotFoundError(StoreError):
    """The store has no such game, or the game no such event."""


class Head(NamedTuple):
    """The end of a log: the last `seq`, and the id of that event (hex); it stands for all that came before."""

    seq: int
    id: str


class Appended(NamedTuple):
    """What one append stored: the seq of its first event, and the game's end as it was after it."""

    first: int
    head: Head


class StoredEvent(NamedTuple):
    """An event as stored: its place, its id and the one before (hex), its canonical JSON without the two."""

    seq: int
    id: str
    prev: str
    body: bytes


class GameInfo(NamedTuple):
    """A game in a list: what its first event says of it, as corrected, and how far its log goes.

    Fields that the first event does not state (or states as something else than text) are None. `at` is its time also
    where something else stands in its place that states none. `hidden`: its last event takes it off lists.
    """

    game: str
    ruleset: str | None
    last: int
    head: str
    players: tuple[str, ...] = ()
    place: str | None = None
    table: str | None = None
    at: str | None = None
    hidden: bool = False
    tournament: str | None = None
    session: int | None = None

    @property
    def where(self) -> list[str]:
        """Where it is played, in words."""
        return where_words(self.place, self.table, self.tournament, self.session)


class StoreFault(NamedTuple):
    """A place where the store does not hold what was once appended. `code` is a finding code."""

    game: str
    seq: int | None
    code: str
    message: str


class LogDigest(NamedTuple):
    """How far a log goes, and the digest of all that is stored of it."""

    last: int
    digest: bytes


class KeptFacts(NamedTuple):
    """What a game came to, in bytes, and the seal by which whoever kept it knows that it still holds."""

    seal: bytes
    content: bytes


class Keep(Enum):
    """The type of `KEEP`."""

    KEEP = "keep"


KEEP: Final = Keep.KEEP
"""In the place of a draft: the one that is there is left alone."""


class EventStore(Protocol):
    """Logs of games that only ever grow. A game's log begins with its first append.

    Bodies are canonical JSON of events without `id` and `prev`, whose `seq` continues the log.

    Beside the logs stand people: real names for handles, which may be changed and forgotten.

    Beside its log, a game may have one draft: what was typed at the table and is not yet confirmed. It is bytes to
    the store, may be changed and removed, and is as durable as the log, which knows nothing of it. It should say
    itself which event it follows: the log may go on without it, and the two are read one after the other.
    """

    def games(self) -> list[GameInfo]:
        """All games, in the order in which they were begun here."""

    def __contains__(self, game: object) -> bool:
        """Whether this game has a log here."""

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

    def import_game(
        self, game: str, bodies: Sequence[bytes], *, origins: Sequence[Origin | None] | None = None
    ) -> Head:
        """Adds a whole new game at once. A game that is here already, byte for byte, is left as it is.

        Raises:
            ConflictError: another log of this name is here.
            StoreError: as for `append`.
        """

    def read(self, game: str, after: int = 0) -> Iterator[StoredEvent]:
        """The events after `after`, in order; appends made meanwhile may or may not be among them.

        Raises:
            NotFoundError: no such game.
        """

    def bodies(self, game: str) -> list[bytes]:
        """All bodies of a game, without a look at the chain: for replays.

        Raises:
            NotFoundError: no such game.
        """

    def checked_bodies(self, game: str) -> tuple[list[bytes], list[StoreFault]]:
        """All bodies, and what the chain says of them, from one reading: for audits.

        Raises:
            NotFoundError: no such game.
        """

    def head(self, game: str) -> Head:
        """The end of a log.

        Raises:
            NotFoundError: no such game.
        """

    def event(self, game: str, seq: int) -> StoredEvent:
        """One event.

        Raises:
            NotFoundError: no such game, or no such event in it.
        """

    def origins(self, game: str) -> dict[int, Origin]:
        """Where events were read, by seq; those written here are not in it.

        Raises:
            NotFoundError: no such game.
        """

    def appended(self, key: str) -> Appended | None:
        """What an append with this key stored; None if there was none."""

    def draft(self, game: str) -> bytes | None:
        """The draft of a game; None if it has none.

        Raises:
            NotFoundError: no such game.
        """

    def drafts(self) -> dict[str, int]:
        """The games that have a draft, in the order in which they were begun here, with its length in bytes."""

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

    def people(self) -> list[Person]:
        """Everybody whose real name is noted here, by handle."""

    def forgotten(self) -> set[str]:
        """The handles of those who were forgotten, and whom nobody has noted since."""

    def add_person(self, person: Person) -> None:
        """Notes who a handle is; whether it is in any log does not matter.

        Raises:
            ConflictError: somebody is noted for this handle already.
            StoreError: handle, name or note is empty or too long, or holds control, bidirectional or invisible
                characters; or the database cannot be written.
        """

    def change_person(self, handle: str, *, name: str | None = None, note: str | Keep | None = KEEP) -> None:
        """Another name or note from now on; what is not stated stays. A note of None is none. What was there is gone.

        Raises:
            NotFoundError: nobody is noted for this handle.
            StoreError: as for `add_person`; or as for `forget_person`, after it was done.
        """

    def forget_person(self, handle: str) -> None:
        """Removes name and note of a handle for good: nothing of them is left in the store. The logs stay as they are.

        That the person was forgotten is remembered by the handle, so that no copy brings the name back.

        Raises:
            NotFoundError: nobody is noted for this handle (any more).
            StoreError: the database cannot be written; or it was done, but another program that is reading keeps what
                was there before from being overwritten: say it again when that has closed.
        """

    def verify(self, game: str | None = None) -> list[StoreFault]:
        """Computes the chain of a game (None: of all) anew from the stored bodies; empty if nothing differs.

        Raises:
            NotFoundError: no such game.
        """

    def close(self) -> None:
        """Ends the use of the store; a second time does nothing."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...
