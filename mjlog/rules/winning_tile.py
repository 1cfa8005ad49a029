"""The tile that completes a win, as the table shows it. Asked by the rules of winning, and by the legal moves."""

from __future__ import annotations

from mjlog.events import FROM_OTHERS, Mahjong
from mjlog.table import Table
from mjlog.table.closing import declares_too
from mjlog.table.unseen import learned_draw
from mjlog.tiles import UNKNOWN


def winning_tile(table: Table, event: Mahjong) -> int:
    """The tile that this win is completed by, as the table shows it, before the win is applied."""
    if table.win is not None and declares_too(table, event) and table.win.tile is not None:
        return table.win.tile
    if event.source == "discard":
        return table.tile_to_win
    if event.source in FROM_OTHERS:
        return table.kong.tile if table.kong is not None else UNKNOWN
    drawn = table.places[event.seat.index].last_drawn
    return UNKNOWN if drawn is None or event.source == "deal" else drawn


def own_tiles(table: Table, event: Mahjong) -> tuple[list[int], int]:
    """The winner's known tiles per kind, and the number of unseen ones; a tile named as just drawn is known by that."""
    place, named = table.places[event.seat.index], learned_draw(table, event)
    counts, unknown = list(place.held), place.unknown
    if named != UNKNOWN:
        counts[named] += 1
        unknown -= 1
    return counts, unknown
