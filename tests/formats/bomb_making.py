"""Workbooks that ask for far more than they have; `python -m formats.bomb_making`, in tests/, writes the files."""

from __future__ import annotations

from pathlib import Path

from formats.workbooks import ods, ods_cell, ods_row, styles, texts, xlsx

FOLDER = Path(__file__).parent / "bombs"
_HUGE = ods_row(ods_cell("x", "9999999"), "9999999")
_SHARED = '<c t="s"><v>0</v></c>'

BOMBS = {
    "empty-cells-repeated.ods": lambda: ods(ods_row(ods_cell("", "1000") * 400_000 + ods_cell("x"))),
    "rows-repeated-less-than-never.ods": lambda: ods(
        ods_row(ods_cell("x"), "-999999999999") + ods_row(ods_cell("x", "1000")) * 160_000
    ),
    "format-of-brackets.xlsx": lambda: xlsx(
        '<row><c s="0"><v>1</v></c></row>', styles=styles("164", _164="[" * 1_000_000)
    ),
    "one-cell-in-column-all.xlsx": lambda: xlsx('<row><c r="ALL1"><v>1</v></c></row>' * 299_000),
    "far-corner.xlsx": lambda: xlsx('<row><c r="A1"><v>1</v></c><c r="XFD1048576"><v>1</v></c></row>'),
    "far-corner.ods": lambda: ods(ods_row(ods_cell("", "16383") + ods_cell("x"), "1048576")),
    "long-text-in-every-cell.xlsx": lambda: xlsx(
        ("<row>" + _SHARED * 500 + "</row>") * 100, sharedStrings=texts(f"<t>{'a' * 32_000} a</t>")
    ),
    "spaces-by-number.ods": lambda: ods(
        ods_row(ods_cell("x").replace("x</text:p>", 'x<text:s text:c="4000000000"/>y</text:p>'))
    ),
    "texts-announced.xlsx": lambda: xlsx(
        '<row><c t="s"><v>0</v></c></row>', sharedStrings=texts("<t>a</t>", count="999999999999")
    ),
    "one-sheet-of-many-names.xlsx": lambda: xlsx(
        f"<row>{'<c/>' * 1000}</row>" * 300 + "<row><c><v>1</v></c></row>", named=[1] * 2_000
    ),
    "day-beyond-all-days.xlsx": lambda: xlsx('<row><c s="0"><v>-1e300</v></c></row>', styles=styles("14")),
    "table-in-a-table.ods": lambda: ods(
        ods_row(ods_cell("x").replace("x</text:p>", f"</text:p><table:table>{_HUGE}</table:table>"))
    ),
}

if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, made in BOMBS.items():
        (FOLDER / name).write_bytes(made())
