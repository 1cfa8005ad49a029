"""Who sits where, and from hand to hand: who is East, prevailing wind, running totals; when the game is over."""

from __future__ import annotations

from collections.abc import Mapping

from mjlog.events import GameEnd, HandStart, Seats
from mjlog.findings import Refusal
from mjlog.rules.opening import seat_rolls, thrown_in_order
from mjlog.rules.registry import check, with_stakes
from mjlog.seats import SEATS, Seat
from mjlog.table import Table
from mjlog.table.facts import Fact
from mjlog.table.opening import are_places_open, can_be_next, changes_places, rounds_after, seats_due
from mjlog.table.plan import StakesPlan
from mjlog.table.stakes import (
    begins_in_the_middle,
    can_lie_there,
    follows_with_unseen_sticks,
    repeats_due,
    stays_east,
    stick,
)
from mjlog.text import counted, points
from mjlog.tiles import CODES, FIRST_HONOR, is_wind

Seated = Seats | HandStart


def _words(event: Seated) -> str:
    return f"the seats of hand {event.hand}" if type(event) is HandStart else "the seats"


@check(Seats, HandStart, codes="wrong-seats", frame=True)
def players_of_the_game(table: Table, event: Seated) -> Refusal | None:
    """The players of the game sit at the table, and nobody else."""
    players = list(table.standing.players)
    players_now = sorted(event.seats.values())
    if players_now == sorted(players) or (type(event) is Seats and table.standing.places_taken(event.seats)):
        return None
    return Refusal("wrong-seats", f"{_words(event)} are not those of the players of the game", players, players_now)


@check(Seats, HandStart, codes="wrong-seats", frame=True)
def seats_in_play_are_taken(table: Table, event: Seated) -> Refusal | None:
    """Every seat in play is taken; with three players North's is empty."""
    seats = [seat for seat in SEATS if seat in event.seats]
    if seats == list(table.plan.seats) or len(seats) != len(table.standing.players):
        return None
    expected = [seat.value for seat in table.plan.seats]
    words = f"{_words(event)} are {', '.join(map(str, seats))}: {', '.join(map(str, table.plan.seats))} are in play"
    return Refusal("wrong-seats", words, expected, [seat.value for seat in seats])


@check(HandStart, codes="wrong-seats", needs=Fact.HANDS)
def seats_keep_their_order(table: Table, event: HandStart) -> Refusal | None:
    """The players keep their order round the table, anticlockwise, from hand to hand."""
    if changes_places(table):
        return None
    return _out_of_order(table, event) if not table.standing.can_be_order(_in_turn(event)) else None


@check(Seats, codes="wrong-seats", part_of="seats_keep_their_order", where=lambda plan: plan.seating != "winds")
def seats_are_found_in_order(table: Table, event: Seats) -> Refusal | None:
    """The players take their seats in their order, unless winds that were drawn say where everyone sits down."""
    return None if table.standing.is_order(_in_turn(event)) else _out_of_order(table, event)


def _in_turn(event: Seated) -> list[str]:
    return [event.seats[seat] for seat in SEATS if seat in event.seats]


def _out_of_order(table: Table, event: Seated) -> Refusal | None:
    players, sitting = list(table.standing.players), _in_turn(event)
    if sorted(sitting) != sorted(players):
        # Others sit there: that is another fault.
        return None
    return Refusal("wrong-seats", f"{_words(event)} are not the order round the table", players, sitting)


@check(Seats, codes="out-of-place", frame=True, needs=Fact.HANDS)
def seats_found_once(table: Table, event: Seats) -> Refusal | None:
    """Seats are found once, before the first hand; between hands somebody else may take over a place."""
    standing = table.standing
    is_first = not (standing.seated or standing.seats_stated)
    if is_first or standing.places_taken(event.seats) or changes_places(table):
        return None
    return Refusal("out-of-place", "the seats are found when everybody has one")


@check(Seats, HandStart, codes="wrong-seats", needs=Fact.HANDS, where=lambda plan: plan.change_places)
def places_change_after_a_round(table: Table, event: Seated) -> Refusal | None:
    """After each round the players change places, as the rules say who sits down where."""
    if not changes_places(table) or are_places_open(table):
        return None
    due = seats_due(table)
    if event.seats == due or sorted(event.seats.values()) != sorted(due.values()):
        return None
    places_due = ", ".join(f"{player} as {seat}" for seat, player in due.items())
    words = f"{_words(event)} are not those of the next round: the players sit down with {places_due}"
    return Refusal("wrong-seats", words, list(due.values()), _in_turn(event))


@check(Seats, codes="wrong-seats")
def winds_drawn_once_each(table: Table, event: Seats) -> Refusal | None:
    """Each player draws one of four different winds."""
    draw = event.draw
    if draw is None:
        return None
    kinds = [tile.kind for tile in draw.values()]
    whole = sorted(draw) == sorted(table.standing.players)
    if whole and len(set(kinds)) == len(kinds) and all(is_wind(kind) for kind in kinds):
        return None
    drawn = [f"{player} {tile.value}" for player, tile in draw.items()]
    return Refusal(
        "wrong-seats", f"{', '.join(drawn)} is drawn for the seats: each player draws another wind", None, drawn
    )


