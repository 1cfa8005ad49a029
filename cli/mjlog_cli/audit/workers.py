"""Who audits what: one process or several, with or without a journal, the same output in the same order.

A piece of an archive is known again by its fingerprint.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from mjlog.errors import MjlogError
from mjlog.formats import xmj
from mjlog.formats.sources import Source
from mjlog_cli.audit.audit_request import AuditRequest
from mjlog_cli.audit.audited import Audited, ReportLimits
from mjlog_cli.audit.games import audit_unit
from mjlog_cli.audit.journal import Journal

Piece = tuple[Source, str | None]
"""A piece of work, and its key; None for what cannot be known again: a pipe, or what cannot be opened."""


def pieces_of(unit: Source) -> list[Piece]:
    """The pieces of a unit: a file, a folder's hand histories, each game of a database by itself."""
    if unit.trouble is not None:
        return [(unit, None)]
    try:
        if unit.games:
            return _stored(unit)
        return [(unit, _folder_key(unit.path) if unit.is_folder else _file_key(unit.path))]
    except (OSError, MjlogError):
        return [(unit, None)]


def _stored(unit: Source) -> list[Piece]:
    """The head of a log stands for all of it."""
    from mjlog.store import open_readonly

    with open_readonly(unit.path) as store:
        heads = {game: store.head(game) for game in unit.games}
    return [
        (unit._replace(games=(game,)), _digest("game", unit.path, game, heads[game].seq, heads[game].id))
        for game in unit.games
    ]


def _file_key(path: str) -> str | None:
    marks = _marks(path)
    return None if marks is None else _digest("file", path, *marks)


def _marks(path: str) -> tuple[int, ...] | None:
    """Size and times of a file; None of what is none. The last change of its entry shows times that were put back."""
    about = os.stat(path)
    if not stat.S_ISREG(about.st_mode):
        return None
    return about.st_size, about.st_mtime_ns, about.st_ctime_ns, about.st_ino


def _folder_key(path: str) -> str | None:
    marks = list(_hands_in(path))
    return _digest("folder", path, *marks) if marks else None


def _hands_in(path: str) -> Iterator[object]:
    for name in sorted(os.listdir(path)):
        if name.endswith(xmj.SUFFIX):
            yield name
            yield _marks(str(Path(path) / name))


def _digest(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode("utf-8", "backslashreplace")).hexdigest()[:32]


if TYPE_CHECKING:
    from mjlog_cli.audit.worker_pool import Job, WorkerPool

MOST_WORKERS = 64
_AHEAD = 16
"""Batches for each process that wait, or whose results wait for those before them: a long log holds nobody up soon."""
_MOST_HELD = 32_000_000
"""Bytes of results that wait for those before them, after which no more is begun."""
_BATCH_PIECES, _BATCH_BYTES, _GAME_BYTES = 16, 200_000, 25_000
"""A batch is no larger than this, unless a single piece is."""
_SMALL = 2 * _BATCH_PIECES * _GAME_BYTES
"""Bytes of a piece that holds nobody up."""

Lacks = Callable[[list[Audited]], bool]


def all_cores() -> int:
    """How many processors there are for this program."""
    try:
        return min(len(os.sched_getaffinity(0)), MOST_WORKERS)
    except AttributeError:  # not every system tells
        return min(os.cpu_count() or 1, MOST_WORKERS)


def audit_all(
    units: Iterable[Source],
    wish: AuditRequest,
    workers: int = 1,
    journal: Journal | None = None,
    lacks: Lacks | None = None,
) -> Iterator[tuple[Source, list[Audited]]]:
    """What came of every piece, in order, whoever audits it; what the journal knows is not audited again.

    `lacks`: whether something is missing of what the journal knows, so that it is audited again all the same.

    Raises:
        MjlogError: the journal cannot be written, or no process can be begun.
    """
    known = _Known(journal, lacks)
    pieces = _pieces(units, journal)
    yield from (
        _alone(pieces, wish, known, ReportLimits.of(wish)) if workers == 1 else _shared(pieces, wish, workers, known)
    )


