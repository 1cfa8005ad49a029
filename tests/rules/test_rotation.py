"""From hand to hand: seats, prevailing wind, running totals, the end of the game."""

from __future__ import annotations

import pytest

from mjlog.events import convert_event
from mjlog.rules import CHECKS
from short_logs import RESULT, accepted, fields, refused, table

SOUTH_WON = f"{RESULT}; S mahjong wall"
ONE_ROUND = "game NumRounds=1; " + "; ".join(
    f"hand {number} E {east} depth=result; S mahjong wall"
    for number, east in enumerate(("anna", "ben", "cora", "dora"), 1)
)
"""Everybody has been East once."""


@pytest.mark.rule("mahjiang/session-1")
def test_a_session_ends_when_everybody_has_lost_as_east() -> None:
    """Unless another end was agreed on."""
    session = ONE_ROUND.replace("game NumRounds=1", "game mahjiang")
    assert refused("no_hand_after_the_rounds", f"{session}; hand 5 E anna") == "hand-after-end"
    for agreed in ("rounds=5", "target_score=9"):
        assert accepted("no_hand_after_the_rounds", f"{session.replace('mahjiang;', f'mahjiang {agreed};')}; hand 5")


@pytest.mark.rule("classical/rotate-1")
def test_totals_add_up() -> None:
    """They begin at nothing and add what was paid."""
    paid = f"{SOUTH_WON}; settlement E=-48 S=96 W=-24 N=-24"
    stated = {"anna": -48, "ben": 96, "cora": -24, "dora": -24}
    assert _totals(paid, stated) is None
    assert _totals(paid, {**stated, "cora": -26}) == "wrong-total"
    assert _totals("game", {"anna": 0, "ben": 0, "cora": 0, "dora": 0}) is None
    assert _totals("game", {"anna": 10, "ben": 0, "cora": 0, "dora": -10}) == "wrong-total"


def _totals(before: str, totals: dict[str, int]) -> str | None:
    start = fields(f"{before}; hand")[-1]
    refusal = CHECKS["totals_add_up"].function(table(before), convert_event({**start, "totals": totals}))
    return None if refusal is None else refusal.code
