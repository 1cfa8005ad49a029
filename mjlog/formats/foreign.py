"""Records of other programs: which importer reads a file, told by how it begins, and its game as events of ours.

An importer declares itself as a `ForeignFormat`, under an entry point of the group `mjlog.formats`: those of this
program and those of other packages alike. They are looked for when a file must be recognised, and not before. What a
record comes to can be gathered in a `Script`.

Records of one hand each are joined into games. A hand follows another of the same players where its round, its East,
its repeats, everybody's points and what lies on the table are what that hand came to. If several could follow, or it
could follow several, nothing is joined. Source: docs/do/importers.md.
"""

from __future__ import annotations

import functools
import pkgutil
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec.structs import replace

from mjlog import events as ev
from mjlog.errors import MjlogError, RecordError
from mjlog.events import EVENT_TYPE_BY_NAME, GameStart
from mjlog.formats.lines import without_packing
from mjlog.log.records import Fault, GameRecord, Row, Where
from mjlog.seats import Seat
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


def read_by(where: str) -> Callable[[str, str, Files], GameRecord | Iterable[GameRecord]]:
    """`read` of a format whose games stand in one file: a function, as `module:function`, of the game's name, the path
    and the content. Its module is loaded when there is something to read."""

    def read(game: str, source: str, files: Files) -> GameRecord | Iterable[GameRecord]:
        games: GameRecord | Iterable[GameRecord] = pkgutil.resolve_name(where)(game, source, files[0][1])
        return games

    return read


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
            games = [read] if isinstance(read, GameRecord) else list(read)
        except MjlogError:
            raise
        except Exception as error:
            raise self._failure(error, source) from error
        games = [replace(game, foreign=self.kind) for game in games]
        records = joined(games) if len(games) > 1 else games
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
            importer = entry.load()
            if not isinstance(importer, ForeignFormat):
                raise TypeError(f"{entry.value} is no ForeignFormat")
            if importer.kind != entry.name:
                raise ValueError(f"it calls itself {importer.kind!r}")
            if not importer.endings or not all(importer.endings) or isinstance(importer.endings, str):
                raise ValueError("it does not say how the names of its files end")
            self.formats[entry.name] = importer
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


_STICK = 1000
_DECISIVE = (ev.Draw, ev.Expose, ev.Mahjong, ev.Washout)
"""What tells whether a discard was won."""
_Stand = tuple[object, ...]
"""What a hand begins with: the kind of its record, players, round, East's place, repeats, points, what lies there."""


class _Hand(NamedTuple):
    """A record of one hand, with the rows of the hand itself. `begins`: how; `ends`: how one begins that follows it."""

    record: GameRecord
    rows: list[Row]
    begins: _Stand
    ends: tuple[_Stand, ...]


def joined(records: Iterable[GameRecord]) -> list[GameRecord]:
    """The records as games, in order; a hand that stays alone among others of one hand is marked so (`is_apart`)."""
    hands = [_one_hand(record) for record in records]
    beginning, ending = defaultdict[_Stand, list[int]](list), defaultdict[_Stand, list[int]](list)
    for number, hand in enumerate(hands):
        if isinstance(hand, _Hand):
            beginning[hand.begins].append(number)
            for stand in hand.ends:
                ending[stand].append(number)
    next_of: dict[int, int] = {}
    for stand, before in ending.items():
        after = beginning.get(stand, [])
        if len(before) == len(after) == 1 and before != after:
            next_of[before[0]] = -1 if before[0] in next_of else after[0]
    next_of = {before: after for before, after in next_of.items() if after >= 0}
    are_several = sum(isinstance(hand, _Hand) for hand in hands) > 1
    followed, games = set(next_of.values()), list[GameRecord]()
    for number, hand in enumerate(hands):
        if isinstance(hand, GameRecord):
            games.append(hand)
        elif number not in followed:
            chain = [hand]
            while number in next_of:
                number = next_of[number]
                chain.append(hands[number])  # type: ignore[arg-type]  # only such are followed by others
            games.append(_game(chain) if len(chain) > 1 else replace(hand.record, is_apart=are_several))
    return games


