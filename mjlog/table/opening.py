"""What physically happens before the play of a hand: seats, dice, break, wall, deal. Nothing here refuses.

Where things are on the table: counting players and stacks by the dice, and the place of each tile of the wall.
Source: docs/lookup/geometry.md.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mjlog.events import Break, Deal, GameStart, HandStart, Roll, Seats, Wall
from mjlog.seats import SEATS, Seat
from mjlog.table.facts import Fact
from mjlog.table.match_state import MatchState
from mjlog.table.moves import dealing_with
from mjlog.table.plan import BreakPlan
from mjlog.table.stakes import begins_in_the_middle
from mjlog.table.state import DEALING, Table, Throw
from mjlog.tiles import UNKNOWN

CLOCKWISE = (Seat.E, Seat.N, Seat.W, Seat.S)
"""The walls as they follow one another clockwise."""


class StackPlace(NamedTuple):
    """A stack: its wall, and its number in it from 1, from the end at which the count enters the wall."""

    wall: Seat
    stack: int


class TilePlace(NamedTuple):
    """A tile of the wall as built: its stack, and whether it is the upper one."""

    wall: Seat
    stack: int
    upper: bool


def next_wall(plan: BreakPlan, wall: Seat) -> Seat:
    """The wall that a count goes on in past the end of another."""
    built = [seat for seat in CLOCKWISE if seat.index < plan.walls]
    return built[(built.index(wall) + (1 if plan.clockwise else -1)) % plan.walls]


def wall_found(plan: BreakPlan, total: int) -> Seat:
    """The wall, and the player, that a throw counts to, anticlockwise.

    >>> from mjlog.table.plan import BreakPlan
    >>> wall_found(BreakPlan(Seat.E, "found", "both", True, 17), 11)
    <Seat.W: 'W'>
    """
    return SEATS[(plan.first.index + total - 1) % plan.walls]


def second_thrower(plan: BreakPlan, seat: Seat) -> Seat | None:
    """Who throws again after the count of players found this seat; None where nobody does."""
    return {"found": seat, "east": Seat.E, "none": None}[plan.again]


def stacks_to_count(plan: BreakPlan, first: int | None, second: int | None) -> int | None:
    """How many stacks are counted by these throws; None where one that it needs is not known."""
    needed = {"both": (first, second), "second": (second,), "first": (first,)}[plan.counts]
    known = [total for total in needed if total is not None]
    return sum(known) if len(known) == len(needed) else None


def count_end(plan: BreakPlan, wall: Seat, count: int) -> StackPlace:
    """The stack where a count along a wall ends; past the wall's last stack it goes on in the next wall.

    >>> from mjlog.table.plan import BreakPlan
    >>> count_end(BreakPlan(Seat.E, "found", "both", True, 17), Seat.W, 20)
    StackPlace(wall=<Seat.S: 'S'>, stack=3)
    """
    while count > plan.stacks:
        wall = next_wall(plan, wall)
        count -= plan.stacks
    return StackPlace(wall, count)


def tile_place(plan: BreakPlan, broken: StackPlace, position: int) -> TilePlace:
    """Where the tile at a position of the wall (from 0) stood when the wall was built.

    Dealing begins with the stack after the one where the count ended, and goes on in the direction of the count.

    >>> from mjlog.table.plan import BreakPlan
    >>> plan = BreakPlan(Seat.E, "found", "both", True, 17)
    >>> tile_place(plan, StackPlace(Seat.S, 3), 135)
    TilePlace(wall=<Seat.S: 'S'>, stack=3, upper=False)
    """
    place = count_end(plan, broken.wall, broken.stack + 1 + position // 2)
    return TilePlace(place.wall, place.stack, position % 2 == 0)


def from_the_right(plan: BreakPlan, stack: int) -> int:
    """The number of a stack in its wall counted from its builder's right, from 1."""
    return stack if plan.clockwise else plan.stacks + 1 - stack


def apply_game_start(table: Table, event: GameStart) -> None:
    """A game begins: its players, with no points."""
    table.standing = MatchState(players=event.players)
    table.totals = dict.fromkeys(event.players, table.plan.family.start_points)
    if table.plan.family.goes_on_in_stakes:
        table.standing.counted = dict(table.totals)
    table.learn(Fact.HANDS)


