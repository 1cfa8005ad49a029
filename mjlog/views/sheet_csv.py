"""The score sheet as a table for a spreadsheet: a row a hand, columns for each player."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator

from mjlog.text import shown
from mjlog.views.sheet import ScoreSheet
from mjlog.views.sheet_hands import SheetCell, SheetHand
from mjlog.views.sheet_words import finding_words, penalty_words

_FIRST = ("game", "hand", "round", "east", "result", "winner", "won by", "discarder", "limit or line")
_OF_PLAYER = ("seat", "announced", "computed", "change", "penalties", "total")
_LAST = ("corrections", "penalties", "findings", "head at event", "head")
_NUMBER = re.compile(r"[+-]?[0-9]+(?:[.,][0-9]+)?")
# Signs that begin a formula, and their wide forms, which some spreadsheets take for the same.
_FORMULA = "=+-@＝＋－＠"
_MOST_TEXT = 30_000
"""Characters of one cell; spreadsheets take some 32,000."""
Value = str | int | None


def sheet_csv(sheet: ScoreSheet) -> str:
    """The sheet as comma-separated values (RFC 4180): a line of names, then a line a hand; unknown values are empty.

    What a spreadsheet would take for a formula begins with an apostrophe.
    """
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([_safe(name) for name in _names(sheet)])
    for hand in sheet.hands:
        writer.writerow([_safe(value) for value in _row(sheet, hand)])
    return out.getvalue()


def _names(sheet: ScoreSheet) -> Iterator[str]:
    yield from _FIRST
    for player in sheet.players:
        yield from (f"{player} {name}" for name in _OF_PLAYER)
    yield from _LAST


def _row(sheet: ScoreSheet, hand: SheetHand) -> Iterator[Value]:
    round_ = None if hand.round is None else hand.round.value
    yield from (sheet.game, hand.number, round_, hand.east, hand.outcome, hand.winner, hand.source, hand.discarder)
    yield hand.worth
    for cell in hand.cells:
        yield from _cells(hand, cell)
    is_told = hand.outcome != "in progress"
    yield hand.corrections if is_told else None
    yield "; ".join(map(penalty_words, hand.penalties))
    yield "; ".join(map(finding_words, hand.findings))
    yield from (sheet.head if sheet.head is not None else (None, None))


def _cells(hand: SheetHand, cell: SheetCell) -> tuple[Value, ...]:
    seat = None if cell.seat is None else cell.seat.value
    penalties = None if cell.seat is None or hand.outcome == "in progress" else cell.penalties
    return seat, cell.announced, cell.computed, cell.change, penalties, cell.total


def _safe(value: Value) -> Value:
    """A cell that is no formula, whatever stands in it.

    >>> _safe("=1+1"), _safe("-12"), _safe(-12), _safe("anna")
    ("'=1+1", '-12', -12, 'anna')
    """
    if not isinstance(value, str):
        return value
    text = shown(value, _MOST_TEXT)
    is_formula = text.lstrip()[:1] in tuple(_FORMULA) and not _NUMBER.fullmatch(text)
    return f"'{text}" if is_formula else text
