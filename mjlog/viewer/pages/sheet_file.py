"""The score sheet as one file that needs nothing else: for printing, for sending on."""

from __future__ import annotations

from mjlog.viewer.pages.alone import style, templates
from mjlog.views import ScoreSheet


def sheet_html(sheet: ScoreSheet) -> str:
    """The sheet as an HTML page with its style inside."""
    page = templates().get_template("sheet_file.html")
    return page.render(sheet=sheet, style=style("paper.css", "sheet.css")) + "\n"
