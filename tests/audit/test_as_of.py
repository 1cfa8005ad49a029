"""What a log said at an earlier time: its events up to one of them, with the corrections among these."""

from __future__ import annotations

from typing import Any

import pytest

from mjlog.audit.engine import Engine
from mjlog.events import convert_event
from mjlog.log.records import Fault, GameRecord, NoSuchEventError, Row, as_of, known_events
from tests.short_logs import fields

Fields = dict[str, Any]


def rows() -> list[Row]:
    """A payment that is wrong (event 4), put right (5), and wrong again (6)."""
    log = fields("game western; hand depth=result; E mahjong wall; settlement E=60 S=-20 W=-20 N=-10")
    right = {"type": "settlement", "change": {"E": 60, "S": -20, "W": -20, "N": -20}}
    log.append({"seq": 5, "type": "correction", "of": 4, "events": [right], "reason": "ten more"})
    log.append({"seq": 6, "type": "correction", "of": 5, "events": [], "reason": "no"})
    return [(convert_event(event), None) for event in log]


def record(found: list[Row]) -> GameRecord:
    """A game of these rows."""
    return GameRecord("club.jsonl", "tuesday", iter(found), corrected=True)


def codes(seq: int | None, as_recorded: bool = False) -> list[str]:
    """What is found as of an event."""
    replay = Engine(as_of(record(rows()), seq), as_recorded=as_recorded)
    return [finding.code for report in replay.run() for finding in report.findings]


def test_each_correction_counts_from_its_own_event_on() -> None:
    assert [codes(seq) for seq in (3, 4, 5, 6)] == [[], ["not-zero-sum"], [], ["not-zero-sum"]]
    assert [codes(seq, as_recorded=True) for seq in (3, 4, 5, 6)] == [[], *[["not-zero-sum"]] * 3]


def test_as_of_the_last_event_is_now() -> None:
    assert list(as_of(record(rows()), 6).rows) == rows()
    assert codes(6) == codes(None)
    same = record(rows())
    assert as_of(same, None) is same
    assert (as_of(same, 6).as_of, same.as_of) == (6, None)


@pytest.mark.parametrize("seq", [7, 900])
def test_a_log_that_has_not_come_so_far_says_how_far_it_has(seq: int) -> None:
    with pytest.raises(NoSuchEventError) as caught:
        list(as_of(record(rows()), seq).rows)
    assert str(caught.value) == f"club.jsonl: game tuesday: there is no event {seq}: its events are 1 to 6"
    assert caught.value.last == 6
    assert known_events(0) == "it has no events"


def test_a_damaged_log_ends_with_the_event_and_what_is_wrong_with_it() -> None:
    """A broken chain is told before its event; what cannot be read has a number, or it is left out after it."""
    found = rows()
    found.insert(3, (Fault("chain-broken", "changed", seq=4), None))
    assert [row.seq for row, _where in as_of(record(found), 4).rows] == [1, 2, 3, 4, 4]
    found = rows()
    found[3] = (Fault("bad-field", "a blot", seq=4), None)
    assert [row.seq for row, _where in as_of(record(found), 4).rows] == [1, 2, 3, 4]
    found[3] = (Fault("bad-json", "a blot"), None)
    assert [row.seq for row, _where in as_of(record(found), 3).rows] == [1, 2, 3]
    with pytest.raises(NoSuchEventError):
        list(as_of(record(found), 4).rows)
