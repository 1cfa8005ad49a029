"""Databases of older versions, from before there were drafts, people or corrected lists: read as they are, brought up
to date by whoever records."""

from __future__ import annotations

import lzma
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from sqlite_utils import Database

from cases import rows_in
from mjlog.audit.engine import Engine
from mjlog.errors import StoreError
from mjlog.recording.session import Manner, RecordingSession
from mjlog.sources import games_in
from mjlog.store import NotFoundError, Origin, Person, open_readonly, open_store, queries
from mjlog.store.backup import back_up
from mjlog.store.connection import connect_writer
from mjlog.store.doctor import examine
from mjlog.store.migrations import migrations
from mjlog.store.place import WriterLock
from mjlog.store.schema import (
    CLUB_VIEWS,
    CORRECTS_START,
    DRAFTS,
    FACTS,
    INDEXES,
    PEOPLE,
    SCHEMA_VERSION,
    TABLES,
    TRIGGERS,
    VIEWS,
)

from .conftest import JOURNALS, notes

ROWS = Path(__file__).with_name("migrations.txt")

FIRST = {**TABLES, **TRIGGERS, **VIEWS}
"""All that version 1 consists of."""
SECOND = Path(__file__).parent / "old" / "version-2.db.xz"
"""A database as the program of version 2 wrote it: one game of four events with origins, a key and a draft."""
SECOND_HEAD = (4, "b27ce724e6f00491bb6686d42ed95c95ee2dbe4206b91da37d04c58de36d4664")
THIRD = Path(__file__).parent / "old" / "version-3.db.xz"
"""As version 3 wrote it: a game whose game-start (1) was corrected (3), with origins, a key, a draft and a person."""
THIRD_HEAD = (3, "85dc5e78e9735e7b2c4e26fc6b0201dc9551c889dad2c2f5960d03d9ad43bf08")
NEWER = [
    *(f"DROP INDEX {name}" for name in INDEXES), *(f"DROP TABLE {name}" for name in (*DRAFTS, *PEOPLE, *FACTS)),
    *(f"DROP VIEW {name}" for name in CLUB_VIEWS),
    "DELETE FROM _sqlite_migrations WHERE name > '2'", "PRAGMA user_version = 1",
]  # fmt: skip
"""Takes away what came after version 1."""


@pytest.fixture(params=JOURNALS)
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A database of version 1 with game `demo` (three remarks with origins) in it."""
    path = tmp_path / "old.db"
    with open_store(path, journal=request.param) as store:
        store.append("demo", notes(1, 3), key="first", origins=[Origin("a.mjs", line) for line in (1, 2, 3)])
    _run(path, *NEWER)
    return path


def _run(path: Path, *statements: str) -> list[Any]:
    """What another program's statements give; the last one's rows."""
    connection = sqlite3.connect(path, isolation_level=None)
    rows: list[Any] = []
    for sql in statements:
        rows = connection.execute(sql).fetchall()
    connection.close()
    return rows


def _log_of(path: Path) -> list[Any]:
    """All rows of version 1's tables, and their SQL with the pages where they begin."""
    contents = [_run(path, f"SELECT * FROM {table}") for table in TABLES]
    schema = _run(path, "SELECT name, rootpage, sql FROM sqlite_schema ORDER BY name")
    return [*contents, [row for row in schema if row[0] in FIRST]]


