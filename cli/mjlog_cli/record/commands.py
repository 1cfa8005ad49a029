"""What a line does that was entered: acts go into the record, words of the recorder do what they say."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from mjlog.errors import MjlogError
from mjlog.text import counted
from mjlog_cli.record.hints import hints
from mjlog_cli.record.pencil import Step
from mjlog_cli.record.preview import Preview
from mjlog_cli.record.screen import events_in_words, plain
from mjlog_cli.record.session import Session

_COMMAND = re.compile(r"\s*(?P<name>undo|quit|log|sheet|\?|help)(?:\s+(?P<number>[0-9]{1,3}))?\s*", re.IGNORECASE)
_WIDTH = 78


@dataclass(slots=True)
class Question:
    """Something to be answered with y or n; `back`: the line that comes back after a no."""

    text: str
    yes: Callable[[], Answer]
    back: str = ""


@dataclass(slots=True)
class Answer:
    """What came of a line: a message in styled parts, a question, a page to read, or the end."""

    message: list[tuple[str, str]] = field(default_factory=list)
    question: Question | None = None
    page: list[str] = field(default_factory=list)
    leave: bool = False


def is_command(text: str) -> bool:
    """Whether a line is a word of the recorder, and no act."""
    return _COMMAND.fullmatch(text) is not None


def carry_out(session: Session, text: str, understood: Preview) -> Answer:
    """Do what a line says. What breaks a rule is asked about first.

    Raises:
        MjlogError: it cannot be read, or cannot be stored.
    """
    if not text.strip():
        return _confirm(session)
    match = _COMMAND.fullmatch(text)
    if match is not None:
        return _COMMANDS[match["name"].lower()](session, int(match["number"] or 1))
    if understood.error is not None:
        raise MjlogError(understood.error)
    if understood.errors:
        return Answer(question=_ask(session, text, understood))
    return _enter(session, text)


_ASK = {
    "wrong-score": "was it announced like that?",
    "washout-scored": "was it announced like that?",
    "wrong-settlement": "was it paid like that?",
    "not-zero-sum": "was it paid like that?",
}


def _ask(session: Session, text: str, understood: Preview) -> Question:
    """An illegal move is recorded if it happened; what cannot have happened is most likely a slip."""
    faults = "; ".join(f"{one.code}: {one.message}" for one in understood.errors)
    ask = _ASK.get(understood.errors[0].code, "did it happen at the table?")
    if understood.is_impossible:
        ask = "that can hardly be, is it a slip? record it all the same?"
    return Question(f"{faults} - {ask}", lambda: _enter(session, text), text)


def _enter(session: Session, text: str) -> Answer:
    steps = session.enter(text)
    answer = Answer(_said(steps))
    if session.notice:
        answer.message.insert(0, ("class:warning", f"{session.notice}"))
        session.notice = ""
    return answer


def _said(steps: list[Step]) -> list[tuple[str, str]]:
    said = "; ".join(one.words for step in steps for one in step.said)
    return [("class:ink", said)]


def _confirm(session: Session) -> Answer:
    number = session.confirm()
    words = f"{counted(number, 'act')} confirmed" if number else "everything is confirmed"
    return Answer([("class:info", words)])


def _undo(session: Session, number: int) -> Answer:
    undone: list[str] = []
    for _time in range(number):
        step = session.undo()
        if step is None:
            break
        undone.append(step.text)
    if undone:
        return Answer([("class:info", f"undone: {', '.join(undone)}")])
    last = session.last_confirmed()
    if not last:
        return Answer([("class:info", "there is nothing to undo in this hand")])
    words = "; ".join(f"event {one.event.seq}: {one.words}" for one in last)
    return Answer(
        question=Question(
            f"{words} - confirmed already: void it by a correction, which stays in the log?", lambda: _void(session)
        )
    )


def _void(session: Session) -> Answer:
    return Answer(_said(session.make_void(session.last_confirmed())))


def _quit(session: Session, number: int) -> Answer:
    session.confirm()
    return Answer(leave=True)


def _help(session: Session, number: int) -> Answer:
    lines = [f"  {hint.text.ljust(18)}  {hint.words}" for hint in hints(session.scene)]
    return Answer(page=["what can be typed now:", "", *lines])


def _log(session: Session, number: int) -> Answer:
    lines = [plain(line) for line in events_in_words(session, _WIDTH)]
    return Answer(page=lines or ["no event of this hand yet"])


def _sheet(session: Session, number: int) -> Answer:
    from mjlog_cli.record.paper import sheet_lines

    return Answer(page=sheet_lines(session))


_COMMANDS: dict[str, Callable[[Session, int], Answer]] = {
    "undo": _undo, "quit": _quit, "log": _log, "sheet": _sheet, "?": _help, "help": _help,
}  # fmt: skip
