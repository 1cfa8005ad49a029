"""The table for a terminal: seats round the table, the wall in the middle, in so many columns."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

from mjlog.seats import Seat
from mjlog.text import points, shown, signed
from mjlog.tiles import TILES, UNICODE, UNKNOWN, Tile
from mjlog.views.board import (
    Board,
    BoardSeat,
    DiscardView,
    LaidSetView,
    SetTile,
    seat_words,
    table_words,
)
from mjlog.views.words import BASES, seat_name

_NARROW = 72
_BACK = TILES[UNKNOWN]


def text_table(board: Board, unicode: bool = False, width: int = 80) -> str:
    """The board as lines of text: whoever is at the bottom below, the next in turn at the right, then above, left."""
    if width < _NARROW:
        parts = [_seat_lines(board, seat, unicode, width) for seat in board.sides]
        return _join(filter(None, [_middle(board, unicode, width), *parts, _card_lines(board, unicode, width)]))
    below, above = (_seat_lines(board, board.sides[side], unicode, width) for side in (0, 2))
    third = (width - 4) // 3
    widths = (third, width - 4 - 2 * third, third)
    columns = [
        _seat_lines(board, board.sides[3], unicode, third) if len(board.sides) > 3 else [],
        _middle(board, unicode, widths[1]),
        _seat_lines(board, board.sides[1], unicode, third),
    ]
    return _join(filter(None, [above, _beside(columns, widths), below, _card_lines(board, unicode, width)]))


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
    lines = _wrapped(_heading(board, view), width, "", "    ")
    hand = _faces(view.concealed, unicode)
    lines += _wrapped(hand, width, "  hand ") if hand else []
    lines += _wrapped([set_text(laid, unicode, width - 7) for laid in view.sets], width, "  sets ") if view.sets else []
    lines += _wrapped([_face(tile, unicode) for tile in view.bonus], width, "  bonus ") if view.bonus else []
    thrown = [_discard_text(discard, at == view.latest, unicode) for at, discard in enumerate(view.discards)]
    return lines + (_wrapped(thrown, width, "  out  ") if thrown else [])


def _heading(board: Board, view: BoardSeat) -> list[str]:
    """Seat, player, points and what is to be said of the hand; each part stays on one line."""
    parts = [("> " if view.is_turn else "  ") + view.seat.wind_name.upper()]
    if view.player:
        parts.append(shown(view.player, 24))
    if view.total is not None:
        parts.append(signed(view.total) if not board.riichi else points(view.total))
    if view.chips is not None:
        parts.append(f"({view.chips} chips)")
    if board.family.wins_by_card and view.tiles is not None:
        parts.append(f"{view.tiles} tiles" + (f" (not {view.tiles_due})" if view.tiles_due is not None else ""))
    if view.dead is not None:
        parts.append(f"DEAD ({view.dead.replace('-', ' ')})")
    if view.seat in board.winners:
        parts.append("WINS")
    if view.is_calling:
        parts.append("calling")
    if view.riichi:
        parts += seat_words(view.riichi)
    if view.claims:
        parts.append(f"claims {view.claims}")
    return [part.replace(" ", "\u00a0") for part in parts]


def _face(tile: Tile, unicode: bool) -> str:
    return UNICODE[tile.face] if unicode else str(tile)


def set_text(laid: LaidSetView, unicode: bool = False, width: int = 80) -> str:
    """A set in brackets, on one line where it fits."""
    between = " " if unicode else "-"
    tiles = [_set_tile(tile, unicode) for tile in laid.lying]
    source = f"\u00a0{laid.claimed_from.value}" if laid.claimed_from is not None else ""
    text = f"[{between.join(tiles)}{source}]"
    return text.replace(" ", "\u00a0") if len(text) <= width else f"[{f'{between} '.join(tiles)}{source}]"


def _set_tile(tile: SetTile, unicode: bool) -> str:
    face = _face(_BACK if tile.down and unicode else tile.tile, unicode)
    meant = f"({_face(tile.stands_for, unicode)})" if tile.stands_for is not None else ""
    return f"({face})" if tile.turned else face + meant


def _discard_text(discard: DiscardView, is_latest: bool, unicode: bool) -> str:
    face = _face(discard.tile, unicode)
    mark = f"^{discard.claimed_by.value}" if discard.claimed_by is not None else "*" if is_latest else ""
    return (f"({face})" if discard.riichi else face) + mark


def _wrapped(words: Sequence[str], width: int, label: str, indent: str | None = None) -> list[str]:
    text = " ".join(words)
    indent = " " * len(label) if indent is None else indent
    lines = textwrap.wrap(text, max(width, 20), initial_indent=label, subsequent_indent=indent, break_on_hyphens=False)
    return [line.replace("\u00a0", " ") for line in lines]


def _middle(board: Board, unicode: bool, width: int) -> list[str]:
    lines = [f"hand {board.hand}" + (f", {board.round} round" if board.family.has_round_winds else "")]
    lines += [] if not board.wild else [f"goulash: {_face(board.wild, unicode)} is wild"]
    wall = board.wall
    about = "" if wall.sure else "about "
    left = f"wall {about}{wall.live} " + ("tiles" if board.family.wins_by_card else f"live, {wall.dead} dead")
    lines.append(left if board.depth != "result" else "wall not recorded")
    if wall.broken is not None:
        lines.append(f"broken at {wall.broken.wall}'s stack {wall.broken.stack}")
    if board.riichi:
        lines += table_words(board.riichi, lambda tile: _face(tile, unicode))
    if board.latest is not None and board.latest.seat is not None:
        lines.append(f"last out: {_face(board.latest.tile, unicode)} by {board.latest.seat}")
    lines += _state_lines(board, unicode)
    return [part for line in lines for part in _wrapped([line], width, "")]


def _state_lines(board: Board, unicode: bool) -> list[str]:
    if board.winner is not None:
        tile = f" on {_face(board.won_on, unicode)}" if board.won_on is not None else ""
        source = f" from {board.won_from}" if board.won_from is not None else ""
        line = [f"line {_line_text(board.line.label, board.line.value)}"] if board.line is not None else []
        return [f"{board.won_by}{tile}{source}", *line]
    if board.is_decided:
        return [": ".join(board.outcome)]
    due = board.due if board.due == "nothing" or board.turn is None else f"{board.due}: {board.turn}"
    return [*([f"due: {due}"] if due != "nothing" else []), *_passed(board, unicode)]


def _passed(board: Board, unicode: bool) -> list[str]:
    """What lies between two players in the Charleston, and who has still to pass."""
    if board.charleston is None:
        return []
    lines = []
    for parcel in board.charleston.parcels:
        tiles = " ".join(_faces(parcel.tiles, unicode)) or "no tile"
        blind = f" ({parcel.blind} blind)" if parcel.blind else ""
        lines.append(f"{parcel.giver} to {parcel.taker}: {tiles}{blind}")
    if board.charleston.waiting:
        lines.append(f"to pass: {', '.join(map(str, board.charleston.waiting))}")
    if board.charleston.stopped is not None:
        lines.append(f"{board.charleston.stopped} refused a second one")
    return lines


def _faces(tiles: Sequence[Tile], unicode: bool) -> list[str]:
    """Tiles that are known, and how many are not."""
    known = [_face(tile, unicode) for tile in tiles if tile is not _BACK]
    backs = len(tiles) - len(known)
    return [*known, f"{_face(_BACK, unicode)}x{backs}"] if backs else known


def _line_text(label: str, value: int | None) -> str:
    return shown(label, 40) + (f"\u00a0({value})" if value is not None else "")


def _card_lines(board: Board, unicode: bool, width: int) -> list[str]:
    """Below the table: the lines that exposures leave open, and the winner's hand as its line arranges it."""
    lines = []
    for view in board.playing:
        if view.lines is not None:
            left = ", ".join(_line_text(line.label, line.value) for line in view.lines.lines) or "none is left"
            lines += [f"{seat_name(view.seat)}'s lines, {BASES[view.lines.basis]}:", *_wrapped([left], width, "  ")]
    if board.line is not None and board.line.groups and board.winner is not None:
        groups = [" ".join(_set_tile(tile, unicode) for tile in group.lying) for group in board.line.groups]
        label = _line_text(board.line.label, board.line.value)
        lines += _wrapped([f"{seat_name(board.winner)}'s hand, line {label}:"], width, "")
        lines += _wrapped([" / ".join(groups)], width, "  ")
    return lines
