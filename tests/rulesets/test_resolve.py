"""Options decided once: what wall, deal and checks a game is replayed by."""

from __future__ import annotations

from collections import Counter
from importlib import import_module

import pytest

from each import each
from mjlog.errors import RuleSetError
from mjlog.events import Discard, Draw
from mjlog.rules import CHECKS, bind
from mjlog.rulesets import default_rules, load, parse, resolve, shipped
from mjlog.seats import Seat
from mjlog.table import TablePlan


def plan(**options: object) -> TablePlan:
    """The table of `classical` with these options."""
    rules = resolve(load("classical"), options)
    assert rules.problems == ()
    return rules.plan


@pytest.mark.rule("classical/wall-1")
def test_the_set_has_144_tiles_or_136() -> None:
    """Four of each of 34 kinds, and one of each bonus tile."""
    assert plan().wall.size == 144
    assert plan(Flowers=False).wall.size == 136
    assert Counter(plan().copies) == {4: 34, 1: 8, 0: 3}


@pytest.mark.rule("classical/dead-1")
def test_fourteen_loose_tiles_are_refilled_by_two() -> None:
    """After two were taken, the live wall ends two tiles earlier."""
    wall = plan().wall
    assert wall.live_ends[:6] == (130, 130, 128, 128, 126, 126)
    assert wall.loose[:3] == (143, 142, 141)


@pytest.mark.rule("classical/dead-1")
def test_sixteen_loose_tiles_are_never_refilled() -> None:
    """They can all be taken."""
    wall = plan(DeadWall16=True).wall
    assert set(wall.live_ends) == {128}
    assert wall.loose == tuple(range(143, 127, -1))


@pytest.mark.rule("classical/dead-1")
def test_without_a_dead_wall_every_tile_is_drawn() -> None:
    """From one end or the other."""
    wall = plan(DeadWall=False).wall
    assert wall.live_ends[:3] == (144, 143, 142)
    assert len(wall.loose) == 144


@pytest.mark.rule("classical/deal-1")
def test_the_deal_goes_round_by_fours() -> None:
    """Three times four, then one each, then one more to East."""
    blocks = [(block.seat, len(block.positions)) for block in plan().deal]
    assert blocks == [(seat, 4) for _ in range(3) for seat in Seat] + [(seat, 1) for seat in Seat] + [(Seat.E, 1)]
    assert plan().dealing.positions == tuple(range(53))
    assert plan().dealing.size == 53


@pytest.mark.rule("classical/bonus-1")
def test_bonus_tiles_are_replaced_from_the_live_wall_by_default() -> None:
    """`FlowersLoose` changes that."""
    assert plan().bonus_from_live
    assert not plan(FlowersLoose=True).bonus_from_live


def test_values_that_do_not_fit_leave_the_default() -> None:
    """And each is a problem, in words."""
    rules = resolve(load("classical"), {"ScoreLimit": "many", "Jokers": True, "NoLimit": 1, "NumRounds": 2})
    assert rules.options["ScoreLimit"] == 1000
    assert rules.options["NoLimit"] is True
    assert rules.plan.ending.rounds == 2
    assert dict(rules.problems) == {
        "ScoreLimit": "option ScoreLimit is 'many': 0, 1, 2 … is expected",
        "Jokers": "the rule set classical has no option 'Jokers'",
    }


def test_what_is_decided_is_decided_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same options give the same rules; others do not."""
    classical = load("classical")
    # As in a program that has decided little yet: only so much is kept.
    kept = {(classical, ()): default_rules("classical")}
    monkeypatch.setattr(import_module("mjlog.rulesets.resolve"), "_RESOLVED", kept)
    assert resolve(classical, {"NoLimit": True}) is resolve(classical, {"NoLimit": True})
    assert resolve(classical, {"NoLimit": 1}) is not resolve(classical, {"NoLimit": True})
    assert resolve(classical) is default_rules("classical")


@pytest.mark.parametrize(("document", "words"), [
    (
        "id = 'x'\n[wall]\nmechanism = 'round'\n[deal]\nmechanism = 'four-four-four-one'\n",
        "wall: no mechanism 'round'",
    ),
    ("id = 'x'\n[wall]\nmechanism = 'both-ends'\n", "deal: no mechanism ''"),
    (
        "id = 'x'\n[wall]\nmechanism = 'both-ends'\n[deal]\nmechanism = 'four-four-four-one'\n"
        "[[rule]]\nid = 'a-1'\ntext = 'A rule.'\nchecks = ['no_such_check']\n",
        "no such check: no_such_check",
    ),
])  # fmt: skip
def test_a_document_names_what_exists(document: str, words: str) -> None:
    """Walls, deals and checks that the program has."""
    with pytest.raises(RuleSetError, match=words):
        resolve(parse(document))


def test_only_checks_that_a_rule_names_are_in_force() -> None:
    """Bound by event type, each with the id of its rule; those of the frame are in force everywhere, without an id."""
    plan = default_rules("classical").plan
    bound = bind({"draws_in_turn": "house/turn-1"}, plan)
    asked = {one for steps in bound[Draw] for one in steps}
    named = {one for one in asked if one.rule is not None}
    assert {(one.function, one.rule) for one in named} == {(CHECKS["draws_in_turn"].function, "house/turn-1")}
    assert {one.function for one in asked - named} == {
        info.function for info in CHECKS.values() if info.frame and Draw in info.events and info.where(plan)
    }
    others = {one.function for steps in bound[Discard] for one in steps}
    assert CHECKS["discards_in_turn"].function not in others
    assert CHECKS["bonus_never_discarded"].function in others


@each("name", shipped())
def test_a_rule_set_decides_about_every_value_of_its_options(name: str) -> None:
    """Each value of each option gives a table to play on."""
    ruleset = load(name)
    for option in ruleset.options.values():
        values = {"bool": [True, False], "count": [0, 1, 7]}.get(option.kind, list(option.values))
        fitting = [value for value in values if option.accepts(value)]
        for value in fitting:
            rules = resolve(ruleset, {option.name: value})
            assert rules.problems == ()
            assert rules.options[option.name] == option.read(value)
            assert len(rules.plan.dealing.positions) == rules.plan.dealing.size
