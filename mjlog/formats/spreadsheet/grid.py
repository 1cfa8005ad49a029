"""A table out of a spreadsheet: its heads and its rows, whatever separates the cells.

The sheets of a workbook (`.xlsx`, `.ods`) as rows of texts: what stands in the cells, no formula and no macro.

A kept library, calamine, reads them. It believes the numbers of a file: a cell that is repeated, a far corner, a count
of texts get the memory that they ask for. So each part of a workbook is looked through before, and only what fits the
season of a club is handed on, in a workbook of these parts alone; what was read is counted against what was seen.
Source: https://ecma-international.org/publications-and-standards/standards/ecma-376/,
https://docs.oasis-open.org/office/OpenDocument/v1.3/.
"""

from __future__ import annotations

import csv
import io
import os
import re
import sys
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import IO, NamedTuple, NoReturn
from xml.parsers import expat

from python_calamine import CalamineError, CalamineSheet, SheetTypeEnum, load_workbook

from mjlog.errors import RecordError, reason
from mjlog.text import quoted, shown

# -- workbooks --------------------------------------------------------------------------------------------------------


MOST_UNPACKED = 30_000_000
"""Bytes of XML that are read of a workbook."""
_MOST_CELLS = 300_000
"""Cells of all sheets: of each those up to the last row and the last column in which something stands."""
_MOST_LETTERS = 10_000_000
"""Letters in all cells, those of a text as often as it stands there."""
_MOST_PARTS = 2_000
_PIECE = 1 << 16
_READ = frozenset(("Relationships", "workbook", "sst", "styleSheet", "worksheet", "document-content"))
"""The parts that are read, by their outermost element."""
_DOCUMENT = "document-content"
_CELLS = frozenset(("c", "table-cell", "covered-table-cell"))
_ROWS = frozenset(("row", "table-row"))
_SHEETS = frozenset(("sheetData", "table"))
_NOT_SAID = frozenset(("f", "rPh", "annotation"))
"""Texts in a cell that are not what it says: its formula, how it is pronounced, remarks."""
_VALUES = ("office:value", "office:date-value", "office:time-value", "office:boolean-value", "office:string-value")
_DIGITS = re.compile("[0-9]{1,7}")
_PLACE = re.compile("([A-Za-z]{1,3})([0-9]{1,7})")
_ANEW = "open the workbook in a spreadsheet, save it, and import that"
_AS_CSV = "save the sheet as CSV, and import that"

_MENDED = {
    "worksheet": (re.compile(rb"""(<(?:\w{1,20}:)?c\s[^<>]*?\bt=)(?:"e"|'e')"""), rb'\1"str"'),
    _DOCUMENT: (re.compile(rb""" office:string-value=""|(?<=>)\s++(?=</?table:)"""), b""),
    "styleSheet": (re.compile(rb'(?<=numFmtId=")(?:2[7-9]|3[0-6]|5[0-8])(?=")'), b"14"),
}
"""What calamine passes over: the name of an error, a document that is indented, days of East Asian spreadsheets."""


class Sheet(NamedTuple):
    """A sheet: its name, and its rows, each with its number and the texts of its cells."""

    name: str
    rows: list[tuple[int, list[str]]]


def sheets_of(content: bytes, source: str) -> list[Sheet]:
    """The sheets of a workbook in which something stands, in their order.

    Raises:
        RecordError: it is none that can be read, or larger than a club's results can be.
    """
    look = _Look(source)
    try:
        checked = look.through(content)
        with _nothing_on_the_terminal():
            sheets = list(_read(checked, look))
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError) as error:
        raise RecordError(f"is no workbook that can be read: {_AS_CSV}", source) from error
    except (expat.ExpatError, CalamineError, ValueError, IndexError, ArithmeticError) as error:
        raise RecordError(f"is a damaged workbook: {_AS_CSV}", source) from error
    except BaseException as error:
        if type(error).__name__ == "PanicException":
            raise RecordError(f"is a damaged workbook: {_AS_CSV}", source) from error
        raise
    return [sheet for sheet in sheets if sheet.rows]


@contextmanager
def _nothing_on_the_terminal() -> Iterator[None]:
    """Keeps calamine from writing to the terminal: of a number that it cannot take it names a line of its source."""
    terminal = os.dup(2)
    try:
        with open(os.devnull, "wb") as nowhere:
            os.dup2(nowhere.fileno(), 2)
        yield
    finally:
        os.dup2(terminal, 2)
        os.close(terminal)


