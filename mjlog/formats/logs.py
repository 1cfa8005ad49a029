"""Whole games as canonical event bodies, each with the line that it was read from: what import and export carry.

Unlike an audit, which reads past every fault, a log that is carried on ends at its first one.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from mjlog.audit.as_of import NoSuchEventError
from mjlog.audit.records import Fault, GameRecord, Where, line_of
from mjlog.canonical import GENESIS, chain_id
from mjlog.errors import RecordError
from mjlog.events import decode_event, encode_event
from mjlog.formats.archives import is_archive, members
from mjlog.formats.lines import lines_of, lines_of_bytes, read_text
from mjlog.formats.native import SUFFIX, Lines, Written, begins_game, read_event, read_strictly
from mjlog.formats.sources import (
    LOG_SUFFIXES,
    WRITTEN_SUFFIX,
    Source,
    beginning_of,
    foreign_kind,
    records_of,
    units_in,
)
from mjlog.formats.unknown import refuse_unknown
from mjlog.store import Origin, SqliteStore, open_readonly


@dataclass
class Log:
    """A game as far as it could be read. `fault`: what ended it early, with file and line.

    `origins`: where each event was read, as it can be stored. `remarks`: where a foreign record contradicts itself.
    `chained`: its lines carry ids, and they fit.
    """

    source: str
    game: str = ""
    bodies: list[bytes] = field(default_factory=list)
    origins: list[Origin] = field(default_factory=list)
    fault: str | None = None
    remarks: list[str] = field(default_factory=list)
    chained: bool = False

    def add(self, body: bytes, source: str, line: int | None) -> None:
        """One more event."""
        self.bodies.append(body)
        self.origins.append(Origin(printable(source), line))

    def store(self, store: SqliteStore) -> None:
        """Append the events to a game that is not there yet.

        Raises:
            StoreError: it is there, or the database cannot be written.
        """
        store.append(self.game, self.bodies, expected_last=0, origins=self.origins)

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

    def end(self, message: str, source: str, line: int | None) -> None:
        """The log cannot be carried on from here."""
        self.fault = str(RecordError(message, source, line))


@functools.lru_cache(maxsize=64)
def printable(path: str) -> str:
    """A file's name as it can be stored: bytes that are no UTF-8 as escapes."""
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def origins_of(source: str, lines: Iterable[int | None]) -> list[Origin]:
    """Where events were read that stand on these lines of a file."""
    name = printable(source)
    return [Origin(name, line) for line in lines]


def foreign_logs(unit: Source, kind: str | None = None) -> Iterator[Log]:
    """The games of a unit that come from foreign records (of this kind), written as events of ours.

    Raises:
        MjlogError: the unit cannot be opened, or has a game of a sort that is not read.
    """
    for record in records_of(unit):
        if record.foreign is not None and kind in (None, record.foreign):
            yield _converted(record)


def _converted(record: GameRecord) -> Log:
    log = Log(record.source, record.name)
    for row, where in record.rows:
        source = where.source or record.source if isinstance(where, Where) else record.source
        line = line_of(where)
        if isinstance(row, Fault):
            if not row.is_remark:
                log.end(row.message, source, line)
                break
            log.remarks.append(str(RecordError(row.message, source, line)))
            continue
        due = len(log.bodies) + 1
        if row.seq != due:
            log.end(f"event {row.seq} comes where event {due} was due", source, line)
            break
        log.add(encode_event(row), source, line)
    return log


def native_logs(unit: Source) -> Iterator[Log]:
    """The games of a unit that are logs of ours, byte for byte as far as JSON allows.

    Raises:
        MjlogError: the unit cannot be opened.
    """
    if unit.trouble is not None:
        raise RecordError(unit.trouble)
    path = Path(unit.path)
    if unit.games:
        yield from _stored(unit)
    elif is_archive(path):
        for name, content in members(path, (SUFFIX,)):
            source = f"{unit.path}/{name}"
            yield from read_native(source, lines_of_bytes(content, source))
    elif not (unit.is_folder or unit.passed or unit.path.endswith(WRITTEN_SUFFIX)) and foreign_kind(path) is None:
        if not path.name.endswith(LOG_SUFFIXES):
            refuse_unknown(beginning_of(path), unit.path)
        yield from read_native(unit.path, lines_of(path))


def logs_of(unit: Source) -> Iterator[Log]:
    """All games of a unit, whatever it is: logs, texts in short hand, foreign records.

    Raises:
        MjlogError: the unit cannot be opened.
    """
    if unit.path.endswith(WRITTEN_SUFFIX):
        yield from written_logs(unit)
    else:
        yield from native_logs(unit)
        yield from foreign_logs(unit)


