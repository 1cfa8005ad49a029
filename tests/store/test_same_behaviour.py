"""Whatever is done to them in whatever order, the stores answer alike."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from mjlog.errors import StoreError
from mjlog.store import KEEP, MemoryStore, Origin, Store, open_store

from .conftest import note

GAMES = st.sampled_from(["a", "b", "č"])
TEXTS = st.sampled_from(["x", "y"])
KEYS = st.sampled_from([None, "k1", "k2", "k3"])
DRAFTS = st.sampled_from([None, b"", b"pencil", b"\xff\x00"])
ORIGINS = st.none() | st.builds(Origin, st.sampled_from(["f", "g"]), st.none() | st.integers(1, 99))


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

    def both(self, ask: Callable[[Store], object]) -> None:
        assert _answer(ask, self.memory) == _answer(ask, self.sqlite)

    @rule(game=GAMES, back=st.integers(-1, 2), count=st.integers(1, 3), text=TEXTS, key=KEYS, data=st.data())
    def append(self, game: str, back: int, count: int, text: str, key: str | None, data: st.DataObject) -> None:
        """Mostly at the end of the log, sometimes too early or too late."""
        last = self.memory.head(game).seq if game in self.memory else 0
        bodies = [note(last - back + 1 + place, text) for place in range(count)]
        expected = data.draw(st.sampled_from([None, last, last - 1]))
        origins = data.draw(st.none() | st.lists(ORIGINS, min_size=count, max_size=count))
        draft = data.draw(st.just(KEEP) | DRAFTS)
        self.both(
            lambda store: store.append(game, bodies, expected_last=expected, key=key, origins=origins, draft=draft)
        )

    @rule(game=GAMES, content=DRAFTS, back=st.none() | st.integers(-1, 1))
    def keep_draft(self, game: str, content: bytes | None, back: int | None) -> None:
        """Mostly of a game that is there, by somebody who has seen its end or not."""
        last = self.memory.head(game).seq if game in self.memory else 0
        expected = None if back is None else last + back
        self.both(lambda store: store.keep_draft(game, content, expected_last=expected))

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
        assert self.sqlite.verify() == []


def _answer(ask: Callable[[Store], object], store: Store) -> object:
    try:
        return ask(store)
    except StoreError as error:
        return type(error).__name__, str(error).rpartition("a.db: ")[2]


TestTwoStores = TwoStores.TestCase
TestTwoStores.settings = settings(max_examples=25, stateful_step_count=20, deadline=None)
