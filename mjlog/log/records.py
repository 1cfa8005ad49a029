"""A log as rows: the events of one game, each with the place that it was read from.

What has events (a log, a database, a foreign record) gives a series of rows: an event, or a `Fault` where a line
is no event, with the line number, or a `Where` if one event was written on several lines of a file.

An append-only log keeps all that it ever said; so any earlier state of knowledge is its beginning: its events up to one
of them, with the corrections among these. Source: docs/lookup/format.md#corrections.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec.structs import replace

from mjlog.errors import RecordError
from mjlog.events import Event
from mjlog.text import shown

if TYPE_CHECKING:
    from mjlog.rulesets import RuleSet


class Origin(NamedTuple):
    """Where an event was read: the file, and the line in it (from 1; None where lines mean nothing)."""

    source: str
    line: int | None = None


class Person(NamedTuple):
    """Who a handle is: the real name, and whatever a club notes. No part of any log, and not of the chain."""

    handle: str
    name: str
    note: str | None = None


class Where(msgspec.Struct, frozen=True):
    """Where an event was written: the file, its first line, the line of each tile, and of named parts."""

    line: int
    lines: Sequence[int] = ()
    named: Mapping[str, int] = msgspec.field(default_factory=dict)
    source: str | None = None

    def line_of(self, part: int | str | None) -> int:
        """The line of a part of the event: a tile's index, or a name; the first line for the whole."""
        if isinstance(part, int):
            return self.lines[part] if part < len(self.lines) else self.line
        return self.named.get(part, self.line) if part is not None else self.line


class Fault(msgspec.Struct, frozen=True):
    """A line that is no event, or breaks the file: the finding code and message, and what is known of its place.

    `is_remark`: no event is lost by it; a foreign record contradicts itself, and what it says of the play is read on.
    """

    code: str
    message: str
    expected: Any = None
    found: Any = None
    seq: int | None = None
    is_remark: bool = False


Row = tuple[Event | Fault, "int | Where | None"]


class GameRecord(msgspec.Struct, frozen=True):
    """The events of one game.

    `source` is the path it came from, `name` stands in for a game id not yet read, `corrected` says that there may
    be corrections among the rows. `as_of`: the event that the rows end with, where this is an earlier state of the log
    (`as_of`). `ruleset`: by which the game is judged, whatever it names; `newest_rules`: by the newest
    version of the shipped rule set that it names. `foreign`: the kind of a record of other programs; `is_apart`: it
    is of one hand, and follows none of those beside it.

    Of a log file: `chained`: its first event has an id. `lines`: by their places among the rows, how events were
    written; of those that are not there it is known that they are written as they are stored. `cut`: before which row
    the first line stood that is no event, and not listed any more, and what is wrong with it.
    """

    source: str
    name: str
    rows: Iterable[Row]
    ruleset: RuleSet | str | None = None
    corrected: bool = False
    as_of: int | None = None
    newest_rules: bool = False
    foreign: str | None = None
    is_apart: bool = False
    chained: bool = False
    lines: Mapping[int, bytes] = msgspec.field(default_factory=dict)
    cut: tuple[int, Row] | None = None


def line_of(where: int | Where | None, part: int | str | None = None) -> int | None:
    """The line number of an event, or of a part of it."""
    return where.line_of(part) if isinstance(where, Where) else where


# -- earlier states of a log -----------------------------------------------------------------------------------------


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
        # A fault of the chain comes before its event, under the same number.
        if row.seq == seq and not (isinstance(row, Fault) and row.code == "chain-broken"):
            return
    raise NoSuchEventError(record.source, record.name, seq, last)