def apply_seats(table: Table, event: Seats) -> None:
    """Seats are found: the order round the table is the players' from now on. Later, somebody takes over a place.

    Where the players change places after a round, they have done so.
    """
    taken = table.standing.places_taken(event.seats)
    if taken:
        table.standing.hand_over(taken)
        return
    table.standing.players = tuple(event.seats[seat] for seat in SEATS if seat in event.seats)
    table.standing.seats_stated = True
    table.standing.places_changed = table.standing.seated


def apply_hand_start(table: Table, event: HandStart) -> None:
    """A hand begins: empty table, new seats."""
    standing = table.standing
    is_next = event.hand == table.hand + (0 if standing.voided else 1) and Fact.HANDS not in table.in_doubt
    if standing.totals_but_for_a_gap and standing.result_known and is_next and event.totals is None:
        # Moves of the hand before were missed, but not its end: by the number no other hand is missing.
        standing.totals_known = True
    standing.totals_but_for_a_gap = False
    if Fact.HANDS in table.in_doubt:
        standing.hand_due = event.hand
    if not (standing.voided and event.hand == table.hand):
        standing.hand_due += 1
    goulash = _replays_a_drawn_hand(table, event)
    table.plan.family.begin_hand(table, event)
    _pass_on(table, event)
    table.view = event.view
    # In one seat's view every draw is written down, those of the others unseen.
    table.depth = "full" if event.view is not None and event.depth == "table" else event.depth or "full"
    table.begin_hand_as(goulash=goulash)
    table.hand = event.hand
    table.round = event.round
    table.players = dict(event.seats)
    table.every = frozenset(event.every or ())
    table.due = DEALING
    table.turn = Seat.E
    if event.totals is not None and not table.plan.family.goes_on_in_stakes and not table.standing.totals_sure:
        table.totals = dict(event.totals)
        table.standing.counted = dict(event.totals)
        table.standing.totals_known = True
        table.standing.totals_doubted = 0


def _replays_a_drawn_hand(table: Table, event: HandStart) -> bool | None:
    """Whether the hand before was drawn, so that this one is its replay; None where nobody knows.

    A hand that is void is played again as it was.

    Source: bmja/goulash.
    """
    outcome = table.standing.outcome if Fact.HANDS not in table.in_doubt else None
    if outcome == "voided":
        return table.plan is not table.agreed if Fact.GOULASH not in table.in_doubt else None
    if outcome is None:
        return False if event.hand == 1 else None
    return outcome == "drawn"


def _pass_on(table: Table, event: HandStart) -> None:
    """What the hand before has settled about the game, seen from the new hand."""
    standing = table.standing
    east, are_all_known = event.seats.get(Seat.E), Fact.HANDS not in table.in_doubt
    is_changed = changes_places(table) or standing.places_changed
    standing.round_number = _round_number(table, event)
    if standing.seats.get(Seat.E) != east or event.round is not table.round:
        standing.east_wins = 0
        standing.wins_known = are_all_known
    new_round = event.round is not table.round if standing.seated else True
    if begins_in_the_middle(table, event):
        standing.first_east = standing.players[0]
    elif (standing.first_east is None and are_all_known and new_round) or is_changed:
        standing.first_east = east
    if (is_changed or standing.order_unknown) and sorted(event.seats.values()) == sorted(standing.players):
        # Where the order round the table was unknown, the seats tell it.
        standing.players = tuple(event.seats[seat] for seat in SEATS if seat in event.seats)
        standing.order_unknown = False
    standing.seats = dict(event.seats)
    standing.seated = True
    standing.winner, standing.winners = None, ()
    standing.result_known = standing.voided = standing.aborted = standing.places_changed = False
    standing.ready = None
    table.learn(Fact.HANDS)


def _round_number(table: Table, event: HandStart) -> int:
    possible = rounds_after(table, event.seats.get(Seat.E))
    if table.plan.wind_stays:
        return possible[0]
    fitting = [number for number in possible if SEATS[number % 4] is event.round]
    if not fitting and table.plan.family.goes_on_in_stakes and table.standing.seated:
        # How long the game goes on hangs on it: a wrong wind, or East, makes no other round than one that can be.
        number = table.standing.round_number
        return number if SEATS[number % 4] is event.round else possible[0]
    return fitting[0] if fitting else event.round.index


def can_be_next(table: Table, hand: int) -> bool:
    """Whether the next hand can have this number: where hands may be missing, it can be a later one than is due."""
    due = table.standing.hand_due
    # After a wrong number the next may count on from it, or go on as if it had been right.
    if hand in (due, table.hand + 1) or (table.standing.voided and hand == table.hand):
        return True
    return Fact.HANDS in table.in_doubt and hand > due


