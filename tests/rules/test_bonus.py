"""Flowers and seasons."""

from __future__ import annotations

import pytest

from short_logs import codes


@pytest.mark.rule("classical/bonus-1")
@pytest.mark.parametrize("rules", ["dmjl", "western", "classical"])
def test_at_the_table_a_second_bonus_tile_shows_that_the_first_was_replaced(rules: str) -> None:
    """It was not among the tiles dealt; of two that were dealt, both may be laid out first."""
    hand = f"game {rules}; hand depth=table; dealt E 147b 258c 369d ESWNw"
    assert codes(f"{hand} 3s; E bonus 3s; E bonus 4f; E discard 1b") == []
    assert codes(f"{hand} 4f; E bonus 4f; E discard 1b") == []
    assert codes(f"{hand} 3s; E bonus 4f; E discard 1b") == ["tile-not-held"]
