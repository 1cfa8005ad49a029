"""What people get to see: the table as anybody may see it, events in words, scores explained. No I/O.

>>> from mjlog.audit.records import GameRecord
>>> from mjlog.events import decode_event
>>> lines = ['{"game":"demo","players":["anna","ben","cleo","dora"],"ruleset":"classical","seq":1,"type":"game-start"}']
>>> game = GameView(GameRecord("demo", "demo", ((decode_event(line), None) for line in lines)))
>>> game.at(0).words
"A game begins: anna, ben, cleo and dora play by the rules 'classical'"
"""

from mjlog.views.board import Board, DiscardView, SeatView, board
from mjlog.views.card_lines import LineName, LinesLeft, LineWon
from mjlog.views.hands import Hand
from mjlog.views.laid import SetTile, SetView
from mjlog.views.moves import Move, by_seat, in_short, move_json, moves
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
from mjlog.views.sheet_csv import sheet_csv
from mjlog.views.sheet_text import sheet_text
from mjlog.views.sight import SIGHT_NAMES, Sight, as_seen, parse_sight, sight_name
from mjlog.views.stepper import GameView, Line, Moment
from mjlog.views.text_table import text_table
from mjlog.views.walls import Stack, WallBreak, WallView
from mjlog.views.words import words

__all__ = [
    "SIGHT_NAMES", "Board", "CharlestonView", "DiscardView", "GameView", "Hand", "Line", "LineName", "LineWon",
    "LinesLeft", "LogHead", "Moment", "Move", "Parcel", "PaymentTable", "ScoreSheet", "SeatView", "SetTile", "SetView",
    "SheetCell", "SheetFinding", "SheetHand", "SheetPenalty", "Sight", "Stack", "WallBreak", "WallView", "as_seen",
    "board", "board_json", "by_seat", "explain_score", "head_seq", "in_short", "move_json", "moves", "parse_sight",
    "payment_table", "score_sheet", "sheet_csv", "sheet_text", "sight_name", "text_table", "words",
]  # fmt: skip
