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


@pytest.mark.rule("western/limit-7")
@pytest.mark.parametrize(("ruleset", "wins"), [("western", 13), ("classical", 13), ("dmjl", 9)])
@pytest.mark.parametrize("drawn", [0, 5])
def test_the_wins_of_east_in_a_row_count_where_only_results_are_recorded(ruleset: str, wins: int, drawn: int) -> None:
    """A wash-out does not break the row: 30 points cannot be the last of it, and were enough for each one before."""
    hands = [""] * wins
    hands[drawn:drawn] = ["washout"] * bool(drawn)
    text, number = f"game {ruleset}", 0
    for number, how in enumerate(hands, start=1):
        won = "E mahjong discard; E score 30; S score 0; W score 0; N score 0; settlement E=180 S=-60 W=-60 N=-60"
        text += f"; hand {number} depth=result; {how or won}"
    last = [one for one in findings(text) if one.hand == number]
    assert [(one.code, one.severity) for one in last][:1] == [("wrong-score", "warning")]
    assert not [one for one in findings(text) if one.hand == number - 1]


@pytest.mark.parametrize("ruleset", shipped())
def test_a_fine_higher_than_any_limit_hand_is_noted_where_the_rules_name_none(ruleset: str) -> None:
    said = dict(found(f"game {ruleset}; hand depth=result; S penalty 99999"))
    severities = {code: severity for code, severity in said.items() if code != "unknown-card"}
    # By the rules of tournaments a fine that others get is none.
    named = {name: {"wrong-penalty": "error"} for name in ("bmja", "bmja-kajongg", "dmjl", "riichi-ema", "riichi-wrc")}
    limits = {"western", "classical", "dead-wall", "riichi", "riichi-sanma"}
    assert severities == named.get(ruleset, {"wrong-penalty": "warning"} if ruleset in limits else {})
    if ruleset not in named:
        assert "wrong-penalty" not in dict(found(f"game {ruleset}; hand depth=result; S penalty 500"))


def test_a_warning_leaves_payments_and_totals_as_they_are() -> None:
    said = f"{WON.format('western')}; E score 8; S score 7; W score 4; N score 2; S penalty 99999; hand 2 E=b"
    table = play(said).table
    assert table.totals == play(said).table.standing.counted
    assert sum(table.totals.values()) == 0
    assert table.standing.totals_sure


# -- fu and han that there cannot be --------------------------------------------------------------------------------

RIICHI = ("riichi", "riichi-ema", "riichi-wrc")


def said(ruleset: str, source: str, fu: int | None, han: int, total: int, depth: str = "result") -> list[str]:
    """The codes of what is found where South has won, and announces fu, han and what these make."""
    played = "; gap" if depth == "table" else ""
    points = "" if fu is None else f" points={fu}"
    won = f"game {ruleset}; hand depth={depth}{played}; S mahjong {source}"
    return [code for code, _ in found(f"{won}; S score {total} doubles={han}{points}")]


@pytest.mark.parametrize("ruleset", RIICHI)
@pytest.mark.parametrize("depth", ["result", "table"])
def test_fu_and_han_are_such_as_there_can_be(ruleset: str, depth: str) -> None:
    """Fu are 20, 25, or tens from 30; 20 a drawn pinfu's, 25 those of seven pairs; no win is without a han."""
    wrong = [
        ("discard", 35, 3, 4500), ("discard", 20, 1, 700), ("discard", 20, 2, 1300), ("discard", 25, 1, 800),
        ("discard", 30, 0, 500), ("discard", None, 0, 500), ("wall", 20, 1, 700), ("wall", 25, 2, 1600),
        ("discard", 180, 2, 8000), ("discard", 20, 5, 8000), ("discard", 30, 101, 32000),
    ]  # fmt: skip
    right = [
        ("wall", 20, 2, 1500), ("discard", 25, 2, 1600), ("wall", 25, 3, 3200), ("discard", 30, 1, 1000),
        ("discard", 110, 2, 7100), ("discard", None, 5, 8000), ("discard", 0, 6, 12000), ("wall", 20, 5, 8000),
    ]  # fmt: skip
    assert [case for case in wrong if said(ruleset, *case, depth=depth) != ["wrong-score"]] == []
    assert [case for case in right if said(ruleset, *case, depth=depth)] == []
