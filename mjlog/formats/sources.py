"""From a path or URL to games: logs, folders, archives, databases, foreign records.

What a path holds is cut into pieces, which can be worked on one by one. A folder of the server's hand histories is one
game; other folders are searched, in order of name.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import groupby, islice
from pathlib import Path, PurePosixPath
from typing import IO, TYPE_CHECKING, Any, NamedTuple, TypeVar

import msgspec

from mjlog.audit.records import Fault, GameRecord, Row, Where
from mjlog.errors import MjlogError, RecordError
from mjlog.events import NO_EVENT, decode_event
from mjlog.formats import foreign, remote, shorthand
from mjlog.formats.archives import is_archive, members
from mjlog.formats.lines import MAX_MEMBER, lines_of, lines_of_bytes, open_bytes, reason
from mjlog.formats.native import SUFFIX, explain, may_correct, read_log
from mjlog.formats.packings import ENDINGS, UNREADABLE
from mjlog.formats.people import FILE as REAL_NAMES
from mjlog.formats.unknown import refuse_unknown
from mjlog.store import EventStore, StoreFault, open_readonly
from mjlog.store.connection import is_database as made_by_sqlite
from mjlog.store.write_ahead import unread_appends
from mjlog.urls import called, is_url, without_file

if TYPE_CHECKING:
    from mjlog.disputes.recorded import AsStored
    from mjlog.formats.shorthand.document import WrittenGame

_T = TypeVar("_T")
LOG_SUFFIXES = (SUFFIX, *(SUFFIX + ending for ending in ENDINGS))
WRITTEN_SUFFIX = shorthand.SUFFIX
DATABASE_SUFFIXES = (".db", ".sqlite", ".sqlite3")
_BESIDE = ("-wal", "-shm", "-journal", ".lock", REAL_NAMES)
"""Files that a database has beside it, or logs have."""
_GAMES_AT_ONCE = 16
_AT_ONCE = 2_000_000
"""Bytes of a file that is held in memory, and not read twice: once for corrections, once for its events."""


# -- the pieces of a path ---------------------------------------------------------------------------------------------


class Source(NamedTuple):
    """A piece of work: a file, the hand histories of one folder, or some games of a database.

    `trouble`: why the piece cannot be opened. `passed`: files of a folder that are of no kind that is known; such a
    piece has no game.
    """

    path: str
    is_folder: bool = False
    games: tuple[str, ...] = ()
    trouble: str | None = None
    passed: tuple[str, ...] = ()


def units_in(path: str) -> Iterator[Source]:
    """The pieces of a path; nothing that cannot be opened hides the others.

    Raises:
        StoreError: the path is a database that cannot be read.
        MjlogError: the path is a URL that cannot be read.
    """
    path = without_file(path)
    place = Path(path)
    if is_url(path):
        yield from _at_url(path)
    elif place.is_dir():
        yield from _in_folder(path)
    elif not is_archive(place) and place.is_file() and is_database(place):
        yield from stored_units(path)
    else:
        yield Source(path)


def units_at(paths: Iterable[str]) -> Iterator[Source]:
    """The pieces of several paths; of a path that cannot be opened, or has no game, one that says so."""
    for path in paths:
        is_empty = True
        for unit in units_or_trouble(path):
            is_empty = is_empty and bool(unit.passed)
            yield unit
        if is_empty:
            yield Source(path, trouble=f"{called(path)}: there is no game here")


def units_or_trouble(path: str) -> Iterator[Source]:
    """The pieces of a path; of one that cannot be opened, one that says so."""
    try:
        yield from units_in(path)
    except MjlogError as error:
        yield Source(path, trouble=str(error))


def written_units(path: str) -> Iterator[Source]:
    """The texts in short hand at a path: a file, standard input (`-`), or all of a folder."""
    place = Path(path)
    if path == "-" or not place.is_dir():
        yield Source(path)
        return
    for folder, folders, names in os.walk(path):
        folders.sort()
        yield from (Source(os.path.join(folder, name)) for name in sorted(names) if name.endswith(WRITTEN_SUFFIX))


def stored_units(path: str, games: tuple[str, ...] = ()) -> Iterator[Source]:
    """Games of a database, all of them unless some are named, a few at a time; then what of it cannot be read.

    Raises:
        StoreError: the database cannot be read, or has no such game.
    """
    with open_readonly(path) as store:
        for game in games:
            store.head(game)
        names = games or tuple(info.game for info in store.games())
    for start in range(0, len(names), _GAMES_AT_ONCE):
        yield Source(path, games=names[start : start + _GAMES_AT_ONCE])
    for said in unread_appends(Path(path)):
        yield Source(path, trouble=f"{path}: {said}: what is told of these games is what can be read")


def _in_folder(path: str) -> Iterator[Source]:
    unreadable: list[OSError] = []
    passed: list[str] = []
    for folder, folders, names in os.walk(path, onerror=unreadable.append):
        folders.sort()
        names.sort()
        if any(map(_is_of_folder, names)):
            yield Source(folder, is_folder=True)
        for name in names:
            path_to = os.path.join(folder, name)
            if _holds_games(name):
                yield from units_or_trouble(path_to)
            elif _is_of_folder(name):
                continue
            elif foreign.may_be_foreign(name) and foreign_kind(Path(path_to)) is not None:
                yield Source(path_to)
            else:
                passed.append(os.path.relpath(path_to, path))
        yield from _troubles(unreadable)
    yield from _troubles(unreadable)
    yield from _passed_over(path, passed)


def _holds_games(name: str) -> bool:
    """Whether a file in a folder is read, by its name."""
    return name.endswith((*LOG_SUFFIXES, WRITTEN_SUFFIX, *DATABASE_SUFFIXES)) or is_archive(Path(name))


def _is_of_folder(name: str) -> bool:
    """Whether a file is a part of its folder's game, by its name."""
    return not _holds_games(name) and foreign.folder_format(name) is not None


