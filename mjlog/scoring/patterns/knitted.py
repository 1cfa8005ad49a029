"""Limit hands that are no four sets and a pair: knitted ones, pairs, the wonders, the snake with the winds, gates."""

from mjlog.hands.groups import PAIR, WONDER_KINDS
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


@hand_pattern
def gates_kept_concealed(hand: HandFacts) -> bool:
    """111, 2 to 8 and 999 of one suit, one of 2 to 8 twice, nothing exposed before the win."""
    return bool(hand.flags & tally.GATES)


@tile_pattern(when=all_majors)
def pairs_of_majors(tiles: TileFacts) -> bool:
    """Seven different pairs of ones, nines, winds and dragons."""
    return len(set(tiles.forms(PAIR))) == 7


@tile_pattern(when=all_majors)
def all_thirteen_kinds(tiles: TileFacts) -> bool:
    """Each of the ones, nines, winds and dragons, and nothing else; a loser has no pair of them."""
    return _THIRTEEN.issubset(tiles.hand.concealed)
