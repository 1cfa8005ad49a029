"""The end of a game that goes by points and rounds: when it is over, and when not yet."""

from __future__ import annotations

from mjlog.events import GameEnd, HandStart
from mjlog.findings import Refusal
from mjlog.rules.registry import check, with_stakes
from mjlog.seats import Seat
from mjlog.table import Table
from mjlog.table.plan import StakesPlan
from mjlog.table.stakes import stays_east


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
