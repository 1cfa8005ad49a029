"""What people get to see: the table as anybody may see it, events in words, scores explained. No I/O.

>>> from mjlog.audit.records import GameRecord
>>> from mjlog.events import decode_event
>>> from mjlog.views import GameView
>>> lines = ['{"game":"demo","players":["anna","ben","cleo","dora"],"ruleset":"classical","seq":1,"type":"game-start"}']
>>> game = GameView(GameRecord("demo", "demo", ((decode_event(line), None) for line in lines)))
>>> game.at(0).words
"A game begins: anna, ben, cleo and dora play by the rules 'classical'"
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mjlog.views.board import Board, DiscardView, SeatView
    from mjlog.views.card_lines import LineName, LinesLeft, LineWon
    from mjlog.views.hands import Hand
    from mjlog.views.laid import SetTile, SetView
    from mjlog.views.moves import Move, by_seat, in_short, move_json
    from mjlog.views.passed import CharlestonView, Parcel
    from mjlog.views.plain import board_json
    from mjlog.views.scores import PaymentTable, explain_score, payment_table
    from mjlog.views.sheet import (
        LogHead,
        ScoreSheet,
        SheetCell,
        SheetFinding,
        SheetHand,
        SheetPenalty,
        head_seq,
        score_sheet,
    )
    from mjlog.views.sight import SIGHT_NAMES, Sight, as_seen, parse_sight, sight_name
    from mjlog.views.stepper import GameView, Line, Moment
    from mjlog.views.walls import Stack, WallBreak, WallView

_HOMES = {
    "board": "Board DiscardView SeatView",
    "card_lines": "LineName LinesLeft LineWon",
    "hands": "Hand",
    "laid": "SetTile SetView",
    "moves": "Move by_seat in_short move_json",
    "passed": "CharlestonView Parcel",
    "plain": "board_json",
    "scores": "PaymentTable explain_score payment_table",
    "sheet": "LogHead ScoreSheet SheetCell SheetFinding SheetHand SheetPenalty head_seq score_sheet",
    "sight": "SIGHT_NAMES Sight as_seen parse_sight sight_name",
    "stepper": "GameView Line Moment",
    "walls": "Stack WallBreak WallView",
}
"""Which module each name comes from. It is imported when the name is first asked for: a command that only says what an
event means needs no board and no sheet."""
_HOME = {name: home for home, names in _HOMES.items() for name in names.split()}


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)
    return value


__all__ = [
    "SIGHT_NAMES", "Board", "CharlestonView", "DiscardView", "GameView", "Hand", "Line", "LineName", "LineWon",
    "LinesLeft", "LogHead", "Moment", "Move", "Parcel", "PaymentTable", "ScoreSheet", "SeatView", "SetTile", "SetView",
    "SheetCell", "SheetFinding", "SheetHand", "SheetPenalty", "Sight", "Stack", "WallBreak", "WallView", "as_seen",
    "board_json", "by_seat", "explain_score", "head_seq", "in_short", "move_json", "parse_sight",
    "payment_table", "score_sheet", "sight_name",
]  # fmt: skip
