"""Where tables are written to and read from: the parts in a folder, or in a place that a URL names.

Whatever has its name there is whole: a file is written elsewhere, and gets its name when all of it is there. A part
holds some pieces of an archive, as Parquet files: `DIR/TABLE/ruleset=ID/year=YYYY/part-NAME-N.parquet`. While it is
written memory is bounded by the rows of a few row groups, however large the pieces.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, BinaryIO, Self, cast
from urllib.parse import quote

import msgspec

from mjlog.archive.rows import TABLES, VERSION, GameRows, Values, columns_of
from mjlog.errors import MjlogError
from mjlog.text import shown
from mjlog.urls import called, filesystem, is_url, refusal_words, without_file

if TYPE_CHECKING:
    import pyarrow as pa

# -- where tables go --------------------------------------------------------------------------------------------------


_STAGING = ".writing-"


@contextmanager
def staged(target: Target) -> Iterator[Path]:
    """A folder to write files in, which is gone afterwards."""
    folder = target.staging()
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def write(target: Target, name: str, content: bytes) -> None:
    """A small file, written over what is there."""
    with staged(target) as folder:
        (folder / "whole").write_bytes(content)
        target.put(folder / "whole", name)


class _Folder:
    """A place for files with names like `games/ruleset=western/part-1.parquet`."""

    def __init__(self, path: str) -> None:
        self._top = Path(path)

    def make(self) -> None:
        """Let there be such a place; what a writer that was cut short has left over is removed."""
        self._top.mkdir(parents=True, exist_ok=True)
        for left in self._top.glob(f"{_STAGING}*"):
            shutil.rmtree(left, ignore_errors=True)

    def files(self) -> Iterator[str]:
        """The names of all files."""
        for folder, folders, names in os.walk(self._top):
            folders.sort()
            yield from (Path(folder, name).relative_to(self._top).as_posix() for name in sorted(names))

    def read(self, name: str) -> bytes | None:
        """What a small file says; None where there is none."""
        try:
            return (self._top / name).read_bytes()
        except FileNotFoundError:
            return None

    def open(self, name: str) -> BinaryIO:
        """A file, to be read here and there."""
        return (self._top / name).open("rb")

    def put(self, staged: Path, name: str) -> None:
        """Let a file that lies in `staging` have its name."""
        place = self._top / name
        place.parent.mkdir(parents=True, exist_ok=True)
        os.replace(staged, place)

    def remove(self, name: str) -> None:
        """A file that need not be there."""
        (self._top / name).unlink(missing_ok=True)
        for folder in (self._top / name).parents:
            if folder == self._top:
                return
            with suppress(OSError):  # something else lies there
                folder.rmdir()

    def staging(self) -> Path:
        """A new folder of this machine, to write files in."""
        # Beside its place: a file gets its name by being moved, which is no copy within one file system.
        return Path(tempfile.mkdtemp(prefix=_STAGING, dir=self._top))


class _Remote:
    """A place that fsspec writes to. What stores have no name to give is uploaded beside its place, then moved."""

    def __init__(self, url: str) -> None:
        self._files, self._top = filesystem(url)
        self._top = self._top.rstrip("/")

    def make(self) -> None:
        self._files.makedirs(self._top, exist_ok=True)
        for name in list(self.files()):
            if name.rpartition("/")[2].startswith(_STAGING):
                self.remove(name)

    def files(self) -> Iterator[str]:
        for path in self._files.find(self._top):
            yield path[len(self._top) :].lstrip("/")

    def read(self, name: str) -> bytes | None:
        try:
            content: bytes = self._files.cat_file(f"{self._top}/{name}")
        except FileNotFoundError:
            return None
        return content

    def open(self, name: str) -> BinaryIO:
        return cast(BinaryIO, self._files.open(f"{self._top}/{name}", "rb"))

    def put(self, staged: Path, name: str) -> None:
        folder, _, last = f"{self._top}/{name}".rpartition("/")
        beside = f"{folder}/{_STAGING}{os.urandom(4).hex()}-{last}"
        self._files.makedirs(folder, exist_ok=True)
        self._files.put_file(str(staged), beside)
        self._files.mv(beside, f"{folder}/{last}")

    def remove(self, name: str) -> None:
        with suppress(FileNotFoundError):
            self._files.rm_file(f"{self._top}/{name}")

    def staging(self) -> Path:
        return Path(tempfile.mkdtemp(prefix="mjlog-"))


Target = _Folder | _Remote


def target_at(path: str) -> Target:
    """The target of this path or URL.

    Raises:
        MjlogError: nothing can be written to such a URL.
    """
    path = without_file(path)
    return _Remote(path) if is_url(path) else _Folder(path)


@contextmanager
def refusals_told(path: str, done: str = "written") -> Iterator[None]:
    """What is done in it to a target that is full, or lets nobody write or read, is told as what it is.

    Raises:
        MjlogError: the target has refused something.
    """
    try:
        yield
    except MjlogError:
        raise
    except Exception as error:
        # Plug-ins of fsspec have errors of their own.
        if not isinstance(error, OSError) and not is_url(path):
            raise
        number = getattr(error, "errno", None)
        words = os.strerror(number) if isinstance(number, int) else refusal_words(path, error)
        raise MjlogError(f"{called(path)}: cannot be {done}: {shown(words, 300).lower()}") from error


# -- their parts ------------------------------------------------------------------------------------------------------


MARK = "mjlog-tables.txt"
"""Stands in a folder of tables, and says what was asked for."""
COMMITS = "parts"
_COMMIT = re.compile(rf"{COMMITS}/(\w+)\.json")
_FILE = re.compile(rf"({'|'.join(TABLES)})/(.*)/part-(\w+)-(\d+)\.parquet")
_ASKED = re.compile(rb"^asked: (\w+)$", re.MULTILINE)


class Done(msgspec.Struct):
    """What came of a part.

    `games`: how many are in it, and how many of these are `damaged`; `troubles`: what could not be read. `lost`: what
    befell the workers that were lost over it, `refused`: what the target said to it; then there is no such part.
    """

    games: int = 0
    damaged: int = 0
    troubles: list[str] = msgspec.field(default_factory=list)
    lost: str | None = None
    refused: str | None = None


class Parts:
    """The parts in a target."""

    def __init__(self, target: Target) -> None:
        self.target = target

    def found(self, name: str) -> Done | None:
        """What came of a part; None where it is to be made, as it is again where something could not be read."""
        commit = self.target.read(_commit(name))
        try:
            done = None if commit is None else msgspec.json.decode(commit, type=Done)
        except msgspec.MsgspecError:
            return None
        return None if done is None or done.troubles else done

    def commit(self, name: str, folder: Path, done: Done) -> None:
        """A part that was written into a folder gets its place: first all of its files, then what says so."""
        for file in sorted(folder.rglob("*.parquet")):
            self.target.put(file, file.relative_to(folder).as_posix())
        write(self.target, _commit(name), msgspec.json.encode(done))

    def tidy(self, wanted: Iterable[str]) -> None:
        """Take away what is no part of these: of games that have changed or gone, or of a writer that was cut short."""
        files = list(self.target.files())
        commits = {match[1]: name for name in files if (match := _COMMIT.fullmatch(name)) is not None}
        stay = commits.keys() & set(wanted)
        for name in sorted(commits.keys() - stay):
            self.target.remove(commits[name])
        for name in files:
            match = _FILE.fullmatch(name)
            if match is not None and match[3] not in stay:
                self.target.remove(name)

    def whole(self) -> list[dict[str, list[str]]]:
        """The parts that are there, partition by partition: by table the names of its files, as they were written.

        Of a part that is being written some files may be there already.
        """
        files = list(self.target.files())
        commits = {match[1] for match in map(_COMMIT.fullmatch, files) if match is not None}
        names: dict[tuple[str, str], dict[str, dict[int, str]]] = defaultdict(lambda: defaultdict(dict))
        for name in files:
            match = _FILE.fullmatch(name)
            if match is not None and match[3] in commits:
                names[match[2], match[3]][match[1]][int(match[4])] = name
        return [
            {table: [numbered[number] for number in sorted(numbered)] for table, numbered in names[key].items()}
            for key in sorted(names)
        ]


def _commit(name: str) -> str:
    return f"{COMMITS}/{name}.json"


# -- whose tables these are -----------------------------------------------------------------------------------------


def make_room(path: str, target: Target, request: str, force: bool) -> None:
    """Let there be a target for tables of what is asked; those that are there already for the same are gone on with.

    Raises:
        MjlogError: it holds something else, and may not be written over.
    """
    target.make()
    mark = target.read(MARK)
    before = None if mark is None else _ASKED.search(mark)
    is_same = before is not None and before[1].decode() == request
    if not is_same and (mark is not None or any(True for _name in target.files())):
        if not force:
            raise MjlogError(f"{called(path)}: is there already: name another folder, or --force to write it anew")
        if mark is None:
            words = "holds something other than tables, and is left alone: name another folder"
            raise MjlogError(f"{called(path)}: {words}")
    if not is_same or force:
        Parts(target).tidy(())
    _write_mark(target, request, is_whole=False)


def say_whole(target: Target, request: str) -> None:
    """All parts are there."""
    _write_mark(target, request, is_whole=True)


def _write_mark(target: Target, request: str, is_whole: bool) -> None:
    state = "whole" if is_whole else "being written, or cut short: the same command goes on"
    write(target, MARK, f"tables of mjlog, version {VERSION}\nasked: {request}\nstate: {state}\n".encode())


# -- parts as they are written ----------------------------------------------------------------------------------------


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
        repeated: Any = [
            column.name for column in columns if column.kind == "word" or column.name in ("key", "place", "hand")
        ]
        counted = {
            column.name: "DELTA_BINARY_PACKED" for column in columns
            if column.kind in ("long", "number", "time") and column.name not in repeated
        }  # fmt: skip
        self.writer = pq.ParquetWriter(
            path, schema_of(place[0], with_bodies), compression="zstd", compression_level=9, use_dictionary=repeated,
            column_encoding=counted or None,
        )  # fmt: skip
