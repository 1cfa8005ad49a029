"""North winds laid aside, where three play riichi."""

from __future__ import annotations

import pytest

from short_logs import accepted, refused

UNSEEN = "game riichi-sanma; hand; dealt; indicator 1b"


@pytest.mark.rule("riichi-sanma/north-2")
def test_a_north_needs_a_live_tile() -> None:
    """The last live tile joins the dead wall for its replacement."""
    seats = enumerate("ESW" * 18)
    turns = "; ".join(f"{seat} draw ??; {seat} discard {1 + at % 9}{'bd'[at % 2]}" for at, seat in seats)
    check = "live_tile_left_for_north"
    assert accepted(check, f"{UNSEEN}; E draw ??; E bonus Nw")
    assert refused(check, f"{UNSEEN}; {turns}; E draw ??; E bonus Nw") == "bonus-not-allowed"
