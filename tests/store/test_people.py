"""Who the handles are: kept outside the chain, changed, forgotten without a trace; what views tell of it all."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from mjlog.chain import event_body
from mjlog.errors import ConflictError, StoreError
from mjlog.store import NotFoundError, Person, SqliteStore, open_readonly, open_store
from mjlog.store.connection import connect_writer, put_guard
from mjlog.store.schema import CLUB_VIEWS, VIEWS

from .conftest import notes

ANNA, BEN = Person("anna", "Anna Nováková", "plays on Tuesdays"), Person("ben", "Ben Okafor")


def test_people_are_noted_changed_and_forgotten(store: SqliteStore) -> None:
    """By handle, whether or not any log has it; what is not stated stays."""
    assert store.people() == []
    for person in (BEN, ANNA):
        store.add_person(person)
    assert store.people() == [ANNA, BEN]
    store.change_person("ben", name="Benjamin Okafor")
    store.change_person("anna", note=None)
    assert store.people() == [Person("anna", "Anna Nováková"), Person("ben", "Benjamin Okafor")]
    store.change_person("ben", note="has moved")
    store.forget_person("anna")
    assert store.people() == [Person("ben", "Benjamin Okafor", "has moved")]
    store.add_person(ANNA)
    assert store.people()[0] == ANNA


def test_a_handle_is_noted_once(store: SqliteStore) -> None:
    """A second name for it is refused, and the first one stays."""
    store.add_person(ANNA)
    with pytest.raises(ConflictError, match="somebody is noted for the handle anna already: nothing was stored"):
        store.add_person(Person("anna", "Anna Other"))
    assert store.people() == [ANNA]


def test_nobody_can_be_changed_or_forgotten_who_is_not_there(store: SqliteStore) -> None:
    """The nearest handle is named."""
    store.add_person(ANNA)
    said = r"nobody is noted here for the handle ana; did you mean anna\?"
    with pytest.raises(NotFoundError, match=said):
        store.change_person("ana", name="x")
    with pytest.raises(NotFoundError, match=said):
        store.forget_person("ana")
    assert store.people() == [ANNA]


@pytest.mark.parametrize(("person", "said"), [
    (Person("", "Anna"), "a handle has 1 to"),
    (Person("anna", "  "), "a name has 1 to"),
    (Person("anna", "x" * 201), "a name has at most 200 characters, not 201"),
    (Person("h" * 201, "Anna"), "a handle has at most 200 characters"),
    (Person("anna", "Anna", "x" * 1001), "a note has 1 to 1000 characters"),
    (Person("anna", "Anna\x1b[2J"), r"the name Anna\\x1b\[2J holds a character that cannot be seen"),
    (Person("anna", "Anna\u202eavok"), r"the name Anna\\u202eavok"),
    (Person("anna", "Anna\u2800"), "the name"),
    (Person("anna", "Anna", "two\nlines"), r"the note two\\nlines"),
    (Person("an\u200bna", "Anna"), r"the handle an\\u200bna"),
    (Person("anna", "\ud800"), "half a character"),
])  # fmt: skip
def test_a_name_shows_as_what_it_is(store: SqliteStore, person: Person, said: str) -> None:
    """Control, bidirectional and invisible characters are refused, as are names too long or empty."""
    with pytest.raises(StoreError, match=said):
        store.add_person(person)
    assert store.people() == []


def test_a_name_is_checked_when_it_is_changed_too(store: SqliteStore) -> None:
    store.add_person(ANNA)
    for change in ({"name": "A\u202e"}, {"name": ""}, {"note": "a\x00"}):
        with pytest.raises(StoreError):
            store.change_person("anna", **change)
    assert store.people() == [ANNA]


def test_blanks_around_a_name_are_no_part_of_it(store: SqliteStore) -> None:
    store.add_person(Person("anna", "  Anna Nováková ", "  "))
    assert store.people() == [Person("anna", "Anna Nováková")]


def test_names_are_no_part_of_the_log(store: SqliteStore) -> None:
    """The head is the same with and without them."""
    head = store.append("demo", notes(1, 3))
    store.add_person(ANNA)
    store.forget_person("anna")
    assert (store.head("demo"), store.verify()) == (head, [])


def test_people_stay_when_the_database_is_closed(database: Path) -> None:
    with open_store(database) as store:
        store.add_person(ANNA)
    with open_readonly(database) as reader:
        assert reader.people() == [ANNA]
        with pytest.raises(StoreError, match="opened for reading only"):
            reader.add_person(BEN)
        with pytest.raises(StoreError, match="opened for reading only"):
            reader.forget_person("anna")


def _holds(database: Path, text: str) -> list[str]:
    """The files of a database in which a text stands, in either byte order of either encoding."""
    wanted = [text.encode(code) for code in ("utf-8", "utf-16-le", "utf-16-be")]
    files = [path for path in database.parent.iterdir() if path.name.startswith(database.name)]
    return [path.name for path in files if any(one in path.read_bytes() for one in wanted)]


@pytest.fixture
def careless(database: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SqliteStore]:
    """That database, opened by a SQLite that leaves what is deleted where it was, as most do."""

    def connect(*args: Any, **options: Any) -> sqlite3.Connection:
        connection = connect_writer(*args, **options)
        connection.set_authorizer(None)
        connection.execute("PRAGMA secure_delete = OFF")
        put_guard(connection)
        return connection

    monkeypatch.setattr("mjlog.store.sqlite.connect_writer", connect)
    with open_store(database) as store:
        yield store


def test_of_a_forgotten_person_no_byte_is_left(careless: SqliteStore, database: Path) -> None:
    """Neither in the database nor beside it, however often names were moved in it; every log is proved as before."""
    head, chance = careless.head("demo"), Random(24)
    there: dict[str, str] = {}
    gone: list[str] = []
    for number in range(220):
        handle, name = f"h{chance.randrange(10**6):06}", f"Person {number:03} of the club"
        careless.add_person(Person(handle, name, "n" * chance.randrange(1000)))
        there[handle] = name
        if chance.random() < 0.4:
            forgotten = chance.choice(list(there))
            gone.append(there.pop(forgotten))
            careless.forget_person(forgotten)
    # Of some of these a trace would be left if only their rows were deleted.
    assert [name for name in gone if _holds(database, name)] == []
    assert all(_holds(database, name) for name in there.values())
    assert (careless.head("demo"), careless.verify()) == (head, [])
    careless.close()
    assert [name for name in gone if _holds(database, name)] == []


def test_a_name_that_was_changed_is_not_left_either(careless: SqliteStore, database: Path) -> None:
    careless.add_person(Person("anna", "Anna Maidenname"))
    careless.change_person("anna", name="Anna Marriedname")
    assert _holds(database, "Maidenname") == []
    assert _holds(database, "Marriedname") == [database.name]


def test_forgetting_tells_when_a_reader_hinders_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The name is gone from the table; said again when the reader has closed, it is gone from the files."""
    monkeypatch.setattr("mjlog.store.sqlite._WAIT_SECONDS", 0.05)
    path = tmp_path / "club.db"
    with open_store(path, journal="wal") as store:
        store.add_person(Person("anna", "Anna Nowhereman"))
        reader = sqlite3.connect(path, isolation_level=None)
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM people").fetchall()
        with pytest.raises(StoreError, match=r"club\.db-wal.*close that program, then say it again"):
            store.forget_person("anna")
        assert store.people() == []
        assert _holds(path, "Nowhereman") != []
        reader.close()
        store.forget_person("anna")
        assert _holds(path, "Nowhereman") == []


