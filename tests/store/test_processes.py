"""Several programs at once, and programs that die."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from mjlog.errors import ConflictError
from mjlog.store import open_readonly, open_store

from .conftest import JOURNALS, note, notes

KILLS = 15

WRITER = """
import sys
from mjlog.canonical import event_body
from mjlog.store import open_store
path, game, batch = sys.argv[1], sys.argv[2], int(sys.argv[3])
store = open_store(path)
last = store.head(game).seq if game in store else 0
print("ready", flush=True)
while True:
    bodies = [event_body({"seq": last + 1 + n, "type": "note", "text": str(last)}) for n in range(batch)]
    last = store.append(game, bodies, expected_last=last).seq
    print(last, flush=True)
"""

RIVAL = """
import sys
from mjlog.canonical import event_body
from mjlog.errors import ConflictError
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


@pytest.mark.parametrize("journal", JOURNALS)
def test_killed_writers_lose_nothing_that_was_acknowledged(tmp_path: Path, journal: str) -> None:
    """Killed at any moment: what was acknowledged is there, no append is there in part, and the next one goes on."""
    path = tmp_path / "a.db"
    open_store(path, journal=journal).close()
    moments = random.Random(journal)
    acknowledged = 0
    for _ in range(KILLS):
        acknowledged = max(acknowledged, _killed_writer(path, moments.uniform(0, 0.03)))
        with open_store(path) as store:
            last = store.head("demo").seq if "demo" in store else 0
            assert last >= acknowledged
            assert last % 7 == 0
            assert store.verify() == []
    assert acknowledged > 0


def _killed_writer(path: Path, after: float) -> int:
    """Starts a writer, kills it, and returns the last seq that it had acknowledged."""
    writer = subprocess.Popen([sys.executable, "-c", WRITER, str(path), "demo", "7"], stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    assert writer.stdout.readline() == "ready\n"
    time.sleep(after)
    writer.kill()
    lines = [line for line in writer.communicate()[0].splitlines(keepends=True) if line.endswith("\n")]
    return int(lines[-1]) if lines else 0


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
