"""How far a long piece of work has come, on one line of the terminal; without a terminal, nothing."""

from __future__ import annotations

import os
import sys
import time
from types import TracebackType
from typing import Self

from mjlog.text import shown

_SECONDS = 0.1
_WIDTH = 78


def _width() -> int:
    """Columns that are written: one less than a narrow terminal has, or the line would not be overwritten."""
    try:
        columns = os.get_terminal_size(sys.stderr.fileno()).columns
    except (OSError, ValueError):  # no real terminal
        return _WIDTH
    return max(1, min(_WIDTH, columns - 1)) if columns else _WIDTH


class Progress:
    """One line that is written over again and again, and is gone at the end."""

    def __init__(self) -> None:
        self._is_shown = sys.stderr.isatty()
        self._last = 0.0
        self._has_line = False

    def show(self, text: str) -> None:
        """Says how far it is, at most ten times a second."""
        now = time.monotonic()
        if not self._is_shown or now - self._last < _SECONDS:
            return
        self._last, self._has_line = now, True
        width = _width()
        sys.stderr.write(f"\r{shown(text, width):{width}}\r")
        sys.stderr.flush()

    def clear(self) -> None:
        """Takes the line away, so that something else can be written there."""
        if self._has_line:
            sys.stderr.write(f"\r{'':{_width()}}\r")
            sys.stderr.flush()
        self._has_line = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.clear()
