"""Sets on the table as they lie: claimed tiles turned, concealed ones face down, jokers as what they stand for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, NamedTuple

from msgspec import field

from mjlog.answers import Answer, Count, says
from mjlog.seats import Seat
from mjlog.table import TableSet
from mjlog.table.red_fives import FIVES, with_reds
from mjlog.tiles import JOKER, TILES, UNKNOWN, Tile, kind_of, naturals_of


class SetTile(NamedTuple):
    """A tile as it lies: turned where it was claimed, face down in concealed sets.

    `stands_for`: of a joker, the tile that it stands for, where that is known.
    """

    tile: Tile
    turned: bool = False
    down: bool = False
    stands_for: Tile | None = None


class LaidSetView(Answer):
    """A set on the table, its tiles from left to right as it lies."""

    kind: str
    tiles: tuple[Tile, ...]
    concealed: bool
    origin: str
    claimed_from: Annotated[Seat | None, says("whose tile was claimed")] = field(name="from")
    turned: Annotated[int | None, says("which tile is turned, from 0")]
    seq: Annotated[Count, says("the event that laid it")]
    stands_for: Annotated[Tile | None, says("what its jokers stand for")]

    @property
    def lying(self) -> tuple[SetTile, ...]:
        """Its tiles as they lie. A kong shows its outer two tiles; other concealed sets lie wholly face down.

        Source: dead-wall/kong-2.
        """
        if self.concealed:
            is_kong = self.kind == "kong" and len(self.tiles) == 4
            return tuple(SetTile(tile, down=not is_kong or at in (1, 2)) for at, tile in enumerate(self.tiles))
        return tuple(
            one._replace(turned=at == self.turned) for at, one in enumerate(group_tiles(self.tiles, self.stands_for))
        )


def joker_stands_for(kinds: Sequence[int]) -> int | None:
    """The kind that a joker among like tiles stands for; None where no natural tile tells it.

    >>> from mjlog.tiles import parse_tiles
    >>> joker_stands_for(parse_tiles("55b Jk")), joker_stands_for(parse_tiles("JJJk"))
    (4, None)
    """
    naturals = naturals_of(kinds)
    return naturals.pop() if len(naturals) == 1 else None


def group_tiles(tiles: Iterable[Tile], meant: Tile | None) -> tuple[SetTile, ...]:
    """Tiles as a group, in the order given; its jokers stand for the tile `meant`."""
    return tuple(SetTile(tile, stands_for=meant if tile.kind == JOKER else None) for tile in tiles)


def laid_set(owner: Seat, laid: TableSet, sees_down: bool) -> LaidSetView:
    """A set as it lies before its owner. `sees_down`: face-down tiles too are known."""
    faces, turned, stands_for = _faces(laid), None, None
    if laid.concealed:
        is_seen = sees_down or (laid.kind == "kong" and len(laid.tiles) == 4)
        faces = faces if is_seen else [UNKNOWN] * len(faces)
    else:
        stands_for = joker_stands_for(faces) if JOKER in faces else None
        turned = _turn(owner, laid, faces)
    return LaidSetView(
        kind=laid.kind,
        tiles=tuple(TILES[face] for face in faces),
        concealed=laid.concealed,
        origin=laid.origin,
        claimed_from=laid.claimed_from,
        turned=turned,
        seq=laid.seq,
        stands_for=None if stands_for is None else TILES[stands_for],
    )


def _faces(laid: TableSet) -> list[int]:
    """The faces of the tiles of a set, the claimed one in its place among them."""
    if not laid.reds:
        return list(laid.tiles)
    reds = [laid.reds if five in laid.tiles else 0 for five in FIVES]
    return with_reds(laid.tiles, reds)


def _turn(owner: Seat, laid: TableSet, faces: list[int]) -> int | None:
    """Puts the claimed tile, which lies across, on the side of the player it came from; says where."""
    if laid.claimed_from is None or laid.claimed_tile not in laid.tiles:
        return None
    at = {owner.left: 0, owner.right: len(faces) - 1}.get(laid.claimed_from, 1)
    alike = [number for number, face in enumerate(faces) if kind_of(face) == laid.claimed_tile]
    # The red five goes first among the fives.
    faces.insert(at, faces.pop(alike[0 if laid.claimed_red or not laid.reds else -1]))
    # Of a single tile, which is no set, the first place is the last one.
    return min(at, len(faces) - 1)
