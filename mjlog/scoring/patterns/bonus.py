"""Flowers and seasons."""

from mjlog.scoring.facts import BonusFacts
from mjlog.scoring.registry import About, bonus_pattern, speaks_of

_ALL_FOUR = frozenset({1, 2, 3, 4})


@bonus_pattern
def flowers_and_seasons(bonus: BonusFacts) -> int:
    """Each flower and season."""
    return len(bonus.kinds)


@speaks_of(About.OWN_FLOWER)
@bonus_pattern
def own_flower(bonus: BonusFacts) -> int:
    """The flower with the number of the player's seat."""
    return bonus.own_number in bonus.flowers


@speaks_of(About.OWN_SEASON)
@bonus_pattern
def own_season(bonus: BonusFacts) -> int:
    """The season with the number of the player's seat."""
    return bonus.own_number in bonus.seasons


@speaks_of(About.OWN_BONUS)
@bonus_pattern
def own_flower_and_season(bonus: BonusFacts) -> int:
    """Both the flower and the season with the number of the player's seat."""
    return bonus.own_number in bonus.flowers and bonus.own_number in bonus.seasons


@speaks_of(About.FLOWERS)
@bonus_pattern
def all_four_flowers(bonus: BonusFacts) -> int:
    """All four flowers."""
    return bonus.flowers == _ALL_FOUR


@speaks_of(About.SEASONS)
@bonus_pattern
def all_four_seasons(bonus: BonusFacts) -> int:
    """All four seasons."""
    return bonus.seasons == _ALL_FOUR