def _read(content: bytes, look: _Look) -> Iterator[Sheet]:
    cells_read = 0
    with load_workbook(io.BytesIO(content)) as book:
        if len(set(book.sheet_names)) < len(book.sheet_names):
            look.refuse("has two sheets of one name")
        for about in book.sheets_metadata:
            if about.typ == SheetTypeEnum.WorkSheet:
                rows = list(_rows_of_sheet(book.get_sheet_by_name(about.name)))
                cells_read += sum(1 for _number, cells in rows for cell in cells if cell)
                yield Sheet(about.name, rows)
    if cells_read < look.filled:
        look.refuse(f"{look.filled - cells_read:,} of {look.filled:,} cells cannot be read", _ANEW)


def _rows_of_sheet(sheet: CalamineSheet) -> Iterator[tuple[int, list[str]]]:
    above, before = sheet.start or (0, 0)
    for number, cells in enumerate(sheet.to_python(), above + 1):
        texts = [*[""] * before, *map(_as_text, cells)]
        while texts and not texts[-1]:
            texts.pop()
        if texts:
            yield number, texts


def _as_text(value: object) -> str:
    """A cell as it is read in a table: a number whole where it is, a day without its hour, true as 1.

    >>> from datetime import datetime
    >>> _as_text(48.0), _as_text(12.5), _as_text(datetime(2026, 10, 1, 20)), _as_text(True)
    ('48', '12.5', '2026-10-01', '1')
    """
    if isinstance(value, float | bool):
        return repr(value + 0.0).removesuffix(".0")
    if isinstance(value, date):
        return f"{value.year:04}-{value.month:02}-{value.day:02}"
    return str(value).strip()


