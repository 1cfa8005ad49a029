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
_SURE_AFTER = 2.0
"""Seconds after which it can be told how long the rest takes."""


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
        self.is_shown = sys.stderr.isatty()
        self._last = 0.0
        self._has_line = False

    def show(self, text: str) -> None:
        """Says how far it is, at most ten times a second."""
        now = time.monotonic()
        if not self.is_shown or now - self._last < _SECONDS:
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


class Pace:
    """How fast a known number of pieces is being worked off. `begun`: when it began, in seconds of a steady clock."""

    def __init__(self, total: int, what: str, begun: float | None = None) -> None:
        self.total, self.what = total, what
        self._begun = time.monotonic() if begun is None else begun

    def words(self, done: int, games: int, now: float | None = None) -> str:
        """How far it is, how fast, and how long the rest will take at this pace.

        >>> Pace(1000, "files", begun=0.0).words(250, 250, now=10.0)
        '250 of 1,000 files (25%), 25 games/s, about 30 s left'
        """
        spent = (time.monotonic() if now is None else now) - self._begun
        share = f" ({100 * done // self.total}%)" if self.total else ""
        text = f"{done:,} of {self.total:,} {self.what}{share}"
        if spent < _SURE_AFTER or not done:
            return text
        left = spent / done * max(0, self.total - done)
        return f"{text}, {games / spent:,.0f} games/s, about {_duration(left)} left"


def _duration(seconds: float) -> str:
    """A time to wait, no more exact than it can be known.

    >>> _duration(30), _duration(200), _duration(9000)
    ('30 s', '4 min', '2 h 30 min')
    """
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = -(-int(seconds) // 60)
    return f"{minutes} min" if minutes < 120 else f"{minutes // 60} h {minutes % 60} min"
