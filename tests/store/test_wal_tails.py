"""What a dead writer leaves beside the database, cut or changed by somebody: what comes before it is right, and what
cannot be right is said or found.

A write-ahead log has sums that tell where it ceases to be whole. What comes after that is gone, as if it had never
been appended: if a byte was changed, it is said that something more stands there; if the log was cut, only a head that
was written down elsewhere can tell. Nothing before it suffers.
"""

from __future__ import annotations

import random
import shutil
import sqlite3
import struct
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from mjlog.errors import StoreError
from mjlog.store import Head, SqliteStore, open_readonly, open_store
from mjlog.store import place as places
from mjlog.store.backup import back_up
from mjlog.store.doctor import examine
from mjlog.store.restore import restore

from .crashing import deeds

BATCHES = 30
PLACES = 50
HALF = 4500
"""Events of the append in whose middle the writer died."""


class Left(NamedTuple):
    """Files of a dead writer. `reached`: how long the log beside was when an append was acknowledged, and its end."""

    database: Path
    beside: str
    reached: dict[int, Head]

    def copy_to(self, folder: Path, change: Callable[[bytes], bytes]) -> Path:
        """The files anew, the one beside the database changed."""
        folder.mkdir()
        path = folder / "a.db"
        shutil.copy(self.database, path)
        before = self.database.with_name(self.database.name + self.beside).read_bytes()
        path.with_name(path.name + self.beside).write_bytes(change(before))
        return path

    def end_before(self, place: int) -> int:
        """The last seq that was acknowledged when the file beside was no longer than that."""
        return max((head.seq for length, head in self.reached.items() if length <= place), default=0)


@pytest.fixture(scope="module")
def wal(tmp_path_factory: pytest.TempPathFactory) -> Left:
    """A writer that died with everything in its write-ahead log."""
    path = tmp_path_factory.mktemp("wal") / "a.db"
    log, reached = path.with_name("a.db-wal"), {}
    with open_store(path, journal="wal") as store:
        for last in range(0, BATCHES * deeds.BATCH, deeds.BATCH):
            head = store.append("demo", deeds.batch(last), key=deeds.key_of(last))
            reached[log.stat().st_size] = head
        return Left(_copied(path, "-wal"), "-wal", reached)


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Left:
    """A writer that died in the middle of a long append, when a part of it was in the database already."""
    path = tmp_path_factory.mktemp("journal") / "a.db"
    with open_store(path, journal="delete") as store:
        for last in range(0, BATCHES * deeds.BATCH, deeds.BATCH):
            head = store.append("demo", deeds.batch(last), key=deeds.key_of(last))
        connection = store._connection
        connection.set_authorizer(None)
        connection.execute("PRAGMA cache_size = 2")
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany(
            "INSERT INTO events VALUES (1, ?, zeroblob(32), ?)",
            [(seq, deeds.body(seq, "half").decode()) for seq in range(head.seq + 1, HALF)],
        )
        left = Left(_copied(path, "-journal"), "-journal", {0: head})
        connection.execute("ROLLBACK")
    return left


def _copied(path: Path, beside: str) -> Path:
    copy = path.with_name("dead.db")
    for end in ("", beside):
        shutil.copy(path.with_name(path.name + end), copy.with_name(copy.name + end))
    return copy


def _places(left: Left, seed: str) -> Iterator[int]:
    """Bytes of the file beside: the ends of appends and those next to them, the first ones, and any."""
    size = left.database.with_name(left.database.name + left.beside).stat().st_size
    chance = random.Random(seed)
    ends = chance.sample(sorted(left.reached), min(5, len(left.reached)))
    edges = [end + off for end in ends for off in (-1, 0, 1)]
    chosen = {0, 1, 31, 32, size - 1, *edges, *(chance.randrange(size) for _ in range(PLACES))}
    yield from sorted(place for place in chosen if 0 <= place < size)


def _flipped(place: int) -> Callable[[bytes], bytes]:
    return lambda data: data[:place] + bytes([data[place] ^ 0x55]) + data[place + 1 :]


def _cut(place: int) -> Callable[[bytes], bytes]:
    return lambda data: data[:place]


def _log(store: SqliteStore) -> list[bytes]:
    return store.bodies("demo") if "demo" in store else []


def _appended(last: int) -> list[bytes]:
    return [body for start in range(0, last, deeds.BATCH) for body in deeds.batch(start)]


@pytest.mark.parametrize("damage", [_cut, _flipped])
def test_a_write_ahead_log_holds_up_to_where_it_is_damaged(
    tmp_path: Path, wal: Left, damage: Callable[[int], Callable[[bytes], bytes]]
) -> None:
    """Every append that lies before the damage is there, none in part, and recording goes on after the last one."""
    for place in _places(wal, damage.__name__):
        path = wal.copy_to(tmp_path / str(place), damage(place))
        expected = wal.end_before(place)
        with open_readonly(path) if place % 2 else open_store(path, create=False) as store:
            assert _log(store) == _appended(expected)
            assert store.verify() == [] or (store.is_readonly and damage is _flipped)
        with open_store(path, create=False) as store:
            assert store.append("demo", deeds.batch(expected)).seq == expected + deeds.BATCH
            assert store.verify() == []


