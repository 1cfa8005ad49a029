"""Logs: `NAME.mjlog.jsonl`, one event a line; several games may follow one another in one stream.

A line is read once. Who replays a game reads past every fault: a line that is no event is a `Fault` with its line, and
the lines around it stay usable (`read_log`). Who carries a game on, into a database or another file, takes the same
events as they are stored, up to the first fault (`carried`). The chain is checked here while lines are read.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import NamedTuple

import msgspec

from mjlog import events as ev
from mjlog.chain import GENESIS, chain_id, chained_line, event_body
from mjlog.errors import RecordError
from mjlog.events import MAX_INT, NO_EVENT, Event, decode_event, encode_event
from mjlog.log.records import Fault, GameRecord, NoSuchEventError, Origin, Row, Where, line_of
from mjlog.text import shown

SUFFIX = ".mjlog.jsonl"
MOST_FAULTS = 1000
"""Lines of one stream that cannot be read and are listed one by one."""
Lines = Iterable[tuple[int, bytes]]


# -- games to be replayed --------------------------------------------------------------------------------------------


def read_log(source: str, lines: Lines, name: str, most: int | None = None) -> Iterator[GameRecord]:
    """The games of a log or stream, one after the other; a game ends where another `game-start` with seq 1 begins.

    `most`: so many rows of each game are wanted, and the others are passed over. Where the stream breaks off, the rows
    of the last game end with the `RecordError` that says so.
    """
    game = _Game()
    unreadable = 0
    broken = None
    try:
        for number, line in lines:
            try:
                event = decode_event(line)
            except NO_EVENT:
                unreadable += 1
                if most is None or len(game.rows) < most:
                    game.lose(line, number, unreadable)
                continue
            if event.seq == 1 and game.has_begun and begins_game(event):
                yield game.record(source, name)
                game = _Game()
            if most is None or len(game.rows) < most:
                game.add(event, line, number)
    except RecordError as error:
        broken = error
    yield game.record(source, name, broken)


def read_written(source: str, name: str, lines: Lines, error: RecordError | None) -> GameRecord:
    """A game whose events were written in short hand, each with the line where that was; `error`: what ended it."""
    game = _Game()
    for number, body in lines:
        game.add(decode_event(body), body, number)
    if error is not None:
        game.rows.append((Fault("bad-event", error.bare_message), error.line))
    return game.record(source, name)


class _Links(msgspec.Struct):
    """The chain fields of a line."""

    id: str | None = None
    prev: str | None = None


class _Game:
    """The rows of a game, one after the other, with its chain. A log is chained if its first event has an id."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.has_begun = False
        self._lines: dict[int, bytes] = {}
        self._cut: tuple[int, Row] | None = None
        self._is_corrected = False
        self._is_chained: bool | None = None
        self._is_lost = False
        self._head = GENESIS

    def record(self, source: str, name: str, broken: RecordError | None = None) -> GameRecord:
        """What was read of it; `broken`: why there is no more."""
        rows = self.rows if broken is None else _BrokenOff(self.rows, broken)
        return GameRecord(
            source, name, rows, corrected=self._is_corrected, chained=self._is_chained is True, lines=self._lines,
            cut=self._cut,
        )  # fmt: skip

    def lose(self, line: bytes, number: int, count: int) -> None:
        """A line that is no event, so many in this stream by now."""
        self._is_lost = True
        if count <= MOST_FAULTS:
            self.rows.append((explain(line), number))
            return
        if count == MOST_FAULTS + 1:
            words = f"more than {MOST_FAULTS} lines cannot be read: from here on such lines are not listed"
            self.rows.append((Fault("bad-json", words), number))
        if self.has_begun and self._cut is None:
            self._cut = len(self.rows), (explain(line), number)

    def add(self, event: Event, line: bytes, number: int) -> None:
        """An event; before it, what is wrong with its place in the chain."""
        self.has_begun = True
        body = None
        if self._is_chained or event.seq == 1:
            links, body = _read_links(event, line)
            if self._is_chained is None:
                self._is_chained = links.id is not None
            if self._is_chained and (words := self._broken(event, links, body, line)) is not None:
                self.rows.append((Fault("chain-broken", words, seq=event.seq), number))
        if body is None:
            self._lines[len(self.rows)] = line
        if type(event) is ev.Correction:
            self._is_corrected = True
        self.rows.append((event, number))

    def _broken(self, event: Event, links: _Links, body: bytes | None, line: bytes) -> str | None:
        """Why an event's id or prev is not what it must be."""
        due, is_lost = GENESIS if event.seq == 1 else self._head, self._is_lost
        self._is_lost = False
        self._head = self._head if links.id is None else links.id
        if links.id is None or links.prev is None:
            return f"event {event.seq} has no id, in a chained log"
        if links.prev != due and not is_lost:
            return f"event {event.seq} does not follow the event before: its prev is {shown(links.prev, 12)}"
        if not _hash_fits(links, body, line):
            return f"event {event.seq} was changed after it was written: its id is not its hash"
        return None


