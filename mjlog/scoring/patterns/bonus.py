"""Flowers and seasons."""

from mjlog.scoring.facts import BonusFacts
from mjlog.scoring.registry import bonus_pattern

_ALL_FOUR = frozenset({1, 2, 3, 4})


@bonus_pattern
def flowers_and_seasons(bonus: BonusFacts) -> int:
    """Each flower and season."""
    return len(bonus.kinds)


@bonus_pattern
def own_flower(bonus: BonusFacts) -> int:
    """The flower of the own seat's number."""
    return bonus.own_number in bonus.flowers


@bonus_pattern
def own_season(bonus: BonusFacts) -> int:
    """The season of the own seat's number."""
    return bonus.own_number in bonus.seasons


@bonus_pattern
def own_flower_and_season(bonus: BonusFacts) -> int:
    """Both the flower and the season of the own seat's number."""
    return bonus.own_number in bonus.flowers and bonus.own_number in bonus.seasons


@bonus_pattern
def all_four_flowers(bonus: BonusFacts) -> int:
    """All four flowers."""
    return bonus.flowers == _ALL_FOUR


@bonus_pattern
def all_four_seasons(bonus: BonusFacts) -> int:
    """All four seasons."""
    return bonus.seasons == _ALL_FOUR
