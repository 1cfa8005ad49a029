"""Disks that are full, files that cannot be written: it is said in words, nothing is half stored, and it goes on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mjlog.errors import StoreError
from mjlog.store import open_readonly, open_store

from .conftest import JOURNALS, note, notes

pytestmark = pytest.mark.skipif(os.name != "posix", reason="limits and permissions as POSIX has them")

TOLD = """
import json, os, resource, sys
from pathlib import Path
import mjlog.store.migrations
from filelock import lock_descriptor
from mjlog.chain import event_body
from mjlog.errors import StoreError
from mjlog.store import open_readonly, open_store
path, journal = Path(sys.argv[1]), sys.argv[2]

def note(seq, text="x"):
    return event_body({"seq": seq, "type": "note", "text": text})

note(1)  # what is imported for it, nobody could not read

def told(work):
    try:
        return work()
    except StoreError as error:
        return f"StoreError: {error}"

def say(*things):
    print(json.dumps(things), flush=True)

def room(size):
    sys.dont_write_bytecode = True  # what is compiled would be cut as short, and read by whoever comes next
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

def become_nobody():
    if os.geteuid() == 0:
        os.setgid(65534)
        os.setuid(65534)

def owned_by_nobody():
    for file in (path.parent, *path.parent.iterdir()):
        os.chown(file, *[65534, 65534] if os.geteuid() == 0 else [-1, -1])
"""
"""What the programs below begin with. A limit on the size of files stands for a full disk; root has no permissions
to lose, and becomes nobody."""

NO_ROOM = """
with open_store(path, journal=journal) as store:
    last = store.append("demo", [note(1)]).seq
    room(max(file.stat().st_size for file in path.parent.iterdir()) + int(sys.argv[3]))
    while True:
        answer = told(lambda: store.append("demo", [note(last + 1, "x" * 500), note(last + 2)], draft=b"pencil").seq)
        if isinstance(answer, str):
            break
        last = answer
    say(last, answer)
    say(told(lambda: store.append("demo", [note(last + 1, "x" * 100_000)]).seq))
    say(told(lambda: store.import_game("long", [note(seq, "x" * 500) for seq in range(1, 3000)]).seq))
    say(told(lambda: store.keep_draft("demo", b"x" * 100_000)))
    say(store.head("demo").seq, len(store.verify()), "long" in store, (store.draft("demo") or b"").decode())
    room(resource.RLIM_INFINITY)
    say(store.append("demo", [note(last + 1)], expected_last=last).seq)
    say(store.import_game("long", [note(seq, "x" * 500) for seq in range(1, 3000)]).seq)
"""

NO_ROOM_TO_BEGIN = """
for size in sys.argv[3:]:
    path = path.with_name(f"{size}.db")
    room(int(size))
    first = told(lambda: open_store(path, journal=journal).append("demo", [note(1)]).seq)
    room(resource.RLIM_INFINITY)
    with open_store(path, journal=journal) as store:
        last = store.append("demo", [note(1 + store.head("demo").seq if "demo" in store else 1)]).seq
        say(first, last, len(store.verify()))
"""
ROOMS = (0, 1, 100, 4096, 9000, 20_000, 33_000, 70_000)

NOT_WRITABLE = """
owned_by_nobody()
which = path if sys.argv[3] == "file" else path.parent
before = which.stat().st_mode
which.chmod(0o444 if sys.argv[3] == "file" else 0o555)
child = os.fork()
if not child:
    become_nobody()
    say(told(lambda: open_store(path).append("demo", [note(4)]).seq))
    say(told(lambda: open_readonly(path).head("demo").seq))
    os._exit(0)
os.waitpid(child, 0)
which.chmod(before)
with open_store(path) as store:
    say(store.append("demo", [note(4)], expected_last=3).seq)
"""

WHILE_OPEN = """
with open_store(path, journal=journal) as store:
    store.append("demo", [note(1)])
owned_by_nobody()
become_nobody()
with open_store(path) as store:
    path.parent.chmod(0o555)
    answer = told(lambda: store.append("demo", [note(2)]).seq)
    path.parent.chmod(0o755)
    last = store.head("demo").seq
    say(answer, last, store.append("demo", [note(last + 1)], expected_last=last).seq, len(store.verify()))
"""

READ_WHERE_THERE_IS_NO_ROOM = """
with open_store(path, journal=journal) as store:
    store.append("demo", [note(1)])
room(int(sys.argv[3]))
say(told(lambda: open_store(path).append("demo", [note(2)]).seq))
full = open_readonly(path)
say(full.head("demo").seq, len(full.verify()))
room(resource.RLIM_INFINITY)
with open_store(path) as store:
    for seq in range(2, 100):
        store.append("demo", [note(seq, "x" * 500)])
        assert full.head("demo").seq == seq
    say(full.head("demo").seq, len(full.verify()))
say(full.head("demo").seq, len(full.verify()))
"""


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that every user may look into; those of pytest are shut."""
    with tempfile.TemporaryDirectory() as name:
        path = Path(name)
        path.chmod(0o755)
        yield path