class _BrokenOff:
    """Rows of a stream that breaks off behind them."""

    def __init__(self, rows: list[Row], error: RecordError) -> None:
        self._rows, self._error = rows, error

    def __iter__(self) -> Iterator[Row]:
        yield from self._rows
        raise self._error


_LINKS = msgspec.json.Decoder(_Links)
_LINK_FIELDS = re.compile(rb'"(?:id|prev)":"[0-9a-f]{64}",')
_NO_LINKS = _Links()
_OPEN = frozenset(
    (ev.GameStart, ev.Seats, ev.HandStart, ev.Score, ev.GameEnd, ev.Correction, ev.Note, ev.Dispute, ev.Ruling)
)
"""Events with fields of any kind, or by names, which msgspec may write otherwise than RFC 8785 does."""


def _read_links(event: Event, line: bytes) -> tuple[_Links, bytes | None]:
    """The chain fields of a line, and the event as it is stored; None for that where it takes a closer look.

    Nearly all lines are written as this program writes them: then they need not be decoded again.
    """
    body = encode_event(event)
    is_plain = type(event) not in _OPEN or not _UNUSUAL.search(line)
    if is_plain and line == body:
        return _NO_LINKS, body
    if is_plain and type(event) is not ev.GameStart:  # its card is a part that may have such fields of its own
        without_id, event_id = _taken_out(line, b'"id":"')
        rest, prev = _taken_out(without_id, b'"prev":"')
        if rest == body:
            return _Links(event_id, prev), body
    try:
        return _LINKS.decode(line), None
    except NO_EVENT:
        return _Links("", ""), None


def _taken_out(line: bytes, name: bytes) -> tuple[bytes, str | None]:
    """A line without a field of 64 digits and letters, and what stands in it."""
    at = line.find(name)
    value = line[at + len(name) : at + len(name) + 64]
    if at < 0 or not value.isalnum():
        return line, None
    return line[:at] + line[at + len(name) + 66 :], value.decode("ascii")


def _hash_fits(links: _Links, body: bytes | None, line: bytes) -> bool:
    prev, event_id = links.prev or "", links.id or ""
    if not prev.isascii():
        return False
    if chain_id(prev, _LINK_FIELDS.sub(b"", line) if body is None else body) == event_id:
        return True
    if body is not None:
        return False
    try:
        written = _written_again(line)
        return chain_id(prev, event_body(json.loads(line)) if written is None else written.body) == event_id
    except NO_EVENT:
        return False


def explain(line: bytes) -> Fault:
    """Why a line is no event: slow, and thorough."""
    from mjlog_schemas import explain_line

    fault = explain_line(line)
    seq = None
    with suppress(*NO_EVENT):
        fields = json.loads(line)
        seq = fields.get("seq") if isinstance(fields, dict) else None
    is_number = isinstance(seq, int) and not isinstance(seq, bool) and 1 <= seq <= MAX_INT
    return Fault(fault.code, fault.message, fault.expected, fault.found, seq if is_number else None)


