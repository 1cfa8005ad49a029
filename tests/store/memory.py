"""A store in memory: the measure of the one that stays."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import NamedTuple, Self

from mjlog.canonical import GENESIS
from mjlog.errors import StoreError
from mjlog.store import checks, people
from mjlog.store.checks import ChainCheck, StoredRow
from mjlog.store.values import KEEP, Appended, GameInfo, Head, Keep, Origin, Person, StoredEvent, StoreFault


class _Append(NamedTuple):
    game: str
    first: int
    head: Head


class MemoryStore:
    """What a `SqliteStore` does, in memory; may be used by several threads."""

    def __init__(self) -> None:
        self._rows: dict[str, list[StoredRow]] = {}
        self._origins: dict[str, dict[int, Origin]] = {}
        self._keys: dict[str, _Append] = {}
        self._drafts: dict[str, bytes] = {}
        self._people: dict[str, Person] = {}
        self._forgotten: set[str] = set()
        self._lock = threading.RLock()
        self._closed = False

    def games(self) -> list[GameInfo]:
        with self._lock:
            self._check_open()
            return [
                checks.game_info(game, _end(rows), rows[0].body, rows[-1].body, _corrections(rows))
                for game, rows in self._rows.items()
            ]

    def __contains__(self, game: object) -> bool:
        self._check_open()
        return game in self._rows

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
        first = checks.checked_bodies(checks.checked_name("game id", game), bodies)
        origins = checks.checked_origins(bodies, origins)
        checks.checked_draft(game, draft)
        with self._lock:
            self._check_open()
            if key is not None and (done := self._repeated(checks.checked_name("key", key), game, bodies)):
                return done
            rows = self._rows.get(game, [])
            there = rows[first - 1].body if first <= len(rows) else None
            checks.refuse_unless_next(game, _end(rows), first, expected_last, there)
            checks.refuse_unless_this_draft(game, self._drafts.get(game), expected_draft)
            head = self._add(game, checks.chained(_end(rows), bodies), key, origins)
            self._put_draft(game, draft)
            return head

    def import_game(
        self, game: str, bodies: Sequence[bytes], *, origins: Sequence[Origin | None] | None = None
    ) -> Head:
        with self._lock:
            if game not in self:
                return self.append(game, bodies, expected_last=0, origins=origins)
            checks.refuse_other_log(game, bodies, self.bodies(game))
            return self.head(game)

    def read(self, game: str, after: int = 0) -> Iterator[StoredEvent]:
        rows = self._log(game)
        start = max(after, 0)
        return (_stored(rows, place) for place in range(start, len(rows)))

    def bodies(self, game: str) -> list[bytes]:
        return [row.body for row in self._log(game)]

    def checked_bodies(self, game: str) -> tuple[list[bytes], list[StoreFault]]:
        return self.bodies(game), self.verify(game)

    def head(self, game: str) -> Head:
        return _end(self._log(game))

    def event(self, game: str, seq: int) -> StoredEvent:
        rows = self._log(game)
        if not 1 <= seq <= len(rows):
            raise checks.no_such_event(game, seq, _end(rows))
        return _stored(rows, seq - 1)

    def origins(self, game: str) -> dict[int, Origin]:
        self._log(game)
        return dict(self._origins.get(game, {}))

    def appended(self, key: str) -> Appended | None:
        self._check_open()
        done = self._keys.get(key)
        return Appended(done.first, done.head) if done else None

    def draft(self, game: str) -> bytes | None:
        self._log(game)
        return self._drafts.get(game)

    def drafts(self) -> dict[str, int]:
        with self._lock:
            self._check_open()
            return {game: len(self._drafts[game]) for game in self._rows if game in self._drafts}

    def keep_draft(
        self,
        game: str,
        content: bytes | None,
        *,
        expected_last: int | None = None,
        expected_draft: bytes | Keep | None = KEEP,
    ) -> None:
        checks.checked_draft(game, content)
        with self._lock:
            checks.refuse_unless_seen(game, _end(self._log(game)), expected_last)
            checks.refuse_unless_this_draft(game, self._drafts.get(game), expected_draft)
            self._put_draft(game, content)

    def people(self) -> list[Person]:
        with self._lock:
            self._check_open()
            return sorted(self._people.values())

    def forgotten(self) -> set[str]:
        with self._lock:
            self._check_open()
            return set(self._forgotten)

    def add_person(self, person: Person) -> None:
        with self._lock:
            self._check_open()
            self._people[person.handle] = people.added(self._people, person)
            self._forgotten.discard(person.handle)

    def change_person(self, handle: str, *, name: str | None = None, note: str | Keep | None = KEEP) -> None:
        with self._lock:
            self._check_open()
            self._people[handle] = people.changed(self._people, handle, name, note)

    def forget_person(self, handle: str) -> None:
        with self._lock:
            self._check_open()
            if self._people.pop(handle, None) is None:
                raise people.nobody(handle, self._people)
            self._forgotten.add(handle)

    def verify(self, game: str | None = None) -> list[StoreFault]:
        self._check_open()
        games = list(self._rows) if game is None else [game]
        checks = [(name, ChainCheck(name)) for name in games]
        for name, check in checks:
            check.feed(self._log(name))
        return [fault for _name, check in checks for fault in check.end(0)]

    def close(self) -> None:
        self._closed = True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _check_open(self) -> None:
        if self._closed:
            raise StoreError("the store is closed")

    def _log(self, game: str) -> list[StoredRow]:
        self._check_open()
        if checks.checked_name("game id", game) not in self._rows:
            raise checks.no_such_game(game, self._rows)
        return self._rows[game]

    def _repeated(self, key: str, game: str, bodies: Sequence[bytes]) -> Head | None:
        done = self._keys.get(key)
        if done is None:
            return None
        stored = self.bodies(done.game)[done.first - 1 : done.head.seq]
        checks.refuse_other_use(key, game, bodies, done.game, stored)
        return done.head

    def _add(self, game: str, new: list[StoredRow], key: str | None, origins: Sequence[Origin | None]) -> Head:
        self._rows.setdefault(game, []).extend(new)
        known = {row.seq: origin for row, origin in zip(new, origins, strict=False) if origin is not None}
        self._origins.setdefault(game, {}).update(known)
        head = _end(new)
        if key is not None:
            self._keys[key] = _Append(game, new[0].seq, head)
        return head

    def _put_draft(self, game: str, content: bytes | Keep | None) -> None:
        if content is None:
            self._drafts.pop(game, None)
        elif content is not KEEP:
            self._drafts[game] = content


def _end(rows: list[StoredRow]) -> Head:
    return Head(rows[-1].seq, rows[-1].id) if rows else Head(0, GENESIS)


def _stored(rows: list[StoredRow], place: int) -> StoredEvent:
    row = rows[place]
    return StoredEvent(row.seq, row.id, rows[place - 1].id if place else GENESIS, row.body)


def _corrections(rows: Sequence[StoredRow]) -> list[bytes]:
    return [row.body for row in rows if b'"type":"correction"' in row.body]
