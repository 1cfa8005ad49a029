"""Native logs: `NAME.mjlog.jsonl`, one event a line; several games may follow one another in one stream.

The fast typed decode is tried first; where it refuses, `mjlog_schemas` says why. A line that is no event is a
`Fault` with its line, and the lines around it stay usable. Whoever carries a log on, and does not only read it, reads
its lines strictly (`read_strictly`, `mjlog.formats.logs`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from mjlog.audit.records import Fault, GameRecord, Row
from mjlog.canonical import GENESIS, chain_id, chained_line, event_body
from mjlog.events import MAX_INT, NO_EVENT, Event, GameStart, decode_event
from mjlog.text import shown

SUFFIX = ".mjlog.jsonl"
_CORRECTION, _ESCAPE = b'"correction"', rb"\u00"
"""No line without one of these has a correction in it: letters of the word may be written as escapes."""
MOST_FAULTS = 1000
"""Lines of one stream that cannot be read and are listed one by one."""
Lines = Iterable[tuple[int, bytes]]


def may_correct(line: bytes) -> bool:
    """Whether a line, or a whole log, may have a correction in it.

    >>> may_correct(b'{"type":"correction"}'), may_correct(b'{"type":"draw"}')
    (True, False)
    """
    return _CORRECTION in line or _ESCAPE in line


class _Links(msgspec.Struct):
    """The chain fields of a line."""

    id: str | None = None
    prev: str | None = None


_LINKS = msgspec.json.Decoder(_Links)
_LINK_FIELDS = re.compile(rb'"(?:id|prev)":"[0-9a-f]{64}",')


def read_log(source: str, lines: Lines, name: str, corrected: bool = False) -> Iterator[GameRecord]:
    """The games of a log or stream, one after the other; each must be used up before the next is asked for.

    `corrected`: there may be corrections among the events.
    """
    stream = _Stream(lines)
    while True:
        record = GameRecord(source, name, stream.game(), corrected=corrected)
        yield record
        for _row in record.rows:
            pass
        if stream.ended:
            return


class _Stream:
    """Rows of a stream of games: a game ends where another `game-start` with seq 1 begins."""

    def __init__(self, lines: Lines) -> None:
        self.lines = iter(lines)
        self.ended = False
        self.held: tuple[Event, int, bytes] | None = None
        self.unreadable = 0

    def game(self) -> Iterator[Row]:
        """The rows of one game."""
        chain = _Chain()
        if self.held is not None:
            event, number, line = self.held
            self.held = None
            yield from chain.check(event, number, line)
            yield event, number
            started = True
        else:
            started = False
        for number, line in self.lines:
            try:
                row = decode_event(line)
            except NO_EVENT:
                self.unreadable += 1
                chain.lost = True
                if self.unreadable <= MOST_FAULTS:
                    yield explain(line), number
                elif self.unreadable == MOST_FAULTS + 1:
                    words = f"more than {MOST_FAULTS} lines cannot be read: from here on such lines are not listed"
                    yield Fault("bad-json", words), number
                continue
            if row.seq == 1 or chain.wanted:
                if started and begins_game(row):
                    self.held = (row, number, line)
                    return
                yield from chain.check(row, number, line)
            started = True
            yield row, number
        self.ended = True


class _Chain:
    """Checks ids as they come. A log is chained if its first event has an id."""

    def __init__(self) -> None:
        self.wanted = False
        self.lost = False
        self.head = GENESIS
        self.first = True

    def check(self, event: Event, number: int, line: bytes) -> Iterator[Row]:
        """A fault where an event's id or prev is not what it must be."""
        links = _links(line)
        if self.first:
            self.first = False
            self.wanted = links.id is not None
        if not self.wanted:
            return
        due = GENESIS if event.seq == 1 else self.head
        fault = None
        if links.id is None or links.prev is None:
            fault = f"event {event.seq} has no id, in a chained log"
        elif links.prev != due and not self.lost:
            fault = f"event {event.seq} does not follow the event before: its prev is {shown(links.prev, 12)}"
        elif not _hash_fits(links, line):
            fault = f"event {event.seq} was changed after it was written: its id is not its hash"
        self.lost = False
        if fault is not None:
            yield Fault("chain-broken", fault, seq=event.seq), number
        if links.id is not None:
            self.head = links.id


