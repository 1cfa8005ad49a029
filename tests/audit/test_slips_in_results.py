"""What can hardly be in a hand of which only the result is known: it is a warning, and changes nothing else."""

from __future__ import annotations

import pytest

from mjlog.rulesets import shipped
from short_logs import findings, play

WON = "game {}; hand depth=result; S mahjong discard"


def found(text: str) -> list[tuple[str, str]]:
    return [(one.code, one.severity) for one in findings(text)]


@pytest.mark.parametrize("ruleset", ["western", "bmja", "dmjl", "classical", "dead-wall"])
def test_a_win_below_what_every_win_earns_is_noted(ruleset: str) -> None:
    """20 points for mahjong, whatever else the hand was; 0 can be meant for a score that nobody announced. It is told
    where all scores are there: of the winner's alone payments may have been made, whatever it was.
    """
    won = WON.format(ruleset)
    assert found(f"{won}; E score 8; S score 7; W score 4; N score 2") == [("wrong-score", "warning")]
    assert found(f"{won}; E score 8; S score 20; W score 4; N score 2") == []
    assert found(f"{won}; E score 8; S score 0; W score 4; N score 2") == []
    assert found(f"{won}; S score 16") == []


def test_what_losers_hold_may_be_little_and_agreed_values_are_whatever_was_agreed() -> None:
    scores = "E score 8; S score {}; W score 0; N score 2"
    assert found(f"{WON.format('western')}; {scores.format(24)}") == []
    assert found(f"{WON.format('dead-wall scoring=agreed hand_value=7')}; S score 7") == []


@pytest.mark.parametrize("ruleset", shipped())
def test_a_fine_higher_than_any_limit_hand_is_noted_where_the_rules_name_none(ruleset: str) -> None:
    said = dict(found(f"game {ruleset}; hand depth=result; S penalty 99999"))
    severities = {code: severity for code, severity in said.items() if code != "unknown-card"}
    named = {"bmja": {"wrong-penalty": "error"}, "dmjl": {"wrong-penalty": "error"}}
    limits = {"western", "classical", "dead-wall", "riichi", "riichi-ema", "riichi-wrc"}
    assert severities == named.get(ruleset, {"wrong-penalty": "warning"} if ruleset in limits else {})
    if ruleset not in named:
        assert "wrong-penalty" not in dict(found(f"game {ruleset}; hand depth=result; S penalty 500"))


def test_a_warning_leaves_payments_and_totals_as_they_are() -> None:
    said = f"{WON.format('western')}; E score 8; S score 7; W score 4; N score 2; S penalty 99999; hand 2 E=b"
    table = play(said).table
    assert table.totals == play(said).table.standing.counted
    assert sum(table.totals.values()) == 0
    assert table.standing.totals_sure
