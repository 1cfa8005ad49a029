"""The middle of the table: round and hand, tiles left, dice as they lie, and in the end how it came out."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from mjlog.text import counted, points, shown
from mjlog.viewer.drawing.pen import SHAPE, Canvas, box, fitted, smaller, text, tile
from mjlog.viewer.faces import BACK, symbol_id
from mjlog.views.board import Board, DiceView
from mjlog.views.naming import seat_name
from mjlog.views.riichi_view import RiichiView

FOR = {"break-wall": "wall", "break-stack": "stack"}
"""What a throw is for, in one word."""
_PIPS = {
    1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)), 4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)), 6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}  # fmt: skip


def dice_markup(throws: Sequence[DiceView], size: float, letters: float) -> str:
    """All throws side by side, each with what it was thrown for."""
    widths = [_faces(throw) * size * 1.12 for throw in throws]
    between = max(size * 0.55, letters)
    along = -(sum(widths) + between * (len(throws) - 1)) / 2
    parts = []
    for throw, width in zip(throws, widths, strict=True):
        parts.append(f'<g transform="translate({along + width / 2:.1f} 0)">{_throw(throw, size, letters)}</g>')
        along += width + between
    return "".join(parts)


def _faces(throw: DiceView) -> int:
    return len(throw.dice) or 1


@functools.lru_cache(maxsize=256)
def _throw(throw: DiceView, size: float, letters: float) -> str:
    label = text(FOR.get(throw.purpose, throw.purpose), 0, size / 2 + letters * 0.95, letters, "soft")
    if not throw.dice:
        return text(str(throw.total), 0, round(size * 0.36, 1), size, "strong") + label
    step = size * 1.12
    places = [(at - (len(throw.dice) - 1) / 2) * step for at in range(len(throw.dice))]
    return "".join(_die(number, x, size) for number, x in zip(throw.dice, places, strict=True)) + label


def _die(number: int, x: float, size: float) -> str:
    """One die; the one and the four are red, as on Chinese dice."""
    look = "pip red" if number in (1, 4) else "pip"
    radius = size * (0.15 if number == 1 else 0.095)
    step = size * 0.26
    pips = "".join(
        f'<circle class="{look}" cx="{x + across * step:.2f}" cy="{down * step:.2f}" r="{radius:.2f}"/>'
        for across, down in _PIPS.get(number, ())
    )
    return box("die", size, size, size * 0.2, x) + pips


_LONGEST_LINE = 40


def has_begun(board: Board) -> bool:
    """Whether a hand is on the table: before the first one there is nothing to be said of it."""
    return board.hand > 0


def round_words(board: Board) -> str:
    """The prevailing wind; by a card there are no rounds."""
    if not has_begun(board):
        return "No hand yet"
    return f"{seat_name(board.round)} round" if board.family.has_round_winds else f"Hand {board.hand}"


def hand_words(board: Board) -> str:
    """The number of the hand, where it is not said already."""
    if not board.family.has_round_winds or not has_begun(board):
        return ""
    return f"hand {board.hand}"


def repeats_words(board: Board) -> str:
    """How often the deal has been repeated."""
    repeats = board.riichi.repeats if board.riichi else None
    return counted(repeats, "repeat") if repeats else ""


def says_left(board: Board) -> bool:
    """Whether it can be told how many tiles are left."""
    return has_begun(board) and board.depth != "result"


def left_words(board: Board) -> str:
    """How many tiles can still be drawn, about as many where that is not sure."""
    return f"{'' if board.wall.sure else '~'}{board.wall.live}"


def tiles_left(board: Board) -> str:
    """What is said behind how many."""
    return "tile left" if left_words(board) == "1" else "tiles left"


def stakes_words(board: Board) -> str:
    """What lies on the table for the winner."""
    return "" if not board.riichi or not board.riichi.pot else f"pot {points(board.riichi.pot)}"


def dead_words(board: Board) -> str:
    """How many tiles stand in the dead wall."""
    return f"{board.wall.dead} in the dead wall" if board.wall.dead else ""


def outcome(board: Board) -> list[str]:
    """How the hand came out, in up to three short lines."""
    if board.winner is None:
        return board.outcome
    lines = [board.won_by]
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


def put_indicators(canvas: Canvas, riichi: RiichiView, sprites: str, at: tuple[float, float], width: float) -> None:
    """Dora indicators in a row whose middle is at a place, those that are not turned face down; under them the others.

    One pair a place, as they lie in the dead wall.
    """
    for row, tiles in enumerate((riichi.indicators, riichi.under)):
        for place in range(riichi.places if not row else len(tiles)):
            symbol = symbol_id(tiles[place].face) if place < len(tiles) else BACK
            x = at[0] + (place - (riichi.places - 1) / 2) * (width + 1)
            canvas.put(f"i.{row}.{place}", (x, at[1] + row * (width * SHAPE + 1)), tile(sprites, symbol, width))


def lines_markup(lines: list[tuple[str, float, str]], room: float, gap: float = 1.25) -> str:
    """Lines of text round the origin, each with its size and look, smaller or cut where there is too little room."""
    lines = [(words, smaller([words], room, size, min(size, 22)), look) for words, size, look in lines]
    height = sum(size * gap for _, size, _ in lines)
    y = -height / 2
    parts = []
    for words, size, look in lines:
        y += size * gap
        parts.append(text(fitted(words, room, size), 0, round(y - size * (gap - 0.85), 1), size, look))
    return "".join(parts)
