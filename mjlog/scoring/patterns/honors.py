"""Sets of winds and dragons."""

from mjlog.scoring.facts import HandFacts, SetFacts
from mjlog.scoring.registry import About, hand_pattern, set_pattern, speaks_of
from mjlog.tiles import is_dragon


@set_pattern
def set_of_dragons(group: SetFacts) -> bool:
    """A pung or kong of dragons."""
    return group.is_triplet and is_dragon(group.tile)


@set_pattern
def set_of_own_wind(group: SetFacts) -> bool:
    """A pung or kong of the own wind."""
    return group.is_triplet and group.own


@set_pattern
def set_of_prevailing_wind(group: SetFacts) -> bool:
    """A pung or kong of the prevailing wind."""
    return group.is_triplet and group.prevailing


@speaks_of(About.DRAGONS)
@hand_pattern
def big_three_dragons(hand: HandFacts) -> bool:
    """Pungs or kongs of all three dragons."""
    return hand.dragon_sets == 3


@speaks_of(About.DRAGONS)
@hand_pattern
def little_three_dragons(hand: HandFacts) -> bool:
    """Pungs or kongs of two dragons and a pair of the third."""
    return hand.dragon_sets == 2 and hand.dragon_pairs >= 1


@speaks_of(About.WINDS)
@hand_pattern
def big_four_winds(hand: HandFacts) -> bool:
    """Pungs or kongs of all four winds."""
    return hand.wind_sets == 4


@speaks_of(About.WINDS)
@hand_pattern
def little_four_winds(hand: HandFacts) -> bool:
    """Pungs or kongs of three winds and a pair of the fourth."""
    return hand.wind_sets == 3 and hand.wind_pairs >= 1
