"""A table out of a spreadsheet: its heads and its rows, whatever separates the cells."""

from __future__ import annotations

import csv
import io
import re
import sys
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from mjlog.errors import RecordError, reason
from mjlog.formats.spreadsheet.workbook import sheets_of
from mjlog.text import quoted, shown

MAX_BYTES = 5_000_000
"""Bytes of a table that is read; a club's season has a hundredth."""
_MAX_COLUMNS = 500
_MAX_ROWS = 100_000
_NO_TABLE = "there is no table here: expected a line of heads, and cells apart by , ; or tabs"
_SEPARATORS = ",;\t|"
_WORKBOOK, _OLD_WORKBOOK = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
_GUARDED = re.compile(r"'(?=[=+@＝＋－＠-])")
_NUMBER = re.compile(
    r"(?P<whole>[0-9]{1,3}(?:[.,' \u00a0\u202f][0-9]{3}){1,3}|[0-9]{1,12})(?:[.,](?P<part>[0-9]{1,17}))?", re.ASCII
)
_WITH_A_POINT = re.compile(r"[0-9]{1,12}([.,])(?:[0-9]{1,2}|[0-9]{4,17})", re.ASCII)
_MINUS = str.maketrans("−–▲△", "----")


class Row(NamedTuple):
    """One row: the line of the file that it begins in, and a text for each head."""

    line: int
    cells: tuple[str, ...]


class Grid(NamedTuple):
    """A table: where it is from, the heads of its columns, and the rows in which something stands.

    `others`: the names of the other sheets of its workbook.
    """

    source: str
    heads: tuple[str, ...]
    rows: tuple[Row, ...]
    others: tuple[str, ...] = ()

    def column(self, index: int) -> list[str]:
        """What is filled in of a column."""
        return [row.cells[index] for row in self.rows if row.cells[index]]


def read_grid(path: str, sheet: str | None = None) -> Grid:
    """The table in a file, or (`-`) from standard input. `sheet`: of a workbook, if not the first.

    Raises:
        RecordError: it cannot be read, or is no table; the message says what would be right.
    """
    source = "standard input" if path == "-" else path
    content = _content(path, source)
    if content.startswith(_WORKBOOK):
        return _of_workbook(content, source, sheet)
    if sheet is not None:
        raise RecordError("is no workbook: it has no sheets", source)
    return grid_of(_text(content, source), source)


def _of_workbook(content: bytes, source: str, wanted: str | None) -> Grid:
    sheets = sheets_of(content, source)
    names = [sheet.name for sheet in sheets]
    found = next((sheet for sheet in sheets if wanted in (None, sheet.name)), None)
    if found is None:
        there = f"sheets: {', '.join(shown(name, 40) for name in names)}" if names else "nothing stands in it"
        raise RecordError(f"there is no sheet {quoted(wanted, 40)}: {there}" if wanted else there, source)
    rows = [Row(number, tuple(map(_cell, cells))) for number, cells in found.rows]
    others = tuple(shown(name, 40) for name in names if name != found.name)
    return _grid(rows, f"{source}, sheet {shown(found.name, 40)}" if others else source)._replace(others=others)


def grid_of(text: str, source: str) -> Grid:
    """The table in a text. Its first row with two cells or more is the row of heads; what stands above is a title.

    >>> grid = grid_of("Thursday\\nhand;anna;ben\\n1;-4;4\\n", "t.csv")
    >>> grid.heads, grid.rows
    (('hand', 'anna', 'ben'), (Row(line=3, cells=('1', '-4', '4')),))

    Raises:
        RecordError: it is no table, or has too many columns.
    """
    best: list[Row] | None = None
    fault: RecordError | None = None
    for separator in _SEPARATORS:
        try:
            rows = _rows(text, separator, source)
        except RecordError as error:
            fault = fault or error  # with another separator its cells may be shorter
            continue
        best = rows if best is None or _width(rows) > _width(best) else best
    if best is None:
        raise fault or RecordError(_NO_TABLE, source)
    return _grid(best, source)


