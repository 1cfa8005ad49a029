"""Name plates: who sits there, what stands to the player's account, what the player is doing."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from mjlog.text import points, shown, signed
from mjlog.viewer.drawing.pen import fitted, smaller, text, width_of
from mjlog.views.board import Board, SeatView

_LONGEST_NAME = 60
_PADDING, _BETWEEN = 0.8, 0.35
"""Room inside a badge and between badges, in parts of the size of its letters."""
_DEAD_FOR = {
    "count": "dead: tile count", "exposure": "dead: exposure", "false-mahjong": "dead: false mahjong",
    "call": "dead: wrong call", "other": "dead",
}  # fmt: skip
Badge = tuple[str, str]
"""Words, and the look that tells how they are meant."""


def name_of(view: SeatView) -> str:
    """The player's name as it may be shown."""
    return shown(view.handle or "nobody", _LONGEST_NAME)


def name_markup(
    view: SeatView, start: float, y: float, room: float, size: float, least: float
) -> tuple[str, float]:
    """The player's name, somewhat smaller where it is long, and cut where that does not help; and how long it is."""
    name = name_of(view)
    size = smaller([name], room, size, least)
    name = fitted(name, room, size)
    return text(name, start, y, size, "name", "start"), width_of(name, size)


def account(view: SeatView) -> str:
    """What a player has: chips where they are counted, otherwise the running total."""
    if view.chips is not None:
        return f"{points(view.chips)} chips"
    return "" if view.total is None else points(view.total)


def change_of(view: SeatView) -> tuple[str, str]:
    """What the hand changed, or before that what was announced for it; with its look."""
    if view.change is not None:
        return signed(view.change), "plus" if view.change > 0 else "minus" if view.change < 0 else "quiet"
    return ("", "quiet") if view.score is None else (f"score {view.score}", "quiet")


def badges(board: Board, view: SeatView) -> list[Badge]:
    """What is to be said of a player, the weightiest first."""
    said: list[Badge] = []
    if view.dead:
        said.append((_DEAD_FOR[view.dead], "bad"))
    if view.seat in board.winners:
        said.append(("mahjong", "win"))
    if view.claims:
        said.append((view.claims, "act"))
    elif view.is_turn and board.winner is None:
        said.append(("to act", "act"))
    if view.is_calling:
        said.append(("calling", "calm"))
    if view.riichi is not None and view.riichi.declared:
        said.append(("double riichi" if view.riichi.double else "riichi", "calm"))
    if view.riichi is not None and view.riichi.furiten:
        said.append(("furiten", "bad"))
    if view.tiles_due is not None:
        said.append((f"{view.tiles} tiles, not {view.tiles_due}", "bad"))
    return said


def look_of(board: Board, view: SeatView) -> str:
    """The look of a plate."""
    if view.seat in board.winners:
        return "plate win"
    if view.dead:
        return "plate fallen"
    return "plate turn" if view.is_turn else "plate"


@functools.lru_cache(maxsize=512)
def badges_markup(said: tuple[Badge, ...], room: float, size: float, from_the_right: bool = False) -> str:
    """Badges side by side from x 0 on, or up to it: the last one cut, or left out, where there is no room."""
    parts: list[str] = []
    used = 0.0
    for words, look in said:
        words = fitted(words, room - used - size * _PADDING, size)
        width = round(width_of(words, size) + size * _PADDING, 1)
        if len(words) < 4 or used + width > room + 0.1:
            break
        x = round(-used - width if from_the_right else used, 1)
        parts.append(
            f'<rect class="badge {look}" x="{x:g}" y="{-size * 0.65:.1f}" width="{width:g}" height="{size * 1.3:.1f}" '
            f'rx="{size * 0.4:.1f}"/>' + text(words, round(x + width / 2, 1), size * 0.35, size, f"said {look}")
        )
        used += width + size * _BETWEEN
    return "".join(parts)


def bubble_markup(words: str, size: float, turn: int) -> tuple[str, float, float]:
    """What a player calls, in a bubble with its tip towards the player; how wide and how high it is."""
    wide, high = round(width_of(words, size) + size * 1.2, 1), round(size * 1.4, 1)
    tip = (high if turn % 180 == 0 else wide) / 2
    return (
        f'<path class="call" d="M-10 {tip - 2:g}L0 {tip + 9:g} 10 {tip - 2:g}Z" transform="rotate({turn})"/>'
        f'<rect class="call" x="{-wide / 2:g}" y="{-high / 2:g}" width="{wide:g}" height="{high:g}" rx="{high / 2:g}"/>'
        + text(words, 0, round(size * 0.35, 1), size, "said act")
    ), wide, high


def badges_room(said: Sequence[Badge], size: float) -> float:
    """How much room badges take up side by side."""
    return sum(width_of(words, size) + size * (_PADDING + _BETWEEN) for words, _ in said)


def account_markup(view: SeatView, start: float, end: float, y: float, size: float) -> str:
    """What a player has from the left, what the hand changed up to the right; smaller numbers than any table has."""
    total, (change, look) = account(view), change_of(view)
    size = smaller([one for one in (total, change) if one], end - start, size, size * 0.6)
    return text(total, start, y, size, "total", "start") + (text(change, end, y, size, look, "end") if change else "")
