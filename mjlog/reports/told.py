"""What of an audited game may be told to others, in stories and on pages.

Whoever runs an audit has the logs, and is told everything. A report is passed on: of a hand in progress in a database
it tells what lies on the table, and of a purchased score card nothing but label and value.
Source: docs/understand/trust.md.
"""

from __future__ import annotations

from collections.abc import Sequence

from mjlog.audit.game import Game, Hand
from mjlog.audit.report import HandReport
from mjlog.views.seen import findings_of


def told_hands(hands: Sequence[HandReport], view: Game, disclosed_until: int | None = None) -> list[HandReport]:
    """The hands as they may be told.

    `disclosed_until`: the last event that everybody may read, where the view is another reading than that of the log as
    corrected now; a hand that goes further is told of as one in progress, and without its findings.
    """
    played = iter(view.played)
    told = []
    for hand in hands:
        seen = view.hands[0] if hand.hand is None else next(played, None)
        told.append(_told(hand, seen, view, disclosed_until))
    return told


def _told(hand: HandReport, seen: Hand | None, view: Game, disclosed_until: int | None) -> HandReport:
    if seen is not None and seen.is_over and (disclosed_until is None or last_seq(view, seen) <= disclosed_until):
        return hand
    findings = findings_of(seen) if seen is not None and not seen.is_over and disclosed_until is None else []
    told = HandReport(hand.source, hand.game, hand.hand, hand.ruleset, seats=hand.seats, accepted=hand.accepted)
    return told.with_findings(list(findings))


def last_seq(view: Game, hand: Hand) -> int:
    """The last event of a hand, by its number in the log; 0 where it has none."""
    return max((view.seq_at(place) for place in range(hand.first, hand.end)), default=0)
