"""The games of a file: logs, texts in short hand, records of other programs, and folders packed into one file.

Files of no kind that is known: what they look like, in words, and what was passed over in a folder.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from itertools import groupby
from pathlib import Path, PurePosixPath

from mjlog.errors import MjlogError, RecordError, reason
from mjlog.events import EVENT_TYPE_BY_NAME
from mjlog.formats import foreign, shorthand
from mjlog.formats.archives import is_archive, members
from mjlog.formats.joining import joined
from mjlog.formats.lines import ENDINGS, MAX_MEMBER, UNREADABLE, lines_of, lines_of_bytes, open_bytes, read_text
from mjlog.formats.logs import SUFFIX, Log, carried, read_log, read_written
from mjlog.formats.people import FILE as REAL_NAMES
from mjlog.log.records import GameRecord
from mjlog.text import counted, shown
from mjlog.urls import called

# -- what is no record ------------------------------------------------------------------------------------------------


_BEGINNINGS = {
    b"\x89PNG": "a picture (PNG)", b"\xff\xd8\xff": "a picture (JPEG)", b"GIF8": "a picture (GIF)", b"%PDF": "a PDF",
    b"PK\3\4": "a zip: folders that are packed end in .zip, workbooks in .xlsx or .ods",
    b"BZh": "packed with bzip2: of that only .tar.bz2 is read",
}  # fmt: skip
_TYPE = re.compile(rb'"type"\s*+:\s*+"([a-z-]{1,40}+)"')
_MARKED_UP = re.compile(r"\s*+(?:<[?!][^>]*+>\s*+)*+<([A-Za-z][\w:.-]*+)")
_KEY = re.compile(r'"([^"\\]{1,40}+)"\s*:')
_ADDRESS = re.compile(r"\s*+https?://\S++\s*+")
_TABLE = re.compile(r"[^\n,;\t]*+[,;\t][^\n]*+\n[^\n,;\t]*+[,;\t]")
_MOST_KEYS, _MOST_NAMED, _LONGEST = 4, 8, 60
_A_TABLE, _TEXT = "a table (mjlog import csv FILE reads tables)", "text (short hand is called NAME.mjlog.txt)"


def refuse_unknown(beginning: bytes, path: str) -> None:
    """A file that begins so may be a log of ours, or have nothing in it.

    Raises:
        RecordError: it is of no kind that is known.
    """
    is_list = beginning.lstrip().startswith(b"[")
    types = {kind.decode() for kind in _TYPE.findall(beginning)} if not is_list else set()
    if beginning.strip() and not types & EVENT_TYPE_BY_NAME.keys():
        records = ", ".join(foreign.importers().formats)
        read = f"read are logs of events, a JSON object a line; records of {records}; .mjlog.txt; databases"
        # Importers that cannot be used may read more.
        more = "; ".join((read, *foreign.troubles()))
        raise RecordError(f"is no record that is known: it looks like {looks_like(beginning)}; {more}", path)


def looks_like(beginning: bytes) -> str:
    """What a file that begins so looks like.

    >>> looks_like(b"<html><body>"), looks_like(b"[1, 2"), looks_like(b"anna;ben\\n3;4\\n")
    ('a web page', 'JSON: a list', 'a table (mjlog import csv FILE reads tables)')
    """
    known = next((words for begins, words in _BEGINNINGS.items() if beginning.startswith(begins)), None)
    if known is not None:
        return known
    try:
        text = beginning.decode("utf-16" if beginning[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig", "strict")
    except UnicodeDecodeError as error:
        # The last sign may be cut.
        if error.start < len(beginning) - 4:
            return "no text"
        text = beginning[: error.start].decode("utf-8-sig")
    if "\0" in text:
        return "no text"
    begins = text.lstrip()[:1]
    if begins == "<":
        tag = _MARKED_UP.match(text)
        name = tag[1] if tag is not None else ""
        words = f"XML that begins with <{shown(name, _LONGEST)}>" if name else "XML"
        return "a web page" if name.lower() == "html" else words
    if begins in ("{", "["):
        is_list = begins == "["
        keys = list(dict.fromkeys(_KEY.findall(text)))[:_MOST_KEYS]
        if not keys or is_list:
            return "JSON: a list" if is_list else "JSON"
        return f"JSON with {', '.join(json.dumps(key, ensure_ascii=False) for key in keys)}"
    if _ADDRESS.fullmatch(text):
        return "an address: what is there can be saved, and read as a file"
    return _A_TABLE if _TABLE.match(text) else _TEXT


def passed_over_words(path: str, names: Sequence[str]) -> str:
    """Which files of a folder were passed over.

    >>> passed_over_words("games", ["a.png", "b/notes.txt"])
    'games: 2 files of no kind that is known were passed over: a.png, b/notes.txt'
    """
    were = f"{counted(len(names), 'file')} of no kind that is known {'was' if len(names) == 1 else 'were'}"
    return f"{called(path)}: {were} passed over: {_few(names)}"


def apart_words(path: str, games: Sequence[str]) -> str:
    """Which games are single hands that follow none of those beside them.

    >>> apart_words("hands", ["e1", "s3"])
    'hands: 2 hands follow none of those beside them, and are games of their own: e1, s3'
    """
    follow = "hand follows" if len(games) == 1 else "hands follow"
    are = "is a game of its own" if len(games) == 1 else "are games of their own"
    beside = "it" if len(games) == 1 else "them"
    return f"{called(path)}: {len(games):,} {follow} none of those beside {beside}, and {are}: {_few(games)}"


def _few(names: Sequence[str]) -> str:
    few = [shown(name, _LONGEST) for name in names[:_MOST_NAMED]]
    return ", ".join(few) + (f" and {len(names) - _MOST_NAMED:,} more" if len(names) > _MOST_NAMED else "")


# -- files ------------------------------------------------------------------------------------------------------------


LOG_SUFFIXES = (SUFFIX, *(SUFFIX + ending for ending in ENDINGS))
WRITTEN_SUFFIX = shorthand.SUFFIX
OURS, WRITTEN = "mjlog", "shorthand"
"""Beside those of other programs the kinds of games that a file can have: logs, and texts in short hand."""
_BESIDE = ("-wal", "-shm", "-journal", ".lock", REAL_NAMES)
"""Files that a database has beside it, or logs have."""
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
        # A pipe gives its bytes only once, and its name says nothing
        content = _content(Path(path), MAX_MEMBER)
        if len(content) > MAX_MEMBER:
            raise RecordError(f"is larger than {MAX_MEMBER} bytes: write it into a file first", path)
        yield from read_content(content, path, kinds)
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
    """Which format of other programs a file has, told by its content; None where it has none, or cannot be read."""
    with suppress(MjlogError):
        found, _is_one_hand = foreign_format(path)
        return None if found is None else found.kind
    return None


def foreign_format(path: Path) -> tuple[foreign.ForeignFormat | None, bool]:
    """The format of a file of other programs, if it has one; and whether it has one hand, which others may follow.

    Raises:
        RecordError: it cannot be read.
    """
    if path.name.endswith((*LOG_SUFFIXES, WRITTEN_SUFFIX)) or not path.is_file():
        return None, False
    beginning = _content(path, foreign.BEGINNING - 1)
    found = foreign.format_of(beginning)
    return found, found is not None and found.has_one_hand(beginning)


def may_be_missed(name: str) -> bool:
    """Whether somebody may miss a file that is not read: not a hidden one, nor one that stands beside others."""
    is_hidden = any(part.startswith(".") and part.strip(".") for part in PurePosixPath(name).parts)
    return not is_hidden and not name.endswith(_BESIDE)


def record_content(path: Path) -> bytes:
    """What the file of a foreign record holds.

    Raises:
        RecordError: it cannot be read, or is longer than any game.
    """
    return foreign.refuse_unless_short(_content(path, foreign.MAX_RECORD), str(path))


def is_wanted(kind: str, kinds: Kinds) -> bool:
    """Whether a kind of games is among those that are wanted."""
    return kinds is None or kind in kinds


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


def _in_archive(path: str, kinds: Kinds, passed: list[str]) -> Iterator[GameRecord]:
    others: list[str] = []
    if kinds is not None and set(kinds) == {OURS}:
        inside = members(Path(path), (SUFFIX,), others)
    else:
        inside = members(Path(path), (SUFFIX, WRITTEN_SUFFIX), others, foreign.may_be_foreign)
    passed += filter(may_be_missed, sorted(others))
    hands = [(kind.kind, name, content) for name, content in inside if (kind := foreign.folder_format(name))]
    for (kind, folder), group in groupby(sorted(hands), key=lambda file: (file[0], str(PurePosixPath(file[1]).parent))):
        if is_wanted(kind, kinds):
            files = [(f"{path}/{name}", content) for _kind, name, content in group]
            name = PurePosixPath(folder).name or _game_name(Path(path))
            yield from foreign.importers().formats[kind].games(name, f"{path}/{folder}", files)
    by_folder = defaultdict[str, list[GameRecord]](list)
    for name, content in inside:
        source = f"{path}/{name}"
        if name.endswith(WRITTEN_SUFFIX):
            if is_wanted(WRITTEN, kinds):
                yield from _written(_text(content, source), source, _game_name(PurePosixPath(name)))
        elif name.endswith(SUFFIX):
            if is_wanted(OURS, kinds):
                yield from read_log(source, lines_of_bytes(content, source), _game_name(PurePosixPath(name)))
        elif foreign.folder_format(name) is None:
            kind = foreign.format_of(content)
            if kind is None:
                passed.append(name)
            elif is_wanted(kind.kind, kinds):
                games = kind.games(foreign.game_name(PurePosixPath(name)), source, [(source, content)])
                if kind.has_one_hand(content):
                    by_folder[str(PurePosixPath(name).parent)] += games
                else:
                    yield from games
    for records in by_folder.values():
        yield from joined(records)


def read_content(content: bytes, path: str, kinds: Kinds, name: str = "game") -> Iterator[GameRecord]:
    """The games of what is no file with a name that tells anything; `name`: what they are called.

    Raises:
        RecordError: it is of no kind that is known.
    """
    kind = foreign.format_of(content)
    if kind is None:
        refuse_unknown(content[: foreign.BEGINNING], path)
        if is_wanted(OURS, kinds):
            yield from read_log(path, lines_of_bytes(content, path), name)
    elif is_wanted(kind.kind, kinds):
        yield from kind.games(name, path, [(path, content)])


def _in_file(path: str, kinds: Kinds, most: int | None) -> Iterator[GameRecord]:
    place = Path(path)
    with open_bytes(place) as stream:
        try:
            start = stream.read(foreign.BEGINNING)
        except UNREADABLE as error:
            # Who carries on logs is told the line.
            if kinds is None or OURS not in kinds:
                raise RecordError(f"cannot be read: {reason(error)}", str(place)) from error
            start = b""
    is_log = place.name.endswith(LOG_SUFFIXES)
    kind = None if is_log else foreign.format_of(start) or foreign.folder_format(place.name)
    if kind is not None:
        if is_wanted(kind.kind, kinds):
            yield from kind.games(foreign.game_name(place), path, [(path, record_content(place))])
    elif place.name.endswith(WRITTEN_SUFFIX):
        if is_wanted(WRITTEN, kinds):
            yield from _written(_text(_content(place, shorthand.MAX_TEXT), path), path, _game_name(place))
    else:
        if not is_log:
            refuse_unknown(start, path)
        if is_wanted(OURS, kinds):
            yield from read_log(path, lines_of(place), _game_name(place), most)


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
