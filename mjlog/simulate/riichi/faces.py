"""Tiles of simulated hands as they look: which of the fives that a player holds are red."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mjlog.simulate.chance import Chance
from mjlog.table import Place, Table
from mjlog.table.red_fives import FIVES, held_faces
from mjlog.table.riichi_moves import of_the_hand
from mjlog.tiles import RED_FIVES, TILES, Tile


def hand_faces(table: Table, place: Place) -> tuple[Tile, ...]:
    """All concealed tiles of a player whose hand is known."""
    return tuple(TILES[face] for face in held_faces(table, place))


def taken_faces(table: Table, place: Place, kinds: Iterable[int], chance: Chance) -> list[int]:
    """Tiles of these kinds out of a hand: of fives the red one or a plain one, as chance has it and the hand allows."""
    left: dict[int, tuple[int, int]] = {}
    faces: list[int] = []
    reds = dict(zip(FIVES, of_the_hand(table).reds[place.seat.index], strict=True))
    for kind in kinds:
        plain, red = left.get(kind) or (place.held[kind] - reds.get(kind, 0), reds.get(kind, 0))
        takes_red = bool(red) and (not plain or chance.happens(0.5))
        faces.append(RED_FIVES[FIVES.index(kind)] if takes_red else kind)
        left[kind] = (plain - (not takes_red), red - takes_red)
    return faces


def set_faces(table: Table, place: Place, kinds: Sequence[int], chance: Chance) -> tuple[Tile, ...]:
    """A claimed set: the tile as it was discarded, and the others out of the hand."""
    discard = table.discard
    assert discard is not None
    rest = list(kinds)
    rest.remove(discard.tile)
    return tuple(TILES[face] for face in (discard.face, *taken_faces(table, place, rest, chance)))
