"""Workbooks of spreadsheets: the same table as CSV says, and nothing of what a workbook can be besides."""

from __future__ import annotations

import csv
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjlog.errors import RecordError
from mjlog.formats.spreadsheet import grid
from mjlog.formats.spreadsheet.grid import Sheet, grid_of, read_grid, sheets_of

from .bomb_making import FOLDER
from .workbooks import MAIN, in_ods, in_xlsx, ods, ods_cell, ods_row, packed, styles, texts, xlsx

HEADS = ("winner", "anna", "ben")


def rows_of(content: bytes) -> list[list[str]]:
    """The only sheet."""
    (sheet,) = sheets_of(content, "t")
    return [cells for _number, cells in sheet.rows]


WORDS = st.text("abnx <&,", max_size=6).map(str.strip)
"""Without semicolons: of rows with several of them nobody can tell from the CSV which sign separates its cells."""
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
    """A day is a number whose style shows a day; a whole number stays whole however it is written. Signs that separate
    cells elsewhere are letters like others.
    """
    signs = [["a;b;c", "d;;", "e,f\tg"]] * 2
    assert rows_of(xlsx(in_xlsx(signs))) == rows_of(ods(in_ods(signs))) == signs
    shown = styles("0", "14", "164", "165", "31", _164="dd/mm/yyyy", _165="0.0 &quot;days&quot;")
    told = texts("<t>Anna</t>", "<r><t>B</t></r><r><t>en</t></r><rPh><t>x</t></rPh>")
    cells = (
        '<c t="s"><v>0</v></c><c t="s"><v>1</v></c><c s="1"><v>46296</v></c><c s="2"><v>46296.75</v></c>'
        '<c s="3"><v>4.8E1</v></c><c><f>32*2</f><v>64.0</v></c><c><v>12.5</v></c><c t="str"><f>""</f><v></v></c>'
        '<c s="4"><v>46296</v></c><c r="K1" t="b"><v>1</v></c>'
    )
    read = rows_of(xlsx(f"<row>{cells}</row>", styles=shown, sharedStrings=told))
    assert read == [["Anna", "Ben", "2026-10-01", "2026-10-01", "48", "64", "12.5", "", "2026-10-01", "", "1"]]


def test_a_document_is_read_as_it_is_meant() -> None:
    """Days are days, remarks no texts, spaces as many as they are; a text is also what its value says."""
    day = ods_cell("x").replace('"string"', '"date" office:date-value="2026-10-01T20:00:00"')
    remark = ods_cell("ben").replace("<text:p>", "<office:annotation><text:p>late</text:p></office:annotation><text:p>")
    spaces = ods_cell("x").replace("x</text:p>", 'a<text:s text:c="3"/>b <text:span>c</text:span></text:p>')
    meant = ods_cell("shown").replace('"string"', '"string" office:string-value="meant"')
    yes = ods_cell("JA").replace('"string"', '"boolean" office:boolean-value="true"')
    (row,) = rows_of(ods(ods_row(day + remark + spaces + meant + yes)))
    assert row == ["2026-10-01", "ben", "a   b c", "meant", "1"]


def test_an_indented_document_is_the_same() -> None:
    rows = in_ods([HEADS, ("ben", "-4", "4")])
    assert sheets_of(ods(rows.replace("<table:", "\n  <table:")), "t") == sheets_of(ods(rows), "t")


def test_rows_and_cells_stand_where_they_stood() -> None:
    """Above, between and before them may be empty ones, in a document by number; cells may be repeated."""
    in_a_document = ods_row(ods_cell("", "5"), "3") + ods_row(ods_cell("") + ods_cell("a", "2"), "2")
    in_a_document += ods_row(ods_cell(""), "7") + ods_row(ods_cell("b"))
    rows = [(4, ["", "a", "a"]), (5, ["", "a", "a"]), (13, ["b"])]
    assert sheets_of(ods(in_a_document), "t") == [Sheet("S1", rows)]
    in_a_workbook = '<row r="4"><c r="B4"><v>1</v></c><c r="D4"><v>2</v></c></row><row r="5"/>'
    in_a_workbook += '<row r="9"><c r="A9"><v>3</v></c></row>'
    assert sheets_of(xlsx(in_a_workbook), "t") == [Sheet("S1", [(4, ["", "1", "", "2"]), (9, ["3"])])]


def test_an_error_of_a_formula_is_the_text_that_is_shown() -> None:
    """So it can stand where nobody asks for a number."""
    said = 'office:value-type="string" office:string-value="" calcext:value-type="error"'
    error = f'<table:table-cell table:formula="of:=1/0" {said}><text:p>#DIV/0!</text:p></table:table-cell>'
    assert rows_of(ods(ods_row(ods_cell("a") + error))) == [["a", "#DIV/0!"]]
    assert rows_of(xlsx('<row><c r="A1" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>')) == [["#DIV/0!"]]


def test_the_first_sheet_is_read_or_the_one_that_is_named(tmp_path: Path) -> None:
    book = tmp_path / "book.xlsx"
    book.write_bytes(xlsx("", in_xlsx([HEADS, ("ben", "-4", "4")]), in_xlsx([("a", "b")])))
    first = read_grid(str(book))
    assert (first.heads, first.rows[0].cells, first.others) == (HEADS, ("ben", "-4", "4"), ("S3",))
    assert read_grid(str(book), "S3").heads == ("a", "b")
    with pytest.raises(RecordError, match="there is no sheet 'S9': sheets: S2, S3"):
        read_grid(str(book), "S9")


