"""Seats, tiles and sets in English words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from mjlog.hands.set_words import set_words
from mjlog.rules.groups import set_kind
from mjlog.seats import SEATS, Seat
from mjlog.text import counted, either, list_words, shown
from mjlog.tiles import KINDS, RED_FIVES, SUIT_NAMES, UNKNOWN, Tile, tile_name

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


# -- players by their names --------------------------------------------------------------------------------------------


WITH_TEXTS = frozenset((
    "fault", "correction", "dead", "dispute", "game-end", "game-start", "gap", "hand-start", "note", "penalty",
    "replay", "ruling", "seats", "washout",
))  # fmt: skip
"""Types of events whose sentences have something in them that a person wrote, or names seats and players already."""
_SEAT = {seat_name(seat): seat for seat in SEATS}
_SEATS = re.compile(rf"\b(?:{'|'.join(_SEAT)})\b(?! round)")
_FACES = {tile_name(face): face for face in (*range(KINDS), *RED_FIVES) if face != UNKNOWN}
_RUN = r"\d(?:-\d){1,8}"
_TILES = re.compile(
    # Of several runs the suit stands behind the last.
    rf"\b(?:(?P<run>{_RUN})(?=(?:, {_RUN}){{0,8}}(?: or {_RUN})? (?P<suit>{'|'.join(SUIT_NAMES)}))"
    rf"|(?P<tile>{'|'.join(sorted(map(re.escape, _FACES), key=len, reverse=True))}))\b"
)


def player_words(seat: Seat, seats: Mapping[Seat, str]) -> str:
    """A player by name, and the seat.

    >>> player_words(Seat.W, {Seat.W: "gus"}), player_words(Seat.W, {})
    ('gus (West)', 'West')
    """
    handle = seats.get(seat)
    return f"{shown(handle, 30)} ({seat_name(seat)})" if handle else seat_name(seat)


def with_names(words: str, seats: Mapping[Seat, str]) -> str:
    """The sentence with the names of the players before their seats.

    >>> with_names("West discards west wind", {Seat.W: "gus"})
    'gus (West) discards west wind'
    """
    return _SEATS.sub(lambda found: player_words(_SEAT[found[0]], seats), words)


def pieces(words: str) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The sentence in pieces, each with the faces of the tiles that it names, if it does.

    >>> list(pieces("a chow of 3-4-5 dots, then red dragon"))
    [('a chow of ', ()), ('3-4-5', (20, 21, 22)), (' dots, then ', ()), ('red dragon', (31,))]
    """
    end = 0
    for found in _TILES.finditer(words):
        if found.start() > end:
            yield words[end : found.start()], ()
        yield found[0], tuple(_faces(found))
        end = found.end()
    if end < len(words):
        yield words[end:], ()


def _faces(found: re.Match[str]) -> Iterator[int]:
    if found["tile"]:
        yield _FACES[found["tile"]]
    for rank in found["run"].split("-") if found["run"] else ():
        # There is no tile 0.
        yield from (face for face in (_FACES.get(f"{rank} {found['suit']}"),) if face is not None)