class _Look:
    """A workbook that is looked through before it is read: what stands in it, and how much.

    `filled`: the cells in which something stands.
    """

    def __init__(self, source: str) -> None:
        self.source = source
        self.filled = 0
        self._unpacked = self._cells = self._letters = self._sheets = self._largest = 0
        self._uses: list[int] = []
        self._texts: list[str] = []
        self._begin_part()

    def _begin_part(self) -> None:
        self._root = ""
        self._row = self._column = self._bottom = self._right = 0
        self._times = self._row_times = 1
        self._in_table = False
        self._silent = 0
        self._cell: dict[str, str] | None = None
        self._has_value = self._has_formula = False
        self._said: list[str] = []

    def refuse(self, why: str, right: str = "expected the results of a club") -> NoReturn:
        """It is too much, or not what a workbook is.

        Raises:
            RecordError: always.
        """
        raise RecordError(f"{why}{':' if right == _ANEW else ';'} {right}", self.source)

    def through(self, content: bytes) -> bytes:
        """A workbook of those parts that are read, each of which has been looked through.

        Raises:
            RecordError: it is larger than a club's results can be.
        """
        kept = io.BytesIO()
        with zipfile.ZipFile(io.BytesIO(content)) as archive, zipfile.ZipFile(kept, "w") as checked:
            entries = [entry for entry in archive.infolist() if entry.filename.endswith((".xml", ".rels"))]
            if len(entries) > _MOST_PARTS or len({entry.filename.lower() for entry in entries}) < len(entries):
                self.refuse(f"has two parts of one name, or more than {_MOST_PARTS:,}")
            for entry in entries:
                with archive.open(entry) as stream:
                    xml = self._part(stream)
                # What else is called a document is drawn in one, and no sheet.
                if self._root not in _READ or (self._root == _DOCUMENT and entry.filename != "content.xml"):
                    continue
                wrong, right = _MENDED.get(self._root, (None, b""))
                checked.writestr(entry.filename, wrong.sub(right, xml) if wrong else xml)
                if self._root == "worksheet":
                    self._largest = max(self._largest, len(xml))
                elif self._root == _DOCUMENT:
                    checked.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
                    checked.writestr("META-INF/manifest.xml", "<manifest/>")
            if not checked.namelist():
                raise zipfile.BadZipFile("no part of it is one of a workbook")
        for use in self._uses:
            self._count(self._texts[use], 1)
        if self._sheets * self._largest > 10 * MOST_UNPACKED:
            self.refuse(f"has {self._sheets:,} sheets, of up to {self._largest:,} bytes")
        return kept.getvalue()

    def _part(self, stream: IO[bytes]) -> bytes:
        """The XML of a part; not all of it where it is none that is read."""
        self._begin_part()
        # In the encoding that calamine takes them in, whatever a part says of itself.
        parser = expat.ParserCreate("utf-8")
        parser.buffer_text = True
        parser.StartElementHandler, parser.EndElementHandler = self._start, self._end
        parser.CharacterDataHandler = self._text
        parser.StartDoctypeDeclHandler = lambda *_declared: self.refuse("declares entities of its own")
        pieces = []
        while piece := stream.read(_PIECE):
            self._unpacked += len(piece)
            if self._unpacked > MOST_UNPACKED:
                self.refuse(f"unpacks to more than {MOST_UNPACKED:,} bytes")
            parser.Parse(piece, False)
            if self._root and self._root not in _READ:
                return b""
            pieces.append(piece)
        parser.Parse(b"", True)
        return b"".join(pieces)

    def _start(self, name: str, more: dict[str, str]) -> None:
        tag = name.rpartition(":")[2]
        self._root = self._root or tag
        if tag in _CELLS:
            self._cell, self._said = more, []
            self._times = self._number(more.get("table:number-columns-repeated", "1"))
            self._has_formula = "table:formula" in more
            self._has_value = any(key.startswith("office:") for key in more)
            if "r" in more:
                place = _PLACE.fullmatch(more["r"])
                if place is None:
                    raise ValueError(more["r"])
                self._column, self._row = _column(place[1]), int(place[2]) - 1
        elif tag in _ROWS:
            self._row = self._number(more["r"]) - 1 if "r" in more else self._row
            self._row_times = self._number(more.get("table:number-rows-repeated", "1"))
            self._column = 0
        elif tag in ("v", "is"):
            self._has_value = True
        elif tag == "s" and "text:c" in more:
            self._said.append(" " * min(self._number(more["text:c"]), _MOST_LETTERS + 1))
        elif tag == "si":
            self._said = []
        elif tag == "sst":
            self._number(more.get("uniqueCount", "0"), _MOST_CELLS)
        elif tag == "sheet":
            self._sheets += 1
        elif tag in _SHEETS:
            if self._in_table:
                self.refuse("has a table in a table")
            self._in_table, self._row, self._bottom, self._right = True, 0, 0, 0
        if tag in _NOT_SAID:
            self._silent += 1
            self._has_formula |= tag == "f"

    def _text(self, text: str) -> None:
        if not self._silent:
            self._said.append(text)

    def _end(self, name: str) -> None:
        tag = name.rpartition(":")[2]
        if tag in _CELLS and self._cell is not None:
            if self._has_formula and not self._has_value:
                where = f"in cell {self._cell['r']}" if "r" in self._cell else "in it"
                self.refuse(f"a formula {where} has no value", _ANEW)
            words = next((self._cell[key] for key in _VALUES if self._cell.get(key)), "") or "".join(self._said)
            if self._has_value or self._has_formula:
                self._right = max(self._right, self._column + self._times)
                self._bottom = max(self._bottom, self._row + self._row_times)
            if self._cell.get("t") == "s":
                self._uses += [self._number(words)] if words else []
            else:
                self._count(words + self._cell.get("table:formula", ""), self._times * self._row_times)
            self._column += self._times
            self._cell = None
        elif tag in _ROWS:
            self._row += self._row_times
        elif tag == "si":
            self._texts.append("".join(self._said))
        elif tag in _SHEETS:
            self._in_table = False
            self._cells += self._bottom * self._right
            if self._cells > _MOST_CELLS:
                where = f"up to row {self._bottom:,} and column {self._right:,}"
                self.refuse(f"has more than {_MOST_CELLS:,} cells: one sheet goes {where}")
        self._silent -= tag in _NOT_SAID

    def _count(self, words: str, times: int) -> None:
        self.filled += times if words.strip() else 0
        self._letters += len(words) * times
        if self._letters > _MOST_LETTERS:
            self.refuse(f"has more than {_MOST_LETTERS:,} letters in its cells")

    def _number(self, text: str, most: int = 9_999_999) -> int:
        if _DIGITS.fullmatch(text) is None or int(text) > most:
            self.refuse(f"{quoted(text, 20)} is no number of cells or letters that a table has")
        return int(text)


def _column(letters: str) -> int:
    """The number of a column, from 0.

    >>> _column("A"), _column("AA"), _column("XFD")
    (0, 26, 16383)
    """
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


