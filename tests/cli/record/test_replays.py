"""A log that is read again from the hand that reads otherwise comes to what it comes to from the beginning."""

from __future__ import annotations

import random
from typing import Any

import pytest

from mjlog import events as ev
from mjlog.audit.as_of import as_of
from mjlog.audit.corrections import fold
from mjlog.audit.records import GameRecord, Row
from mjlog.audit.replay import Replay
from mjlog.cards.shelf import NO_CARDS
from mjlog.events import encode_event
from mjlog_cli.recording import Recorder
from mjlog_cli.replays import Replays
from tests.mended_games import GAMES, mended, record_of, times
from tests.short_logs import events

RECORD = GameRecord("club", "club", iter(()), corrected=True)


def read_at(name: str) -> list[list[Row]]:
    """What is read of a game at several times, as corrected."""
    return [list(fold(as_of(record_of(mended(name)), seq).rows)) for seq in times(name)]


def told(replay: Replay) -> list[Any]:
    """All that a replay has found, and the totals."""
    reports = [report.as_json() for report in replay.finish()]
    return [reports, dict(replay.table.totals), replay.table.standing.totals_known]


def from_the_beginning(rows: list[Row]) -> list[Any]:
    """What these rows come to."""
    return told(Replay(RECORD).after(rows))


@pytest.mark.parametrize("name", GAMES)
def test_what_is_read_again_is_what_is_read_from_the_beginning(name: str) -> None:
    """Forwards and back, in any order: each time to the end, and on the way beside it."""
    readings, chance = read_at(name), random.Random(name)
    replays = Replays(RECORD, NO_CARDS)
    for rows in chance.sample(readings, 8):
        replays.read(rows)
        beside = chance.choice(readings)
        assert told(replays.after(beside)) == from_the_beginning(beside)
        assert told(replays.twin().now) == from_the_beginning(rows)


def test_what_is_tried_on_a_twin_leaves_the_game_alone() -> None:
    early, *_, late = read_at("western")
    replays = Replays(RECORD, NO_CARDS)
    replays.read(late[: len(early) + 5])
    other = replays.twin()
    for row in late[len(early) + 5 :]:
        other.feed(row)
    other.read(early)
    assert told(replays.twin().now) == from_the_beginning(late[: len(early) + 5])
    assert told(other.twin().now) == from_the_beginning(early)


def test_only_what_follows_the_beginning_of_the_hand_is_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A correction in the last hand costs no more than this hand."""
    rows = read_at("western")[-1]
    replays = Replays(RECORD, NO_CARDS)
    replays.read(rows)
    fed: list[Row] = []
    feed = Replay.feed
    monkeypatch.setattr(Replay, "feed", lambda self, row, where: (fed.append((row, where)), feed(self, row, where)))
    last = max(at for at, (row, _where) in enumerate(rows) if isinstance(row, ev.HandStart))
    replays.read(rows[:-1])
    assert fed == rows[last:-1]


def test_a_call_of_a_discard_that_was_corrected_answers_what_is_read_there() -> None:
    """Also when it is typed with the number of the discard as it was written."""
    bodies = [encode_event(event) for event in events("game western; hand depth=table; E discard 8d")]
    recorder = Recorder("short", "short", bodies)
    recorder.carry_out(recorder.read("fix 3 9d"))
    (said,) = recorder.carry_out([{"type": "claim", "seat": "S", "for": "pung", "on": 3}])
    assert said.findings == ()