ENTITIES = '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;">]>'
NO_TYPE = ods_cell("x").replace(' office:value-type="string"', "")
IN_CDATA = ods_cell("x").replace(">x<", "><![CDATA[x]]><")


@pytest.mark.parametrize(("content", "said"), [
    (xlsx('<row><c r="E5"><f>32*2</f></c></row>'), "a formula in cell E5 has no value"),
    (packed({"content.xml": f"{ENTITIES}<document-content>&c;</document-content>"}), "declares entities of"),
    (packed({"content.xml": f"<document-content>{' ' * 40_000_000}</document-content>"}), "unpacks to more than"),
    (ods(ods_row(ods_cell("x", "16000"), "20")), "goes up to row 20 and column 16,000"),
    (packed({"content.xml": "<document-content>"}), "is a damaged workbook"),
    (packed({"content.xml": "<a/>"}), "is no workbook"),
    (packed({"xl/workbook.xml": f"<workbook {MAIN}/>"}), "is a damaged workbook"),
    (packed({"mimetype": "a picture"}), "is no workbook"),
    (b"PK\x03\x04 and no more", "is no workbook"),
    (xlsx('<row><c t="s"><v>7</v></c></row>'), "is a damaged workbook"),
    (xlsx('<row><c t="s"><v>-1</v></c></row>', sharedStrings=texts("<t>a</t>")), "'-1' is no number of cells"),
    (xlsx('<row><c t="n"><v>many</v></c></row>'), "is a damaged workbook"),
    (xlsx('<row><c r="5E"><v>1</v></c></row>'), "is a damaged workbook"),
    (xlsx('<row><c r="A1"><v>1</v></c><c r="A1"><v>2</v></c></row>'), "1 of 2 cells cannot be read"),
    (ods(ods_row(ods_cell("y") + NO_TYPE)), "1 of 2 cells cannot be read"),
    (ods(ods_row(ods_cell("y") + IN_CDATA)), "1 of 2 cells cannot be read"),
    (xlsx(in_xlsx([HEADS]), in_xlsx([HEADS]), titles=["a", "a"]), "has two sheets of one name"),
    (packed({f"{number}.xml": "<a/>" for number in range(2_001)}), "more than 2,000"),
    (packed({"a.xml": '<?xml version="1.0" encoding="cp037"?><worksheet/>'}), "is a damaged workbook"),
    (packed({"a.xml": '<?xml version="1.0" encoding="none"?><worksheet/>'}), "is a damaged workbook"),
])  # fmt: skip
def test_what_is_no_club_s_workbook_is_refused_in_words(content: bytes, said: str) -> None:
    assert len(content) < 300_000
    with pytest.raises(RecordError, match=said):
        sheets_of(content, "book.xlsx")


SAID = {
    "empty-cells-repeated.ods": "goes up to row 1 and column 400,000,001",
    "rows-repeated-less-than-never.ods": "'-999999999999' is no number",
    "format-of-brackets.xlsx": "",
    "one-cell-in-column-all.xlsx": "298,999 of 299,000 cells cannot be read",
    "far-corner.xlsx": "goes up to row 1,048,576 and column 16,384",
    "far-corner.ods": "goes up to row 1,048,576 and column 16,384",
    "long-text-in-every-cell.xlsx": "more than 10,000,000 letters",
    "spaces-by-number.ods": "'4000000000' is no number",
    "texts-announced.xlsx": "'999999999999' is no number",
    "one-sheet-of-many-names.xlsx": "has 2,000 sheets",
    "day-beyond-all-days.xlsx": "is a damaged workbook",
    "table-in-a-table.ods": "has a table in a table",
}
_LIMITED = """
import resource, sys
from mjlog.errors import RecordError
from mjlog.formats.spreadsheet.grid import sheets_of
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
resource.setrlimit(resource.RLIMIT_CPU, (30, 30))
for path in sys.argv[1:]:
    try:
        sheets_of(open(path, "rb").read(), "book")
        print("read", flush=True)
    except RecordError as error:
        print(error, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no process can be given less memory there")
def test_no_workbook_takes_a_gigabyte() -> None:
    """Each asks for far more than it has: it is read or refused in words, and nothing else is said."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", _LIMITED, *(FOLDER / name for name in SAID)], env=env, capture_output=True, text=True
    )
    assert done.stderr == ""
    for (name, said), told in zip(SAID.items(), done.stdout.splitlines(), strict=True):
        assert (said in told) if said else told == "read", name


@given(st.data())
def test_a_damaged_workbook_is_read_or_refused(data: st.DataObject) -> None:
    whole = bytearray(data.draw(st.sampled_from([xlsx(in_xlsx([HEADS, ("ben", "-4", "4")])), ods(in_ods([HEADS]))])))
    at = data.draw(st.integers(0, len(whole) - 1))
    whole[at] ^= data.draw(st.integers(1, 255))
    try:
        sheets_of(bytes(whole), "book.xlsx")
    except RecordError:
        return


def test_cells_are_counted_over_all_sheets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grid, "_MOST_CELLS", 5)
    sheet = in_xlsx([HEADS])
    assert len(sheets_of(xlsx(sheet), "t")) == 1
    with pytest.raises(RecordError, match="has more than 5 cells"):
        sheets_of(xlsx(sheet, sheet), "t")
