"""Records of other programs: which importer reads a file, told by how it begins, and its game as events of ours.

An importer declares itself as a `ForeignFormat`, under an entry point of the group `mjlog.formats`: those of this
program and those of other packages alike. They are looked for when a file must be recognised, and not before.
Source: docs/do/importers.md.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from mjlog.errors import MjlogError, RecordError
from mjlog.events import EVENT_TYPE_BY_NAME, GameStart
from mjlog.formats.joining import joined
from mjlog.formats.lines import without_packing
from mjlog.log.records import Fault, GameRecord, Row
from mjlog.text import shown

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "mjlog.formats"
"""Of entry points."""
BEGINNING = 1 << 14
"""Bytes that tell what a file is."""
MAX_RECORD = 4_000_000
"""Bytes of the longest record of a game, or of a hand in a file of its own: those of long evenings have a tenth."""
TAKEN = frozenset(("mjlog", "shorthand", "csv", "bundle"))
"""What `mjlog import` calls files that are no records of other programs."""
_OURS = "mjlog"
_ROWS = frozenset((*EVENT_TYPE_BY_NAME.values(), Fault))
Files = Sequence[tuple[str, bytes]]
"""Files with their paths."""


class Written(NamedTuple):
    """A game in a format of other programs, and what is lost by that."""

    content: bytes
    lost: list[str]


@dataclass(frozen=True)
class ForeignFormat:
    """What an importer says of itself.

    `kind`: its name, also that of its entry point, and the word of `mjlog import`; `reads`: what it reads, in words;
    `loses`: what such a record says and no event tells. `endings`: how the names of its files end, in lower case; in
    folders and archives only such files are looked into. `begins`: whether a file, unpacked, is one, by its first
    bytes. `read`: the game of the files that make it up, by its name and the path, each with its path and content: one
    file, or, with `is_folder`, all of a folder; or several games of one file. `is_one_hand`: whether a whole file, by
    its content, has one hand, which may follow that of another file. `write`: a game of these events, of this name, or
    one hand of it.

    Raises:
        OtherGameError: by `read`: the game is of a sort that is not read.
        NotSayableError: by `write`: the game has something that the format cannot say.
    """

    kind: str
    reads: str
    endings: tuple[str, ...]
    begins: Callable[[bytes], bool]
    read: Callable[[str, str, Files], GameRecord | Iterable[GameRecord]]
    loses: tuple[str, ...] = ()
    is_folder: bool = False
    write: Callable[[Iterable[bytes], str, int | None], Written] | None = None
    is_one_hand: Callable[[bytes], bool] | None = None

    def games(self, name: str, source: str, files: Files) -> Iterator[GameRecord]:
        """The games of these files, numbered where there are several; of one hand each, and joined where they follow
        one another. Whatever is wrong with the importer is told of the game, and stops no other.

        Raises:
            RecordError: a file is too long, or the importer fails.
        """
        files = [(path, refuse_unless_short(content, path)) for path, content in files]
        try:
            read = self.read(name, source, files)
            found = [read] if isinstance(read, GameRecord) else list(read)
        except MjlogError:
            raise
        except Exception as error:
            raise self._failure(error, source) from error
        found = [replace(one, foreign=self.kind) for one in found]
        records = joined(found) if len(found) > 1 else found
        for number, record in enumerate(records, 1):
            # A record may say itself what its game is called.
            called = f"{name}-{number}" if len(records) > 1 and record.name == name else record.name
            yield replace(record, name=called, rows=self._rows(record, called))

    def _rows(self, record: GameRecord, name: str) -> Iterator[Row]:
        try:
            for row in record.rows:
                if type(row[0]) not in _ROWS:
                    raise TypeError(f"{row[0]!r} is neither an event nor a fault")
                if name != record.name and isinstance(row[0], GameStart):
                    row[0].game = name
                yield row
        except MjlogError:
            raise
        except Exception as error:
            raise self._failure(error, record.source) from error

    def _failure(self, error: Exception, source: str) -> RecordError:
        return RecordError(f"the importer {self.kind} cannot read it: {_in_words(error)}", source)

    def has_one_hand(self, content: bytes) -> bool:
        """Whether a file that is one of these, and begins so, has one hand, and is no longer than what tells it."""
        return self.is_one_hand is not None and len(content) < BEGINNING and self.is_one_hand(content)

    def is_called_so(self, name: str) -> bool:
        """Whether a file may be one, by its name."""
        return without_packing(name).lower().endswith(self.endings)


def _in_words(error: BaseException) -> str:
    return f"{type(error).__name__}: {shown(str(error), 300)}"


@dataclass
class Importers:
    """The importers that are installed. `broken`: those that cannot be used, by their names, with the reason."""

    formats: dict[str, ForeignFormat] = field(default_factory=dict)
    broken: dict[str, str] = field(default_factory=dict)

    def add(self, entry: EntryPoint) -> None:
        """One more; of two that have the same name, it is the first."""
        package = entry.dist.name if entry.dist is not None else "an unknown package"
        try:
            if entry.name in self.formats or entry.name in TAKEN:
                raise ValueError("the name is another's")
            found = entry.load()
            if not isinstance(found, ForeignFormat):
                raise TypeError(f"{entry.value} is no ForeignFormat")
            if found.kind != entry.name:
                raise ValueError(f"it calls itself {found.kind!r}")
            if not found.endings or not all(found.endings) or isinstance(found.endings, str):
                raise ValueError("it does not say how the names of its files end")
            self.formats[entry.name] = found
        except (Exception, SystemExit) as error:
            words = f"the importer {shown(entry.name, 60)} of {shown(package, 60)} cannot be used: {_in_words(error)}"
            self.broken[f"{entry.name} of {package}" if entry.name in self.formats else entry.name] = words


@functools.cache
def importers() -> Importers:
    """All that are installed: this program's own first, the others by package and name."""
    from importlib.metadata import entry_points  # slow to import

    def place(entry: EntryPoint) -> tuple[bool, str, str]:
        package = entry.dist.name if entry.dist is not None else ""
        return package != _OURS, package, entry.name

    known = Importers()
    for entry in sorted(entry_points(group=GROUP), key=place):
        known.add(entry)
    if not known.formats:
        known.broken[_OURS] = "no importer is found: mjlog is not installed, or an older version was; install it again"
    return known