def _one_hand(record: GameRecord) -> _Hand | GameRecord:
    """A record as the hand that it has; with its rows in memory where it has none, several, or another beginning."""
    rows = list(record.rows)
    record = replace(record, rows=rows)
    begun = [row for row, _where in rows if isinstance(row, ev.HandStart)]
    starts = [row for row, _where in rows if isinstance(row, ev.GameStart)]
    if len(begun) != 1 or len(starts) != 1:
        return record
    start, hand = starts[0], begun[0]
    end = next((row for row, _where in rows if isinstance(row, ev.GameEnd)), None)
    inner = [(row, where) for row, where in rows if not isinstance(row, ev.GameStart | ev.GameEnd)]
    players = start.players
    if hand.totals is None or set(players) != set(hand.seats.values()) or hand.repeats is None:
        return record
    place = players.index(hand.seats[Seat.E])
    # Everybody's points after the hand, and what lies on the table then.
    totals, pot = dict(hand.totals), hand.pot or 0
    events = [row for row, _where in inner if isinstance(row, ev.Event)]
    for discard in riichi_that_stand(events):
        totals[hand.seats[discard.seat]] -= _STICK
        pot += _STICK
    for settled in (event for event in events if isinstance(event, ev.Settlement)):
        pot -= settled.pot or 0
        for seat, gained in settled.change.items():
            totals[hand.seats[seat]] += gained
    who = (record.foreign, players)
    before = (*map(hand.totals.get, players), hand.pot or 0)
    begins: _Stand = (*who, hand.round, place, hand.repeats, *before)
    if end is not None and end.totals == totals:
        return _Hand(record, inner, begins, ())
    following = (place + 1) % len(players)
    rounds = [hand.round] if following else [wind for wind in Seat if wind.index == hand.round.index + 1]
    stands: list[_Stand] = [(hand.round, place, hand.repeats + 1)]
    stands += [(wind, following, repeats) for wind in rounds for repeats in (0, hand.repeats + 1)]
    points = (*(totals.get(player) for player in players), pot)
    return _Hand(record, inner, begins, tuple((*who, *stand, *points) for stand in stands))


def riichi_that_stand(events: Sequence[ev.Event]) -> Iterator[ev.Discard]:
    """The discards with which riichi was declared, and that were not won, by what came after them; the last first."""
    following: ev.Event | None = None
    for event in reversed(events):
        is_won = isinstance(following, ev.Mahjong) or getattr(following, "reason", None) == "three-ron"
        if isinstance(event, ev.Discard) and event.riichi and following is not None and not is_won:
            yield event
        following = event if isinstance(event, _DECISIVE) else following


def _game(chain: Sequence[_Hand]) -> GameRecord:
    """A game of hands: its beginning is that of the first, its end and the number of its rounds are the last one's."""
    seq = 1
    start, where = next((row, where) for row, where in chain[0].record.rows if isinstance(row, ev.GameStart))
    last = next(row for row, _where in chain[-1].record.rows if isinstance(row, ev.GameStart))
    rounds = {name: value for name, value in (last.options or {}).items() if name == "rounds"}
    rows: list[tuple[Row, str]] = []
    for hand in chain:
        rows += [(row, hand.record.source) for row in hand.rows]
    ends = [row for row in chain[-1].record.rows if isinstance(row[0], ev.GameEnd)]
    rows += [(row, chain[-1].record.source) for row in ends]
    start = msgspec.structs.replace(start, options={**(start.options or {}), **rounds})
    made: list[Row] = [(start, _located(where, chain[0].record.source))]
    number = 0
    for (row, line), source in rows:
        if isinstance(row, ev.Event):
            seq += 1
            row.seq = seq
            if isinstance(row, ev.HandStart):
                number += 1
                row.hand = number
        made.append((row, _located(line, source)))
    return replace(chain[0].record, rows=made, is_apart=False, ruleset=chain[-1].record.ruleset)


def _located(where: int | Where | None, source: str) -> Where | None:
    if isinstance(where, Where):
        return where if where.source is not None else msgspec.structs.replace(where, source=source)
    return None if where is None else Where(where, source=source)


MOST_FAULTS = 1000
"""What cannot be read, or contradicts itself, in one record, and is listed piece by piece."""


class Script:
    """`rows` are the events and faults so far; `seq`: the number of the next event."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.faults = 0
        self.seq = 1

    def add(self, event: ev.Event, line: int) -> None:
        """Append the next event; it has been given `seq`."""
        self.rows.append((event, line))
        self.seq += 1

    def fault(self, code: str, text: str, line: int, expected: Any = None, found: Any = None) -> None:
        """Append what cannot be read: what it said is lost."""
        self._note(Fault(code, text, expected, found), line)

    def remark(self, code: str, text: str, line: int, expected: Any = None, found: Any = None) -> None:
        """Append a fault by which no event is lost: the record contradicts itself."""
        self._note(Fault(code, text, expected, found, is_remark=True), line)

    def remark_at(self, at: int, code: str, text: str, line: int) -> None:
        """Put a remark before rows that were appended after it was due."""
        self._note(Fault(code, text, is_remark=True), line, at)

    def _note(self, fault: Fault, line: int, at: int | None = None) -> None:
        self.faults += 1
        if self.faults > MOST_FAULTS:
            words = f"more than {MOST_FAULTS:,} things are wrong with this record: from here on they are not listed"
            fault, at = Fault("bad-event", words), None
        if self.faults <= MOST_FAULTS + 1:
            self.rows.insert(len(self.rows) if at is None else at, (fault, line))
