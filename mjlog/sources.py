"""From a path or URL to games: logs, folders, archives, databases, foreign records.

What a path holds is cut into pieces, which can be worked on one by one. A folder of the server's hand histories is one
game; other folders are searched, in order of name.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from mjlog.errors import MjlogError, RecordError, reason
from mjlog.events import NO_EVENT, Correction, decode_event
from mjlog.formats import foreign, remote
from mjlog.formats.files import (
    LOG_SUFFIXES,
    OURS,
    WRITTEN,
    WRITTEN_SUFFIX,
    Kinds,
    foreign_format,
    is_archive,
    is_wanted,
    may_be_missed,
    read_content,
    read_file,
    record_content,
    written_logs,
)
from mjlog.formats.foreign import joined
from mjlog.formats.logs import CarriedGame, carried, event_or_fault, explain, printable
from mjlog.log.records import Fault, GameRecord, Row, Where
from mjlog.store import Head, Origin, SqliteStore, open_readonly
from mjlog.store.checks import ChainCheck
from mjlog.store.connection import is_database as made_by_sqlite
from mjlog.store.place import unread_appends
from mjlog.urls import called, holds_a_game, is_url, without_file

if TYPE_CHECKING:
    from mjlog.disputes.dossier import AsStored

_T = TypeVar("_T")
DATABASE_SUFFIXES = (".db", ".sqlite", ".sqlite3")
_GAMES_AT_ONCE = 16


# -- the pieces of a path ---------------------------------------------------------------------------------------------


class Piece(NamedTuple):
    """A piece of work: a file, the hand histories of one folder, or some games of a database.

    `hands`: files of a folder, with one hand each, which may follow one another. `trouble`: why the piece cannot be
    opened. `passed`: files of a folder that are of no kind that is known; such a piece has no game.
    """

    path: str
    is_folder: bool = False
    hands: tuple[str, ...] = ()
    games: tuple[str, ...] = ()
    trouble: str | None = None
    passed: tuple[str, ...] = ()


def pieces_in(path: str) -> Iterator[Piece]:
    """The pieces of a path; nothing that cannot be opened hides the others.

    Raises:
        StoreError: the path is a database that cannot be read.
        MjlogError: the path is a URL that cannot be read.
    """
    path = without_file(path)
    place = Path(path)
    if holds_a_game(path):
        yield Piece(path)
    elif is_url(path):
        yield from _at_url(path)
    elif place.is_dir():
        unreadable: list[OSError] = []
        passed: list[str] = []
        for folder, folders, names in os.walk(path, onerror=unreadable.append):
            folders.sort()
            yield from _files_of(
                folder, [os.path.join(folder, name) for name in sorted(names)], pieces_or_trouble, passed
            )
            yield from _troubles(unreadable)
        yield from _troubles(unreadable)
        yield from _passed_over(path, [os.path.relpath(passed_file, path) for passed_file in passed])
    elif not is_archive(place) and place.is_file() and is_database(place):
        yield from stored_pieces(path)
    else:
        yield Piece(path)


def hands_among(paths: Sequence[str]) -> tuple[tuple[str, ...], Piece | None]:
    """Paths, and apart from them those with one hand each, as one piece, where there are several."""
    hands = tuple(path for path in paths if len(paths) > 1 and _is_one_hand(path))
    if len(hands) < 2:
        return tuple(paths), None
    return tuple(path for path in paths if path not in hands), Piece(called(os.path.dirname(hands[0])), hands=hands)


def _is_one_hand(path: str) -> bool:
    """Whether a file, or an address with a game in it, has one hand."""
    if holds_a_game(path):
        kind = foreign.format_of(path.encode())
        return kind is not None and kind.has_one_hand(path.encode())
    if is_url(path) or _holds_games(path) or not os.path.isfile(path):
        return False
    with suppress(MjlogError):
        return foreign.may_be_foreign(path) and foreign_format(Path(path))[1]
    return False


def pieces_at(paths: Iterable[str]) -> Iterator[Piece]:
    """The pieces of several paths; of a path that cannot be opened, or has no game, one that says so."""
    for path in paths:
        is_empty = True
        for piece in pieces_or_trouble(path):
            is_empty = is_empty and bool(piece.passed)
            yield piece
        if is_empty:
            yield Piece(path, trouble=f"{called(path)}: there is no game here")


def pieces_or_trouble(path: str) -> Iterator[Piece]:
    """The pieces of a path; of one that cannot be opened, one that says so."""
    try:
        yield from pieces_in(path)
    except MjlogError as error:
        yield Piece(path, trouble=str(error))


def written_pieces(path: str) -> Iterator[Piece]:
    """The texts in short hand at a path: a file, standard input (`-`), or all of a folder."""
    place = Path(path)
    if path == "-" or not place.is_dir():
        yield Piece(path)
        return
    for folder, folders, names in os.walk(path):
        folders.sort()
        yield from (Piece(os.path.join(folder, name)) for name in sorted(names) if name.endswith(WRITTEN_SUFFIX))


def stored_pieces(path: str, games: tuple[str, ...] = ()) -> Iterator[Piece]:
    """Games of a database, all of them unless some are named, a few at a time; then what of it cannot be read.

    Raises:
        StoreError: the database cannot be read, or has no such game.
    """
    with open_readonly(path) as store:
        for game in games:
            store.head(game)
        names = games or tuple(info.game for info in store.games())
    for start in range(0, len(names), _GAMES_AT_ONCE):
        yield Piece(path, games=names[start : start + _GAMES_AT_ONCE])
    for unread in unread_appends(Path(path)):
        yield Piece(path, trouble=f"{path}: {unread}: what is told of these games is what can be read")


def _files_of(
    folder: str, paths: Sequence[str], opened: Callable[[str], Iterable[Piece]], passed: list[str]
) -> Iterator[Piece]:
    """The pieces of a folder itself, by the paths, or URLs, of its files; `passed`: where those go that are none.

    `opened`: the pieces of a file that is read by its name.
    """
    names = [(os.path.basename(path), path) for path in paths]
    if any(_is_of_folder(name) for name, _path in names):
        yield Piece(folder, is_folder=True)
    hands: list[str] = []
    for name, path in names:
        if _holds_games(name):
            yield from opened(path)
        elif not _is_of_folder(name):
            try:
                kind, is_one_hand = _foreign_at(path) if foreign.may_be_foreign(name) else (None, False)
            except MjlogError as error:
                if may_be_missed(name):
                    yield Piece(path, trouble=str(error))
                continue
            if kind is None:
                passed.append(path)
            elif is_one_hand:
                hands.append(path)
            else:
                yield Piece(path)
    if hands:
        yield Piece(folder, hands=tuple(hands)) if len(hands) > 1 else Piece(hands[0])


def _foreign_at(path: str) -> tuple[foreign.ForeignFormat | None, bool]:
    """As of `foreign_format`; also of a file that a URL names."""
    if not is_url(path):
        return foreign_format(Path(path))
    with remote.fetched(path) as copy:
        return foreign_format(copy)


def _holds_games(name: str) -> bool:
    """Whether a file in a folder is read, by its name."""
    return name.endswith((*LOG_SUFFIXES, WRITTEN_SUFFIX, *DATABASE_SUFFIXES)) or is_archive(Path(name))


def _is_of_folder(name: str) -> bool:
    """Whether a file is a part of its folder's game, by its name."""
    return not _holds_games(name) and foreign.folder_format(name) is not None


