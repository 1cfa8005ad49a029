"""Boards as plain JSON values: tiles as codes, seats as letters."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from mjlog.seats import Seat
from mjlog.tiles import CODES
from mjlog.views.board import Board, DiceView, DiscardView, SeatView
from mjlog.views.card_lines import LinesLeft, LineWon
from mjlog.views.laid import SetTile, SetView
from mjlog.views.passed import CharlestonView
from mjlog.views.sight import sight_name
from mjlog.views.walls import Stack, WallView


def board_json(board: Board) -> dict[str, Any]:
    """The board as `mjlog replay --json` and the viewer's API give it."""
    return {
        "view": sight_name(board.sight),
        "hand": board.hand,
        "round": board.round.value,
        "depth": board.depth,
        "turn": _letter(board.turn),
        "due": board.due,
        "latest": None if board.latest is None else {"seat": _letter(board.latest_by), **_discard(board.latest)},
        "winner": _letter(board.winner),
        "won_on": _code(board.won_on),
        "won_from": _letter(board.won_from),
        "washout": board.is_washout,
        "line": None if board.line is None else _line(board.line),
        "charleston": None if board.charleston is None else _charleston(board.charleston),
        "dice": [_dice(throw) for throw in board.dice],
        "wall": _wall(board.wall),
        "seats": {view.seat.value: _seat(view) for view in board.seats if view.handle is not None},
    }


def _letter(seat: Seat | None) -> str | None:
    return None if seat is None else seat.value


def _code(kind: int | None) -> str | None:
    return None if kind is None else CODES[kind]


def _codes(kinds: Iterable[int]) -> list[str]:
    return [CODES[kind] for kind in kinds]


def _seat(view: SeatView) -> dict[str, Any]:
    return {
        "player": view.handle,
        "total": view.total,
        "concealed": _codes(view.concealed),
        "drawn": _code(view.drawn),
        "sets": [_set(laid) for laid in view.sets],
        "bonus": _codes(view.bonus),
        "discards": [_discard(one) for one in view.discards],
        "calling": view.is_calling,
        "claims": view.claims,
        "shown": view.has_shown,
        "score": view.score,
        "change": view.change,
        "tiles": view.tiles,
        "tiles_due": view.tiles_due,
        "dead": view.dead,
        "chips": view.chips,
        "lines": None if view.lines is None else _lines(view.lines),
    }


def _lines(left: LinesLeft) -> dict[str, Any]:
    """The lines that exposures leave open: labels and values, never groups."""
    return {"basis": left.basis, "lines": [line._asdict() for line in left.lines]}


def _line(won: LineWon) -> dict[str, Any]:
    return {"label": won.label, "value": won.value, "groups": [_group(tiles) for tiles in won.groups]}


def _group(tiles: Iterable[SetTile]) -> dict[str, Any]:
    """A group of the hand; `stands_for` as in a set on the table, also for a group of jokers only."""
    stands_for = next((one.stands_for for one in tiles if one.stands_for is not None), None)
    return {"tiles": _codes(one.kind for one in tiles), "stands_for": _code(stands_for)}


def _charleston(view: CharlestonView) -> dict[str, Any]:
    return {
        "pass": view.name,
        "done": list(view.done),
        "passed": [
            {"from": one.giver.value, "to": one.taker.value, "tiles": _codes(one.kinds), "blind": one.blind}
            for one in view.parcels
        ],
        "waiting": [seat.value for seat in view.waiting],
        "refused_by": _letter(view.stopped),
    }


def _dice(throw: DiceView) -> dict[str, Any]:
    """A throw for the break; `dice` is empty where only their sum is known."""
    return {"purpose": throw.purpose, "seat": _letter(throw.seat), "total": throw.total, "dice": list(throw.dice)}


def _set(laid: SetView) -> dict[str, Any]:
    turned = next((at for at, one in enumerate(laid.tiles) if one.turned), None)
    return {
        "kind": laid.kind,
        "tiles": _codes(one.kind for one in laid.tiles),
        "concealed": laid.concealed,
        "origin": laid.origin,
        "from": _letter(laid.claimed_from),
        "turned": turned,
        "seq": laid.seq,
        "stands_for": _code(laid.stands_for),
    }


def _discard(one: DiscardView) -> dict[str, Any]:
    return {"tile": CODES[one.kind], "seq": one.seq, "claimed_by": _letter(one.claimed_by), "open": one.is_open}


def _stacks(wall: WallView, chosen: Callable[[Stack], bool]) -> dict[str, list[int]]:
    """Stacks by wall, numbered from 1 and from each builder's right, as `sides` has them."""
    found = {
        seat.value: [number for number, stack in enumerate(side, start=1) if chosen(stack)]
        for seat, side in zip(Seat, wall.sides, strict=False)
    }
    return {seat: numbers for seat, numbers in found.items() if numbers}


def _wall(wall: WallView) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "size": wall.size,
        "live": wall.live,
        "dead": wall.dead,
        "sure": wall.sure,
        "broken": None if wall.broken is None else {"wall": wall.broken.wall.value, "stack": wall.broken.stack},
        "sides": {seat.value: [stack.tiles for stack in side] for seat, side in zip(Seat, wall.sides, strict=False)},
        "loose_on": _stacks(wall, lambda stack: stack.loose > 0),
        "dead_stacks": _stacks(wall, lambda stack: stack.dead and stack.tiles > 0),
    }
    if wall.coming or wall.loose:
        fields |= {"coming": _codes(wall.coming), "loose": _codes(wall.loose)}
    return fields
