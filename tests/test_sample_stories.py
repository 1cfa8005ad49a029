"""What the small logs of faults say of themselves is what the audit finds in them."""

from __future__ import annotations

import json
from typing import Any

from samples import SAMPLES, audit


def _told(code: str) -> tuple[str, list[Any], dict[str, Any]]:
    """What a sample says of itself, what is found in it, and its last event."""
    path = SAMPLES / "findings" / f"{code}.mjlog.jsonl"
    events = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    (note,) = [event["text"] for event in events if event["type"] == "note"]
    return note, [finding for report in audit(path) for finding in report.findings], events[-1]


def test_of_the_wrong_settlement_two_are_wrong_by_two_points() -> None:
    note, (finding,), paid = _told("wrong-settlement")
    assert note == "west pays two points too few, and north as many too many."
    assert finding.message == "west loses 62: loses 64 is due"
    # By the scores 16, 24, 0 and 8: each pays South, the losers pay each other, East's payments are doubled.
    east = -2 * 24 + 2 * (16 - 0) + 2 * (16 - 8)
    west, north = -24 - 2 * (16 - 0) - (8 - 0), -24 - 2 * (16 - 8) + (8 - 0)
    due = {"E": east, "S": -east - west - north, "W": west, "N": north}
    assert paid["change"] == {**due, "W": due["W"] + 2, "N": due["N"] - 2}


def test_of_the_replay_that_is_not_due_no_number_of_tiles_is_wrong() -> None:
    note, (finding,), replay = _told("replay-not-due")
    assert note.endswith("all four are right, and three would have to be wrong.")
    assert finding.message.endswith("3 players must have a dead hand, or a wrong number of tiles, not 0")
    assert "two" not in replay["reason"]
