"""What is played at a table, and how play is opened: the dice and the break.

An empty seat; a Charleston, jokers, kongs and loose tiles where the game has none; who throws, and where the wall is
broken.
"""

from __future__ import annotations

from mjlog.events import (
    Bonus,
    BonusReplacement,
    Break,
    Charleston,
    CharlestonStop,
    Dead,
    Fishing,
    JokerExchange,
    Kong,
    KongReplacement,
    LayConcealed,
    Penalty,
    Roll,
    Show,
)
from mjlog.findings import Refusal
from mjlog.rules.registry import check
from mjlog.seats import SEATS, Seat
from mjlog.table import Table
from mjlog.table.facts import Fact
from mjlog.table.opening import (
    MOST_SEAT_ROLLS,
    StackPlace,
    count_end,
    is_throw,
    may_be_thrown_by,
    roller,
    second_thrower,
    stacks_to_count,
    throwing_seat,
    wall_found,
)
from mjlog.table.plan import BreakPlan, TablePlan
from mjlog.table.state import DEALING
from mjlog.tiles import JOKER


@check(Fishing, Penalty, Show, Dead, codes="out-of-place", frame=True)
def seat_is_in_play(table: Table, event: Fishing | Penalty | Show | Dead) -> Refusal | None:
    """Nobody sits at a seat that is not in play: with three players that of North."""
    if event.seat in table.plan.seats:
        return None
    return Refusal("out-of-place", f"{event.seat}'s {event.type}: nobody sits there")


@check(Charleston, CharlestonStop, codes="out-of-place", frame=True,
       where=lambda plan: not plan.passes and plan.goulash is None)  # fmt: skip
def charleston_is_played(table: Table, event: Charleston | CharlestonStop) -> Refusal | None:
    """Tiles are passed where the rule set has a Charleston; that they are is one fault of a hand."""
    if table.passing is not None:
        return None
    return Refusal("out-of-place", f"{event.seat}'s {event.type}: the game is played without a Charleston")


@check(JokerExchange, codes="out-of-place", frame=True, where=lambda plan: not plan.copies[JOKER])
def jokers_are_played(table: Table, event: JokerExchange) -> Refusal | None:
    """Jokers are exchanged where the set of tiles has some."""
    return Refusal("out-of-place", f"{event.seat}'s {event.type}: the game is played without jokers")


# -- what other games have and the American one has not --------------------------------------------------------------


@check(Kong, LayConcealed, codes="kong-not-allowed")
def nothing_laid_out_of_the_hand(table: Table, event: Kong | LayConcealed) -> Refusal | None:
    """Groups are exposed only with a discard that was called; what was drawn stays on the rack."""
    return Refusal("kong-not-allowed", f"{event.seat}'s {event.type}: nothing is laid down but with a discard called")


@check(KongReplacement, BonusReplacement, codes="replacement-not-due")
def nothing_drawn_from_the_end(table: Table, event: KongReplacement | BonusReplacement) -> Refusal | None:
    """Tiles are drawn in the strict order of the wall; there are no loose tiles."""
    return Refusal("replacement-not-due", f"{event.seat}'s {event.type}: tiles are drawn only in the order of the wall")


@check(Bonus, codes="not-a-bonus")
def flowers_stay_in_the_hand(table: Table, event: Bonus) -> Refusal | None:
    """Flowers and seasons are tiles of the hand like others, and are not laid out."""
    return Refusal("not-a-bonus", f"{event.seat} lays out flowers: they are tiles of the hand", part=0)


@check(Fishing, codes="out-of-place")
def nobody_says_fishing(table: Table, event: Fishing) -> Refusal | None:
    """Nobody says that one tile is missing."""
    return Refusal("out-of-place", f"{event.seat}'s fishing: it is not said in this game")


# -- dice and the break ----------------------------------------------------------------------------------------------


@check(Roll, codes="bad-dice")
def two_dice_for_the_seats(table: Table, event: Roll) -> Refusal | None:
    """The seats are thrown for with two dice."""
    return _impossible_dice(event) if event.purpose == "seats" else None


@check(Roll, codes="bad-dice")
def two_dice_for_the_wall(table: Table, event: Roll) -> Refusal | None:
    """The wall to break is thrown for with two dice."""
    return _impossible_dice(event) if event.purpose == "break-wall" else None


@check(Roll, codes="bad-dice")
def two_dice_for_the_stack(table: Table, event: Roll) -> Refusal | None:
    """The stacks to count are thrown for with two dice."""
    return _impossible_dice(event) if event.purpose == "break-stack" else None


@check(Roll, codes="bad-dice", frame=True)
def two_dice_thrown(table: Table, event: Roll) -> Refusal | None:
    """A throw is two dice, each showing one to six."""
    return _impossible_dice(event)


