"""What is said in the middle of the table: round and hand, tiles left, dice, and in the end how it came out."""

from __future__ import annotations

from mjlog.text import shown
from mjlog.viewer.drawing.lettering import fitted, text
from mjlog.views.board import Board
from mjlog.views.naming import seat_name

_LONGEST_LINE = 40


def has_begun(board: Board) -> bool:
    """Whether a hand is on the table: before the first one there is nothing to be said of it."""
    return board.hand > 0


def round_words(board: Board) -> str:
    """The prevailing wind; by a card there are no rounds."""
    if not has_begun(board):
        return "No hand yet"
    return f"Hand {board.hand}" if board.by_card else f"{seat_name(board.round)} round"


def hand_words(board: Board) -> str:
    """The number of the hand, where it is not said already."""
    return "" if board.by_card or not has_begun(board) else f"hand {board.hand}"


def says_left(board: Board) -> bool:
    """Whether it can be told how many tiles are left."""
    return has_begun(board) and board.depth != "result"


def left_words(board: Board) -> str:
    """How many tiles can still be drawn, about as many where that is not sure."""
    return f"{'' if board.wall.sure else '~'}{board.wall.live}"


def dead_words(board: Board) -> str:
    """How many tiles stand in the dead wall."""
    return f"{board.wall.dead} in the dead wall" if board.wall.dead else ""


def is_decided(board: Board) -> bool:
    """Whether it is known how the hand came out."""
    return board.winner is not None or board.is_washout


def outcome(board: Board) -> list[str]:
    """How the hand came out, in up to three short lines."""
    if board.winner is None:
        return ["wash-out"] if board.is_washout else []
    lines = [f"{seat_name(board.winner)} wins"]
    if board.won_from is not None:
        lines.append(f"from {seat_name(board.won_from)}")
    if board.line is not None:
        value = "" if board.line.value is None else f" ({board.line.value})"
        lines.append(shown(board.line.label, _LONGEST_LINE) + value)
    return lines


def passing_lines(board: Board) -> list[str]:
    """Which pass of the Charleston is made, in up to three short lines."""
    passing = board.charleston
    if passing is None:
        return []
    words = passing.words.removeprefix("the ")
    first, _, way = (words[:1].upper() + words[1:]).partition(", ")
    stopped = [] if passing.stopped is None else [f"{seat_name(passing.stopped)} refused"]
    return [first, *([way] if way else []), *stopped]


def lines_markup(lines: list[tuple[str, float, str]], room: float, gap: float = 1.25) -> str:
    """Lines of text round the origin, each with its size and look, cut to the room there is."""
    height = sum(size * gap for _, size, _ in lines)
    y = -height / 2
    parts = []
    for words, size, look in lines:
        y += size * gap
        parts.append(text(fitted(words, room, size), 0, round(y - size * (gap - 0.85), 1), size, look))
    return "".join(parts)
