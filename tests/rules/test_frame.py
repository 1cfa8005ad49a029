"""What holds at every table, and the names of discards."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from mjlog.events import convert_event
from mjlog.rules import CHECKS
from mjlog.tiles import JOKER
from tests.short_logs import accepted, codes, play, refused

THREE = "game western players=3; hand; E discard 5b"
_EXCHANGE = {"seq": 9, "type": "joker-exchange", "seat": "S", "owner": "E", "tile": "5b"}
_STOP = {"seq": 9, "type": "charleston-stop", "seat": "S"}
_PASSED = {"seq": 9, "type": "charleston", "pass": "right-1", "seat": "S", "tiles": ["1b", "2b", "3b"]}


@pytest.mark.rule("western/three-1")
@pytest.mark.parametrize("act", ["fishing", "penalty 10", "show | 1b"])
def test_nobody_acts_from_the_empty_seat(act: str) -> None:
    """With three players North's seat is empty."""
    assert refused("seat_is_in_play", f"{THREE}; N {act}") == "out-of-place"
    assert accepted("seat_is_in_play", f"{THREE}; S fishing")


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


def test_who_discarded_names_the_tile_again() -> None:
    """Another player does not, and there must be a discard."""
    assert accepted("latest_discard_is_named", "E discard 5b; E name 5b")
    assert refused("latest_discard_is_named", "E discard 5b; S name 5b") == "out-of-place"
    assert refused("latest_discard_is_named", "E name 5b") == "out-of-place"


def test_the_name_said_at_last_is_the_tiles() -> None:
    """It stands in the log as a remark where it is not."""
    assert accepted("named_rightly_at_last", "E discard 5b; E name 5b")
    assert refused("named_rightly_at_last", "E discard 5b; E name 6b") == "discard-misnamed"


def test_seats_are_found_once() -> None:
    """Before the first hand."""
    assert accepted("seats_found_once", "game western; seats ben cora dora anna")
    assert (
        refused("seats_found_once", "game western; seats ben cora dora anna; seats ben cora dora anna")
        == "out-of-place"
    )
    assert refused("seats_found_once", "game western; hand; seats anna ben cora dora") == "out-of-place"


def test_a_game_that_begins_again_begins_with_its_first_hand() -> None:
    """Hands that may have been missed were of the game before."""
    assert codes("game; gap; hand 3") == []
    assert codes("game; gap; game; hand 3") == ["out-of-place", "out-of-place"]


def test_a_game_ends_once() -> None:
    """What is said of totals later is a remark."""
    assert accepted("game_ends_once", "game western; end anna=0")
    assert refused("game_ends_once", "game western; end anna=0; end anna=0") == "out-of-place"
