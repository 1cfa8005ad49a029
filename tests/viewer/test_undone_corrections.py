"""What is told of corrections while a hand goes on: of a hand that was undone, no hidden tile."""

from __future__ import annotations

import pytest

from mjlog.answers import plain
from mjlog.audit.game import Game
from mjlog.events import convert_event
from mjlog.log.records import GameRecord
from mjlog.seats import Seat
from mjlog.views.seen import correction_of
from tests.viewer.hidden_logs import STAGES, scrambled
from tests.views.table_logs import Log


def told(log: Log) -> list[object]:
    """What is told of the corrections at each event, in any view."""
    rows = ((convert_event(fields), None) for fields in log.events)
    view = Game(GameRecord("test", "test", rows, corrected=True))
    notes = [correction_of(view, event["seq"], sight) for event in log.events for sight in ("open", "table", Seat.S)]
    return [None if note is None else plain(note) for note in notes]


@pytest.mark.parametrize("stage", STAGES)
def test_logs_that_differ_in_hidden_tiles_tell_the_same_of_corrections(stage: str) -> None:
    """Whatever was void, written anew, or put back into play."""
    log = STAGES[stage]()
    for seed in range(3):
        assert told(scrambled(log, seed)) == told(log)
