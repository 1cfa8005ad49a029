"""The mechanisms that a rule set document can name: how a wall is broken and taken, how tiles are dealt.

Each turns words and options into the plain numbers of a `TablePlan`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from mjlog.errors import RuleSetError
from mjlog.seats import SEATS, Seat
from mjlog.table import DealBlock, WallPlan

Options = Mapping[str, Any]
Table = Mapping[str, Any]

# -- walls ----------------------------------------------------------------------------------------------------------


def both_ends(wall: Table, options: Options, size: int) -> WallPlan:
    """Live tiles from the front, loose ones from the end, the last tile first.

    A dead wall may be reserved, and refilled by so many live tiles after as many loose ones; or, as `tiles`, a kong box
    that is not.
    """
    loose = tuple(range(size - 1, -1, -1))
    if "tiles" in wall:
        return _not_refilled(size, loose, int(wall["tiles"]))
    dead = wall.get("dead", {})
    fixed = wall.get("dead_fixed", {})
    if not options.get(dead.get("option", ""), False):
        return WallPlan(size, loose, tuple(size - taken for taken in range(size + 1)))
    if options.get(fixed.get("option", ""), False):
        return _not_refilled(size, loose, int(fixed["tiles"]))
    reserved, refill = int(dead["tiles"]), int(dead["refill"])
    ends = tuple(size - reserved - refill * (taken // refill) for taken in range(size + 1))
    return WallPlan(size, loose, ends)


def _not_refilled(size: int, loose: tuple[int, ...], reserved: int) -> WallPlan:
    return WallPlan(size, loose[:reserved], (size - reserved,) * (reserved + 1))


def _from_the_end(size: int, first: int) -> tuple[int, ...]:
    """Stacks from the one with the position `first` backwards, the upper tile of each before the lower."""
    return tuple(position for stack in range(first // 2, -1, -1) for position in (2 * stack, 2 * stack + 1))


def _lifted(wall: Table, size: int) -> dict[str, Any]:
    lifted, on = int(wall.get("lifted", 0)), tuple(wall.get("loose_on", (0, 0)))
    stacks = size // 2
    if lifted and not (lifted <= stacks and len(on) == 2 and all(0 < at <= stacks and at != lifted for at in on)):
        words = f"loose_on is {list(on)}, and stack {lifted} from the end is lifted"
        raise RuleSetError(f"wall: {words}; expected two other stacks, 1 to {stacks} from the end")
    return {"lifted": lifted, "loose_on": on}


def whole_wall(wall: Table, options: Options, size: int) -> WallPlan:
    """All tiles are drawn, from the front to the end; there are no replacements (american)."""
    return WallPlan(size, (), (size,))


def kong_box(wall: Table, options: Options, size: int) -> WallPlan:
    """Replacements from a kong box of `tiles` at the end, which is not refilled (mahjiang)."""
    reserved = int(wall["tiles"])
    loose = _from_the_end(size, size - 1)[:reserved]
    return WallPlan(size, loose, (size - reserved,) * (reserved + 1), **_lifted(wall, size))


def back_of_wall(wall: Table, options: Options, size: int) -> WallPlan:
    """Replacements from the back of the wall; no tile is reserved (pung-chi)."""
    ends = tuple(size - taken for taken in range(size + 1))
    return WallPlan(size, _from_the_end(size, size - 1), ends, meets=True, **_lifted(wall, size))


def refilled_dead_wall(wall: Table, options: Options, size: int) -> WallPlan:
    """Two loose tiles on a dead wall of `tiles`; after both are taken the last live stack is set there (dead-wall)."""
    first = size - int(wall["tiles"])
    ends = tuple(max(0, first - taken // 2 * 2) for taken in range(size + 1))
    return WallPlan(size, _from_the_end(size, first), ends, refilled=True, **_lifted(wall, size))


def shrinking_wall(wall: Table, options: Options, size: int) -> WallPlan:
    """Replacements from the end; the `tiles` that are last from the end are never drawn (western)."""
    reserved = int(wall["tiles"])
    ends = tuple(max(0, size - reserved - taken) for taken in range(size + 1))
    return WallPlan(size, _from_the_end(size, size - 1), ends, kept=reserved, **_lifted(wall, size))


_REPLACEMENTS, _INDICATORS = 4, 5


def fourteen_dead(wall: Table, options: Options, size: int) -> WallPlan:
    """The last seven stacks are dead and stay fourteen tiles, four `replacements` among them, unless these are more.

    The indicators lie before the replacements. Source: riichi/dead-1, riichi/dead-2, riichi-sanma/dead-2.
    """
    dead, count = 14, int(wall.get("replacements", _REPLACEMENTS))
    loose = _from_the_end(size, size - 1)[:count]
    ends = tuple(size - dead - taken for taken in range(count + 1))
    first = size - 2 - 2 * -(-count // 2)
    indicators = tuple(first - 2 * number for number in range(_INDICATORS))
    return WallPlan(size, loose, ends, indicators=indicators)


def own_walls(size: int, players: int) -> WallPlan:
    """Each seat draws, and replaces, from a wall of its own: equal parts, East's first (mcr/own-1).

    Raises:
        RuleSetError: the tiles make no equal walls.
    """
    if size % players:
        raise RuleSetError(f"wall: {size} tiles make no {players} walls alike; expected walls = \"shared\"")
    return WallPlan(size, (), (size,), own=size // players)


# -- deals ----------------------------------------------------------------------------------------------------------


def _blocks(order: list[tuple[Seat, int]]) -> list[DealBlock]:
    blocks = []
    position = 0
    for seat, count in order:
        blocks.append(DealBlock(seat, tuple(range(position, position + count))))
        position += count
    return blocks


def _fours(players: int) -> list[tuple[Seat, int]]:
    return [(seat, 4) for _ in range(3) for seat in SEATS[:players]]


def four_four_four_one(players: int) -> tuple[DealBlock, ...]:
    """Three times four tiles to each in turn, then one each, then one more to East."""
    return tuple(_blocks([*_fours(players), *((seat, 1) for seat in SEATS[:players]), (Seat.E, 1)]))


def thirteen_each(players: int) -> tuple[DealBlock, ...]:
    """Three times four tiles to each in turn, then one each; East draws first (riichi/deal-1)."""
    return tuple(_blocks([*_fours(players), *((seat, 1) for seat in SEATS[:players])]))


def _other_thirteen_each(players: int) -> tuple[tuple[DealBlock, ...], ...]:
    """The same deal with East's fourteenth tile taken last, or with the thirteenth; and each hand as one block."""
    blocks = thirteen_each(players)
    fourteenth = 13 * players
    hands = tuple(
        DealBlock(seat, tuple(place for block in blocks if block.seat is seat for place in block.positions))
        for seat in SEATS[:players]
    )
    last = DealBlock(Seat.E, (fourteenth,))
    both = DealBlock(Seat.E, (*blocks[3 * players].positions, fourteenth))
    return (
        (*blocks, last), (*blocks[: 3 * players], both, *blocks[3 * players + 1 :]),
        hands, (*hands, last), (DealBlock(Seat.E, (*hands[0].positions, fourteenth)), *hands[1:]),
    )  # fmt: skip


