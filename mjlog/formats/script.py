"""What a record of another program comes to: events, numbered, with the line of each, and what could not be read."""

from __future__ import annotations

from typing import Any

from mjlog import events as ev
from mjlog.log.records import Fault, Row

MOST_FAULTS = 1000
"""What cannot be read, or contradicts itself, in one record, and is listed piece by piece."""


class Script:
    """`rows` are the events and faults so far; `seq`: the number of the next event."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.faults = 0
        self.seq = 1

    def add(self, event: ev.Event, line: int) -> None:
        """Append the next event; it has been given `seq`."""
        self.rows.append((event, line))
        self.seq += 1

    def fault(self, code: str, text: str, line: int, expected: Any = None, found: Any = None) -> None:
        """Append what cannot be read: what it said is lost."""
        self._note(Fault(code, text, expected, found), line)

    def remark(self, code: str, text: str, line: int, expected: Any = None, found: Any = None) -> None:
        """Append a fault by which no event is lost: the record contradicts itself."""
        self._note(Fault(code, text, expected, found, is_remark=True), line)

    def remark_at(self, at: int, code: str, text: str, line: int) -> None:
        """Put a remark before rows that were appended after it was due."""
        self._note(Fault(code, text, is_remark=True), line, at)

    def _note(self, fault: Fault, line: int, at: int | None = None) -> None:
        self.faults += 1
        if self.faults > MOST_FAULTS:
            words = f"more than {MOST_FAULTS:,} things are wrong with this record: from here on they are not listed"
            fault, at = Fault("bad-event", words), None
        if self.faults <= MOST_FAULTS + 1:
            self.rows.insert(len(self.rows) if at is None else at, (fault, line))
