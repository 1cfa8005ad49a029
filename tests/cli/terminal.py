"""A person at a real terminal: keys go in, and what stands on the screen is looked at. Nothing waits for luck."""

from __future__ import annotations

import contextlib
import os
import re
import select
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pytest
from command_runs import process_env
from forked import run_and_end

pexpect: Any = pytest.importorskip("pexpect", reason="needs pexpect, to sit at a terminal (the extra `test`)")
pyte: Any = pytest.importorskip("pyte", reason="needs pyte, to see a terminal's screen (the extra `test`)")
if not hasattr(pexpect, "spawn"):
    pytest.skip("this platform has no pseudo-terminals, at which a person could sit", allow_module_level=True)

_QUIET = 0.0 if sys.platform == "linux" else 0.03
"""When a program that waits has written nothing for so long (seconds), the screen is drawn."""
PATIENCE = 30.0
"""Seconds until something that should appear on a screen is missed; nothing here takes so long."""
CTRL_U = "\x15"
ESCAPE, CTRL_C, CTRL_D, CTRL_Z, F1, UP, DOWN, TAB = "\x1b", "\x03", "\x04", "\x1a", "\x1bOP", "\x1b[A", "\x1b[B", "\t"
PAGE_DOWN, PAGE_UP = "\x1b[6~", "\x1b[5~"
PLAYERS = ("anna", "ben", "cleo", "dora")