def event_or_fault(line: bytes) -> Event | Fault:
    """The event that a line holds, or why it holds none."""
    try:
        return decode_event(line)
    except NO_EVENT:
        return explain(line)


def begins_game(event: Event) -> bool:
    """Whether a game begins with an event, in a stream of several."""
    return type(event) is ev.GameStart and event.seq == 1


# -- games to be carried on ------------------------------------------------------------------------------------------


class CarriedGame(msgspec.Struct):
    """A game as far as it can be carried on. `fault`: what ended it early, with file and line.

    `origins`: where each event was read, as it can be stored. `remarks`: where a foreign record contradicts itself.
    `chained`: its lines carry ids, and they fit. `is_apart`: as of a `GameRecord`.
    """

    source: str
    game: str = ""
    bodies: list[bytes] = msgspec.field(default_factory=list)
    origins: list[Origin] = msgspec.field(default_factory=list)
    fault: str | None = None
    remarks: list[str] = msgspec.field(default_factory=list)
    chained: bool = False
    is_apart: bool = False

    def end_at(self, seq: int | None) -> None:
        """The log as it was when this event was its last one; as it is for None.

        Raises:
            NoSuchEventError: it has not come so far; the message says why, where its lines could not be read.
        """
        if seq is None:
            return
        if seq > len(self.bodies):
            error = NoSuchEventError(self.source, self.game, seq, len(self.bodies))
            raise error if self.fault is None else RecordError(f"{error}: {self.fault}")
        self.fault = None
        del self.bodies[seq:], self.origins[seq:]


@functools.lru_cache(maxsize=64)
def printable(path: str) -> str:
    """A file's name as it can be stored: bytes that are no UTF-8 as escapes."""
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def carried(record: GameRecord) -> Iterator[CarriedGame]:
    """A game as far as it can be carried on; lines before its beginning that are no events are a log of their own."""
    is_ours = record.foreign is None
    log, is_broken = CarriedGame(record.source, "" if is_ours else record.name, is_apart=record.is_apart), False
    try:
        for place, (row, where) in _with_cut(record):
            if isinstance(row, Fault):
                is_broken = row.code == "chain-broken"
                if row.is_remark:
                    log.remarks.append(_located(record, row.message, where))
                elif not is_broken:
                    log.fault = log.fault or _located(record, row.message, where)
                continue
            if is_ours and log.fault is not None and not log.bodies and begins_game(row):
                yield log
                log = CarriedGame(record.source)
            if log.fault is None:
                _carry(log, record, place, row, where, is_broken)
            is_broken = False
    except RecordError as error:
        if error.line is None:
            raise
        log.fault = str(RecordError(error.bare_message, record.source, error.line))
    if log.bodies or log.fault is not None or not is_ours:
        yield log


def _with_cut(record: GameRecord) -> Iterator[tuple[int, Row]]:
    """The rows with their places; among them the first line that is no event, and is not listed."""
    cut, fault = record.cut or (None, None)
    place = -1
    for place, row in enumerate(record.rows):
        if fault is not None and place == cut:
            yield place, fault
        yield place, row
    if fault is not None and place + 1 == cut:
        yield place + 1, fault


