"""Seats, tiles and sets in English words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mjlog.rules.groups import set_kind
from mjlog.seats import Seat
from mjlog.text import counted
from mjlog.tiles import JOKER, SUIT_NAMES, UNKNOWN, Tile, is_honor, is_suit, rank_of, suit_of, tile_name


def seat_name(seat: Seat) -> str:
    """A seat at the beginning of a sentence."""
    return seat.wind_name.capitalize()


def tile_words(tile: Tile | int) -> str:
    """A tile in words; one that nobody saw is just a tile."""
    kind = tile if isinstance(tile, int) else tile.kind
    return "a tile" if kind == UNKNOWN else tile_name(kind)


def tiles_words(tiles: Sequence[Tile]) -> str:
    """Several tiles in words, unknown ones counted."""
    known = [tile_name(tile.kind) for tile in tiles if tile.kind != UNKNOWN]
    hidden = len(tiles) - len(known)
    if hidden:
        known.append(counted(hidden, "more tile" if known else "tile"))
    return list_words(known) if known else "no tile"


def set_words(kind: str, tiles: Sequence[Tile | int]) -> str:
    """A set in words; of jokers in it how many there are.

    >>> set_words("pung", (4, 4, 4)), set_words("chow", (2, 3, 4)), set_words("kong", (4, 4, 43, 43))
    ('pung of 5 bamboo', 'chow of 3-4-5 bamboo', 'kong of 5 bamboo (2 jokers)')
    """
    kinds = [tile if isinstance(tile, int) else tile.kind for tile in tiles]
    jokers = kinds.count(JOKER)
    known = sorted(one for one in kinds if one not in (UNKNOWN, JOKER))
    if not known:
        return f"{kind} of {'jokers' if jokers else 'unseen tiles'}"
    return _like_or_unlike(kind, known) + (f" ({counted(jokers, 'joker')})" if jokers else "")


def _like_or_unlike(kind: str, known: Sequence[int]) -> str:
    if len(set(known)) == 1:
        return f"{kind} of {tile_name(known[0])}{'s' if is_honor(known[0]) else ''}"
    if all(is_suit(one) for one in known) and len({suit_of(one) for one in known}) == 1:
        return f"{kind} of {'-'.join(str(rank_of(one)) for one in known)} {SUIT_NAMES[suit_of(known[0])]}"
    return f"{kind} of {list_words([tile_name(one) for one in known])}"


def list_words(parts: Iterable[str]) -> str:
    """One or more parts with commas and an 'and'."""
    *most, last = parts
    return f"{', '.join(most)} and {last}" if most else last


def either(parts: Sequence[str]) -> str:
    """One or more parts with commas and an 'or'."""
    *most, last = parts
    return f"{', '.join(most)} or {last}" if most else last


def group_words(tiles: Sequence[Tile]) -> str:
    """Tiles laid down together, as a set where they are one."""
    kinds = sorted(tile.kind for tile in tiles)
    name = set_kind(kinds)
    return tiles_words(tiles) if name is None or UNKNOWN in kinds else set_words(name, kinds)
