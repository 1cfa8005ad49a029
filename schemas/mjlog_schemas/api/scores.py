"""What is asked of hands that nobody recorded."""

from __future__ import annotations

from mjlog.events import MAX_INT
from mjlog.seats import Seat
from mjlog_schemas.api.cards import Asked
from mjlog_schemas.containers import ListField, TableField
from mjlog_schemas.scalars import CodeField, NumberField, TextField


class ScoreAskedSchema(Asked):
    """The hands of one deal, each on one line, and what is said of the payments."""

    ruleset = TextField(1, 200, required=True)
    hands = ListField(TextField(1, 1000), 1, 4, required=True)
    options = TableField(allow_none=True)
    discarder = CodeField(Seat, allow_none=True)
    liable = CodeField(Seat, allow_none=True)
    repeats = NumberField(0, MAX_INT, allow_none=True)
    pot = NumberField(0, MAX_INT, allow_none=True)
