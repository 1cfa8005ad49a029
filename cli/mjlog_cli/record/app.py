"""The recorder on the terminal: the table above, what was typed below it, one line to type in.

Keys are handled here; the session changes the game. Acts that are entered go into the record; words of the recorder
(`log`, `undo`, …) do what they say.
"""

from __future__ import annotations

import contextlib
import os
import re
import textwrap
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from prompt_toolkit.application import Application, get_app
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.history import History, InMemoryHistory
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import ConditionalContainer, Float, FloatContainer, HSplit, Layout, Window
from prompt_toolkit.layout.controls import BufferControl, FormattedTextControl
from prompt_toolkit.layout.menus import CompletionsMenu
from prompt_toolkit.layout.processors import BeforeInput
from prompt_toolkit.output import Output
from prompt_toolkit.styles import Style
from prompt_toolkit.utils import get_cwidth

from mjlog import events as ev
from mjlog.audit.engine import Engine
from mjlog.audit.game import Game
from mjlog.disputes.case import with_disputes
from mjlog.errors import MjlogError
from mjlog.log.records import GameRecord
from mjlog.recording.asking import asked_before, asked_to_void
from mjlog.recording.ending import why
from mjlog.recording.game import EventSaid, Step
from mjlog.recording.hints import asked_next, completions, hints
from mjlog.recording.session import Preview, RecordingSession, preview
from mjlog.text import counted, signed
from mjlog.views.sheet import ScoreSheet, score_sheet, sheet_text
from mjlog.views.words import words
from mjlog_cli.record import screen
from mjlog_cli.record.screen import event_lines, events_in_words, plain
from mjlog_cli.stopping import leave_when_stopped

# -- what a line does -------------------------------------------------------------------------------------------------


_NARROW = 72
"""Columns that the table of a sheet takes; on a telephone there are fewer."""


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
        meaning = words(replay.table, event)
        replay.frame.next_seq = event.seq
        replay.feed(event, None)
        if replay.table.hand == hand and not isinstance(event, ev.GameStart):
            entry = EventSaid(event, b"", meaning)
            lines += [plain(line) for line in event_lines(entry, width, mended=mended.get(event.seq))]
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
        count = session.confirm()
        words = f"{counted(count, 'act')} confirmed" if count else "everything is confirmed"
        return Answer([("class:info", words)])
    match = _COMMAND.fullmatch(text)
    if match is not None:
        number = int(match["number"]) if match["number"] else None
        return _COMMANDS[match["name"].lower()](session, number, width)
    if understood.trouble is not None:
        raise understood.trouble
    before = asked_before(session, text, understood)
    if before is not None:
        about, line = [_follows(weight, words) for weight, words in before.about], before.line
        question = Question(before.text, lambda: _stored(session, text, understood), text, about)
        if not before.is_judged:
            question.yes = lambda: carry_out(session, line, preview(session.recorder, line))
        return Answer(question=question, warns=True)
    return _stored(session, text, understood)


def _follows(weight: str, words: str) -> tuple[str, str]:
    if weight in ("error", "info"):
        return f"class:{weight}", words
    return "class:preview", f"after `n`, {words}" if weight == "else" else words


def _stored(session: RecordingSession, text: str, understood: Preview) -> Answer:
    steps = session.enter(text, understood)
    answer = Answer(_said(steps))
    if session.notice:
        answer.message.insert(0, ("class:warning", f"{session.notice}"))
        session.notice = ""
    return answer


