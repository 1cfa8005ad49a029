"""A game that is being recorded, to be read page by page, pencil and all: its score sheet, and its earlier hands."""

from __future__ import annotations

from collections.abc import Sequence

from mjlog import events as ev
from mjlog.audit.engine import Engine
from mjlog.audit.records import GameRecord
from mjlog.views import score_sheet
from mjlog.views.event_words import words
from mjlog.views.game_log import GameLog
from mjlog.views.sheet import ScoreSheet
from mjlog.views.sheet_text import sheet_text
from mjlog_cli.record.draft import Said
from mjlog_cli.record.screen import event_lines, plain
from mjlog_cli.record.session import RecordingSession

_NARROW = 72
"""Columns that the table of a sheet takes; on a telephone there are fewer."""


def sheet_lines(session: RecordingSession, width: int) -> list[str]:
    """The sheet as lines of text. It has no head: that is of the log alone, and stands on `mjlog sheet`."""
    recorder = session.recorder
    rows = ((event, None) for event in recorder.events)
    record = GameRecord(recorder.record.source, session.game, rows, corrected=True)
    sheet = score_sheet(GameLog(record, cards=recorder.cards), None)
    return _in_short(sheet) if width < _NARROW else sheet_text(sheet, width - 2).splitlines()


def _in_short(sheet: ScoreSheet) -> list[str]:
    """A hand a line: who has won, and what it brought to whom; the totals below."""
    lines = [f"score sheet of {sheet.game}", ""]
    for hand in sheet.hands:
        number = f"{hand.number or '?'}{f' {hand.round.value}' if hand.round is not None else ''}"
        outcome = f"{hand.winner} wins" if hand.winner is not None else hand.outcome
        lines.append(f"{number} {outcome}: {_by_player(sheet, [cell.change for cell in hand.cells])}")
        lines += [f"  fine of {one.player}: {one.amount}" for one in hand.penalties]
    return [*lines, "", f"total: {_by_player(sheet, sheet.totals)}"]


def _by_player(sheet: ScoreSheet, points: Sequence[int | None]) -> str:
    texts = ("?" if each is None else f"{each:+d}" for each in points)
    return ", ".join(f"{player} {text}" for player, text in zip(sheet.players, texts, strict=True))


def hand_lines(session: RecordingSession, hand: int, width: int) -> list[str]:
    """The events of a hand with their numbers, as they were written down; none where there is no such hand."""
    recorder = session.recorder
    replay = Engine(GameRecord(recorder.record.source, session.game, iter(())), as_recorded=True, cards=recorder.cards)
    lines: list[str] = []
    mended = recorder.corrected_by()
    for event in recorder.events:
        said = words(replay.table, event)
        replay.next_seq = event.seq
        replay.feed(event, None)
        if replay.table.hand == hand and not isinstance(event, ev.GameStart):
            one = Said(event, b"", said)
            lines += [plain(line) for line in event_lines(one, width, mended=mended.get(event.seq))]
    return lines
