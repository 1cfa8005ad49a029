"""The end of a hand and of a game of riichi: each winner shows, is scored and paid; what is left goes to the first."""

from __future__ import annotations

from typing import Any

from mjlog import events as ev
from mjlog.audit.settling.shared import SharedSettling
from mjlog.rules.indicators import under_due
from mjlog.rules.legal import indicators
from mjlog.scoring import Score
from mjlog.scoring.final import final_scores
from mjlog.simulate.recorder import Recorder
from mjlog.simulate.riichi.hand import hand_faces
from mjlog.table.stakes import pot_due


def end_hand(recorder: Recorder) -> None:
    """Every winner shows the hand, announces its worth and is paid; or those who were not ready pay."""
    table = recorder.table
    for win in table.wins:
        state = table.riichi
        while state is not None and state.stands(win.seat) and len(state.under) < under_due(table, state):
            due = next(indicators(table))
            recorder.happen(ev.Indicator, tile=due.tile, of=due.of)
        place = table.place(win.seat)
        recorder.attempt(recorder.make(ev.Show, seat=win.seat, rest=hand_faces(table, place)))
        scores = SharedSettling(recorder.replay.reporter, table).value(win.seat)
        if scores and scores[0].total is not None:
            recorder.attempt(recorder.make(ev.Score, seat=win.seat, **_announced(scores[0])))
        pot = pot_due(table, win.seat) or 0
        owed = next(SharedSettling(recorder.replay.reporter, table).due_for(win, pot), None)
        if owed is not None:
            of_one = {"for_": win.seat} if len(table.wins) > 1 else {}
            paid = recorder.make(ev.Settlement, change=dict(owed.change), pot=pot or None, **of_one)
            recorder.attempt(paid)
    if table.washout and not table.standing.aborted:
        owed = SharedSettling(recorder.replay.reporter, table).due()
        if owed is not None and any(owed.change.values()):
            recorder.attempt(recorder.make(ev.Settlement, change=dict(owed.change)))


def _announced(score: Score) -> dict[str, Any]:
    """What is said of a hand's worth: fu, han, the limit, and what each pattern is for."""
    fields: dict[str, Any] = {"total": score.total, "points": score.points, "doubles": score.doubles}
    if score.limit is not None:
        fields["limit"] = score.limit
    yakuman = {item.name: item.yakuman for item in score.items if item.yakuman}
    fields["items"] = [
        {"name": item.name, "doubles": item.doubles} | ({"yakuman": yakuman[item.name]} if item.yakuman else {})
        for item in score.items
        if item.doubles
    ]
    return fields


def end_game(recorder: Recorder) -> None:
    """The game ends, if the rules say so: the sticks that are left go to the first, and the final scores are told."""
    end = recorder.replay.ending
    end.settle_if_unpaid()
    assert isinstance(end, SharedSettling)
    totals, terms = end.totals_at_the_end(), recorder.rules.final
    if totals is None or terms is None:
        return
    final = final_scores(totals, recorder.table.standing.players, terms)
    recorder.attempt(recorder.make(ev.GameEnd, totals=totals, final=final))
