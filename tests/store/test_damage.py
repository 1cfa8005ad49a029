"""A damaged file: whatever reads it says so, or tells what was appended; nothing is read for ever."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from mjlog.errors import StoreError
from mjlog.store import SqliteStore, open_readonly, open_store, queries
from mjlog.store.backup import back_up
from mjlog.store.doctor import examine
from mjlog.store.merging import add_all, addition
from tests.store.conftest import notes
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
