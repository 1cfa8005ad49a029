"""What a hand brought to each player of a score sheet: by its settlement, by fines, and in all."""

from __future__ import annotations

from mjlog import events as ev
from mjlog.audit.ending import equal_shares
from mjlog.seats import SEATS, Seat
from mjlog.views.game_log import GameLog
from mjlog.views.hands import HandSpan


def change(log: GameLog, hand: HandSpan) -> dict[Seat, int] | None:
    """What counted: the first settlement that was recorded (as in the audit), else the computed one."""
    rows = log.rows[hand.first : hand.end]
    settled = next((row.change for row in rows if isinstance(row, ev.Settlement)), None)
    if settled is not None:
        return settled
    owed = hand.report.owed
    return None if owed is None else {Seat[seat]: amount for seat, amount in owed.items()}


def fines(log: GameLog, hand: HandSpan) -> dict[Seat, int]:
    """Penalties of the hand, per seat: received less paid."""
    sums = dict.fromkeys(SEATS, 0)
    for event in penalty_events(log, hand):
        sums[event.seat] -= event.amount
        for seat, amount in shares(hand, event).items():
            sums[seat] += amount
    return sums


def penalty_events(log: GameLog, hand: HandSpan) -> list[ev.Penalty]:
    """The fines of a hand."""
    return [row for row in log.rows[hand.first : hand.end] if isinstance(row, ev.Penalty)]


def shares(hand: HandSpan, event: ev.Penalty) -> dict[Seat, int]:
    """Who gets what of a fine: as it is stated, else in equal parts."""
    others = [seat for seat in event.seat.others() if seat in hand.seats]
    return event.to if event.to is not None else equal_shares(event.amount, others)


def totals_after(log: GameLog, hand: HandSpan) -> dict[str, int] | None:
    """Totals after the hand; not those that nobody could know any more, and that the next hand states anew."""
    following = log.hands[hand.place + 1] if hand.place + 1 < len(log.hands) else None
    begun = log.rows[following.first] if following is not None else None
    if not isinstance(begun, ev.HandStart) or begun.totals != hand.after or _adds_up(log, hand):
        return hand.after
    return None


def _adds_up(log: GameLog, hand: HandSpan) -> bool:
    """Whether the totals after a hand follow from those before it."""
    after = hand.after or {}
    if not hand.has_play:
        return not any(after.values())
    before, gained, fined = hand.before, change(log, hand), fines(log, hand)
    if before is None or gained is None:
        return False
    return all(
        before.get(player, 0) + gained.get(seat, 0) + fined[seat] == after.get(player, 0)
        for seat, player in hand.seats.items()
    )


def is_restated(log: GameLog, hand: HandSpan) -> bool:
    """Whether totals that nobody could know any more were stated when the hand began."""
    previous = log.hands[hand.place - 1]
    return hand.place > 0 and previous.after is not None and totals_after(log, previous) is None
