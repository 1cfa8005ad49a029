"""A log that is read again from the hand that reads otherwise comes to what it comes to from the beginning."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from mjlog import events as ev
from mjlog.audit.engine import Engine
from mjlog.audit.timeline import Timeline, first_changed
from mjlog.events import encode_event
from mjlog.log.corrections import apply_corrections
from mjlog.log.records import GameRecord, Row, as_of
from mjlog.recording.game import RecordedGame
from tests.mended_games import GAMES, mended, record_of, times
from tests.short_logs import events
from tests.views.table_logs import won
from tests.views.test_corrected_while_viewed import any_correction, game
from tests.views.test_going_on import rows_of

RECORD = GameRecord("club", "club", iter(()), corrected=True)


def read_at(name: str) -> list[list[Row]]:
    """What is read of a game at several times, as corrected."""
    return [list(apply_corrections(as_of(record_of(mended(name)), seq).rows)) for seq in times(name)]


def told(replay: Engine) -> list[Any]:
    """All that a replay has found, and the totals."""
    reports = [report.as_json() for report in replay.finish()]
    return [reports, dict(replay.table.totals), replay.table.standing.totals_known]


def from_the_beginning(rows: list[Row]) -> list[Any]:
    """What these rows come to."""
    return told(Engine(RECORD).after(rows))


@pytest.mark.parametrize("name", GAMES)
def test_what_is_read_again_is_what_is_read_from_the_beginning(name: str) -> None:
    """Forwards and back, in any order: each time to the end, and on the way beside it."""
    readings, chance = read_at(name), random.Random(name)
    timeline = Timeline(RECORD)
    for rows in chance.sample(readings, 8):
        timeline.read(rows)
        beside = chance.choice(readings)
        assert told(timeline.after(beside)) == from_the_beginning(beside)
        assert told(timeline.fork().now) == from_the_beginning(rows)


def test_what_is_tried_on_a_fork_leaves_the_game_alone() -> None:
    early, *_, late = read_at("western")
    timeline = Timeline(RECORD)
    timeline.read(late[: len(early) + 5])
    other = timeline.fork()
    for row in late[len(early) + 5 :]:
        other.feed(*row)
    other.read(early)
    assert told(timeline.fork().now) == from_the_beginning(late[: len(early) + 5])
    assert told(other.fork().now) == from_the_beginning(early)


def test_only_what_follows_the_beginning_of_the_hand_is_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A correction in the last hand costs no more than this hand, without its beginning."""
    rows = read_at("western")[-1]
    timeline = Timeline(RECORD)
    timeline.read(rows)
    fed: list[Row] = []
    feed = Engine.feed
    monkeypatch.setattr(Engine, "feed", lambda self, row, where: (fed.append((row, where)), feed(self, row, where)))
    last = max(at for at, (row, _where) in enumerate(rows) if isinstance(row, ev.HandStart))
    timeline.read(rows[:-1])
    assert fed == rows[last + 1 : -1]


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
    timeline = Timeline(RECORD)
    timeline.read(list(apply_corrections(written)))
    for _ in range(10):
        written = any_corrections(written, chance)
        rows = list(apply_corrections(written))
        timeline.read(rows)
        assert told(timeline.fork().now) == from_the_beginning(rows)
        beside = rows[: chance.randrange(len(rows))]
        assert told(timeline.after(beside)) == from_the_beginning(beside)
        written = [*written, (msgspec.structs.replace(ahead.pop(0)[0], seq=len(written) + 1), None)]
        timeline.feed(*written[-1])
        assert told(timeline.fork().now) == from_the_beginning(list(apply_corrections(written)))


def test_the_first_row_that_differs_is_found() -> None:
    rows = rows_of(won())
    old = [row for row, _where in rows]
    for one, other in pairwise(range(len(rows))):
        assert first_changed(old, [*rows[:one], *rows[other:]]) == one
    assert first_changed(old, rows) == len(rows)
