"""The table on the screen, in so many columns and rows: styled text, made anew from the session each time."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from mjlog.findings import Finding
from mjlog.text import shown
from mjlog.tiles import CODES, UNKNOWN, format_tiles
from mjlog.views import Board, SeatView, board
from mjlog.views.text_table import set_text
from mjlog_cli.record.ending import end_of_hand
from mjlog_cli.record.session import Session

Fragment = tuple[str, str]
Line = list[Fragment]
"""A line of the screen: styles (names of the style sheet) and texts."""


def plain(line: Line) -> str:
    """A line without its styles."""
    return "".join(text for _style, text in line)


def screen(session: Session, width: int, height: int) -> list[Line]:
    """The table above, what was typed last below, in so many lines at most."""
    top = [title(session, width), *table_lines(session, width)]
    room = max(3, height - len(top) - 1)
    return [*top[: max(1, height - 4)], [("class:rule", "─" * width)], *last_lines(session, width, room)][:height]


def title(session: Session, width: int) -> Line:
    """The game, where it is played, and how much of it is confirmed."""
    start = session.recorder.replay.start
    parts = [shown(session.game, 24), session.recorder.replay.rules.ruleset.id]
    parts += [shown(part, 16) for part in (start.place, start.table) if part] if start is not None else []
    pencil = len(session.pencil)
    right = f"{pencil} in pencil" if pencil else "all confirmed"
    left = " · ".join(parts)[: max(0, width - len(right) - 3)]
    return [("class:title", f" {left}{' ' * max(1, width - len(left) - len(right) - 2)}{right} ")]


def table_lines(session: Session, width: int) -> list[Line]:
    """The table: what is due, and a block for each seat."""
    seen = board(session.table, "open")
    if not seen.hand:
        return [
            [
                ("", " no hand has begun: "),
                ("class:key", "hand table"),
                ("", " begins one, "),
                ("class:key", "?"),
                ("", " lists what can be typed"),
            ]
        ]
    lines = [_state(seen, width)]
    for view in seen.seats:
        if not view.is_empty:
            lines += _seat(seen, view, width)
    return lines


def _state(seen: Board, width: int) -> Line:
    parts = [f"hand {seen.hand}" + ("" if seen.by_card else f", {seen.round} round"), seen.depth]
    if seen.depth != "result" and seen.due != "the deal":
        parts.append(f"{'' if seen.wall.sure else 'about '}{seen.wall.live} left")
    if seen.latest is not None and seen.latest_by is not None:
        parts.append(f"{CODES[seen.latest.kind]} by {seen.latest_by}")
    parts.append(_due(seen))
    return [("class:state", _cut(" " + " · ".join(filter(None, parts)), width))]


_DUE = {
    "a discard": "{} to discard", "a draw or a claim": "{} to play", "a loose tile": "{} to take a loose tile",
    "the deal": "to begin",
}  # fmt: skip


def _due(seen: Board) -> str:
    if seen.winner is not None:
        return f"{seen.winner} wins"
    if seen.is_washout:
        return "wash-out"
    if seen.due == "nothing":
        return "the hand is over"
    turn = str(seen.turn) if seen.turn is not None else "somebody"
    return _DUE[seen.due].format(turn) if seen.due in _DUE else seen.due


def _seat(seen: Board, view: SeatView, width: int) -> list[Line]:
    """Seat, player, points, what lies on the table; the discards; concealed tiles as far as they are known."""
    style = "class:turn" if view.is_turn else "class:winner" if seen.winner is view.seat else "class:seat"
    mark = ">" if view.is_turn else "*" if seen.winner is view.seat else " "
    total = "?" if view.total is None else f"{view.total:+d}" if view.total else "0"
    head = f"{mark}{view.seat.value} {shown(view.handle or '', 12)} {total}"
    lines = [
        [
            (style, head.ljust(22)[: max(22, len(head))]),
            ("class:sets", _cut("  " + _laid(view), width - max(22, len(head)))),
        ]
    ]
    thrown = " ".join(
        CODES[one.kind] + ("*" if one.is_latest else "^" if one.claimed_by else "") for one in view.discards
    )
    if thrown:
        lines.append([("class:discards", "   out " + _tail(thrown, width - 7))])
    known = [kind for kind in view.concealed if kind != UNKNOWN]
    if known:
        lines.append([("class:hand", _cut(f"  hand {format_tiles(known)}", width))])
    return lines


def _laid(view: SeatView) -> str:
    parts = [set_text(laid).replace("\u00a0", " ") for laid in view.sets]
    parts += [CODES[kind] for kind in view.bonus]
    parts += [f"DEAD ({view.dead})"] if view.dead is not None else []
    parts += ["calling"] if view.is_calling else []
    parts += [f"claims {view.claims}"] if view.claims else []
    return " ".join(parts)


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: max(0, width - 1)] + "…"


def _tail(text: str, width: int) -> str:
    """The end of a text, cut at a blank."""
    if len(text) <= width:
        return text
    return "… " + text[-(width - 2) :].partition(" ")[2]


# -- below: what was typed, what the rules say ------------------------------------------------------------------------


def last_lines(session: Session, width: int, room: int) -> list[Line]:
    """The latest events, the last below; at the end of a hand what it is worth."""
    lines = events_in_words(session, width)
    summary: list[Line] = []
    for text in end_of_hand(session.recorder.replay):
        summary += [[("class:summary", part)] for part in _wrapped(text, width, " ")]
    keep = max(2, room - len(summary))
    return [*lines[-keep:], *summary][-room:]


def events_in_words(session: Session, width: int) -> list[Line]:
    """The events of the hand, each with its number; those in pencil are marked."""
    lines: list[Line] = []
    pencil = {id(step) for step in session.pencil}
    for step in session.steps:
        mark, style = ("~", "class:pencil") if id(step) in pencil else (" ", "class:ink")
        for one in step.said:
            for number, part in enumerate(_wrapped(one.words, width - 7, "")):
                seq = f"{mark}{one.event.seq:>5} " if not number else " " * 7
                lines.append([("class:seq", seq), (style, part)])
            lines += [line for finding in one.findings for line in finding_lines(finding, width)]
    return lines


def finding_lines(finding: Finding, width: int) -> list[Line]:
    """A finding, in as many lines as it takes."""
    rule = f" [{finding.rule}]" if finding.rule else ""
    text = f"{finding.severity} {finding.code}: {shown(finding.message, 300)}{rule}"
    return [[(f"class:{finding.severity}", part)] for part in _wrapped(text, width, " " * 7)]


def _wrapped(text: str, width: int, indent: str) -> Sequence[str]:
    lines = textwrap.wrap(text, max(20, width), initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)
    return lines or [""]
