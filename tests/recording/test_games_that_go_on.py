"""Which games are offered to be gone on with."""

from __future__ import annotations

from pathlib import Path

from mjlog.recording.beginning import Beginning, begin, going_on
from mjlog.rulesets import load
from mjlog.store import SqliteStore, open_store

SEATS = b'{"E":"anna","N":"dora","S":"ben","W":"cleo"}'
HAND = b'{"depth":"result","hand":1,"round":"E","seats":%s,"seq":3,"type":"hand-start"}' % SEATS


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


def test_what_is_said_after_the_end_does_not_make_a_game_go_on(tmp_path: Path) -> None:
    """Neither a dispute nor a stray event that was made void; it goes on where the end itself was void."""
    said = (
        ("disputed", [b'{"on":2,"seq":3,"text":"too early","type":"dispute"}'], False),
        ("stray", [HAND, b'{"events":[],"of":3,"reason":"typed to try it","seq":4,"type":"correction"}'], False),
        ("not-over", [b'{"events":[],"of":2,"reason":"one more hand","seq":3,"type":"correction"}'], True),
        ("again", [HAND], True),
    )
    with open_store(tmp_path / "club.db") as store:
        for game, bodies, _goes_on in said:
            begin(store, Beginning(load("western"), ("anna", "ben", "cleo", "dora"), {}, None, game))
            for body in (b'{"seq":2,"type":"game-end"}', *bodies):
                last_event(store, game, body)
        offered = {info.game for info in going_on(store)}
    assert offered == {game for game, _bodies, goes_on in said if goes_on}