@check(Seats, codes="wrong-seats")
def seated_as_drawn(table: Table, event: Seats) -> Refusal | None:
    """The wind that a player has drawn is the player's seat."""
    for player, tile in (event.draw or {}).items():
        if not is_wind(tile.kind):
            continue
        due = SEATS[tile.kind - FIRST_HONOR]
        if event.seats.get(due, player) != player:
            seat_name = next((seat.value for seat, name in event.seats.items() if name == player), None)
            words = f"{player} has drawn {CODES[tile.kind]}: {event.seats[due]} sits as {due}"
            return Refusal("wrong-seats", words, due.value, seat_name)
    return None


@check(Seats, HandStart, codes="wrong-seats", needs=Fact.HANDS)
def highest_throw_is_east(table: Table, event: Seated) -> Refusal | None:
    """Whoever throws highest for the seats is East."""
    standing = table.standing
    if standing.seated or (type(event) is HandStart and standing.seats_stated):
        return None
    if not thrown_in_order(standing.players, standing.seat_rolls):
        return None
    waiting, leading = seat_rolls(standing.players, standing.seat_rolls)
    east = event.seats.get(Seat.E)
    if east in waiting or east in leading or east not in standing.players:
        return None
    # After a tie that nobody has thrown again for, East is one of those who tied.
    higher = leading or waiting
    words = f"{east} is East: {' and '.join(higher)} threw higher for the seats"
    return Refusal("wrong-seats", words, higher[0], east)


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
    return _east_is(event, seats_due(table)[Seat.E])


@check(HandStart, codes="wrong-east")
def east_stays_after_a_drawn_hand(table: Table, event: HandStart) -> Refusal | None:
    """East stays after a hand that was drawn or voided."""
    standing = table.standing
    if standing.outcome not in ("drawn", "voided"):
        return None
    return _east_is(event, seats_due(table)[Seat.E])


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
    return _east_is(event, seats_due(table)[Seat.E])