def troubles() -> list[str]:
    """Why importers cannot be used, as far as they were looked for."""
    return list(importers().broken.values()) if importers.cache_info().currsize else []


def format_of(beginning: bytes) -> ForeignFormat | None:
    """Which format a file has that begins so; None where it has none of them.

    >>> format_of(b'<mjloggm ver="2.3">').kind, format_of(b'{"type":"start_game"}').kind
    ('tenhou', 'mjai')
    """
    for foreign in importers().formats.values():
        try:
            if foreign.begins(beginning[:BEGINNING]):
                return foreign
        except Exception as error:
            importers().broken[foreign.kind] = f"the importer {foreign.kind} cannot tell its files: {_in_words(error)}"
    return None


def folder_formats() -> list[ForeignFormat]:
    """The formats of which a folder of files is one game."""
    return [foreign for foreign in importers().formats.values() if foreign.is_folder]


def folder_format(name: str) -> ForeignFormat | None:
    """The format of a file that is a part of the game of its folder, by its name; None for any other."""
    return next((foreign for foreign in folder_formats() if name.endswith(foreign.endings)), None)


def refuse_unless_short(content: bytes, source: str) -> bytes:
    """The content of a record, which is held in memory many times over while it is read.

    Raises:
        RecordError: it is longer than any game.
    """
    if len(content) > MAX_RECORD:
        words = "records of games are shorter, and many games are better in several files"
        raise RecordError(f"is longer than {MAX_RECORD:,} bytes: {words}", source)
    return content


def may_be_foreign(name: str) -> bool:
    """Whether a file of a folder or an archive is looked into, by its name."""
    return any(foreign.is_called_so(name) for foreign in importers().formats.values())


def game_name(path: PurePath) -> str:
    """What the game in a file is called; one that is a part of its folder's game names that, too."""
    name = without_packing(path.name)
    for ending in dict.fromkeys(ending for foreign in importers().formats.values() for ending in foreign.endings):
        name = name.removesuffix(ending)
    if folder_format(path.name) is not None and path.parent.name:
        return f"{path.parent.name}-{name}"
    return name or "game"
