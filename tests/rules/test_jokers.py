"""Exchanging jokers on the table for the tiles that they stand for."""

from __future__ import annotations

import pytest

from short_logs import codes

PUNG = "E discard 5b; S claim pung; S expose pung 55b Jk; S discard 9d"
TAKEN_BACK = "game american card=riverside-2026 dead_jokers=before_death; hand depth=table"
WINDS = "W discard Ww; S claim quint; S expose quint WWWw JJk; S dead exposure by=N sets=1"
"""South's second set is of no line."""


@pytest.mark.rule("american/joker-3")
def test_a_joker_out_of_reach_is_found_once() -> None:
    """It is the agreement that is broken, and not what the joker stands for."""
    found = codes(f"{TAKEN_BACK}; {PUNG}; {WINDS}; W exchange S Ww set=1")
    assert found == ["dead-exposure", "dead-exposure", "exchange-no-match"]