def _east_is(event: HandStart, due: str) -> Refusal | None:
    in_east = event.seats.get(Seat.E)
    if in_east == due:
        return None
    return Refusal("wrong-east", f"{in_east} is East in hand {event.hand}: {due} is next", due, in_east)


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
    for player, total in event.totals.items():
        due = totals.get(player, 0)
        if total != due:
            return Refusal(
                "wrong-total",
                f"{player} has {points(total)} points before hand {event.hand}: {points(due)} is what the hands before "
                "make",
                due,
                total,
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


# -- from hand to hand where points lie on the table: who stays East, repeats, the pot --------------------------------


@check(HandStart, codes="wrong-east", where=with_stakes)
def east_stays_by_winning_or_readiness(table: Table, event: HandStart) -> Refusal | None:
    """East stays after winning, when ready at a draw, and after a hand that ended before its time; else passes on."""
    stakes, standing = table.plan.stakes, table.standing
    stays = stays_east(standing, stakes)
    if stays is None:
        return None
    return _east_is(event, standing.seats[Seat.E if stays else standing.next_seat()])


@check(HandStart, codes="wrong-repeats", needs=Fact.HANDS, where=with_stakes)
def repeats_follow(table: Table, event: HandStart) -> Refusal | None:
    """The repeats grow when East stays and after every draw, and begin anew after a win of others."""
    standing = table.standing
    if event.repeats is None or not standing.seated:
        return None
    due = repeats_due(standing)
    if due is None or due == event.repeats or standing.repeats_doubted:
        return None
    words = f"hand {event.hand} is repeat {event.repeats}: {due} is what the hand before makes"
    return Refusal("wrong-repeats", words, due, event.repeats, part="repeats")


@check(HandStart, codes="wrong-pot", needs=Fact.HANDS, where=with_stakes)
def pot_follows(table: Table, event: HandStart) -> Refusal | None:
    """What lies on the table before a hand is what the riichi of the hands before left there."""
    standing = table.standing
    if event.pot in (None, standing.pot):
        return None
    if not standing.seated or standing.outcome is None:
        return None
    is_open = standing.pot is None or standing.pot_doubted
    if can_lie_there(table, event.pot) if is_open else follows_with_unseen_sticks(table, event):
        return None
    left = f"{standing.pot_most} at the most, in sticks" if is_open else standing.pot
    words = f"{event.pot} points lie on the table before hand {event.hand}: the hands before leave {left}"
    return Refusal("wrong-pot", words, standing.pot_most if is_open else standing.pot, event.pot, part="pot")


# -- the end of a game that goes by points and rounds ----------------------------------------------------------------


def _totals(table: Table) -> dict[str, int] | None:
    """What everybody has once the hand before is paid; None where that is not known, or there was none."""
    standing = table.standing
    known = standing.outcome in ("won", "drawn") and not table.is_unfinished
    return table.known_totals if known else None


def _is_last_of_round(table: Table) -> bool:
    """Whether the hand before was one with the last East of a round."""
    standing = table.standing
    return bool(standing.players) and standing.seats.get(Seat.E) == standing.players[-1]


def _has_target(totals: dict[str, int], stakes: StakesPlan) -> bool:
    return not stakes.target or max(totals.values(), default=0) >= stakes.target


def ended_by_debt(table: Table, stakes: StakesPlan) -> bool:
    """Whether somebody is below nothing."""
    totals = _totals(table)
    return stakes.bust and totals is not None and any(total < 0 for total in totals.values())


def ended_by_rounds(table: Table, stakes: StakesPlan) -> bool:
    """Whether the last hand of the last round is over, and nothing keeps the game going."""
    totals, number = _totals(table), table.standing.round_number
    moves_on = stays_east(table.standing, stakes) is False and _is_last_of_round(table)
    if totals is None or not stakes.rounds or not moves_on or number + 1 < stakes.rounds:
        return False
    return not stakes.extra_round or number + 1 > stakes.rounds or _has_target(totals, stakes)


def ended_in_the_extra_round(table: Table, stakes: StakesPlan) -> bool:
    """Whether somebody has the target after a hand of the extra round; where East's repeat goes first, one that moves
    East on."""
    totals = _totals(table)
    if totals is None or not stakes.extra_round or table.standing.round_number < stakes.rounds or not stakes.rounds:
        return False
    if stakes.extra_ends == "east-leaves" and stays_east(table.standing, stakes) is not False:
        return False
    return _has_target(totals, stakes)


def leader_may_stop(table: Table, stakes: StakesPlan) -> bool:
    """Whether East, who stays by a win or readiness in the last hand or after it, is first and has the target."""
    totals, standing = _totals(table), table.standing
    if totals is None or stakes.leader_stops == "no" or standing.aborted or not stakes.rounds:
        return False
    rounds_before = standing.round_number
    is_last = rounds_before + 1 >= stakes.rounds and _is_last_of_round(table)
    if not (is_last or rounds_before >= stakes.rounds) or not stays_east(standing, stakes):
        return False
    east = standing.seats.get(Seat.E, "")
    # With equal points whoever sat first in the first hand goes before (riichi/end-5), as `max` has it.
    leader = max(standing.players, key=lambda player: totals.get(player, 0))
    return leader == east and totals.get(east, 0) >= stakes.target


def _goes_on(event: HandStart, why: str) -> Refusal:
    return Refusal("hand-after-end", f"hand {event.hand} begins after the end of the game: {why}")


@check(HandStart, codes="hand-after-end", where=with_stakes)
def no_hand_after_the_last_round(table: Table, event: HandStart) -> Refusal | None:
    """No hand is played after the last round, unless nobody has the target and one more round is played."""
    if not ended_by_rounds(table, table.plan.stakes):
        return None
    return _goes_on(event, "the last round is over")


@check(HandStart, codes="hand-after-end", where=with_stakes)
def no_hand_after_the_extra_round(table: Table, event: HandStart) -> Refusal | None:
    """In the round that is played for want of somebody with the target, the first hand that brings it is the last."""
    if not ended_in_the_extra_round(table, table.plan.stakes):
        return None
    return _goes_on(event, f"somebody has {table.plan.stakes.target} points")


@check(HandStart, codes="hand-after-end", where=with_stakes)
def no_hand_after_a_debt(table: Table, event: HandStart) -> Refusal | None:
    """No hand is played once somebody is below nothing."""
    if not ended_by_debt(table, table.plan.stakes):
        return None
    return _goes_on(event, "somebody is below 0")


@check(HandStart, codes="hand-after-end", where=lambda plan: plan.stakes.leader_stops == "auto")
def no_hand_after_the_leader_stops(table: Table, event: HandStart) -> Refusal | None:
    """East who leads with the target in the last hand ends the game."""
    if not leader_may_stop(table, table.plan.stakes):
        return None
    return _goes_on(event, "East is first and has the target")


def is_over(table: Table) -> bool:
    """Whether the rules end the game with the hand before."""
    stakes = table.plan.stakes
    ways = (ended_by_rounds, ended_in_the_extra_round, ended_by_debt)
    if stays_east(table.standing, stakes) is None:
        return False
    stops = stakes.leader_stops == "auto" and leader_may_stop(table, stakes)
    return stops or any(ended(table, stakes) for ended in ways)


@check(GameEnd, codes="game-end-too-early", where=lambda plan: plan.stakes.rounds > 0 and not plan.stakes.clock)
def game_is_over(table: Table, event: GameEnd) -> Refusal | None:
    """A game ends with its last round, or when something else ends it; at some tables the clock may."""
    stakes, totals = table.plan.stakes, _totals(table)
    if totals is None or stays_east(table.standing, stakes) is None:
        return None
    if is_over(table) or leader_may_stop(table, stakes):
        return None
    return Refusal(
        "game-end-too-early",
        f"the game is said to be at its end after hand {table.hand}: it goes on; if the clock stopped it, or all "
        "agreed to stop: `fix option rounds=0` says so",
    )