def _passed_over(path: str, names: Iterable[str]) -> Iterator[Source]:
    missed = tuple(filter(_may_be_missed, names))
    if missed:
        yield Source(path, passed=missed)


def _may_be_missed(name: str) -> bool:
    """Whether somebody may miss a file that is not read: not a hidden one, nor one that stands beside others."""
    is_hidden = any(part.startswith(".") and part.strip(".") for part in PurePosixPath(name).parts)
    return not is_hidden and not name.endswith(_BESIDE)


def _at_url(url: str) -> Iterator[Source]:
    """As of a path; a database is one piece."""
    if not remote.is_folder(url):
        yield Source(url)
        return
    passed: list[str] = []
    for folder, names in remote.walked(url):
        if any(map(_is_of_folder, names)):
            yield Source(folder, is_folder=True)
        for name in names:
            file = remote.joined(folder, name)
            if _is_of_folder(name):
                continue
            if _holds_games(name) or (foreign.may_be_foreign(name) and _is_foreign(file)):
                yield Source(file)
            else:
                passed.append(file.removeprefix(url).lstrip("/"))
    yield from _passed_over(url, passed)


def _is_foreign(url: str) -> bool:
    with remote.fetched(url) as copy:
        return foreign_kind(copy) is not None


def _troubles(errors: list[OSError]) -> Iterator[Source]:
    while errors:
        error = errors.pop(0)
        yield Source(str(error.filename), trouble=f"{error.filename}: cannot be opened: {reason(error)}")


def foreign_kind(path: Path) -> str | None:
    """Which format of other programs a file has, told by its content; None where it has none."""
    if path.name.endswith((*LOG_SUFFIXES, WRITTEN_SUFFIX)):
        return None
    found = foreign.format_of(beginning_of(path))
    return None if found is None else found.kind


def beginning_of(path: Path) -> bytes:
    """How a file begins, unpacked; nothing where it is none, or cannot be read."""
    if not path.is_file():
        return b""
    try:
        with open_bytes(path) as stream:
            return stream.read(foreign.BEGINNING)
    except (MjlogError, *UNREADABLE):
        return b""


def is_database(path: Path) -> bool:
    """Whether a file is a SQLite database, by its name or because SQLite says so."""
    if path.name.endswith(DATABASE_SUFFIXES):
        return True
    if path.name.endswith(LOG_SUFFIXES) or not path.is_file():
        return False
    return made_by_sqlite(path)


# -- the games of a piece ---------------------------------------------------------------------------------------------


def games_in(path: str) -> Iterator[GameRecord]:
    """Every game that a path holds. Each must be used up before the next is asked for.

    Raises:
        MjlogError: the path, or something in it, cannot be opened or read.
    """
    for unit in units_in(path):
        yield from records_of(unit)


