"""Chows that are alike or follow one another, sets of several suits, sets with terminals and honors."""

from mjlog.scoring import tally
from mjlog.scoring.facts import HandFacts
from mjlog.scoring.registry import shape_pattern


@shape_pattern
def two_equal_chows(hand: HandFacts) -> bool:
    """Two equal chows, nothing open before the win."""
    return hand.twin_chows == 1 and not hand.open_before


@shape_pattern
def twice_two_equal_chows(hand: HandFacts) -> bool:
    """Twice two equal chows, nothing open before the win."""
    return hand.twin_chows == 2 and not hand.open_before


@shape_pattern
def same_chow_in_three_suits(hand: HandFacts) -> bool:
    """The same chow in all three suits."""
    return bool(hand.flags & tally.SAME_CHOWS)


@shape_pattern
def same_pung_in_three_suits(hand: HandFacts) -> bool:
    """The same pung or kong in all three suits."""
    return bool(hand.flags & tally.SAME_PUNGS)


@shape_pattern
def one_to_nine_in_chows(hand: HandFacts) -> bool:
    """123, 456 and 789 of one suit as chows."""
    return bool(hand.flags & tally.STRAIGHT)


@shape_pattern
def ends_and_honors_in_every_set(hand: HandFacts) -> bool:
    """A terminal or an honor in every set and the pair, a chow and honors among them."""
    return _at_the_ends(hand) and hand.honors


@shape_pattern
def ends_in_every_set(hand: HandFacts) -> bool:
    """A terminal in every set and the pair, a chow among them, and no honors."""
    return _at_the_ends(hand) and not hand.honors


def _at_the_ends(hand: HandFacts) -> bool:
    return bool(hand.chows) and not hand.flags & tally.INNER_SET


@shape_pattern
def chows_without_points(hand: HandFacts) -> bool:
    """Four chows, no valued pair, a wait at both ends; nothing open before the win."""
    return hand.chows == 4 and hand.pairs == 1 and hand.pointless and not hand.open_before


@shape_pattern
def open_without_points(hand: HandFacts) -> bool:
    """Four sets and a pair without points, a set open, and the last tile was claimed."""
    return hand.sets == 4 and hand.pairs == 1 and hand.pointless and bool(hand.open_before) and hand.win.claimed
