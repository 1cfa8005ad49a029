"""The mechanisms that a rule set document can name: how a wall is taken, how tiles are dealt.

Each turns words and options into the plain numbers of a `TablePlan`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from mjlog.errors import RuleSetError
from mjlog.seats import SEATS, Seat
from mjlog.table import DealBlock, TablePlan, WallPlan
from mjlog.tiles import ANY_FLOWER, FIRST_BONUS, KINDS, PLAIN_KINDS

Options = Mapping[str, Any]


def make_plan(tables: Mapping[str, Any], options: Options) -> TablePlan:
    """The table plan of a rule set under given option values.

    Raises:
        RuleSetError: the document names a mechanism that does not exist.
    """
    table = tables.get("table", {})
    copies = _copies(table, options)
    size = sum(copies)
    wall = tables.get("wall", {})
    deal = tables.get("deal", {})
    return TablePlan(
        copies=copies,
        wall=_pick(WALLS, wall, "wall")(wall, options, size),
        deal=_pick(DEALS, deal, "deal")(),
        bonus_from_live=not options.get(table.get("bonus_loose", ""), False),
        tracks_danger=bool(table.get("tracks_danger", False)),
        scored_as_laid=bool(table.get("scored_as_laid", False)),
        seven_pairs=bool(options.get(table.get("seven_pairs", ""), False)),
        rounds=int(options.get(table.get("rounds", ""), 0)),
        east_leaves_after=int(table.get("east_leaves_after", 0)),
    )


def _pick(mechanisms: Mapping[str, Callable[..., Any]], given: Mapping[str, Any], what: str) -> Callable[..., Any]:
    name = given.get("mechanism", "")
    if name not in mechanisms:
        raise RuleSetError(f"{what}: no mechanism {name!r}; there are {', '.join(sorted(mechanisms))}")
    return mechanisms[name]


def _copies(table: Mapping[str, Any], options: Options) -> tuple[int, ...]:
    plain = int(table.get("copies", 4))
    bonus = 1 if options.get(table.get("bonus_tiles", ""), False) else 0
    counts = [plain] * PLAIN_KINDS + [bonus] * (ANY_FLOWER - FIRST_BONUS)
    return tuple(counts + [0] * (KINDS - len(counts)))


def both_ends(wall: Mapping[str, Any], options: Options, size: int) -> WallPlan:
    """Live tiles from the front, loose ones from the end, the last tile first.

    A dead wall may be reserved, and refilled by so many live tiles after as many loose ones.
    """
    loose = tuple(range(size - 1, -1, -1))
    dead = wall.get("dead", {})
    fixed = wall.get("dead_fixed", {})
    if not options.get(dead.get("option", ""), False):
        return WallPlan(size, loose, tuple(size - taken for taken in range(size + 1)))
    if options.get(fixed.get("option", ""), False):
        reserved = int(fixed["tiles"])
        return WallPlan(size, loose[:reserved], (size - reserved,) * (reserved + 1))
    reserved, refill = int(dead["tiles"]), int(dead["refill"])
    ends = tuple(size - reserved - refill * (taken // refill) for taken in range(size + 1))
    return WallPlan(size, loose, ends)


def four_four_four_one() -> tuple[DealBlock, ...]:
    """Three times four tiles to each in turn, then one each, then one more to East."""
    order = [(seat, 4) for _ in range(3) for seat in SEATS] + [(seat, 1) for seat in SEATS] + [(Seat.E, 1)]
    blocks = []
    position = 0
    for seat, count in order:
        blocks.append(DealBlock(seat, tuple(range(position, position + count))))
        position += count
    return tuple(blocks)


WALLS: Mapping[str, Callable[..., WallPlan]] = {"both-ends": both_ends}
DEALS: Mapping[str, Callable[..., tuple[DealBlock, ...]]] = {"four-four-four-one": four_four_four_one}
