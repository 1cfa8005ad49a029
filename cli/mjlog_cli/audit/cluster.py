"""A Dask cluster as a crew: pieces go out to workers on any machine, what came of these comes back.

The scheduler gives a piece to another worker when one is lost, and after some such losses gives up. Then its pieces
go out once more, one by one, with nothing else at work beside them: over which a worker is lost even so is told. A
scheduler that goes away is waited for, and everything that has not come back goes out again.
"""

from __future__ import annotations

import logging
import os
import pickle
import re
import threading
import time
from concurrent.futures import CancelledError
from contextlib import chdir, nullcontext, suppress
from types import TracebackType
from typing import Any, NamedTuple, Self

from mjlog import __version__
from mjlog.errors import MjlogError
from mjlog.text import shown
from mjlog_cli.audit.audited import ReportLimits
from mjlog_cli.audit.crew import Job, P, Packed, R, worked_off
from mjlog_cli.console import tell

PATIENCE = 60.0
"""Seconds that a scheduler which went away is waited for."""
_FIRST_PATIENCE = 10.0
"""Seconds that a scheduler is waited for at the beginning."""
_LOOK_AGAIN = 2.0
"""Seconds after which it is looked again how many workers there are."""
_TO_BRING = 10.0
"""Seconds that it may take to bring what has come of a job, before it is looked where that is."""
_LOCAL = re.compile(r"local(?:\[(\d+)\])?")
_MOST_LOCAL = 64
_HOW = "was lost each time (killed, or out of memory)"
_ONE_AT_A_TIME = threading.Lock()
_A_MOMENT = 0.02


def local_size(address: str) -> int | None:
    """How many workers of its own a cluster begins with; None of one that is there already.

    >>> local_size("local[3]"), local_size("tcp://10.0.0.1:8786")
    (3, None)
    """
    found = _LOCAL.fullmatch(address)
    return None if found is None else int(found[1] or 1)


class _Sent(NamedTuple):
    """A job at the scheduler; no `future`: it could not be sent. `workers`: to whom alone it may be given."""

    future: Any
    workers: list[str] | None

    @property
    def is_at_work(self) -> bool:
        """Whether somebody is at it, or will be."""
        return self.future is not None and not self.future.done()

    def found(self) -> Any:
        """What has come of it.

        Raises:
            TimeoutError: nothing yet.
        """
        if self.future is None:
            time.sleep(_A_MOMENT)
            raise TimeoutError
        # What was there a moment ago can be lost with its worker; nobody does it again if that one alone was to do it.
        return self.future.result(timeout=_LOOK_AGAIN if self.is_at_work else _TO_BRING)


