"""What the games of an archive came to, read from its tables: the same facts that a replay gives, without one.

A part is read by itself, and its tables side by side: each has the rows of a game together, in the order of the games.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

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


# -- the columns that facts are made of, by table: the first one says of which game a row is -------------------------

_OF_GAME = (
    "source", "game", "named", "players", "place_name", "table", "begun", "totals", "is_live", "is_ended", "is_whole",
    "is_hidden", "begun_with", "final",
)  # fmt: skip
"""What `GameFacts` has, in its order."""
_OF_HAND = (
    "key", "place", "hand", "outcome", "is_over", "round", "winners", "win_source", "discarder", "line",
    "reaches_limit", "first", "last", "types",
)  # fmt: skip
_OF_SEAT = ("key", "place", "seat", "player", "recorded", "computed", "gained", "fined", "limit")
_OF_FINDING = ("key", "place", "code", "severity", "seq", "seat")
_Row = dict[str, Any]


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
    for batch in part.batches("games", ("key", "path", "is_stored", "corrections", *_OF_GAME)):
        for key, path, is_stored, corrections, *values in _values(batch):
            facts = _game(GameFacts(*values), wanted)
            if values[_OF_GAME.index("is_whole")] is None:
                trouble(f"{facts.source}: nothing in it could be read")
            elif corrections or wanted.can_begin(facts.ruleset, facts.place, facts.table):
                games.append((key, Tabled(facts, path, is_stored)))
    keys = {key for key, one in games if wanted.fits_game(one.facts)}
    tables = {"hands": _OF_HAND, "scores": _OF_SEAT, "findings": _OF_FINDING}
    hands, scores, found = (_Rows(part, table, columns, keys) for table, columns in tables.items())
    for key, one in games:
        if key in keys:
            made = _hands(hands.of(key), scores.of(key), found.of(key))
            yield one._replace(facts=replace(one.facts, hands=made))
        else:
            yield one


class _Rows:
    """The rows of a table, game by game, of those whose keys are wanted."""

    def __init__(self, part: _Part, table: str, columns: Sequence[str], keys: set[int]) -> None:
        batches = part.batches(table, columns) if keys else iter(())
        rows = (dict(zip(columns, values, strict=True)) for batch in batches for values in _values(_only(batch, keys)))
        self._rows: Iterator[_Row] = rows
        self._next = next(rows, None)

    def of(self, key: int) -> list[_Row]:
        """The rows of the next game, if it has any."""
        found = []
        while self._next is not None and self._next["key"] == key:
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


def _game(facts: GameFacts, wanted: Wanted) -> GameFacts:
    """A game without its hands, with its time by the clocks that are asked for."""
    begun = None if facts.begun is None else in_zone(facts.begun.astimezone(UTC), wanted.period.zone)
    return replace(facts, players=tuple(facts.players or ()), begun=begun, is_whole=bool(facts.is_whole))


def _hands(hands: list[_Row], scores: list[_Row], findings: list[_Row]) -> tuple[HandResult, ...]:
    """The hands of a game that are over, and the time before them."""
    beside: dict[int | None, tuple[list[_Row], list[_Row]]] = defaultdict(lambda: ([], []))
    for score in scores:
        beside[score["place"]][0].append(score)
    for finding in findings:
        beside[finding["place"]][1].append(finding)
    latest = {one["hand"]: at for at, one in enumerate(hands)}
    over = ((at, one) for at, one in enumerate(hands) if one["is_over"])
    return tuple(_hand(one, *beside[one["place"]], is_latest=latest[one["hand"]] == at) for at, one in over)


def _hand(row: _Row, scores: list[_Row], findings: list[_Row], is_latest: bool) -> HandResult:
    by_seat = [(Seat[one["seat"]], one) for one in scores]

    def column(name: str) -> dict[Seat, Any]:
        return {seat: one[name] for seat, one in by_seat if one[name] is not None}

    seats, limits = column("player"), column("limit")
    players = {seat.value: player for seat, player in seats.items()}
    winners = tuple(Seat[one] for one in row["winners"] or ()) if row["outcome"] == "won" else ()

    def found(one: _Row) -> Found:
        return Found(one["code"], one["severity"], one["seq"], players.get(one["seat"] or ""))

    return HandResult(
        row["outcome"],
        row["hand"],
        seats,
        winners,
        source=row["win_source"] if winners else None,
        discarder=Seat[row["discarder"]] if winners and row["discarder"] else None,
        limits={seat: limits[seat] for seat in winners if seat in limits},
        reaches_limit=row["reaches_limit"],
        line=row["line"],
        announced=column("recorded"),
        computed=column("computed"),
        change=column("gained") or None,
        fines=column("fined"),
        round=Seat[row["round"]] if row["round"] else None,
        first=row["first"],
        last=row["last"],
        found=tuple(map(found, findings)),
        types=row["types"],
        is_latest=is_latest,
    )
