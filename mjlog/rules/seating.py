"""Seats: who sits where at the beginning, and that the players keep their order round the table."""

from __future__ import annotations

from mjlog.events import HandStart, Seats
from mjlog.findings import Refusal
from mjlog.rules.dice import seat_rolls, thrown_in_order
from mjlog.rules.registry import check
from mjlog.seats import SEATS, Seat
from mjlog.table import Table
from mjlog.table.facts import Fact
from mjlog.table.opening import are_places_open, changes_places, seats_due
from mjlog.tiles import CODES, FIRST_HONOR, is_wind

Seated = Seats | HandStart


def _words(event: Seated) -> str:
    return f"the seats of hand {event.hand}" if type(event) is HandStart else "the seats"


@check(Seats, HandStart, codes="wrong-seats", frame=True)
def players_of_the_game(table: Table, event: Seated) -> Refusal | None:
    """The players of the game sit at the table, and nobody else."""
    players = list(table.standing.players)
    found = sorted(event.seats.values())
    if found == sorted(players) or (type(event) is Seats and table.standing.places_taken(event.seats)):
        return None
    return Refusal("wrong-seats", f"{_words(event)} are not those of the players of the game", players, found)


@check(Seats, HandStart, codes="wrong-seats", frame=True)
def seats_in_play_are_taken(table: Table, event: Seated) -> Refusal | None:
    """Every seat in play is taken; with three players North's is empty."""
    found = [seat for seat in SEATS if seat in event.seats]
    if found == list(table.plan.seats) or len(found) != len(table.standing.players):
        return None
    expected = [seat.value for seat in table.plan.seats]
    words = f"{_words(event)} are {', '.join(map(str, found))}: {', '.join(map(str, table.plan.seats))} are in play"
    return Refusal("wrong-seats", words, expected, [seat.value for seat in found])


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
    players, found = list(table.standing.players), _in_turn(event)
    if sorted(found) != sorted(players):
        # Others sit there: that is another fault.
        return None
    return Refusal("wrong-seats", f"{_words(event)} are not the order round the table", players, found)


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
    told = ", ".join(f"{player} as {seat}" for seat, player in due.items())
    words = f"{_words(event)} are not those of the next round: the players sit down with {told}"
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
            found = next((seat.value for seat, name in event.seats.items() if name == player), None)
            words = f"{player} has drawn {CODES[tile.kind]}: {event.seats[due]} sits as {due}"
            return Refusal("wrong-seats", words, due.value, found)
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
