"""The recorder on the terminal: the table above, what was typed below it, one line to type in.

Keys are handled here; what they do to the game is done by the session.
"""

from __future__ import annotations

import contextlib
import os
import textwrap
from collections.abc import Callable, Iterable
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

from mjlog.errors import MjlogError
from mjlog.recording.hints import asked_next, completions
from mjlog.recording.session import Preview, RecordingSession, preview
from mjlog_cli.record import screen
from mjlog_cli.record.commands import Answer, Question, carry_out, is_command, leave_unsent
from mjlog_cli.stopping import leave_when_stopped

_INDENT = 22
"""Where the words of a list of hints begin."""


@dataclass(slots=True)
class Page:
    """A long text, and how far it has been read."""

    text: list[str]
    top: int = 0
    lines: list[str] = field(default_factory=list)

    def shown(self, width: int, height: int) -> tuple[list[str], str]:
        """The lines that are seen in so many columns and rows, and a line below that says how to go on."""
        self.lines = [part for line in self.text for part in _set_in(line, width)]
        room = max(1, height - 1)
        self.top = max(0, min(self.top, len(self.lines) - room))
        seen = self.lines[self.top : self.top + room]
        ways = ["Page Up"] * (self.top > 0) + ["Page Down"] * (self.top + len(seen) < len(self.lines))
        more = f"more: {', '.join(ways)}; " if ways else ""
        return seen, f"-- {more}Escape goes back --"[:width]

    def turn(self, lines: int) -> None:
        """Read on by so many lines, or back."""
        self.top = max(0, self.top + lines)


def _set_in(line: str, width: int) -> list[str]:
    """A line in so many columns; what goes on in another line stands further in."""
    if len(line) <= width:
        return [line]
    indent = " " * (_INDENT if line[:_INDENT].endswith("  ") and width > 2 * _INDENT else 4)
    return textwrap.wrap(line, max(12, width), subsequent_indent=indent, break_on_hyphens=False)


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
        self.app: Application[None] = Application(
            layout=self._layout(), key_bindings=self._keys(), style=STYLE, full_screen=True, erase_when_done=True,
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

    def _layout(self) -> Layout:
        asking = Condition(lambda: self.question is None)
        table = Window(FormattedTextControl(self._above, focusable=False, show_cursor=False), wrap_lines=False)
        below = Window(FormattedTextControl(self._below, focusable=False), height=lambda: len(self._told()))
        typed = BufferControl(self.buffer, input_processors=[BeforeInput(self._prompt)])
        line = Window(typed, height=self._typed_rows, wrap_lines=True)
        body = HSplit([table, below, line])
        menu = ConditionalContainer(CompletionsMenu(max_height=8, scroll_offset=1), asking)
        return Layout(FloatContainer(body, [Float(menu, xcursor=True, ycursor=True)]), focused_element=line)

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
        """What is told between the table and the line to type in, set in lines; of everything some if not all."""
        columns, rows = self._size()
        least, most = (_LEAST, _MOST) if rows >= _TINY else (1, max(1, rows // 3))
        groups = [(style, textwrap.wrap(text, max(12, columns - 2))) for style, text in self._to_tell()]
        groups = [(style, _ending_of(lines) if style == "class:ink" else lines) for style, lines in groups]
        while sum(len(lines) for _style, lines in groups) > most:
            longest = max(groups, key=lambda group: len(group[1]))[1]
            del longest[-1]
            if not longest:
                break
            longest[-1] = longest[-1].removesuffix("…")[: columns - 3] + "…"
        told = [(style, f" {line}") for style, lines in groups for line in lines][-most:]
        return [*told, *[("", "")] * (least - len(told))]

    def _below(self) -> StyleAndTextTuples:
        told = self._told()
        return [(style, text if number == len(told) else f"{text}\n") for number, (style, text) in enumerate(told, 1)]

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
        found = self._preview(text)
        parts = [("class:preview", "; ".join(found.said))] if found.said else []
        if found.error is not None:
            parts.append(("class:slip", found.error))
        findings = dict.fromkeys((f"class:{one.severity}", f"{one.code}: {one.message}") for one in found.findings)
        parts += list(findings)[:2]
        # What hinders the line from being stored is told beside it, until it is typed on.
        return parts + [one for one in self.message if found.error is None and one[0] == "class:slip"]

    def _preview(self, text: str) -> Preview:
        key = (text, self.session.recorder.last)
        if self.understood[:2] != key:
            try:
                found = preview(self.session.recorder, text)
            except Exception as error:  # a fault of the program must not end the recording
                found = Preview(trouble=MjlogError(_internal(error)))
            self.understood = (*key, found)
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
        """A question is answered with y or n; whoever does not look, and types the next line, is told so."""
        question, said = self.question, text.strip().lower()
        assert question is not None
        if said == "?":
            self.buffer.reset()
            self.refused = _WAYS_OUT
            return
        if said not in _YES + _NO:
            self._remember()
            self.buffer.reset()
            self.refused = f"not entered: {text.strip()} (arrow up brings it back; first y or n)"
            get_app().output.bell()
            return
        self.buffer.reset()
        self.question, self.message, self.refused = None, [], ""
        if said in _NO or not self._show(question.yes):
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


def _ending_of(lines: list[str]) -> list[str]:
    """What was entered is told shortly: it stands above with its numbers."""
    return lines if len(lines) <= _LEAST else ["… " + lines[-2].partition(" ")[2], lines[-1]]


def _internal(error: Exception) -> str:
    """A fault of the program in words; it is raised where somebody looks for it."""
    if os.environ.get("MJLOG_DEBUG"):
        raise error
    if isinstance(error, MemoryError):
        return "that is too large: it takes more memory than there is"
    return f"internal error, please report it: {type(error).__name__}: {error}"