class Terminal:
    """`mjlog …` in a terminal of so many rows and columns.

    The program is not started `anew`, unless that is asked for: the process is split off from the tests.
    `screen` is what a person sees; `wait` returns as soon as something is true of it.
    """

    def __init__(
        self, *args: str | Path, rows: int = 24, columns: int = 80, home: Path, anew: bool = False, **env: str
    ) -> None:
        self._screen = pyte.Screen(columns, rows)
        self._screen.write_process_input = self._answer
        self._stream = pyte.ByteStream(self._screen)
        # Lines typed before are kept in the home of the test, not of the person who runs it.
        folders = {"HOME": str(home), "XDG_STATE_HOME": str(home / "state"), "XDG_DATA_HOME": str(home / "data")}
        environment = process_env(**{"TERM": "xterm-256color", **folders, **env})
        words = [*(["-m", "mjlog_cli"] if anew else []), *map(str, args)]
        # Whatever would be carried out there is done by the process itself, which has imported the program already.
        self.child = pexpect.spawn(
            sys.executable, words, dimensions=(rows, columns), env=environment,
            preexec_fn=None if anew else lambda: run_and_end(words, environment),
        )  # fmt: skip
        self.child.delaybeforesend = None
        self.child.ptyproc.delayafterclose = self.child.ptyproc.delayafterterminate = 0.01
        self.seen = b""
        """Everything that the program has written."""
        self._drawn: tuple[int, ...] = ()
        self._lines: list[str] = []

    # -- looking -------------------------------------------------------------------------------

    @property
    def lines(self) -> list[str]:
        """The lines of the screen, without blanks at their ends."""
        drawn = (len(self.seen), self._screen.lines, self._screen.columns)
        if drawn != self._drawn:
            # They are looked at far more often than anything is written.
            self._drawn, self._lines = drawn, [line.rstrip() for line in self._screen.display]
        return self._lines

    @property
    def screen(self) -> str:
        """The screen as text."""
        return "\n".join(self.lines)

    @property
    def typed(self) -> str:
        """What stands in the line to type in, with its prompt."""
        return next((line for line in reversed(self.lines) if line), "")

    def look(self, seconds: float = 0.02) -> bool:
        """Take in what has been written; whether the program still runs."""
        try:
            data = self.child.read_nonblocking(65536, timeout=seconds)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.seen += data
        self._stream.feed(data)
        return True

    def _answer(self, said: str) -> None:
        """Tell the program what it asked its terminal: where the cursor is. Every real one answers."""
        self.child.send(said)

    def wait(self, wanted: str | Callable[[], bool], patience: float = PATIENCE) -> str:
        """Look until a text (blanks and line ends count as one blank) is on the screen, or something is true of it."""
        is_there = wanted if callable(wanted) else lambda: _flat(wanted) in _flat(self.screen)
        end = time.monotonic() + patience
        runs = True
        while not (is_there() and self.is_whole() and is_there()):
            if not runs or time.monotonic() > end:
                raise AssertionError(f"{wanted!r} is not on the screen{'' if runs else ' (ended)'}:\n{self.screen}")
            runs = self.look()
        return self.screen

    def is_whole(self) -> bool:
        """Whether everything is drawn: the program waits for keys or time, and what it wrote is taken in.

        A screen that is half drawn can show numbers that nobody wrote: a 20 over a 19 is a 29 for a moment.
        """
        before = len(self.seen)
        return self._waits() and (not self.look(_QUIET) or before == len(self.seen))

    def _waits(self) -> bool:
        process = Path(f"/proc/{self.child.pid}")
        try:
            keyboard = os.open(process / "fd" / "0", os.O_RDONLY | os.O_NOCTTY)
            try:
                # Asked for keys, the terminal hands over those that are on their way.
                has_keys = bool(select.select([keyboard], [], [], 0)[0])
            finally:
                os.close(keyboard)
            return not has_keys and (process / "stat").read_text().rpartition(") ")[2].startswith("S")
        except OSError:
            return True  # it has ended, or this is not Linux

    def wait_gone(self, text: str) -> str:
        """Look until a text is no more on the screen."""
        return self.wait(lambda: _flat(text) not in _flat(self.screen))

    # -- typing --------------------------------------------------------------------------------

    def keys(self, keys: str | bytes) -> None:
        """Press keys; long texts in pieces, as a terminal takes them in."""
        raw = keys.encode() if isinstance(keys, str) else keys
        for at in range(0, len(raw), 512):
            self.child.send(raw[at : at + 512])
            self.look(0)

    def enter(self, text: str = "", until: str | Callable[[], bool] | None = None) -> str:
        """Type a line and Enter; with `until`, look until that is there."""
        self.keys(text + "\r")
        return self.screen if until is None else self.wait(until)

    def act(self, text: str) -> str:
        """Type a line, see it stand there, press Enter, and see it gone or asked about."""
        self.type(text, lambda: self.typed.endswith(text))
        self.keys("\r")
        return self.wait(lambda: not self.typed.endswith(text))

    def type(self, text: str, until: str | Callable[[], bool]) -> str:
        """Type without Enter, and look until something is there."""
        self.keys(text)
        return self.wait(until)

    # -- the terminal itself -------------------------------------------------------------------

    def resize(self, rows: int, columns: int) -> None:
        """The window is drawn larger or smaller."""
        self._screen.resize(rows, columns)
        self.child.setwinsize(rows, columns)

    def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        """A signal, and the end that it brings."""
        self.child.kill(how)
        self.ended()

    def hang_up(self) -> None:
        """The terminal is gone: a closed window, a connection that is lost."""
        self.child.ptyproc.fileobj.close()
        with contextlib.suppress(ChildProcessError):
            os.waitpid(self.child.pid, 0)

    def ended(self) -> int:
        """Look until the program has ended; its exit status, or minus the signal that ended it."""
        self.wait(lambda: not self.look() and not self.child.isalive())
        status = self.child.exitstatus
        return status if status is not None else -(self.child.signalstatus or 0)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with contextlib.suppress(OSError, pexpect.ExceptionPexpect):
            self.child.close(force=True)
        assert b"Traceback" not in self.seen, self.seen.decode(errors="replace")


def _flat(text: str) -> str:
    return re.sub(r"\s+", " ", text)


def named(*players: str) -> list[str]:
    """Players on a command line."""
    return [word for player in players or PLAYERS for word in ("--player", player)]
