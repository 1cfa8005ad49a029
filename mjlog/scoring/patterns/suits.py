"""Which tiles a hand is made of, and hands of pungs or of chows only."""

from mjlog.scoring.facts import HandFacts
from mjlog.scoring.registry import hand_pattern, shape_pattern


@shape_pattern
def no_chows(hand: HandFacts) -> bool:
    """Four pungs or kongs and a pair."""
    return hand.chows == 0 and hand.pairs == 1


@shape_pattern
def without_chows(hand: HandFacts) -> bool:
    """No chow, in special hands too."""
    return not hand.chows


@shape_pattern
def all_pungs(hand: HandFacts) -> bool:
    """Four pungs or kongs."""
    return hand.triplets == 4


@shape_pattern
def all_chows(hand: HandFacts) -> bool:
    """Four chows."""
    return hand.chows == 4


@hand_pattern
def no_score_hand(hand: HandFacts) -> bool:
    """No set and no pair has points."""
    return hand.pointless and hand.pairs < 7


@shape_pattern
def all_honors(hand: HandFacts) -> bool:
    """Only winds and dragons."""
    return not hand.suits and hand.honors


@shape_pattern
def all_terminals(hand: HandFacts) -> bool:
    """Only ones and nines."""
    return hand.terminals and not hand.simples and not hand.honors


@shape_pattern
def all_majors(hand: HandFacts) -> bool:
    """Only ones, nines, winds and dragons."""
    return not hand.simples


@shape_pattern
def one_suit(hand: HandFacts) -> bool:
    """Tiles of one suit and nothing else."""
    return hand.suits == 1 and not hand.honors


@shape_pattern
def pungs_of_one_suit(hand: HandFacts) -> bool:
    """Four pungs or kongs and a pair of one suit, and nothing else."""
    return hand.triplets == 4 and one_suit(hand)


@shape_pattern
def one_suit_with_honors(hand: HandFacts) -> bool:
    """Tiles of one suit, and winds or dragons."""
    return hand.suits == 1 and hand.honors
