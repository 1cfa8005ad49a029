"""What people get to see: the table as anybody may see it, events in words, scores explained. No I/O.

>>> from mjlog.log.records import GameRecord
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
    from mjlog.views.board import Board, BoardSeat, DiscardView
    from mjlog.views.card_lines import BoardLine, LineName, LinesLeft
    from mjlog.views.claim_moments import Claims
    from mjlog.views.claimable import ClaimChance, claims_at
    from mjlog.views.corrected import CorrectionNote, CorrectionStep
    from mjlog.views.hands import HandSpan
    from mjlog.views.highlights import lit_sets, lit_tiles
    from mjlog.views.laid import LaidSetView, SetTile
    from mjlog.views.marks import DECISIONS, MARK_KINDS, Mark, decision_from, finding_from, marks_of
    from mjlog.views.moves import Move, by_seat, in_short, move_answer
    from mjlog.views.passed import CharlestonView, Parcel
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
    from mjlog.views.sight import SIGHT_NAMES, Sight, View, parse_sight, parse_view, redact, sight_name, view_name
    from mjlog.views.stepper import EventLine, GameView, Moment
    from mjlog.views.totals_chart import ChartPoint, Ticks, TotalsChart, chart
    from mjlog.views.waiting import DiscardWaits, SeatWaits, Wait, waits_at
    from mjlog.views.walls import Stack, WallBreak, WallView
    from mjlog.views.weight import by_weight, points_moved

_HOMES = {
    "board": "Board BoardSeat DiscardView",
    "card_lines": "BoardLine LineName LinesLeft",
    "claim_moments": "Claims",
    "exchange": "Call",
    "claimable": "ClaimChance claims_at",
    "corrected": "CorrectionNote CorrectionStep",
    "hands": "HandSpan",
    "highlights": "lit_sets lit_tiles",
    "laid": "LaidSetView SetTile",
    "marks": "DECISIONS MARK_KINDS Mark decision_from finding_from marks_of",
    "moves": "Move by_seat in_short move_answer",
    "passed": "CharlestonView Parcel",
    "scores": "PaymentTable explain_score payment_table",
    "sheet": "LogHead ScoreSheet SheetCell SheetFinding SheetHand SheetPenalty head_seq score_sheet",
    "sight": "SIGHT_NAMES Sight View redact parse_sight parse_view sight_name view_name",
    "stepper": "GameView EventLine Moment",
    "totals_chart": "ChartPoint Ticks TotalsChart chart",
    "waiting": "DiscardWaits SeatWaits Wait waits_at",
    "walls": "Stack WallBreak WallView",
    "weight": "by_weight points_moved",
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
    "DECISIONS", "MARK_KINDS", "SIGHT_NAMES", "Board", "BoardLine", "BoardSeat", "Call", "CharlestonView",
    "ChartPoint", "ClaimChance", "Claims", "CorrectionNote", "CorrectionStep", "DiscardView", "DiscardWaits",
    "EventLine", "GameView", "HandSpan", "LaidSetView", "LineName", "LinesLeft", "LogHead", "Mark", "Moment", "Move",
    "Parcel", "PaymentTable", "ScoreSheet", "SeatWaits", "SetTile", "SheetCell", "SheetFinding", "SheetHand",
    "SheetPenalty", "Sight", "Stack", "Ticks", "TotalsChart", "View", "Wait", "WallBreak", "WallView", "by_seat",
    "by_weight", "chart", "claims_at", "decision_from", "explain_score", "finding_from", "head_seq",
    "in_short", "lit_sets", "lit_tiles", "marks_of", "move_answer", "parse_sight", "parse_view", "payment_table",
    "points_moved", "redact", "score_sheet", "sight_name", "view_name", "waits_at",
]  # fmt: skip