def rounds_after(table: Table, east: str | None) -> list[int]:
    """The numbers (from 0) of the round that a hand with this East can belong to; one, where all is known."""
    standing, number = table.standing, table.standing.round_number
    if Fact.HANDS in table.in_doubt:
        return list(range(number, number + 4))
    if changes_places(table) or standing.places_changed:
        return [number + 1]
    if not standing.seats or standing.seats.get(Seat.E) == east:
        return [number]
    if standing.first_east is None:
        return [number, number + 1]
    return [number + 1] if east == standing.first_east else [number]


_CHANGES = ((1, 0, 3, 2), (3, 2, 0, 1))
"""Who sits down as East, South, West, North, by the places in the first hand of the round before: after the first and
the third round East and South change, and West and North; after the second North is East, West South, East West and
South North (mcr/seats-4)."""
_ROUNDS = 4
"""Of a game; how places are changed after the last of them, where more are played, is not said."""


def changes_places(table: Table) -> bool:
    """Whether the players change places before the next hand, and have not done so yet: a round is over."""
    standing = table.standing
    if not table.plan.change_places or standing.places_changed or Seat.E not in standing.seats:
        return False
    if not standing.result_known or standing.voided or Fact.HANDS in table.in_doubt:
        return False
    return standing.seats[standing.next_seat()] == standing.first_east


def are_places_open(table: Table) -> bool:
    """Whether the players change places, and the rules do not say how: after the fourth round, if the game goes on."""
    return changes_places(table) and table.standing.round_number % _ROUNDS == _ROUNDS - 1


def seats_due(table: Table) -> dict[Seat, str]:
    """Who sits where in the next hand, after one whose result is known; before the first, as the players are named."""
    standing = table.standing
    if not standing.seats or standing.places_changed:
        return dict(zip(SEATS, standing.players, strict=False))
    seats = [seat for seat in SEATS if seat in standing.seats]
    players = [standing.seats[seat] for seat in seats]
    if table.plan.family.keeps_east(table) is False:
        step = seats.index(standing.next_seat())
        players = players[step:] + players[:step]
    if changes_places(table):
        players = [players[at] for at in _CHANGES[standing.round_number % 2]]
    return dict(zip(seats, players, strict=True))


def apply_wall(table: Table, event: Wall) -> None:
    """The wall is known; after a gap it is not known how much of it is left."""
    if table.gaps:
        return
    table.wall.tiles = tuple([tile.kind for tile in event.tiles])
    table.wall.faces = tuple([tile.face for tile in event.tiles])


_DICE, _FACES = 2, 6
MOST_SEAT_ROLLS = 100
"""So many throws for the seats are remembered; a record with more of them says nothing any more."""


def apply_roll(table: Table, event: Roll) -> None:
    """Dice are thrown: for the seats by a player, for the break by a seat. What is no throw counts for nothing."""
    if not is_throw(event):
        return
    total = sum(event.dice)
    if event.purpose == "seats":
        player = roller(table, event)
        if player is not None and len(table.standing.seat_rolls) < MOST_SEAT_ROLLS:
            table.standing.seat_rolls += ((player, total),)
        return
    table.rolls[event.purpose] = Throw(throwing_seat(table, event), total, event.dice)


def is_throw(event: Roll) -> bool:
    """Whether the dice are two, each showing one to six."""
    return len(event.dice) == _DICE and min(event.dice) >= 1 and max(event.dice) <= _FACES


def roller(table: Table, event: Roll) -> str | None:
    """The player who threw; None where that is not said."""
    if event.player is not None:
        return event.player
    return table.players.get(event.seat) if event.seat is not None else None


def throwing_seat(table: Table, event: Roll) -> Seat | None:
    """The seat that threw; None where that is not said."""
    if event.seat is not None:
        return event.seat
    return next((seat for seat, player in table.players.items() if player == event.player), None)


def may_be_thrown_by(table: Table, event: Roll, seat: Seat) -> bool:
    """Whether the throw can be this seat's: after a gap, which may hide a new hand, any player can sit there."""
    if event.seat is not None:
        return event.seat is seat
    return event.player is None or Fact.MOVES in table.in_doubt or table.players.get(seat) == event.player


