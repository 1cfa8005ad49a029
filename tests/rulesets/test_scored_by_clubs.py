"""The rule sets of the texts, valued by any scoring table."""

from __future__ import annotations

import pytest

from each import each
from mjlog.audit.valuing import scorer_for, terms_for
from mjlog.rulesets import load, resolve
from mjlog.scoring import Score
from mjlog.scoring.hand_line import read_hand_line

TABLES = ("western", "classical", "bmja", "dmjl")
PUNGS = "S in E 222b 333c 55d (444d) RRd 1f +Rd discard"
DEALT = "E in E 222b 333c 55d 444d RRRd deal"


def scored(ruleset: str, line: str, **options: object) -> Score:
    """A hand scored by a rule set under these options."""
    scorer = scorer_for(resolve(load(ruleset), options))
    assert scorer is not None
    return scorer.score(read_hand_line(line).hand())


@pytest.mark.rule("mahjiang/score-1")
@pytest.mark.rule("pung-chi/score-1")
@pytest.mark.rule("dead-wall/score-1")
@each("ruleset", ["mahjiang", "pung-chi", "dead-wall"])
@each("table", TABLES)
def test_a_hand_is_worth_what_the_table_says(ruleset: str, table: str) -> None:
    """Item for item; the rules that are cited are those of the rule set that is played."""
    own, lent = scored(ruleset, PUNGS, scoring=table), scored(table, PUNGS)
    assert (own.total, own.points, own.doubles) == (lent.total, lent.points, lent.doubles)
    assert [(item.name, item.points, item.doubles) for item in own.items] == [
        (item.name, item.points, item.doubles) for item in lent.items
    ]
    assert {item.rule.split("/")[0] for item in own.items} == {ruleset}


@pytest.mark.rule("dead-wall/heaven-1")
@pytest.mark.parametrize(("table", "worth"), [("western", 3000), ("classical", 1000), ("bmja", 1000), ("dmjl", 500)])
def test_the_hand_from_heaven_is_the_most_that_the_table_knows(table: str, worth: int) -> None:
    found = scored("dead-wall", DEALT, scoring=table)
    assert found.total == worth
    assert "dead-wall/heaven-1" in {item.rule for item in found.items}


@pytest.mark.rule("mahjiang/score-1")
@pytest.mark.parametrize(("ruleset", "east"), [("mahjiang", True), ("pung-chi", False)])
@pytest.mark.parametrize("table", ["bmja", "dmjl"])
def test_who_pays_stays_with_the_rule_set(ruleset: str, east: bool, table: str) -> None:
    """Only the winner is paid; East's double is the rule set's own."""
    terms = terms_for(resolve(load(ruleset), {"scoring": table}))
    assert (terms.east_doubles, terms.losers_settle) == (east, False)


@pytest.mark.rule("dead-wall/rotate-1")
def test_where_the_text_says_nothing_of_payments_the_table_decides() -> None:
    terms = terms_for(resolve(load("dead-wall"), {"scoring": "bmja"}))
    assert (terms.east_doubles, terms.losers_settle) == (True, True)
