"""The sheets of a workbook (`.xlsx`, `.ods`) as rows of texts: what stands in the cells, no formula and no macro.

A workbook is XML in a zip. It is read piece by piece, and only so much of it as a club's season can have: what unpacks
to more, repeats cells without end or brings entities of its own is refused.
Source: https://ecma-international.org/publications-and-standards/standards/ecma-376/,
https://docs.oasis-open.org/office/OpenDocument/v1.3/.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from typing import NamedTuple, NoReturn
from xml.parsers import expat

from mjlog.errors import RecordError

MOST_UNPACKED = 30_000_000
"""Bytes of XML that are read of a workbook."""
_MOST_CELLS = 300_000
_MOST_REPEATED = 1_000
"""So often a cell or a row that holds something may be repeated."""
_PIECE = 1 << 16
_START, _END, _TEXT = "start", "end", "text"


class Sheet(NamedTuple):
    """A sheet: its name, and its rows, each with its number and the texts of its cells."""

    name: str
    rows: list[tuple[int, list[str]]]


class _Event(NamedTuple):
    """A piece of XML: what it is, the name of the element or the text, and attributes without their namespaces."""

    kind: str
    name: str
    more: dict[str, str]


def sheets_of(content: bytes, source: str) -> list[Sheet]:
    """The sheets of a workbook in which something stands, in their order.

    Raises:
        RecordError: it is none that can be read, or larger than a club's results can be.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            book = _Book(archive, source)
            sheets = _open_document(book) if "content.xml" in archive.namelist() else _office_open(book)
            return [sheet for sheet in sheets if sheet.rows]
    except (zipfile.BadZipFile, zlib.error, KeyError, NotImplementedError, RuntimeError, EOFError, OSError) as error:
        raise RecordError("is no workbook that can be read: save the sheet as CSV, and import that", source) from error
    except (expat.ExpatError, ValueError, IndexError) as error:
        raise RecordError("is a damaged workbook: save the sheet as CSV, and import that", source) from error


class _Book:
    """A workbook that is being read, and how much of it has been."""

    def __init__(self, archive: zipfile.ZipFile, source: str) -> None:
        self.archive, self.source = archive, source
        self._bytes = self._cells = 0

    def has(self, name: str) -> bool:
        """Whether there is such a part."""
        return name in self.archive.NameToInfo

    def events(self, name: str) -> Iterator[_Event]:
        """The XML of a part, piece by piece."""
        found: list[_Event] = []
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.buffer_text = True
        parser.StartElementHandler = lambda tag, more: found.append(_Event(_START, _local(tag), _plain_names(more)))
        parser.EndElementHandler = lambda tag: found.append(_Event(_END, _local(tag), {}))
        parser.CharacterDataHandler = lambda text: found.append(_Event(_TEXT, text, {}))
        parser.StartDoctypeDeclHandler = lambda *_declared: self.refuse("declares entities of its own")
        with self.archive.open(name) as stream:
            while piece := stream.read(_PIECE):
                self._bytes += len(piece)
                if self._bytes > MOST_UNPACKED:
                    self.refuse(f"unpacks to more than {MOST_UNPACKED:,} bytes")
                parser.Parse(piece, False)
                yield from found
                found.clear()
        parser.Parse(b"", True)
        yield from found

    def count(self, cells: int) -> None:
        """So many cells more are kept."""
        self._cells += cells
        if self._cells > _MOST_CELLS:
            self.refuse(f"has more than {_MOST_CELLS:,} cells")

    def refuse_formula(self, where: str) -> NoReturn:
        """What a formula comes to is not computed here.

        Raises:
            RecordError: always.
        """
        words = f"a formula {where} has no value: open the workbook in a spreadsheet, save it, and import that"
        raise RecordError(words, self.source)

    def refuse(self, why: str) -> NoReturn:
        """It is too much, or not what a workbook is.

        Raises:
            RecordError: always.
        """
        raise RecordError(f"{why}; expected the results of a club", self.source)


def _local(name: str) -> str:
    return name.rpartition(" ")[2]


def _plain_names(more: dict[str, str]) -> dict[str, str]:
    return {_local(name): text for name, text in more.items()}


def _whole(text: str) -> str:
    """A number as it is read in a table: whole where it is."""
    value = float(text)
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else text


# -- OpenDocument -----------------------------------------------------------------------------------------------------


def _open_document(book: _Book) -> Iterator[Sheet]:
    sheet, number = Sheet("", []), 0
    cells: list[str] = []
    for what, text, times in _told_in(book):
        kept = min(times, _MOST_REPEATED)
        if what == "table":
            sheet, number = Sheet(text, []), 0
        elif what == "cell":
            book.count(kept if text else 0)
            cells += [text] * kept
        elif what == "row":
            filled = _filled(cells)
            book.count(len(filled) * kept)
            sheet.rows.extend((number + at, filled) for at in range(1, kept + 1) if filled)
            number, cells = number + times, []
        else:
            yield sheet


def _told_in(book: _Book) -> Iterator[tuple[str, str, int]]:
    """What stands in a document, piece by piece, with how often: a table by its name, its cells, rows, and its end."""
    value, cell_times, row_times, remarks = "", 1, 1, 0
    texts: list[str] = []
    for kind, name, more in book.events("content.xml"):
        if kind == _TEXT:
            texts += [name] if not remarks else []
        elif name == "annotation":
            # A remark on a cell has texts of its own.
            remarks += 1 if kind == _START else -1
        elif name == "table":
            yield ("table" if kind == _START else "end"), more.get("name", ""), 1
        elif name == "table-row" and kind == _START:
            row_times = int(more.get("number-rows-repeated", 1))
        elif name == "table-row":
            yield "row", "", row_times
        elif name in ("table-cell", "covered-table-cell") and kind == _START:
            texts, value = [], more.get("date-value", "")[:10] or _number_in(more)
            cell_times = int(more.get("number-columns-repeated", 1))
            if "formula" in more and "value-type" not in more:
                book.refuse_formula("in it")
        elif name in ("table-cell", "covered-table-cell"):
            yield "cell", value or "".join(texts).strip(), cell_times


