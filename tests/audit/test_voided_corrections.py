"""A correction that is itself corrected: another content, or none."""

from __future__ import annotations

from typing import Any

from each import each
from mjlog.events import convert_event
from mjlog.log.corrections import apply_corrections
from tests.short_logs import fields

Events = list[dict[str, Any]]
_DISCARD = 3
"""The seq of the discard in the log below."""


def corrected(*corrections: dict[str, Any]) -> list[str]:
    """The discards of a small log as read with its corrections."""
    log = fields("game; hand depth=table; E discard 5b; S discard 1c")
    for correction in corrections:
        log.append({"seq": len(log) + 1, "type": "correction", "reason": "misread", **correction})
    rows = apply_corrections((convert_event(event), None) for event in log)
    return [row.tile.value for row, _ in rows if getattr(row, "type", "") == "discard"]  # type: ignore[union-attr]


def discard(tile: str) -> Events:
    """A discard of East's, as it stands in a correction."""
    return [{"type": "discard", "seat": "E", "tile": tile}]


@each(
    "corrections, read",
    [
        ([], ["5b", "1c"]),
        ([{"of": _DISCARD, "events": discard("6b")}], ["6b", "1c"]),
        ([{"of": _DISCARD, "events": []}], ["1c"]),
        ([{"of": _DISCARD, "events": discard("6b")}, {"of": 5, "events": discard("7b")}], ["7b", "1c"]),
        ([{"of": _DISCARD, "events": discard("6b")}, {"of": 5, "events": []}], ["5b", "1c"]),
        ([{"of": _DISCARD, "events": []}, {"of": 5, "events": []}], ["5b", "1c"]),
        ([{"after": _DISCARD, "events": discard("9b")}], ["5b", "9b", "1c"]),
        ([{"after": _DISCARD, "events": discard("9b")}, {"of": 5, "events": []}], ["5b", "1c"]),
    ],
    ids=["none", "replaced", "void", "corrected again", "void again", "void of a void", "inserted", "not inserted"],
)
def test_a_void_correction_gives_back_what_it_replaced(corrections: Events, read: list[str]) -> None:
    """Of an inserted event nothing is left; of a replaced one the original stands again."""
    assert corrected(*corrections) == read
