"""Who works off the pieces of an archive: this process alone, processes beside it, or a cluster of machines.

All of them are a `Crew`. What is done with a piece is a `Work`, which goes out to the workers; `in_order` hands the
pieces out and gives back what came of each in their order, with only so much ahead of the one that is waited for.
"""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from types import TracebackType
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar

from mjlog_cli.audit.audited import ReportLimits
from mjlog_cli.audit.pieces import BATCH_BYTES, BATCH_PIECES

P = TypeVar("P")
R = TypeVar("R")
_P_in = TypeVar("_P_in", contravariant=True)
_R_out = TypeVar("_R_out", covariant=True)

_AHEAD = 16
"""Batches for each worker that wait, or whose results wait for those before them: a long log holds nobody up soon."""
MOST_HELD = 32_000_000
"""Bytes of results that wait for those before them, after which no more is begun."""


class Work(Protocol[_P_in, _R_out]):
    """What is done with each piece. It can be pickled."""

    def __call__(self, piece: _P_in, /, room: ReportLimits) -> _R_out:
        """What comes of a piece. `room`: how many findings may still be told as stories."""

    def lost(self, piece: _P_in, /, how: str) -> _R_out:
        """What is said of a piece over which one worker after the other was lost. `how`: what befell the last."""


class Packed(Generic[P, R]):
    """A work, packed once for all workers."""

    def __init__(self, work: Work[P, R]) -> None:
        self.work = work

    @cached_property
    def data(self) -> bytes:
        """The work as it goes out."""
        return pickle.dumps(self.work)


@lru_cache(maxsize=4)
def _unpacked(data: bytes) -> Work[Any, Any]:
    work: Work[Any, Any] = pickle.loads(data)
    return work


def worked_off(data: bytes, pieces: Iterable[Any], room: ReportLimits) -> list[Any]:
    """What a worker does: the packed work, on each of these pieces."""
    work = _unpacked(data)
    return [work(piece, room) for piece in pieces]


@dataclass(eq=False)
class Job(Generic[P, R]):
    """Pieces that go to one worker; `found`: what came of them, as far as it has come.

    `room`: how many findings were still to be told when it went out. `size`: bytes of what came.
    """

    packed: Packed[P, R]
    pieces: list[P]
    room: ReportLimits
    found: list[R] = field(default_factory=list)
    size: int = 0
    one_by_one: bool = False
    _is_out: bool = False

    @property
    def is_done(self) -> bool:
        """Whether something came of every piece."""
        return len(self.found) == len(self.pieces)

    def left(self) -> list[P]:
        """The pieces to be sent out next."""
        rest = self.pieces[len(self.found) :]
        return rest[:1] if self.one_by_one else rest

    def go_out(self) -> None:
        """From now on there is the room that there is now: also for the pieces that go out once more."""
        if not self._is_out:
            self.room, self._is_out = self.room.copy(), True

    def lose(self, how: str) -> None:
        """The worker that was at it is gone: its pieces go out again, one by one; the same piece not a third time."""
        if self.one_by_one:
            self.found.append(self.packed.work.lost(self.pieces[len(self.found)], how))
        self.one_by_one = True


class Crew(Protocol):
    """Whoever works off jobs. To be used in a `with`, which ends what was begun."""

    @property
    def size(self) -> int:
        """How many work beside this process."""

    @property
    def held(self) -> int:
        """Bytes of what has come back to this process, and was not asked for yet."""

    @property
    def are_copies(self) -> bool:
        """Whether the workers begin as copies of this process, with whatever it has loaded."""

    def begin(self, packed: Packed[P, R], pieces: list[P], room: ReportLimits) -> Job[P, R]:
        """Let these pieces be worked off as soon as somebody is free."""

    def is_done(self, job: Job[P, R]) -> bool:
        """Whether its results need not be waited for."""

    def result(self, job: Job[P, R]) -> Iterable[R]:
        """What came of each piece.

        Raises:
            MjlogError: there is nobody left to work.
        """

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class Alone:
    """This process alone: it does each piece when its result is asked for."""

    size = held = 0
    are_copies = False

    def begin(self, packed: Packed[P, R], pieces: list[P], room: ReportLimits) -> Job[P, R]:
        """Nothing is done yet."""
        return Job(packed, pieces, room)

    def is_done(self, job: Job[P, R]) -> bool:
        """All there is to wait for is done by asking for it."""
        return True

    def result(self, job: Job[P, R]) -> Iterator[R]:
        """Each piece as it is asked for, with the room that there is then."""
        for piece in job.pieces:
            yield job.packed.work(piece, job.room.copy())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


# -- in order -------------------------------------------------------------------------------------------------------


class Known(Protocol[R]):
    """What came of pieces before, by their keys: nothing of it is done again."""

    def __contains__(self, key: str) -> bool: ...

    def found(self, key: str) -> R | None:
        """What came of a piece; None where it is to be done."""

    def note(self, key: str, found: R) -> None:
        """A piece is done."""


class _Batch(NamedTuple, Generic[P, R]):
    """Pieces that go out together, which of them are known, and who works off the others."""

    pieces: list[tuple[P, str | None]]
    known: list[bool]
    job: Job[P, R] | None


def in_order(
    pieces: Iterable[tuple[P, str | None]],
    work: Work[P, R],
    crew: Crew,
    room: ReportLimits,
    size_of: Callable[[P], int],
    known: Known[R] | None = None,
    ahead: int = _AHEAD,
) -> Iterator[tuple[P, R]]:
    """What came of every piece, in their order. `ahead`: batches for each worker that are begun before their turn.

    Raises:
        MjlogError: there is nobody left to work.
    """
    waiting: deque[_Batch[P, R]] = deque()
    packed = Packed(work)
    for batch in _batches(pieces, size_of):
        # What is known is read when its turn comes.
        is_known = [known is not None and key is not None and key in known for _piece, key in batch]
        rest = [piece for (piece, _key), is_there in zip(batch, is_known, strict=True) if not is_there]
        waiting.append(_Batch(batch, is_known, crew.begin(packed, rest, room) if rest else None))
        while waiting and (len(waiting) >= crew.size * ahead or crew.held > MOST_HELD or _is_done(waiting[0], crew)):
            yield from _results(waiting.popleft(), crew, packed, room, known)
    while waiting:
        yield from _results(waiting.popleft(), crew, packed, room, known)


def _is_done(batch: _Batch[P, R], crew: Crew) -> bool:
    return batch.job is None or crew.is_done(batch.job)


def _batches(
    pieces: Iterable[tuple[P, str | None]], size_of: Callable[[P], int]
) -> Iterator[list[tuple[P, str | None]]]:
    """Small ones together: to send a piece to a worker takes as long as to audit a few hundred events."""
    batch: list[tuple[P, str | None]] = []
    size = 0
    for piece in pieces:
        batch.append(piece)
        size += size_of(piece[0])
        if size >= BATCH_BYTES or len(batch) >= BATCH_PIECES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _results(
    batch: _Batch[P, R], crew: Crew, packed: Packed[P, R], room: ReportLimits, known: Known[R] | None
) -> Iterator[tuple[P, R]]:
    new = iter(crew.result(batch.job) if batch.job is not None else ())
    for (piece, key), is_known in zip(batch.pieces, batch.known, strict=True):
        before = known.found(key) if is_known and known is not None and key is not None else None
        if before is not None:
            yield piece, before
            continue
        # What was known, and cannot be given back, is done here.
        found = packed.work(piece, room.copy()) if is_known else next(new)
        if known is not None and key is not None:
            known.note(key, found)
        yield piece, found
