"""Before the play of a hand: seats, wall, dice, break and deal, as the rule set has them."""

from __future__ import annotations

from mjlog import events as ev
from mjlog.seats import SEATS, Seat
from mjlog.simulate.chance import Chance
from mjlog.simulate.recorder import Recorder
from mjlog.table import TablePlan
from mjlog.table.geometry import count_end, second_thrower, stacks_to_count, wall_found
from mjlog.table.plan import BreakPlan
from mjlog.tiles import FIRST_HONOR, TILES, Tile

_BREAK_WRITTEN_DOWN = 0.5
"""The share of hands in which the break is written down where the throw says all about it."""


def find_seats(recorder: Recorder, chance: Chance, players: tuple[str, ...]) -> None:
    """The first seats: by drawing winds, by rolling dice, or as the players were named."""
    seating = recorder.rules.plan.seating
    if seating == "winds":
        _draw_winds(recorder, chance, players)
    elif seating == "rolls":
        _roll_for_east(recorder, chance, players)


def _draw_winds(recorder: Recorder, chance: Chance, players: tuple[str, ...]) -> None:
    winds = chance.shuffled(SEATS[: len(players)])
    draw = {player: TILES[FIRST_HONOR + wind.index] for player, wind in zip(players, winds, strict=True)}
    seats = dict(sorted(zip(winds, players, strict=True), key=lambda seated: seated[0].index))
    recorder.happen(ev.Seats, draw=draw, seats=seats)


def _roll_for_east(recorder: Recorder, chance: Chance, players: tuple[str, ...]) -> None:
    """The highest throw is East; those who tie for it throw again."""
    highest = list(players)
    while len(highest) > 1:
        totals = {player: _throw(recorder, chance, "seats", player=player) for player in highest}
        highest = [player for player in highest if totals[player] == max(totals.values())]
    first = players.index(highest[0])
    order = players[first:] + players[:first]
    recorder.happen(ev.Seats, seats=dict(zip(SEATS, order, strict=False)))


def _throw(recorder: Recorder, chance: Chance, purpose: str, **who: object) -> int:
    dice = chance.dice(2)
    recorder.happen(ev.Roll, dice=dice, purpose=purpose, **who)
    return sum(dice)


def open_hand(recorder: Recorder, chance: Chance, kinds: tuple[int, ...]) -> None:
    """A wall of these tiles is built and broken, and dealt out."""
    plan = recorder.rules.plan
    recorder.happen(ev.Wall, tiles=tuple(TILES[kind] for kind in chance.shuffled(kinds)))
    _break(recorder, chance, plan)
    _deal(recorder, plan)


def _break(recorder: Recorder, chance: Chance, plan: TablePlan) -> None:
    breaking = plan.breaking
    if breaking is None:
        return
    if not breaking.finds_wall:
        _break_the_first_wall(recorder, chance, breaking)
        return
    first = _throw(recorder, chance, "break-wall", seat=Seat.E)
    found = wall_found(breaking, first)
    thrower = second_thrower(breaking, found)
    second = None if thrower is None else _throw(recorder, chance, "break-stack", seat=thrower)
    count = stacks_to_count(breaking, first, second)
    assert count is not None
    place = count_end(breaking, found, count)
    recorder.happen(ev.Break, wall=place.wall, stack=place.stack, by=thrower or Seat.E)


def _break_the_first_wall(recorder: Recorder, chance: Chance, breaking: BreakPlan) -> None:
    """Which wall is broken is fixed: one throw counts the stacks; that the break is written down is not always so."""
    thrower = second_thrower(breaking, breaking.first) or Seat.E
    count = stacks_to_count(breaking, None, _throw(recorder, chance, "break-stack", seat=thrower))
    if count is not None and chance.happens(_BREAK_WRITTEN_DOWN):
        place = count_end(breaking, breaking.first, count)
        recorder.happen(ev.Break, wall=place.wall, stack=place.stack, by=thrower)


def _deal(recorder: Recorder, plan: TablePlan) -> None:
    wall = recorder.table.wall.tiles or ()
    for block in plan.deal:
        tiles: tuple[Tile, ...] = tuple(TILES[wall[position]] for position in block.positions)
        recorder.happen(ev.Deal, seat=block.seat, tiles=tiles)
