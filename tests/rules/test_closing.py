"""The end of a hand: wash-outs, hands shown, scores and payments."""

from __future__ import annotations

import pytest

from cases.riichi_ends import turns
from mjlog.events import Penalty
from mjlog.rules import CHECKS
from mjlog.rulesets import default_rules
from mjlog.seats import SEATS, Seat
from mjlog.table import Table
from short_logs import accepted, codes, discards, refused


@pytest.mark.rule("classical/dead-1")
def test_a_hand_is_drawn_when_nothing_can_be_drawn() -> None:
    """A tile is due and none is left."""
    dealt = "game Flowers=false DeadWall16=true; hand"
    play = "; ".join(f"{one.split()[0]} draw ??; {one}" if number else one for number, one in enumerate(_turns(68)))
    assert accepted("washed_out_when_nothing_can_be_drawn", f"{dealt}; {play}; washout")
    fewer = "; ".join(f"{one.split()[0]} draw ??; {one}" if number else one for number, one in enumerate(_turns(67)))
    assert refused("washed_out_when_nothing_can_be_drawn", f"{dealt}; {fewer}; washout") == "washout-too-early"
    undiscarded = play.rsplit(";", 1)[0]
    assert refused("washed_out_when_nothing_can_be_drawn", f"{dealt}; {undiscarded}; washout") == "washout-too-early"


def _turns(count: int) -> list[str]:
    return discards(count).split("; ")


@pytest.mark.rule("bmja/penalty")
def test_a_fine_is_as_high_as_the_rules_say() -> None:
    """As that of its reason where the rule set names it, otherwise one of its fines; some go to all others."""
    check, start = "fine_is_one_of_the_rules", "game bmja; hand;"
    assert accepted(check, f"{start} E penalty 50")
    assert accepted(check, f"{start} E penalty 300 reason=misnamed-mahjong")
    assert accepted(check, f"{start} E penalty 500 reason=false-mahjong")
    assert refused(check, f"{start} E penalty 100") == "wrong-penalty"
    assert refused(check, f"{start} E penalty 300 reason=misnamed") == "wrong-penalty"
    table = Table(default_rules("bmja").plan)
    table.players = {seat: str(seat) for seat in SEATS}
    fine = Penalty(seq=1, seat=Seat.E, amount=500, reason="false mahjong", to={Seat.S: 300, Seat.W: 200})
    refusal = CHECKS[check].function(table, fine)
    assert refusal is not None
    assert refusal.message == "east's fine of 500 goes to all 3 others"


EVERY_SET = ("mahjiang", "pung-chi", "dead-wall", "western", "classical", "bmja", "dmjl", "american", "riichi",
             "riichi-ema", "riichi-wrc")  # fmt: skip


@pytest.mark.parametrize("ruleset", EVERY_SET)
@pytest.mark.parametrize("depth", ["hand; dealt; ", "hand depth=table; "])
def test_a_hand_is_not_drawn_while_a_call_for_mahjong_stands(ruleset: str, depth: str) -> None:
    """The last discard may still be won; once the call is taken back the hand is drawn."""
    plan = default_rules(ruleset).plan
    draws = plan.wall.live_ends[0] - plan.dealing.size + (not plan.east_draws)
    card = " card=riverside-2026" if plan.family.wins_by_card else ""
    before = "passes; " if plan.charleston and "dealt" in depth else ""
    before = "indicator 1c; " if plan.family.has_indicators else before
    played = turns(draws) if plan.east_draws else turns(draws).replace("E draw ??; ", "", 1)
    caller = "ESWN"[draws % 4]
    begun = f"game {ruleset}{card}; {depth}{before}{played}{caller} claim mahjong; "
    assert codes(f"{begun}washout") == ["washout-too-early"]
    assert refused("washed_out_when_nothing_can_be_drawn", f"{begun}washout") == "washout-too-early"
    assert codes(f"{begun}{caller} retract; washout") == []