def _said(steps: list[Step]) -> list[tuple[str, str]]:
    text = "; ".join(words for step in steps for words in step.words)
    return [("class:ink", text)]


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
    last = session.last_confirmed()
    if not last:
        return Answer([("class:info", "there is nothing to undo in this hand; `log` and `fix` correct earlier ones")])
    return Answer(
        question=Question(asked_to_void(last), lambda: Answer(_said(session.make_void(session.last_confirmed()))))
    )


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
    # The sheet as lines of text. It has no head: that is of the log alone, and stands on `mjlog sheet`
    recorder = session.recorder
    rows = ((event, None) for event in recorder.events)
    record = GameRecord(recorder.played.source, session.game, rows, corrected=True)
    log = Game(record, cards=recorder.cards)
    sheet = with_disputes(score_sheet(log), log)
    if width >= _NARROW:
        return Answer(page=sheet_text(sheet, width - 2).splitlines())
    # A hand a line: who has won, and what it brought to whom; the totals below.
    lines = [f"score sheet of {sheet.game}", ""]
    for hand in sheet.hands:
        name = f"{hand.number or '?'}{f' {hand.round.value}' if hand.round is not None else ''}"
        outcome = f"{hand.winner} wins" if hand.winner is not None else hand.outcome
        lines.append(f"{name} {outcome}: {_by_player(sheet, [cell.change for cell in hand.cells])}")
        lines += [f"  fine of {penalty.player}: {penalty.amount}" for penalty in hand.penalties]
    return Answer(page=[*lines, "", f"total: {_by_player(sheet, sheet.column(sheet.totals))}"])


def _why(session: RecordingSession, number: int | None, width: int) -> Answer:
    lines = why(session.recorder.replay)
    if not lines:
        raise MjlogError("`why` explains the scores at the end of a hand: this one has none yet")
    return Answer(page=lines)


_COMMANDS: dict[str, Callable[[RecordingSession, int | None, int], Answer]] = {
    "undo": _undo, "quit": _quit, "log": _log, "sheet": _sheet, "why": _why, "?": _help, "help": _help,
}  # fmt: skip


# -- the recorder -----------------------------------------------------------------------------------------------------


_INDENT = 22
"""Where the words of a list of hints begin."""


@dataclass(slots=True)
class Page:
    """A long text, and how far it has been read."""

    text: list[str]
    top: int = 0
    lines: list[str] = field(default_factory=list)

    def shown(self, width: int, height: int) -> tuple[list[str], str]:
        """The lines that fit `width` columns and `height` rows, and a line below that says how to go on."""
        self.lines = []
        for line in self.text:
            # What does not fit goes on further in.
            further = _INDENT if line[:_INDENT].endswith("  ") and width > 2 * _INDENT else 4
            broken = textwrap.wrap(line, max(12, width), subsequent_indent=" " * further, break_on_hyphens=False)
            self.lines += broken if len(line) > width else [line]
        room = max(1, height - 1)
        self.top = max(0, min(self.top, len(self.lines) - room))
        seen = self.lines[self.top : self.top + room]
        ways = ["Page Up"] * (self.top > 0) + ["Page Down"] * (self.top + len(seen) < len(self.lines))
        more = f"more: {', '.join(ways)}; " if ways else ""
        return seen, f"-- {more}Escape goes back --"[:width]

    def turn(self, lines: int) -> None:
        """Read on by so many lines, or back."""
        self.top = max(0, self.top + lines)


STYLE = Style.from_dict(
    {
        "title": "reverse bold", "state": "bold", "turn": "bold ansigreen", "winner": "bold ansiyellow", "seat": "",
        "sets": "ansicyan", "discards": "", "hand": "ansibrightblack", "rule": "ansibrightblack",
        "seq": "ansibrightblack",
        "pencil": "italic", "ink": "", "summary": "ansigreen", "error": "bold ansired", "warning": "ansiyellow",
        "info": "ansiblue", "key": "bold", "preview": "ansigreen", "slip": "ansired", "ask": "bold ansiyellow",
        "prompt": "bold",
    }
)  # fmt: skip
_LEAST, _MOST = 2, 5
"""Lines between the table and the line to type in, for what was understood."""
_TYPED = 3
"""Rows of the line to type in, at most: a whole deal takes more than one."""
_TINY = 10
"""Rows of a screen on which every line counts."""
_ESCAPE_SECONDS = 0.1
"""After that Escape is a key of its own, and not the beginning of an arrow key; enough for a slow connection."""
_LOOK_SECONDS = 1.0
"""So often it is looked whether somebody else has written, on a telephone or another terminal."""
_YES, _NO = ("y", "yes", "!"), ("n", "no", "")
_WAYS_OUT = "y does it; n, Enter or Escape does not, and what was typed comes back; Ctrl-C drops that, too"
_IDLE = "Enter confirms · ? help · Ctrl-Z undoes · Ctrl-D leaves"


