"""The score sheet of a game: a page to be printed, and a table for a spreadsheet."""

from __future__ import annotations

from flask import Blueprint, Response, render_template

from mjlog.viewer.game_id import segment
from mjlog.viewer.pages.games import MOST_HANDS
from mjlog.viewer.requests import library
from mjlog.views import LogHead, ScoreSheet, head_seq, score_sheet
from mjlog.views.sheet_csv import sheet_csv

blueprint = Blueprint("sheets", __name__)
_LONGEST_NAME = 80
_BYTE_ORDER_MARK = "\ufeff"
"""Without it spreadsheets read UTF-8 as something else."""


@blueprint.get("/games/<game:name>/sheet")
def page(name: str) -> str:
    """The sheet, as it is printed."""
    return render_template("sheet.html", name=name, sheet=_sheet(name), most=MOST_HANDS)


@blueprint.get("/games/<game:name>/sheet.csv")
def table(name: str) -> Response:
    """The sheet as comma-separated values, to be saved."""
    response = Response(_BYTE_ORDER_MARK + sheet_csv(_sheet(name)), mimetype="text/csv")
    file = f"{segment(name)[:_LONGEST_NAME]}-sheet.csv"
    response.headers["Content-Disposition"] = f'attachment; filename="{file}"'
    return response


def _sheet(name: str) -> ScoreSheet:
    """The sheet with the head that the store has, or had before a hand in progress."""
    with library().game(name) as view:
        seq = head_seq(view)
        head = LogHead(seq, library().store.event(name, seq).id) if seq else None
        return score_sheet(view, head)