def _passed_over(path: str, names: Iterable[str]) -> Iterator[Piece]:
    missed = tuple(filter(may_be_missed, names))
    if missed:
        yield Piece(path, passed=missed)


def _at_url(url: str) -> Iterator[Piece]:
    """As of a path; a database is one piece."""
    if not remote.is_folder(url):
        yield Piece(url)
        return
    passed: list[str] = []
    for folder, names in remote.walked(url):
        files = [remote.joined(folder, name) for name in names]
        yield from _files_of(folder, files, lambda file: [Piece(file)], passed)
    yield from _passed_over(url, [file.removeprefix(url).lstrip("/") for file in passed])


def _troubles(errors: list[OSError]) -> Iterator[Piece]:
    while errors:
        error = errors.pop(0)
        yield Piece(str(error.filename), trouble=f"{error.filename}: cannot be opened: {reason(error)}")


def is_database(path: Path) -> bool:
    """Whether a file is a SQLite database, by its name or because SQLite says so."""
    if path.name.endswith(DATABASE_SUFFIXES):
        return True
    if path.name.endswith(LOG_SUFFIXES) or not path.is_file():
        return False
    return made_by_sqlite(path)


# -- the games of a piece ---------------------------------------------------------------------------------------------


def games_in(path: str, most: int | None = None) -> Iterator[GameRecord]:
    """Every game that a path holds. `most`: so many rows of each game are wanted, and one more.

    Raises:
        MjlogError: the path, or something in it, cannot be opened or read.
    """
    for piece in pieces_in(path):
        yield from records_of(piece, most=most)


