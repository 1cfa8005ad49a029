"""The score sheet as one file that needs nothing else: for printing, for sending on."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from mjlog.viewer.pages.present import FILTERS
from mjlog.views import ScoreSheet

_VIEWER = Path(__file__).resolve().parents[1]


def sheet_html(sheet: ScoreSheet) -> str:
    """The sheet as an HTML page with its style inside."""
    pages = Environment(
        loader=FileSystemLoader(_VIEWER / "templates"), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    pages.filters.update(FILTERS)
    style = (_VIEWER / "static" / "sheet.css").read_text("utf-8")
    # The style is our own, and has nothing in it that ends the element.
    return pages.get_template("sheet_file.html").render(sheet=sheet, style=Markup(style)) + "\n"