def test_the_table_is_for_names_and_nothing_refers_to_it(database: Path) -> None:
    """A club may fill it with another program, too; odd types in a foreign file are read as text."""
    connection = sqlite3.connect(database)
    connection.execute("INSERT INTO people VALUES ('anna', 'Anna', 'note')")
    connection.commit()
    connection.close()
    with open_readonly(database) as store:
        assert store.people() == [Person("anna", "Anna", "note")]


# -- views, for whoever opens a copy with another program ---------------------------------------------------------

SEATS = dict(zip("ESWN", ("anna", "ben", "carl", "dora"), strict=True))
GAME: list[dict[str, Any]] = [
    {"type": "game-start", "format": 1, "game": "tuesday", "ruleset": "western", "players": list(SEATS.values()),
     "place": "Library", "table": "2", "at": "2026-05-05T18:00:00Z"},
    {"type": "hand-start", "hand": 1, "round": "E", "seats": SEATS, "depth": "result"},
    {"type": "mahjong", "seat": "S", "source": "wall", "at": "2026-05-05T18:20:00Z"},
    {"type": "settlement", "change": {"E": -40, "S": 80, "W": -20, "N": -20}},
    {"type": "hand-start", "hand": 2, "round": "E", "seats": SEATS, "depth": "result"},
    {"type": "washout"},
    {"type": "hand-start", "hand": 3, "round": "E", "seats": SEATS, "depth": "result"},
    {"type": "mahjong", "seat": "W", "source": "discard"},
    {"type": "retract", "seat": "W"},
]  # fmt: skip