def records_of(unit: Source, passed: list[str] | None = None) -> Iterator[GameRecord]:
    """The games of a piece; each must be used up before the next is asked for.

    `passed`: takes up the files of a packed folder that are of no kind that is known.

    Raises:
        MjlogError: the piece cannot be opened or read.
    """
    path, place = unit.path, Path(unit.path)
    if unit.trouble is not None:
        raise RecordError(unit.trouble)
    if unit.passed:
        return
    if is_url(path):
        yield from _fetched(unit)
    elif unit.games:
        yield from _in_database(path, unit.games)
    elif unit.is_folder:
        for kind in foreign.folder_formats():
            if hands := [(hand, _record(Path(hand))) for hand in _hands(path, kind.endings)]:
                yield kind.game(place.resolve().name or "game", path, hands)
    elif place.exists() and not place.is_file():
        yield from _in_stream(path)
    elif is_archive(place):
        yield from _in_archive(path, [] if passed is None else passed)
    elif is_database(place):
        yield from _in_database(path)
    else:
        yield from _in_file(path)


def _fetched(unit: Source) -> Iterator[GameRecord]:
    """The games of a copy, as if they were read where the URL says."""
    names = remote_hands(unit.path) if unit.is_folder else None
    with remote.fetched(unit.path, names) as copy:
        there = partial(_elsewhere, here=str(copy), url=called(unit.path))
        for record in _each_elsewhere(records_of(unit._replace(path=str(copy))), there):
            yield replace(record, source=there(record.source), rows=_each_elsewhere(record.rows, there))


def remote_hands(url: str) -> list[str]:
    """The files of its game that stand in a folder itself, by name."""
    return [name for _folder, names in islice(remote.walked(url), 1) for name in names if _is_of_folder(name)]


def _each_elsewhere(found: Iterable[_T], there: Callable[[Any], Any]) -> Iterator[_T]:
    """What is read of a copy; a place that is told is the one below the URL."""
    try:
        for one in found:
            yield (one[0], there(one[1])) if isinstance(one, tuple) else one  # type: ignore[misc]
    except RecordError as error:
        raise RecordError(error.bare_message, there(error.path), error.line) from error


def _elsewhere(what: Any, here: str, url: str) -> Any:
    """A place in a copy as one below the URL; anything else as it is."""
    if isinstance(what, str) and what.startswith(here):
        return url + what[len(here) :]
    if isinstance(what, Where) and what.source is not None:
        return msgspec.structs.replace(what, source=_elsewhere(what.source, here, url))
    return what


def _hands(folder: str, endings: tuple[str, ...]) -> list[str]:
    """The files that are called so and stand in a folder itself."""
    try:
        with os.scandir(folder) as entries:
            return sorted(entry.path for entry in entries if entry.name.endswith(endings) and not entry.is_dir())
    except OSError as error:
        raise RecordError(f"cannot be opened: {reason(error)}", folder) from error


def _game_name(path: Path | PurePosixPath) -> str:
    name = path.name
    for suffix in (*LOG_SUFFIXES, WRITTEN_SUFFIX):
        name = name.removesuffix(suffix)
    return name or "game"


def _content(path: Path, most: int) -> bytes:
    """What a file holds, unpacked: so many bytes, and one more where there are more."""
    with open_bytes(path) as stream:
        try:
            return stream.read(most + 1)
        except UNREADABLE as error:
            raise RecordError(f"cannot be read: {reason(error)}", str(path)) from error


def _record(path: Path) -> bytes:
    """What the file of a foreign record holds."""
    return foreign.refuse_unless_short(_content(path, foreign.MAX_RECORD), str(path))


def _in_archive(path: str, passed: list[str]) -> Iterator[GameRecord]:
    others: list[str] = []
    found = members(Path(path), (SUFFIX, WRITTEN_SUFFIX), others, foreign.may_be_foreign)
    passed += filter(_may_be_missed, sorted(others))
    hands = [(kind.kind, name, content) for name, content in found if (kind := foreign.folder_format(name))]
    for (kind, folder), group in groupby(sorted(hands), key=lambda file: (file[0], str(PurePosixPath(file[1]).parent))):
        files = [(f"{path}/{name}", content) for _kind, name, content in group]
        name = PurePosixPath(folder).name or _game_name(Path(path))
        yield foreign.importers().formats[kind].game(name, f"{path}/{folder}", files)
    for name, content in found:
        source = f"{path}/{name}"
        if name.endswith(WRITTEN_SUFFIX):
            yield from _written(content, source, _game_name(PurePosixPath(name)))
        elif name.endswith(SUFFIX):
            lines = lines_of_bytes(content, source)
            yield from read_log(source, lines, _game_name(PurePosixPath(name)), may_correct(content))
        elif foreign.folder_format(name) is None:
            kind = foreign.format_of(content)
            if kind is not None:
                yield kind.game(foreign.game_name(PurePosixPath(name)), source, [(source, content)])
            else:
                passed.append(name)