def records_of(
    piece: Piece, passed: list[str] | None = None, kinds: Kinds = None, most: int | None = None
) -> Iterator[GameRecord]:
    """The games of a piece; `kinds`, `passed`, `most`: as of `read_file`.

    Raises:
        MjlogError: the piece cannot be opened or read.
    """
    path, place = piece.path, Path(piece.path)
    if piece.trouble is not None:
        raise RecordError(piece.trouble)
    if piece.passed:
        return
    if piece.hands:
        yield from _joined(piece.hands, kinds)
    elif holds_a_game(path):
        content = path.encode()
        yield from read_content(content, called(path), kinds, f"game-{hashlib.sha256(content).hexdigest()[:8]}")
    elif is_url(path):
        # The games of a copy, as if they were read where the URL says
        names = remote_hands(piece.path) if piece.is_folder else None
        with remote.fetched(piece.path, names) as copy:
            there = partial(_elsewhere, here=str(copy), url=called(piece.path))
            for record in _each_elsewhere(records_of(piece._replace(path=str(copy)), kinds=kinds), there):
                yield replace(record, source=there(record.source), rows=_each_elsewhere(record.rows, there))
    elif piece.games:
        yield from _in_database(path, piece.games)
    elif piece.is_folder:
        for kind in foreign.folder_formats():
            if is_wanted(kind.kind, kinds) and (files := _hands(path, kind.endings)):
                hands = [(hand, record_content(Path(hand))) for hand in files]
                yield from kind.games(place.resolve().name or "game", path, hands)
    elif (place.is_file() or not place.exists()) and not is_archive(place) and is_database(place):
        yield from _in_database(path)
    else:
        yield from read_file(path, kinds, passed, most)


def _joined(hands: Iterable[str], kinds: Kinds) -> Iterator[GameRecord]:
    """The games of files, or addresses, with one hand each. One that cannot be read is told when the others are."""
    records, troubles = list[GameRecord](), list[str]()
    for path in hands:
        try:
            records += records_of(Piece(path), kinds=kinds)
        except MjlogError as error:
            troubles.append(str(error))
    yield from joined(records)
    if troubles:
        raise MjlogError("; ".join(troubles))


def logs_of(piece: Piece, kinds: Kinds = None) -> Iterator[CarriedGame]:
    """The games of a piece as they can be carried on.

    Raises:
        MjlogError: the piece cannot be opened or read.
    """
    if piece.games:
        if is_wanted(OURS, kinds):
            yield from _stored_logs(piece)
    elif piece.path.endswith(WRITTEN_SUFFIX) and piece.trouble is None and is_wanted(WRITTEN, kinds):
        yield from written_logs(piece.path)
    else:
        for record in records_of(piece, kinds=kinds):
            yield from carried(record)


def logs_in(path: str) -> Iterator[CarriedGame]:
    """All games of a path as they can be carried on.

    Raises:
        MjlogError: the path, or something in it, cannot be opened.
    """
    for piece in pieces_in(path):
        yield from logs_of(piece)


def _stored_logs(piece: Piece) -> Iterator[CarriedGame]:
    with open_readonly(piece.path) as store:
        for game in piece.games:
            bodies, faults = store.checked_bodies(game)
            origins = store.origins(game)
            here = Origin(printable(piece.path))
            log = CarriedGame(piece.path, game, bodies, [origins.get(seq, here) for seq in range(1, len(bodies) + 1)])
            if faults:
                log.fault = f"{piece.path}: game {game}: {faults[0].message}"
                keep = max(0, (faults[0].seq or 1) - 1)
                del log.bodies[keep:], log.origins[keep:]
            yield log


