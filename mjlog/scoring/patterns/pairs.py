"""Pairs: points for each, and seven of them."""

from mjlog.hands import PAIR
from mjlog.scoring.facts import HandFacts, SetFacts
from mjlog.scoring.registry import hand_pattern, set_pattern
from mjlog.tiles import is_dragon


@set_pattern
def pair_of_dragons(group: SetFacts) -> bool:
    """A pair of dragons."""
    return group.form == PAIR and is_dragon(group.tile)


@set_pattern
def pair_of_own_wind(group: SetFacts) -> bool:
    """A pair of the own wind which is not the prevailing one."""
    return group.form == PAIR and group.own and not group.prevailing


@set_pattern
def pair_of_prevailing_wind(group: SetFacts) -> bool:
    """A pair of the prevailing wind which is not the own one."""
    return group.form == PAIR and group.prevailing and not group.own


@set_pattern
def pair_of_own_and_prevailing_wind(group: SetFacts) -> bool:
    """A pair of the wind that is both the own and the prevailing one."""
    return group.form == PAIR and group.own and group.prevailing


@set_pattern
def every_pair_of_dragons(group: SetFacts) -> bool:
    """A pair of dragons, also that of the thirteen wonders."""
    return group.has_pair and is_dragon(group.tile)


@set_pattern
def every_pair_of_own_wind(group: SetFacts) -> bool:
    """A pair of the own wind, also where it is the prevailing one, also that of the thirteen wonders."""
    return group.has_pair and group.own


@set_pattern
def every_pair_of_prevailing_wind(group: SetFacts) -> bool:
    """A pair of the prevailing wind, also where it is the own one, also that of the thirteen wonders."""
    return group.has_pair and group.prevailing


@hand_pattern
def seven_pairs(hand: HandFacts) -> bool:
    """Seven pairs."""
    return hand.pairs == 7
