"""The lock of the writers: one at a time, in the order in which they came, and nobody waits for the dead."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from each import each
from mjlog.errors import BusyError, ConflictError, StoreError
from mjlog.store import SqliteStore, open_readonly, open_store, place
from mjlog.store.connection import is_database
from mjlog.store.place import FileSystem, WriterLock
from tests.store.conftest import JOURNALS, note, notes

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


# -- several programs at once; those that die are in `test_crashes` ----------------------------------------------------


RIVAL = """
import sys
from mjlog.chain import event_body
from mjlog.errors import ConflictError, StoreError
from mjlog.store import open_store
path, name, wanted = sys.argv[1], sys.argv[2], int(sys.argv[3])
stored = 0
with open_store(path) as store:
    while stored < wanted:
        last = store.head("demo").seq if "demo" in store else 0
        try:
            store.append("demo", [event_body({"seq": last + 1, "type": "note", "text": name})], expected_last=last)
            stored += 1
        except ConflictError:
            pass
"""


LISTING = """
import sys
from mjlog.store import open_readonly
with open_readonly(sys.argv[1]) as store:
    for info in store.games():
        print(info.game, info.last)
"""

OTHER = """
import sys
from mjlog.chain import event_body
from mjlog.store import open_store
with open_store(sys.argv[1]) as store:
    last = store.head("other").seq if "other" in store else 0
    store.append("other", [event_body({"seq": last + 1, "type": "note", "text": "x"})])
"""


@pytest.mark.parametrize("journal", JOURNALS)
def test_reading_in_a_writers_process_takes_no_lock_from_it(tmp_path: Path, journal: str) -> None:
    """A server records and reads in one process while other programs come and go: nobody's event is lost."""
    path = tmp_path / "a.db"
    with open_store(path, journal=journal) as store, open_readonly(path) as reader:
        for seq in (1, 2, 3):
            store.append("demo", [note(seq)], expected_last=seq - 1)
            open_readonly(path).close()
            assert is_database(path)
            store.database().close()
            subprocess.run([sys.executable, "-c", OTHER, str(path)], check=True, timeout=60)
            store.append("mine", [note(seq)])
            run = [sys.executable, "-c", LISTING, str(path)]
            listed = subprocess.run(run, check=True, timeout=60, capture_output=True, text=True).stdout
            assert listed.split() == ["demo", str(seq), "other", str(seq), "mine", str(seq)]
            assert [info.last for info in reader.games()] == [seq] * 3
            assert reader.verify() == []


@pytest.mark.parametrize("journal", JOURNALS)
def test_two_recorders_of_one_game_take_turns(tmp_path: Path, journal: str) -> None:
    """Each appends after what it has seen; none overwrites the other, none is lost."""
    path = tmp_path / "a.db"
    open_store(path, journal=journal).close()
    rivals = [subprocess.Popen([sys.executable, "-c", RIVAL, str(path), name, "40"]) for name in ("anna", "ben")]
    assert [rival.wait(60) for rival in rivals] == [0, 0]
    with open_readonly(path) as store:
        texts = [body.split(b'"text":"')[1].split(b'"')[0] for body in store.bodies("demo")]
        assert (texts.count(b"anna"), texts.count(b"ben")) == (40, 40)
        assert store.verify() == []


@pytest.mark.parametrize("journal", JOURNALS)
def test_recording_goes_on_while_others_read(tmp_path: Path, journal: str) -> None:
    """An audit that stops half-way through a log holds nobody up, and reads on where it was."""
    path = tmp_path / "a.db"
    with open_store(path, journal=journal) as store:
        store.import_game("long", notes(1, 9000))
        with open_readonly(path) as reader:
            events = reader.read("long")
            assert next(events).seq == 1
            began = time.monotonic()
            store.append("long", [note(9001)], expected_last=9000)
            assert time.monotonic() - began < 5
            assert [event.seq for event in events] == list(range(2, 9002))