def _impossible_dice(event: Roll) -> Refusal | None:
    if is_throw(event):
        return None
    shown = " ".join(map(str, event.dice))
    return Refusal("bad-dice", f"a throw of {shown}: two dice of one to six are thrown", found=list(event.dice))


@check(Roll, codes="out-of-place", frame=True, part_of="thrown_before_the_deal")
def seats_thrown_for_before_they_are_found(table: Table, event: Roll) -> Refusal | None:
    """Seats are rolled for before the first hand."""
    if event.purpose != "seats" or not (table.standing.seated or table.standing.seats_stated):
        return None
    return Refusal("out-of-place", "a throw for the seats when they are found already")


@check(Roll, Break, codes="out-of-place", frame=True, needs=Fact.MOVES)
def thrown_before_the_deal(table: Table, event: Roll | Break) -> Refusal | None:
    """For each hand the dice are thrown, then the wall is broken, once."""
    if type(event) is Roll and event.purpose == "seats":
        return None
    what = "the break" if type(event) is Break else f"a throw ({event.purpose})"
    if table.due != DEALING or table.in_deal:
        return Refusal("out-of-place", f"{what} comes when tiles have been dealt, or outside a hand")
    if table.broken:
        return Refusal("out-of-place", f"{what} comes when the wall is broken already")
    if type(event) is Roll and (event.purpose in table.rolls or "break-stack" in table.rolls):
        return Refusal("out-of-place", f"{what} comes when that was thrown already")
    return None


@check(Roll, codes="wrong-roller", needs=Fact.HANDS)
def thrown_for_the_seats(table: Table, event: Roll) -> Refusal | None:
    """Everybody throws once for the seats; those who tie for the highest throw again."""
    if event.purpose != "seats" or table.standing.seated:
        return None
    player = roller(table, event)
    if player is None:
        return None
    players, rolls = table.standing.players, table.standing.seat_rolls
    if not thrown_in_order(players, rolls):
        return None
    waiting, _leading = seat_rolls(players, rolls)
    if player in waiting:
        return None
    due = ", ".join(waiting) if waiting else "nobody"
    return Refusal("wrong-roller", f"{player} throws for the seats: {due} is to throw", list(waiting), player)


def seat_rolls(players: tuple[str, ...], rolls: tuple[tuple[str, int], ...]) -> tuple[list[str], list[str]]:
    """Who is still to throw for the seats, and who leads (those who have not thrown yet are not among them).

    >>> seat_rolls(("a", "b", "c"), (("a", 7), ("b", 9), ("c", 9), ("b", 3)))
    (['c'], ['b'])
    """
    waiting, thrown = list(players), dict[str, int]()
    for player, total in rolls:
        if player not in waiting:
            continue
        waiting.remove(player)
        thrown[player] = total
        if not waiting and len(leading := _leading(thrown)) > 1:
            waiting, thrown = leading, {}
    return waiting, _leading(thrown)


def thrown_in_order(players: tuple[str, ...], rolls: tuple[tuple[str, int], ...]) -> bool:
    """Whether all throws for the seats so far were due; after another one it is open who has to throw.

    >>> thrown_in_order(("a", "b"), (("a", 7), ("a", 9)))
    False
    """
    if len(rolls) >= MOST_SEAT_ROLLS:
        return False
    return all(player in seat_rolls(players, rolls[:number])[0] for number, (player, _total) in enumerate(rolls))


def _leading(thrown: dict[str, int]) -> list[str]:
    return [player for player, total in thrown.items() if total == max(thrown.values())]


@check(Roll, codes="wrong-roller")
def east_throws_for_the_wall(table: Table, event: Roll) -> Refusal | None:
    """East throws the dice for the wall to break."""
    return _thrown_by(table, event, "break-wall", Seat.E)


@check(Roll, codes="wrong-roller")
def found_player_throws_for_the_stack(table: Table, event: Roll) -> Refusal | None:
    """The player found by East's throw throws again."""
    seat = _found(table)
    return _thrown_by(table, event, "break-stack", seat) if seat is not None else None


@check(Roll, codes="wrong-roller")
def east_throws_for_the_stack(table: Table, event: Roll) -> Refusal | None:
    """East throws again to count the stacks."""
    return _thrown_by(table, event, "break-stack", Seat.E)


@check(Roll, codes="wrong-roller")
def one_throw_for_the_break(table: Table, event: Roll) -> Refusal | None:
    """The same throw counts walls and stacks: nobody throws again."""
    if event.purpose != "break-stack":
        return None
    return Refusal("wrong-roller", "a second throw for the break: one throw counts walls and stacks")


@check(Roll, codes="wrong-roller")
def wall_is_easts_own(table: Table, event: Roll) -> Refusal | None:
    """The wall is broken in East's own: nobody throws for another."""
    if event.purpose != "break-wall":
        return None
    return Refusal("wrong-roller", "a throw for the wall to break: it is East's own, and one throw counts the stacks")


