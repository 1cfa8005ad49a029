"""The table in lines, as fully as there is room: seats, points, sets, discards, concealed tiles that are known."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from mjlog.text import points, shown, signed
from mjlog.tiles import CODES, UNKNOWN, format_tiles
from mjlog.views.board import Board, BoardSeat
from mjlog.views.board_parts import LaidSetView, seat_words, table_words
from mjlog.views.text_table import set_text

Fragment = tuple[str, str]
Line = list[Fragment]
"""A line of the screen: styles (names of the style sheet) and texts."""
NOTHING: Mapping[str, int] = MappingProxyType({})
"""No points are reckoned."""


@dataclass(frozen=True, slots=True)
class _Detail:
    """How much is shown of each seat."""

    in_full: bool = True
    hands: bool = True
    all_discards: bool = True
    discards: bool = True


_LESS_AND_LESS = (
    _Detail(),
    _Detail(all_discards=False),
    _Detail(in_full=False, all_discards=False),
    _Detail(in_full=False, hands=False, all_discards=False),
    _Detail(in_full=False, hands=False, discards=False),
)


def plain(line: Line) -> str:
    """A line without its styles."""
    return "".join(text for _style, text in line)


def table_lines(
    seen: Board, width: int, room: int, reckoned: Mapping[str, int] = NOTHING, is_over: bool = False
) -> list[Line]:
    """The table in `room` lines, or as few as it takes: what is due, and a block for each seat.

    `reckoned`: points by player as far as they were written down, shown with a `?` where more may have been paid.
    `is_over`: the game has ended.

    Where room is short, sets are written shorter, then known hands and old discards are left out, at last all but
    names and points.
    """
    state = [[("class:state", " the game is over")]] if is_over else state_lines(seen, width)
    seen = seen.replaced().keeping(places=tuple(view.replaced(player=_named(view, reckoned)) for view in seen.places))
    for detail in _LESS_AND_LESS:
        lines = [line for view in seen.playing for line in _seat(seen, view, width, detail)]
        if len(state) + len(lines) <= room:
            return [*state, *lines]
    return [*state, *_names_and_points(seen, width)][: max(1, room)]


# -- what is due -----------------------------------------------------------------------------------------------------

_DUE = {
    "a discard": "{} to discard", "a draw or a claim": "{} to play", "a loose tile": "{} to take a loose tile",
    "the deal": "the deal, or {}'s first discard",
}  # fmt: skip


def state_lines(seen: Board, width: int) -> list[Line]:
    """Hand, round, tiles left, last discard, and who is to act; shorter, or in several lines, on a narrow screen."""
    long = " · ".join(_state(seen, short=False))
    if len(long) < width:
        return [[("class:state", f" {long}")]]
    short = _state(seen, short=True)
    lines = [""]
    for part in short:
        joined = f"{lines[-1]} · {part}" if lines[-1] else part
        if len(joined) < width:
            lines[-1] = joined
        else:
            lines.append(part)
    return [[("class:state", f" {line}"[:width])] for line in lines if line]


def _state(seen: Board, short: bool) -> list[str]:
    hand = f"hand {seen.hand}"
    if seen.family.has_round_winds:
        hand += f" {seen.round.value}" if short else f", {seen.round} round"
    parts = [hand] if short and seen.depth != "result" else [hand, seen.depth]
    if seen.depth != "result" and seen.due != "the deal":
        parts.append(f"{'' if seen.wall.sure else '~' if short else 'about '}{seen.wall.live} left")
    if seen.latest is not None and seen.latest.seat is not None and seen.depth != "result":
        parts.append(f"{CODES[seen.latest.tile.kind]} by {seen.latest.seat.value if short else seen.latest.seat}")
    if seen.riichi:
        parts += table_words(seen.riichi, str)
    return [*parts, _due(seen, short)]


def _due(seen: Board, short: bool) -> str:
    if seen.winner is not None:
        return seen.won_by.lower()
    if seen.is_washout:
        return "a drawn hand"
    if seen.due == "nothing":
        return "the hand is over"
    if seen.depth == "result":
        return "its result"
    if short and seen.due == "the deal":
        return seen.due
    turn = "somebody" if seen.turn is None else seen.turn.value if short else str(seen.turn)
    return _DUE[seen.due].format(turn) if seen.due in _DUE else seen.due


# -- a seat ----------------------------------------------------------------------------------------------------------


def _seat(seen: Board, view: BoardSeat, width: int, detail: _Detail) -> list[Line]:
    """Seat, player, points, what lies on the table; the discards; concealed tiles as far as they are known."""
    style = "class:turn" if view.is_turn else "class:winner" if view.seat in seen.winners else "class:seat"
    head = _head(seen, view)
    left = max(len(_head(seen, one)) for one in seen.playing) + 2
    first, *more = _laid(view, width - left - 1, width - 4, detail.in_full)
    lines = [[(style, head), ("class:sets", (" " * (left - len(head)) + first).rstrip())]]
    lines += [[("class:sets", f"   {part}")] for part in more]
    # Where only the result is written down, discards say no more than who was in riichi.
    thrown = _thrown(view, width, detail) if seen.depth != "result" else []
    return [*lines, *thrown, *_hand(view, width, detail)]


def _head(seen: Board, view: BoardSeat) -> str:
    mark = ">" if view.is_turn else "*" if view.seat in seen.winners else " "
    return f"{mark}{view.seat.value} {view.player}"


def _named(view: BoardSeat, reckoned: Mapping[str, int]) -> str:
    """The player with the points."""
    total = view.total if view.total is not None else reckoned.get(view.player)
    text = "" if total is None else signed(total) if not view.riichi else points(total)
    return f"{shown(view.player, 12)} {text}{'?' if view.total is None else ''}"


def _laid(view: BoardSeat, first: int, other: int, in_full: bool) -> list[str]:
    """Sets, flowers and what is to be said of the hand, in lines of so many columns; the first is beside the name."""
    parts = [set_text(laid).replace("\u00a0", " ") if in_full else _short_set(laid) for laid in view.sets]
    parts += [" ".join(map(str, view.bonus))] if view.bonus else []
    parts += [f"DEAD ({view.dead})"] if view.dead is not None else []
    parts += ["calling"] if view.is_calling else []
    parts += seat_words(view.riichi) if view.riichi else []
    parts += [f"claims {view.claims}"] if view.claims else []
    lines, room = [""], first
    for part in parts:
        joined = f"{lines[-1]} {part}" if lines[-1] else part
        if len(joined) <= room:
            lines[-1] = joined
        else:
            lines.append(_cut(part, other))
            room = other
    return lines


def _short_set(laid: LaidSetView) -> str:
    """A set with its tiles and whom it was claimed from; `k`: concealed."""
    tiles = format_tiles([tile.face for tile in laid.tiles])
    source = f" {laid.claimed_from.value}" if laid.claimed_from is not None else " k" if laid.concealed else ""
    return f"[{tiles}{source}]"


def _thrown(view: BoardSeat, width: int, detail: _Detail) -> list[Line]:
    thrown = " ".join(
        f"{one.tile}{'r' if one.riichi else ''}{'*' if at == view.latest else '^' if one.claimed_by else ''}"
        for at, one in enumerate(view.discards)
    )
    if not thrown or not detail.discards:
        return []
    if not detail.all_discards:
        return [[("class:discards", "   out " + _tail(thrown, width - 7))]]
    parts = textwrap.wrap(thrown, max(8, width - 7))
    return [[("class:discards", ("       " if number else "   out ") + part)] for number, part in enumerate(parts)]


def _hand(view: BoardSeat, width: int, detail: _Detail) -> list[Line]:
    known = [tile.face for tile in view.concealed if tile.kind != UNKNOWN]
    return [[("class:hand", _cut(f"  hand {format_tiles(known)}", width))]] if known and detail.hands else []


def _names_and_points(seen: Board, width: int) -> list[Line]:
    """All seats, side by side."""
    heads = [_head(seen, view) for view in seen.playing]
    if sum(map(len, heads)) + len(heads) > 2 * width:
        heads = [f"{head[:2]}{head.rpartition(' ')[2]}" for head in heads]
    lines = [""]
    for head in heads:
        if lines[-1] and len(lines[-1]) + len(head) + 1 > width:
            lines.append("")
        lines[-1] += f" {head}" if lines[-1] else head
    return [[("class:seat", _cut(line, width))] for line in lines]


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: max(0, width - 1)] + "…"


def _tail(text: str, width: int) -> str:
    """The end of a text, cut at a blank."""
    if len(text) <= width:
        return text
    return "… " + text[-(width - 2) :].partition(" ")[2]
