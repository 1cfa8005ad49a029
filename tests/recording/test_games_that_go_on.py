"""Which games are offered to be gone on with."""

from __future__ import annotations

from pathlib import Path

from mjlog.recording.beginning import Beginning, begin, going_on
from mjlog.rulesets import load
from mjlog.store import SqliteStore, open_store


def last_event(store: SqliteStore, game: str, body: bytes) -> None:
    """One more event of a game."""
    store.append(game, [body], expected_last=store.head(game).seq)


def test_games_that_are_over_or_hidden_are_not_offered_and_the_last_comes_first(tmp_path: Path) -> None:
    with open_store(tmp_path / "club.db") as store:
        for game in ("first", "over", "stray", "last"):
            begin(store, Beginning(load("western"), ("anna", "ben", "cleo", "dora"), {}, None, game))
        last_event(store, "over", b'{"seq":2,"type":"game-end"}')
        last_event(store, "stray", b'{"decision":"hidden","seq":2,"text":"typed to try it","type":"note"}')
        assert [info.game for info in going_on(store)] == ["last", "first"]