def test_version_1_is_what_the_first_migration_makes(tmp_path: Path) -> None:
    """Its tables are never altered: this is the file that older programs have written."""
    connection = sqlite3.connect(tmp_path / "a.db")
    migrations.apply(Database(connection), stop_before="2-drafts")
    assert connection.execute("PRAGMA user_version").fetchone() == (1,)
    schema = dict(connection.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL").fetchall())
    connection.close()
    assert {name: schema[name] for name in FIRST} == FIRST
    assert "drafts" not in schema
    with open_store(tmp_path / "a.db") as store:
        assert store.append("demo", notes(1, 1), draft=b"x").seq == 1


def test_an_older_database_is_read_without_a_change(old: Path) -> None:
    """A reader finds no draft there; of an unknown game it still says so."""
    before = old.read_bytes()
    names = {path.name for path in old.parent.iterdir()}
    with open_readonly(old) as store:
        assert store.bodies("demo") == notes(1, 3)
        assert store.draft("demo") is None
        assert store.drafts() == {}
        with pytest.raises(NotFoundError):
            store.draft("other")
        assert store.verify() == []
        store.database().close()
    assert old.read_bytes() == before
    assert {path.name for path in old.parent.iterdir()} - {f"{old.name}-wal", f"{old.name}-shm"} == names


def test_opening_for_writing_adds_the_place_for_drafts_and_leaves_the_log(old: Path) -> None:
    """Rows, SQL and pages of the older tables are as they were; the mode of the journal, too."""
    before, mode = _log_of(old), _run(old, "PRAGMA journal_mode")
    open_store(old).close()
    assert _log_of(old) == before
    assert _run(old, "PRAGMA journal_mode") == mode
    assert _run(old, "PRAGMA user_version") == [(SCHEMA_VERSION,)]
    applied = [name for (name,) in _run(old, "SELECT name FROM _sqlite_migrations ORDER BY id")]
    assert applied == ["1-append-only-log", "2-drafts", "3-people", "4-corrected-starts", "5-facts"]
    assert _run(old, "PRAGMA integrity_check") == [("ok",)]
    with open_store(old) as store:
        assert store.append("demo", notes(4, 4), draft=b"pencil").seq == 4
        store.add_person(Person("anna", "Anna Novak"))
        assert (store.draft("demo"), store.people(), store.verify()) == (b"pencil", [Person("anna", "Anna Novak")], [])


def test_a_reader_that_was_there_before_sees_the_drafts(old: Path) -> None:
    """A viewer need not be started again when the recorder brings the database up to date."""
    with open_readonly(old) as reader:
        assert reader.draft("demo") is None
        with open_store(old) as store:
            store.keep_draft("demo", b"pencil")
            assert reader.draft("demo") == b"pencil"
            assert reader.drafts() == {"demo": 6}


def test_it_is_brought_up_to_date_under_the_lock(old: Path) -> None:
    """While another program of ours writes, it waits; in vain, it changes nothing."""
    before = old.read_bytes()
    with WriterLock(old, 1).held(), pytest.raises(StoreError, match=r"writing for 0\.05 seconds"):
        connect_writer(old, WriterLock(old, 0.05), create=False, journal=None)
    assert old.read_bytes() == before


@pytest.mark.parametrize(("sql", "said"), rows_in(ROWS, "what was changed by others is not brought up to date"))
def test_what_was_changed_by_others_is_not_brought_up_to_date(old: Path, sql: str, said: str) -> None:
    """It is refused before anything is written to it; whoever only reads can go on where the tables are right."""
    _run(old, sql)
    before = old.read_bytes()
    with pytest.raises(StoreError, match=said):
        open_store(old)
    assert old.read_bytes() == before
    if "altered" not in said:
        with open_readonly(old) as store:
            assert (store.draft("demo"), store.drafts(), store.verify()) == (None, {}, [])


def test_an_interrupted_migration_is_made_good(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The new table and the version come in one transaction, or neither."""
    before = _log_of(old)
    monkeypatch.setattr("mjlog.store.migrations.DRAFTS", {"drafts": "CREATE TABLE drafts (x)", "other": "no SQL"})
    with pytest.raises(StoreError):
        open_store(old)
    assert _run(old, "PRAGMA user_version") == [(1,)]
    assert _run(old, "SELECT name FROM sqlite_schema WHERE name = 'drafts'") == []
    monkeypatch.undo()
    with open_store(old) as store:
        store.keep_draft("demo", b"pencil")
    assert _log_of(old) == before


def _unpacked(written: Path, place: Path) -> Path:
    """A database of an earlier version, as it was written then."""
    place.write_bytes(lzma.decompress(written.read_bytes()))
    return place


@pytest.fixture
def second(tmp_path: Path) -> Path:
    """The database that was written when version 2 was the newest."""
    return _unpacked(SECOND, tmp_path / "second.db")


@pytest.fixture
def third(tmp_path: Path) -> Path:
    """The database that was written when version 3 was the newest."""
    return _unpacked(THIRD, tmp_path / "third.db")


@pytest.mark.parametrize(
    ("written", "next_one", "version"), [(SECOND, "3-people", 2), (THIRD, "4-corrected-starts", 3)]
)
def test_an_earlier_version_is_what_its_last_migration_makes(
    tmp_path: Path, written: Path, next_one: str, version: int
) -> None:
    """What is made today, up to there, is what was written then."""
    old, new = _unpacked(written, tmp_path / "old.db"), tmp_path / "new.db"
    connection = sqlite3.connect(new)
    migrations.apply(Database(connection), stop_before=next_one)
    connection.close()
    schema = "SELECT type, name, sql FROM sqlite_schema ORDER BY name"
    assert _run(old, schema) == _run(new, schema)
    assert _run(old, "PRAGMA user_version") == _run(new, "PRAGMA user_version") == [(version,)]


def test_a_database_of_version_2_is_read_without_a_change(second: Path) -> None:
    """A reader finds nobody there; draft, origins and chain are as they were."""
    before = second.read_bytes()
    with open_readonly(second) as store:
        assert (store.people(), store.draft("tuesday"), store.verify()) == ([], b"in pencil", [])
        assert store.head("tuesday") == SECOND_HEAD
        assert store.origins("tuesday")[4] == Origin("tuesday.mjlog.jsonl", 4)
    assert second.read_bytes() == before


def test_a_database_of_version_2_gets_a_place_for_people(second: Path) -> None:
    """Nothing else of it changes: rows, pages, draft, keys and head."""
    before = [*_log_of(second), _run(second, "SELECT * FROM drafts")]
    with open_readonly(second) as reader, open_store(second) as store:
        store.add_person(Person("anna", "Anna Novak"))
        assert reader.people() == store.people() == [Person("anna", "Anna Novak")]
        assert (store.head("tuesday"), store.verify()) == (SECOND_HEAD, [])
        assert store.appended("first") == (1, SECOND_HEAD)
    assert [*_log_of(second), _run(second, "SELECT * FROM drafts")] == before
    assert _run(second, "PRAGMA user_version") == [(SCHEMA_VERSION,)]
    assert _run(second, "PRAGMA integrity_check") == [("ok",)]


def test_an_interrupted_third_migration_leaves_version_2(second: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Table, views and version come in one transaction, or none of them."""
    monkeypatch.setattr("mjlog.store.migrations.CLUB_VIEWS", {"other": "no SQL"})
    with pytest.raises(StoreError):
        open_store(second)
    assert _run(second, "PRAGMA user_version") == [(2,)]
    assert _run(second, "SELECT name FROM sqlite_schema WHERE name = 'people'") == []
    monkeypatch.undo()
    with open_store(second) as store:
        store.add_person(Person("anna", "Anna Novak"))


def test_a_missing_draft_table_of_version_2_is_noticed(second: Path) -> None:
    """What a version has, it must have."""
    _run(second, f"DROP TABLE {next(iter(DRAFTS))}")
    with pytest.raises(StoreError, match="the table drafts is missing"):
        open_store(second)


def test_a_list_of_the_games_of_version_3_follows_corrections_before_and_after_it_is_brought_up_to_date(
    third: Path,
) -> None:
    """Rows, pages, draft, people, keys and head are as they were; what is new is an index."""
    before = [*_log_of(third), _run(third, "SELECT * FROM drafts"), _run(third, "SELECT * FROM people")]
    with open_readonly(third) as reader:
        listed = reader.games()
        assert [(info.ruleset, info.players[0], info.at) for info in listed] == [
            ("bmja", "ben", "2026-05-01T19:30:00Z")
        ]
        with open_store(third) as store:
            assert (store.head("tuesday"), store.verify()) == (THIRD_HEAD, [])
            assert store.games() == listed
        assert reader.games() == listed
    assert [*_log_of(third), _run(third, "SELECT * FROM drafts"), _run(third, "SELECT * FROM people")] == before
    assert _run(third, "PRAGMA user_version") == [(SCHEMA_VERSION,)]
    assert _run(third, "PRAGMA integrity_check") == [("ok",)]


def test_a_list_of_games_looks_into_logs_only_where_a_beginning_was_corrected(third: Path) -> None:
    """The index has one row, of the one such correction; the question is answered from it alone."""
    open_store(third).close()
    (name,) = INDEXES
    plan = _run(third, f"EXPLAIN QUERY PLAN {queries.CORRECTED}")
    assert [row[3] for row in plan] == [f"SCAN events USING INDEX {name}"]
    assert _run(third, f"SELECT seq FROM events INDEXED BY {name} WHERE {CORRECTS_START}") == [(3,)]


def test_without_its_index_a_list_of_games_says_the_same(third: Path) -> None:
    """It is only slower: recording goes on, and the doctor says so."""
    with open_store(third) as store:
        listed = store.games()
    _run(third, *(f"DROP INDEX {name}" for name in INDEXES))
    with open_store(third) as store:
        assert store.games() == listed
    told = [line.message for line in examine(third) if line.level == "warning" and line.check == "schema"]
    assert told == ["missing or altered: the index corrected_starts"]


# -- as every version wrote it ------------------------------------------------------------------------------------

WRITTEN = {version: Path(__file__).parent / "old" / f"version-{version}.db.xz" for version in (1, 2, 3, 4, 5)}
"""A database as the program of each version wrote it; all but that of 3 hold the same game."""


def _judged(path: Path) -> list[tuple[str, int, list[str]]]:
    """Every game, how many hands it has, and what is found in it."""
    reports = [(record.name, Engine(record).run()) for record in games_in(str(path))]
    return [(name, len(hands), [str(one) for hand in hands for one in hand.findings]) for name, hands in reports]


@pytest.mark.parametrize("version", WRITTEN)
def test_what_an_earlier_version_wrote_is_judged_as_it_was(tmp_path: Path, version: int) -> None:
    """Read as it is, brought up to date, and as a backup, for good."""
    old = _unpacked(WRITTEN[version], tmp_path / "club.db")
    before, judged, log = old.read_bytes(), _judged(old), _log_of(old)
    assert judged == ([("tuesday", 0, [])] if version == 3 else [("tuesday", 1, [])])
    assert [line for line in examine(old) if line.level == "error"] == []
    assert old.read_bytes() == before
    back_up(old, tmp_path / "copy.db")
    with open_store(old) as store:
        assert store.verify() == []
        assert store.head("tuesday") == (THIRD_HEAD if version == 3 else SECOND_HEAD)
    assert (_judged(old), _judged(tmp_path / "copy.db"), _log_of(old)) == (judged, judged, log)


def test_a_database_of_every_version_is_kept() -> None:
    """Whoever makes a version writes one with the program before it, and puts it there."""
    assert list(WRITTEN) == list(range(1, SCHEMA_VERSION + 1))


def test_evenings_as_they_were_left_are_gone_on_with(tmp_path: Path) -> None:
    """Acts in pencil, a hidden game, somebody who was forgotten: as a program of version 4 kept them."""
    path = _unpacked(Path(__file__).parent / "old" / "version-4-evenings.db.xz", tmp_path / "club.db")
    assert [line for line in examine(path) if line.level in ("error", "warning")] == []
    with open_store(path) as store:
        assert (store.verify(), store.forgotten(), list(store.drafts())) == ([], {"ben"}, ["t"])
        assert [info.game for info in store.games() if info.hidden] == ["stray"]
        assert store.games()[0].place == "hall"
        session = RecordingSession(store, "t", Manner(held=8))
        assert [step.text for step in session.pencil] == ["hand table", "5b", "sp", "9d", "2c", "wp", "1b"]
        session.enter("2b")
    assert _judged(path)[0] == ("evening", 3, [])


def test_a_version_to_come_is_refused_with_words(tmp_path: Path) -> None:
    """By whoever reads and by whoever writes; nothing of it is changed."""
    path = _unpacked(WRITTEN[SCHEMA_VERSION], tmp_path / "club.db")
    _run(path, f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    before = path.read_bytes()
    said = rf"written by a newer mjlog \(schema {SCHEMA_VERSION + 1}, .*\): update mjlog to open it"
    for opened in (open_readonly, open_store):
        with pytest.raises(StoreError, match=said):
            opened(path)
    assert path.read_bytes() == before
