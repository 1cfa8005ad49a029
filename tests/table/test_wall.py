"""Tiles taken from a wall before it is their turn: the wall is counted on from where it stands."""

from __future__ import annotations

import pytest

from mjlog.rulesets import load, resolve
from mjlog.seats import Seat
from mjlog.table import Table
from mjlog.table.moves import pass_over, take_out

ALL = (
    "american", "bmja", "classical", "dead-wall", "dmjl", "mahjiang", "pung-chi", "riichi", "riichi-ema", "riichi-wrc",
    "western",
)  # fmt: skip


def dealt(ruleset: str) -> Table:
    """A table at which the first draw is due."""
    at = Table(resolve(load(ruleset)).plan)
    at.wall.taken = at.plan.dealing.size
    return at


@pytest.mark.parametrize("ruleset", ALL)
def test_the_live_end_goes_on_behind_a_tile_that_was_taken_before(ruleset: str) -> None:
    """It was one of the live tiles, and is none any more."""
    at = dealt(ruleset)
    front, left = at.wall.taken, at.live_left
    take_out(at, front + 1)
    assert (at.wall.taken, at.live_left) == (front, left - 1)
    take_out(at, front)
    assert (at.wall.taken, at.live_left, at.wall.out) == (front + 2, left - 2, frozenset())


@pytest.mark.parametrize("ruleset", [one for one in ALL if one != "american"])
def test_replacements_go_on_behind_a_loose_tile_that_was_taken_before(ruleset: str) -> None:
    """The one that was passed over comes next."""
    at = dealt(ruleset)
    first, second, third = at.plan.wall.loose[:3]
    take_out(at, second)
    assert (at.wall.loose_taken, at.loose_position(Seat.E)) == (0, first)
    take_out(at, first)
    assert (at.wall.loose_taken, at.loose_position(Seat.E), at.wall.out) == (2, third, frozenset())


@pytest.mark.parametrize("ruleset", [one for one in ALL if one != "american"])
def test_tiles_that_are_passed_over_are_left_where_they_are(ruleset: str) -> None:
    """From either end."""
    at = dealt(ruleset)
    front, left = at.wall.taken, at.live_left
    pass_over(at, front + 1, Seat.E, is_live=True)
    assert (at.wall.taken, at.live_left) == (front + 2, left - 2)
    pass_over(at, at.plan.wall.loose[1], Seat.E, is_live=False)
    assert (at.wall.loose_taken, at.loose_position(Seat.E)) == (2, at.plan.wall.loose[2])


def test_a_tile_under_the_loose_ones_is_no_loose_tile() -> None:
    """Both loose tiles still lie on the dead wall, and it is not refilled before they are taken (dead-wall/dead-2)."""
    at = dealt("dead-wall")
    left = at.live_left
    take_out(at, at.plan.wall.size - 2)
    assert (at.wall.loose_taken, at.loose_position(Seat.E), at.live_left) == (0, at.plan.wall.loose[0], left)