def four_four_four_top(players: int) -> tuple[DealBlock, ...]:
    """Three times four tiles to each in turn; then East the next upper tile and the one two stacks on, the rest one.

    Between East's two tiles the others take theirs in order, lower and upper.
    """
    blocks = _blocks(_fours(players))
    first = 12 * players
    blocks.append(DealBlock(Seat.E, (first, first + players)))
    blocks += [DealBlock(seat, (first + number,)) for number, seat in enumerate(SEATS[1:players], start=1)]
    return tuple(blocks)


def from_own_walls(blocks: tuple[DealBlock, ...], wall: WallPlan) -> tuple[DealBlock, ...]:
    """The same blocks, each from the wall of who takes it."""
    taken = dict.fromkeys(SEATS, 0)
    own = []
    for seat, count in ((block.seat, len(block.positions)) for block in blocks):
        own.append(DealBlock(seat, tuple(wall.own_wall(seat)[taken[seat] : taken[seat] + count])))
        taken[seat] += count
    return tuple(own)


def by_hand(blocks: tuple[DealBlock, ...]) -> tuple[DealBlock, ...]:
    """The same deal written down hand by hand, thirteen tiles each; what East takes beyond is a draw."""
    positions = {seat: [at for block in blocks if block.seat is seat for at in block.positions] for seat in SEATS}
    return tuple(DealBlock(seat, tuple(taken[:_THIRTEEN])) for seat, taken in positions.items() if taken)


_THIRTEEN = 13
WALLS: Mapping[str, Callable[..., WallPlan]] = {
    "both-ends": both_ends,
    "whole-wall": whole_wall,
    "kong-box": kong_box,
    "back-of-wall": back_of_wall,
    "refilled-dead-wall": refilled_dead_wall,
    "shrinking-wall": shrinking_wall,
    "fourteen-dead": fourteen_dead,
}
DEALS: Mapping[str, Callable[..., tuple[DealBlock, ...]]] = {
    "four-four-four-one": four_four_four_one,
    "four-four-four-top": four_four_four_top,
    "thirteen-each": thirteen_each,
}
OTHER_DEALS: Mapping[str, Callable[[int], tuple[tuple[DealBlock, ...], ...]]] = {"thirteen-each": _other_thirteen_each}
"""Further orders in which a deal may be written down, where East's first tile is a draw."""
