"""A board as few numbers and words, from which a browser draws it: `static/draw.js` does what `layouts.py` does.

What is in a picture is told here once, for both layouts; where it lies is known there. A value has a name, so that a
step tells what has changed. Tiles are told by the ids of their symbols.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from mjlog.log.sight import sees_hand
from mjlog.seats import SEATS, Seat
from mjlog.tiles import Tile
from mjlog.viewer.drawing import parts
from mjlog.viewer.drawing.parts import account, badges, change_of, in_order, look_of, stacks_of
from mjlog.viewer.drawing.scene import letter_width
from mjlog.viewer.faces import BACK, symbol_id
from mjlog.views.board import Board, BoardSeat, DiscardView
from mjlog.views.board_parts import SetTile, Stack

Numbers = dict[str, Any]
"""Values for JSON, by name."""


def numbers_of(board: Board, call: tuple[Seat, str] | None, before: Board | None = None) -> Numbers:
    """What is to be drawn of a board. `call`: who says what at this moment.

    Tiles that lie as on the board `before` are left out.
    """
    found = _middle(board)
    if before is None or before.wall.stacks != board.wall.stacks or not board.wall.stacks:
        found |= {f"wall.{seat.value}": "" for seat in SEATS}
        found |= {f"wall.{seat.value}": "".join(map(_stack, side)) for seat, side in stacks_of(board.wall)}
    for view in board.playing:
        letter = view.seat.value
        found |= {f"{letter}.{name}": value for name, value in _plate(board, view, call)}
        if before is None or before.seat(view.seat) != view or before.line != board.line:
            found |= {f"{letter}.{name}": value for name, value in _tiles(board, view)}
    return found


def _plate(board: Board, view: BoardSeat, call: tuple[Seat, str] | None) -> Iterator[tuple[str, Any]]:
    yield "name", board.named(view.seat)
    yield "look", look_of(board, view)
    yield "money", [account(view), *change_of(view)]
    yield "badges", badges(board, view)
    yield "lit", view.is_turn and not board.is_decided
    yield "says", (view.claims or (call[1] if call is not None and call[0] is view.seat else "")).capitalize()


def _tiles(board: Board, view: BoardSeat) -> Iterator[tuple[str, Any]]:
    tiles, drawn = in_order(board, view)
    is_seen = sees_hand(board.sight, view.seat) or view.shown
    yield "hand", _symbols(tiles, is_seen)
    yield "drawn", drawn
    yield "off", bool(view.dead)
    yield "sets", [[laid.seq, *map(_of_set, laid.lying)] for laid in view.sets]
    yield "bonus", _symbols(view.bonus)
    yield "out", [_discard(one, at == view.latest) for at, one in enumerate(view.discards)]
    yield "riichi", 0 if not view.riichi else 2 if view.riichi.stands else 1


def _symbols(tiles: Iterable[Tile], is_seen: bool = True) -> str:
    return " ".join([symbol_id(one.face, is_seen) for one in tiles])


def _of_set(one: SetTile) -> list[Any]:
    """A tile of a set, whether it lies across, and what a joker stands for."""
    meant = "" if one.stands_for is None or one.down else symbol_id(one.stands_for.face)
    return [BACK if one.down else symbol_id(one.tile.face), int(one.turned), meant]


def _discard(one: DiscardView, is_latest: bool) -> list[Any]:
    """A discard, its event, who took it; 1: the latest, 2: it can be claimed, 4: riichi was declared with it."""
    taker = "" if one.claimed_by is None else one.claimed_by.value
    return [symbol_id(one.tile.face), one.seq, taker, is_latest + 2 * one.is_open + 4 * bool(one.riichi)]


def _middle(board: Board) -> Numbers:
    riichi, passing = board.riichi, board.charleston
    return {
        "sides": "".join([seat.value for seat in board.sides]),
        "round": parts.round_words(board),
        "counts": parts.says_left(board),
        "left": parts.left_words(board),
        "dead": parts.dead_words(board),
        "stakes": parts.stakes_words(board),
        "outcome": parts.outcome(board),
        "decided": board.is_decided,
        "passing": parts.passing_lines(board),
        "dice": [[parts.FOR.get(one.purpose, one.purpose), one.total, one.dice] for one in board.dice],
        "wild": symbol_id(board.wild.face) if board.wild else "",
        "won": "" if board.won_on is None else symbol_id(board.won_on.face),
        "turned": None if not riichi else [_symbols(riichi.indicators), _symbols(riichi.under), riichi.places],
        "parcels": [
            [one.giver.value, one.taker.value, board.named(one.taker), _symbols(one.tiles, is_seen=False), one.blind]
            for one in (passing.parcels if passing is not None else ())
        ],
        "break": [board.wall.broken.wall.value, board.wall.mark] if board.wall.broken and board.wall.stacks else None,
    }


def _stack(stack: Stack) -> str:
    """A letter: its tiles, three more where it is dead, six where an indicator was turned, twelve for each on top."""
    return chr(65 + stack.tiles + 3 * stack.dead + 6 * (stack.indicator is not None) + 12 * stack.loose)


def widths_in(values: Iterable[Any]) -> dict[str, float]:
    """How wide the letters are that stand in these values, in parts of their size."""
    letters = set[str]()
    for value in values:
        if isinstance(value, str):
            letters |= set(value)
        elif isinstance(value, list | tuple):
            letters |= widths_in(value).keys()
    return {letter: letter_width(letter) for letter in sorted(letters)}