def apply_break(table: Table, event: Break) -> None:
    """The wall is broken."""
    table.broken = True


# -- tiles of the deal that the wall does not bring there: from where they can have come -------------------------------


class Laid(NamedTuple):
    """In which order tiles come that still stand, by their number; which of them never come; and why, in words."""

    order: list[int]
    out: range
    why: str


_NONE_OUT = range(0)


def dealt_from_elsewhere(table: Table, event: Deal) -> Iterator[tuple[Table, str]]:
    """The tables at which the wall brings a block as it was dealt, and from where, in words; the likeliest first."""
    wall, dealing = table.wall, dealing_with(table, event)
    if wall.tiles is None or UNKNOWN in wall.tiles or len(wall.tiles) < table.plan.wall.size or dealing is None:
        return
    gone = {*dealing.positions[: table.in_deal]}
    standing = [position for position in range(len(wall.tiles)) if position not in gone]
    lies = [wall.tiles[position] for position in standing]
    due, *blocks = [
        [standing.index(position) for position in block.positions]
        for block in dealing.blocks if gone.isdisjoint(block.positions)
    ]  # fmt: skip
    dealt = Counter(tile.kind for tile in event.tiles if tile.kind != UNKNOWN)
    behind = standing.index(max(each_dealing.size for each_dealing in table.plan.dealings) + 1)
    is_shared = not table.plan.wall.own
    for laid in itertools.chain(
        _broken_elsewhere(len(lies)) if is_shared and not gone else (),
        _left_standing(len(lies), due, behind) if is_shared else (),
        _taken_before_others(lies, due, blocks, dealt),
    ):
        if dealt - Counter(lies[laid.order[at]] for at in due):
            continue
        other = table.copy()
        now = [*range(len(wall.tiles))]
        for position, at in zip(standing, laid.order, strict=True):
            now[position] = standing[at]
        other.wall.tiles = tuple(wall.tiles[position] for position in now)
        other.wall.faces = tuple(other.wall.face_at(position) for position in now)
        other.wall.out |= {standing[at] for at in laid.out}
        yield other, laid.why


def _broken_elsewhere(number: int) -> Iterator[Laid]:
    """The deal began so many stacks before or behind the break."""
    for stacks in range(1, number // 4):
        for by in (2 * stacks, -2 * stacks):
            yield Laid([(at + by) % number for at in range(number)], _NONE_OUT, "the wall was broken elsewhere")


def _left_standing(number: int, due: Sequence[int], behind: int) -> Iterator[Laid]:
    """Some tiles of the wall were passed over: they stand to the end. `behind`: where they are out of the way."""
    for skipped in range(1, number - max(due)):
        for first in range(min(due), max(due) + 1):
            left, goes_on = range(first, first + skipped), first + skipped
            order = [*range(first), *range(goes_on, behind + skipped), *left, *range(behind + skipped, number)]
            if behind + skipped <= number:
                why = "tiles of the wall were passed over in the deal"
                yield Laid(order, range(behind, behind + skipped), why)


def _taken_before_others(
    lies: Sequence[int], due: Sequence[int], blocks: Sequence[Sequence[int]], dealt: Counter[int]
) -> Iterator[Laid]:
    """Tiles of others were taken: those take the tiles that were left for them, or what stands next."""
    why = "tiles of others were taken in the deal"
    own = _first_of(lies, due, dealt)
    left = [at for at in due if at not in own]
    short = dealt - Counter(lies[at] for at in own)
    for block in blocks:
        taken = _first_of(lies, block, short)
        if len(taken) == short.total():
            order = [*range(len(lies))]
            for mine, other in zip(left, taken, strict=False):
                order[mine], order[other] = other, mine
            yield Laid(order, _NONE_OUT, why)
    later = [at for at in range(min(due), len(lies)) if at not in due]
    taken = [*own, *_first_of(lies, later, short)]
    if len(taken) == len(due):
        rest, mine_next = (at for at in range(len(lies)) if at not in taken), iter(taken)
        yield Laid([next(mine_next if at in due else rest) for at in range(len(lies))], _NONE_OUT, why)


def _first_of(lies: Sequence[int], places: Sequence[int], wanted: Counter[int]) -> list[int]:
    """The first of these places at which the wanted tiles lie."""
    short, taken = Counter(wanted), []
    for at in places:
        if short[lies[at]] > 0:
            short[lies[at]] -= 1
            taken.append(at)
    return taken