class _Words(Completer):
    def __init__(self, session: RecordingSession) -> None:
        self.session = session

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        word = document.get_word_before_cursor(WORD=True)
        for hint in completions(self.session.scene, word):
            yield Completion(hint.text, start_position=-len(word), display_meta=hint.words)


class RecorderApp:
    """The screen of one game being recorded. `run` returns when the recorder leaves.

    `history`: lines typed before, which the arrow keys bring back. `given`, `output`: another terminal than this one.
    """

    def __init__(
        self,
        session: RecordingSession,
        history: History | None = None,
        given: Input | None = None,
        output: Output | None = None,
    ) -> None:
        self.session = session
        self.message: list[tuple[str, str]] = [("class:warning", session.notice)] if session.notice else []
        self.question: Question | None = None
        self.refused = ""
        self.page: Page | None = None
        self.understood: tuple[str, int, Preview] = ("", -1, Preview())
        self.buffer = Buffer(
            multiline=False,
            history=history or InMemoryHistory(),
            completer=_Words(session),
        )
        asking = Condition(lambda: self.question is None)
        table = Window(FormattedTextControl(self._above, focusable=False, show_cursor=False), wrap_lines=False)
        below = Window(FormattedTextControl(self._below, focusable=False), height=lambda: len(self._told()))
        typed = BufferControl(self.buffer, input_processors=[BeforeInput(self._prompt)])
        line = Window(typed, height=self._typed_rows, wrap_lines=True)
        body = HSplit([table, below, line])
        menu = ConditionalContainer(CompletionsMenu(max_height=8, scroll_offset=1), asking)
        layout = Layout(FloatContainer(body, [Float(menu, xcursor=True, ycursor=True)]), focused_element=line)
        self.app: Application[None] = Application(
            layout=layout, key_bindings=self._keys(), style=STYLE, full_screen=True, erase_when_done=True,
            mouse_support=False, input=given, output=output, refresh_interval=_LOOK_SECONDS,
        )  # fmt: skip
        self.app.before_render += lambda app: self._follow()
        self.app.ttimeoutlen = _ESCAPE_SECONDS

    def run(self) -> None:
        """Show the screen until the recorder leaves, the terminal is closed, or the program is told to end."""
        with contextlib.suppress(EOFError):
            self.app.run(pre_run=lambda: leave_when_stopped(self._leave))

    def _leave(self) -> None:
        """Told to end, the recorder leaves the terminal as it was; everything is stored already."""
        if self.app.is_running and not self.app.is_done:
            self.app.exit()

    # -- what is shown --------------------------------------------------------------------------------

    def _follow(self) -> None:
        """What others write is shown; not amid a line: it is entered as it was understood, or refused."""
        if self.buffer.text or self.question is not None:
            return
        with contextlib.suppress(MjlogError):  # it is told when something is entered
            if self.session.follow_others():
                self.message = [("class:warning", self.session.notice)]
                self.session.notice = ""

    def _size(self) -> tuple[int, int]:
        """Columns and rows of the terminal."""
        size = get_app().output.get_size()
        return size.columns, size.rows

    def _typed_rows(self) -> int:
        columns, rows = self._size()
        parts = (self._prompt()[0][1] + self.buffer.text + " ").split("\n")
        wanted = sum(-(-sum(map(get_cwidth, part[:1000])) // columns) for part in parts[:_TYPED])
        return max(1, min(wanted, _TYPED if rows >= _TINY else 1))

    def _above(self) -> StyleAndTextTuples:
        columns, rows = self._size()
        height = max(1, rows - self._typed_rows() - len(self._told()))
        if self.page is not None:
            seen, foot = self.page.shown(columns, height)
            return [("", "".join(f"{line}\n" for line in seen)), ("class:key", foot)]
        lines = screen.screen(self.session, columns, height)
        return [fragment for line in lines for fragment in (*line, ("", "\n"))]

    def _prompt(self) -> StyleAndTextTuples:
        return [("class:ask", "y or n (? says more): ")] if self.question is not None else [("class:prompt", "> ")]

    def _told(self) -> list[tuple[str, str]]:
        """What stands between the table and the line to type in, broken into lines; a part of each message where room
        is short."""
        columns, rows = self._size()
        least, most = (_LEAST, _MOST) if rows >= _TINY else (1, max(1, rows // 3))
        groups = [(style, textwrap.wrap(text, max(12, columns - 2))) for style, text in self._to_tell()]
        for style, lines in groups:
            if style == "class:ink" and len(lines) > _LEAST:
                # What was entered is told shortly: it stands above with its numbers.
                lines[:] = ["… " + lines[-2].partition(" ")[2], lines[-1]]
        while sum(len(lines) for _style, lines in groups) > most:
            longest = max(groups, key=lambda group: len(group[1]))[1]
            del longest[-1]
            if not longest:
                break
            longest[-1] = longest[-1].removesuffix("…")[: columns - 3] + "…"
        below = [(style, f" {line}") for style, lines in groups for line in lines][-most:]
        return [*below, *[("", "")] * (least - len(below))]

    def _below(self) -> StyleAndTextTuples:
        rows = self._told()
        return [(style, text if number == len(rows) else f"{text}\n") for number, (style, text) in enumerate(rows, 1)]

    def _to_tell(self) -> list[tuple[str, str]]:
        """What the line would mean, before Enter; else the last message, or a question."""
        if self.question is not None:
            refused = [("class:slip", self.refused)] if self.refused else []
            return [*self.question.about, ("class:ask", self.question.text), *refused]
        text = self.buffer.text
        if not text.strip():
            due = asked_next(self.session.table)
            return [*self.message, ("class:ask", due)] if due is not None else self.message or [("class:rule", _IDLE)]
        if is_command(text):
            return [*self.message, ("class:preview", text.strip())]
        meant = self._preview(text)
        parts = [("class:preview", "; ".join(meant.said))] if meant.said else []
        if meant.error is not None:
            parts.append(("class:slip", meant.error))
        findings = dict.fromkeys(
            (f"class:{finding.severity}", f"{finding.code}: {finding.message}") for finding in meant.findings
        )
        parts += list(findings)[:2]
        # What hinders the line from being stored is told beside it, until it is typed on.
        return parts + [part for part in self.message if meant.error is None and part[0] == "class:slip"]

    def _preview(self, text: str) -> Preview:
        key = (text, self.session.recorder.last)
        if self.understood[:2] != key:
            try:
                understood = preview(self.session.recorder, text)
            except Exception as error:  # a fault of the program must not end the recording
                understood = Preview(trouble=MjlogError(_internal(error)))
            self.understood = (*key, understood)
        return self.understood[2]

    # -- keys --------------------------------------------------------------------------------

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()
        reading = Condition(lambda: self.page is not None and not self.buffer.text)

        def bind(*names: str, **more: object) -> Callable[[Callable[[KeyPressEvent], None]], object]:
            return keys.add(*names, **more)  # type: ignore[arg-type]

        choosing = Condition(lambda: self.buffer.complete_state is not None)
        bind("enter", filter=~choosing)(lambda event: self._enter())
        bind("enter", filter=choosing)(lambda event: setattr(self.buffer, "complete_state", None))
        bind("c-d")(lambda event: self._go())
        bind("c-q")(lambda event: self._go())
        bind("c-z")(lambda event: self._type("undo"))
        bind("f1")(lambda event: self._type("?"))
        bind("c-c")(lambda event: self._clear())
        bind("c-u")(lambda event: setattr(self.buffer, "text", ""))
        bind("escape", eager=True)(lambda event: self._back())
        bind("down", filter=reading, eager=True)(lambda event: self._turn(1))
        bind("up", filter=reading, eager=True)(lambda event: self._turn(-1))
        bind("pagedown", filter=reading, eager=True)(lambda event: self._turn(self._page_rows()))
        bind("space", filter=reading, eager=True)(lambda event: self._turn(self._page_rows()))
        bind("pageup", filter=reading, eager=True)(lambda event: self._turn(-self._page_rows()))
        bind("c-l")(lambda event: event.app.renderer.clear())
        return keys

    def _type(self, command: str) -> None:
        if self.question is None:
            self._do(command)

    def _go(self) -> None:
        """Leave; not with half a line."""
        if self.question is not None:
            return
        text = self.buffer.text
        if not text.strip():
            self._do("quit")
            return
        self.buffer.reset()
        self._show(lambda: leave_unsent(self.session, text))

    def _clear(self) -> None:
        self.question = self.page = None
        self.refused = ""
        self.message = []
        self.buffer.reset()

    def _back(self) -> None:
        if self.page is not None:
            self.page = None
        elif self.question is not None:
            self._answer("n")
        else:
            self.buffer.reset()

    def _page_rows(self) -> int:
        return max(1, self._size()[1] - 5)

    def _turn(self, lines: int) -> None:
        if self.page is not None:
            self.page.turn(lines)

    def _enter(self) -> None:
        """What was typed is done; what cannot be done stays in the line, to be mended, or as it can only be meant."""
        text = self.buffer.text
        was_reading, self.page = self.page is not None, None
        if was_reading and not text.strip() and self.question is None:
            return  # Enter on a page closes it, and confirms nothing
        if self.question is not None:
            self._answer(text)
        else:
            self._remember()
            instead = self._preview(text).instead if text.strip() else ""
            if self._do(text):
                self.buffer.reset()
            else:
                self._put_back(instead or text)

    def _remember(self) -> None:
        """The arrow keys bring back what stands in the line."""
        with contextlib.suppress(OSError, UnicodeError):  # lines typed before are a comfort, no more
            self.buffer.append_to_history()

    def _put_back(self, line: str) -> None:
        """What was typed comes back, to be mended; whoever does not look types on behind it, and nothing is lost."""
        text = line.strip()
        self.buffer.set_document(Document(f"{text} " if text else ""))

    def _answer(self, text: str) -> None:
        """Takes y or n as the answer to a question; whoever types the next line without looking is told to answer
        first."""
        question, reply = self.question, text.strip().lower()
        assert question is not None
        if reply == "?":
            self.buffer.reset()
            self.refused = _WAYS_OUT
            return
        if reply not in _YES + _NO:
            self._remember()
            self.buffer.reset()
            self.refused = f"not entered: {text.strip()} (arrow up brings it back; first y or n)"
            get_app().output.bell()
            return
        self.buffer.reset()
        self.question, self.message, self.refused = None, [], ""
        if reply in _NO or not self._show(question.yes):
            self._put_back(question.back)

    def _do(self, text: str) -> bool:
        columns = self._size()[0]
        return self._show(
            lambda: carry_out(self.session, text, self._preview(text) if text.strip() else Preview(), columns)
        )

    def _show(self, act: Callable[[], Answer]) -> bool:
        """Do something, and say what came of it; whether it could be done."""
        done = True
        try:
            answer = act()
        except MjlogError as error:
            answer, done = Answer([("class:slip", str(error))], warns=True), False
        except Exception as error:  # a fault of the program must not end the recording
            answer, done = Answer([("class:slip", _internal(error))], warns=True), False
        self.message, self.question = answer.message, answer.question
        self.page = Page(answer.page) if answer.page else None
        self.understood = ("", -1, Preview())
        if answer.warns:
            get_app().output.bell()
        if answer.leave:
            self._leave()
        return done


def _internal(error: Exception) -> str:
    """A fault of the program in words; it is raised where somebody looks for it."""
    if os.environ.get("MJLOG_DEBUG"):
        raise error
    if isinstance(error, MemoryError):
        return "that is too large: it takes more memory than there is"
    return f"internal error, please report it: {type(error).__name__}: {error}"
