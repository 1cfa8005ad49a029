"""Dora: tiles that an indicator points at, and red fives."""

from mjlog.scoring.facts import DoraFacts
from mjlog.scoring.registry import dora_pattern


@dora_pattern
def dora(tiles: DoraFacts) -> int:
    """Each tile after an indicator, once for each indicator before it."""
    return tiles.indicated


@dora_pattern
def under_dora(tiles: DoraFacts) -> int:
    """Each tile after an indicator that lay under another, and that a winner in riichi has turned."""
    return tiles.under


@dora_pattern
def red_five(tiles: DoraFacts) -> int:
    """Each red five."""
    return tiles.red
