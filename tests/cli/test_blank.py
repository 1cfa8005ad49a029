"""Paper for an evening without a machine: an empty sheet, and what a hand is worth."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest
from command_runs import Run

from mjlog.rulesets import load, resolve, shipped
from mjlog.views.sheet import blank_sheet


@pytest.mark.parametrize("ruleset", shipped())
def test_every_rule_set_has_its_paper(run: Run, ruleset: str) -> None:
    """With a column for each player, and each row of the scoring table that the options leave in force."""
    result = run("blank", "--ruleset", ruleset)
    assert result.exit_code == 0
    rules = resolve(load(ruleset))
    assert result.stdout.count('class="who"') == len(rules.plan.seats)
    assert ("What a hand is worth" in result.stdout) == bool(rules.scoring and rules.scoring.table["item"])
    assert not re.search(r"<(script|link|img)", result.stdout)


def test_a_terminal_gets_no_page_but_how_to_write_one(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mjlog_cli.commands.sheet.sys", SimpleNamespace(stdout=SimpleNamespace(isatty=lambda: True)))
    result = run("blank", "--ruleset", "western")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "like --out blank.html" in result.stderr


def test_an_option_changes_what_stands_on_it() -> None:
    plain, other = (blank_sheet(resolve(load("western"), given)) for given in ({}, {"optional_limits": False}))
    names = [{line.name for tally in sheet.tallies for line in tally.lines} for sheet in (plain, other)]
    assert {"Knitting", "Imperial jade"} <= names[0] - names[1]
    assert names[1] < names[0]


def test_a_line_says_what_it_is_worth_and_who_gets_it() -> None:
    lines = {line.name: line for tally in blank_sheet(resolve(load("western"))).tallies for line in tally.lines}
    assert (lines["pung, exposed"].worth, lines["pung, exposed"].is_winners) == ("2", False)
    assert (lines["one suit, no winds, no dragons"].worth, lines["mahjong"].is_winners) == ("×8", True)
