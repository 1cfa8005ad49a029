"""The small records that a store gives back."""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

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
