"""Limit hands that are no four sets and a pair: knitted ones, pairs, the wonders, the snake with the winds, gates."""

from collections import Counter

from mjlog.hands.groups import PAIR, WONDER_KINDS
from mjlog.scoring import tally
from mjlog.scoring.facts import HandFacts, TileFacts
from mjlog.scoring.patterns.suits import all_majors, one_suit
from mjlog.scoring.registry import hand_pattern, tile_pattern

_THIRTEEN = frozenset(WONDER_KINDS)
_GATES = Counter({0: 3, 1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1, 8: 3})


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


@tile_pattern(when=one_suit)
def gates_kept_concealed(tiles: TileFacts) -> bool:
    """111, 2 to 8 and 999 of one suit, one of 2 to 8 twice, nothing on the table before the win."""
    ranks = Counter(kind % 9 for kind in tiles.hand.concealed)
    extra = ranks - _GATES
    return not tiles.hand.sets and ranks >= _GATES and extra.total() == 1 and not extra.keys() & {0, 8}


@tile_pattern(when=all_majors)
def pairs_of_majors(tiles: TileFacts) -> bool:
    """Seven different pairs of ones, nines, winds and dragons."""
    return len(set(tiles.forms(PAIR))) == 7


@hand_pattern
def seven_pairs_of_majors(hand: HandFacts) -> bool:
    """Seven pairs of ones, nines, winds and dragons, of which one may come twice where such a hand is complete."""
    return hand.pairs == 7 and all_majors(hand)


@tile_pattern(when=all_majors)
def all_thirteen_kinds(tiles: TileFacts) -> bool:
    """Each of the ones, nines, winds and dragons, and nothing else; a loser has no pair of them."""
    return _THIRTEEN.issubset(tiles.hand.concealed)
