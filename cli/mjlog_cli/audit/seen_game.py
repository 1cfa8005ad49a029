"""A game audited so that it can be looked at, too: where somebody is told of it. It takes long to load."""

from __future__ import annotations

from typing import NamedTuple

from mjlog.errors import RecordError
from mjlog.log.records import GameRecord
from mjlog.reports.hands import HandNotes
from mjlog.views import GameView
from mjlog_cli.audit.audit_request import AuditRequest


class SeenGame(NamedTuple):
    """A game to be looked at, as it was audited; `notes`: what the end of every hand says, in all its readings."""

    view: GameView
    notes: HandNotes


def seen_game(record: GameRecord, wish: AuditRequest, notes: HandNotes) -> SeenGame | None:
    """A game, audited to be looked at; None where it is too long. Its hands are noted."""
    try:
        return SeenGame(GameView(record, wish.as_recorded, wish.cards, at_end=notes.note), notes)
    except RecordError:
        return None
