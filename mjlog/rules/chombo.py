"""Chombo, and hands that are dead for smaller faults, where riichi is played by the rules of a club."""

from __future__ import annotations

from mjlog.events import (
    Claim,
    Dead,
    Discard,
    Draw,
    Expose,
    HandStart,
    Kong,
    Mahjong,
    Penalty,
    Replay,
    Settlement,
    Washout,
)
from mjlog.findings import Refusal
from mjlog.rules.registry import check, with_stakes
from mjlog.seats import SEATS, Seat
from mjlog.table import Table
from mjlog.table.facts import Fact
from mjlog.table.riichi_moves import of_the_hand
from mjlog.table.stakes import CHOMBO, EXHAUSTIVE, NAGASHI, is_chombo, not_ready
from mjlog.table.state import CLOSING, DEALING

_MANGAN = 2000
"""The base of what a chombo is paid like (riichi/limit-1)."""


@check(Penalty, codes="wrong-penalty", where=with_stakes)
def chombo_is_paid_as_agreed(table: Table, event: Penalty) -> Refusal | None:
    """A chombo costs a lost mangan, or points off the final score, as agreed; or there is none."""
    stakes = table.plan.stakes
    if not is_chombo(event):
        return None
    words = f"{event.seat}'s chombo of {event.amount}"
    if stakes.chombo == "none":
        return Refusal("wrong-penalty", f"{words}: the game is played without chombo", found=event.amount)
    due = lost_mangan(table, event.seat)
    amount = sum(due.values()) if stakes.chombo == "mangan" else stakes.chombo_points
    if event.amount != amount:
        return Refusal("wrong-penalty", f"{words}: it costs {amount}", amount, event.amount)
    if stakes.chombo == "points":
        why = f"{words} is taken off the final score, and goes to nobody: an empty `to` is expected"
        return None if event.to == {} else Refusal("wrong-penalty", why)
    # Without a word about who gets it all get the same, which is right of East's alone.
    paid = event.to if event.to is not None else dict.fromkeys(due, amount // len(due))
    wrong = next((seat for seat in due if paid.get(seat, 0) != due[seat]), None)
    if wrong is None:
        return None
    gone = paid.get(wrong, 0)
    return Refusal("wrong-penalty", f"{words}: {gone} go to {wrong}, expected {due[wrong]}", due[wrong], gone)


@check(Penalty, codes="wrong-penalty", where=lambda plan: plan.stakes.fines == "nobody")
def fine_goes_to_nobody(table: Table, event: Penalty) -> Refusal | None:
    """Where fines are taken off the final score, no other player gets one."""
    if is_chombo(event) or event.to == {}:
        return None
    words = f"{event.seat}'s fine of {event.amount} is taken off the final score, and goes to nobody"
    return Refusal("wrong-penalty", f"{words}: an empty `to` is expected", {}, event.to)


def lost_mangan(table: Table, seat: Seat) -> dict[Seat, int]:
    """What each of the others gets for a chombo that is paid like a lost mangan."""
    others = [other_seat for other_seat in SEATS if other_seat in table.plan.seats and other_seat is not seat]
    return {other_seat: _MANGAN * (2 if Seat.E in (other_seat, seat) else 1) for other_seat in others}


@check(Replay, codes="replay-not-due", needs=Fact.MOVES, where=with_stakes)
def replayed_after_a_chombo(table: Table, event: Replay) -> Refusal | None:
    """A hand is dealt again after a chombo, and for nothing else."""
    if CHOMBO in table.dead.values():
        return None
    return Refusal("replay-not-due", "the hand is to be dealt again: there was no chombo in it")


_PlaysOn = Draw | Discard | Claim | Expose | Kong | Mahjong | Washout


@check(Draw, Discard, Claim, Expose, Kong, Mahjong, Washout, codes="replay-missing", when=range(DEALING, CLOSING),
       rare=True, where=with_stakes)  # fmt: skip
def chombo_ends_the_hand(table: Table, event: _PlaysOn) -> Refusal | None:
    """After a chombo nobody plays on: the hand is dealt again."""
    if CHOMBO not in table.dead.values():
        return None
    return Refusal("replay-missing", f"{event.type}: the hand is void after a chombo", "replay", event.type)


@check(Settlement, HandStart, codes="replay-missing", part_of="chombo_ends_the_hand",
       where=lambda plan: plan.stakes.chombo != "none")  # fmt: skip
def hand_is_void_after_a_chombo(table: Table, event: Settlement | HandStart) -> Refusal | None:
    """Nothing is paid after a chombo, or a riichi that the draw has shown not to be ready: the hand is dealt again."""
    state = of_the_hand(table)
    is_paid = type(event) is HandStart and table.settlement is not None
    if table.wins or table.standing.voided or is_paid:
        return None
    in_vain = not_ready(table) & {*state.standing} if table.washout_for in (EXHAUSTIVE, NAGASHI) else ()
    guilty = next((seat for seat in SEATS if seat in in_vain or table.dead.get(seat) == CHOMBO), None)
    if guilty is None:
        return None
    why = f"the hand is void after {guilty}'s chombo, which is to be fined, and is dealt again"
    return Refusal("replay-missing", f"{event.type}: {why}", "replay", event.type)


@check(Dead, codes="dead-not-proved", where=lambda plan: not plan.family.has_dead_hands)
def dead_hands_are_played(table: Table, event: Dead) -> Refusal | None:
    """A hand is declared dead only where that was agreed."""
    return Refusal("dead-not-proved", f"{event.seat}'s hand is declared dead: the game is played without dead hands")


@check(Claim, Expose, Kong, Mahjong, Discard, codes="dead-hand-acts", rare=True)
def dead_hand_only_discards(table: Table, event: Claim | Expose | Kong | Mahjong | Discard) -> Refusal | None:
    """A dead hand goes on drawing and discarding; it does not claim, make kongs, declare riichi or win."""
    if event.seat not in table.dead or (type(event) is Discard and not event.riichi):
        return None
    why = " by the call for a win that was taken back" if table.dead[event.seat] == "call" else ""
    return Refusal("dead-hand-acts", f"{event.seat}'s {event.type}: {event.seat}'s hand is dead{why}")
