"""Who works off the pieces of an archive: this process alone, processes beside it, or a cluster of machines.

What is done with a piece is a `Work`, which goes out to the workers of an executor; `in_order` hands the pieces out and
gives back what came of each in their order, with only so much ahead of the one that is waited for. A worker that is
lost is replaced; the pieces that were waited for are tried again one by one, and whatever a worker is lost over even
then is told.
"""

from __future__ import annotations

import logging
import os
import pickle
import re
import shutil
import sys
import tempfile
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, wait
from contextlib import chdir, contextmanager, nullcontext, suppress
from functools import lru_cache
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeVar

import click

from mjlog import __version__
from mjlog.errors import MjlogError, reason
from mjlog.formats import remote
from mjlog.sources import Piece
from mjlog.text import quoted, shown
from mjlog.urls import holds_a_game, is_url
from mjlog_cli.audit.audit_request import ReportLimits
from mjlog_cli.console import tell
from mjlog_cli.stopping import answer_signals, how_ended, signals_held

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing.process import BaseProcess

P = TypeVar("P")
R = TypeVar("R")
_P_in = TypeVar("_P_in", contravariant=True)
_R_out = TypeVar("_R_out", covariant=True)
_F = TypeVar("_F", bound=Callable[..., Any])

BATCH_PIECES, BATCH_BYTES = 16, 200_000
"""Small pieces go to a worker together; such a batch is no larger, unless a single piece is."""
_GAME_BYTES = 25_000
AHEAD = 16
"""Batches for each worker that wait, or whose results wait for those before them: a long log holds nobody up soon."""
MOST_WORKERS = 64
_MOST_LOST = 8
"""Workers lost one after the other, without anything done between, after which no other one is begun."""
_SMALL = 4 * BATCH_BYTES
"""Bytes of a piece that holds nobody up."""
_PATIENCE = 10.0
"""Seconds that a scheduler is waited for."""
_LOOK_AGAIN = 2.0
"""Seconds after which it is looked again whether whoever alone is to do something is still there."""
_LOST = "was lost each time (killed, or out of memory)"
_LOCAL = re.compile(r"local(?:\[(\d+)\])?")


class Work(Protocol[_P_in, _R_out]):
    """What is done with each piece. It can be pickled."""

    def __call__(self, piece: _P_in, /, room: ReportLimits) -> _R_out:
        """What comes of a piece. `room`: how many findings may still be told as stories."""

    def lost(self, piece: _P_in, /, how: str) -> _R_out:
        """What is said of a piece over which one worker after the other was lost. `how`: what befell the last."""


class WorkerLostError(Exception):
    """Whoever was at it is gone; says how."""


class Crew:
    """Whoever does the work: this process alone, at once, or those below. To be used in a `with`, which ends them.

    `are_copies`: whether the workers begin as copies of this process, with whatever it has loaded.
    """

    are_copies = False

    @property
    def size(self) -> int:
        """How many work beside this process."""
        return 0

    def submit(self, data: bytes, pieces: list[Any], room: ReportLimits, is_alone: bool = False) -> Future[Any]:
        """Let the packed work be done on these pieces as soon as somebody is free. `is_alone`: nothing else is at work.

        Raises:
            MjlogError: there is nobody to work.
        """
        future: Future[Any] = Future()
        future.set_result(worked_off(data, pieces, room))
        return future

    def result(self, future: Future[Any]) -> list[Any]:
        """What came of each piece.

        Raises:
            WorkerLostError: the worker is gone, or another one that took it along.
            MjlogError: there is nobody left to work.
        """
        results: list[Any] = future.result()
        return results

    def wait_for(self, future: Future[Any]) -> None:
        """Waits until nobody works on it any more, whatever came of it."""
        wait([future])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None: ...


# -- in order -------------------------------------------------------------------------------------------------------


def in_order(
    pieces: Iterable[P],
    work: Work[P, R],
    crew: Crew,
    room: ReportLimits,
    size_of: Callable[[P], int],
    ahead: int = AHEAD,
) -> Iterator[tuple[P, R]]:
    """What came of every piece, in their order. `ahead`: batches for each worker that are begun before their turn.

    Raises:
        MjlogError: there is nobody left to work.
    """
    pieces = iter(pieces)
    if crew.are_copies:
        # What nearly all games need (rules, above all) is loaded by the first of them, if it is a small one.
        for piece in (first := list(islice(pieces, 1))):
            if size_of(piece) <= _SMALL:
                yield piece, work(piece, room.copy())
                first = []
        pieces = chain(first, pieces)
    data, waiting = pickle.dumps(work), deque[tuple[list[P], Future[list[R]]]]()
    for batch in _batches(pieces, size_of):
        waiting.append((batch, crew.submit(data, batch, room.copy())))
        while waiting and (len(waiting) >= crew.size * ahead or waiting[0][1].done()):
            yield from _results(waiting, work, data, crew, room)
    while waiting:
        yield from _results(waiting, work, data, crew, room)