def _carry(
    log: CarriedGame, record: GameRecord, place: int, event: Event, where: int | Where | None, is_broken: bool
) -> None:
    """One more event, or why the log ends before it. `is_broken`: the chain is, here."""
    written = as_stored(record, place, event)
    if isinstance(written, Fault):
        log.fault = _located(record, written.message, where)
        return
    due = len(log.bodies) + 1
    wrong = None
    if event.seq != due:
        wrong = f"event {event.seq} comes where event {due} was due"
    elif due == 1 and event.type != "game-start" and record.foreign is None:
        wrong = f"the first event is {event.type}: a log begins with game-start, which names the game"
    elif is_broken or (record.chained and not written.is_linked):
        wrong = f"the chain is broken at event {due}: its id and prev are not what they must be"
    if wrong is not None:
        log.fault = _located(record, wrong, where)
        return
    if due == 1:
        log.chained = record.chained
        log.game = getattr(event, "game", log.game)
    log.bodies.append(written.body)
    log.origins.append(Origin(printable(_source(record, where)), line_of(where)))


def as_stored(record: GameRecord, place: int, event: Event) -> LogLine | Fault:
    """An event of a game, by its place among the rows, as a database would hold it; or why none could."""
    line = record.lines.get(place)
    if line is None:
        return LogLine(encode_event(event))
    body = _read_links(event, line)[1]
    return read_strictly(line) if body is None else LogLine(body)


def _source(record: GameRecord, where: int | Where | None) -> str:
    return where.source or record.source if isinstance(where, Where) else record.source


def _located(record: GameRecord, message: str, where: int | Where | None) -> str:
    return str(RecordError(message, _source(record, where), line_of(where)))


class LogLine(NamedTuple):
    """A line that can be carried on byte for byte: the event's canonical body, and its `id` and `prev` as stated.

    A line that is spelled as its event is has the ids that its game was read with.
    """

    body: bytes
    links: tuple[object, object] | None = None

    @property
    def is_linked(self) -> bool:
        """Whether its id is that of the body, after `prev`."""
        if self.links is None:
            return True
        event_id, prev = self.links
        return isinstance(prev, str) and prev.isascii() and chain_id(prev, self.body) == event_id


_ENCODER = msgspec.json.Encoder(order="sorted")
# What msgspec and RFC 8785 may write differently: fractions, exponents, keys beyond the basic plane. A number stands
# behind one of three characters; digits and an "e" behind others are most often those of an id.
_UNUSUAL = re.compile(rb"[:,\[]\s*-?[0-9]+[.eE]|[\xf0-\xf7]")
_MANY_BRACKETS = 500


def read_strictly(line: bytes) -> LogLine | Fault:
    """A line to be carried on, or why it cannot be: it is no event, repeats a field, or has a number that is none."""
    try:
        written = _written_again(line)
        if written is not None:
            decode_event(line)
            return written
    except NO_EVENT:
        pass
    from mjlog_schemas import check_line

    fault = check_line(line)
    if fault is not None:
        return Fault(fault.code, fault.message, fault.expected, fault.found)
    fields = json.loads(line)
    return LogLine(event_body(fields), (fields.get("id"), fields.get("prev")))


def _written_again(line: bytes) -> LogLine | None:
    """A line as it is carried on; None where that takes a closer look.

    Raises:
        ValueError, RecursionError (`NO_EVENT`): it is no JSON.
    """
    fields = msgspec.json.decode(line)
    if not isinstance(fields, dict) or _UNUSUAL.search(line):
        return None
    written = _ENCODER.encode(fields)
    if written != line:
        # Fields in another order, and blanks between them, leave it as long; what a line states twice is written once.
        as_long = len(written.translate(None, b" ")) == len(line.translate(None, b" \t\r\n"))
        # One with so many brackets may be nested too deeply.
        if not as_long or line.count(b"[") + line.count(b"{") > _MANY_BRACKETS:
            return None
    links = fields.pop("id", None), fields.pop("prev", None)
    return LogLine(_ENCODER.encode(fields), links)


def write_log(bodies: Iterable[bytes], chained: bool = True) -> Iterator[bytes]:
    """The lines of a log, with line ends: canonical JSON, the same bytes each time."""
    prev = GENESIS
    for body in bodies:
        if chained:
            prev, line = chained_line(prev, body)
            yield line + b"\n"
        else:
            yield body + b"\n"
