"""From hand to hand where points lie on the table: who stays East, repeats, the pot."""

from __future__ import annotations

from mjlog.events import HandStart
from mjlog.findings import Refusal
from mjlog.rules.registry import check, with_stakes
from mjlog.seats import Seat
from mjlog.table import Table
from mjlog.table.facts import Fact
from mjlog.table.stakes import can_lie_there, follows_with_unseen_sticks, repeats_due, stays_east


@check(HandStart, codes="wrong-east", where=with_stakes)
def east_stays_by_winning_or_readiness(table: Table, event: HandStart) -> Refusal | None:
    """East stays after winning, when ready at a draw, and after a hand that ended before its time; else passes on."""
    stakes, standing = table.plan.stakes, table.standing
    stays = stays_east(standing, stakes)
    if stays is None:
        return None
    due, found = standing.seats[Seat.E if stays else standing.next_seat()], event.seats.get(Seat.E)
    if found == due:
        return None
    return Refusal("wrong-east", f"{found} is East in hand {event.hand}: {due} is next", due, found)


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
