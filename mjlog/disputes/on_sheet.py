"""Disputes on the score sheet of their game: each in a line, with how it was ruled."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from mjlog.disputes.register import DisputeCase, disputes_in
from mjlog.text import shown
from mjlog.views.game_log import GameLog
from mjlog.views.sheet import ScoreSheet
from mjlog.views.sheet_hands import LONGEST


def with_disputes(sheet: ScoreSheet, log: GameLog) -> ScoreSheet:
    """The sheet of a log, with its disputes; of a hand in progress the sheet tells none."""
    public = log.disclosed_until
    cases = (case for case in disputes_in(log) if case.seq <= public)
    return replace(sheet, disputes=tuple("".join(_in_words(log, case, public)) for case in cases))


def _in_words(log: GameLog, case: DisputeCase, public: int) -> Iterator[str]:
    place = log.place_of(case.on) if case.on else None
    hand = log.hand_at(place).number if place is not None else None
    yield f"hand {hand}, event {case.on}" if hand is not None else f"event {case.on}"
    yield f", {case.player}" if case.player is not None else ""
    yield f": {shown(case.text, LONGEST)}"
    ruling = case.ruling
    if ruling is None or ruling.seq > public:
        yield f" - open (dispute {case.seq})"
    else:
        yield f" - ruled{f' {ruling.decision}' if ruling.decision else ''}: {shown(ruling.text, LONGEST)}"
        yield f" (ruling {ruling.seq})"