class Cluster:
    """The workers of a Dask cluster: at an address, or begun on this machine (`local[N]`). To be used in a `with`.

    Raises:
        MjlogError: Dask is not installed; nobody answers there; no worker has this version of the program.
    """

    are_copies = False
    held = 0

    def __init__(self, address: str) -> None:
        try:
            import distributed
        except ImportError:
            words = "a cluster needs Dask, which is not installed with the program alone: pip install 'mjlog[cluster]'"
            raise MjlogError(words) from None
        for name in ("distributed", "distributed.client", "tornado"):
            # What happens to workers is told here, or is nothing to tell.
            logging.getLogger(name).setLevel(logging.CRITICAL)
        # It is typed only in part.
        self._dask: Any = distributed
        self._address = address
        self._client: Any = None
        self._own: Any = None
        self._sent: dict[Job[Any, Any], _Sent] = {}
        self._refused: set[str] = set()
        self._workers: list[str] = []
        self._looked = 0.0
        self._said_nobody = False

    def __enter__(self) -> Self:
        try:
            self._begin_own()
            self._connect(_FIRST_PATIENCE)
            self._refuse_others()
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    @property
    def size(self) -> int:
        """How many workers there are at this moment; at least one, for it may be on its way."""
        return max(1, len(self._present()))

    def begin(self, packed: Packed[P, R], pieces: list[P], room: ReportLimits) -> Job[P, R]:
        """Hand these pieces to the scheduler."""
        job = Job(packed, pieces, room)
        job.go_out()
        self._send(job)
        return job

    def is_done(self, job: Job[P, R]) -> bool:
        """Whether all of it is done, wherever it lies."""
        sent = self._sent[job]
        return job.is_done or (sent.future is not None and not sent.is_at_work)

    def result(self, job: Job[P, R]) -> list[R]:
        """What came of each piece, when all of them are done.

        Raises:
            MjlogError: the scheduler is gone for good; workers cannot do it.
        """
        while not job.is_done:
            self._take_in(job)
        del self._sent[job]
        return job.found

    # -- going out, coming back --------------------------------------------------------------------------------------

    def _send(self, job: Job[Any, Any]) -> None:
        data = pickle.dumps((job.packed.data, job.left(), job.room))
        future, workers = None, self._not_refused()
        if workers != []:
            # Where the scheduler has just gone it is sent again later.
            with suppress(OSError, RuntimeError, self._dask.client.ClosedClientError):
                future = self._client.submit(at_worker, __version__, os.getcwd(), data, workers=workers, pure=False)
        self._sent[job] = _Sent(future, workers)

    def _take_in(self, job: Job[Any, Any]) -> None:
        """What has come back of a job, or what there is to do instead."""
        sent = self._sent[job]
        try:
            found = sent.found()
        except self._dask.TimeoutError:
            self._look_after(job)
        except self._dask.KilledWorker:
            self._send_alone(job)
        except (CancelledError, OSError):
            self._connect_again()
        except Exception as error:
            raise MjlogError(f"{self._address}: a worker cannot do it: {_in_words(error)}") from error
        else:
            self._keep(job, found)

    def _look_after(self, job: Job[Any, Any]) -> None:
        """Nothing has come for a while: whoever was to do it may be gone."""
        self._tell_if_nobody_works()
        sent = self._sent[job]
        if self._client.status == "closed":
            self._connect_again()
        elif sent.future is None or (sent.workers is not None and not set(sent.workers) & set(self._present())):
            self._send(job)

    def _keep(self, job: Job[Any, Any], found: bytes | tuple[str, str]) -> None:
        if isinstance(found, bytes):
            job.found += pickle.loads(found)
        else:
            self._refuse(*found)
        if not job.is_done:
            self._send(job)

    def _send_alone(self, job: Job[Any, Any]) -> None:
        """Workers were lost over these pieces, or over what was at work beside them."""
        job.lose(_HOW)
        if not job.is_done:
            self._settle()
            self._send(job)

    def _settle(self) -> None:
        """Wait until nothing is at work: whatever is sent now is alone."""
        while any(sent.is_at_work for sent in self._sent.values()):
            self._tell_if_nobody_works()
            time.sleep(_A_MOMENT)

    # -- the scheduler and its workers ------------------------------------------------------------------------------

    def _begin_own(self) -> None:
        size = local_size(self._address)
        if size is None:
            return
        if not 1 <= size <= _MOST_LOCAL:
            raise MjlogError(f"--cluster {self._address}: expected a number of workers from 1 to {_MOST_LOCAL}")
        import dask

        # Who is lost over a piece is lost over it: it is tried again alone.
        dask.config.set({"distributed.scheduler.allowed-failures": 0})
        self._own = self._dask.LocalCluster(
            n_workers=size, threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0",
            silence_logs=logging.CRITICAL,
        )  # fmt: skip

    def _connect(self, patience: float) -> None:
        where = self._own if self._own is not None else self._address
        until = time.monotonic() + patience
        while True:
            left = max(1.0, until - time.monotonic())
            try:
                self._client = self._dask.Client(where, timeout=left, set_as_default=False)
                return
            except (OSError, ValueError, TypeError) as error:
                # `TimeoutError` is one of these.
                if time.monotonic() > until or not isinstance(error, OSError):
                    words = f"{shown(self._address)}: no Dask scheduler answers there"
                    raise MjlogError(f"{words}: {_in_words(error)}") from error
                time.sleep(0.1)

    def _connect_again(self) -> None:
        """The scheduler is gone. As soon as there is one, all that has not come back goes out again."""
        self._end_client()
        self._connect(PATIENCE)
        self._looked = 0.0
        for job in self._sent:
            self._send(job)

    def _present(self) -> list[str]:
        """The addresses of the workers; asked for again from time to time."""
        now = time.monotonic()
        if now - self._looked > _LOOK_AGAIN and self._client is not None:
            self._looked, self._workers = now, []
            with suppress(OSError, CancelledError, RuntimeError, self._dask.client.ClosedClientError):
                self._workers = list(self._client.nthreads())
        return self._workers

    def _not_refused(self) -> list[str] | None:
        """The workers that may get something to do; None for all, also those to come."""
        return [one for one in self._present() if one not in self._refused] if self._refused else None

    def _tell_if_nobody_works(self) -> None:
        if not self._present() and not self._said_nobody:
            self._said_nobody = True
            tell(f"{self._address}: the cluster has no worker; waiting for one")

    def _refuse_others(self) -> None:
        """Workers with another version of the program get nothing to do.

        Raises:
            MjlogError: there is none with this one.
        """
        answers = self._client.run(version_here, on_error="return")
        for worker, version in answers.items():
            if version != __version__:
                self._refuse(worker, str(version) if isinstance(version, str) else "")
        if answers and len(self._refused) == len(answers):
            raise MjlogError(f"{self._address}: no worker has this version of mjlog ({__version__})")

    def _refuse(self, worker: str, version: str) -> None:
        if worker not in self._refused:
            self._refused.add(worker)
            has = f"mjlog {shown(version, 40)}" if version else "no mjlog that can be asked"
            tell(f"{worker}: this worker has {has}, and this is {__version__}: it gets nothing to do")
        self._looked = 0.0

    # -- the end ----------------------------------------------------------------------------------------------------

    def _end(self) -> None:
        self._sent.clear()
        self._end_client()
        if self._own is not None:
            with suppress(Exception):
                self._own.close(timeout=5)
            self._own = None

    def _end_client(self) -> None:
        if self._client is not None:
            with suppress(Exception):
                self._client.close(timeout=1)
            self._client = None


def _in_words(error: BaseException) -> str:
    return shown(f"{type(error).__name__}: {error}" if str(error) else type(error).__name__, 300)


# -- at a worker ----------------------------------------------------------------------------------------------------


def version_here() -> str:
    """The version of the program that a worker has."""
    return __version__


def at_worker(version: str, folder: str, data: bytes) -> bytes | tuple[str, str]:
    """What a worker does: its pieces, whose results come back packed; with another version nothing, and says so.

    `folder`: where paths that are not absolute begin. A worker may have a thread for each processor, but does one piece
    at a time: Python would not go through two any faster, and they would begin in the same folder.
    """
    if version != __version__:
        from distributed import get_worker

        return get_worker().address, __version__
    with _ONE_AT_A_TIME, chdir(folder) if os.path.isdir(folder) else nullcontext():
        return pickle.dumps(worked_off(*pickle.loads(data)))


__all__ = ["Cluster", "at_worker", "local_size", "version_here"]