@pytest.mark.parametrize(("damage", "is_said"), [(_flipped, True), (_cut, False)])
def test_who_only_reads_says_that_something_stands_behind_a_changed_byte(
    tmp_path: Path, wal: Left, damage: Callable[[int], Callable[[bytes], bytes]], is_said: bool
) -> None:
    """Until somebody writes, which begins the log anew. Behind a cut nothing stands."""
    before_the_last_append = sorted(wal.reached)[-2]
    for place in (0, 31, 32, 50, 5000, before_the_last_append - 1):
        path = wal.copy_to(tmp_path / str(place), damage(place))
        with open_readonly(path) as store:
            said = [fault.message for fault in store.verify()]
        assert ["a.db-wal cannot be read from its byte" in message for message in said] == [True] * is_said
    errors = [line.check for line in examine(path) if line.level == "error"]
    assert errors == ["beside", "chain"] * is_said


def test_what_an_earlier_use_of_a_write_ahead_log_left_in_it_is_nothing_appended(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with open_store(path, journal="wal") as store, open_readonly(path) as reader:
        for last in range(0, 5 * deeds.BATCH, deeds.BATCH):
            store.append("demo", deeds.batch(last))
        size = path.with_name("a.db-wal").stat().st_size
        with closing(sqlite3.connect(path)) as connection:
            assert connection.execute("PRAGMA wal_checkpoint(RESTART)").fetchone()[0] == 0
        store.append("demo", deeds.batch(5 * deeds.BATCH))
        assert path.with_name("a.db-wal").stat().st_size == size
        assert reader.verify() == []


@pytest.mark.parametrize(("order", "magic"), [("<", 0x377F0682), (">", 0x377F0683)])
@pytest.mark.parametrize("at_once", [1, 3, 1000])
def test_the_frame_with_a_changed_byte_is_found_in_logs_of_both_orders_of_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, order: str, magic: int, at_once: int
) -> None:
    """However many are summed together; behind the last commit nothing that was appended stands."""
    monkeypatch.setattr(places, "_AT_ONCE", at_once)
    log, whole = tmp_path / "a.db-wal", _made_log(order, magic)
    log.write_bytes(whole)
    assert places.unread_appends(tmp_path / "a.db") == []
    for place in range(32, len(whole), 61):
        log.write_bytes(_flipped(place)(whole))
        frame = (place - 32) // (24 + 512)
        begins = 32 + frame * (24 + 512)
        said = [f"a.db-wal cannot be read from its byte {begins:,} on, and more was appended behind it"]
        # A frame that is of another log, or no commit any more, hides nothing where it is the last.
        is_hidden = frame == 6 and 4 <= (place - 32) % (24 + 512) < 16
        assert places.unread_appends(tmp_path / "a.db") == ([] if is_hidden else said), place


def _made_log(order: str, magic: int) -> bytes:
    """A write-ahead log of seven frames of 512 bytes, every third and the last of them the end of a commit."""

    def summed(content: bytes, first: int, second: int) -> tuple[int, int]:
        for one, other in struct.iter_unpack(f"{order}2I", content):
            first = (first + one + second) % 2**32
            second = (second + other + first) % 2**32
        return first, second

    chance = random.Random(7)
    start = struct.pack(">6I", magic, 3007000, 512, 0, 17, 2**32 - 5)
    sums = summed(start, 0, 0)
    log = start + struct.pack(">2I", *sums)
    for number in range(7):
        head, page = struct.pack(">2I", number + 1, number + 1 if number % 3 == 0 else 0), chance.randbytes(512)
        sums = summed(head + page, *sums)
        log += head + start[16:24] + struct.pack(">2I", *sums) + page
    return log


def test_a_database_with_a_damaged_write_ahead_log_is_not_copied(tmp_path: Path, wal: Left) -> None:
    """Nor restored: the copy would be a shorter one, and nothing would tell."""
    path = wal.copy_to(tmp_path / "changed", _flipped(40))
    for copied in (back_up, restore):
        with pytest.raises(StoreError, match=r"a\.db-wal cannot be read from its byte 32 on"):
            copied(path, tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


def test_a_head_written_down_elsewhere_tells_what_a_cut_took(tmp_path: Path, wal: Left) -> None:
    """The log that is left is sound in itself; only the head says that it once went further."""
    heads = sorted(wal.reached.items())
    length, last_whole = heads[-2]
    path = wal.copy_to(tmp_path / "cut", _cut(length + 100))
    with open_store(path, create=False) as store:
        assert store.verify() == []
        assert store.head("demo") == last_whole
        store.append("demo", [deeds.body(last_whole.seq + 1 + n, "other") for n in range(deeds.BATCH)])
        assert store.head("demo").seq == heads[-1][1].seq
        assert store.head("demo") != heads[-1][1]


@pytest.mark.parametrize("damage", [_cut, _flipped])
def test_a_damaged_rollback_journal_is_undone_said_or_found(
    tmp_path: Path, journal: Left, damage: Callable[[int], Callable[[bytes], bytes]]
) -> None:
    """Whatever the half-written append has left in the database, it never passes for the log."""
    acknowledged = _appended(journal.reached[0].seq)
    right = 0
    for place in _places(journal, damage.__name__):
        path = journal.copy_to(tmp_path / str(place), damage(place))
        with suppress(StoreError), open_store(path, create=False) as store:
            found = store.verify()
            right += not found
            assert found or _log(store) == acknowledged
    assert right > 0


def test_a_whole_rollback_journal_is_undone(tmp_path: Path, journal: Left) -> None:
    """As it was left: the half append goes, everything acknowledged stays."""
    path = journal.copy_to(tmp_path / "whole", bytes)
    with pytest.raises(StoreError, match="a writer was interrupted"):
        open_readonly(path)
    with open_store(path, create=False) as store:
        assert store.head("demo") == journal.reached[0]
        assert store.verify() == []
