"""Limit hands where a rule set asks more than those of `limits` do.

For pungs and kongs and no other hand, for a certain source of the winning tile; or they count for losers too.
"""

from mjlog.scoring import tally
from mjlog.scoring.facts import HandFacts, TileFacts
from mjlog.scoring.hand import NO_DISCARD
from mjlog.scoring.hand import TWOFOLD as KONG_UPON_KONG
from mjlog.scoring.patterns.concealment import no_exposed_set, no_exposed_set_or_pair
from mjlog.scoring.patterns.suits import all_terminals, one_suit
from mjlog.scoring.patterns.winning import drawn_tile
from mjlog.scoring.registry import About, hand_pattern, speaks_of, tile_pattern
from mjlog.seats import Seat

_GATES = (3, 1, 1, 1, 1, 1, 1, 1, 3)


@hand_pattern
def dealt_hand(hand: HandFacts) -> bool:
    """East wins with the dealt hand, bonus tiles replaced, but no kong made."""
    untouched = hand.win.source == "deal" or NO_DISCARD in hand.win.flags
    return hand.win.seat is Seat.E and untouched and not hand.kongs


@speaks_of(About.LAST_TILE)
@hand_pattern
def twofold_fortune(hand: HandFacts) -> bool:
    """A kong's loose tile made another kong, and the loose tile of that one won."""
    return hand.win.loose and KONG_UPON_KONG in hand.win.flags


@speaks_of(About.DRAGONS)
@hand_pattern
def all_three_dragons(hand: HandFacts) -> bool:
    """Pungs or kongs of all three dragons; a winner's hand has no chow beside them."""
    return hand.dragon_sets == 3 and not (hand.win.won and hand.chows)


@hand_pattern
def concealed_pungs_of_one_suit(hand: HandFacts) -> bool:
    """Four concealed pungs and a pair, of one suit, with winds and dragons or without."""
    return hand.hidden_pungs == 4 and hand.pungs == 4 and hand.suits == 1


@hand_pattern
def hidden_treasure(hand: HandFacts) -> bool:
    """Four pungs or kongs, none exposed, and the last tile was drawn; a dealt hand has no last tile."""
    return hand.triplets == 4 and not hand.open_sets and drawn_tile(hand)


@hand_pattern
def one_suit_concealed(hand: HandFacts) -> bool:
    """Of one suit, with no exposed set; a claimed tile may have completed the pair."""
    return one_suit(hand) and no_exposed_set(hand)


@hand_pattern
def one_suit_with_nothing_exposed(hand: HandFacts) -> bool:
    """Of one suit, with no exposed set, and the winning tile was not claimed."""
    return one_suit(hand) and no_exposed_set_or_pair(hand)


@hand_pattern
def pungs_of_terminals(hand: HandFacts) -> bool:
    """Pungs or kongs and a pair, all of ones and nines."""
    return hand.triplets == 4 and all_terminals(hand)


@hand_pattern
def pungs_of_greens(hand: HandFacts) -> bool:
    """Pungs or kongs and a pair, all of green dragons and 2, 3, 4, 6, 8 bamboo."""
    return hand.triplets == 4 and not hand.flags & tally.NOT_JADE


@tile_pattern(when=one_suit)
def gates_of_heaven(tiles: TileFacts) -> bool:
    """Concealed pungs of ones and nines and 2 to 8 of one suit, with any tile of it; chows of 2 to 8 may lie open."""
    hand = tiles.hand
    first = hand.concealed[0] // 9 * 9
    if any(laid.kind != "chow" or min(laid.tiles) == first or max(laid.tiles) == first + 8 for laid in hand.sets):
        return False
    own = list(hand.concealed)
    # A claimed tile may not be what completes one of the pungs.
    if tiles.facts.win.claimed and hand.tile is not None:
        own.remove(hand.tile)
    everything = [*hand.concealed, *(kind for laid in hand.sets for kind in laid.tiles)]
    enough = all(everything.count(first + rank) >= least for rank, least in enumerate(_GATES))
    return enough and own.count(first) >= 3 and own.count(first + 8) >= 3
