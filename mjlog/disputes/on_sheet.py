"""Disputes on the score sheet of their game, with how they were ruled."""

from __future__ import annotations

from msgspec.structs import replace

from mjlog.audit.game import Game
from mjlog.disputes.register import CaseInfo, RulingInfo, disputes_in
from mjlog.text import shown
from mjlog.views.seen import disclosed_until
from mjlog.views.sheet import LONGEST, ScoreSheet, SheetDispute, SheetRuling


def with_disputes(sheet: ScoreSheet, game: Game) -> ScoreSheet:
    """The sheet of a log, with its disputes; of a hand in progress the sheet tells none."""
    public = disclosed_until(game)
    cases = (case for case in disputes_in(game) if case.seq <= public)
    return replace(sheet, disputes=tuple(_on_sheet(game, case, public) for case in cases))


def _on_sheet(game: Game, case: CaseInfo, public: int) -> SheetDispute:
    place = game.place_of(case.on) if case.on else None
    ruling = case.ruling
    return SheetDispute(
        hand=None if place is None else game.hand_at(place).number,
        seq=case.seq,
        on=case.on,
        player=None if case.player is None else shown(case.player, 40),
        text=shown(case.text, LONGEST),
        ruling=_ruling(ruling) if ruling is not None and ruling.seq <= public else None,
    )


def _ruling(ruling: RulingInfo) -> SheetRuling:
    decision = None if ruling.decision is None else shown(ruling.decision, 40)
    return SheetRuling(ruling.seq, decision, shown(ruling.text, LONGEST))
