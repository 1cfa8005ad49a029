"""Seats, tiles and sets in English words."""

from __future__ import annotations

from collections.abc import Sequence

from mjlog.hands.set_words import set_words
from mjlog.rules.groups import set_kind
from mjlog.seats import Seat
from mjlog.text import counted, either, list_words
from mjlog.tiles import UNKNOWN, Tile, tile_name

__all__ = ["either", "group_words", "list_words", "seat_name", "set_words", "tile_words", "tiles_words", "won_words"]


def seat_name(seat: Seat) -> str:
    """A seat at the beginning of a sentence."""
    return seat.wind_name.capitalize()


def won_words(winners: Sequence[Seat]) -> str:
    """Who has won.

    >>> won_words([Seat.S]), won_words([Seat.S, Seat.N])
    ('South wins', 'South and North win')
    """
    return f"{list_words(list(map(seat_name, winners)))} win{'s' if len(winners) == 1 else ''}"


def tile_words(tile: Tile | int) -> str:
    """A tile in words; one that nobody saw is just a tile."""
    face = tile if isinstance(tile, int) else tile.face
    return "a tile" if face == UNKNOWN else tile_name(face)


def tiles_words(tiles: Sequence[Tile]) -> str:
    """Several tiles in words, unknown ones counted."""
    known = [tile_name(tile.face) for tile in tiles if tile.kind != UNKNOWN]
    hidden = len(tiles) - len(known)
    if hidden:
        known.append(counted(hidden, "more tile" if known else "tile"))
    return list_words(known) if known else "no tile"


def group_words(tiles: Sequence[Tile]) -> str:
    """Tiles laid down together, as a set where they are one."""
    kinds = sorted(tile.kind for tile in tiles)
    name = set_kind(kinds)
    return tiles_words(tiles) if name is None or UNKNOWN in kinds else set_words(name, tiles)
