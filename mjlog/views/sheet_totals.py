"""What each player of a score sheet has after a hand, and where totals were stated anew."""

from __future__ import annotations

from mjlog import events as ev
from mjlog.views.game_log import GameLog
from mjlog.views.hands import HandSpan
from mjlog.views.results import result_of


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
    before, result = hand.before, result_of(hand, log.rows)
    gained, fined = result.change, result.fines
    if before is None or gained is None:
        return False
    return all(
        before.get(player, 0) + gained.get(seat, 0) + fined.get(seat, 0) == after.get(player, 0)
        for seat, player in hand.seats.items()
    )


def is_restated(log: GameLog, hand: HandSpan) -> bool:
    """Whether totals that nobody could know any more were stated when the hand began."""
    previous = log.hands[hand.place - 1]
    return hand.place > 0 and previous.after is not None and totals_after(log, previous) is None
