"""The set of 152 tiles that a card is written for: what it holds of each kind.

Source: american/tiles-1, american/tiles-2.
"""

from __future__ import annotations

from mjlog.tiles import ANY_FLOWER, PLAIN_KINDS

JOKERS = 8
COPIES: tuple[int, ...] = (4,) * PLAIN_KINDS + (0,) * (ANY_FLOWER - PLAIN_KINDS) + (8, JOKERS, 0)
"""Tiles of each kind: four alike, eight flowers that are all `Ff`, the jokers, and none that is unknown."""
