"""The score sheet of a game that is being recorded, pencil and all."""

from __future__ import annotations

from mjlog.audit.records import GameRecord
from mjlog.views import score_sheet, sheet_text
from mjlog.views.game_log import GameLog
from mjlog_cli.record.session import Session

_WIDTH = 78


def sheet_lines(session: Session) -> list[str]:
    """The sheet as lines of text. It has no head: that is of the log alone, and stands on `mjlog sheet`."""
    recorder = session.recorder
    rows = ((event, None) for event in recorder.events)
    record = GameRecord(recorder.record.source, session.game, rows, corrected=True)
    return sheet_text(score_sheet(GameLog(record, cards=recorder.cards), None), _WIDTH).splitlines()
