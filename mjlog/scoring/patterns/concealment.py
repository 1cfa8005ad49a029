"""How much of a hand was kept concealed."""

from mjlog.scoring.facts import HandFacts
from mjlog.scoring.registry import About, hand_pattern, shape_pattern, speaks_of, win_pattern


@speaks_of(About.CONCEALED_PUNGS)
@shape_pattern
def three_concealed_pungs(hand: HandFacts) -> bool:
    """Three or four concealed pungs or kongs."""
    return hand.hidden_pungs >= 3


@hand_pattern
def concealed_hand(hand: HandFacts) -> bool:
    """No open set, and the winning tile was not a discard."""
    return hand.fully_concealed


@hand_pattern
def almost_concealed_hand(hand: HandFacts) -> bool:
    """Nothing on the table until the win, which a claimed tile completed: a claimed kong lies there in any case."""
    return not hand.open_before and not hand.fully_concealed


@win_pattern
def concealed_until_the_win(hand: HandFacts) -> bool:
    """Nothing lay open before the win; the winning tile may have been claimed."""
    return not hand.open_before


@win_pattern
def concealed_and_drawn(hand: HandFacts) -> bool:
    """Nothing lay open before the win, and the winning tile was not claimed."""
    return not hand.open_before and not hand.win.claimed


@hand_pattern
def no_exposed_set(hand: HandFacts) -> bool:
    """No set lies open, nor did a claimed tile complete one; a pair it may have completed."""
    return hand.open_sets == hand.claimed_pairs


@hand_pattern
def no_exposed_set_or_pair(hand: HandFacts) -> bool:
    """No set lies open, and the winning tile was not claimed: it would lay the set or pair open that it completes."""
    return not hand.open_sets and not hand.win.claimed


@hand_pattern
def nothing_exposed_with_honors(hand: HandFacts) -> bool:
    """The same of a hand with winds or dragons among its suit tiles."""
    return no_exposed_set_or_pair(hand) and hand.honors and hand.suits > 0


@hand_pattern
def nothing_open(hand: HandFacts) -> bool:
    """No open set."""
    return not hand.open_sets
