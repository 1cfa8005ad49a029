"""The beginning of a game as corrected, for lists of games: from its corrections alone, without a replay."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from mjlog.audit.corrections import CorrectedLog
from mjlog.audit.records import Row
from mjlog.events import Correction, Event, GameStart, Note

HIDDEN, SHOWN = "hidden", "shown"
"""What a note decides that takes its game off lists, and puts it back."""


def hides(last: Mapping[str, Any]) -> bool:
    """Whether the last event of a log, its fields, takes the game off lists: a note that says so."""
    return last.get("type") == "note" and last.get("decision") == HIDDEN


def start_as_corrected(start: GameStart, corrections: Iterable[Correction]) -> GameStart:
    """The game-start of a log as its corrections, all of them, have made it; of the other events none is looked at.

    It keeps its time where what stands in its place states none.
    """
    made = {one.seq: one for one in corrections}
    # In the place of each other event that they name stands something, so that what they come to is what it is.
    named = {number for one in made.values() for number in _named_by(one)} - made.keys() - {start.seq}
    events: dict[int, Event] = {seq: Note(seq=seq, text="-") for seq in named} | made | {start.seq: start}
    rows: list[Row] = [(events[seq], None) for seq in sorted(events)]
    found = next((row for row, _where in CorrectedLog(rows).rows() if isinstance(row, GameStart)), start)
    return found if found.at is not None else msgspec.structs.replace(found, at=start.at)


def _named_by(correction: Correction) -> Iterator[int]:
    """The events that a correction names, and those that a correction in it does."""
    yield from (number for number in (correction.of, correction.after) if number is not None)
    for fields in correction.events:
        if fields.get("type") == "correction":
            yield from (number for number in (fields.get("of"), fields.get("after")) if isinstance(number, int))