def _in_stream(path: str) -> Iterator[GameRecord]:
    """A pipe gives its bytes only once."""
    content = _content(Path(path), MAX_MEMBER)
    if len(content) > MAX_MEMBER:
        raise RecordError(f"is larger than {MAX_MEMBER} bytes: write it into a file first", path)
    kind = foreign.format_of(content)
    if kind is not None:
        yield kind.game("game", path, [(path, content)])
    else:
        refuse_unknown(content[: foreign.BEGINNING], path)
        yield from read_log(path, lines_of_bytes(content, path), "game", may_correct(content))


def _in_file(path: str) -> Iterator[GameRecord]:
    place = Path(path)
    with open_bytes(place) as stream:
        try:
            start = stream.read(foreign.BEGINNING)
        except UNREADABLE as error:
            raise RecordError(f"cannot be read: {reason(error)}", path) from error
        rest = _short_rest(stream)
    is_log = place.name.endswith(LOG_SUFFIXES)
    kind = None if is_log else foreign.format_of(start) or foreign.folder_format(place.name)
    if kind is not None:
        yield kind.game(foreign.game_name(place), path, [(path, _record(place))])
    elif place.name.endswith(WRITTEN_SUFFIX):
        yield from _written(_content(place, shorthand.MAX_TEXT), path, _game_name(place))
    else:
        yield from _in_log(path, start, rest)


def _in_log(path: str, start: bytes, rest: bytes | None) -> Iterator[GameRecord]:
    """The games of a log, or of a file that may be one."""
    place = Path(path)
    if not place.name.endswith(LOG_SUFFIXES):
        refuse_unknown(start, path)
    if rest is not None:
        content = start + rest
        yield from read_log(path, lines_of_bytes(content, path), _game_name(place), may_correct(content))
    else:
        corrected = any(may_correct(line) for _number, line in lines_of(place))
        yield from read_log(path, lines_of(place), _game_name(place), corrected)


def _short_rest(stream: IO[bytes]) -> bytes | None:
    """The rest of a file, to be read at once; None where it is long, or damaged: then it is read line by line."""
    try:
        rest = stream.read(_AT_ONCE)
    except UNREADABLE:
        return None
    return rest if len(rest) < _AT_ONCE else None


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


def _in_database(path: str, games: tuple[str, ...] = ()) -> Iterator[GameRecord]:
    """Some games of a database, or all."""
    with open_readonly(path) as store:
        for game in games or [info.game for info in store.games()]:
            yield stored_game(store, game, path)


def stored_game(store: EventStore, game: str, source: str) -> GameRecord:
    """A game of a store, with its chain checked."""
    bodies, faults = store.checked_bodies(game)
    corrected = may_correct(b"\n".join(bodies))
    return GameRecord(source, game, _stored_rows(store, game, bodies, faults), corrected=corrected)


def stored_in(store: EventStore, game: str) -> AsStored:
    """How a dossier finds the events of a game as they are stored, with their ids."""
    from mjlog.disputes.recorded import Stored

    def stored(seq: int) -> Stored | None:
        if not 1 <= seq <= store.head(game).seq:
            return None
        one = store.event(game, seq)
        return Stored(one.id, one.body)

    return stored


def _stored_rows(store: EventStore, game: str, bodies: list[bytes], faults: list[StoreFault]) -> Iterator[Row]:
    origins = store.origins(game)
    by_seq = {fault.seq: fault for fault in faults}
    for body in bodies:
        try:
            event = decode_event(body)
        except NO_EVENT:
            yield explain(body), None
            continue
        broken = by_seq.pop(event.seq, None)
        if broken is not None:
            yield Fault(broken.code, broken.message, seq=event.seq), None
        origin = origins.get(event.seq)
        yield event, Where(origin.line or 0, source=origin.source) if origin is not None else None
    for fault in by_seq.values():
        yield Fault(fault.code, fault.message, seq=fault.seq), None


__all__ = ["MjlogError", "games_in", "is_database", "stored_game", "stored_in"]