def _pieces(units: Iterable[Source], journal: Journal | None) -> Iterator[Piece]:
    for unit in units:
        if journal is None:
            yield unit, None
        else:
            yield from pieces_of(unit)


class _Known(NamedTuple):
    """What has been audited before, by the journal; nothing without one."""

    journal: Journal | None
    lacks: Lacks | None

    def has(self, key: str | None) -> bool:
        """Whether the journal knows what came of a piece."""
        return self.journal is not None and key is not None and key in self.journal

    def found(self, key: str | None) -> list[Audited] | None:
        """What came of a piece; None where it is to be audited."""
        if self.journal is None or key is None:
            return None
        found = self.journal.found(key)
        return None if found is None or (self.lacks is not None and self.lacks(found)) else found

    def note(self, key: str | None, found: list[Audited]) -> list[Audited]:
        """What came of a piece; trouble is tried again the next time."""
        if self.journal is not None and key is not None and all(one.trouble is None for one in found):
            self.journal.note(key, found)
        return found


def _alone(
    pieces: Iterable[Piece], wish: AuditRequest, known: _Known, room: ReportLimits
) -> Iterator[tuple[Source, list[Audited]]]:
    for unit, key in pieces:
        found = known.found(key)
        if found is not None:
            room.take(found)
        yield unit, found if found is not None else known.note(key, list(audit_unit(unit, wish, room)))


class _Batch(NamedTuple):
    """Pieces that go to a process together, what is known of each from the journal, and who audits the others."""

    pieces: list[Piece]
    known: list[bool]
    job: Job | None


def _shared(
    pieces: Iterator[Piece], wish: AuditRequest, workers: int, known: _Known
) -> Iterator[tuple[Source, list[Audited]]]:
    """The pieces shared by several processes. Only few are ahead of the one whose result is waited for."""
    from mjlog_cli.audit.worker_pool import WorkerPool

    ahead: deque[_Batch] = deque()
    first = list(islice(pieces, 1))
    with WorkerPool(wish, workers, ReportLimits.of(wish)) as crew:
        if first and bytes_of(first[0][0]) <= _SMALL:
            # What nearly all games need (rules, above all) is loaded by this, before processes begin as copies.
            yield from _alone(first, wish, known, crew.room)
            first = []
        for batch in _batches(chain(first, pieces)):
            # What the journal knows is read when its turn comes.
            is_known = [known.has(key) for _unit, key in batch]
            units = [unit for (unit, _key), is_there in zip(batch, is_known, strict=True) if not is_there]
            ahead.append(_Batch(batch, is_known, crew.begin(units) if units else None))
            while ahead and (len(ahead) >= workers * _AHEAD or crew.held > _MOST_HELD or _is_done(ahead[0])):
                yield from _results(ahead.popleft(), crew, known)
        while ahead:
            yield from _results(ahead.popleft(), crew, known)


def _is_done(batch: _Batch) -> bool:
    return batch.job is None or batch.job.is_done


def _batches(pieces: Iterator[Piece]) -> Iterator[list[Piece]]:
    """Small files together: to send a piece to a process takes as long as to audit a few hundred events."""
    batch: list[Piece] = []
    size = 0
    for piece in pieces:
        batch.append(piece)
        size += bytes_of(piece[0])
        if size >= _BATCH_BYTES or len(batch) >= _BATCH_PIECES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def bytes_of(unit: Source) -> int:
    """How large a piece is, about; a folder goes by itself."""
    if unit.games or unit.is_folder:
        return len(unit.games) * _GAME_BYTES or _BATCH_BYTES
    try:
        return os.path.getsize(unit.path)
    except OSError:
        return 0


def _results(batch: _Batch, crew: WorkerPool, known: _Known) -> Iterator[tuple[Source, list[Audited]]]:
    new = iter(crew.result(batch.job) if batch.job is not None else ())
    for (unit, key), is_known in zip(batch.pieces, batch.known, strict=True):
        found = known.found(key) if is_known else None
        if found is not None:
            crew.room.take(found)
            yield unit, found
        else:
            # What the journal knew, and cannot give back, is audited here.
            yield unit, known.note(key, list(audit_unit(unit, crew.wish)) if is_known else next(new))
