"""The recorder on the terminal: the table above, what was typed below it, one line to type in.

Keys are handled here; what they do to the game is done by the session.
"""

from __future__ import annotations

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
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import ConditionalContainer, Float, FloatContainer, HSplit, Layout, Window
from prompt_toolkit.layout.controls import BufferControl, FormattedTextControl
from prompt_toolkit.layout.menus import CompletionsMenu
from prompt_toolkit.layout.processors import BeforeInput
from prompt_toolkit.styles import Style

from mjlog.errors import MjlogError
from mjlog_cli.record import screen
from mjlog_cli.record.commands import Answer, Question, carry_out, is_command
from mjlog_cli.record.hints import completions
from mjlog_cli.record.preview import Preview, preview
from mjlog_cli.record.session import Session

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
_INDENT = 22
"""Where the words of a list of hints begin."""


@dataclass(slots=True)
class _Page:
    """Something long that is read in the place of the table until a key is pressed."""

    text: list[str]
    top: int = 0
    lines: list[str] = field(default_factory=list)

    def set_in(self, width: int) -> None:
        """Set the text in lines of so many columns; what goes on in another line stands further in."""
        indent = " " * (_INDENT if width > 2 * _INDENT else 4)
        self.lines = [
            part
            for line in self.text
            for part in (textwrap.wrap(line, width - 1, subsequent_indent=indent) if len(line) >= width else [line])
        ]


class _Words(Completer):
    def __init__(self, session: Session) -> None:
        self.session = session

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        word = document.get_word_before_cursor(WORD=True)
        for hint in completions(self.session.scene, word):
            yield Completion(hint.text, start_position=-len(word), display_meta=hint.words)


def _marked(lines: list[tuple[str, str]]) -> Iterable[tuple[str, str, bool]]:
    """Lines, each with whether it is the last."""
    for number, (style, text) in enumerate(lines, 1):
        yield style, text, number == len(lines)


