"""Chows."""

from __future__ import annotations

import pytest

from short_logs import accepted, refused


@pytest.mark.rule("classical/claim-1")
@pytest.mark.parametrize("act", ["claim chow", "expose chow 345b"])
def test_a_chow_takes_the_discard_of_the_player_on_the_left(act: str) -> None:
    """East's discard goes to South only."""
    assert accepted("chow_from_left", f"E discard 5b; S {act}")
    for seat in "WN":
        assert refused("chow_from_left", f"E discard 5b; {seat} {act}") == "chow-not-from-left"


@pytest.mark.rule("classical/claim-1")
def test_of_a_discard_that_lies_open_no_more_it_is_not_asked_who_may_take_it() -> None:
    """That nobody can is told already."""
    for rule in ("chow_from_left", "chow_of_suit_tiles"):
        assert accepted(rule, "E discard Ew; S draw ??; W claim chow")


@pytest.mark.rule("classical/claim-1")
def test_a_pung_comes_from_anyone() -> None:
    """Only chows ask where the tile comes from."""
    assert accepted("chow_from_left", "E discard 5b; N claim pung")


@pytest.mark.rule("classical/claim-1")
@pytest.mark.parametrize("tile", ["Ew", "Nw", "Rd", "Wd"])
def test_honors_make_no_chow(tile: str) -> None:
    """Winds and dragons do not follow one another."""
    assert refused("chow_of_suit_tiles", f"E discard {tile}; S claim chow") == "chow-of-honors"


@pytest.mark.rule("classical/claim-1")
@pytest.mark.parametrize("tile", ["1b", "9b", "5c", "9d", "??"])
def test_suit_tiles_make_chows(tile: str) -> None:
    """Any suit tile does, and one that nobody saw may be one."""
    assert accepted("chow_of_suit_tiles", f"E discard {tile}; S claim chow")


@pytest.mark.rule("western/chow-1")
def test_a_chow_laid_down_is_a_run_of_one_suit() -> None:
    """Sets of tiles alike are another rule's."""
    claimed = "E discard 5b; S claim {0}; S expose {0} {1}"
    assert accepted("exposed_chow_is_a_run", claimed.format("chow", "567b"))
    assert refused("exposed_chow_is_a_run", claimed.format("chow", "568b")) == "not-a-set"
    assert refused("exposed_chow_is_a_run", claimed.format("chow", "5b 6c 7b")) == "not-a-set"
    assert accepted("exposed_chow_is_a_run", claimed.format("chow", "5b ?? ??"))
    assert accepted("exposed_chow_is_a_run", claimed.format("pung", "556b"))
