"""What a line does that was entered: acts go into the record, words of the recorder do what they say."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from mjlog import events as ev
from mjlog.audit.engine import Engine
from mjlog.audit.game import Game
from mjlog.disputes.on_sheet import with_disputes
from mjlog.errors import MjlogError
from mjlog.log.records import GameRecord
from mjlog.recording.asking import Asked, asked_before, asked_to_void
from mjlog.recording.draft import Said, Step
from mjlog.recording.ending import why
from mjlog.recording.hints import hints
from mjlog.recording.preview import Preview, preview
from mjlog.recording.session import RecordingSession
from mjlog.text import counted, signed
from mjlog.views.event_words import words
from mjlog.views.sheet import ScoreSheet, score_sheet
from mjlog.views.sheet_text import sheet_text
from mjlog_cli.record.screen import event_lines, events_in_words, plain

_NARROW = 72
"""Columns that the table of a sheet takes; on a telephone there are fewer."""


def sheet_lines(session: RecordingSession, width: int) -> list[str]:
    """The sheet as lines of text. It has no head: that is of the log alone, and stands on `mjlog sheet`."""
    recorder = session.recorder
    rows = ((event, None) for event in recorder.events)
    record = GameRecord(recorder.played.source, session.game, rows, corrected=True)
    log = Game(record, cards=recorder.cards)
    sheet = with_disputes(score_sheet(log), log)
    return _in_short(sheet) if width < _NARROW else sheet_text(sheet, width - 2).splitlines()


def _in_short(sheet: ScoreSheet) -> list[str]:
    """A hand a line: who has won, and what it brought to whom; the totals below."""
    lines = [f"score sheet of {sheet.game}", ""]
    for hand in sheet.hands:
        number = f"{hand.number or '?'}{f' {hand.round.value}' if hand.round is not None else ''}"
        outcome = f"{hand.winner} wins" if hand.winner is not None else hand.outcome
        lines.append(f"{number} {outcome}: {_by_player(sheet, [cell.change for cell in hand.cells])}")
        lines += [f"  fine of {one.player}: {one.amount}" for one in hand.penalties]
    return [*lines, "", f"total: {_by_player(sheet, sheet.column(sheet.totals))}"]


def _by_player(sheet: ScoreSheet, points: Sequence[int | None]) -> str:
    texts = ("?" if each is None else signed(each) for each in points)
    return ", ".join(f"{player} {text}" for player, text in zip(sheet.players, texts, strict=True))


def hand_lines(session: RecordingSession, hand: int, width: int) -> list[str]:
    """The events of a hand with their numbers, as they were written down; none where there is no such hand."""
    recorder = session.recorder
    replay = Engine(GameRecord(recorder.played.source, session.game, iter(())), as_recorded=True, cards=recorder.cards)
    lines: list[str] = []
    mended = recorder.corrected_by()
    for event in recorder.events:
        said = words(replay.table, event)
        replay.frame.next_seq = event.seq
        replay.feed(event, None)
        if replay.table.hand == hand and not isinstance(event, ev.GameStart):
            one = Said(event, b"", said)
            lines += [plain(line) for line in event_lines(one, width, mended=mended.get(event.seq))]
    return lines


_COMMAND = re.compile(r"\s*(?P<name>undo|quit|log|sheet|why|\?|help)(?:\s+(?P<number>[0-9]{1,4}))?\s*", re.IGNORECASE)


@dataclass(slots=True)
class Question:
    """Something to be answered with y or n. `back`: the line that comes back after a no; `about`: told before it."""

    text: str
    yes: Callable[[], Answer]
    back: str = ""
    about: list[tuple[str, str]] = field(default_factory=list)


@dataclass(slots=True)
class Answer:
    """What came of a line: a message in styled parts, a question, a page to read, or the end."""

    message: list[tuple[str, str]] = field(default_factory=list)
    question: Question | None = None
    page: list[str] = field(default_factory=list)
    leave: bool = False
    warns: bool = False
    """Whether somebody who does not look at the screen should be warned by a sound."""


def is_command(text: str) -> bool:
    """Whether a line is a word of the recorder, and no act."""
    return _COMMAND.fullmatch(text) is not None


def carry_out(session: RecordingSession, text: str, understood: Preview, width: int = 80) -> Answer:
    """Do what a line says. What breaks a rule is asked about first. `width`: columns of a page to read.

    Raises:
        MjlogError: it cannot be read, or cannot be stored.
    """
    if not text.strip():
        return _confirm(session)
    match = _COMMAND.fullmatch(text)
    if match is not None:
        number = int(match["number"]) if match["number"] else None
        return _COMMANDS[match["name"].lower()](session, number, width)
    if understood.trouble is not None:
        raise understood.trouble
    asked = asked_before(session, text, understood)
    if asked is not None:
        return Answer(question=_question(session, asked, text, understood), warns=True)
    return _enter(session, text, understood)


def _question(session: RecordingSession, asked: Asked, text: str, understood: Preview) -> Question:
    """What is asked, on the terminal."""
    about = [_told(weight, words) for weight, words in asked.about]
    if asked.is_judged:
        return Question(asked.text, lambda: _enter(session, text, understood), text, about)
    line = asked.line
    return Question(asked.text, lambda: carry_out(session, line, preview(session.recorder, line)), text, about)


def _told(weight: str, words: str) -> tuple[str, str]:
    if weight in ("error", "info"):
        return f"class:{weight}", words
    return "class:preview", f"after `n`, {words}" if weight == "else" else words


def _enter(session: RecordingSession, text: str, understood: Preview) -> Answer:
    steps = session.enter(text, understood)
    answer = Answer(_said(steps))
    if session.notice:
        answer.message.insert(0, ("class:warning", f"{session.notice}"))
        session.notice = ""
    return answer


def _said(steps: list[Step]) -> list[tuple[str, str]]:
    said = "; ".join(words for step in steps for words in step.words)
    return [("class:ink", said)]


def _confirm(session: RecordingSession) -> Answer:
    number = session.confirm()
    words = f"{counted(number, 'act')} confirmed" if number else "everything is confirmed"
    return Answer([("class:info", words)])


def _undo(session: RecordingSession, number: int | None, width: int) -> Answer:
    undone: list[str] = []
    for _time in range(max(1, number or 1)):
        step = session.undo()
        if step is None:
            break
        undone.append(step.text)
    if undone:
        short = "" if len(undone) == (number or 1) else "; what was before is confirmed: `undo` again voids it"
        return Answer([("class:info", f"undone: {', '.join(undone)}{short}")])
    return _void_confirmed(session)


def _void_confirmed(session: RecordingSession) -> Answer:
    last = session.last_confirmed()
    if not last:
        return Answer([("class:info", "there is nothing to undo in this hand; `log` and `fix` correct earlier ones")])
    return Answer(question=Question(asked_to_void(last), lambda: _void(session)))


def _void(session: RecordingSession) -> Answer:
    return Answer(_said(session.make_void(session.last_confirmed())))


def _quit(session: RecordingSession, number: int | None, width: int) -> Answer:
    try:
        session.confirm()
    except MjlogError as error:
        ask = f"{error} - leave all the same? What is in pencil stays in pencil"
        return Answer(question=Question(ask, lambda: Answer(leave=True)), warns=True)
    return Answer(leave=True)


def leave_unsent(session: RecordingSession, text: str) -> Answer:
    """Leave while a line is typed that was not entered: that is asked about."""
    ask = "this line was not entered: leave without it?"
    return Answer(question=Question(ask, lambda: _quit(session, None, 0), text), warns=True)


def _help(session: RecordingSession, number: int | None, width: int) -> Answer:
    lines = [f"  {hint.text.ljust(18)}  {hint.words}" for hint in hints(session.scene)]
    return Answer(page=["what can be typed now:", "", *lines])


def _log(session: RecordingSession, number: int | None, width: int) -> Answer:
    """The events of the hand, or of the hand with that number."""
    if number is None:
        lines = [plain(line) for line in events_in_words(session, width)]
        hand = session.table.hand
        earlier = "`log 1`" if hand == 2 else f"`log 1` to `log {hand - 1}`"
        more = [f"earlier hands: {earlier}"] if hand > 1 else []
        return Answer(page=[*(lines or ["no event of this hand yet"]), *more])
    lines = hand_lines(session, number, width)
    if not lines:
        raise MjlogError(f"there is no hand {number} in this game")
    return Answer(page=lines)


def _sheet(session: RecordingSession, number: int | None, width: int) -> Answer:
    from mjlog_cli.record.commands import sheet_lines

    return Answer(page=sheet_lines(session, width))


def _why(session: RecordingSession, number: int | None, width: int) -> Answer:
    lines = why(session.recorder.replay)
    if not lines:
        raise MjlogError("`why` explains the scores at the end of a hand: this one has none yet")
    return Answer(page=lines)


_COMMANDS: dict[str, Callable[[RecordingSession, int | None, int], Answer]] = {
    "undo": _undo, "quit": _quit, "log": _log, "sheet": _sheet, "why": _why, "?": _help, "help": _help,
}  # fmt: skip
