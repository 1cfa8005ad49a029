"""Recorders that die with something in pencil, and several at once: nothing typed is lost, nothing stands twice."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from each import each
from mjlog.errors import ConflictError
from mjlog.store import SqliteStore, open_readonly, open_store

from .conftest import JOURNALS, note, notes

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
