"""What the games of an archive came to, read from its tables: the same facts that a replay gives, without one.

A part is read by itself, and its tables side by side: each has the rows of a game together, in the order of the games.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from mjlog.archive.columns import VERSION
from mjlog.archive.parquet import METADATA, need_pyarrow
from mjlog.archive.parts import MARK, Parts
from mjlog.archive.target import Target, refusals_told, target_at
from mjlog.club.facts import GameFacts
from mjlog.club.period import in_zone
from mjlog.club.search import Wanted
from mjlog.errors import MjlogError
from mjlog.seats import Seat
from mjlog.text import shell_word
from mjlog.urls import called
from mjlog.views.results import Found, HandResult

if TYPE_CHECKING:
    import pyarrow as pa

_ROWS_AT_ONCE = 8192


class Tabled(NamedTuple):
    """A game of the tables: what it came to, the path that holds it, and whether that is a database."""

    facts: GameFacts
    path: str
    is_stored: bool


# -- the rows that facts are made of: the columns by these names ------------------------------------------------------


class _Game(NamedTuple):
    key: int
    source: str
    path: str
    is_stored: bool
    game: str
    named: str | None
    players: list[str] | None
    place_name: str | None
    table: str | None
    begun: datetime | None
    is_live: bool
    is_ended: bool
    is_whole: bool | None
    is_hidden: bool
    begun_with: int
    totals: dict[str, int] | None
    final: dict[str, int] | None
    corrections: int


class _Hand(NamedTuple):
    key: int
    place: int | None
    hand: int | None
    outcome: Any
    is_over: bool
    round: str | None
    winner: str | None
    winners: list[str] | None
    win_source: str | None
    discarder: str | None
    line: str | None
    reaches_limit: bool
    first: int
    last: int
    types: dict[str, int]


class _Score(NamedTuple):
    key: int
    place: int
    seat: str
    player: str | None
    recorded: int | None
    computed: int | None
    gained: int | None
    fined: int | None
    limit: str | None


class _Finding(NamedTuple):
    key: int
    place: int
    code: str
    severity: str
    seq: int | None
    seat: str | None


_R = TypeVar("_R", _Hand, _Score, _Finding)


# -- reading ----------------------------------------------------------------------------------------------------------


def games_of_tables(path: str, wanted: Wanted, trouble: Callable[[str], None]) -> Iterator[Tabled]:
    """The games of the tables at a path or URL that can be meant, by rule set and year; hands only of those that fit.

    `trouble`: is told what could not be read when the tables were made.

    Raises:
        MjlogError: there are no tables, or some that cannot be read.
    """
    need_pyarrow()
    import pyarrow as pa

    target = target_at(path)
    try:
        with refusals_told(path, "read"):
            if target.read(MARK) is None:
                words = f"there are no tables here: mjlog tables PATH... --out {shell_word(called(path))}"
                raise MjlogError(f"{called(path)}: {words}")
            parts = [_Part(target, names) for names in Parts(target).whole()]
            for part in parts:
                yield from _games_of(part, wanted, trouble)
            for message in _troubles(parts):
                trouble(message)
    except pa.ArrowException as error:
        raise MjlogError(f"{called(path)}: cannot be read: {error}") from error


class _Part(NamedTuple):
    """A part in one partition: where it lies, and the names of its files by table."""

    target: Target
    names: Mapping[str, list[str]]

    def batches(self, table: str, columns: Sequence[str]) -> Iterator[pa.RecordBatch]:
        """The rows of a table, some thousands at once."""
        import pyarrow.parquet as pq

        for name in self.names.get(table, ()):
            with self.target.open(name) as opened, pq.ParquetFile(opened) as file:
                version = (file.schema_arrow.metadata or {}).get(METADATA, b"").decode()
                if version != str(VERSION):
                    raise MjlogError(f"{name}: tables of version {version or 'none'}, not {VERSION}: make them anew")
                yield from file.iter_batches(_ROWS_AT_ONCE, columns=list(columns))


def _games_of(part: _Part, wanted: Wanted, trouble: Callable[[str], None]) -> Iterator[Tabled]:
    games = []
    for batch in part.batches("games", _Game._fields):
        for row in map(_Game._make, _values(batch)):
            if row.is_whole is None:
                trouble(f"{row.source}: nothing in it could be read")
            elif row.corrections or wanted.can_begin(row.named, row.place_name, row.table):
                games.append((row, _game(row, wanted)))
    keys = {row.key for row, facts in games if wanted.fits_game(facts)}
    hands, scores, found = (_Rows(part, table, kind, keys) for table, kind in _BESIDE.items())
    for row, facts in games:
        if row.key in keys:
            facts = replace(facts, hands=_hands(hands.of(row.key), scores.of(row.key), found.of(row.key)))
        yield Tabled(facts, row.path, row.is_stored)


_BESIDE: dict[str, Any] = {"hands": _Hand, "scores": _Score, "findings": _Finding}


class _Rows(Generic[_R]):
    """The rows of a table, game by game, of those whose keys are wanted."""

    def __init__(self, part: _Part, table: str, kind: type[_R], keys: set[int]) -> None:
        batches = part.batches(table, kind._fields) if keys else iter(())
        rows = (kind._make(values) for batch in batches for values in _values(_only(batch, keys)))
        self._rows: Iterator[_R] = rows
        self._next: _R | None = next(rows, None)

    def of(self, key: int) -> list[_R]:
        """The rows of the next game, if it has any."""
        found = []
        while self._next is not None and self._next.key == key:
            found.append(self._next)
            self._next = next(self._rows, None)
        return found


def _only(batch: pa.RecordBatch, keys: set[int]) -> pa.RecordBatch:
    """The rows of these games."""
    import pyarrow as pa
    import pyarrow.compute as pc

    return batch.filter(pc.is_in(batch.column("key"), pa.array(keys, pa.int64())))


def _values(batch: pa.RecordBatch) -> Iterator[tuple[Any, ...]]:
    return zip(*map(_list, batch.columns), strict=True)


def _list(column: Any) -> list[Any]:
    """The values of a column; dictionaries, maps and times by their parts, which takes a hundredth of the time."""
    import pyarrow as pa

    if pa.types.is_dictionary(column.type):
        return column.cast(pa.string()).to_pylist()  # type: ignore[no-any-return]
    if pa.types.is_map(column.type):
        pairs = list(zip(column.keys.to_pylist(), column.items.to_pylist(), strict=True))
        ends = column.offsets.to_pylist()
        sliced = (dict(pairs[begin:end]) for begin, end in pairwise(ends))
        return [one if valid else None for one, valid in zip(sliced, column.is_valid().to_pylist(), strict=True)]
    return column.to_pylist()  # type: ignore[no-any-return]


def _troubles(parts: Sequence[_Part]) -> Iterator[str]:
    """Why paths could not be read when the tables were made."""
    import pyarrow.compute as pc

    for part in parts:
        for batch in part.batches("findings", ("key", "message")):
            yield from map(str, batch.filter(pc.is_null(batch.column("key"))).column("message").to_pylist())


# -- rows as facts ----------------------------------------------------------------------------------------------------


def _game(row: _Game, wanted: Wanted) -> GameFacts:
    """A game without its hands."""
    begun = None if row.begun is None else in_zone(row.begun.astimezone(UTC), wanted.period.zone)
    return GameFacts(
        row.source, row.game, row.named, tuple(row.players or ()), row.place_name, row.table, begun, (), row.totals,
        row.is_live, row.is_ended, bool(row.is_whole), row.is_hidden, row.begun_with, row.final,
    )  # fmt: skip


def _hands(hands: list[_Hand], scores: list[_Score], findings: list[_Finding]) -> tuple[HandResult, ...]:
    """The hands of a game that are over, and the time before them."""
    by_place: dict[int | None, list[_Score]] = defaultdict(list)
    found: dict[int | None, list[_Finding]] = defaultdict(list)
    for score in scores:
        by_place[score.place].append(score)
    for finding in findings:
        found[finding.place].append(finding)
    latest = {one.hand: at for at, one in enumerate(hands)}
    over = ((at, one) for at, one in enumerate(hands) if one.is_over)
    return tuple(_hand(one, by_place[one.place], found[one.place], latest[one.hand] == at) for at, one in over)


def _hand(row: _Hand, scores: list[_Score], findings: list[_Finding], is_latest: bool) -> HandResult:
    players = {one.seat: one.player for one in scores if one.player is not None}
    winners = tuple(Seat[one] for one in row.winners or ()) if row.outcome == "won" else ()
    change = _by_seat(scores, "gained")
    limits: dict[Seat, str] = _by_seat(scores, "limit")
    return HandResult(
        row.outcome,
        row.hand,
        _by_seat(scores, "player"),
        winners,
        source=row.win_source if winners else None,
        discarder=Seat[row.discarder] if winners and row.discarder else None,
        limits={seat: limits[seat] for seat in winners if seat in limits},
        reaches_limit=bool(row.reaches_limit),
        line=row.line,
        announced=_by_seat(scores, "recorded"),
        computed=_by_seat(scores, "computed"),
        change=change or None,
        fines=_by_seat(scores, "fined"),
        round=Seat[row.round] if row.round else None,
        first=row.first,
        last=row.last,
        found=tuple(Found(one.code, one.severity, one.seq, players.get(one.seat or "")) for one in findings),
        types=row.types,
        is_latest=is_latest,
    )


def _by_seat(scores: list[_Score], column: str) -> dict[Seat, Any]:
    """What stands in a column, by seat."""
    values = ((one.seat, getattr(one, column)) for one in scores)
    return {Seat[seat]: value for seat, value in values if value is not None}
