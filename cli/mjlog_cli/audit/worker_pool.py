"""Processes that work beside this one: pieces go out to them, what came of these comes back.

Each opens the files and databases of its pieces itself, and sends back what can be written. One that is lost (killed,
or out of memory) is replaced, and its pieces are done again, one by one; whatever a process is lost over once more
is told as trouble.
"""

from __future__ import annotations

import os
import pickle
import sys
import threading
from collections import deque
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import Any, Self

from mjlog.errors import MjlogError
from mjlog.formats.lines import reason
from mjlog_cli.audit.audited import ReportLimits
from mjlog_cli.audit.crew import Job, P, Packed, R, worked_off
from mjlog_cli.stopping import answer_signals, how_ended, signals_held

_MOST_LOST = 8
"""Processes lost one after the other, without anything done between, after which no other one is begun."""


@dataclass(eq=False)
class _Worker:
    process: BaseProcess
    pipe: Connection
    job: Job[Any, Any] | None = None


class WorkerPool:
    """A crew of so many processes at most, begun as there is work for them. To be used in a `with`, which ends all."""

    def __init__(self, workers: int) -> None:
        self.size, self.held = workers, 0
        self.are_copies = _can_be_copied()
        self._context = get_context("fork") if self.are_copies else get_context("spawn")
        self._most = workers
        self._workers: list[_Worker] = []
        self._waiting: deque[Job[Any, Any]] = deque()
        self._lost = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for worker in self._workers:
            # They have nothing to put away, and whoever stops the audit does not wait for the log they are at.
            worker.process.kill()
        for worker in self._workers:
            worker.process.join()
            worker.pipe.close()

    def begin(self, packed: Packed[P, R], pieces: list[P], room: ReportLimits) -> Job[P, R]:
        """Let these pieces be worked off as soon as a process is free; what has come by now is taken in."""
        job = Job(packed, pieces, room)
        self._waiting.append(job)
        self._hand_out()
        self._take_in(0)
        return job

    def is_done(self, job: Job[P, R]) -> bool:
        """Whether all of it has come."""
        return job.is_done

    def result(self, job: Job[P, R]) -> list[R]:
        """What came of each piece, when all of them are done.

        Raises:
            MjlogError: no process can be begun, or all of them are lost.
        """
        while not job.is_done:
            self._take_in(None)
        self.held -= job.size
        return job.found

    # -- going out -----------------------------------------------------------------------------------------------

    def _hand_out(self) -> None:
        """Whoever is free gets the next job; in their order, for the first findings are those that are told."""
        while self._waiting:
            worker = next((one for one in self._workers if one.job is None), None) or self._another()
            if worker is None:
                return
            job = worker.job = self._waiting.popleft()
            job.go_out()
            try:
                worker.pipe.send((job.packed.data, job.left(), job.room))
            except OSError:
                self._bury(worker)

    def _another(self) -> _Worker | None:
        if len(self._workers) >= self._most:
            return None
        try:
            with signals_held():
                ours, theirs = self._context.Pipe()
                process = self._context.Process(target=_work, args=(theirs,), daemon=True)
                process.start()
        except OSError as error:
            if not self._workers:
                words = f"cannot begin a process: {reason(error)}; --workers 1 needs none"
                raise MjlogError(words) from error
            # Then there are as many as the system allows.
            self._most = len(self._workers)
            return None
        theirs.close()
        self._workers.append(_Worker(process, ours))
        return self._workers[-1]

    # -- coming back ----------------------------------------------------------------------------------------------

    def _take_in(self, timeout: float | None) -> None:
        """Whatever has come back; without a `timeout` this waits for something."""
        busy = {worker.pipe: worker for worker in self._workers if worker.job is not None}
        for pipe in wait(list(busy), timeout):
            self._receive(busy[pipe])  # type: ignore[index]
        self._hand_out()

    def _receive(self, worker: _Worker) -> None:
        job = worker.job
        assert job is not None
        try:
            data = worker.pipe.recv_bytes()
        except (EOFError, OSError):
            self._bury(worker)
            return
        worker.job, self._lost = None, 0
        job.found += pickle.loads(data)
        job.size += len(data)
        self.held += len(data)
        if not job.is_done:
            self._waiting.appendleft(job)

    def _bury(self, worker: _Worker) -> None:
        """A process is lost."""
        worker.process.kill()
        worker.process.join()
        worker.pipe.close()
        self._workers.remove(worker)
        self._lost += 1
        how = how_ended(worker.process.exitcode)
        if self._lost > _MOST_LOST:
            raise MjlogError(f"one process after the other {how}, before it could do anything; try fewer workers")
        if worker.job is not None:
            worker.job.lose(how)
            if not worker.job.is_done:
                self._waiting.appendleft(worker.job)


def _can_be_copied() -> bool:
    """Whether processes can begin as copies of this one, which have everything loaded already: not beside threads."""
    return sys.platform == "linux" and threading.active_count() == 1


# -- in a process of its own ---------------------------------------------------------------------------------------


def _work(pipe: Connection) -> None:
    """What such a process does: one job after the other, until nobody sends any more."""
    answer_signals()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        while True:
            pipe.send(worked_off(*pipe.recv()))
    except (EOFError, OSError):
        # Nobody is there any more.
        return
    except Exception:
        if os.environ.get("MJLOG_DEBUG"):
            raise
        # The parent notices, and tells it.
        os._exit(1)


def _end_with_parent() -> None:
    """Whoever is killed ends nobody: without a parent the processes would wait for work for ever."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
