"""What a log said at an earlier time: its events up to one of them, with the corrections among these.

An append-only log keeps all that it ever said; so any earlier state of knowledge is its beginning. Source:
docs/lookup/format.md#corrections.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from mjlog.audit.records import Fault, GameRecord, Row
from mjlog.errors import RecordError
from mjlog.text import shown


class NoSuchEventError(RecordError):
    """The log has no event of this number, so it said nothing at that time.

    `last`: the number of its last event.
    """

    def __init__(self, source: str, game: str, seq: int, last: int) -> None:
        super().__init__(f"game {shown(game, 200)}: there is no event {seq}: {known_events(last)}", source)
        self.last = last


def known_events(last: int) -> str:
    """Which events a log has, in words.

    >>> known_events(40)
    'its events are 1 to 40'
    """
    return f"its events are 1 to {last}" if last else "it has no events"


def as_of(record: GameRecord, seq: int | None) -> GameRecord:
    """The record as it was when event `seq` was its last one; the same record for None.

    Its rows end with a NoSuchEventError where the log has not come so far, or is numbered past that event.
    """
    return record if seq is None else replace(record, rows=_until(record, seq), as_of=seq)


def _until(record: GameRecord, seq: int) -> Iterator[Row]:
    last = 0
    for row, where in record.rows:
        if row.seq is not None and row.seq > seq:
            break
        yield row, where
        last = max(last, row.seq or 0)
        if row.seq == seq and not _is_told_before(row):
            return
    raise NoSuchEventError(record.source, record.name, seq, last)


def _is_told_before(row: object) -> bool:
    """Whether this says what is wrong with the event that comes next, under the same number."""
    return isinstance(row, Fault) and row.code == "chain-broken"
