"""How far a log may be read by everybody, in any reading, while a hand goes on.

What is hidden in the log as corrected is hidden in the log as recorded, and as of any earlier time: a correction can
undo the end of a hand, or all of it, and its tiles are nobody's business again. Source:
docs/understand/trust.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from flask import g
from werkzeug.exceptions import NotFound

from mjlog.audit.game import Game
from mjlog.disputes.register import with_disputes
from mjlog.log.records import known_events
from mjlog.text import quoted
from mjlog.viewer.problems import Problem
from mjlog.viewer.requests import Version, library
from mjlog.views.disclosure import disclosed_until, keeps_to
from mjlog.views.sheet import LogHead, ScoreSheet, head_seq, score_sheet

NOW = Version()
"""The log as corrected by all that it says."""


class RevivedError(Problem):
    """Another reading of the log would show tiles of a hand that goes on: corrections revived or undid it."""

    def __init__(self, as_of: int | None = None) -> None:
        which = "as recorded" if as_of is None else f"as of event {as_of}"
        detail = f"corrections have changed a hand that goes on: the log {which} can be read again when it is over"
        super().__init__(409, detail, kind="hand-in-progress", title="A hand is in progress")


class DamagedError(Problem):
    """What was stored of a game is not all there, or was changed: it is not given out as if nothing had been."""

    def __init__(self, name: str) -> None:
        detail = (
            f"lines of the log of game {quoted(name)} are missing, unreadable or changed: `mjlog audit` says where"
        )
        super().__init__(500, detail, kind="damaged", title="The log is damaged")


@contextmanager
def opened(name: str, reading: Version = NOW) -> Iterator[Game]:
    """A game as corrected, or as recorded; as of now, or as of an earlier time.

    Raises:
        NotFoundError: there is no such game.
        NotFound: it has not come so far.
        RecordError: it is too long to be looked at.
        RevivedError: in this reading something would be seen of a hand that goes on.
    """
    with _opened_with_corrected(name, reading) as (view, _corrected):
        yield view


def sheet_of(name: str, reading: Version = NOW) -> ScoreSheet:
    """The score sheet of a game, with the head that the store has, or had before a hand in progress.

    Raises:
        NotFoundError, NotFound, RecordError, RevivedError: as of `opened`.
    """
    with _opened_with_corrected(name, reading) as (view, corrected):
        seq = head_seq(corrected) if reading.as_of is None else min(head_seq(corrected), head_seq(view))
        head = LogHead(seq, library().store.event(name, seq).id) if seq else None
        return with_disputes(score_sheet(view, head), view)


@contextmanager
def _opened_with_corrected(name: str, reading: Version) -> Iterator[tuple[Game, Game]]:
    """The reading asked for, and the log as corrected, both as the log is now: no correction comes between."""
    with library().game(name) as corrected:
        g.is_damaged = not corrected.log.is_kept  # every page of the game says so
        if reading == NOW:
            yield corrected, corrected
            return
        last = max(corrected.log.last, corrected.last_seq)
        if reading.as_of is not None and reading.as_of > last:
            raise NotFound(f"as of event {reading.as_of} there is no such game yet: {known_events(last)}")
        with library().game(name, *reading) as view:
            if not keeps_to(view, corrected):
                raise RevivedError(reading.as_of)
            view.public_limit = disclosed_until(corrected)
            yield view, corrected
