"""The result of a hand as it is asked for: who can have won, and whose scores are announced."""

from __future__ import annotations

from typing import Literal, NamedTuple

from mjlog.audit.engine import Engine
from mjlog.audit.valuing import agreed_score, terms_for
from mjlog.errors import MjlogError
from mjlog.recording.game import RecordedGame
from mjlog.seats import SEATS, Seat
from mjlog.table.state import CLOSING, DONE, NOTHING

Announced = Literal["all", "winner", "nobody"]
_BEGINS = "hand result"


class ResultDue(NamedTuple):
    """A hand whose result can be written down now: what is typed before it, and who sits where in it."""

    before: str
    seats: dict[Seat, str]


def announced(replay: Engine) -> Announced:
    """Whose scores are announced: those of all where losers settle among themselves, none where all are agreed."""
    rules = replay.rules
    if agreed_score(rules, True) is not None:
        return "nobody"
    return "all" if terms_for(rules).losers_settle and not replay.table.plan.by_card else "winner"


def result_due(recorder: RecordedGame) -> ResultDue | None:
    """The hand whose result can be written down: one that goes on as its result alone, else the next one.

    None where there is none, or nobody can say who sits where in it.
    """
    table = recorder.table
    goes_on = table.due not in (NOTHING, CLOSING, DONE)
    if table.standing.ended or (goes_on and table.depth != "result"):
        return None
    if goes_on:
        return ResultDue("", {seat: table.players.get(seat, "") for seat in table.plan.seats})
    try:
        seats = recorder.read(_BEGINS)[0]["seats"]
    except MjlogError:
        return None
    before = "" if table.depth == "result" and table.hand else _BEGINS
    return ResultDue(before, {seat: seats[seat.value] for seat in SEATS if seat.value in seats})


def scores_due(recorder: RecordedGame) -> dict[Seat, str]:
    """Who may still announce a score for the hand that has been won, tile by tile; nobody where it is not."""
    table = recorder.table
    if table.due != CLOSING or table.depth == "result" or table.washout or table.settlement is not None:
        return {}
    whose = announced(recorder.replay)
    winners = [win.seat for win in table.wins]
    seats = table.plan.seats if whose == "all" else winners if whose == "winner" else []
    open_seats = (seat for seat in seats if seat not in table.scores)
    return {seat: table.players.get(seat, "") for seat in open_seats}
