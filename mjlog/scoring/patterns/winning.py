"""Winning, the tile that did it, and how much of the hand was kept concealed."""

from mjlog.scoring import tally
from mjlog.scoring.facts import HandFacts
from mjlog.scoring.hand import ORIGINAL_CALL as CALLED
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


@speaks_of(About.NOTHING)
@hand_pattern
def mahjong(hand: HandFacts) -> bool:
    """A complete hand declared."""
    return hand.win.won


@speaks_of(About.NOTHING)
@shape_pattern
def mahjong_of_sets(hand: HandFacts) -> bool:
    """A complete hand of four sets and a pair declared."""
    return hand.win.won and (hand.sets, hand.pairs) == (4, 1)


@speaks_of(About.LAST_TILE)
@hand_pattern
def from_the_wall(hand: HandFacts) -> bool:
    """The winning tile came from the live wall; a dealt hand counts too, a loose tile does not."""
    return hand.win.from_wall


@speaks_of(About.LAST_TILE)
@hand_pattern
def drawn_tile(hand: HandFacts) -> bool:
    """The winning tile was drawn, from the live wall or as a loose tile; a dealt hand does not count."""
    return hand.win.source in ("wall", "last-wall", "loose")


@speaks_of(About.LAST_TILE)
@hand_pattern
def drawn_live_tile(hand: HandFacts) -> bool:
    """The winning tile was drawn from the live wall; neither a loose tile nor a dealt hand counts."""
    return hand.win.source in ("wall", "last-wall")


@speaks_of(About.LAST_TILE)
@hand_pattern
def only_possible_tile(hand: HandFacts) -> bool:
    """One kind of tile completed the hand as it was held before; a kind held four times already does not count."""
    return hand.only_tile


@speaks_of(About.LAST_TILE)
@hand_pattern
def only_place(hand: HandFacts) -> bool:
    """One kind of tile could complete the hand; kinds of which all four lie on the table do not count."""
    return hand.only_place


@speaks_of(About.LAST_TILE)
@hand_pattern
def fishing_the_eyes_minor(hand: HandFacts) -> bool:
    """The winning tile completed the pair, of 2 to 8."""
    return bool(hand.flags & tally.EYES_MINOR)


@speaks_of(About.LAST_TILE)
@hand_pattern
def fishing_the_eyes_major(hand: HandFacts) -> bool:
    """The winning tile completed the pair, of ones, nines or honors."""
    return bool(hand.flags & tally.EYES_MAJOR)


@speaks_of(About.LAST_TILE)
@win_pattern
def loose_tile(hand: HandFacts) -> bool:
    """Won with a loose tile."""
    return hand.win.loose


@speaks_of(About.LAST_TILE)
@hand_pattern
def last_tile(hand: HandFacts) -> bool:
    """Won with the last tile of the live wall, or with the discard after it."""
    return hand.win.last_tile


@speaks_of(About.LAST_TILE)
@win_pattern
def last_tile_of_the_wall(hand: HandFacts) -> bool:
    """Won with the last tile of the live wall; a loose tile never is one."""
    return hand.win.last_tile and hand.win.from_wall


@speaks_of(About.LAST_TILE)
@win_pattern
def final_discard(hand: HandFacts) -> bool:
    """Won with the discard after the last tile of the live wall."""
    return hand.win.last_tile and hand.win.claimed and not hand.win.robbed


@speaks_of(About.LAST_TILE)
@win_pattern
def robbing_a_kong(hand: HandFacts) -> bool:
    """Won with the tile that another player was adding to a pung."""
    return hand.win.robbed


@speaks_of(About.NOTHING)
@hand_pattern
def original_call_with_few_sets(hand: HandFacts) -> bool:
    """Called with the first discard, and fewer than three sets exposed."""
    return CALLED in hand.win.flags and hand.exposed_sets < 3


@speaks_of(About.NOTHING)
@hand_pattern
def original_call(hand: HandFacts) -> bool:
    """Called with the first discard, and the hand not changed since."""
    return CALLED in hand.win.flags
