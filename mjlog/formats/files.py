"""The games of a file: logs, texts in short hand, records of other programs, and folders packed into one file."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import groupby
from pathlib import Path, PurePosixPath

from mjlog.errors import MjlogError, RecordError
from mjlog.formats import foreign, shorthand, xmj
from mjlog.formats.archives import is_archive, members
from mjlog.formats.lines import MAX_MEMBER, lines_of, lines_of_bytes, open_bytes, read_text, reason
from mjlog.formats.logs import SUFFIX, Log, carried, read_log, read_written
from mjlog.formats.packings import ENDINGS, UNREADABLE
from mjlog.formats.unknown import refuse_unknown
from mjlog.log.records import GameRecord

LOG_SUFFIXES = (SUFFIX, *(SUFFIX + ending for ending in ENDINGS))
WRITTEN_SUFFIX = shorthand.SUFFIX
OURS, WRITTEN = "mjlog", "shorthand"
"""Beside those of other programs the kinds of games that a file can have: logs, and texts in short hand."""
_BESIDE = ("-wal", "-shm", "-journal", ".lock")
"""Files that a database has beside it."""
Kinds = Collection[str] | None
"""The kinds of games that are wanted; None: all. Of the others as little is read as can be."""


def read_file(
    path: str, kinds: Kinds = None, passed: list[str] | None = None, most: int | None = None
) -> Iterator[GameRecord]:
    """The games of a file, a pipe or a packed folder.

    `passed`: takes up the files of a packed folder that are of no kind that is known. `most`: as of `read_log`.

    Raises:
        MjlogError: it cannot be opened or read.
    """
    place = Path(path)
    if place.exists() and not place.is_file():
        yield from _in_stream(path, kinds)
    elif place.name.endswith(xmj.SUFFIX):
        if _is_wanted(xmj.KIND, kinds):
            yield xmj.read_game(_game_name(place), path, [(path, record_content(place))])
    elif is_archive(place):
        yield from _in_archive(path, kinds, [] if passed is None else passed)
    else:
        yield from _in_file(path, kinds, most)


def written_logs(path: str) -> Iterator[Log]:
    """The games of a text in short hand, whatever it is called; `-` is standard input.

    Raises:
        MjlogError: it cannot be read.
    """
    source = "standard input" if path == "-" else path
    for record in _written(read_text(path), source, source):
        yield from carried(record)


def foreign_kind(path: Path) -> str | None:
    """Which format of other programs a file has, told by its content; None where it has none."""
    if path.name.endswith((*LOG_SUFFIXES, WRITTEN_SUFFIX)) or not path.is_file():
        return None
    try:
        with open_bytes(path) as stream:
            found = foreign.format_of(stream.read(foreign.BEGINNING))
    except (MjlogError, *UNREADABLE):
        return None
    return None if found is None else found.kind


def may_be_missed(name: str) -> bool:
    """Whether somebody may miss a file that is not read: not a hidden one, nor one that stands beside others."""
    is_hidden = any(part.startswith(".") and part.strip(".") for part in PurePosixPath(name).parts)
    return not is_hidden and not name.endswith((xmj.SUFFIX, *_BESIDE))


def record_content(path: Path) -> bytes:
    """What the file of a foreign record holds.

    Raises:
        RecordError: it cannot be read, or is longer than any game.
    """
    return foreign.refuse_unless_short(_content(path, foreign.MAX_RECORD), str(path))


def _is_wanted(kind: str, kinds: Kinds) -> bool:
    return kinds is None or kind in kinds


def _game_name(path: Path | PurePosixPath) -> str:
    name = path.name
    for suffix in (*LOG_SUFFIXES, WRITTEN_SUFFIX, xmj.SUFFIX):
        name = name.removesuffix(suffix)
    if path.name.endswith(xmj.SUFFIX) and path.parent.name:
        return f"{path.parent.name}-{name}"
    return name or "game"


def _content(path: Path, most: int) -> bytes:
    """What a file holds, unpacked: so many bytes, and one more where there are more."""
    with open_bytes(path) as stream:
        try:
            return stream.read(most + 1)
        except UNREADABLE as error:
            raise RecordError(f"cannot be read: {reason(error)}", str(path)) from error


def _in_archive(path: str, kinds: Kinds, passed: list[str]) -> Iterator[GameRecord]:
    others: list[str] = []
    are_logs = kinds is not None and set(kinds) == {OURS}
    endings = (SUFFIX,) if are_logs else (SUFFIX, WRITTEN_SUFFIX, xmj.SUFFIX, *foreign.SUFFIXES)
    found = members(Path(path), endings, others)
    passed += filter(may_be_missed, sorted(others))
    hands = [(name, content) for name, content in found if name.endswith(xmj.SUFFIX) and _is_wanted(xmj.KIND, kinds)]
    for folder, group in groupby(hands, key=lambda file: str(PurePosixPath(file[0]).parent)):
        files = [(source := f"{path}/{name}", foreign.refuse_unless_short(content, source)) for name, content in group]
        yield xmj.read_game(PurePosixPath(folder).name or _game_name(Path(path)), f"{path}/{folder}", files)
    for name, content in found:
        source = f"{path}/{name}"
        if name.endswith(WRITTEN_SUFFIX):
            if _is_wanted(WRITTEN, kinds):
                yield from _written(_text(content, source), source, _game_name(PurePosixPath(name)))
        elif name.endswith(SUFFIX):
            if _is_wanted(OURS, kinds):
                yield from read_log(source, lines_of_bytes(content, source), _game_name(PurePosixPath(name)))
        elif not name.endswith(xmj.SUFFIX):
            kind = foreign.format_of(content)
            if kind is None:
                passed.append(name)
            elif _is_wanted(kind.kind, kinds):
                content = foreign.refuse_unless_short(content, source)
                yield kind.read(foreign.game_name(PurePosixPath(name).name), source, content)


def _in_stream(path: str, kinds: Kinds) -> Iterator[GameRecord]:
    """A pipe gives its bytes only once, and its name says nothing."""
    content = _content(Path(path), MAX_MEMBER)
    if len(content) > MAX_MEMBER:
        raise RecordError(f"is larger than {MAX_MEMBER} bytes: write it into a file first", path)
    kind = foreign.format_of(content)
    if kind is None and not content.startswith(b"Player "):
        refuse_unknown(content[: foreign.BEGINNING], path)
        if _is_wanted(OURS, kinds):
            yield from read_log(path, lines_of_bytes(content, path), "game")
    elif _is_wanted(xmj.KIND if kind is None else kind.kind, kinds):
        content = foreign.refuse_unless_short(content, path)
        yield xmj.read_game("game", path, [(path, content)]) if kind is None else kind.read("game", path, content)


def _in_file(path: str, kinds: Kinds, most: int | None) -> Iterator[GameRecord]:
    place = Path(path)
    start = _start(place, kinds)
    kind = foreign.format_of(start) if not place.name.endswith(LOG_SUFFIXES) else None
    if start.startswith(b"Player "):
        if _is_wanted(xmj.KIND, kinds):
            yield xmj.read_game(_game_name(place), path, [(path, record_content(place))])
    elif kind is not None:
        if _is_wanted(kind.kind, kinds):
            yield kind.read(foreign.game_name(place.name), path, record_content(place))
    elif place.name.endswith(WRITTEN_SUFFIX):
        if _is_wanted(WRITTEN, kinds):
            yield from _written(_text(_content(place, shorthand.MAX_TEXT), path), path, _game_name(place))
    else:
        if not place.name.endswith(LOG_SUFFIXES):
            refuse_unknown(start, path)
        if _is_wanted(OURS, kinds):
            yield from read_log(path, lines_of(place), _game_name(place), most)


def _start(place: Path, kinds: Kinds) -> bytes:
    """How a file begins. Of one that cannot be unpacked, who carries on logs is told the line."""
    with open_bytes(place) as stream:
        try:
            return stream.read(foreign.BEGINNING)
        except UNREADABLE as error:
            if kinds is not None and OURS in kinds:
                return b""
            raise RecordError(f"cannot be read: {reason(error)}", str(place)) from error


def _text(content: bytes, source: str) -> str:
    if len(content) > shorthand.MAX_TEXT:
        raise RecordError(f"is longer than {shorthand.MAX_TEXT} bytes", source)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError(f"is no text in UTF-8 (byte {error.start + 1})", source) from None


def _written(text: str, source: str, name: str) -> Iterator[GameRecord]:
    """The games of a text in short hand."""
    from mjlog.formats.shorthand.document import read_document

    for game in read_document(text, source):
        lines = zip(game.lines, game.bodies, strict=True)
        yield read_written(source, game.name if game.bodies else name, lines, game.error)
