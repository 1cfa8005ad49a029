"""Tables for spreadsheets: comma-separated values in which no cell is a formula, whatever somebody called himself."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

from mjlog.text import shown

_NUMBER = re.compile(r"[+-]?[0-9]+(?:[.,][0-9]+)?")
# Signs that begin a formula, and their wide forms, which some spreadsheets take for the same.
_SIGN = "[=+@＝＋－＠-]"
_BEGINS = re.compile(rf'[\s"]*{_SIGN}')
# Where the country's separator is another one than the comma, a cell ends in the middle of a text.
_BEGINS_INSIDE = re.compile(rf"([;,|][\s\"']*)(?={_SIGN})")
_MOST_TEXT = 30_000
"""Characters of one cell; spreadsheets take some 32,000."""
Value = str | int | float | None


def csv_text(names: Sequence[str], rows: Iterable[Iterable[Value]]) -> str:
    """A line of names, then a line a row (RFC 4180); None is an empty cell, numbers stay numbers.

    What a spreadsheet would take for a formula begins with an apostrophe, also behind a sign that separates cells
    in some countries.

    >>> csv_text(["player", "points"], [["=anna", -8], ["ben", None]])
    "player,points\\r\\n'=anna,-8\\r\\nben,\\r\\n"
    """
    return "".join([csv_line(names), *map(csv_line, rows)])


def csv_line(cells: Iterable[Value]) -> str:
    """One line of such a table, with its line break."""
    out = io.StringIO()
    csv.writer(out).writerow([safe_cell(cell) for cell in cells])
    return out.getvalue()


def safe_cell(value: Value) -> Value:
    """A cell that is no formula, whatever stands in it; tabs and line breaks are written as escapes.

    >>> safe_cell("=1+1"), safe_cell("-12"), safe_cell(-12), safe_cell("anna"), safe_cell("\\tanna")
    ("'=1+1", '-12', -12, 'anna', '\\\\tanna')
    >>> safe_cell("anna;=1+1"), safe_cell("anna -8; ben +8"), safe_cell("Anna-Maria, 2026-05-01")
    ("anna;'=1+1", 'anna -8; ben +8', 'Anna-Maria, 2026-05-01')
    """
    if not isinstance(value, str):
        return value
    text = shown(value, _MOST_TEXT)
    if _NUMBER.fullmatch(text):
        return text
    text = _BEGINS_INSIDE.sub(r"\1'", text)
    return f"'{text}" if _BEGINS.match(text) else text
