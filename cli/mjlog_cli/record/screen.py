"""The screen in so many columns and rows: the table above, the latest events below, as styled text."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from mjlog.findings import Finding
from mjlog.recording.draft import Said
from mjlog.recording.ending import end_of_hand
from mjlog.recording.session import RecordingSession
from mjlog.text import shown
from mjlog.views.board import board
from mjlog_cli.record.table_view import Fragment, Line, plain, table_lines

_EVENTS = 3
"""Lines of the latest events, at least, where the screen is not tiny."""
_TINY = 8


def screen(session: RecordingSession, width: int, height: int) -> list[Line]:
    """The table above, what was typed last below, in so many lines at most."""
    lines = [] if height < _TINY else [title(session, width)]
    rule: list[Line] = [] if height < _TINY else [[("class:rule", "─" * width)]]
    wanted = 0 if height < _TINY else _EVENTS
    ending = ending_lines(session, width, most=max(wanted, height // 2))
    room = height - len(lines) - len(rule) - max(wanted, len(ending) + min(2, height // 10))
    lines += [*_table(session, width, room), *rule]
    return [*lines, *last_lines(session, width, height - len(lines), ending)][:height]


def title(session: RecordingSession, width: int) -> Line:
    """The game, where it is played, and how much of it is confirmed."""
    start = session.recorder.replay.frame.start
    parts = [shown(session.game, 24), session.recorder.replay.rules.ruleset.id]
    parts += [shown(part, 16) for part in (start.place, start.table) if part] if start is not None else []
    pencil = len(session.pencil)
    right = f"{pencil} in pencil" if pencil else "all confirmed"
    left = " · ".join(parts)[: max(0, width - len(right) - 3)]
    return [("class:title", f" {left}{' ' * max(1, width - len(left) - len(right) - 2)}{right} ")]


def _table(session: RecordingSession, width: int, room: int) -> list[Line]:
    seen = board(session.table, "open")
    if not seen.hand:
        # Who plays, and what to type
        start = session.recorder.replay.frame.start
        players = ", ".join(shown(handle, 24) for handle in start.players) if start is not None else ""
        said = "no hand has begun: `hand table` begins one, ? lists what can be typed"
        return [[("", part)] for text in (players, said) if text for part in wrapped(text, width - 1, " ")]
    return table_lines(seen, width, room, session.table.totals, is_over=bool(session.table.standing.ended))


# -- below: what was typed, what the rules say ------------------------------------------------------------------------


def ending_lines(session: RecordingSession, width: int, most: int) -> list[Line]:
    """At the end of a hand what it is worth: item by item where that takes no more than so many lines."""
    for in_full in (True, False):
        texts = end_of_hand(session.recorder.replay, in_full)
        lines: list[Line] = [[("class:summary", part)] for text in texts for part in wrapped(text, width, " ")]
        if len(lines) <= most:
            return lines
    return [*lines[: most - 1], lines[-1]]


def last_lines(session: RecordingSession, width: int, room: int, ending: Sequence[Line]) -> list[Line]:
    """The latest events, the last below, and the end of the hand."""
    keep = max(0, room - len(ending))
    lines = events_in_words(session, width, keep)
    return [*lines[max(0, len(lines) - keep) :], *ending]


def events_in_words(session: RecordingSession, width: int, most: int | None = None) -> list[Line]:
    """The events of the hand, each with its number; those in pencil are marked. `most`: so many lines are enough."""
    lines: list[Line] = []
    pencil = {id(step) for step in session.pencil}
    mended = session.recorder.corrected_by()
    for step in reversed(session.steps):
        mark, style = ("~", "class:pencil") if id(step) in pencil else (" ", "class:ink")
        for one in reversed(step.said):
            lines = [*event_lines(one, width, mark, style, mended.get(one.event.seq)), *lines]
        if most is not None and len(lines) >= most:
            break
    return lines


def event_lines(
    one: Said, width: int, mark: str = " ", style: str = "class:ink", mended: int | None = None
) -> list[Line]:
    """An event with its number, and what the rules say of it. `mended`: the seq of what corrects it."""
    lines: list[Line] = []
    indent = 7 if width > 2 * _NARROW else 1
    said = one.words if mended is None else f"{one.words} (corrected by {mended})"
    for number, part in enumerate(wrapped(said, width - 7, "")):
        seq = f"{mark}{one.event.seq:>5} " if not number else " " * 7
        lines.append([("class:seq", seq), (style, part)])
    return [*lines, *(line for finding in one.findings for line in finding_lines(finding, width, indent))]


_NARROW = 20


def finding_lines(finding: Finding, width: int, indent: int = 7) -> list[Line]:
    """A finding, in as many lines as it takes."""
    rule = f" [{finding.rule}]" if finding.rule else ""
    text = f"{finding.severity} {finding.code}: {shown(finding.message, 300)}{rule}"
    return [[(f"class:{finding.severity}", part)] for part in wrapped(text, width, " " * indent)]


def wrapped(text: str, width: int, indent: str) -> Sequence[str]:
    """A text in lines of so many columns."""
    width = max(len(indent) + 8, width)
    lines = textwrap.wrap(text, width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)
    return lines or [""]


__all__ = [
    "Fragment", "Line", "event_lines", "events_in_words", "finding_lines", "last_lines", "plain", "screen", "title",
    "wrapped",
]  # fmt: skip
