"""The table for a terminal: seats round the table, the wall in the middle, in so many columns."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

from mjlog.seats import Seat
from mjlog.text import shown
from mjlog.tiles import CODES, UNICODE, UNKNOWN
from mjlog.views.board import Board, SeatView, SetView

_NARROW = 72


def text_table(board: Board, unicode: bool = False, width: int = 80) -> str:
    """The board as lines of text: West above, North left, South right, East below, or whoever looks below."""
    bottom = board.sight if isinstance(board.sight, Seat) else Seat.E
    order = (bottom, bottom.right, bottom.right.right, bottom.left)
    if width < _NARROW:
        parts = [_seat_lines(board, seat, unicode, width) for seat in order]
        return _join([_middle(board, unicode, width), *filter(None, parts)])
    below, above = (_seat_lines(board, seat, unicode, width) for seat in (order[0], order[2]))
    third = (width - 4) // 3
    widths = (third, width - 4 - 2 * third, third)
    columns = [
        _seat_lines(board, order[3], unicode, third),
        _middle(board, unicode, widths[1]),
        _seat_lines(board, order[1], unicode, third),
    ]
    return _join(filter(None, [above, _beside(columns, widths), below]))


def _join(parts: Iterable[Sequence[str]]) -> str:
    return "\n\n".join("\n".join(line.rstrip() for line in part) for part in parts) + "\n"


def _beside(columns: Sequence[Sequence[str]], widths: Sequence[int]) -> list[str]:
    height = max(map(len, columns))
    # Where nobody sits there is no column.
    cells = [
        [line.ljust(size) for line in (*column, *[""] * (height - len(column)))]
        for column, size in zip(columns, widths, strict=True)
        if column
    ]
    return ["  ".join(row) for row in zip(*cells, strict=True)]


def _seat_lines(board: Board, seat: Seat, unicode: bool, width: int) -> list[str]:
    view = board.seat(seat)
    if view.is_empty:
        return []
    lines = _wrapped([_heading(board, view)], width, "")
    hand = [_face(kind, unicode) for kind in view.concealed if kind != UNKNOWN]
    backs = view.concealed.count(UNKNOWN)
    if backs:
        hand.append(f"{_face(UNKNOWN, unicode)}x{backs}")
    lines += _wrapped(hand, width, "  hand ") if hand else []
    lines += _wrapped([_set_text(laid, unicode) for laid in view.sets], width, "  sets ") if view.sets else []
    lines += _wrapped([_face(kind, unicode) for kind in view.bonus], width, "  bonus ") if view.bonus else []
    thrown = [_discard_text(one.kind, one.claimed_by, one.is_latest, unicode) for one in view.discards]
    return lines + (_wrapped(thrown, width, "  out  ") if thrown else [])


def _heading(board: Board, view: SeatView) -> str:
    parts = [f"{'>' if view.is_turn else ' '} {view.seat.wind_name.upper()}"]
    if view.handle is not None:
        parts.append(shown(view.handle, 24))
    if view.total is not None:
        parts.append(f"{view.total:+d}" if view.total else "0")
    if board.winner is view.seat:
        parts.append("WINS")
    if view.is_calling:
        parts.append("calling")
    if view.claims:
        parts.append(f"claims {view.claims}")
    return " ".join(parts)


def _face(kind: int, unicode: bool) -> str:
    return UNICODE[kind] if unicode else CODES[kind]


def _set_text(laid: SetView, unicode: bool) -> str:
    between = " " if unicode else "-"
    tiles = between.join(_set_tile(one.kind, one.turned, one.down, unicode) for one in laid.tiles)
    source = f" {laid.claimed_from.value}" if laid.claimed_from is not None else ""
    return f"[{tiles}{source}]".replace(" ", "\u00a0")


def _set_tile(kind: int, turned: bool, down: bool, unicode: bool) -> str:
    face = _face(UNKNOWN if down and unicode else kind, unicode)
    return f"({face})" if turned else face


def _discard_text(kind: int, claimed_by: Seat | None, is_latest: bool, unicode: bool) -> str:
    face = _face(kind, unicode)
    mark = f"^{claimed_by.value}" if claimed_by is not None else "*" if is_latest else ""
    return face + mark


def _wrapped(words: Sequence[str], width: int, label: str) -> list[str]:
    text = " ".join(words)
    indent = " " * len(label)
    lines = textwrap.wrap(text, max(width, 20), initial_indent=label, subsequent_indent=indent, break_on_hyphens=False)
    return [line.replace("\u00a0", " ") for line in lines]


def _middle(board: Board, unicode: bool, width: int) -> list[str]:
    lines = [f"hand {board.hand}, {board.round} round"]
    wall = board.wall
    about = "" if wall.sure else "about "
    lines.append(f"wall {about}{wall.live} live, {wall.dead} dead" if board.depth != "result" else "wall not recorded")
    if wall.broken is not None:
        lines.append(f"broken at {wall.broken.wall}'s stack {wall.broken.stack}")
    if board.latest is not None and board.latest_by is not None:
        lines.append(f"last out: {_face(board.latest.kind, unicode)} by {board.latest_by}")
    lines += _state_lines(board, unicode)
    return [part for line in lines for part in _wrapped([line], width, "")]


def _state_lines(board: Board, unicode: bool) -> list[str]:
    if board.winner is not None:
        tile = f" on {_face(board.won_on, unicode)}" if board.won_on is not None else ""
        source = f" from {board.won_from}" if board.won_from is not None else ""
        return [f"{board.winner} wins{tile}{source}"]
    if board.is_washout:
        return ["wash-out"]
    due = board.due if board.due == "nothing" or board.turn is None else f"{board.due}: {board.turn}"
    return [f"due: {due}"] if due != "nothing" else []
