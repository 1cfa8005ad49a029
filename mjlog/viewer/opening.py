"""How far a log may be read by everybody, in either reading, while a hand goes on.

What is hidden in the log as corrected is hidden in the log as recorded: a correction can undo the end of a hand, and
its tiles are nobody's business again. Source: DESIGN, What must never leak.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from werkzeug.exceptions import Conflict

from mjlog.viewer.requests import library
from mjlog.views import GameView, Hand
from mjlog.views.game_log import GameLog


class RevivedError(Conflict):
    """The log as recorded would show tiles of a hand that a correction has put back into play."""

    description = "a correction has put a hand back into play: the log as recorded can be read again when it is over"


@contextmanager
def opened(name: str, as_recorded: bool = False) -> Iterator[GameView]:
    """A game as corrected, or as recorded.

    Raises:
        NotFoundError: there is no such game.
        RecordError: it is too long to be looked at.
        RevivedError: as recorded, something would be seen of a hand that goes on.
    """
    if not as_recorded:
        with library().game(name) as view:
            yield view
        return
    with library().game(name) as corrected:
        # Both as the log is now: no correction comes between.
        public = public_end(corrected)
        with library().game(name, as_recorded=True) as view:
            if any(hand.is_over and hand.end > hand.first and last_of(view, hand) > public for hand in view.played):
                raise RevivedError
            yield view


def last_of(view: GameLog, hand: Hand) -> int:
    """The last event of a hand, by its number in the log."""
    return max(view.seq_at(place) for place in range(hand.first, hand.end))


def public_end(view: GameLog) -> int:
    """The last event that everybody may read as it is stored: of a hand in progress none, not even its beginning."""
    if all(hand.is_over for hand in view.hands):
        return max(view.written.last, view.last_seq)
    live = view.hands[-1]
    first = min(view.seq_at(place) for place in range(live.first, live.end))
    return min(first, view.written.hand_begun or first) - 1