def logs_in(path: str) -> Iterator[Log]:
    """All games of a path.

    Raises:
        MjlogError: the path, or something in it, cannot be opened.
    """
    for unit in units_in(path):
        yield from logs_of(unit)


def whole_game(path: str, game: str) -> list[bytes]:
    """The events of the game of a path, as a database would hold them; none where it is no whole log.

    Raises:
        MjlogError: the path cannot be opened.
    """
    found = next((log for log in logs_in(path) if log.bodies and log.game == game), None)
    return [] if found is None or found.fault is not None else found.bodies


def written_logs(unit: Source) -> Iterator[Log]:
    """The games of a text in short hand.

    Raises:
        MjlogError: it cannot be read.
    """
    from mjlog.formats.shorthand.document import read_document

    if unit.trouble is not None:
        raise RecordError(unit.trouble)
    source = "standard input" if unit.path == "-" else unit.path
    for game in read_document(read_text(unit.path), source):
        yield Log(source, game.name, game.bodies, origins_of(source, game.lines), game.fault)


def _stored(unit: Source) -> Iterator[Log]:
    with open_readonly(unit.path) as store:
        for game in unit.games:
            bodies, faults = store.checked_bodies(game)
            origins = store.origins(game)
            here = Origin(printable(unit.path))
            log = Log(unit.path, game, bodies, [origins.get(seq, here) for seq in range(1, len(bodies) + 1)])
            if faults:
                log.fault = f"{unit.path}: game {game}: {faults[0].message}"
                keep = max(0, (faults[0].seq or 1) - 1)
                del log.bodies[keep:], log.origins[keep:]
            yield log


def read_native(source: str, lines: Lines) -> Iterator[Log]:
    """The games of a log or stream, one after the other. After a fault, reading goes on at the next game.

    Apart from `read_log`, which reads on past faults, and takes the ids for what they say: here a game ends at its
    first fault, and ids must be those of the events as they will be stored.
    """
    log = Log(source)
    head = GENESIS
    try:
        for number, line in lines:
            if _begins_game(line) and (log.bodies or log.fault):
                yield log
                log, head = Log(source), GENESIS
            if log.fault is not None:
                continue
            read = read_strictly(line)
            if isinstance(read, Fault):
                log.end(read.message, source, number)
                continue
            wrong = _misplaced(log, read) or _broken_link(log, head, read)
            if wrong is not None:
                log.end(wrong, source, number)
                continue
            if not log.bodies:
                log.game, log.chained = json.loads(read.body)["game"], read.links[0] is not None
            head = chain_id(head, read.body) if log.chained else head
            log.add(read.body, source, number)
    except RecordError as error:
        if error.line is None:
            raise
        log.end(error.bare_message, source, error.line)
    if log.bodies or log.fault:
        yield log


def bodies_past_faults(unit: Source, game: str) -> list[bytes]:
    """The events of a game of a log file whose chain is broken, up to the first line that cannot be read.

    Raises:
        RecordError: the file cannot be opened or read.
    """
    found: list[bytes] = []
    if unit.is_folder or is_archive(Path(unit.path)) or unit.path.endswith(WRITTEN_SUFFIX):
        return found
    for _number, line in lines_of(Path(unit.path)):
        read = read_strictly(line)
        if isinstance(read, Fault):
            if found:
                return found
            continue
        fields = json.loads(read.body)
        if found or (fields["seq"] == 1 and fields.get("game") == game):
            if fields["seq"] != len(found) + 1:
                return found
            found.append(read.body)
    return found


_START = re.compile(rb'"type"\s*:\s*"game-start"')


def _begins_game(line: bytes) -> bool:
    event = read_event(line) if _START.search(line) else None
    return event is not None and begins_game(event)


def _misplaced(log: Log, read: Written) -> str | None:
    event = decode_event(read.body)
    due = len(log.bodies) + 1
    if event.seq != due:
        return f"event {event.seq} comes where event {due} was due"
    if due == 1 and event.type != "game-start":
        return f"the first event is {event.type}: a log begins with game-start, which names the game"
    return None


def _broken_link(log: Log, head: str, read: Written) -> str | None:
    """Why the chain does not hold here. A log is chained if its first event has an id."""
    if not (log.chained if log.bodies else read.links[0] is not None):
        return None
    if read.links == (chain_id(head, read.body), head):
        return None
    return f"the chain is broken at event {len(log.bodies) + 1}: its id and prev are not what they must be"
