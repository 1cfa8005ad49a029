"""Workbooks of spreadsheets: the same table as CSV says, and nothing of what a workbook can be besides."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjlog.errors import RecordError
from mjlog.formats.spreadsheet import workbook
from mjlog.formats.spreadsheet.grid import grid_of, read_grid
from mjlog.formats.spreadsheet.workbook import sheets_of

MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
RELATED = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
ODS = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"'
)
HEADS = ("winner", "anna", "ben")
Table = Sequence[Sequence[str]]


def packed(parts: Mapping[str, str]) -> bytes:
    """A workbook with these parts."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return content.getvalue()


def xlsx(*sheets: str, **more: str) -> bytes:
    """A workbook of these sheets, each the XML of its rows. `more`: parts beside them, by their names."""
    named = "".join(f'<sheet name="S{at}" sheetId="{at}" r:id="r{at}"/>' for at, _rows in enumerate(sheets, 1))
    related = "".join(f'<Relationship Id="r{at}" Target="worksheets/{at}.xml"/>' for at, _rows in enumerate(sheets, 1))
    parts = {
        "xl/workbook.xml": f"<workbook {MAIN} {RELATED}><sheets>{named}</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": f"<Relationships>{related}</Relationships>",
    }
    for at, rows in enumerate(sheets, 1):
        parts[f"xl/worksheets/{at}.xml"] = f"<worksheet {MAIN}><sheetData>{rows}</sheetData></worksheet>"
    return packed(parts | {f"xl/{name}.xml": text for name, text in more.items()})


def in_xlsx(table: Table) -> str:
    """The rows of a sheet; empty cells are left out, as spreadsheets do."""
    rows = []
    for row, cells in enumerate(table, 1):
        filled = "".join(xlsx_cell(cell, f"{chr(65 + at)}{row}") for at, cell in enumerate(cells) if cell)
        rows.append(f'<row r="{row}">{filled}</row>')
    return "".join(rows)


def xlsx_cell(cell: str, place: str) -> str:
    """A cell: a number, or a text in the cell itself."""
    if cell.lstrip("-").isdigit():
        return f'<c r="{place}"><v>{cell}</v></c>'
    return f'<c r="{place}" t="inlineStr"><is><t>{escape(cell)}</t></is></c>'


def ods(rows: str) -> bytes:
    """A document with one sheet."""
    body = f'<office:body><office:spreadsheet><table:table table:name="S1">{rows}</table:table></office:spreadsheet>'
    return packed({"content.xml": f"<office:document-content {ODS}>{body}</office:body></office:document-content>"})


def in_ods(table: Table) -> str:
    """The rows of a sheet, with empty ones without end behind them, as spreadsheets write them."""
    rows = "".join(f"<table:table-row>{''.join(map(ods_cell, cells))}</table:table-row>" for cells in table)
    empty = '<table:table-cell table:number-columns-repeated="16384"/>'
    return f'{rows}<table:table-row table:number-rows-repeated="1048000">{empty}</table:table-row>'


def ods_cell(cell: str) -> str:
    """A cell: a number, which is shown otherwise than it is, or a text."""
    if cell.lstrip("-").isdigit():
        value = f'office:value-type="float" office:value="{cell}"'
        return f"<table:table-cell {value}><text:p>({cell})</text:p></table:table-cell>"
    return f"<table:table-cell><text:p>{escape(cell)}</text:p></table:table-cell>"


def rows_of(content: bytes) -> list[list[str]]:
    """The only sheet."""
    (sheet,) = sheets_of(content, "t")
    return [cells for _number, cells in sheet.rows]


WORDS = st.text("abnx <&;,", max_size=6).map(str.strip)
CELLS = st.one_of(WORDS, st.integers(-99_999, 99_999).map(str))


@given(st.lists(st.tuples(CELLS, CELLS, CELLS), max_size=5))
def test_a_workbook_is_the_table_that_its_csv_is(rows: list[tuple[str, str, str]]) -> None:
    table = [HEADS, *rows]
    text = io.StringIO()
    csv.writer(text).writerows(table)
    filled = [row.cells for row in grid_of(text.getvalue(), "t").rows]
    for content in (xlsx(in_xlsx(table)), ods(in_ods(table))):
        read = [(*cells, *[""] * (3 - len(cells))) for cells in rows_of(content)]
        assert read[0] == HEADS
        assert read[1:] == filled


