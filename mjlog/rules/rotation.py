"""From hand to hand: who is East, prevailing wind, running totals, the end of the game."""

from __future__ import annotations

from collections.abc import Mapping

from mjlog.events import GameEnd, HandStart
from mjlog.findings import Refusal
from mjlog.rules.registry import check
from mjlog.seats import SEATS, Seat
from mjlog.table import Table
from mjlog.table.facts import Fact
from mjlog.table.opening import are_places_open, can_be_next, rounds_after, seats_due
from mjlog.table.stakes import begins_in_the_middle, stick
from mjlog.text import counted, points


@check(HandStart, codes="out-of-place", frame=True, needs=Fact.MOVES)
def hand_before_is_over(table: Table, event: HandStart) -> Refusal | None:
    """A hand begins when the one before has been won, drawn or voided."""
    if not table.is_unfinished:
        return None
    return Refusal("out-of-place", f"hand {event.hand} begins before hand {table.hand} has ended", seat=None)


@check(HandStart, codes="out-of-place", frame=True)
def hands_numbered_in_order(table: Table, event: HandStart) -> Refusal | None:
    """Hands are numbered 1, 2, 3 …; one that is played again keeps its number."""
    due = table.standing.hand_due
    if can_be_next(table, event.hand):
        return None
    return Refusal("out-of-place", f"hand {event.hand} begins: hand {due} is next", due, event.hand)


@check(HandStart, codes="wrong-east", needs=Fact.HANDS)
def first_east_is_as_found(table: Table, event: HandStart) -> Refusal | None:
    """East of the first hand is the one that was found, or stands first among the players."""
    standing = table.standing
    if standing.seats or not standing.players or begins_in_the_middle(table, event):
        return None
    return _east_is(event, standing.players[0])


@check(HandStart, codes="wrong-east")
def east_stays_after_winning(table: Table, event: HandStart) -> Refusal | None:
    """East stays after winning (as often in a row as the rule set allows)."""
    standing = table.standing
    if standing.outcome != "won" or standing.winner is not Seat.E:
        return None
    return _east_is(event, _east_due(table))


@check(HandStart, codes="wrong-east")
def east_stays_after_a_drawn_hand(table: Table, event: HandStart) -> Refusal | None:
    """East stays after a hand that was drawn or voided."""
    standing = table.standing
    if standing.outcome not in ("drawn", "voided"):
        return None
    return _east_is(event, _east_due(table))


def _east_due(table: Table) -> str:
    """Who is East next: the one who was, for as long as the rule set allows, or the next in turn."""
    return seats_due(table)[Seat.E]


@check(HandStart, codes="wrong-east")
def east_passes_on_after_losing(table: Table, event: HandStart) -> Refusal | None:
    """After a win by another player the one on East's right becomes East."""
    standing = table.standing
    if standing.outcome != "won" or standing.winner is Seat.E:
        return None
    return _east_is(event, standing.seats[standing.next_seat()])


@check(HandStart, codes="wrong-east")
def east_passes_on_after_every_hand(table: Table, event: HandStart) -> Refusal | None:
    """After every hand the one on East's right becomes East, whoever won; after a voided one East stays."""
    if table.standing.outcome is None or are_places_open(table):
        return None
    return _east_is(event, _east_due(table))


def _east_is(event: HandStart, due: str) -> Refusal | None:
    found = event.seats.get(Seat.E)
    if found == due:
        return None
    return Refusal("wrong-east", f"{found} is East in hand {event.hand}: {due} is next", due, found)


@check(HandStart, codes="wrong-round", needs=Fact.HANDS)
def first_wind_is_east(table: Table, event: HandStart) -> Refusal | None:
    """East is prevailing in the first round."""
    if table.standing.seats or event.round is Seat.E or begins_in_the_middle(table, event):
        return None
    return _wind_is(event, Seat.E)


@check(HandStart, codes="wrong-round")
def wind_follows_the_round(table: Table, event: HandStart) -> Refusal | None:
    """The prevailing wind changes when everybody has been East."""
    allowed = rounds_after(table, event.seats.get(Seat.E))
    if not table.standing.seats or event.round in [SEATS[number % 4] for number in allowed]:
        return None
    return _wind_is(event, SEATS[allowed[0] % 4])


@check(HandStart, codes="wrong-round")
def wind_stays_east(table: Table, event: HandStart) -> Refusal | None:
    """East is prevailing throughout."""
    return None if event.round is Seat.E else _wind_is(event, Seat.E)


def _wind_is(event: HandStart, due: Seat) -> Refusal:
    words = f"{event.round} is prevailing in hand {event.hand}: {due} is"
    return Refusal("wrong-round", words, due.value, event.round.value, part="round")


