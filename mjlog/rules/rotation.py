"""From hand to hand: seats, prevailing wind, running totals, the end of the game."""

from __future__ import annotations

from mjlog.events import HandStart
from mjlog.findings import Refusal
from mjlog.rules.registry import check
from mjlog.seats import SEATS, Seat
from mjlog.table import Table
from mjlog.table.standing import east_stays, rounds_after


@check(HandStart, codes="out-of-place")
def hand_before_is_over(table: Table, event: HandStart) -> Refusal | None:
    """A hand begins when the one before has been won, drawn or voided."""
    if not table.in_play or table.gaps or table.depth == "result":
        return None
    return Refusal("out-of-place", f"hand {event.hand} begins before hand {table.hand} has ended", seat=None)


@check(HandStart, codes="out-of-place")
def hands_numbered_in_order(table: Table, event: HandStart) -> Refusal | None:
    """Hands are numbered 1, 2, 3 …; one that is played again keeps its number."""
    due = table.hand + 1
    if event.hand == due or (table.standing.voided and event.hand == table.hand) or table.standing.hands_lost:
        return None
    return Refusal("out-of-place", f"hand {event.hand} begins: hand {due} is next", due, event.hand)


@check(HandStart, codes="wrong-seats")
def same_players_round_the_table(table: Table, event: HandStart) -> Refusal | None:
    """The players of the game sit in their order round the table."""
    standing = table.standing
    found = [event.seats.get(seat) for seat in SEATS]
    players = list(standing.players)
    if sorted(map(str, found)) != sorted(map(str, _four(players))):
        return Refusal("wrong-seats", f"the players of hand {event.hand} are not those of the game", players, found)
    if not standing.seated or standing.order_unknown:
        return None
    turned = [_four(players)[step:] + _four(players)[:step] for step in range(4)]
    if found in turned or len(players) < 4:
        return None
    return Refusal("wrong-seats", f"the seats of hand {event.hand} are not the order round the table", players, found)


def _four(players: list[str]) -> list[str | None]:
    return [*players, *([None] * (4 - len(players)))]


@check(HandStart, codes="wrong-east")
def east_moves_on(table: Table, event: HandStart) -> Refusal | None:
    """East stays after a win by East or a wash-out; otherwise the player on the right becomes East."""
    due = _east_due(table)
    if due is None or event.seats.get(Seat.E) == due:
        return None
    return Refusal(
        "wrong-east",
        f"{event.seats.get(Seat.E)} is East in hand {event.hand}: {due} is next",
        due,
        event.seats.get(Seat.E),
    )


def _east_due(table: Table) -> str | None:
    standing = table.standing
    if not standing.seats:
        return (
            None
            if standing.order_unknown or standing.hands_lost
            else (standing.players[0] if standing.players else None)
        )
    if not standing.result_known:
        return None
    if east_stays(standing, table.plan.east_leaves_after):
        return standing.seats.get(Seat.E)
    return standing.seats.get(standing.next_seat())


@check(HandStart, codes="wrong-round hand-after-end")
def wind_follows_the_round(table: Table, event: HandStart) -> Refusal | None:
    """The prevailing wind changes when everybody has been East; the game ends after its rounds."""
    standing = table.standing
    east = event.seats.get(Seat.E)
    allowed = rounds_after(standing, east)
    if event.round not in [SEATS[number % 4] for number in allowed]:
        due = SEATS[allowed[0] % 4]
        return Refusal(
            "wrong-round",
            f"{event.round} is prevailing in hand {event.hand}: {due} is",
            due.value,
            event.round.value,
            part="round",
        )
    if table.plan.rounds and min(allowed) >= table.plan.rounds:
        return Refusal(
            "hand-after-end",
            f"hand {event.hand} begins after the end of the {table.plan.rounds} rounds",
            table.plan.rounds,
            min(allowed) + 1,
        )
    return None


@check(HandStart, codes="wrong-total")
def totals_add_up(table: Table, event: HandStart) -> Refusal | None:
    """Totals begin at 0 and add settlements and penalties."""
    if event.totals is None or not table.standing.totals_known:
        return None
    for player, found in event.totals.items():
        due = table.totals.get(player, 0)
        if found != due:
            return Refusal(
                "wrong-total",
                f"{player} has {found} points before hand {event.hand}: {due} is what the hands before make",
                due,
                found,
                part="totals",
            )
    return None


@check(HandStart, codes="wrong-east")
def hands_held_as_east(table: Table, event: HandStart) -> Refusal | None:
    """Where a record says how often East had won in a row, it is that often."""
    standing = table.standing
    if event.held is None or not standing.wins_known or standing.hands_lost or standing.voided:
        return None
    if standing.seats and not standing.result_known:
        return None
    same_round = event.round is table.round
    due = standing.east_wins if same_round and event.held_by == standing.seats.get(Seat.E) else 0
    if event.held == due:
        return None
    return Refusal(
        "wrong-east",
        f"{event.held_by} is said to have won {event.held} hand(s) in a row as East before hand "
        f"{event.hand}: it was {due}",
        due,
        event.held,
        part="held",
    )
