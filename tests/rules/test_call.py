"""The original call."""

from __future__ import annotations

import pytest

from short_logs import accepted, refused

CALLED = "E discard 5b calling=true; S discard Ww; W discard 1c; N discard 9d"


@pytest.mark.rule("classical/call-1")
def test_the_call_goes_with_the_first_discard() -> None:
    """Not with a later one, and not after a set was laid down."""
    assert accepted("called_with_the_first_discard", "E discard 5b calling=true")
    assert accepted("called_with_the_first_discard", "E discard 5b; S discard Ww calling=true")
    second = "E discard 5b; S discard Ww; W discard 1c; N discard 9d; E discard 6b"
    assert accepted("called_with_the_first_discard", second)
    assert refused("called_with_the_first_discard", f"{second} calling=true") == "call-too-late"
    claimed = "E discard 5b; S claim pung; S expose pung 555b; S discard 1d"
    assert refused("called_with_the_first_discard", f"{claimed} calling=true") == "call-too-late"


@pytest.mark.rule("classical/call-1")
def test_a_called_hand_discards_the_tile_drawn() -> None:
    """Nothing else leaves it."""
    assert accepted("called_hand_discards_the_tile_drawn", f"{CALLED}; E draw 2b; E discard 2b")
    assert accepted("called_hand_discards_the_tile_drawn", f"{CALLED}; E draw ??; E discard 2b")
    assert refused("called_hand_discards_the_tile_drawn", f"{CALLED}; E draw 2b; E discard 3b") == "call-changed"
    assert accepted("called_hand_discards_the_tile_drawn", f"{CALLED.split(' calling')[0]}; S draw 2b; S discard 3b")


@pytest.mark.rule("classical/call-1")
def test_a_called_hand_claims_only_the_win() -> None:
    """No set is laid down from it."""
    assert accepted("called_hand_claims_only_the_win", f"{CALLED}; E claim mahjong")
    assert refused("called_hand_claims_only_the_win", f"{CALLED}; E claim pung") == "call-changed"
    assert refused("called_hand_claims_only_the_win", f"{CALLED}; E claim chow") == "call-changed"
    assert accepted("called_hand_claims_only_the_win", f"{CALLED}; W claim pung")
