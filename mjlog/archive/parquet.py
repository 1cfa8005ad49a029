"""The tables of an archive as Parquet files: `DIR/TABLE/ruleset=ID/year=YYYY/part-NAME-N.parquet`.

A part holds some pieces of an archive; `mjlog.archive.parts` puts it into its place when all of it is written. Memory
is bounded by the rows of a few row groups, however large the pieces.
"""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import quote

from mjlog.archive.rows import TABLES, VERSION, GameRows, Values, columns_of
from mjlog.errors import MjlogError

if TYPE_CHECKING:
    import pyarrow as pa

METADATA = b"mjlog.tables"
"""In the metadata of every file: the version of the tables."""
MOST_ROWS = 100_000
"""Rows that wait to be written, of all files together."""
_MOST_BYTES = 200_000_000
_MOST_FILES = 60
_NOWHERE = "__HIVE_DEFAULT_PARTITION__"
_LONGEST = 200
"""Bytes of a folder's name; logs may name rule sets as long as they like."""
Place = tuple[str, str]
"""Where rows go: the table, and the folder in it."""


def need_pyarrow() -> None:
    """Refuse where pyarrow is not installed.

    Raises:
        MjlogError: it is not.
    """
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError:
        words = "tables need pyarrow, which is not installed with the program alone: pip install 'mjlog[tables]'"
        raise MjlogError(words) from None


def schema_of(table: str, with_bodies: bool = False) -> pa.Schema:
    """The Arrow schema of a table, with the version of the tables as metadata."""
    import pyarrow as pa

    word = pa.dictionary(pa.int32(), pa.string())
    types = {
        "text": pa.string(), "word": word, "words": pa.list_(pa.string()), "number": pa.int32(), "long": pa.int64(),
        "counts": pa.map_(pa.string(), pa.int64()), "yes/no": pa.bool_(), "time": pa.timestamp("us", tz="UTC"),
    }  # fmt: skip
    fields = [pa.field(column.name, types[column.kind]) for column in columns_of(table, with_bodies)]
    return pa.schema(fields, metadata={METADATA: str(VERSION).encode()})


def folder_of(ruleset: str | None, year: int | None) -> str:
    """Where the games of a rule set and year lie in each table; of a name that is too long the beginning.

    >>> folder_of("western", 2026)
    'ruleset=western/year=2026'
    """
    name = _NOWHERE if ruleset is None else ruleset
    while len(quote(name, safe="")) > _LONGEST:
        name = name[:-1]
    return f"ruleset={quote(name, safe='')}/year={_NOWHERE if year is None else year}"


class PartWriter:
    """Writes one part. To be used in a `with`: its files are whole at the end of it.

    `folder`: to write in; `name`: of the part. `waiting`: rows that are not written yet.
    """

    def __init__(self, folder: Path, name: str, with_bodies: bool = False, most_rows: int = MOST_ROWS) -> None:
        self.folder, self.name, self.with_bodies = folder, name, with_bodies
        self.waiting = 0
        self._most_rows = most_rows
        self._rows: dict[Place, list[Values]] = {}
        self._open: dict[Place, _File] = {}
        self._closed: list[_File] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            while error is None and self._rows:
                self._flush(next(iter(self._rows)))
        finally:
            for place in list(self._open):
                self._close(place)

    def add(self, game: GameRows) -> None:
        """The rows of one more game."""
        folder = folder_of(game.ruleset, game.year)
        for table, rows in game.rows.items():
            if rows:
                self._rows.setdefault((table, folder), []).extend(rows)
                self.waiting += len(rows)
        while self.waiting > self._most_rows:
            self._flush(max(self._rows, key=lambda place: len(self._rows[place])))

    def _flush(self, place: Place) -> None:
        """The rows of a file that wait are written, as a row group."""
        import pyarrow as pa

        rows = self._rows.pop(place)
        self.waiting -= len(rows)
        file = self._open.pop(place, None)
        if file is None:
            folder = self.folder.joinpath(*place)
            folder.mkdir(parents=True, exist_ok=True)
            number = sum(closed.place == place for closed in self._closed)
            file = _File(place, folder / f"part-{self.name}-{number}.parquet", self.with_bodies)
        self._open[place] = file
        schema = schema_of(place[0], self.with_bodies)
        columns = [pa.array([row[at] for row in rows], type=type_) for at, type_ in enumerate(schema.types)]
        file.writer.write_table(pa.Table.from_arrays(columns, schema=schema), row_group_size=len(rows))
        if file.path.stat().st_size >= _MOST_BYTES:
            self._close(place)
        elif len(self._open) > _MOST_FILES:
            self._close(next(iter(self._open)))

    def _close(self, place: Place) -> None:
        file = self._open.pop(place)
        file.writer.close()
        self._closed.append(file)


class _File:
    """A file that is being written."""

    def __init__(self, place: Place, path: Path, with_bodies: bool) -> None:
        import pyarrow.parquet as pq

        self.place, self.path = place, path
        columns = columns_of(place[0], with_bodies)
        repeated: Any = [one.name for one in columns if one.kind == "word" or one.name in ("key", "place", "hand")]
        counted = {
            column.name: "DELTA_BINARY_PACKED" for column in columns
            if column.kind in ("long", "number", "time") and column.name not in repeated
        }  # fmt: skip
        self.writer = pq.ParquetWriter(
            path, schema_of(place[0], with_bodies), compression="zstd", compression_level=9, use_dictionary=repeated,
            column_encoding=counted or None,
        )  # fmt: skip


__all__ = ["METADATA", "MOST_ROWS", "TABLES", "PartWriter", "need_pyarrow", "schema_of"]
