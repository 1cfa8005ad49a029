"""The score sheet of a game: a page to be printed, and a table for a spreadsheet."""

from __future__ import annotations

from flask import Blueprint, Response, g, render_template

from mjlog.viewer.access import DamagedError, sheet_of
from mjlog.viewer.game_id import file_name
from mjlog.viewer.pages.addresses import Addresses
from mjlog.viewer.pages.games import MOST_HANDS
from mjlog.viewer.requests import asked_reading, asked_view
from mjlog.views import sheet_words
from mjlog.views.sheet_csv import sheet_csv

blueprint = Blueprint("sheets", __name__)
_BYTE_ORDER_MARK = "\ufeff"
"""Without it spreadsheets read UTF-8 as something else."""


@blueprint.get("/games/<game:name>/sheet")
def page(name: str) -> str:
    """The sheet, as it is printed."""
    reading = asked_reading()
    to = Addresses(name, asked_view(), *reading)
    sheet = sheet_of(name, reading)
    return render_template("sheet.html", name=name, to=to, sheet=sheet, words=sheet_words, most=MOST_HANDS)


@blueprint.get("/games/<game:name>/sheet.csv")
def table(name: str) -> Response:
    """The sheet as comma-separated values, to be saved."""
    sheet = sheet_of(name, asked_reading())
    if g.is_damaged:
        raise DamagedError(name)
    response = Response(_BYTE_ORDER_MARK + sheet_csv(sheet), mimetype="text/csv")
    response.headers["Content-Disposition"] = f'attachment; filename="{file_name(name, "-sheet.csv")}"'
    return response
