"""Whatever is done to them in whatever order, the stores answer alike."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from mjlog.errors import StoreError
from mjlog.store import KEEP, Keep, Origin, Person, SqliteStore, open_store

from .conftest import note
from .memory import MemoryStore

GAMES = st.sampled_from(["a", "b", "č"])
TEXTS = st.sampled_from(["x", "y"])
KEYS = st.sampled_from([None, "k1", "k2", "k3"])
DRAFTS = st.sampled_from([None, b"", b"pencil", b"\xff\x00"])
HANDLES = st.sampled_from(["anna", "ben", "", "a\nb"])
NAMES = st.sampled_from(["Anna", " Ben ", "", "x" * 300])
ORIGINS = st.none() | st.builds(Origin, st.sampled_from(["f", "g"]), st.none() | st.integers(1, 99))

NO_BODIES = [b"", b"{", b"[]", b'{"seq":1}', b'{"type":"note","seq":1}', b'{"seq":1,"type":"note","id":"x"}', note(9)]


class TwoStores(RuleBasedStateMachine):
    """The same calls to both; the answers, also the refusals, are compared word for word."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.path = Path(self.folder.name) / "a.db"
        self.memory = MemoryStore()
        self.sqlite = open_store(self.path, journal="wal")

    def teardown(self) -> None:
        self.sqlite.close()
        self.folder.cleanup()

    def both(self, ask: Callable[[SqliteStore], object]) -> None:
        assert _answer(ask, self.memory) == _answer(ask, self.sqlite)

    @rule(game=GAMES, back=st.integers(-1, 2), count=st.integers(1, 3), text=TEXTS, key=KEYS, data=st.data())
    def append(self, game: str, back: int, count: int, text: str, key: str | None, data: st.DataObject) -> None:
        """Mostly at the end of the log, sometimes too early or too late."""
        last = self.memory.head(game).seq if game in self.memory else 0
        bodies = [note(last - back + 1 + place, text) for place in range(count)]
        expected = data.draw(st.sampled_from([None, last, last - 1]))
        origins = data.draw(st.none() | st.lists(ORIGINS, min_size=count, max_size=count))
        draft = data.draw(st.just(KEEP) | DRAFTS)
        seen = data.draw(self.draft_seen(game))
        self.both(
            lambda store: store.append(
                game, bodies, expected_last=expected, key=key, origins=origins, draft=draft, expected_draft=seen
            )
        )

    def draft_seen(self, game: str) -> st.SearchStrategy[bytes | Keep | None]:
        """The draft that a writer has seen: mostly the one that is there."""
        there = self.memory.draft(game) if game in self.memory else None
        return st.sampled_from([KEEP, there]) | DRAFTS

    @rule(game=GAMES, content=DRAFTS, back=st.none() | st.integers(-1, 1), data=st.data())
    def keep_draft(self, game: str, content: bytes | None, back: int | None, data: st.DataObject) -> None:
        """Mostly of a game that is there, by somebody who has seen its end or not."""
        last = self.memory.head(game).seq if game in self.memory else 0
        expected = None if back is None else last + back
        seen = data.draw(self.draft_seen(game))
        self.both(lambda store: store.keep_draft(game, content, expected_last=expected, expected_draft=seen))

    @rule(handle=HANDLES, name=NAMES, note=st.none() | NAMES)
    def add_person(self, handle: str, name: str, note: str | None) -> None:
        """New, or known by this handle already."""
        self.both(lambda store: store.add_person(Person(handle, name, note)))

    @rule(handle=HANDLES, name=st.none() | NAMES, note=st.none() | st.just(KEEP) | NAMES)
    def change_person(self, handle: str, name: str | None, note: str | Keep | None) -> None:
        """Name, note, both or neither."""
        self.both(lambda store: store.change_person(handle, name=name, note=note))

    @rule(handle=HANDLES)
    def forget_person(self, handle: str) -> None:
        """Somebody who is here, or not."""
        self.both(lambda store: store.forget_person(handle))
        self.both(lambda store: store.forgotten())

    @rule(game=st.sampled_from(["", "x" * 2000, "\ud800", "other"]), body=st.sampled_from(NO_BODIES))
    def refuse(self, game: str, body: bytes) -> None:
        """Names and bodies that no store takes."""
        self.both(lambda store: store.append(game, [body]))
        self.both(lambda store: store.append("a", [body], key=game))
        self.both(lambda store: store.append("a", []))
        self.both(lambda store: store.append("a", [body], origins=[]))
        self.both(lambda store: store.import_game(game, [body]))
        self.both(lambda store: store.keep_draft(game, b"x"))
        self.both(lambda store: game in store)

    @rule(game=GAMES, count=st.integers(0, 3), text=TEXTS)
    def import_game(self, game: str, count: int, text: str) -> None:
        """New, the same again, or another one."""
        self.both(lambda store: store.import_game(game, [note(seq + 1, text) for seq in range(count)]))

    @rule(game=GAMES, seq=st.integers(-1, 6), key=st.sampled_from(["k1", "k2", "k3"]))
    def ask(self, game: str, seq: int, key: str) -> None:
        """Every question."""
        self.both(lambda store: store.event(game, seq))
        self.both(lambda store: list(store.read(game, seq)))
        self.both(lambda store: (store.head(game), store.origins(game), store.checked_bodies(game)))
        self.both(lambda store: store.bodies(game))
        self.both(lambda store: store.verify(game))
        self.both(lambda store: store.appended(key))
        self.both(lambda store: store.draft(game))

    @rule()
    def reopen(self) -> None:
        """Closing loses nothing."""
        self.sqlite.close()
        self.sqlite = open_store(self.path)

    @invariant()
    def same_and_whole(self) -> None:
        """Lists agree, and the chain holds."""
        self.both(lambda store: store.games())
        self.both(lambda store: list(store.drafts().items()))
        self.both(lambda store: store.people())
        self.both(lambda store: store.verify())
        assert self.sqlite.verify() == []


def _answer(ask: Callable[[SqliteStore], object], store: SqliteStore) -> object:
    try:
        return ask(store)
    except StoreError as error:
        return type(error).__name__, str(error).rpartition("a.db: ")[2]


def _public(kind: type) -> set[str]:
    return {name for name in dir(kind) if not name.startswith("_") and callable(getattr(kind, name))}


def test_every_method_of_a_store_is_compared() -> None:
    """A new one is to be added here."""
    text = Path(__file__).read_text("utf-8")
    missing = {name for name in _public(MemoryStore) if f"store.{name}(" not in text} - {"close"}
    assert missing == set()
    assert _public(MemoryStore) <= _public(SqliteStore)


@pytest.mark.parametrize("use", ["games", "verify", "people", "drafts"])
def test_a_closed_store_answers_nothing(store: SqliteStore, use: str) -> None:
    """Nor does closing it again do anything."""
    store.append("demo", [note(1)])
    store.close()
    store.close()
    with pytest.raises(StoreError, match="the store is closed"):
        getattr(store, use)()
    with pytest.raises(StoreError, match="the store is closed"):
        store.append("demo", [note(2)])


TestTwoStores = TwoStores.TestCase
TestTwoStores.settings = settings(max_examples=25, stateful_step_count=20, deadline=None)
