"""After the play of a hand: hands are shown, scores announced, payments made."""

from __future__ import annotations

from typing import Any

from mjlog import events as ev
from mjlog.audit.worth import HandWorth
from mjlog.scoring import Score
from mjlog.seats import Seat
from mjlog.simulate.recorder import Recorder
from mjlog.tiles import TILES

RECORDER = "simulate"
"""Who has written down a simulated player's announcement."""


def end_hand(recorder: Recorder) -> None:
    """After a win everybody shows the hand and announces its worth, the winner first, and all is paid."""
    table = recorder.table
    winner = table.winner
    if winner is None:
        return
    seats = [winner, *(seat for seat in winner.others() if seat in table.players)]
    for seat in seats:
        _show(recorder, seat)
    worth = HandWorth(recorder.replay, recorder.replay.table)
    for seat in seats:
        found = worth.value(seat)
        if found and found[0].total is not None:
            recorder.attempt(recorder.make(ev.Score, seat=seat, recorder=RECORDER, **_announced(found[0])))
    due = worth.settlement()
    if due is not None:
        paid = recorder.make(ev.Settlement, change=dict(due.change), payments=tuple(due.payments) or None)
        recorder.attempt(paid)


def _show(recorder: Recorder, seat: Seat) -> None:
    tiles = recorder.table.place(seat).known()
    if tiles:
        recorder.attempt(recorder.make(ev.Show, seat=seat, rest=tuple(TILES[kind] for kind in tiles)))


def _announced(score: Score) -> dict[str, Any]:
    """What is said of a hand's worth: the total, what it is made of, and what each item is for."""
    fields: dict[str, Any] = {"total": score.total, "points": score.points, "doubles": score.doubles}
    if score.limit is not None:
        fields["limit"] = score.limit
    items = [{"name": item.name, **_worth(item.points, item.doubles)} for item in score.items]
    if items:
        fields["items"] = items
    return fields


def _worth(points: int, doubles: int) -> dict[str, int]:
    return {name: value for name, value in (("points", points), ("doubles", doubles)) if value}
