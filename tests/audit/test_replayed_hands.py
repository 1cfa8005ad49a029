"""A hand that is void and played again: nobody pays for it."""

from __future__ import annotations

import pytest

from tests.short_logs import codes

PLAYED_AGAIN = (
    "game american card=riverside-2026; hand depth=table; E discard 9d; S dead count by=E; W dead count by=E; "
    "N dead count by=E; replay three wrong; hand 1 E anna depth=table; E discard 9d; S claim mahjong; "
    "S mahjong discard; S score 30; settlement E=-60 S=120 W=-30 N=-30"
)


@pytest.mark.rule("american/dead-2")
def test_nobody_pays_for_a_hand_that_was_played_again() -> None:
    """The totals go on from what they were, and are judged."""
    assert codes(f"{PLAYED_AGAIN}; end anna=-60 ben=120 cora=-30 dora=-30") == []
    assert codes(f"{PLAYED_AGAIN}; end anna=77 ben=120 cora=-30 dora=-30") == ["wrong-total"]
