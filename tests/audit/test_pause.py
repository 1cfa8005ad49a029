"""While a game is read no garbage is looked for; afterwards it is as it was before."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from mjlog.audit.engine import Engine
from mjlog.audit.pause import collector_paused
from mjlog.audit.records import GameRecord, Row
from mjlog.errors import RecordError
from mjlog.events import convert_event


@pytest.fixture(autouse=True)
def collecting() -> Iterator[None]:
    """The collector is on, before and after."""
    gc.enable()
    yield
    gc.enable()


def test_garbage_is_looked_for_again_when_the_game_is_read() -> None:
    with collector_paused():
        assert not gc.isenabled()
    assert gc.isenabled()


def test_one_game_within_another_changes_nothing() -> None:
    with collector_paused():
        with collector_paused():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()


def test_whoever_has_switched_the_collector_off_keeps_it_so() -> None:
    gc.disable()
    with collector_paused():
        pass
    assert not gc.isenabled()


def test_a_game_that_cannot_be_read_leaves_the_collector_on() -> None:
    seen: list[bool] = []

    def broken() -> Iterator[Row]:
        seen.append(gc.isenabled())
        yield convert_event({"seq": 1, "type": "note", "text": "tea"}), 1
        raise RecordError("is cut off", "game")

    with pytest.raises(RecordError):
        Engine(GameRecord("game", "game", broken())).run()
    assert seen == [False]
    assert gc.isenabled()