def _number_in(more: dict[str, str]) -> str:
    return _whole(more["value"]) if more.get("value-type") in ("float", "currency", "percentage") else ""


def _filled(cells: list[str]) -> list[str]:
    """The cells without the empty ones behind the last that is filled."""
    end = next((at for at in range(len(cells), 0, -1) if cells[at - 1]), 0)
    return cells[:end]


# -- Office Open XML --------------------------------------------------------------------------------------------------


def _office_open(book: _Book) -> Iterator[Sheet]:
    named, first_day = _sheets_named(book)
    strings = list(_shared_strings(book)) if book.has("xl/sharedStrings.xml") else []
    dates = _date_styles(book) if book.has("xl/styles.xml") else frozenset()

    def text_of(more: dict[str, str], said: str) -> str:
        kind = more.get("t", "n")
        if kind == "s":
            return strings[int(said)] if said else ""
        if kind != "n" or not said:
            return said
        return _day(said, first_day) if more.get("s") in dates else _whole(said)

    for name, part in named:
        yield Sheet(name, list(_rows(book, part, text_of)))


def _sheets_named(book: _Book) -> tuple[list[tuple[str, str]], date]:
    """The sheets by name, with the part of the workbook that each is; and the day that dates are counted from."""
    parts = {
        more["Id"]: more["Target"].lstrip("/")
        for kind, name, more in book.events("xl/_rels/workbook.xml.rels")
        if kind == _START and name == "Relationship"
    }
    sheets, first_day = [], date(1899, 12, 30)
    for kind, name, more in book.events("xl/workbook.xml"):
        if kind == _START and name == "workbookPr" and more.get("date1904") in ("1", "true"):
            first_day = date(1904, 1, 1)
        elif kind == _START and name == "sheet":
            part = parts[more["id"]]
            sheets.append((more.get("name", ""), part if part.startswith("xl/") else f"xl/{part}"))
    return sheets, first_day


def _shared_strings(book: _Book) -> Iterator[str]:
    texts: list[str] = []
    is_text = is_spoken = False
    for kind, name, _more in book.events("xl/sharedStrings.xml"):
        if kind == _TEXT:
            texts += [name] if is_text and not is_spoken else []
        elif name == "t":
            is_text = kind == _START
        elif name == "rPh":
            is_spoken = kind == _START
        elif name == "si" and kind == _END:
            yield "".join(texts)
            texts.clear()


_DAYS = frozenset((*range(14, 18), 22, *range(27, 37), *range(50, 59)))
"""Ways to write numbers that are built in, and write days."""
_NO_DAY = re.compile(r'"[^"]*"|\[[^\]]*\]|\\.')


def _date_styles(book: _Book) -> frozenset[str]:
    """The styles of cells, by number, that show a number as a day."""
    ways, dates, styles, is_cells = {}, set(), 0, False
    for kind, name, more in book.events("xl/styles.xml"):
        if name == "cellXfs" and kind != _TEXT:
            is_cells = kind == _START
        elif kind == _START and name == "numFmt":
            ways[int(more["numFmtId"])] = _NO_DAY.sub("", more.get("formatCode", "")).lower()
        elif kind == _START and name == "xf" and is_cells:
            way = int(more.get("numFmtId", 0))
            if way in _DAYS or ("d" in ways.get(way, "") or "y" in ways.get(way, "")):
                dates.add(str(styles))
            styles += 1
    return frozenset(dates)


def _day(said: str, first: date) -> str:
    try:
        return (first + timedelta(days=int(float(said)))).isoformat()
    except OverflowError:
        return said


def _rows(
    book: _Book, part: str, text_of: Callable[[dict[str, str], str], str]
) -> Iterator[tuple[int, list[str]]]:
    cells: list[str] = []
    texts: list[str] = []
    number, about, is_value = 0, dict[str, str](), False
    for kind, name, more in book.events(part):
        if kind == _TEXT:
            texts += [name] if is_value else []
        elif name == "row" and kind == _START:
            cells, number = [], int(more.get("r", number + 1))
        elif name == "c" and kind == _START:
            about, texts = more, []
        elif name in ("v", "t"):
            is_value = kind == _START
            about = {**about, "value": ""}
        elif name == "f":
            about = {**about, "formula": ""}
        elif name == "c":
            if "formula" in about and "value" not in about:
                book.refuse_formula(f"in cell {about.get('r', '?')}")
            cells += [""] * (_place(about.get("r", "")) - len(cells))
            cells.append(text_of(about, "".join(texts)).strip())
            book.count(1)
        elif name == "row" and _filled(cells):
            yield number, _filled(cells)


def _place(reference: str) -> int:
    """The number of a cell's column, from 0; -1 where it is not said. More than a table can have are as many.

    >>> _place("A1"), _place("C12"), _place("AA3"), _place("")
    (0, 2, 26, -1)
    """
    letters = reference.rstrip("0123456789").upper()[:3]
    number = 0
    for letter in letters:
        number = number * 26 + (ord(letter) - ord("A") + 1)
    return min(number - 1, _MOST_REPEATED)
