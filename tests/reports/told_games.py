"""Audited games for the tests of reports."""

from __future__ import annotations

from collections.abc import Sequence

from mjlog.audit.engine import Engine
from mjlog.audit.game import Game
from mjlog.audit.report import HandReport
from mjlog.log.records import GameRecord, Row
from mjlog.reports.choice import Choice
from mjlog.reports.summary import Summary
from short_logs import events

PAID = """
hand depth=result
S mahjong wall
E score 16
S score 24
W score 0
N score 8
"""
"""South wins 24 from the wall, losers settle among themselves: in `western` east comes out even, south gains 96."""
RIGHT = "settlement E=0 S=96 W=-64 N=-32"


def rows(text: str) -> list[Row]:
    """The rows of a short log."""
    return [(event, number) for number, event in enumerate(events(text), start=1)]


def record(given: Sequence[Row]) -> GameRecord:
    """A game of these rows."""
    return GameRecord("short.mjlog.jsonl", "short", iter(given), corrected=True)


def hands_of(text: str) -> list[HandReport]:
    """The audited hands of a short log."""
    return Engine(record(rows(text))).run()


def view_of(text: str) -> Game:
    """A short log to be looked at, as that of a file: nothing in it goes on."""
    view = Game(record(rows(text)))
    view.is_closed = True
    return view


def summary_of(text: str, choice: Choice | None = None) -> Summary:
    """What is counted of a short log, or of what is chosen of it."""
    summary = Summary()
    summary.add_game(hands_of(text) if choice is None else choice.of(hands_of(text)))
    return summary