class RecorderApp:
    """The screen of one game being recorded. `run` returns when the recorder leaves.

    `history`: lines typed before, which the arrow keys bring back.
    """

    def __init__(self, session: Session, history: History | None = None) -> None:
        self.session = session
        self.message: list[tuple[str, str]] = [("class:info", session.notice)] if session.notice else []
        self.question: Question | None = None
        self.page: _Page | None = None
        self.understood: tuple[str, int, Preview] = ("", -1, Preview())
        self.buffer = Buffer(
            multiline=False,
            history=history or InMemoryHistory(),
            completer=_Words(session),
            accept_handler=self._accept,
        )
        self.app: Application[None] = Application(
            layout=self._layout(), key_bindings=self._keys(), style=STYLE, full_screen=True, erase_when_done=True,
            mouse_support=False,
        )  # fmt: skip

    def run(self) -> None:
        """Show the screen until the recorder leaves."""
        self.app.run()

    # -- what is shown --------------------------------------------------------------------------------

    def _layout(self) -> Layout:
        asking = Condition(lambda: self.question is None)
        table = Window(FormattedTextControl(self._above, focusable=False, show_cursor=False), wrap_lines=False)
        below = Window(FormattedTextControl(self._below, focusable=False), height=lambda: len(self._told()))
        line = Window(BufferControl(self.buffer, input_processors=[BeforeInput(self._prompt)]), height=1)
        body = HSplit([table, below, line])
        menu = ConditionalContainer(CompletionsMenu(max_height=8, scroll_offset=1), asking)
        return Layout(FloatContainer(body, [Float(menu, xcursor=True, ycursor=True)]), focused_element=line)

    def _above(self) -> StyleAndTextTuples:
        size = get_app().output.get_size()
        height = max(1, size.rows - 1 - len(self._told()))
        if self.page is not None:
            self.page.set_in(size.columns)
            shown = self.page.lines[self.page.top : self.page.top + height - 1]
            more = len(self.page.lines) > self.page.top + len(shown)
            foot = "-- more: Page Down; Escape goes back --" if more or self.page.top else "-- Escape goes back --"
            return [("", "\n".join(shown) + "\n"), ("class:key", foot)]
        lines = screen.screen(self.session, size.columns, height)
        return [fragment for line in lines for fragment in (*line, ("", "\n"))]

    def _prompt(self) -> StyleAndTextTuples:
        return [("class:ask", "y or n: ")] if self.question is not None else [("class:prompt", "> ")]

    def _told(self) -> list[tuple[str, str]]:
        """What is told between the table and the line to type in, set in lines."""
        width = max(20, get_app().output.get_size().columns - 2)
        lines = [(style, f" {part}") for style, text in self._to_tell() for part in textwrap.wrap(text, width)]
        lines = lines[:_MOST]
        return [*lines, *[("", "")] * (_LEAST - len(lines))]

    def _below(self) -> StyleAndTextTuples:
        return [(style, text if last else f"{text}\n") for style, text, last in _marked(self._told())]

    def _to_tell(self) -> list[tuple[str, str]]:
        """What the line would mean, before Enter; else the last message, or a question."""
        if self.question is not None:
            return [("class:ask", self.question.text)]
        text = self.buffer.text
        if not text.strip():
            return self.message or [("class:rule", "Enter confirms · ? help · Ctrl-Z undoes · Ctrl-D leaves")]
        if is_command(text):
            return [("class:preview", text.strip())]
        found = self._preview(text)
        parts = [("class:preview", "; ".join(found.said))] if found.said else []
        if found.error is not None:
            parts.append(("class:slip", found.error))
        return parts + [(f"class:{one.severity}", f"{one.code}: {one.message}") for one in found.findings[:2]]

    def _preview(self, text: str) -> Preview:
        key = (text, self.session.recorder.last)
        if self.understood[:2] != key:
            self.understood = (*key, preview(self.session.recorder, text))
        return self.understood[2]

    # -- keys --------------------------------------------------------------------------------

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()
        reading = Condition(lambda: self.page is not None)

        def bind(*names: str, **more: object) -> Callable[[Callable[[KeyPressEvent], None]], object]:
            return keys.add(*names, **more)  # type: ignore[arg-type]

        bind("c-d")(lambda event: self._type("quit"))
        bind("c-q")(lambda event: self._type("quit"))
        bind("c-z")(lambda event: self._type("undo"))
        bind("f1")(lambda event: self._type("?"))
        bind("c-c")(lambda event: self._clear())
        bind("escape", eager=True)(lambda event: self._back())
        bind("pagedown", filter=reading)(lambda event: self._turn(1))
        bind("pageup", filter=reading)(lambda event: self._turn(-1))
        bind("c-l")(lambda event: event.app.renderer.clear())
        return keys

    def _type(self, command: str) -> None:
        if self.question is None:
            self._do(command)

    def _clear(self) -> None:
        self.question = None
        self.buffer.reset()

    def _back(self) -> None:
        if self.page is not None:
            self.page = None
        elif self.question is not None:
            self._answer("n")
        else:
            self.buffer.reset()

    def _turn(self, step: int) -> None:
        if self.page is not None:
            height = max(1, get_app().output.get_size().rows - 4)
            last = max(0, len(self.page.lines) - height)
            self.page.top = min(last, max(0, self.page.top + step * height))

    def _accept(self, buffer: Buffer) -> bool:
        text = buffer.text
        self.page = None
        if self.question is not None:
            self._answer(text)
        else:
            self._do(text)
        return False

    def _answer(self, text: str) -> None:
        question, self.question = self.question, None
        assert question is not None
        if text.strip().lower() in ("y", "yes", "!"):
            self._show(question.yes)
        elif question.back:
            # What was typed comes back, to be mended.
            self.message = []
            self.app.create_background_task(self._retype(question.back))
        else:
            self.message = []

    async def _retype(self, text: str) -> None:
        self.buffer.set_document(Document(text))

    def _do(self, text: str) -> None:
        self._show(lambda: carry_out(self.session, text, self._preview(text) if text.strip() else Preview()))

    def _show(self, act: Callable[[], Answer]) -> None:
        """Do something, and say what came of it."""
        try:
            answer = act()
        except MjlogError as error:
            answer = Answer([("class:slip", str(error))])
        self.message, self.question = answer.message, answer.question
        self.page = _Page(answer.page) if answer.page else None
        self.understood = ("", -1, Preview())
        if answer.leave:
            self.app.exit()
