"""Sets on the table as they lie: claimed tiles turned, concealed ones face down, jokers as what they stand for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from mjlog.seats import Seat
from mjlog.table import TableSet
from mjlog.table.red_fives import FIVES, with_reds
from mjlog.tiles import JOKER, UNKNOWN, kind_of, naturals_of


@dataclass(frozen=True, slots=True)
class SetTile:
    """A tile of a set on the table: turned where it was claimed, face down in concealed sets.

    `face`: what it looks like; `stands_for`: of a joker, the kind that it stands for, where that is known.
    """

    face: int
    turned: bool = False
    down: bool = False
    stands_for: int | None = None

    @property
    def kind(self) -> int:
        """Its kind: that of a red five is the plain five's."""
        return kind_of(self.face)


@dataclass(frozen=True, slots=True)
class SetView:
    """A set on the table, its tiles from left to right as it lies. `seq`: the event that laid it."""

    kind: str
    tiles: tuple[SetTile, ...]
    concealed: bool
    origin: str
    claimed_from: Seat | None
    seq: int

    @property
    def stands_for(self) -> int | None:
        """The kind that the jokers of the set stand for; None where it has none, or only jokers."""
        return next((one.stands_for for one in self.tiles if one.stands_for is not None), None)


def joker_stands_for(kinds: Sequence[int]) -> int | None:
    """The kind that a joker among like tiles stands for; None where no natural tile tells it.

    >>> from mjlog.tiles import parse_tiles
    >>> joker_stands_for(parse_tiles("55b Jk")), joker_stands_for(parse_tiles("JJJk"))
    (4, None)
    """
    naturals = naturals_of(kinds)
    return naturals.pop() if len(naturals) == 1 else None


def group_tiles(kinds: Sequence[int], meant: int | None = None) -> tuple[SetTile, ...]:
    """Like tiles as a group, in the order given; its jokers stand for the kind `meant`, or for that of the others."""
    stands_for = joker_stands_for(kinds) if meant is None else meant
    return tuple(SetTile(kind, stands_for=stands_for if kind == JOKER else None) for kind in kinds)


def set_view(owner: Seat, laid: TableSet, sees_down: bool) -> SetView:
    """A set as it lies before its owner. `sees_down`: face-down tiles too are known."""
    tiles = _face_down(laid, sees_down) if laid.concealed else _turned(owner, laid)
    return SetView(laid.kind, tiles, laid.concealed, laid.origin, laid.claimed_from, laid.seq)


def _face_down(laid: TableSet, sees_down: bool) -> tuple[SetTile, ...]:
    """A kong shows its outer two tiles; other concealed sets lie wholly face down.

    Source: dead-wall/kong-2.
    """
    if laid.kind == "kong" and len(laid.tiles) == 4:
        return tuple(SetTile(face, down=at in (1, 2)) for at, face in enumerate(_faces(laid)))
    return tuple(SetTile(face if sees_down else UNKNOWN, down=True) for face in _faces(laid))


def _faces(laid: TableSet) -> list[int]:
    """The faces of the tiles of a set, the claimed one in its place among them."""
    if not laid.reds:
        return list(laid.tiles)
    reds = [laid.reds if five in laid.tiles else 0 for five in FIVES]
    return with_reds(laid.tiles, reds)


def _turned(owner: Seat, laid: TableSet) -> tuple[SetTile, ...]:
    """The claimed tile lies across, on the side of the player it came from."""
    tiles = list(group_tiles(_faces(laid)))
    if laid.claimed_from is None or laid.claimed_tile not in laid.tiles:
        return tuple(tiles)
    at = {owner.left: 0, owner.right: len(tiles) - 1}.get(laid.claimed_from, 1)
    alike = [number for number, one in enumerate(tiles) if one.kind == laid.claimed_tile]
    # The red five goes first among the fives.
    claimed = tiles.pop(alike[0 if laid.claimed_red or not laid.reds else -1])
    tiles.insert(at, replace(claimed, turned=True))
    return tuple(tiles)
