"""What everybody holds, as the moves of a record tell it: for records that do not repeat a hand at its end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mjlog.formats.riichi.tiles import UNSEEN, in_order
from mjlog.formats.riichi.transcript import PLACES, RULESET
from mjlog.hands import waits_left
from mjlog.rulesets import default_rules
from mjlog.tiles import KINDS, Tile


class Hands:
    """The tiles of four players by place: `held` in the hand, `sets` on the table."""

    def __init__(self, dealt: Sequence[Sequence[Tile]]) -> None:
        self.held = [list(tiles) for tiles in dealt]
        self.sets: list[list[tuple[int, ...]]] = [[] for _ in PLACES]

    def has(self, place: int, tiles: Sequence[Tile]) -> bool:
        """Whether a player can hold these tiles."""
        left = list(self.held[place])
        for tile in tiles:
            found = tile if tile in left else UNSEEN
            if found not in left:
                return False
            left.remove(found)
        return True

    def draw(self, place: int, tile: Tile) -> None:
        """A tile comes into a hand."""
        self.held[place].append(tile)

    def put_down(self, place: int, tiles: Iterable[Tile]) -> None:
        """Tiles leave a hand, as far as they are in it."""
        held = self.held[place]
        for tile in tiles:
            if tile in held:
                held.remove(tile)
            elif UNSEEN in held:
                held.remove(UNSEEN)

    def lay(self, place: int, tiles: Sequence[Tile], claimed: Tile | None = None) -> None:
        """A set is laid down; the claimed tile does not come out of the hand."""
        own = list(tiles)
        if claimed in own:
            own.remove(claimed)
        self.put_down(place, own)
        self.sets[place].append(tuple(sorted(tile.kind for tile in tiles)))

    def add(self, place: int, tile: Tile) -> None:
        """A tile is added to a pung."""
        self.put_down(place, [tile])
        sets = self.sets[place]
        self.sets[place] = [(*one, tile.kind) if one == (tile.kind,) * 3 else one for one in sets]

    def shown(self, place: int) -> list[Tile]:
        """A hand as it is laid down, in the order of its tiles."""
        return in_order(self.held[place])

    def is_ready(self, place: int) -> bool:
        """Whether one tile is missing, of which the player does not have all four (riichi/win-4)."""
        return bool(self._waits(place))

    def winners(self, giver: int, tile: Tile) -> list[int]:
        """Who can win a tile of another player: whose hand is complete with it, or is not known."""
        others = (place for place in PLACES if place != giver)
        return [place for place in others if UNSEEN in self.held[place] or tile.kind in self._waits(place)]

    def _waits(self, place: int) -> Sequence[int]:
        counts = [0] * KINDS
        for tile in self.held[place]:
            counts[tile.kind] += 1
        own = list(counts)
        for kind in (kind for tiles in self.sets[place] for kind in tiles):
            own[kind] += 1
        laid = self.sets[place]
        return waits_left(counts, len(laid), own, forms=default_rules(RULESET).plan.forms, laid=laid)