def remote_hands(url: str) -> list[str]:
    """The files of its game that stand in a folder itself, by name."""
    return [name for _folder, names in islice(remote.walked(url), 1) for name in names if _is_of_folder(name)]


def _each_elsewhere(pieces: Iterable[_T], there: Callable[[Any], Any]) -> Iterator[_T]:
    """What is read of a copy; a place that is told is the one below the URL."""
    try:
        for piece in pieces:
            yield (piece[0], there(piece[1])) if isinstance(piece, tuple) else piece  # type: ignore[misc]
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


def _in_database(path: str, games: tuple[str, ...] = ()) -> Iterator[GameRecord]:
    """Some games of a database, or all."""
    with open_readonly(path) as store:
        for game in games or [info.game for info in store.games()]:
            yield stored_game(store, game, path)


def stored_game(store: SqliteStore, game: str, source: str) -> GameRecord:
    """A game of a store, with its chain checked."""
    bodies, faults = store.checked_bodies(game)
    rows: list[Row] = []
    lines: dict[int, bytes] = {}
    is_corrected = False
    origins = store.origins(game)
    by_seq = {fault.seq: fault for fault in faults}
    for body in bodies:
        try:
            event = decode_event(body)
        except NO_EVENT:
            rows.append((explain(body), None))
            continue
        broken = by_seq.pop(event.seq, None)
        if broken is not None:
            rows.append((Fault(broken.code, broken.message, seq=event.seq), None))
        lines[len(rows)] = body
        is_corrected = is_corrected or type(event) is Correction
        origin = origins.get(event.seq)
        rows.append((event, Where(origin.line or 0, source=origin.source) if origin is not None else None))
    rows += [(Fault(fault.code, fault.message, seq=fault.seq), None) for fault in by_seq.values()]
    return GameRecord(source, game, rows, corrected=is_corrected, lines=lines)


def read_on(store: SqliteStore, game: str, after: Head, most: int) -> Iterator[tuple[Head, list[Row]]]:
    """The next events of a stored log, at most so many: the end of the log then, and an event with its faults.

    Raises:
        NotFoundError: no such game.
    """
    check = ChainCheck(game, after, only_ids=True)
    for stored in islice(store.read(game, after.seq), most):
        known = len(check.faults)
        check.feed((stored,))
        faults: list[Row] = [(Fault(fault.code, fault.message, seq=fault.seq), None) for fault in check.faults[known:]]
        row = event_or_fault(stored.body)
        if isinstance(row, Fault):
            rows: list[Row] = [(replace(row, seq=stored.seq), None)]
        elif row.seq != stored.seq:
            words = f"event {stored.seq} says that it is event {row.seq}"
            rows = [(Fault("seq-gap", words, seq=stored.seq), None)]
        else:
            rows = [*faults, (row, None)]
        yield Head(stored.seq, stored.id), rows


def added_rows(store: SqliteStore, game: str, head: Head, end: Head) -> list[Row] | None:
    """The events after `head`, up to `end`, for a replay that has come so far; None where the log is to be read anew.

    That is so where something is wrong with it, and where they come from a file.

    Raises:
        NotFoundError: no such game.
    """
    added = list(read_on(store, game, head, max(0, end.seq - head.seq)))
    rows = [row for _head, batch in added for row in batch]
    is_here = (added[-1][0] if added else head) == end and not any(seq > head.seq for seq in store.origins(game))
    return rows if is_here and not any(isinstance(row, Fault) for row, _where in rows) else None


def stored_in(store: SqliteStore, game: str) -> AsStored:
    """How a dossier finds the events of a game as they are stored, with their ids."""
    from mjlog.disputes.dossier import Stored

    def stored(seq: int) -> Stored | None:
        if not 1 <= seq <= store.head(game).seq:
            return None
        stored_event = store.event(game, seq)
        return Stored(stored_event.id, stored_event.body)

    return stored
