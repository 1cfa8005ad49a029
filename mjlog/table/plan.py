"""What a rule set fixes about the table before a hand begins: tiles, wall, deal.

A plan is plain numbers, resolved once per game from the rule set and its options, so that nothing is looked
up per event. The mechanisms that fill it are named in the rule set document (`mjlog.rulesets.mechanisms`).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from mjlog.seats import Seat


@dataclass(frozen=True, slots=True)
class WallPlan:
    """Which tile of the wall is taken when.

    Positions count from 0 in the order of taking. `loose` are the positions of the replacements in the order
    they are taken; `live_ends[k]` is the position that the live wall ends before after k replacements.
    """

    size: int
    loose: tuple[int, ...]
    live_ends: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DealBlock:
    """One block of the deal: who takes how many tiles, and their positions in the wall."""

    seat: Seat
    positions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TablePlan:
    """Everything about tiles and wall that the replay needs.

    `copies[kind]` tiles of each kind are in play. `bonus_from_live`: bonus tiles are replaced from the live
    wall. `tracks_danger`: dangerous discards make their discarder liable.
    `seven_pairs` are a complete hand; a game has `rounds` (0: any number); East leaves the seat after winning
    `east_leaves_after` hands in a row (0: never). `scored_as_laid`: a hand is worth what its player makes of it
    when laying it down, not the most it could be. Derived: the position in the wall
    and the taker of each tile dealt, and the position of the first tile drawn after the deal.
    """

    copies: tuple[int, ...]
    wall: WallPlan
    deal: tuple[DealBlock, ...]
    bonus_from_live: bool
    tracks_danger: bool
    seven_pairs: bool = False
    rounds: int = 0
    east_leaves_after: int = 0
    scored_as_laid: bool = False
    players: int = 4
    deal_positions: tuple[int, ...] = field(init=False)
    deal_seats: tuple[Seat, ...] = field(init=False)
    first_draw: int = field(init=False)

    def __post_init__(self) -> None:
        positions = tuple(position for block in self.deal for position in block.positions)
        seats = tuple(block.seat for block in self.deal for _ in block.positions)
        object.__setattr__(self, "deal_positions", positions)
        object.__setattr__(self, "deal_seats", seats)
        object.__setattr__(self, "first_draw", len(positions))
