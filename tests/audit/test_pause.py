"""A replay that is done with is freed at once: the garbage collector is put off while games are read."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from each import each
from mjlog.audit.engine import Engine, collector_paused
from mjlog.audit.game import Game
from mjlog.club.facts import game_facts
from mjlog.events import convert_event
from mjlog.log.records import GameRecord
from tests.views.american_logs import told
from tests.views.table_logs import Log, played, won

_LOGS = {"won": won, "going on": lambda: played(7, 30), "American": told}


@contextmanager
def without_collector() -> Iterator[None]:
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def audited(record: GameRecord) -> weakref.ref[object]:
    replay = Engine(record)
    replay.run()
    return weakref.ref(replay)


def looked_at(record: GameRecord) -> weakref.ref[object]:
    view = Game(record)
    game_facts(view)
    return weakref.ref(view.owners.ended)


@each("log", _LOGS.values(), ids=list(_LOGS))
def test_nothing_of_a_replay_that_is_done_with_stays(log: Callable[[], Log]) -> None:
    record = record_of(log().events)
    with without_collector():
        assert audited(record)() is None


@each("log", _LOGS.values(), ids=list(_LOGS))
def test_nobody_keeps_a_game_that_is_done_with(log: Callable[[], Log]) -> None:
    """A game and its hands know each other: the collector frees them, where nothing else knows them."""
    events = log().events
    gc.freeze()  # what else is there need not be looked through
    try:
        replay = looked_at(record_of(events))
        gc.collect()
    finally:
        gc.unfreeze()
    assert replay() is None


def record_of(events: list[dict[str, Any]]) -> GameRecord:
    return GameRecord("", "demo", iter([(convert_event(event), None) for event in events]))


def test_within_a_game_no_garbage_is_looked_for() -> None:
    with collector_paused():
        assert not gc.isenabled()
    assert gc.isenabled()


def test_who_has_switched_the_collector_off_keeps_it_so() -> None:
    with without_collector(), collector_paused():
        pass
    with without_collector():
        with collector_paused():
            pass
        assert not gc.isenabled()
