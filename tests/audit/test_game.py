"""A log that is read again from the hand that reads otherwise comes to what it comes to from the beginning."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from mjlog.audit.engine import Engine
from mjlog.audit.game import Game, first_changed
from mjlog.events import encode_event
from mjlog.log.corrections import apply_corrections
from mjlog.log.records import GameRecord, Row, as_of
from mjlog.recording.game import RecordedGame
from tests.mended_games import GAMES, mended, record_of, times
from tests.short_logs import events
from tests.views.table_logs import won
from tests.views.test_corrected import any_correction, game
from tests.views.test_going_on import rows_of

RECORD = GameRecord("club", "club", iter(()), corrected=True)


def logs_of(name: str) -> list[list[Row]]:
    """A game as it was written by several times, with its corrections."""
    return [list(as_of(record_of(mended(name)), seq).rows) for seq in times(name)]


def told(replay: Engine) -> list[Any]:
    """All that a replay has found, and the totals."""
    reports = [report.as_json() for report in replay.finish()]
    return [reports, dict(replay.table.totals), replay.table.standing.totals_known]


def from_the_beginning(rows: list[Row]) -> list[Any]:
    """What this log comes to."""
    return told(Engine(RECORD).after(apply_corrections(rows)))


@pytest.mark.parametrize("name", GAMES)
def test_what_is_read_again_is_what_is_read_from_the_beginning(name: str) -> None:
    """Forwards and back, in any order: each time to the end, and on the way beside it."""
    logs, chance = logs_of(name), random.Random(name)
    view = Game(RECORD)
    for rows in chance.sample(logs, 8):
        view = view.fork(rows)
        beside = chance.choice(logs)
        assert told(view.after(apply_corrections(beside))) == from_the_beginning(beside)
        assert told(view.fork().now) == from_the_beginning(rows)


def test_what_is_tried_on_a_fork_leaves_the_game_alone() -> None:
    early, *_, late = logs_of("western")
    view = Game(RECORD).fork(late[: len(early) + 5])
    other = view.fork()
    other.go_on(late[len(early) + 5 :])
    assert told(view.fork().now) == from_the_beginning(late[: len(early) + 5])
    assert told(other.fork().now) == from_the_beginning(late)
    assert told(other.fork(early).now) == from_the_beginning(early)


def test_only_what_follows_the_beginning_of_the_hand_is_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A log that reads otherwise in its last hand costs no more than this hand, without its beginning."""
    log = game("western")
    view = Game(RECORD).fork(log)
    fed: list[Any] = []
    feed = Engine.feed
    monkeypatch.setattr(Engine, "feed", lambda self, row, where: (fed.append(row), feed(self, row, where)))
    last = view.hands[-1]
    view.fork(log[:-1])
    assert fed == view.rows[last.first + 1 : -1]


def test_a_call_of_a_discard_that_was_corrected_answers_what_is_read_there() -> None:
    """Also when it is typed with the number of the discard as it was written."""
    bodies = [encode_event(event) for event in events("game western; hand depth=table; E discard 8d")]
    recorder = RecordedGame("short", "short", bodies)
    recorder.carry_out(recorder.read("fix 3 9d"))
    (said,) = recorder.carry_out([{"type": "claim", "seat": "S", "for": "pung", "on": 3}])
    assert said.findings == ()


def any_corrections(rows: list[Row], chance: random.Random) -> list[Row]:
    """The rows with a correction or two of what was paid, thrown or scored, early in the game."""
    added: list[Row] = []
    for _ in range(chance.randrange(1, 3)):
        added.append(any_correction([*rows, *added], chance))
    return [*rows, *added]


@pytest.mark.parametrize("name", ["western", "bmja", "american", "default"])
def test_hands_that_are_as_they_were_are_kept_as_if_they_had_been_read_anew(name: str) -> None:
    """Corrections upon corrections, of any hand; between them the game goes on."""
    chance = random.Random(name)
    written = game(name)
    ahead = written[-40:]
    written = written[:-40]
    going = Game(RECORD).fork(written)
    for _ in range(10):
        added = any_corrections(written, chance)[len(written) :]
        going.go_on(added)
        written = [*written, *added]
        assert told(going.fork().now) == from_the_beginning(written)
        beside = list(apply_corrections(written))
        beside = beside[: chance.randrange(len(beside))]
        assert told(going.after(beside)) == told(Engine(RECORD).after(beside))
        added = [(msgspec.structs.replace(ahead.pop(0)[0], seq=len(written) + 1), None)]
        going.go_on(added)
        written = [*written, *added]
        assert told(going.fork().now) == from_the_beginning(written)


def test_the_first_row_that_differs_is_found() -> None:
    rows = rows_of(won())
    old = [row for row, _where in rows]
    for one, other in pairwise(range(len(rows))):
        assert first_changed(old, [*rows[:one], *rows[other:]]) == one
    assert first_changed(old, rows) == len(rows)
