"""What an audit reads: the events of one game, each with the place it was read from.

A source of events (a log, a database, a foreign record) is an series of rows: an event, or a `Fault` where a line
is no event, with the line number, or a `Where` if one event was written on several lines of a file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from mjlog.events import Event

if TYPE_CHECKING:
    from mjlog.rulesets import RuleSet


class Origin(NamedTuple):
    """Where an event was read: the file, and the line in it (from 1; None where lines mean nothing)."""

    source: str
    line: int | None = None


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


@dataclass(frozen=True, slots=True)
class Fault:
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


@dataclass(frozen=True, slots=True)
class GameRecord:
    """The events of one game.

    `source` is the path it came from, `name` stands in for a game id not yet read, `corrected` says that there may
    be corrections among the rows. `as_of`: the event that the rows end with, where this is an earlier state of the log
    (`mjlog.audit.as_of`). `ruleset`: by which the game is judged, whatever it names; `newest_rules`: by the newest
    version of the shipped rule set that it names. `foreign`: the kind of a record of other programs.

    Of a log file: `chained`: its first event has an id. `spelled`: by their places among the rows, the lines that say
    more than their event does, or say it otherwise than it is stored. `cut`: before which row the first line stood that
    is no event, and not listed any more, and what is wrong with it.
    """

    source: str
    name: str
    rows: Iterable[Row]
    ruleset: RuleSet | str | None = None
    corrected: bool = False
    as_of: int | None = None
    newest_rules: bool = False
    foreign: str | None = None
    chained: bool = False
    spelled: Mapping[int, bytes] = field(default_factory=dict)
    cut: tuple[int, Row] | None = None


def line_of(where: int | Where | None, part: int | str | None = None) -> int | None:
    """The line number of an event, or of a part of it."""
    return where.line_of(part) if isinstance(where, Where) else where
