"""Workbooks made of their parts, as spreadsheets write them, and as nobody should."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape

MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
_KINDS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_ODS = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "table", "text")
)
Table = Sequence[Sequence[str]]
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]{1,2})?")
"""What is written as a number; with three digits behind the point it is a text."""


def packed(parts: Mapping[str, str]) -> bytes:
    """A file with these parts; the same ones give the same bytes."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, text in parts.items():
            archive.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)
    return content.getvalue()


def _relation(name: str, kind: str, target: str) -> str:
    return f'<Relationship Id="{name}" Type="{_KINDS}/{kind}" Target="{target}"/>'


def xlsx(*sheets: str, named: Sequence[int] = (), titles: Sequence[str] = (), **more: str) -> bytes:
    """A workbook of these sheets, each the XML of its rows.

    `named`: which sheets it names, from 1, if not each once. `titles`: their names. `more`: parts beside them, by name.
    """
    order = named or range(1, len(sheets) + 1)
    titles = titles or [f"S{at}" for at, _part in enumerate(order, 1)]
    listed = "".join(
        f'<sheet name="{title}" sheetId="{at}" r:id="r{part}"/>'
        for at, (part, title) in enumerate(zip(order, titles, strict=True), 1)
    )
    related = "".join(_relation(f"r{at}", "worksheet", f"worksheets/{at}.xml") for at, _rows in enumerate(sheets, 1))
    parts = {
        "_rels/.rels": f"<Relationships>{_relation('r', 'officeDocument', 'xl/workbook.xml')}</Relationships>",
        "xl/workbook.xml": f'<workbook {MAIN} xmlns:r="{_KINDS}"><sheets>{listed}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f"<Relationships>{related}</Relationships>",
    }
    for at, rows in enumerate(sheets, 1):
        parts[f"xl/worksheets/{at}.xml"] = f"<worksheet {MAIN}><sheetData>{rows}</sheetData></worksheet>"
    return packed(parts | {f"xl/{name}.xml": text for name, text in more.items()})


def styles(*ways: str, **formats: str) -> str:
    """The styles of a workbook: how each shows numbers. `formats`: what ways of its own look like."""
    own = "".join(f'<numFmt numFmtId="{way[1:]}" formatCode="{code}"/>' for way, code in formats.items())
    used = "".join(f'<xf numFmtId="{way}"/>' for way in ways)
    return (
        f"<styleSheet {MAIN}><numFmts>{own}</numFmts>"
        f'<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>{used}</cellXfs></styleSheet>'
    )


def texts(*strings: str, count: str = "") -> str:
    """The texts that cells tell by their numbers, each the XML of one. `count`: how many there are said to be."""
    said = f' uniqueCount="{count}"' if count else ""
    return f"<sst {MAIN}{said}>{''.join(f'<si>{text}</si>' for text in strings)}</sst>"


def in_xlsx(table: Table) -> str:
    """The rows of a sheet; empty cells are left out, as spreadsheets do."""
    rows = []
    for row, cells in enumerate(table, 1):
        filled = "".join(xlsx_cell(cell, f"{chr(65 + at)}{row}") for at, cell in enumerate(cells) if cell)
        rows.append(f'<row r="{row}">{filled}</row>')
    return "".join(rows)


def xlsx_cell(cell: str, place: str) -> str:
    """A cell: a number, or a text in the cell itself."""
    if _NUMBER.fullmatch(cell):
        return f'<c r="{place}"><v>{cell}</v></c>'
    return f'<c r="{place}" t="inlineStr"><is><t>{escape(cell)}</t></is></c>'


def ods(*sheets: str) -> bytes:
    """A document of these sheets, each the XML of its rows."""
    tables = "".join(f'<table:table table:name="S{at}">{rows}</table:table>' for at, rows in enumerate(sheets, 1))
    body = f"<office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body>"
    return packed({"content.xml": f"<office:document-content {_ODS}>{body}</office:document-content>"})


def ods_row(cells: str, times: str = "") -> str:
    """A row, or the same one so many times."""
    repeated = f' table:number-rows-repeated="{times}"' if times else ""
    return f"<table:table-row{repeated}>{cells}</table:table-row>"


def ods_cell(cell: str, times: str = "") -> str:
    """A cell: nothing, a number, which is shown otherwise than it is, or a text; or the same one so many times."""
    repeated = f' table:number-columns-repeated="{times}"' if times else ""
    if not cell:
        return f"<table:table-cell{repeated}/>"
    if _NUMBER.fullmatch(cell):
        value = f'office:value-type="float" office:value="{cell}"'
        return f"<table:table-cell{repeated} {value}><text:p>({cell})</text:p></table:table-cell>"
    said = f'office:value-type="string"><text:p>{escape(cell)}</text:p>'
    return f"<table:table-cell{repeated} {said}</table:table-cell>"


def in_ods(table: Table) -> str:
    """The rows of a sheet, with empty ones without end behind them, as spreadsheets write them."""
    rows = "".join(ods_row("".join(map(ods_cell, cells))) for cells in table)
    return rows + ods_row(ods_cell("", "16384"), "1048000")
