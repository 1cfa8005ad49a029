"""Declarations of mahjong that are undone: taken back, or found to be none when the hand was shown.

What was in doubt because of them is not any more: play goes on as it was before. Source: american/error-5,
american/dead-4.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mjlog.audit.records import Where
from mjlog.events import Dead, Mahjong, Retract
from mjlog.findings import Severity
from mjlog.seats import Seat

if TYPE_CHECKING:
    from mjlog.audit.replay import Replay

NO_WIN = frozenset(("not-mahjong", "not-on-card", "concealed-hand-exposed", "joker-not-allowed"))
"""That a hand which was declared is none."""


def before_mahjong(replay: Replay, event: Mahjong, where: int | Where | None) -> None:
    """What is in doubt before a declaration is kept, in case that it is undone."""
    replay.declared_before = replay.declared
    replay.read_before = {one.why: one.excused for one in replay.readings}
    replay.declared = (len(replay.report.findings), len(replay.report.findings))


def after_mahjong(replay: Replay, event: Mahjong, where: int | Where | None) -> None:
    """What is found from here on was not found in the declaration itself."""
    replay.declared = (replay.declared[0], len(replay.report.findings))


def before_dead(replay: Replay, event: Dead, where: int | Where | None) -> None:
    """A declaration in error that was shown makes a dead hand: play goes on."""
    if event.reason == "false-mahjong" and replay.table.winner is event.seat:
        _before_the_win(replay)


def _before_the_win(replay: Replay) -> None:
    """The hand is read as it was before the declaration: what explained that it was none is not asked any more."""
    standing = [one for one in replay.readings if one.why in replay.read_before]
    for one in standing:
        one.end.result_open, one.excused = False, replay.read_before[one.why]
    replay.readings = standing or replay.readings[:1]


def after_dead(replay: Replay, event: Dead, where: int | Where | None) -> None:
    """A hand that was proved dead for a mahjong in error has had its consequence: the declaration is told, no fault."""
    if any(one.code == "dead-false-mahjong" and one.seq == event.seq for one in replay.report.findings):
        _forgive(replay, event.seat)


def _forgive(replay: Replay, seat: Seat) -> None:
    """What was found in a seat's latest declaration, or in the hand shown for it, is no fault of the record.

    The one before it is the latest again.
    """
    for finding in replay.report.findings[replay.declared[0] :]:
        if finding.code in NO_WIN and finding.seat == seat.value:
            finding.severity = Severity.INFO.value
    replay.declared = replay.declared_before


def before_retract(replay: Replay, event: Retract, where: int | Where | None) -> None:
    """A declaration that is taken back before any hand is shown is no error: nothing follows from it."""
    win = replay.table.win
    if win is None or win.seat is not event.seat or any(place.shown for place in replay.table.places):
        return
    _before_the_win(replay)
    _forgive(replay, event.seat)
