"""A damaged file: whatever reads it says so, or tells what was appended; nothing is read for ever."""

from __future__ import annotations

import os
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
from mjlog.store import Head, SqliteStore, open_readonly, open_store, queries
from mjlog.store import place as places
from mjlog.store.backup import back_up
from mjlog.store.doctor import examine
from mjlog.store.merging import add_all, addition
from mjlog.store.restore import restore
from tests.store.conftest import notes
from tests.store.crashing import deeds
from tests.store.damaged import GAMES, Kept, Sound, damaged, fanning_out, forms, made, read

AT_ONCE = 60
DAMAGES = int(os.environ.get("MJLOG_TEST_DAMAGES", "60"))
"""Of each form; many thousands by hand."""
FORMS = (
    "database", "backup", "write-ahead log", "database beside its log", "log", "log.gz", "log.xz", "log.zst",
    "log.gz of pieces", "log.xz of pieces", "log.zst of pieces", "tar", "tar.xz", "zip", "bundle",
)  # fmt: skip


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Sound:
    return made(tmp_path_factory.mktemp("whole"))


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Kept]:
    found = forms(tmp_path_factory.mktemp("kept"))
    assert tuple(found) == FORMS
    return found


@pytest.fixture
def path(sound: Sound, tmp_path: Path) -> Path:
    """A sound database of one's own."""
    found = tmp_path / "club.db"
    found.write_bytes(sound.content)
    return found


@pytest.fixture
def by_name_only(sound: Sound, tmp_path: Path) -> Path:
    """A database in which one of its two lists of games has another name for one of them."""
    path = tmp_path / "club.db"
    path.write_bytes(sound.content.replace(b"\x04emil", b"\x04emiX", 1).replace(b"emil\x05", b"emiX\x05", 1))
    assert path.read_bytes() != sound.content
    return path


@pytest.mark.parametrize("form", FORMS)
def test_what_is_whole_is_read_as_it_was(kept: dict[str, Kept], form: str, tmp_path: Path) -> None:
    """Else nothing that is asked of damaged files could be wrong."""
    assert kept[form].written(kept[form].files, tmp_path) == kept[form].answers[-1]


@pytest.mark.parametrize("first", range(0, DAMAGES, AT_ONCE))
@pytest.mark.parametrize("form", FORMS)
def test_what_is_damaged_is_said_or_is_read_as_it_was(
    kept: dict[str, Kept], form: str, first: int, tmp_path: Path
) -> None:
    """A log whose end is cut off, and a write-ahead log, are read as they once were."""
    said = 0
    for seed in range(first, first + AT_ONCE):
        is_right, is_said = kept[form].is_right(tmp_path, random.Random(f"{form} {seed}"))
        assert is_right, seed
        said += is_said
    assert said > AT_ONCE // 5


def test_a_list_of_games_that_is_not_the_other_one_is_no_list(by_name_only: Path) -> None:
    with open_readonly(by_name_only) as store, pytest.raises(StoreError, match="games by name are not its games by"):
        store.games()


def test_in_a_database_whose_lists_differ_no_game_is_begun(by_name_only: Path) -> None:
    """It may be there, and only not be found."""
    with open_store(by_name_only) as store:
        for name in ("emil", "new"):
            if name not in store:
                with pytest.raises(StoreError, match="games by name"):
                    store.import_game(name, notes(1, 2))
                with pytest.raises(StoreError, match="games by name"):
                    add_all(store, [addition(store, name, notes(1, 2))])


def test_a_log_that_can_be_read_to_an_earlier_event_than_its_last_is_damaged(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = queries.rows_after
    monkeypatch.setattr(queries, "rows_after", lambda *asked: [row for row in whole(*asked) if row.seq < 8])
    with open_readonly(path) as store:
        assert [(fault.game, fault.seq, fault.code) for fault in store.verify("gus")] == [("gus", 8, "chain-broken")]
        bodies, faults = store.checked_bodies("gus")
        assert (len(bodies), len(faults)) == (7, 1)
        for ask in (store.bodies, lambda game: list(store.read(game))):
            with pytest.raises(StoreError, match="can be read to event 7, and its last one is event"):
                ask("gus")


def test_a_game_that_grows_while_it_is_read_is_no_damage(path: Path) -> None:
    with open_store(path) as writer, open_readonly(path) as reader:
        events = reader.read("gus")
        next(events)
        last = writer.head("gus").seq
        writer.append("gus", notes(last + 1, last + 3))
        assert len(list(events)) in (last - 1, last + 2)


def test_reading_after_the_end_finds_nothing(path: Path) -> None:
    with open_readonly(path) as store:
        assert [list(store.read(game, after=10_000)) for game in GAMES] == [[]] * len(GAMES)


def test_rows_that_do_not_go_on_are_not_read_round_and_round(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "_ROWS", queries._ROWS.replace("seq > ?", "seq > ? - 100"))
    with open_readonly(path) as store:
        assert isinstance(store, SqliteStore)
        with pytest.raises(StoreError, match="its rows do not stand in their order"):
            list(store.read("anna", after=5))
        assert store.log_digest("anna") is None


def test_a_list_of_games_that_does_not_go_on_is_not_read_round_and_round(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = queries._GAMES
    monkeypatch.setattr(queries, "_GAMES", before.replace("> ?", "> ? - 100"))
    assert before != queries._GAMES
    with open_readonly(path) as store, pytest.raises(StoreError, match="do not stand in their order"):
        store.games()


def test_what_is_wrong_with_the_pages_is_a_fault_of_the_database(sound: Sound, tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    for seed in range(40):
        path.write_bytes(damaged(sound.content, random.Random(seed)))
        try:
            with open_readonly(path) as store:
                faults = store.verify()
        except StoreError:
            continue
        if any(fault.game == "" and "the file is damaged" in fault.message for fault in faults):
            return
    pytest.fail("no damage of a page was found")


@pytest.mark.parametrize("table", ["games", "sqlite_autoindex_games_2", "appends", "origins", "_sqlite_migrations"])
def test_pages_that_lead_to_one_another_over_and_over_are_not_followed_for_ever(
    sound: Sound, table: str, tmp_path: Path
) -> None:
    """Within one statement, too; and it is said, by whatever reads the file."""
    path = tmp_path / "club.db"
    path.write_bytes(fanning_out(sound.content, table))
    assert read(path) is None
    assert not is_sound(path)
    with pytest.raises(StoreError):
        back_up(path, tmp_path / "copy.db")


def is_sound(path: Path) -> bool:
    """Whether the doctor finds a database whole."""
    try:
        return all(line.level != "error" for line in examine(path))
    except StoreError:
        return False


def test_what_others_ask_of_a_database_may_take_its_time(path: Path) -> None:
    rows = "WITH RECURSIVE rows (row) AS (SELECT 1 UNION ALL SELECT row + 1 FROM rows WHERE row < 1000000) "
    with open_readonly(path) as store:
        database = store.database()
        assert next(database.query(f"{rows} SELECT count(*) AS count FROM rows"))["count"] == 1_000_000
        database.close()
        with pytest.raises(StoreError, match="more rows than the file can hold"), store._reading():
            store._connection.execute(f"{rows} SELECT count(*) FROM rows").fetchone()


# -- what a dead writer leaves beside the database, cut or changed by somebody -----------------------------------------


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
