"""How far a log may be read by everybody, in either reading, while a hand goes on.

What is hidden in the log as corrected is hidden in the log as recorded: a correction can undo the end of a hand, or
all of it, and its tiles are nobody's business again. Source: DESIGN, What must never leak.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from mjlog.viewer.problems import Problem
from mjlog.viewer.requests import library
from mjlog.views import GameView, Hand, LogHead, ScoreSheet, head_seq, score_sheet


class RevivedError(Problem):
    """The log as recorded would show tiles of a hand that goes on: corrections revived or undid it."""

    def __init__(self) -> None:
        detail = "corrections have changed a hand that goes on: the log as recorded can be read again when it is over"
        super().__init__(409, detail, kind="hand-in-progress", title="A hand is in progress")


@contextmanager
def opened(name: str, as_recorded: bool = False) -> Iterator[GameView]:
    """A game as corrected, or as recorded.

    Raises:
        NotFoundError: there is no such game.
        RecordError: it is too long to be looked at.
        RevivedError: as recorded, something would be seen of a hand that goes on.
    """
    with _opened_with_corrected(name, as_recorded) as (view, _corrected):
        yield view


def sheet_of(name: str, as_recorded: bool = False) -> ScoreSheet:
    """The score sheet of a game, with the head that the store has, or had before a hand in progress.

    Raises:
        NotFoundError, RecordError, RevivedError: as of `opened`.
    """
    with _opened_with_corrected(name, as_recorded) as (view, corrected):
        seq = head_seq(corrected)
        return score_sheet(view, LogHead(seq, library().store.event(name, seq).id) if seq else None)


@contextmanager
def _opened_with_corrected(name: str, as_recorded: bool) -> Iterator[tuple[GameView, GameView]]:
    """The reading asked for, and the log as corrected, both as the log is now: no correction comes between."""
    with library().game(name) as corrected:
        if not as_recorded:
            yield corrected, corrected
            return
        public = corrected.public_end
        with library().game(name, as_recorded=True) as view:
            if any(hand.is_over and hand.end > hand.first and _last_of(view, hand) > public for hand in view.hands):
                raise RevivedError
            yield view, corrected


def _last_of(view: GameView, hand: Hand) -> int:
    """The last event of a hand, by its number in the log."""
    return max(view.seq_at(place) for place in range(hand.first, hand.end))