# -- grids ------------------------------------------------------------------------------------------------------------


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


class SheetRow(NamedTuple):
    """One row: the line of the file that it begins in, and a text for each head."""

    line: int
    cells: tuple[str, ...]


class Grid(NamedTuple):
    """A table: where it is from, the heads of its columns, and the rows in which something stands.

    `others`: the names of the other sheets of its workbook.
    """

    source: str
    heads: tuple[str, ...]
    rows: tuple[SheetRow, ...]
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
    if not content.startswith(_WORKBOOK):
        if sheet is not None:
            raise RecordError("is no workbook: it has no sheets", source)
        return grid_of(_text(content, source), source)
    sheets = sheets_of(content, source)
    names = [candidate.name for candidate in sheets]
    chosen = next((candidate for candidate in sheets if sheet in (None, candidate.name)), None)
    if chosen is None:
        there = f"sheets: {', '.join(shown(name, 40) for name in names)}" if names else "nothing stands in it"
        raise RecordError(f"there is no sheet {quoted(sheet, 40)}: {there}" if sheet else there, source)
    rows = [SheetRow(number, tuple(map(_cell, cells))) for number, cells in chosen.rows]
    others = tuple(shown(name, 40) for name in names if name != chosen.name)
    return _grid(rows, f"{source}, sheet {shown(chosen.name, 40)}" if others else source)._replace(others=others)


def grid_of(text: str, source: str) -> Grid:
    """The table in a text. Its first row with two cells or more is the row of heads; what stands above is a title.

    >>> grid = grid_of("Thursday\\nhand;anna;ben\\n1;-4;4\\n", "t.csv")
    >>> grid.heads, grid.rows
    (('hand', 'anna', 'ben'), (SheetRow(line=3, cells=('1', '-4', '4')),))

    Raises:
        RecordError: it is no table, or has too many columns.
    """
    best: list[SheetRow] | None = None
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


def _grid(rows: list[SheetRow], source: str) -> Grid:
    """A table out of its rows. Those above its heads are a title."""
    begins = next((place for place, row in enumerate(rows) if _filled(row) > 1), None)
    if begins is None:
        raise RecordError(_NO_TABLE, source)
    heads = rows[begins].cells
    if len(heads) > _MAX_COLUMNS:
        raise RecordError(f"{len(heads):,} columns are too many; expected at most {_MAX_COLUMNS}", source)
    filled, width = [row for row in rows[begins + 1 :] if _filled(row)], len(heads)
    as_wide = (SheetRow(row.line, (*row.cells, *[""] * (width - len(row.cells)))[:width]) for row in filled)
    return Grid(source, heads, tuple(as_wide))


def number(text: str) -> int | None:
    """A whole number as spreadsheets write it; None for anything else.

    >>> number("−1.200"), number("+48"), number("12,0"), number("12,5"), number("ben")
    (-1200, 48, 12, None, None)
    """
    value = amount(text)
    return int(value) if value is not None and value.denominator == 1 else None


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
    value = Fraction(re.sub(r"\D", "", match["whole"])) + Fraction(int(tenths), 10 ** len(tenths))
    return sign * value.limit_denominator(10**6)


def point_of(texts: Iterable[str]) -> str | None:
    """The sign before tenths, as some numbers tell for sure; None where none does, or they differ."""
    points = {match[1] for text in texts if (match := _WITH_A_POINT.fullmatch(text.strip().lstrip("+-−–▲△ ")))}
    return points.pop() if len(points) == 1 else None


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


def _rows(text: str, separator: str, source: str) -> list[SheetRow]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    rows, line = [], 1
    try:
        for cells in reader:
            rows.append(SheetRow(line, tuple(map(_cell, cells))))
            line = reader.line_num + 1
            if len(rows) > _MAX_ROWS:
                raise RecordError(f"has more than {_MAX_ROWS:,} rows; expected the results of a club", source)
    except csv.Error as error:
        raise RecordError(f"cannot be read as a table: {error}", source, line) from error
    return rows


def _cell(text: str) -> str:
    return _GUARDED.sub("", text.strip(), count=1)


def _width(rows: list[SheetRow]) -> int:
    """How many cells are filled in altogether of the rows that have several: most with the right separator."""
    return sum(filled for filled in map(_filled, rows) if filled > 1)


def _filled(row: SheetRow) -> int:
    return sum(1 for cell in row.cells if cell)
