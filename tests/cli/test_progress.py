"""The line that says how far a long piece of work is: as wide as the terminal lets it be, and gone at the end."""

from __future__ import annotations

import io
import os

import pytest

from mjlog_cli.console import Progress


class _Terminal(io.StringIO):
    """A terminal of so many columns."""

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        return 2


@pytest.mark.parametrize(("columns", "width"), [(200, 78), (80, 78), (40, 39), (0, 78)])
def test_the_line_fits_the_terminal_and_is_taken_away(
    monkeypatch: pytest.MonkeyPatch, columns: int, width: int
) -> None:
    """A line that went on in the next row could not be written over."""
    terminal = _Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr(os, "get_terminal_size", lambda number: os.terminal_size((columns, 24)))
    with Progress() as progress:
        progress.show("game " * 50)
        assert {len(part) for part in terminal.getvalue().split("\r") if part} == {width}
    assert terminal.getvalue().endswith(f"\r{' ' * width}\r")


def test_what_a_name_holds_does_not_move_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = _Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr(os, "get_terminal_size", lambda number: os.terminal_size((80, 24)))
    Progress().show("evil\n\x1b[2J\rname")
    assert not set(terminal.getvalue()[1:-1]) & set("\n\r\x1b")


def test_without_a_terminal_nothing_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr("sys.stderr", stream)
    with Progress() as progress:
        progress.show("game 1")
    assert stream.getvalue() == ""
