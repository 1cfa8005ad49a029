"""Limit hands that are neither four sets and a pair nor pairs: knitted ones, the wonders, the snake with the winds."""

from mjlog.hands.groups import WONDER_KINDS
from mjlog.scoring import tally
from mjlog.scoring.facts import HandFacts, TileFacts
from mjlog.scoring.patterns.suits import all_majors
from mjlog.scoring.registry import hand_pattern, tile_pattern

_THIRTEEN = frozenset(WONDER_KINDS)


@hand_pattern
def knitting(hand: HandFacts) -> bool:
    """Seven pairs of the same number in the same two suits."""
    return bool(hand.flags & tally.KNITTED_PAIRS and not hand.flags & tally.KNITTED_THREES)


@hand_pattern
def triple_knitting(hand: HandFacts) -> bool:
    """Four threes of one number in all three suits, and a pair."""
    return bool(hand.flags & tally.KNITTED_THREES)


@hand_pattern
def snake_with_winds(hand: HandFacts) -> bool:
    """A pair of ones, 2 to 9 of their suit, and one of each wind."""
    return bool(hand.flags & tally.SNAKES)


@tile_pattern(when=all_majors)
def all_thirteen_kinds(tiles: TileFacts) -> bool:
    """Each of the ones, nines, winds and dragons, and nothing else; a loser has no pair of them."""
    return _THIRTEEN.issubset(tiles.hand.concealed)