def _grid(rows: list[Row], source: str) -> Grid:
    """A table out of its rows. Those above its heads are a title."""
    begins = next((place for place, row in enumerate(rows) if _filled(row) > 1), None)
    if begins is None:
        raise RecordError(_NO_TABLE, source)
    heads = rows[begins].cells
    if len(heads) > _MAX_COLUMNS:
        raise RecordError(f"{len(heads):,} columns are too many; expected at most {_MAX_COLUMNS}", source)
    told = [row for row in rows[begins + 1 :] if _filled(row)]
    return Grid(source, heads, tuple(Row(row.line, _as_wide(row.cells, len(heads))) for row in told))


def number(text: str) -> int | None:
    """A whole number as spreadsheets write it; None for anything else.

    >>> number("−1.200"), number("+48"), number("12,0"), number("12,5"), number("ben")
    (-1200, 48, 12, None, None)
    """
    found = amount(text)
    return int(found) if found is not None and found.denominator == 1 else None


def amount(text: str, point: str | None = None) -> Fraction | None:
    """A number as spreadsheets write it, with or without tenths; None for anything else.

    `point`: the sign before tenths, where others in the table tell. Else three digits behind a sign are thousands.

    >>> amount("41.300"), amount("41,3") == Fraction("41.3"), amount("1.667", ".") == Fraction("1.667")
    (Fraction(41300, 1), True, True)
    """
    text = text.strip().translate(_MINUS)
    sign, digits = (-1, text[1:]) if text.startswith("-") else (1, text.removeprefix("+"))
    whole, _, part = digits.strip().partition(point) if point else (digits.strip(), "", "")
    match = _NUMBER.fullmatch(whole)
    if match is None or (part and (match["part"] or not re.fullmatch(r"[0-9]{1,17}", part, re.ASCII))):
        return None
    tenths = part or match["part"] or "0"
    found = Fraction(re.sub(r"\D", "", match["whole"])) + Fraction(int(tenths), 10 ** len(tenths))
    return sign * found.limit_denominator(10**6)


def point_of(texts: Iterable[str]) -> str | None:
    """The sign before tenths, as some numbers tell for sure; None where none does, or they differ."""
    found = {match[1] for text in texts if (match := _WITH_A_POINT.fullmatch(text.strip().lstrip("+-−–▲△ ")))}
    return found.pop() if len(found) == 1 else None


def _content(path: str, source: str) -> bytes:
    try:
        if path == "-":
            content = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            with Path(path).open("rb") as stream:
                content = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise RecordError(f"cannot be opened: {reason(error)}", source) from error
    if len(content) > MAX_BYTES:
        raise RecordError(f"is longer than {MAX_BYTES:,} bytes; expected the results of a club", source)
    return content


def _text(content: bytes, source: str) -> str:
    """The text of a file, in UTF-8 or UTF-16, or as older spreadsheets wrote it (Windows 1252)."""
    if content.startswith(_OLD_WORKBOOK):
        raise RecordError("is a workbook of an old kind: save it as .xlsx, .ods or CSV, and import that", source)
    marked = content.startswith((b"\xff\xfe", b"\xfe\xff"))
    for encoding in ("utf-16",) if marked else ("utf-8-sig", "cp1252"):
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise RecordError("is no text: expected a table as CSV, in UTF-8", source)


def _rows(text: str, separator: str, source: str) -> list[Row]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    rows, line = [], 1
    try:
        for cells in reader:
            rows.append(Row(line, tuple(map(_cell, cells))))
            line = reader.line_num + 1
            if len(rows) > _MAX_ROWS:
                raise RecordError(f"has more than {_MAX_ROWS:,} rows; expected the results of a club", source)
    except csv.Error as error:
        raise RecordError(f"cannot be read as a table: {error}", source, line) from error
    return rows


def _cell(text: str) -> str:
    return _GUARDED.sub("", text.strip(), count=1)


def _width(rows: list[Row]) -> int:
    """How many cells are filled in altogether of the rows that have several: most with the right separator."""
    return sum(filled for filled in map(_filled, rows) if filled > 1)


def _filled(row: Row) -> int:
    return sum(1 for cell in row.cells if cell)


def _as_wide(cells: tuple[str, ...], width: int) -> tuple[str, ...]:
    return (*cells, *[""] * (width - len(cells)))[:width]