@pytest.fixture
def copy(tmp_path: Path) -> sqlite3.Connection:
    """A database with two games and a name in it, opened as another program does."""
    path = tmp_path / "views.db"
    with open_store(path) as store:
        store.append("tuesday", [event_body({**fields, "seq": seq}) for seq, fields in enumerate(GAME, 1)])
        store.append("notes", notes(1, 2))
        store.add_person(ANNA)
    connection = sqlite3.connect(path)
    connection.row_factory = sqlite3.Row
    return connection


def _rows(copy: sqlite3.Connection, sql: str) -> list[dict[str, Any]]:
    rows = [dict(row) for row in copy.execute(sql)]
    copy.close()
    return rows


def test_the_view_of_games_has_players_and_dates(copy: sqlite3.Connection) -> None:
    first, other = _rows(copy, "SELECT * FROM list_games")
    assert first == {
        "game": "tuesday", "ruleset": "western", "players": "anna, ben, carl, dora", "place": "Library", "table": "2",
        "begun": "2026-05-05T18:00:00Z", "ended": "2026-05-05T18:20:00Z", "hands": 3, "events": 9,
    }  # fmt: skip
    assert (other["game"], other["players"], other["hands"], other["events"]) == ("notes", None, 0, 2)


def test_the_view_of_seats_has_real_names_where_they_are_noted(copy: sqlite3.Connection) -> None:
    rows = _rows(copy, "SELECT * FROM list_seats")
    assert [(row["handle"], row["name"]) for row in rows] == [
        ("anna", "Anna Nováková"), ("ben", None), ("carl", None), ("dora", None)
    ]  # fmt: skip


def test_the_view_of_event_types_counts_them_by_game(copy: sqlite3.Connection) -> None:
    rows = {(row["game"], row["type"]): row for row in _rows(copy, "SELECT * FROM list_event_types")}
    assert rows["tuesday", "mahjong"] == {"game": "tuesday", "type": "mahjong", "events": 2, "first": 3, "last": 8}
    assert rows["notes", "note"]["events"] == 2


def test_the_view_of_hands_has_winner_and_payments(copy: sqlite3.Connection) -> None:
    """As written down: a declaration that was taken back is no win."""
    first, second, third = _rows(copy, "SELECT * FROM list_hands")
    assert (first["hand"], first["seq"], first["outcome"], first["winner"], first["source"]) == (
        1, 2, "won", "ben", "wall"
    )  # fmt: skip
    assert (first["east"], first["east_change"], first["south"], first["south_change"]) == ("anna", -40, "ben", 80)
    assert (second["outcome"], second["winner"], second["east_change"]) == ("wash-out", None, None)
    assert (third["hand"], third["outcome"], third["winner_seat"]) == (3, None, None)


@pytest.mark.parametrize("view", [*VIEWS, *CLUB_VIEWS])
def test_a_view_can_be_read_by_any_program(copy: sqlite3.Connection, view: str) -> None:
    assert len(_rows(copy, f"SELECT * FROM {view} ORDER BY 1, 2")) >= 2


def test_our_own_connections_use_no_view(opened: SqliteStore) -> None:
    """What a file says in its views is never trusted: SQLite runs nothing in them that could do harm."""
    database = opened.database()
    assert database.execute("PRAGMA trusted_schema").fetchone() == (0,)
    database.close()
