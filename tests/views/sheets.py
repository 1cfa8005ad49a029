"""Score sheets of short logs, for tests."""

from __future__ import annotations

import csv
import io

from mjlog.audit.game import Game
from mjlog.cards.shelf import NO_CARDS, CardShelf
from mjlog.events import convert_event
from mjlog.log.records import GameRecord
from mjlog.views.sheet import LogHead, ScoreSheet, score_sheet, sheet_csv, sheet_text
from short_logs import fields
from tests.views.table_logs import Fields

HEAD = LogHead(7, "c0ffee" * 10 + "beef")
WON = "hand 1; gap; S mahjong wall; settlement E=-40 S=80 W=-20 N=-20"


def log_of(events: list[Fields], as_recorded: bool = False, cards: CardShelf = NO_CARDS) -> Game:
    """A log, read for its sheet."""
    rows = [(convert_event(one), None) for one in events]
    corrected = any(one["type"] == "correction" for one in events)
    return Game(GameRecord("test", "test", iter(rows), corrected=corrected), as_recorded=as_recorded, cards=cards)


def sheet_of(text: str, *more: Fields, as_recorded: bool = False) -> ScoreSheet:
    """The sheet of a short log, with further events behind it."""
    events = fields(text)
    events += [{"seq": len(events) + at, **one} for at, one in enumerate(more, 1)]
    return score_sheet(log_of(events, as_recorded), HEAD)


def rows_of(text: str) -> list[dict[str, str]]:
    """A table that was written, by the names of its columns."""
    return list(csv.DictReader(io.StringIO(text, newline="")))


def result(hand: int, east: str, change: str, source: str = "wall") -> str:
    """A hand of which only the outcome was written down: South wins."""
    return f"hand {hand} E {east} depth=result; S mahjong {source}; settlement {change}"


TWO_HANDS = (
    f"game western; {result(1, 'anna', 'E=-40 S=80 W=-20 N=-20')}; {result(2, 'ben', 'E=-4 S=8 W=-2 N=-2')}; end"
)
"""A game of which only the results were written down: hands of the events 2 to 4 and 5 to 7, and the end."""


def writings(sheet: ScoreSheet) -> list[str]:
    """A sheet in every form that needs no browser."""
    return [sheet_text(sheet), sheet_text(sheet, 60), sheet_csv(sheet)]