def test_numbers_days_and_shared_texts_are_read_as_they_are_meant() -> None:
    """A day is a number whose style shows a day; a whole number stays whole however it is written."""
    styles = (
        f'<styleSheet {MAIN}><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/>'
        '<numFmt numFmtId="165" formatCode="0.0 &quot;days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/>'
        '</cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/>'
        "</cellXfs></styleSheet>"
    )
    strings = f"<sst {MAIN}><si><t>Anna</t></si><si><r><t>B</t></r><r><t>en</t></r><rPh><t>x</t></rPh></si></sst>"
    cells = (
        '<c t="s"><v>0</v></c><c t="s"><v>1</v></c><c s="1"><v>46296</v></c><c s="2"><v>46296.75</v></c>'
        '<c s="3"><v>4.8E1</v></c><c><f>32*2</f><v>64.0</v></c><c><v>12.5</v></c><c t="str"><f>""</f><v></v></c>'
        '<c r="J1"><v>1</v></c>'
    )
    read = rows_of(xlsx(f"<row>{cells}</row>", styles=styles, sharedStrings=strings))
    assert read == [["Anna", "Ben", "2026-10-01", "2026-10-01", "48", "64", "12.5", "", "", "1"]]


def test_a_day_of_a_document_is_a_day_and_remarks_are_not_read() -> None:
    day = '<table:table-cell office:value-type="date" office:date-value="2026-10-01T20:00:00"><text:p>1/10</text:p>'
    remark = "<office:annotation><text:p>late</text:p></office:annotation>"
    cells = f"{day}</table:table-cell><table:table-cell>{remark}<text:p>ben</text:p></table:table-cell>"
    assert rows_of(ods(f"<table:table-row>{cells}</table:table-row>")) == [["2026-10-01", "ben"]]


def test_the_first_sheet_is_read_or_the_one_that_is_named(tmp_path: Path) -> None:
    book = tmp_path / "book.xlsx"
    book.write_bytes(xlsx("", in_xlsx([HEADS, ("ben", "-4", "4")]), in_xlsx([("a", "b")])))
    first = read_grid(str(book))
    assert (first.heads, first.rows[0].cells, first.others) == (HEADS, ("ben", "-4", "4"), ("S3",))
    assert read_grid(str(book), "S3").heads == ("a", "b")
    with pytest.raises(RecordError, match="there is no sheet 'S9': sheets: S2, S3"):
        read_grid(str(book), "S9")


REPEATED = '<table:table-cell table:number-columns-repeated="16000"><text:p>x</text:p></table:table-cell>'
BOMB = '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;">]>'


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (xlsx('<row><c r="E5"><f>32*2</f></c></row>'), "a formula in cell E5 has no value"),
        (packed({"content.xml": f"{BOMB}<a>&c;</a>"}), "declares entities of its own"),
        (packed({"content.xml": f"<a>{' ' * 40_000_000}</a>"}), "unpacks to more than"),
        (ods(f'<table:table-row table:number-rows-repeated="900">{REPEATED}</table:table-row>'), "has more than"),
        (packed({"content.xml": "<a>"}), "is a damaged workbook"),
        (packed({"xl/workbook.xml": f"<workbook {MAIN}/>"}), "is no workbook"),
        (packed({"mimetype": "a picture"}), "is no workbook"),
        (b"PK\x03\x04 and no more", "is no workbook"),
        (xlsx('<row><c t="s"><v>7</v></c></row>'), "is a damaged workbook"),
        (xlsx("<row><c><v>many</v></c></row>"), "is a damaged workbook"),
    ],
)
def test_what_is_no_club_s_workbook_is_refused_in_words(content: bytes, said: str) -> None:
    assert len(content) < 100_000
    with pytest.raises(RecordError, match=said):
        sheets_of(content, "book.xlsx")


@given(st.data())
def test_a_damaged_workbook_is_read_or_refused(data: st.DataObject) -> None:
    whole = bytearray(xlsx(in_xlsx([HEADS, ("ben", "-4", "4")])))
    at = data.draw(st.integers(0, len(whole) - 1))
    whole[at] ^= data.draw(st.integers(1, 255))
    try:
        sheets_of(bytes(whole), "book.xlsx")
    except RecordError:
        return


def test_cells_are_counted_over_all_sheets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbook, "_MOST_CELLS", 5)
    sheet = in_xlsx([HEADS])
    assert len(sheets_of(xlsx(sheet), "t")) == 1
    with pytest.raises(RecordError, match="has more than 5 cells"):
        sheets_of(xlsx(sheet, sheet), "t")
