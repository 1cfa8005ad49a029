"""Something long that is read in the place of the table: a list of hints, a log, a score sheet."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass, field

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
