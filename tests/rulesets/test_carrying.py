"""A log carries the rule sets whose tables its own one uses: later changes to those change no old game."""

from __future__ import annotations

import json

import pytest

from mjlog.errors import RuleSetError
from mjlog.rulesets import RuleSet, load, parse, renamed, resolve, self_contained


def club(text_of: str = "dead-wall") -> RuleSet:
    """A club's copy of a shipped rule set."""
    return parse(renamed(load(text_of).document, text_of, "club"))


def mahjong_points(ruleset: RuleSet) -> int:
    """What going mahjong is worth by the tables in force."""
    scoring = resolve(ruleset).scoring
    assert scoring is not None
    return next(int(row["points"]) for row in scoring.table["item"] if row["id"] == "mahjong")


def test_a_document_brings_along_whose_tables_it_may_use() -> None:
    carried = self_contained(club())
    assert sorted(carried.tables["lent"]) == ["bmja", "classical", "dmjl", "western"]
    assert carried.tables["lent"]["western"] == load("western").document
    assert carried.digest != club().digest
    assert mahjong_points(carried) == mahjong_points(club()) == 20


def test_what_a_document_brings_along_goes_before_what_ships() -> None:
    carried = self_contained(club())
    older = carried.document.replace(r"points = 20\nwho = \"winner\"", r"points = 30\nwho = \"winner\"", 1)
    assert older != carried.document
    assert mahjong_points(parse(older)) == 30


@pytest.mark.parametrize("ruleset", [load("dead-wall"), club("western"), self_contained(club())])
def test_what_needs_nothing_is_given_back_as_it_is(ruleset: RuleSet) -> None:
    """A shipped rule set, one that uses its own table only, one that carries all it needs."""
    assert self_contained(ruleset) is ruleset


@pytest.mark.parametrize(
    ("lent", "message"),
    [("id = 3", "id is 3"), ("no document", "line 1"), (load("mahjiang").document, "is the document of mahjiang")],
)
def test_what_is_lent_must_be_the_document_of_that_rule_set(lent: str, message: str) -> None:
    with pytest.raises(RuleSetError, match=message):
        resolve(parse(f"{club().document}\n[lent]\nwestern = {json.dumps(lent)}\n"))