def _answers(program: str, path: Path, journal: str, *arguments: object) -> list[Any]:
    run = [sys.executable, "-c", TOLD + program, str(path), journal, *map(str, arguments)]
    done = subprocess.run(run, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("journal", JOURNALS)
@pytest.mark.parametrize("room", [1, 1000, 5000, 20_000, 300_001])
def test_a_disk_that_fills_up_while_recording(folder: Path, journal: str, room: int) -> None:
    """The append that found no room is not there, nor any half of it; with room again the same program goes on."""
    path = folder / "a.db"
    (last, full), one, many, draft, (kept, faults, has_long, pencil), again, long = _answers(
        NO_ROOM, path, journal, room
    )
    for said in (full, *one, *many, *draft):
        assert said.startswith(f"StoreError: {path}: the disk ")
        assert "nothing was stored" in said
    assert (kept, faults, has_long, pencil) == (last, 0, False, "pencil" if last > 1 else "")
    assert (again, long) == ([last + 1], [2999])
    with open_readonly(path) as store:
        assert store.head("demo").seq == last + 1
        assert store.verify() == []


@pytest.mark.parametrize(("journal", "too_small"), [("wal", 100), ("delete", 9000)])
def test_a_disk_without_room_for_a_new_database(folder: Path, journal: str, too_small: int) -> None:
    """It is said; when there is room the next one makes the database and records in it."""
    answers = dict(zip(ROOMS, _answers(NO_ROOM_TO_BEGIN, folder / "a.db", journal, *ROOMS), strict=True))
    for room, (first, last, faults) in answers.items():
        assert first == 1 or first.startswith(f"StoreError: {folder / f'{room}.db'}: the disk "), room
        assert (last, faults) == (1 + (first == 1), 0), room
    assert answers[too_small][0] != 1


@pytest.mark.parametrize("journal", JOURNALS)
@pytest.mark.parametrize("room", [0, 100])
def test_a_full_disk_is_read_and_what_is_written_when_there_is_room_again_is_seen(
    folder: Path, journal: str, room: int
) -> None:
    """Whoever began to read while there was no room for the files beside it neither misses nor misreads anything."""
    refused, *seen = _answers(READ_WHERE_THERE_IS_NO_ROOM, folder / "a.db", journal, room)
    assert refused[0].startswith(f"StoreError: {folder / 'a.db'}: the disk ")
    assert "nothing was stored" in refused[0]
    assert seen == [[1, 0], [99, 0], [99, 0]]


@pytest.mark.parametrize("journal", JOURNALS)
@pytest.mark.parametrize("which", ["file", "folder"])
def test_what_cannot_be_written_is_read_and_the_rest_said(folder: Path, journal: str, which: str) -> None:
    """A read-only file, and a file in a read-only folder; afterwards recording goes on."""
    path = folder / "a.db"
    with open_store(path, journal=journal) as store:
        store.append("demo", notes(1, 3))
    (refused,), (seen,), (last,) = _answers(NOT_WRITABLE, path, journal, which)
    assert refused.startswith(f"StoreError: {path}")
    assert "cannot" in refused
    assert seen == 3
    assert last == 4


@pytest.mark.parametrize("journal", JOURNALS)
def test_a_folder_that_becomes_read_only_while_recording(folder: Path, journal: str) -> None:
    """The append is stored or refused in words, and it goes on when the folder can be written again."""
    answer, last, next_one, faults = _answers(WHILE_OPEN, folder / "a.db", journal)[0]
    assert answer == 2 if last == 2 else ("cannot be" in answer and last == 1)
    assert (next_one, faults) == (last + 1, 0)


@pytest.mark.parametrize("path", ["/", ".", "..", ""])
def test_a_folder_is_no_database(path: str) -> None:
    """Whatever it is called."""
    for use in (open_store, open_readonly):
        with pytest.raises(StoreError, match="this is a folder"):
            use(path)


def test_a_removed_lock_file_is_made_again(database: Path) -> None:
    """Somebody tidied up: whoever records takes the new file, and keeps the others out with it."""
    lock = database.with_name(database.name + ".lock")
    with open_store(database) as store, open_store(database, timeout=0.01) as other:
        store.append("demo", [note(4)])
        lock.unlink()
        store.append("demo", [note(5)])
        assert lock.exists()
        assert other.append("demo", [note(6)]).seq == 6
        assert store.verify() == []


@pytest.mark.parametrize("content", [b"x", b"\0", b"SQLite format 3\0", b"x" * 99, b"x" * 5000])
def test_a_file_of_something_else_is_not_written_over(tmp_path: Path, content: bytes) -> None:
    """However short it is; and nothing is put beside it."""
    path = tmp_path / "a.db"
    path.write_bytes(content)
    for use in (open_store, open_readonly):
        with pytest.raises(StoreError, match="this is not a database"):
            use(path)
    assert path.read_bytes() == content
    assert list(tmp_path.iterdir()) == [path]
