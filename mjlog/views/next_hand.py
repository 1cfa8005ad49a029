"""The next hand: who sits where in it, which wind prevails, who is East."""

from __future__ import annotations

from mjlog import events as ev
from mjlog.audit.game import Game
from mjlog.rules.registry import Bound, violations
from mjlog.rulesets import Rules
from mjlog.seats import SEATS, Seat
from mjlog.table import Table
from mjlog.table.facts import Fact
from mjlog.table.opening import rounds_after, seats_due


def next_round(bound: Bound, table: Table, seats: dict[Seat, str]) -> Seat:
    """The wind that prevails in the next hand, with these seats: the next one when all were East, unless it stays."""
    wind = SEATS[rounds_after(table, seats.get(Seat.E))[0] % 4]
    for refusal, _rule in violations(bound, table, _beginning(table, wind, seats)):
        if refusal.code == "wrong-round":
            return Seat[str(refusal.expected)]
    return wind


def east_next(game: Game) -> str | None:
    """Who is East next in a game, while no hand is in progress; None where nobody can say."""
    if game.rules is None or not game.hands[-1].has_play or not game.hands[-1].is_over:
        return None
    easts = {next_east(game.ended.rules, one.table) for one in game.ended.readings.ways}
    return easts.pop() if len(easts) == 1 else None


def next_east(rules: Rules, table: Table) -> str | None:
    """The player who is East in the next hand; None where the game is over, or nobody can say."""
    begun = _next_hand(rules, table)
    return None if begun is None or violations(rules.bound, table, begun) else begun.seats[Seat.E]


def why_over(rules: Rules, table: Table) -> str | None:
    """Why no other hand is played, in the words of a rule; None where one is, or nobody can say."""
    begun = _next_hand(rules, table)
    found = violations(rules.bound, table, begun) if begun is not None else []
    return next((refusal.message for refusal, _rule in found if refusal.code == "hand-after-end"), None)


def _next_hand(rules: Rules, table: Table) -> ev.HandStart | None:
    """The beginning of the next hand; None where nobody can say how it begins, or the game was said to be over."""
    standing = table.standing
    if not standing.result_known or Fact.HANDS in table.in_doubt or standing.ended or Seat.E not in standing.seats:
        return None
    if table.plan.family.keeps_east(table) is None:
        return None
    seats = seats_due(table)
    return _beginning(table, next_round(rules.bound, table, seats), seats)


def next_number(table: Table) -> int:
    """The number of the next hand; one that is played again keeps its own."""
    return table.hand if table.standing.voided else table.hand + 1


def _beginning(table: Table, wind: Seat, seats: dict[Seat, str]) -> ev.HandStart:
    return ev.HandStart(seq=1, hand=next_number(table), round=wind, seats=seats)
