"""Name plates: who sits there, what stands to the player's account, what the player is doing."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import NamedTuple

from mjlog.seats import Seat
from mjlog.text import points, shown, signed
from mjlog.viewer.drawing.pen import Canvas, box, fitted, smaller, text, width_of
from mjlog.views.board import Board, BoardSeat

_LONGEST_NAME = 60
_PADDING, _BETWEEN, _APART = 0.8, 0.35, 1.3
"""Room inside a badge and between badges, in parts of the size of its letters."""
_DEAD_FOR = {
    "count": "dead: tile count", "exposure": "dead: exposure", "false-mahjong": "dead: false mahjong",
    "call": "dead: wrong call", "other": "dead",
}  # fmt: skip
Badge = tuple[str, str]
"""Words, and the look that tells how they are meant."""


def name_of(view: BoardSeat) -> str:
    """The player's name as it may be shown."""
    return shown(view.player or "nobody", _LONGEST_NAME)


def account(view: BoardSeat) -> str:
    """What a player has: chips where they are counted, otherwise the running total."""
    if view.chips is not None:
        return f"{points(view.chips)} chips"
    return "" if view.total is None else points(view.total)


def change_of(view: BoardSeat) -> tuple[str, str]:
    """What the hand changed, or before that what was announced for it; with its look."""
    if view.change is not None:
        return signed(view.change), "plus" if view.change > 0 else "minus" if view.change < 0 else "quiet"
    return ("", "quiet") if view.score is None else (f"score {view.score}", "quiet")


def badges(board: Board, view: BoardSeat) -> list[Badge]:
    """What is to be said of a player, the weightiest first."""
    said: list[Badge] = []
    if view.dead:
        said.append((_DEAD_FOR[view.dead], "bad"))
    if view.seat in board.winners:
        said.append(("mahjong", "win"))
    if view.seat is board.false_by and not view.dead:
        said.append(("false mahjong", "bad"))
    if view.claims:
        said.append((view.claims, "act"))
    elif view.is_turn and not board.is_decided:
        said.append(("to act", "act"))
    if view.is_calling:
        said.append(("calling", "calm"))
    if view.riichi and view.riichi.declared:
        said.append(("double riichi" if view.riichi.double else "riichi", "calm"))
    if view.riichi and view.riichi.furiten:
        said.append(("furiten", "bad"))
    if view.tiles_due is not None:
        said.append((f"{view.tiles} tiles, not {view.tiles_due}", "bad"))
    return said


def look_of(board: Board, view: BoardSeat) -> str:
    """The look of a plate."""
    if view.seat in board.winners:
        return "plate win"
    if view.dead:
        return "plate fallen"
    return "plate turn" if view.is_turn else "plate"


@functools.lru_cache(maxsize=512)
def _badges_markup(said: tuple[Badge, ...], start: float, end: float, size: float) -> str:
    """Badges side by side up to a place: the last one cut, or left out, where there is no room."""
    parts: list[str] = []
    for words, look in said:
        words = fitted(words, end - start - size * _PADDING, size)
        width = round(width_of(words, size) + size * _PADDING, 1)
        if len(words) < 4 or width > end - start + 0.1:
            break
        x = round(end - width, 1)
        middle = round(x + width / 2, 1)
        parts.append(box(f"badge {look}", width, size * 1.3, size * 0.4, middle))
        parts.append(text(words, middle, size * 0.35, size, f"said {look}"))
        end = x - size * _BETWEEN
    return "".join(parts)


def bubble_markup(words: str, size: float, turn: int) -> tuple[str, float, float]:
    """What a player calls, in a bubble with its tip towards the player; how wide and how high it is."""
    wide, high = round(width_of(words, size) + size * 1.2, 1), round(size * 1.4, 1)
    tip = (high if turn % 180 == 0 else wide) / 2
    markup = (
        f'<path class="call" d="M-10 {tip - 2:g}L0 {tip + 9:g} 10 {tip - 2:g}Z" transform="rotate({turn})"/>'
        + box("call", wide, high, high / 2) + text(words, 0, round(size * 0.35, 1), size, "said act")
    )  # fmt: skip
    return markup, wide, high


def _badges_room(said: Sequence[Badge], size: float) -> float:
    """How much room badges take up side by side."""
    return sum(width_of(words, size) + size * (_PADDING + _BETWEEN) for words, _ in said)


class PlateSize(NamedTuple):
    """A name plate: how long and high it is, how large the name is and the other words are, where they begin."""

    length: float
    high: float
    name: float
    least: float
    first: float = 0


def put_plate(
    canvas: Canvas, board: Board, view: BoardSeat, at: tuple[float, float], turn: int, size: PlateSize
) -> None:
    """One line from a place on: wind, name, what the player has, what the hand changed; at its end what is said.

    A long name is somewhat smaller, and cut where that does not help.
    """
    letter, (length, high, name_size, least, first) = view.seat.value, size
    said, name = tuple(badges(board, view)), name_of(view)
    total, (change, look) = account(view), change_of(view)
    asked = min(_badges_room(said, least), (length - first) / 2)
    money = sum(width_of(words, least) + least * _APART for words in (total, change) if words)
    room = max(length - first - 2 * high - money - asked, (length - first) / 6)
    large = smaller([name], room, name_size, least)
    name = fitted(name, room, large)
    start = round(first + high * 1.6 + width_of(name, large), 1)
    end = round(min(start + money - least * _APART, length - high / 4 - asked), 1)
    numbers = smaller([one for one in (total, change) if one], end - start, least, least * 0.6)
    down = round(least * 0.36, 1)
    named = text(name, first + high * 1.25, down, large, "name", "start")
    paid = text(change, end, down, numbers, look, "end") if change else ""
    canvas.put(f"plate.{letter}", at, box(look_of(board, view), length, high, high * 0.2, length / 2), turn)
    canvas.put(f"name.{letter}", at, _wind(view.seat, first, high, least) + named, turn)
    canvas.put(f"total.{letter}", at, text(total, start, down, numbers, "total", "start") + paid, turn)
    canvas.put(f"badges.{letter}", at, _badges_markup(said, end + high / 4, length - 1, least), turn)


@functools.cache
def _wind(seat: Seat, x: float, high: float, size: float) -> str:
    """The letter of a seat; East's is red."""
    letter = text(seat.value, x + high / 2, round(size * 0.36, 1), size, "wind-letter")
    return box("wind east" if seat is Seat.E else "wind", high, high, high * 0.2, x + high / 2) + letter