def bytes_of(piece: Piece) -> int:
    """How large a piece is, about; a folder goes by itself."""
    if piece.games or piece.is_folder or piece.hands:
        return len(piece.games) * _GAME_BYTES or BATCH_BYTES
    try:
        if holds_a_game(piece.path):
            return len(piece.path)
        return remote.size_of(piece.path) if is_url(piece.path) else os.path.getsize(piece.path)
    except (OSError, MjlogError):
        return 0


def _batches(pieces: Iterable[P], size_of: Callable[[P], int]) -> Iterator[list[P]]:
    """Small ones together: to send a piece to a worker takes as long as to audit a few hundred events."""
    batch: list[P] = []
    size = 0
    for piece in pieces:
        batch.append(piece)
        size += size_of(piece)
        if size >= BATCH_BYTES or len(batch) >= BATCH_PIECES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _results(
    waiting: deque[tuple[list[P], Future[list[R]]]], work: Work[P, R], data: bytes, crew: Crew, room: ReportLimits
) -> Iterator[tuple[P, R]]:
    """What came of the batch that waits longest."""
    batch, future = waiting.popleft()
    try:
        yield from zip(batch, crew.result(future), strict=True)
        return
    except WorkerLostError:
        # Nothing else shall be at work while these are tried.
        for _batch, other in waiting:
            crew.wait_for(other)
    yield from zip(batch, _one_by_one(batch, work, data, crew, room), strict=True)
    for at, (later, sent) in enumerate(waiting):
        if sent.cancelled() or sent.exception() is not None:
            waiting[at] = (later, crew.submit(data, later, room.copy()))


def _one_by_one(batch: list[P], work: Work[P, R], data: bytes, crew: Crew, room: ReportLimits) -> Iterator[R]:
    lost = 0
    for piece in batch:
        try:
            (results,) = crew.result(crew.submit(data, [piece], room.copy(), is_alone=True))
        except WorkerLostError as error:
            lost += 1
            if lost > _MOST_LOST:
                words = f"one process after the other {error}, before it could do anything; try fewer workers"
                raise MjlogError(words) from None
            results = work.lost(piece, str(error))
        else:
            lost = 0
        yield results


@lru_cache(maxsize=4)
def _unpacked(data: bytes) -> Work[Any, Any]:
    work: Work[Any, Any] = pickle.loads(data)
    return work


def worked_off(data: bytes, pieces: Iterable[Any], room: ReportLimits) -> list[Any]:
    """What a worker does: the packed work, on each of these pieces."""
    work = _unpacked(data)
    return [work(piece, room) for piece in pieces]


# -- processes of this machine --------------------------------------------------------------------------------------


class Processes(Crew):
    """So many processes beside this one.

    What came of the pieces lies in a file, and a process tells no more than where: whoever is killed in the middle of
    a long message leaves half of it, for whose end the executor would wait for ever.
    """

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self.are_copies = can_be_copied()
        self._pool: ProcessPoolExecutor | None = None
        self._begun: list[BaseProcess] = []
        self._is_alone = False
        self._folder = ""

    @property
    def size(self) -> int:
        """So many."""
        return self._workers

    def __enter__(self) -> Self:
        with _kept_in(tempfile.gettempdir()):
            self._folder = tempfile.mkdtemp(prefix="mjlog-")
        return self

    def submit(self, data: bytes, pieces: list[Any], room: ReportLimits, is_alone: bool = False) -> Future[Any]:
        if self._pool is None or is_alone != self._is_alone:
            from concurrent.futures import ProcessPoolExecutor  # where processes are begun: it takes long to load

            self._end()
            # Of a process that works alone it is known how it ended.
            context: Any = _Noting("fork" if can_be_copied() else "spawn", self._begun)
            self._pool = ProcessPoolExecutor(1 if is_alone else self._workers, context, _begin_work, (self._folder,))
            self._is_alone = is_alone
        try:
            with signals_held():
                future = self._pool.submit(_put_away, self._folder, data, pieces, room)
        except OSError as error:
            raise MjlogError(f"cannot begin a process: {reason(error)}; --workers 1 needs none") from error
        except BrokenExecutor as error:
            # It has broken meanwhile: that is found when the turn of this comes.
            future = Future()
            future.set_exception(error)
        return future

    def result(self, future: Future[Any]) -> list[Any]:
        try:
            path = Path(future.result())
        except BrokenExecutor:
            begun = self._begun
            self._end()
            raise WorkerLostError(how_ended(begun[-1].exitcode if begun else None)) from None
        with _kept_in(self._folder):
            results: list[Any] = pickle.loads(path.read_bytes())
            path.unlink()
        return results

    def __exit__(self, *_error: object) -> None:
        # They have nothing to put away, and whoever stops the audit does not wait for the log they are at.
        for process in self._begun:
            if process.ident is not None:  # it could be begun
                process.kill()
        self._end()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _end(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
        self._pool, self._begun = None, []


class _Noting:
    """A way to begin processes that notes each of them: one that has ended is in no list any more."""

    def __init__(self, way: str, begun: list[BaseProcess]) -> None:
        import multiprocessing

        self._context: Any = multiprocessing.get_context(way)
        self._begun = begun

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)

    def Process(self, *args: Any, **named: Any) -> BaseProcess:  # noqa: N802 - so contexts call it
        """One more."""
        process: BaseProcess = self._context.Process(*args, **named)
        self._begun.append(process)
        return process


