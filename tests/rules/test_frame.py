"""What holds at every table, and the names of discards."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from mjlog.events import convert_event
from mjlog.rules import CHECKS
from mjlog.tiles import JOKER
from tests.short_logs import play

_EXCHANGE = {"seq": 9, "type": "joker-exchange", "seat": "S", "owner": "E", "tile": "5b"}
_STOP = {"seq": 9, "type": "charleston-stop", "seat": "S"}
_PASSED = {"seq": 9, "type": "charleston", "pass": "right-1", "seat": "S", "tiles": ["1b", "2b", "3b"]}


@pytest.mark.parametrize("ruleset", ["classical", "mahjiang", "pung-chi", "dead-wall", "western"])
def test_nothing_is_passed_or_exchanged_in_other_games(ruleset: str) -> None:
    """The Charleston, and exchanging jokers, belong to the American game."""
    table = play(f"game {ruleset}; hand depth=table; E discard 5b").table
    asked = {"jokers_are_played": (_EXCHANGE,), "charleston_is_played": (_STOP, _PASSED)}
    for check, event in ((check, event) for check, events in asked.items() for event in events):
        refusal = CHECKS[check].function(table, convert_event(event))
        assert refusal is not None
        assert refusal.code == "out-of-place"


def test_jokers_are_exchanged_where_there_are_some() -> None:
    """A set of tiles that has jokers knows the exchange."""
    plan = play("E discard 5b").table.plan
    with_jokers = replace(plan, copies=(*plan.copies[:JOKER], 8, 0))
    assert not CHECKS["jokers_are_played"].where(with_jokers)


def test_tiles_are_passed_where_there_is_a_charleston_jokers_or_not() -> None:
    """A club may play without jokers."""
    plan = replace(play("E discard 5b").table.plan, charleston=True)
    assert not CHECKS["charleston_is_played"].where(plan)
