"""The lock of the writers: one at a time, in the order in which they came, and nobody waits for the dead."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from mjlog.errors import BusyError
from mjlog.store import open_store, place
from mjlog.store.place import FileSystem, WriterLock
from tests.store.conftest import note

FOREVER = 60.0
in_order = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nobody can know who came first")


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody goes out of turn, however slow this machine is."""
    monkeypatch.setattr(place, "_PATIENCE", 10**9)


def until(is_so: Callable[[], bool]) -> None:
    """Waits for something that happens soon."""
    end = time.monotonic() + FOREVER
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.001)


def is_waited_for(database: Path) -> bool:
    """Whether anybody stands in the queue of a database."""
    with open(f"{database}.lock", "rb+") as file:
        return not place._queue_at(file.fileno(), str(database)).is_first(time.monotonic_ns())


@contextmanager
def waiting(database: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Another program that waits to write."""
    program = "import sys; from pathlib import Path; from mjlog.store.place import WriterLock"
    run = [sys.executable, "-c", f"{program}; WriterLock(Path(sys.argv[1]), {FOREVER}).acquire()", str(database)]
    with subprocess.Popen(run) as process:
        try:
            until(lambda: is_waited_for(database))
            yield process
        finally:
            process.kill()


@in_order
@pytest.mark.usefixtures("patient")
def test_writers_are_served_in_the_order_in_which_they_came(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    came: list[int] = []
    served: list[int] = []
    stand = place._ByteQueue.stand

    def stand_noted(queue: place._ByteQueue, moment: int) -> None:
        stand(queue, moment)
        if moment not in came:
            came.append(moment)

    def write(number: int) -> None:
        with WriterLock(database, FOREVER).held():
            served.append(number)

    monkeypatch.setattr(place._ByteQueue, "stand", stand_noted)
    writers = [threading.Thread(target=write, args=[number]) for number in range(8)]
    with WriterLock(database, FOREVER).held():
        for number, writer in enumerate(writers):
            writer.start()
            until(lambda due=number + 1: len(came) == due)  # type: ignore[misc]
    for writer in writers:
        writer.join()
    assert served == list(range(8))


@in_order
@pytest.mark.usefixtures("patient")
def test_who_comes_does_not_push_in_before_those_who_wait(database: Path) -> None:
    """Also if the lock is free for a moment, and also who has just written."""
    writer = WriterLock(database, 0.05)
    with writer.held():
        pass
    with open(f"{database}.lock", "rb+") as file:
        queue = place._queue_at(file.fileno(), str(database))
        queue.stand(1)
        with pytest.raises(BusyError, match="nothing was stored; try again"):
            writer.acquire()
        queue.leave(1)
        with writer.held():
            assert queue.is_first(time.monotonic_ns())


@in_order
@pytest.mark.usefixtures("patient")
def test_nobody_waits_for_a_killed_waiter(database: Path) -> None:
    writer = WriterLock(database, FOREVER)
    with writer.held(), waiting(database) as killed:
        killed.kill()
        killed.wait()
        assert not is_waited_for(database)
    with writer.held():
        pass


@in_order
def test_a_stopped_waiter_is_passed(database: Path) -> None:
    """By somebody who sees the lock free again and again, and nobody take it."""
    writer = WriterLock(database, FOREVER)
    with writer.held(), waiting(database) as stopped:
        os.kill(stopped.pid, signal.SIGSTOP)
        os.waitid(os.P_PID, stopped.pid, os.WSTOPPED)
        writer.release()
        writer.acquire()
        assert is_waited_for(database)


@in_order
def test_who_has_waited_too_long_stands_in_the_queue_no_more(database: Path) -> None:
    with WriterLock(database, FOREVER).held():
        with pytest.raises(BusyError, match=r"another program has been writing for 0\.05 seconds"):
            WriterLock(database, 0.05).acquire()
        assert not is_waited_for(database)


@in_order
@pytest.mark.usefixtures("patient")
def test_over_a_network_nobody_stands_in_a_queue(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There a lock of one byte can be one of the whole file."""
    monkeypatch.setattr(place, "file_system", lambda _path: FileSystem("nfs4", is_network=True))
    with open(f"{database}.lock", "rb+") as file:
        place._ByteQueue(file.fileno()).stand(1)
        with WriterLock(database, 0.05).held():
            pass


def test_where_there_is_no_queue_writers_take_turns_all_the_same(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On other systems, and over a network."""
    monkeypatch.setattr(place, "_queue_at", lambda file, path: place._Queue())

    def write(game: str) -> None:
        with open_store(database, timeout=FOREVER) as store:
            for seq in range(1, 21):
                store.append(game, [note(seq)])

    writers = [threading.Thread(target=write, args=[game]) for game in "abc"]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    with open_store(database) as store:
        assert [store.head(game).seq for game in "abc"] == [20] * 3
        assert store.verify() == []
