"""Winning, and the tile that did it."""

from mjlog.scoring import tally
from mjlog.scoring.facts import HandFacts
from mjlog.scoring.hand import ORIGINAL_CALL as CALLED
from mjlog.scoring.registry import About, hand_pattern, shape_pattern, speaks_of, win_pattern


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
