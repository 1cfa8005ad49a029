"""Whose claim goes before whose, of a discard or of the tile of a kong: by what it is for, then by the turn."""

from __future__ import annotations

from collections.abc import Collection

from mjlog.seats import Seat, in_turn
from mjlog.table.facts import Fact
from mjlog.table.plan import TablePlan
from mjlog.table.state import Table

CLAIM_RANK = {"chow": 1, "pung": 2, "kong": 2, "quint": 2, "sextet": 2, "mahjong": 3}
"""Mahjong goes before pung and kong, these before chow."""


def winners_of(plan: TablePlan, seats: Collection[Seat], giver: Seat) -> tuple[Seat, ...]:
    """Who of those who would win one tile does, the nearest in turn first; nobody where so many end the hand.

    Source: riichi/win-3, riichi/abort-5.
    """
    if len(seats) == len(plan.seats) - 1 > 2 and "three-ron" in plan.family.aborts:
        return ()
    return tuple(in_turn(seats, giver)[: plan.family.most_winners])


def strength(table: Table, claimed: str, seat: Seat, discarder: Seat) -> tuple[int, int]:
    """How far a call goes before others: by what it is for, then by who is the next in turn.

    Where sets go to whoever calls first, that one goes before the others, but for who wins (riichi/claim-2).
    """
    if table.plan.first_call_first and claimed != "mahjong":
        calls = list(table.claims)
        return 0, -(calls.index(seat) if seat in calls else len(calls))
    return CLAIM_RANK.get(claimed, 0), -seat.ahead_of(discarder)


def first_call(table: Table) -> Seat | None:
    """Whose call stands and goes before all others; those that the rules refuse, or of dead hands, do not count."""
    if not table.claims or table.winner is not None or Fact.CLAIMS in table.in_doubt:
        return None
    caller = table.kong.seat if table.kong is not None else table.discard.seat if table.discard is not None else None
    calls = [seat for seat in table.claims if seat not in table.refused and seat not in table.dead]
    if caller is None or not calls:
        return None
    return max(calls, key=lambda seat: strength(table, table.claims[seat], seat, caller))