def _links(line: bytes) -> _Links:
    try:
        return _LINKS.decode(line)
    except NO_EVENT:
        return _Links("", "")


def _hash_fits(links: _Links, line: bytes) -> bool:
    prev, event_id = links.prev or "", links.id or ""
    if not prev.isascii():
        return False
    if chain_id(prev, _LINK_FIELDS.sub(b"", line)) == event_id:
        return True
    try:
        written = _written_again(line)
        return chain_id(prev, event_body(json.loads(line)) if written is None else written.body) == event_id
    except NO_EVENT:
        return False


def read_event(line: bytes) -> Event | None:
    """The event that a line holds, with chain fields or without; None if it holds none."""
    try:
        return decode_event(line)
    except NO_EVENT:
        return None


def explain(line: bytes) -> Fault:
    """Why a line is no event: slow, and thorough."""
    from mjlog_schemas import explain_line

    found = explain_line(line)
    return Fault(found.code, found.message, found.expected, found.found, _number_of(line))


def event_or_fault(line: bytes) -> Event | Fault:
    """The event that a line holds, or why it holds none."""
    event = read_event(line)
    return explain(line) if event is None else event


def begins_game(event: Event) -> bool:
    """Whether a game begins with an event, in a stream of several."""
    return type(event) is GameStart and event.seq == 1


def _number_of(line: bytes) -> int | None:
    """The seq of a line that is no event, where that much of it can be read."""
    try:
        fields = json.loads(line)
    except NO_EVENT:
        return None
    seq = fields.get("seq") if isinstance(fields, dict) else None
    return seq if isinstance(seq, int) and not isinstance(seq, bool) and 1 <= seq <= MAX_INT else None


class Written(NamedTuple):
    """A line that can be carried on byte for byte: the event's canonical body, and its `id` and `prev` as stated."""

    body: bytes
    links: tuple[object, object]


_ENCODER = msgspec.json.Encoder(order="sorted")
# What msgspec and RFC 8785 may write differently: fractions, exponents, keys beyond the basic plane. A number stands
# behind one of three characters; digits and an "e" behind others are most often those of an id.
_UNUSUAL = re.compile(rb"[:,\[]\s*-?[0-9]+[.eE]|[\xf0-\xf7]")
_MANY_BRACKETS = 500


def read_strictly(line: bytes) -> Written | Fault:
    """A line to be carried on, or why it cannot be: it is no event, repeats a field, or has a number that is none."""
    try:
        written = _written_again(line)
        if written is not None:
            decode_event(line)
            return written
    except NO_EVENT:
        pass
    from mjlog_schemas import check_line

    found = check_line(line)
    if found is not None:
        return Fault(found.code, found.message, found.expected, found.found)
    fields = json.loads(line)
    return Written(event_body(fields), (fields.get("id"), fields.get("prev")))


def _written_again(line: bytes) -> Written | None:
    """A line as it is carried on; None where that takes a closer look.

    Raises:
        ValueError, RecursionError (`NO_EVENT`): it is no JSON.
    """
    fields = msgspec.json.decode(line)
    if not isinstance(fields, dict) or _UNUSUAL.search(line) or not _says_as_much(_ENCODER.encode(fields), line):
        return None
    links = fields.pop("id", None), fields.pop("prev", None)
    return Written(_ENCODER.encode(fields), links)


def _says_as_much(written: bytes, line: bytes) -> bool:
    """Whether a line is as it would be written again, but for the order of its fields and the blanks between them.

    What it states twice is written once, and shorter. One with so many brackets may be nested too deeply.
    """
    if written == line:
        return True
    as_long = len(written.translate(None, b" ")) == len(line.translate(None, b" \t\r\n"))
    return as_long and line.count(b"[") + line.count(b"{") <= _MANY_BRACKETS


def write_log(bodies: Iterable[bytes], chained: bool = True) -> Iterator[bytes]:
    """The lines of a log, with line ends: canonical JSON, the same bytes each time."""
    prev = GENESIS
    for body in bodies:
        if chained:
            prev, line = chained_line(prev, body)
            yield line + b"\n"
        else:
            yield body + b"\n"
