"""Where tiles come from: the set of tiles, the wall, the deal, and what a player can hold."""

from __future__ import annotations

import pytest

from short_logs import FULL, accepted, ask, refused


@pytest.mark.rule("classical/wall-1")
def test_only_bonus_tiles_of_the_hand_are_laid_out() -> None:
    """Each comes out of the hand, once."""
    hand = "dealt E 1234b 5678c 129d 12f Rd"
    assert accepted("tile_is_held", f"{FULL}; {hand}; E bonus 1f 2f")
    assert refused("tile_is_held", f"{FULL}; {hand}; E bonus 3f") == "tile-not-held"
    twice = ask("tile_is_held", f"{FULL}; {hand}; E bonus 1f 1f")
    assert twice is not None
    assert (twice.code, twice.part) == ("tile-not-held", 1), "the second of them"
    again = f"{FULL}; E bonus 1f; E draw ??; S bonus 1f"
    assert refused("no_more_copies_than_there_are", again) == "too-many-copies"
