"""Where the steps of the viewer lead to from a moment."""

from __future__ import annotations

from mjlog.views import GameView, Moment
from mjlog.views.marks import decision_from, finding_from

WAYS = (
    "first", "previous", "next", "last", "previous-decision", "next-decision", "previous-finding", "next-finding",
    "previous-hand", "next-hand", "start", "end",
)  # fmt: skip
"""The steps, by name."""


def ways(game: GameView, moment: Moment) -> tuple[int | None, ...]:
    """The seq that each of the `WAYS` leads to; None where it leads nowhere."""
    hand, place = moment.hand, moment.place
    start, end = game.seq_at(hand.first), game.seq_at(hand.end - 1)
    before = game.hands[hand.place - 1] if hand.place > 0 else None
    after = game.hands[hand.place + 1] if hand.place + 1 < len(game.hands) else None
    found = (
        start,
        game.neighbour(place, -1),
        game.neighbour(place, 1),
        end,
        decision_from(game, place, -1),
        decision_from(game, place, 1),
        finding_from(game, place, -1),
        finding_from(game, place, 1),
        game.seq_at(before.first) if before is not None and before.end > before.first else None,
        game.seq_at(after.first) if after is not None else None,
        game.seq_at(0),
        game.seq_at(len(game.rows) - 1),
    )
    return tuple(None if seq == moment.seq else seq for seq in found)
