"""What is in pencil: kept, changed and removed beside a log that does not know of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from mjlog.errors import ConflictError, StoreError
from mjlog.store import NotFoundError, SqliteStore, open_readonly, open_store
from mjlog.store.checks import MAX_DRAFT

from .conftest import Change, note, notes


def test_a_draft_is_kept_changed_and_removed(store: SqliteStore) -> None:
    """A game has at most one; none and an empty one are two things."""
    store.append("demo", notes(1, 2))
    store.append("other", notes(1, 1))
    assert store.draft("demo") is None
    for content in (b'{"after":2,"acts":["discard S 5b"]}', b"shorter", b"", b"\xff\x00 any bytes"):
        store.keep_draft("demo", content)
        assert store.draft("demo") == content
    assert store.draft("other") is None
    for _ in range(2):  # removing what is not there does nothing
        store.keep_draft("demo", None)
        assert store.draft("demo") is None


def test_the_games_that_have_a_draft_are_listed(store: SqliteStore) -> None:
    """In the order in which they were begun, with its length in bytes."""
    for game in ("z", "demo", "a"):
        store.append(game, notes(1, 1))
    assert store.drafts() == {}
    store.keep_draft("a", b"")
    store.keep_draft("z", "čeněk".encode())
    assert list(store.drafts().items()) == [("z", 7), ("a", 0)]
    store.keep_draft("z", None)
    assert store.drafts() == {"a": 0}


def test_a_game_that_is_not_there_has_no_draft(store: SqliteStore) -> None:
    """The nearest name is given; a draft does not begin a game."""
    store.append("demo", notes(1, 1))
    said = r"there is no game dmo here; did you mean demo\?"
    with pytest.raises(NotFoundError, match=said):
        store.draft("dmo")
    for content in (b"x", None):
        with pytest.raises(NotFoundError, match=said):
            store.keep_draft("dmo", content)
    assert "dmo" not in store


def test_a_draft_has_at_most_4_mb(store: SqliteStore) -> None:
    """A longer one is refused in words, with the events that came with it."""
    store.append("demo", notes(1, 1))
    store.keep_draft("demo", b"x" * MAX_DRAFT)
    assert store.drafts() == {"demo": 4 * 1024 * 1024}
    too_long = b"y" * (MAX_DRAFT + 1)
    with pytest.raises(StoreError, match=r"a draft of 4194305 bytes is too long \(at most 4194304\)"):
        store.keep_draft("demo", too_long)
    with pytest.raises(StoreError, match="a draft of 4194305 bytes is too long"):
        store.append("demo", notes(2, 2), draft=too_long)
    assert store.draft("demo") == b"x" * MAX_DRAFT
    assert store.head("demo").seq == 1


def test_events_and_their_draft_are_stored_together(store: SqliteStore) -> None:
    """What was confirmed leaves the draft with the same append; an append that says nothing of it leaves it alone."""
    store.append("demo", notes(1, 1), draft=b"begun with one")
    assert store.draft("demo") == b"begun with one"
    store.append("demo", notes(2, 2), draft=b"2 to 4")
    store.append("demo", notes(3, 3))
    assert store.draft("demo") == b"2 to 4"
    store.append("demo", notes(4, 4), draft=None)
    assert store.draft("demo") is None
    assert store.bodies("demo") == notes(1, 4)


@pytest.mark.parametrize(
    ("bodies", "expected_last", "key"), [(notes(3, 3), 1, None), (notes(2, 2), None, None), (notes(4, 4), None, None),
    (notes(3, 3), None, "used"), ([b"{}"], None, None)],
)  # fmt: skip
def test_a_refused_append_leaves_the_draft(
    store: SqliteStore, bodies: list[bytes], expected_last: int | None, key: str | None
) -> None:
    """Too late, a gap, a key used for something else, no event: the pencil is still there."""
    store.append("demo", notes(1, 2), key="used", draft=b"pencil")
    for draft in (None, b"other"):
        with pytest.raises(StoreError):
            store.append("demo", bodies, expected_last=expected_last, key=key, draft=draft)
    assert store.draft("demo") == b"pencil"
    assert store.head("demo").seq == 2


@pytest.mark.parametrize("now", [None, b"typed since"])
def test_a_repeated_append_does_not_bring_an_old_draft_back(store: SqliteStore, now: bytes | None) -> None:
    """Nor does it remove a new one: it was stored before, and the draft is left as it is now."""
    store.append("demo", notes(1, 1))
    head = store.append("demo", notes(2, 3), expected_last=1, key="k", draft=b"left over then")
    store.keep_draft("demo", now, expected_last=3)
    for draft in (b"left over then", None):
        assert store.append("demo", notes(2, 3), expected_last=1, key="k", draft=draft) == head
        assert store.draft("demo") == now


def test_the_second_of_two_recorders_is_told(store: SqliteStore) -> None:
    """Whoever has not seen the end of the log does not touch the draft."""
    store.append("demo", notes(1, 1), draft=b"anna's")
    store.append("demo", notes(2, 2))
    for content in (b"ben's", None):
        for seen in (0, 1, 3):
            with pytest.raises(
                ConflictError, match=rf"demo has 2 events, this writer had seen {seen}: the draft is left"
            ):
                store.keep_draft("demo", content, expected_last=seen)
    assert store.draft("demo") == b"anna's"
    store.keep_draft("demo", b"ben's", expected_last=2)
    assert store.draft("demo") == b"ben's"


def test_a_draft_that_a_writer_has_not_seen_is_not_rubbed_out(store: SqliteStore) -> None:
    """The log is the same for both; the second writer has read an older draft, or none."""
    store.append("demo", notes(1, 1))
    store.keep_draft("demo", b"anna's", expected_last=1, expected_draft=None)
    for seen in (None, b"", b"anna"):
        with pytest.raises(ConflictError, match="what is in pencil in game demo is not what this writer had seen"):
            store.keep_draft("demo", b"ben's", expected_last=1, expected_draft=seen)
        with pytest.raises(ConflictError, match="nothing was stored; read what is there"):
            store.append("demo", notes(2, 2), expected_last=1, draft=None, expected_draft=seen)
    assert (store.head("demo").seq, store.draft("demo")) == (1, b"anna's")
    store.keep_draft("demo", b"anna's, ben's", expected_last=1, expected_draft=b"anna's")
    store.append("demo", notes(2, 2), expected_last=1, draft=None, expected_draft=b"anna's, ben's")
    assert (store.head("demo").seq, store.draft("demo")) == (2, None)
    store.keep_draft("demo", b"whatever was there")
    assert store.draft("demo") == b"whatever was there"


def test_a_new_game_has_no_draft_to_be_seen(store: SqliteStore) -> None:
    """A writer that expects one is told; one that expects none begins the game."""
    with pytest.raises(ConflictError, match="is not what this writer had seen"):
        store.append("demo", notes(1, 1), expected_last=0, expected_draft=b"x")
    assert "demo" not in store
    store.append("demo", notes(1, 1), expected_last=0, draft=b"begun", expected_draft=None)
    assert store.draft("demo") == b"begun"


def test_an_append_that_was_stored_before_asks_for_no_draft(store: SqliteStore) -> None:
    """The draft has gone on since; the answer is what was stored then."""
    store.append("demo", notes(1, 1), draft=b"one")
    head = store.append("demo", notes(2, 2), key="k", draft=b"two", expected_draft=b"one")
    store.keep_draft("demo", b"three")
    assert store.append("demo", notes(2, 2), key="k", draft=b"two", expected_draft=b"one") == head
    assert store.draft("demo") == b"three"


def test_the_log_does_not_know_drafts(store: SqliteStore) -> None:
    """Ids, lists, bodies and checks are the same with a draft and without."""
    store.append("demo", notes(1, 3), key="k")

    def log() -> list[object]:
        return [
            store.games(), list(store.read("demo")), store.checked_bodies("demo"), store.head("demo"),
            store.origins("demo"), store.appended("k"), store.verify(),
        ]  # fmt: skip

    before = log()
    store.keep_draft("demo", note(4, "in pencil"))
    assert log() == before
    head = store.append("demo", notes(4, 4), draft=b"more")
    store.keep_draft("demo", None)
    assert store.head("demo") == head
    assert store.verify() == []


def test_a_closed_store_keeps_no_draft(store: SqliteStore) -> None:
    """It says so."""
    store.append("demo", notes(1, 1))
    store.close()
    for ask in (lambda: store.draft("demo"), store.drafts, lambda: store.keep_draft("demo", b"x")):
        with pytest.raises(StoreError, match="the store is closed"):
            ask()


def test_a_draft_is_there_when_the_database_is_opened_again(database: Path) -> None:
    """For writers and readers, and for those that had it open."""
    with open_readonly(database) as reader, open_store(database) as store:
        assert reader.drafts() == {}
        store.keep_draft("demo", b"pencil")
        assert reader.draft("demo") == b"pencil"
        assert reader.drafts() == {"demo": 6}
    with open_readonly(database) as reader, open_store(database) as store:
        assert (reader.draft("demo"), store.draft("demo")) == (b"pencil", b"pencil")


def test_a_copy_made_with_sqlite_has_the_draft(opened: SqliteStore, tmp_path: Path) -> None:
    """A backup of the database is a backup of the pencil, too."""
    import sqlite3

    opened.keep_draft("demo", b"pencil")
    source, copy = sqlite3.connect(opened.path), sqlite3.connect(tmp_path / "copy.db")
    source.backup(copy)
    source.close()
    copy.close()
    with open_store(tmp_path / "copy.db") as store:
        assert store.draft("demo") == b"pencil"
        assert store.verify() == []


@pytest.mark.parametrize("sql", ["INSERT INTO drafts VALUES (9, x'00')", "DELETE FROM drafts"])
def test_what_other_programs_do_to_drafts_is_no_fault_of_the_log(database: Path, change: Change, sql: str) -> None:
    """Pencil may be rubbed out by anybody; a draft of no game is nobody's."""
    with open_store(database) as store:
        store.keep_draft("demo", b"pencil")
    change(sql)
    with open_store(database) as store:
        assert store.verify() == []
        assert store.drafts().keys() <= {"demo"}
        assert store.append("demo", notes(4, 4), draft=None).seq == 4
