"""Who audits what: one process or several, with or without a journal, the same output in the same order."""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from typing import NamedTuple

from mjlog_cli.audit.journal import Journal
from mjlog_cli.audit.pieces import Piece, pieces_of
from mjlog_cli.auditing import Audited, Wish, audit_unit
from mjlog_cli.units import Unit

MOST_WORKERS = 64
_AHEAD = 4
"""Batches for each process that wait, or whose results wait for those before them."""
_BATCH_PIECES, _BATCH_BYTES, _GAME_BYTES = 16, 200_000, 25_000
"""A batch is no larger than this, unless a single piece is."""
STOPPED = "one of the audit's processes was stopped from outside; try fewer workers"

_wish = Wish()
"""What a process of its own is asked for."""


def all_cores() -> int:
    """How many processors there are for this program."""
    try:
        return min(len(os.sched_getaffinity(0)), MOST_WORKERS)
    except AttributeError:  # not every system tells
        return min(os.cpu_count() or 1, MOST_WORKERS)


def audit_all(
    units: Iterable[Unit], wish: Wish, workers: int = 1, journal: Journal | None = None
) -> Iterator[tuple[Unit, list[Audited]]]:
    """What came of every piece, in order, whoever audits it; what the journal knows is not audited again."""
    pieces = _pieces(units, journal)
    if workers == 1:
        for unit, key in pieces:
            kept = _kept(key, journal)
            yield unit, kept if kept is not None else _noted(key, list(audit_unit(unit, wish)), journal)
        return
    yield from _shared(pieces, wish, workers, journal)


def _pieces(units: Iterable[Unit], journal: Journal | None) -> Iterator[Piece]:
    for unit in units:
        if journal is None:
            yield unit, None
        else:
            yield from pieces_of(unit)


def _kept(key: str | None, journal: Journal | None) -> list[Audited] | None:
    return journal.found(key) if journal is not None and key is not None else None


def _noted(key: str | None, found: list[Audited], journal: Journal | None) -> list[Audited]:
    """What came of a piece; trouble is tried again the next time."""
    if journal is not None and key is not None and all(one.trouble is None for one in found):
        journal.note(key, found)
    return found


class _Batch(NamedTuple):
    """Pieces that go to a process together, what is known of each from the journal, and what comes of the others."""

    pieces: list[Piece]
    known: list[bool]
    future: Future[list[list[Audited]]] | None


def _shared(
    pieces: Iterator[Piece], wish: Wish, workers: int, journal: Journal | None
) -> Iterator[tuple[Unit, list[Audited]]]:
    """The pieces shared by several processes. Only few are ahead of the one whose result is waited for."""
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_begin, initargs=(wish,))
    ahead: deque[_Batch] = deque()
    try:
        for batch in _batches(pieces):
            # What the journal knows is read when its turn comes.
            known = [key is not None and journal is not None and key in journal for _unit, key in batch]
            units = [unit for (unit, _key), is_known in zip(batch, known, strict=True) if not is_known]
            ahead.append(_Batch(batch, known, pool.submit(_audited_units, units) if units else None))
            if len(ahead) >= workers * _AHEAD:
                yield from _results(ahead.popleft(), wish, journal)
        while ahead:
            yield from _results(ahead.popleft(), wish, journal)
    except BrokenProcessPool:
        yield Unit(""), [Audited(trouble=STOPPED)]
    finally:
        pool.shutdown(cancel_futures=True)


def _batches(pieces: Iterator[Piece]) -> Iterator[list[Piece]]:
    """Small files together: to send a piece to a process takes as long as to audit a few hundred events."""
    batch: list[Piece] = []
    size = 0
    for piece in pieces:
        batch.append(piece)
        size += _bytes_of(piece[0])
        if size >= _BATCH_BYTES or len(batch) >= _BATCH_PIECES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _bytes_of(unit: Unit) -> int:
    """How large a piece is, about; a folder goes by itself."""
    if unit.games or unit.is_folder:
        return len(unit.games) * _GAME_BYTES or _BATCH_BYTES
    try:
        return os.path.getsize(unit.path)
    except OSError:
        return 0


def _results(batch: _Batch, wish: Wish, journal: Journal | None) -> Iterator[tuple[Unit, list[Audited]]]:
    new = iter(batch.future.result() if batch.future is not None else ())
    for (unit, key), is_known in zip(batch.pieces, batch.known, strict=True):
        if not is_known:
            yield unit, _noted(key, next(new), journal)
            continue
        kept = _kept(key, journal)
        yield unit, kept if kept is not None else _noted(key, list(audit_unit(unit, wish)), journal)


def _begin(wish: Wish) -> None:
    global _wish
    # Ctrl-C reaches all processes of a terminal: the parent ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _wish = wish


def _end_with_parent() -> None:
    """Whoever is killed ends nobody: without a parent the processes would wait for work for ever."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _audited_units(units: list[Unit]) -> list[list[Audited]]:
    return [list(audit_unit(unit, _wish)) for unit in units]
