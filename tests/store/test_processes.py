"""Several programs at once; those that die are in `test_crashes`."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from mjlog.errors import ConflictError, StoreError
from mjlog.store import open_readonly, open_store
from mjlog.store.connection import is_database
from mjlog.store.place import WriterLock

from .conftest import JOURNALS, note, notes

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