def can_be_copied() -> bool:
    """Whether processes can begin as copies of this one, which have everything loaded already: not beside threads."""
    return sys.platform == "linux" and threading.active_count() == 1


def _put_away(folder: str, data: bytes, pieces: list[Any], room: ReportLimits) -> str:
    """Work of a process: writes what came of the pieces into a new file, and returns its path."""
    packed = pickle.dumps(worked_off(data, pieces, room))
    with _kept_in(folder), tempfile.NamedTemporaryFile(dir=folder, delete=False) as file:
        file.write(packed)
    return file.name


@contextmanager
def _kept_in(folder: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        words = f"{folder}: what the processes hand over cannot be kept there: {reason(error)}"
        raise MjlogError(f"{words}; --workers 1 needs none, $TMPDIR names another folder") from error


def _begin_work(folder: str) -> None:
    answer_signals()
    threading.Thread(target=_end_with_parent, args=(folder,), daemon=True).start()


def _end_with_parent(folder: str) -> None:
    """Whoever is killed ends nobody: without a parent the processes would wait for work for ever."""
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(1)


# -- a cluster ------------------------------------------------------------------------------------------------------


class Cluster(Crew):
    """The workers of a Dask cluster: at an address, or begun on this machine (`local[N]`).

    The scheduler gives a piece to another worker when one is lost, and after some such losses gives up.

    Raises:
        MjlogError: Dask is not installed; nobody answers there; no worker has this version of the program.
    """

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
        self._own: Any = None
        self._client: Any = None
        self._executor: Executor
        self._refused: set[str] = set()
        self._given: dict[Future[list[Any]], list[str]] = {}

    @property
    def size(self) -> int:
        """How many workers there are at this moment; at least one, for it may be on its way."""
        return max(1, len(self._asked(self._client.nthreads)))

    def submit(self, data: bytes, pieces: list[Any], room: ReportLimits, is_alone: bool = False) -> Future[list[Any]]:
        sent = pickle.dumps((data, pieces, room))
        only = {"workers": self._those_to_ask()} if self._refused else {}
        future: Future[list[Any]] = self._asked(
            lambda: self._executor.submit(at_worker, __version__, os.getcwd(), sent, **only)
        )
        if only:
            self._given[future] = only["workers"]
        return future

    def result(self, future: Future[list[Any]]) -> list[Any]:
        try:
            self.wait_for(future)
            if future.cancelled():
                raise WorkerLostError(_LOST)
            return self._asked(future.result)
        except self._dask.KilledWorker:
            raise WorkerLostError(_LOST) from None
        except (ValueError, TypeError, AttributeError) as error:
            # Dask's executor stumbles so over what was found, and lost with its worker before it was brought.
            raise WorkerLostError(f"failed with {_in_words(error)}") from None

    def wait_for(self, future: Future[list[Any]]) -> None:
        """It is cancelled where whoever alone was to do it is gone."""
        given = self._given.pop(future, None)
        while given and not wait([future], _LOOK_AGAIN).done:
            if not set(given) & set(self._those_to_ask()):
                future.cancel()
                return
        wait([future])

    def __enter__(self) -> Self:
        try:
            self._begin_own()
            try:
                where = self._own if self._own is not None else self._address
                self._client = self._dask.Client(where, timeout=_PATIENCE, set_as_default=False)
            except (OSError, ValueError, TypeError) as error:
                words = f"{shown(self._address)}: no Dask scheduler answers there"
                raise MjlogError(f"{words}: {_in_words(error)}") from error
            self._refuse_other_versions()
            self._executor = self._client.get_executor(pure=False)
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(self, *_error: object) -> None:
        for client, patience in ((self._client, 1), (self._own, 5)):
            if client is not None:
                with suppress(Exception):
                    client.close(timeout=patience)

    def _asked(self, ask: Callable[[], R]) -> R:
        try:
            return ask()
        except (CancelledError, OSError, self._dask.client.ClosedClientError) as error:
            raise MjlogError(f"{shown(self._address)}: the scheduler is gone: {_in_words(error)}") from error

    def _begin_own(self) -> None:
        """A cluster of its own, where that is asked for."""
        match = _LOCAL.fullmatch(self._address)
        if match is None:
            return
        size = int(match[1] or 1)
        if not 1 <= size <= MOST_WORKERS:
            raise MjlogError(f"--cluster {self._address}: expected a number of workers from 1 to {MOST_WORKERS}")
        import dask

        # Who is lost over a piece is lost over it: it is tried again alone.
        dask.config.set({"distributed.scheduler.allowed-failures": 0})
        self._own = self._dask.LocalCluster(
            n_workers=size, threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0",
            silence_logs=logging.CRITICAL,
        )  # fmt: skip

    def _those_to_ask(self) -> list[str]:
        return [worker for worker in self._asked(self._client.nthreads) if worker not in self._refused]

    def _refuse_other_versions(self) -> None:
        """Workers with another version of the program get nothing to do; those that come later are not asked.

        Raises:
            MjlogError: there is none with this one.
        """
        if not self._asked(self._client.nthreads):
            tell(f"{self._address}: the cluster has no worker; waiting for one")
        versions = self._asked(lambda: self._client.run(version_here, on_error="return"))
        others = {worker: version for worker, version in versions.items() if version != __version__}
        for worker, version in others.items():
            has = f"mjlog {shown(version, 40)}" if isinstance(version, str) else "no mjlog that can be asked"
            tell(f"{worker}: this worker has {has}, and this is {__version__}: it gets nothing to do")
        if others and len(others) == len(versions):
            raise MjlogError(f"{self._address}: no worker has this version of mjlog ({__version__})")
        self._refused = set(others)


def _in_words(error: BaseException) -> str:
    return shown(f"{type(error).__name__}: {error}" if str(error) else type(error).__name__, 300)


_ONE_AT_A_TIME = threading.Lock()


def version_here() -> str:
    """The version of the program that a worker has."""
    return __version__


def at_worker(version: str, folder: str, data: bytes) -> list[Any]:
    """What a worker of a cluster does: its pieces.

    `folder`: where paths that are not absolute begin. A worker may have a thread for each processor, but does one piece
    at a time: Python would not go through two any faster, and they would begin in the same folder.

    Raises:
        MjlogError: it has another version of the program.
    """
    if version != __version__:
        raise MjlogError(f"a worker has mjlog {__version__}, and {version} is asked")
    with _ONE_AT_A_TIME, chdir(folder) if os.path.isdir(folder) else nullcontext():
        return worked_off(*pickle.loads(data))


# -- which ----------------------------------------------------------------------------------------------------------


def all_cores() -> int:
    """How many processors there are for this program."""
    try:
        return min(len(os.sched_getaffinity(0)), MOST_WORKERS)
    except AttributeError:  # not every system tells
        return min(os.cpu_count() or 1, MOST_WORKERS)


def crew_of(workers: int, cluster: str | None = None) -> Crew:
    """Who works: this process, `workers` processes beside it, or a cluster."""
    if cluster is None:
        return Crew() if workers == 1 else Processes(workers)
    if workers != 1:
        raise click.UsageError("--workers and --cluster: which of the two?")
    return Cluster(cluster)


class WorkersType(click.ParamType[int]):
    """How many processes: a number, or `auto`."""

    name = "workers"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if value == "auto":
            return all_cores()
        try:
            number = int(value)
        except ValueError:
            number = 0
        if not 1 <= number <= MOST_WORKERS:
            self.fail(f"{quoted(str(value))}: expected a number from 1 to {MOST_WORKERS}, or auto", param, ctx)
        return number


def workers_options(function: _F) -> _F:
    """`--workers` and `--cluster`; `crew_of` makes a crew of what is given."""
    workers = click.option("--workers", type=WorkersType(), metavar="N|auto", default=1, show_default=True,
                           help="How many processes share the work; auto: one for each processor.")  # fmt: skip
    cluster = click.option("--cluster", metavar="ADDRESS|local[N]",
                           help="Share the work on a Dask cluster: the address of its scheduler, or one that begins "
                           "here with N workers.")  # fmt: skip
    return workers(cluster(function))