@check(HandStart, codes="hand-after-end", where=lambda plan: plan.ending.rounds > 0)
def no_hand_after_the_rounds(table: Table, event: HandStart) -> Refusal | None:
    """The game ends after its rounds: when everybody has been East, and lost it, so many times."""
    rounds = table.plan.ending.rounds
    reached = min(rounds_after(table, event.seats.get(Seat.E)))
    if reached < rounds:
        return None
    what = f"the {rounds} rounds" if rounds > 1 else "the round"
    return Refusal("hand-after-end", f"hand {event.hand} begins after the end of {what}", rounds, reached + 1)


@check(HandStart, codes="hand-after-end", where=lambda plan: plan.ending.hands > 0 or plan.ending.target > 0)
def no_hand_after_the_last(table: Table, event: HandStart) -> Refusal | None:
    """The game ends after the hands, or with the points, that were agreed on."""
    ending = table.plan.ending
    if ending.hands and event.hand > ending.hands:
        words = f"hand {event.hand} begins: {ending.hands} hands were to be played"
        return Refusal("hand-after-end", words, ending.hands, event.hand)
    best = max((table.known_totals or {}).values(), default=0)
    if ending.target and table.standing.seated and best >= ending.target:
        words = f"hand {event.hand} begins: the game ends when somebody has {ending.target} points"
        return Refusal("hand-after-end", words, ending.target, best)
    return None


@check(HandStart, codes="hand-after-end", frame=True)
def no_hand_after_the_game(table: Table, event: HandStart) -> Refusal | None:
    """No hand begins after the game has ended."""
    if not table.standing.ended:
        return None
    return Refusal("hand-after-end", f"hand {event.hand} begins after the game was said to be at its end")


@check(GameEnd, codes="out-of-place", frame=True)
def game_ends_once(table: Table, event: GameEnd) -> Refusal | None:
    """A game ends once."""
    if table.standing.ended:
        return Refusal("out-of-place", "the game was said to be at its end already")
    return None


@check(GameEnd, codes="out-of-place", frame=True, needs=Fact.MOVES)
def last_hand_is_over(table: Table, event: GameEnd) -> Refusal | None:
    """A game ends when its last hand has been won, drawn or voided."""
    if not table.is_unfinished or not table.hand:
        return None
    return Refusal("out-of-place", f"the game is said to be at its end in the middle of hand {table.hand}")


@check(HandStart, codes="wrong-total", frame=True)
def totals_add_up(table: Table, event: HandStart) -> Refusal | None:
    """Totals begin at 0 and add settlements and penalties."""
    totals = table.known_totals
    if event.totals is None:
        return None
    if totals is None:
        return wrong_sum(table, event.totals, f"before hand {event.hand}")
    if table.plan.family.goes_on_in_stakes and (table.is_unfinished or not table.standing.seated):
        # A record may begin with any hand; and what one came to whose end is missing nobody can say.
        return None
    for player, found in event.totals.items():
        due = totals.get(player, 0)
        if found != due:
            return Refusal(
                "wrong-total",
                f"{player} has {points(found)} points before hand {event.hand}: {points(due)} is what the hands before "
                "make",
                due,
                found,
                part="totals",
            )
    return None


def wrong_sum(table: Table, stated: Mapping[str, int], when: str) -> Refusal | None:
    """Totals of which nobody can say what each should be add up to what all have, but for sticks on the table."""
    standing, step = table.standing, stick(table)
    if not standing.seated or {*standing.players, *table.totals} - stated.keys():
        return None
    found, due = sum(stated.values()), sum(table.totals.values())
    at_first = table.plan.family.start_points * len(standing.players)
    if any(found == has or (step and (found - has) % step == 0) for has in (due, at_first)):
        return None
    words = f"the totals {when} add up to {points(found)}: {points(due)} is what the payments make"
    return Refusal("wrong-total", words, due, found, part="totals")


@check(HandStart, codes="wrong-east", frame=True, needs=Fact.HANDS)
def hands_held_as_east(table: Table, event: HandStart) -> Refusal | None:
    """Where a record says how often East had won in a row, it is that often."""
    standing = table.standing
    won = standing.wins_in_a_row
    if event.held is None or won is None or standing.voided:
        return None
    same_round = event.round is table.round
    due = won if same_round and event.held_by == standing.seats.get(Seat.E) else 0
    if event.held == due:
        return None
    return Refusal(
        "wrong-east",
        f"{event.held_by} is said to have won {counted(event.held, 'hand')} in a row as East before hand "
        f"{event.hand}: it was {due}",
        due,
        event.held,
        part="held",
    )