def test_one_store_serves_several_threads(database: Path) -> None:
    """As a server uses it: appends and readings at the same time, from one object."""
    with open_store(database) as store:
        conflicts: list[str] = []

        def record(game: str) -> None:
            for seq in range(1, 31):
                store.append(game, [note(seq)], expected_last=seq - 1)
                store.games()
                if store.verify(game):
                    conflicts.append(game)

        threads = [threading.Thread(target=record, args=(f"game {number}",)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert conflicts == []
        assert [info.last for info in store.games()] == [3, 30, 30, 30, 30]


def test_a_second_store_of_the_same_file_sees_what_the_first_appends(database: Path) -> None:
    """And is told when it is too late."""
    with open_store(database) as first, open_store(database) as second:
        first.append("demo", [note(4, "first")], expected_last=3)
        with pytest.raises(ConflictError, match="first"):
            second.append("demo", [note(4, "second")], expected_last=3)
        assert second.append("demo", [note(5, "second")], expected_last=4).seq == 5
        assert first.head("demo").seq == 5


@pytest.mark.parametrize("has_bug", [True, False])
def test_closing_takes_the_lock_where_sqlite_needs_it(
    database: Path, monkeypatch: pytest.MonkeyPatch, has_bug: bool
) -> None:
    """There closing, which may checkpoint, must not meet a writer; elsewhere nobody waits for it."""
    monkeypatch.setattr("mjlog.store.sqlite.has_wal_reset_bug", lambda: has_bug)
    store, taken = open_store(database), []
    assert store._writer_lock is not None
    acquire = store._writer_lock.acquire
    monkeypatch.setattr(store._writer_lock, "acquire", lambda: taken.append(acquire()))
    store.close()
    assert len(taken) == has_bug
    with open_store(database, timeout=0.01) as other:  # the lock was given back
        assert other.append("demo", [note(4)]).seq == 4


@pytest.mark.parametrize("has_bug", [True, False])
def test_closing_beside_a_long_import_is_no_failure(
    database: Path, monkeypatch: pytest.MonkeyPatch, has_bug: bool
) -> None:
    """What was appended before is stored, and nobody is told otherwise."""
    monkeypatch.setattr("mjlog.store.sqlite.has_wal_reset_bug", lambda: has_bug)
    store = open_store(database, timeout=0.01)
    store.append("demo", [note(4)])
    with open_store(database) as importing:
        with importing._writing():
            store.close()
        assert importing.head("demo").seq == 4


def test_a_child_of_a_fork_waits_for_its_parent(database: Path) -> None:
    """It has a lock of its own, though it was made with the parent's in its hands."""
    lock, pid = WriterLock(database, 0.01), os.getpid()
    with lock.held(), pytest.MonkeyPatch.context() as patch:
        parents = lock._file
        patch.setattr(os, "getpid", lambda: pid + 1)
        patch.setattr(lock, "_file", os.dup(parents) if parents is not None else None)
        with pytest.raises(StoreError, match="another program has been writing"):
            lock.acquire()
        lock.close()


# -- recorders that die with something in pencil, and several at once --------------------------------------------------


KILLS = 8
RECORDERS = 8

RECORDER = """
import json, sys
from mjlog.chain import event_body
from mjlog.store import open_store
path, game = sys.argv[1], sys.argv[2]
store = open_store(path, timeout=60)
last = store.head(game).seq
acts = json.loads(store.draft(game) or b"[]")
typed = last - 1 + len(acts)
print("ready", flush=True)
sys.stdin.readline()
while True:
    typed += 1
    acts.append(typed)
    store.keep_draft(game, json.dumps(acts).encode(), expected_last=last)
    print(typed, flush=True)
    if len(acts) > 3:
        done, acts = acts[:3], acts[3:]
        bodies = [event_body({"seq": last + 1 + n, "type": "note", "text": str(act)}) for n, act in enumerate(done)]
        last = store.append(game, bodies, expected_last=last, draft=json.dumps(acts).encode()).seq
"""
"""Types 1, 2, 3 …: each is in pencil when it is printed; of four in pencil, three are confirmed."""

CONFIRMER = """
import os, sys
from mjlog.store import open_store, queries
path, moment, body = sys.argv[1], sys.argv[2], sys.argv[3].encode()
store = open_store(path)
store.keep_draft("demo", b"4 and 5", expected_last=3)
put = queries.put_draft

def dying(connection, number, content):
    if moment == "after the draft":
        put(connection, number, content)
    os._exit(9)

if moment == "before the append":
    os._exit(9)
if moment != "after the append":
    queries.put_draft = dying
store.append("demo", [body], expected_last=3, draft=b"5")
os._exit(9)
"""
"""Dies without any cleaning up: before the append, inside its transaction, or right after it."""


def _start(path: Path, game: str) -> subprocess.Popen[str]:
    run = [sys.executable, "-c", RECORDER, str(path), game]
    recorder = subprocess.Popen(run, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert recorder.stdout is not None
    assert recorder.stdout.readline() == "ready\n"
    return recorder


def _go(recorder: subprocess.Popen[str]) -> None:
    assert recorder.stdin is not None
    recorder.stdin.write("\n")
    recorder.stdin.flush()


def _killed(recorder: subprocess.Popen[str]) -> int:
    """Kills it, and returns what it had last said to be kept; 0 if nothing."""
    recorder.kill()
    lines = [line for line in recorder.communicate()[0].splitlines(keepends=True) if line.endswith("\n")]
    return int(lines[-1]) if lines else 0


def _typed(store: SqliteStore, game: str) -> list[int]:
    """What the log holds, and after it what is in pencil."""
    typed = [int(json.loads(body)["text"]) for body in store.bodies(game)[1:]]
    typed += json.loads(store.draft(game) or b"[]")
    return typed


@pytest.mark.parametrize("journal", JOURNALS)
def test_a_killed_recorder_loses_nothing_and_repeats_nothing(tmp_path: Path, journal: str) -> None:
    """Killed at any moment: each act is in the log or in pencil, in order, once, and the next recorder goes on."""
    path = tmp_path / "a.db"
    with open_store(path, journal=journal) as store:
        store.append("demo", [note(1, "begun")])
    moments = random.Random(journal)
    kept = 0
    for _ in range(KILLS):
        recorder = _start(path, "demo")
        _go(recorder)
        time.sleep(moments.uniform(0, 0.03))
        kept = max(kept, _killed(recorder))
        with open_store(path) as store:
            typed = _typed(store, "demo")
            assert typed == list(range(1, len(typed) + 1))
            assert len(typed) >= kept
            assert store.head("demo").seq % 3 == 1
            assert store.verify() == []
    assert kept > 0


@each("journal", JOURNALS)
@each("moment, last, draft", [
    ("before the append", 3, b"4 and 5"),
    ("before the draft", 3, b"4 and 5"),
    ("after the draft", 3, b"4 and 5"),
    ("after the append", 4, b"5"),
])  # fmt: skip
def test_events_enter_the_log_as_they_leave_the_draft(
    tmp_path: Path, journal: str, moment: str, last: int, draft: bytes
) -> None:
    """A recorder that dies between the two halves has done neither."""
    path = tmp_path / "a.db"
    with open_store(path, journal=journal) as store:
        store.append("demo", notes(1, 3))
    run = [sys.executable, "-c", CONFIRMER, str(path), moment, note(4).decode()]
    assert subprocess.run(run, timeout=60).returncode == 9
    with open_store(path) as store:
        assert (store.head("demo").seq, store.draft("demo")) == (last, draft)
        assert store.verify() == []
        store.append("demo", [note(last + 1, "goes on")], expected_last=last, draft=None)
        assert store.draft("demo") is None


@pytest.mark.parametrize("journal", JOURNALS)
def test_eight_recorders_killed_at_once(tmp_path: Path, journal: str) -> None:
    """Eight tables in one database: each finds its own acts, in the log and in pencil."""
    path = tmp_path / "a.db"
    games = [f"table {number}" for number in range(RECORDERS)]
    with open_store(path, journal=journal) as store:
        for game in games:
            store.append(game, [note(1, "begun")])
    recorders = [_start(path, game) for game in games]
    for recorder in recorders:
        _go(recorder)
    time.sleep(0.5)
    kept = [_killed(recorder) for recorder in recorders]
    with open_store(path) as store:
        for game, least in zip(games, kept, strict=True):
            typed = _typed(store, game)
            assert typed == list(range(1, len(typed) + 1))
            assert len(typed) >= least
        assert store.verify() == []
    assert sum(kept) > 0


@pytest.mark.parametrize("journal", JOURNALS)
def test_a_draft_and_an_append_at_the_same_time(tmp_path: Path, journal: str) -> None:
    """One recorder keeps drafts, another one appends: a draft stands only after the event that its writer had seen."""
    path = tmp_path / "a.db"
    with open_store(path, journal=journal) as store:
        store.append("demo", [note(1)])
    told, failed = [], []

    def append() -> None:
        with open_store(path) as store:
            for seq in range(2, 42):
                store.append("demo", [note(seq)], expected_last=seq - 1, draft=str(seq).encode())

    def pencil() -> None:
        with open_store(path) as store:
            while (last := store.head("demo").seq) < 41:
                try:
                    store.keep_draft("demo", str(last).encode(), expected_last=last)
                except ConflictError:
                    told.append(last)

    def look() -> None:
        with open_readonly(path) as reader:
            while (before := reader.head("demo").seq) < 41:
                draft, after = reader.draft("demo"), reader.head("demo").seq
                if draft is not None and not before <= int(draft) <= after:
                    failed.append((before, draft, after))

    threads = [threading.Thread(target=work) for work in (append, pencil, look)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    with open_readonly(path) as reader:
        assert (reader.head("demo").seq, reader.draft("demo")) == (41, b"41")
        assert reader.verify() == []
    assert failed == []
    assert all(last < 41 for last in told)
