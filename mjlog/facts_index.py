"""What the games of a database came to, kept in it, so that ten thousand games are not judged anew to be counted.

What is kept of a game is believed only under the seal of this user, which is made of all that it depends on: every byte
of the log as it lies there, the program, the score cards at hand where the game asks for one, and what is kept. (A rule
set is in the log, or part of the program.) So a log that went on, was corrected or altered is judged anew, so is every
game where the program is another one, and what a database from elsewhere brings is not believed. Only of whole logs is
anything kept. There is one row a game: what is new takes the place of what is old.
"""

from __future__ import annotations

import hmac
import threading
import zlib
from typing import NamedTuple, Self

import msgspec
from msgspec.structs import replace

from mjlog.audit.game import Game
from mjlog.cards.shelf import CardShelf
from mjlog.club.facts import GameFacts
from mjlog.errors import BusyError, StoreError
from mjlog.events import GameStart
from mjlog.program import fingerprint
from mjlog.store import KeptFacts, LogDigest, SqliteStore, open_readonly, open_store
from mjlog.store.place import own_key, unread_appends

WORTH_KEEPING = 20_000
"""Events, which are judged in a fraction of a second: for fewer, whoever only asks writes into no file."""
_PATIENCE = 1.0
"""Seconds for which others may write before it is left for the next time."""


class Begins(NamedTuple):
    """What the first event of a log says of its game, by which one that is not meant can be passed over."""

    ruleset: str
    place: str | None
    table: str | None


class Indexed(NamedTuple):
    """What a game came to. `begins`: None where its first event alone does not say which game it is."""

    facts: GameFacts
    begins: Begins | None


_DECODER = msgspec.json.Decoder(Indexed)


def packed(indexed: Indexed) -> bytes:
    """The same in a few hundred bytes."""
    return zlib.compress(msgspec.json.encode(indexed))


def unpacked(content: bytes) -> Indexed:
    """What was packed."""
    return _DECODER.decode(zlib.decompress(content))


class _New(NamedTuple):
    """What is to be kept of a game, and of which log; whether the game asks for a score card."""

    lies: LogDigest
    content: bytes
    has_card: bool


class FactsIndex:
    """The index of a database that is being read; several threads may use it. `cards`: score cards at hand.

    Where nothing can be kept (an older database, one that cannot be written) nothing is found, and all goes on without.
    At the end of a `with` the store is closed, and what is left is written: nothing of it stays beside the file.
    """

    def __init__(self, store: SqliteStore, cards: CardShelf) -> None:
        self.store = store
        # Both now: while a program runs, its files may be replaced.
        self._program, self._cards = fingerprint(), repr(cards.contents())
        self._key: bytes | None = None
        self._new: dict[str, _New] = {}
        self._events = 0
        self._writes: bool | None = None
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.store.close()
        with self._lock:
            if self._writes:
                self._write()

    def find(self, game: str) -> bytes | None:
        """What a game came to, packed, if that is kept and holds; None where the game has to be judged.

        Raises:
            NotFoundError: no such game.
        """
        self._key = self._key or own_key(make=False)
        if self._key is None or not self.store.keeps_facts:
            return None
        try:
            kept = self.store.facts(game)
        except StoreError:  # its page is damaged, which does not concern the log
            return None
        lies = self.store.log_digest(game) if kept is not None else None
        if kept is None or lies is None:
            return None
        seals = (self._seal(self._key, _New(lies, kept.content, has_card)) for has_card in (False, True))
        return kept.content if any(hmac.compare_digest(kept.seal, seal) for seal in seals) else None

    def note(self, game: str, played: Game, facts: GameFacts) -> None:
        """Keeps what a game came to by its log, read as corrected. It is written when there is enough of it."""
        if self._writes is False or not facts.is_whole or not self.store.keeps_facts:
            return
        lies = self.store.log_digest(game)
        if lies is None or lies.last != played.log.last:  # it has gone on meanwhile
            return
        first, begins = played.log.rows[0][0], None
        if isinstance(first, GameStart) and not played.log.corrections:
            begins = Begins(first.ruleset, first.place, first.table)
        content = packed(Indexed(replace(facts, source=""), begins))
        has_card = any(start.card is not None for start in played.all_of(GameStart))
        with self._lock:
            self._new[game] = _New(lies, content, has_card)
            self._events += lies.last
            if self._events >= WORTH_KEEPING:
                self._write()

    def _seal(self, key: bytes, entry: _New) -> bytes:
        sealed = (self._program, self._cards if entry.has_card else "", entry.lies.digest, entry.content)
        return hmac.digest(key, repr(sealed).encode(), "sha256")

    def _write(self) -> None:
        """Writes what is new; what others who write just then leave no time for, the next time."""
        self._events = 0
        try:
            self._writes = self._may_write() and not unread_appends(self.store.path)
            if self._key is not None and self._writes:
                sealed = {game: KeptFacts(self._seal(self._key, new), new.content) for game, new in self._new.items()}
                with open_store(self.store.path, create=False, timeout=_PATIENCE) as store:
                    store.keep_facts(sealed)
            self._new.clear()
        except BusyError:
            pass
        except StoreError:
            self._writes = False

    def _may_write(self) -> bool:
        """Whether the database, and the key to the seal, can be written; asked once."""
        if self._writes is not None:
            return self._writes
        with open_readonly(self.store.path) as store:
            may = store.may_be_added_to()
        self._key = self._key or (own_key(make=True) if may else None)
        return self._key is not None and may