def _thrown_by(table: Table, event: Roll, purpose: str, due: Seat) -> Refusal | None:
    if event.purpose != purpose or may_be_thrown_by(table, event, due):
        return None
    thrower = throwing_seat(table, event)
    who = thrower if thrower is not None else event.player
    return Refusal("wrong-roller", f"{who} throws for the break ({purpose}): {due} is to throw", due.value,
                   thrower.value if thrower is not None else event.player)  # fmt: skip


def _found(table: Table) -> Seat | None:
    """The seat that East's throw counts to."""
    thrown, plan = table.rolls.get("break-wall"), table.plan.breaking
    if plan is not None and not plan.finds_wall:
        return plan.first
    return None if thrown is None or plan is None else wall_found(plan, thrown.total)


def _with_dice(plan: TablePlan) -> bool:
    return plan.breaking is not None


@check(Break, codes="wrong-break", where=_with_dice)
def broken_by_the_right_player(table: Table, event: Break) -> Refusal | None:
    """The player who throws last makes the count: the one found, or East."""
    found, plan = _found(table), table.plan.breaking
    assert plan is not None
    if event.by is None:
        return None
    due = (second_thrower(plan, found) if found is not None else None) if plan.again == "found" else Seat.E
    if due is None or event.by is due:
        return None
    return Refusal("wrong-break", f"{event.by} breaks the wall: it is {due}'s to do", due.value, event.by.value)


@check(Break, codes="wrong-break", where=_with_dice)
def wall_of_the_count(table: Table, event: Break) -> Refusal | None:
    """The wall is broken in the wall where the count of the dice ends."""
    due = _count_ends(table)
    if due is not None:
        words = f"{event.wall}'s wall is broken: the count of the dice ends in {due.wall}'s"
        return None if event.wall is due.wall else _misplaced(table, event, words, due)
    # Only the wall is known where the throw for the stacks is not: the count ends in it, or runs over the corner.
    found, plan = _found(table), table.plan.breaking
    if found is None or plan is None:
        return None
    most = {"both": 24, "second": 12, "first": 12}[plan.counts]
    possible = {count_end(plan, found, count).wall for count in range(1, most + 1)}
    if event.wall in possible:
        return None
    walls = " or ".join(str(wall) for wall in SEATS if wall in possible)
    return Refusal("wrong-break", f"{event.wall}'s wall is broken: the dice count to {walls}'s",
                   found.value, event.wall.value)  # fmt: skip


@check(Break, codes="wrong-break", where=_with_dice)
def stack_of_the_count(table: Table, event: Break) -> Refusal | None:
    """The wall is broken at the stack where the count of the dice ends."""
    plan = table.plan.breaking
    assert plan is not None
    if not 1 <= event.stack <= plan.stacks:
        words = f"the wall is broken at stack {event.stack}: a wall has {plan.stacks}"
        return Refusal("wrong-break", words, plan.stacks, event.stack)
    due = _count_ends(table)
    count = _stacks(table, plan) if due is None else None
    if count is not None and count <= plan.stacks:
        # A count that cannot run over a corner ends so in any wall, where the throw for the wall is not known.
        due = StackPlace(event.wall, count)
    if due is None or event.wall is not due.wall or event.stack == due.stack:
        return None
    words = f"{event.wall}'s wall is broken at stack {event.stack}: the count of the dice ends at stack {due.stack}"
    return _misplaced(table, event, words, due)


def _count_ends(table: Table) -> StackPlace | None:
    """Where the throws known say that the wall is broken."""
    found, plan = _found(table), table.plan.breaking
    if found is None or plan is None:
        return None
    count = _stacks(table, plan)
    return None if count is None else count_end(plan, found, count)


def _stacks(table: Table, plan: BreakPlan) -> int | None:
    first, second = table.rolls.get("break-wall"), table.rolls.get("break-stack")
    return stacks_to_count(plan, first and first.total, second and second.total)


def _misplaced(table: Table, event: Break, words: str, due: StackPlace) -> Refusal:
    expected, found = f"{due.wall.value} {due.stack}", f"{event.wall.value} {event.stack}"
    if not _one_short(table, event):
        return Refusal("wrong-break", words, expected, found)
    words += "; a count that takes the last stack of a wall twice ends one short of it, as the rule's example does"
    return Refusal("wrong-break", words, expected, found, severity="warning")


def _one_short(table: Table, event: Break) -> bool:
    """Whether the break is one stack short where that is only warned of (mahjiang/break-3)."""
    found, plan = _found(table), table.plan.breaking
    if found is None or plan is None or plan.short_above is None:
        return False
    count = _stacks(table, plan)
    if count is None or count <= plan.short_above:
        return False
    return StackPlace(event.wall, event.stack) == count_end(plan, found, count - 1)
