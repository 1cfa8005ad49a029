"""From a path to games: logs, folders, archives, databases, foreign records.

A folder of the server's hand histories is one game; other folders are searched, in order of name.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from mjlog.audit.records import Fault, GameRecord, Row, Where
from mjlog.errors import MjlogError, RecordError
from mjlog.events import decode_event
from mjlog.formats import shorthand, xmj
from mjlog.formats.archives import is_archive, members
from mjlog.formats.lines import MAX_MEMBER, UNREADABLE, lines_of, open_bytes, read_lines, reason
from mjlog.formats.native import SUFFIX, explain, may_correct, read_log
from mjlog.store.protocol import EventStore
from mjlog.store.protocol import Fault as StoreFault

if TYPE_CHECKING:
    from mjlog.formats.shorthand.document import WrittenGame

LOG_SUFFIXES = (SUFFIX, SUFFIX + ".gz", SUFFIX + ".xz")
WRITTEN_SUFFIX = shorthand.SUFFIX
DATABASE_SUFFIXES = (".db", ".sqlite", ".sqlite3")


def games_in(path: str) -> Iterator[GameRecord]:
    """Every game that a path holds. Each must be used up before the next is asked for.

    Raises:
        RecordError: the path, or something in it, cannot be opened or read.
    """
    place = Path(path)
    if place.is_dir():
        yield from _in_folder(path)
    elif place.exists() and not place.is_file():
        yield from _in_stream(path)
    elif place.name.endswith(xmj.SUFFIX):
        yield xmj.read_game(_game_name(place), path, [(path, _content(place))])
    elif is_archive(place):
        yield from _in_archive(path)
    elif is_database(place):
        yield from _in_database(path)
    else:
        yield from _in_file(path)


def is_database(path: Path) -> bool:
    """Whether a file is a SQLite database, by its name or because SQLite says so."""
    if path.name.endswith(DATABASE_SUFFIXES):
        return True
    if path.name.endswith(LOG_SUFFIXES) or not path.is_file():
        return False
    from mjlog.store.connection import is_database as made_by_sqlite

    return made_by_sqlite(path)


def _game_name(path: Path | PurePosixPath) -> str:
    name = path.name
    for suffix in (*LOG_SUFFIXES, WRITTEN_SUFFIX, xmj.SUFFIX):
        name = name.removesuffix(suffix)
    if path.name.endswith(xmj.SUFFIX) and path.parent.name:
        return f"{path.parent.name}-{name}"
    return name or "game"


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise RecordError(f"cannot be opened: {reason(error)}", str(path)) from error


def _in_folder(path: str) -> Iterator[GameRecord]:
    def unreadable(error: OSError) -> None:
        raise RecordError(f"cannot be opened: {reason(error)}", error.filename) from error

    for folder, folders, names in os.walk(path, onerror=unreadable):
        folders.sort()
        names.sort()
        hands = [os.path.join(folder, name) for name in names if name.endswith(xmj.SUFFIX)]
        if hands:
            yield xmj.read_game(_folder_name(folder), folder, [(hand, _content(Path(hand))) for hand in hands])
        for name in names:
            if name.endswith((*LOG_SUFFIXES, WRITTEN_SUFFIX, *DATABASE_SUFFIXES)) or is_archive(Path(name)):
                yield from games_in(os.path.join(folder, name))


def _folder_name(folder: str) -> str:
    return Path(folder).resolve().name or "game"


def _in_archive(path: str) -> Iterator[GameRecord]:
    found = sorted(members(Path(path)))
    hands = [(name, content) for name, content in found if name.endswith(xmj.SUFFIX)]
    for folder, group in groupby(hands, key=lambda file: str(PurePosixPath(file[0]).parent)):
        files = [(f"{path}/{name}", content) for name, content in group]
        yield xmj.read_game(PurePosixPath(folder).name or _game_name(Path(path)), f"{path}/{folder}", files)
    for name, content in found:
        if name.endswith(WRITTEN_SUFFIX):
            yield from _written(content, f"{path}/{name}", _game_name(PurePosixPath(name)))
        elif name.endswith(SUFFIX):
            source = f"{path}/{name}"
            lines = read_lines(io.BytesIO(content), source)
            yield from read_log(source, lines, _game_name(PurePosixPath(name)), may_correct(content))


def _in_stream(path: str) -> Iterator[GameRecord]:
    """A pipe gives its bytes only once."""
    with open_bytes(Path(path)) as stream:
        try:
            content = stream.read(MAX_MEMBER + 1)
        except UNREADABLE as error:
            raise RecordError(f"cannot be read: {reason(error)}", path) from error
    if len(content) > MAX_MEMBER:
        raise RecordError(f"is larger than {MAX_MEMBER} bytes: write it into a file first", path)
    if content.startswith(b"Player "):
        yield xmj.read_game("game", path, [(path, content)])
    else:
        lines = read_lines(io.BytesIO(content), path)
        yield from read_log(path, lines, "game", may_correct(content))


def _in_file(path: str) -> Iterator[GameRecord]:
    place = Path(path)
    with open_bytes(place) as stream:
        try:
            start = stream.read(7)
        except UNREADABLE as error:
            raise RecordError(f"cannot be read: {reason(error)}", path) from error
    if start == b"Player ":
        yield xmj.read_game(_game_name(place), path, [(path, _content(place))])
    elif place.name.endswith(WRITTEN_SUFFIX):
        yield from _written(_content(place), path, _game_name(place))
    else:
        corrected = any(may_correct(line) for _number, line in lines_of(place))
        yield from read_log(path, lines_of(place), _game_name(place), corrected)


def _written(content: bytes, source: str, name: str) -> Iterator[GameRecord]:
    """The games of a text in short hand."""
    from mjlog.formats.shorthand.document import read_document

    if len(content) > shorthand.MAX_TEXT:
        raise RecordError(f"is longer than {shorthand.MAX_TEXT} bytes", source)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError(f"is no text in UTF-8 (byte {error.start + 1})", source) from None
    for game in read_document(text, source):
        corrected = any(map(may_correct, game.bodies))
        yield GameRecord(source, game.name if game.bodies else name, _written_rows(game), corrected=corrected)


def _written_rows(game: WrittenGame) -> Iterator[Row]:
    for body, line in zip(game.bodies, game.lines, strict=True):
        yield decode_event(body), line
    if game.error is not None:
        yield Fault("bad-event", game.error.bare_message), game.error.line


def _in_database(path: str) -> Iterator[GameRecord]:
    from mjlog.store import open_readonly

    with open_readonly(path) as store:
        for info in store.games():
            yield stored_game(store, info.game, path)


def stored_game(store: EventStore, game: str, source: str) -> GameRecord:
    """A game of a store, with its chain checked."""
    bodies, faults = store.checked_bodies(game)
    corrected = any(map(may_correct, bodies))
    return GameRecord(source, game, _stored_rows(store, game, bodies, faults), corrected=corrected)


def _stored_rows(store: EventStore, game: str, bodies: list[bytes], faults: list[StoreFault]) -> Iterator[Row]:
    origins = store.origins(game)
    by_seq = {fault.seq: fault for fault in faults}
    for body in bodies:
        try:
            event = decode_event(body)
        except (ValueError, RecursionError):
            yield explain(body), None
            continue
        broken = by_seq.pop(event.seq, None)
        if broken is not None:
            yield Fault(broken.code, broken.message, seq=event.seq), None
        origin = origins.get(event.seq)
        yield event, Where(origin.line or 0, source=origin.source) if origin is not None else None
    for fault in by_seq.values():
        yield Fault(fault.code, fault.message, seq=fault.seq), None


__all__ = ["MjlogError", "games_in", "is_database", "stored_game"]
