"""Who pays whom in `bmja-kajongg` and `dmjl`."""

from __future__ import annotations

import pytest

from mjlog.audit.valuing import terms_for
from mjlog.rulesets import default_rules
from mjlog.scoring import settle
from mjlog.seats import SEATS, Seat

TOTALS = {Seat.E: 20, Seat.S: 100, Seat.W: 8, Seat.N: 0}


@pytest.mark.rule("bmja-kajongg/settle")
@pytest.mark.rule("dmjl/settle")
@pytest.mark.parametrize("ruleset", ["bmja-kajongg", "dmjl"])
def test_everybody_pays_the_winner_and_losers_the_difference_east_double(ruleset: str) -> None:
    """East: -200 + 24 + 40; West: -100 - 24 + 8; North: -100 - 40 - 8."""
    result = settle(TOTALS, Seat.S, discarder=Seat.W, terms=terms_for(default_rules(ruleset)))
    assert [result.change[seat] for seat in SEATS] == [-136, 400, -116, -148]


@pytest.mark.rule("bmja-kajongg/cannon-pay")
@pytest.mark.rule("dmjl/cannon-pay")
@pytest.mark.parametrize("ruleset", ["bmja-kajongg", "dmjl"])
@pytest.mark.parametrize(("winner", "payer", "times"), [(Seat.S, Seat.W, 4), (Seat.S, Seat.E, 4), (Seat.E, Seat.N, 6)])
def test_who_pays_for_all_pays_four_times_or_east_six_times(
    ruleset: str, winner: Seat, payer: Seat, times: int
) -> None:
    terms = terms_for(default_rules(ruleset))
    result = settle(TOTALS, winner, discarder=payer, liable=payer, terms=terms)
    amount = times * TOTALS[winner]
    assert {seat: points for seat, points in result.change.items() if points} == {winner: amount, payer: -amount}


@pytest.mark.rule("bmja-kajongg/settle")
def test_nobody_pays_for_a_drawn_hand() -> None:
    assert settle(TOTALS, None, terms=terms_for(default_rules("bmja-kajongg"))).payments == ()
