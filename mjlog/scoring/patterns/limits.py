"""Limit hands.

Of the likes some rule sets ask more: pungs and kongs and no other hand, a certain source of the winning tile; or they
count for losers too.
"""

from collections import Counter

from mjlog.hands import CHOW
from mjlog.hands.shapes import PAIR, WONDER_KINDS
from mjlog.scoring import tally
from mjlog.scoring.facts import HandFacts, TileFacts
from mjlog.scoring.hand import NO_DISCARD
from mjlog.scoring.hand import TWOFOLD as KONG_UPON_KONG
from mjlog.scoring.patterns.suits import all_honors, all_majors, all_terminals, one_suit
from mjlog.scoring.patterns.winning import (
    drawn_tile,
    last_tile,
    loose_tile,
    no_exposed_set,
    no_exposed_set_or_pair,
    robbing_a_kong,
)
from mjlog.scoring.registry import About, hand_pattern, shape_pattern, speaks_of, tile_pattern
from mjlog.seats import Seat

_ONE_DOTS, _FIVE_DOTS, _TWO_BAMBOO = 18, 22, 1
_NINE_GATES = (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8)


@hand_pattern
def heavens_blessing(hand: HandFacts) -> bool:
    """East wins before having discarded."""
    return hand.win.seat is Seat.E and (hand.win.source == "deal" or NO_DISCARD in hand.win.flags)


@speaks_of(About.LAST_TILE)
@hand_pattern
def earths_blessing(hand: HandFacts) -> bool:
    """Another player wins with East's first discard."""
    return hand.win.seat is not Seat.E and hand.win.source == "first-discard"


@speaks_of(About.LAST_TILE)
@tile_pattern(when=loose_tile)
def plum_blossom(tiles: TileFacts) -> bool:
    """Won with the 5 dots as a loose tile."""
    return tiles.hand.tile == _FIVE_DOTS


@speaks_of(About.LAST_TILE)
@tile_pattern(when=last_tile)
def moon_from_the_bottom_of_the_sea(tiles: TileFacts) -> bool:
    """Won with the 1 dots, drawn as the last tile of the live wall."""
    return tiles.hand.tile == _ONE_DOTS and tiles.facts.win.from_wall


@speaks_of(About.LAST_TILE)
@tile_pattern(when=robbing_a_kong)
def carrying_pole(tiles: TileFacts) -> bool:
    """Won by robbing a kong of 2 bamboo."""
    return tiles.hand.tile == _TWO_BAMBOO


@speaks_of(About.LAST_TILE)
@hand_pattern
def kong_upon_kong(hand: HandFacts) -> bool:
    """A kong's loose tile made another kong, whose loose tile won."""
    return KONG_UPON_KONG in hand.win.flags


@speaks_of(About.KONGS)
@shape_pattern
def four_kongs(hand: HandFacts) -> bool:
    """Four kongs and a pair."""
    return hand.kongs == 4


@hand_pattern
def buried_treasure(hand: HandFacts) -> bool:
    """Four concealed pungs or kongs, fully concealed."""
    return hand.fully_concealed and hand.triplets == 4


@speaks_of(About.DRAGONS)
@hand_pattern
def three_great_scholars(hand: HandFacts) -> bool:
    """Pungs or kongs of all three dragons, and no chow."""
    return hand.dragon_sets == 3 and not hand.chows


@speaks_of(About.WINDS)
@hand_pattern
def four_blessings(hand: HandFacts) -> bool:
    """Pungs or kongs of all four winds."""
    return hand.wind_sets == 4


@hand_pattern
def only_honors(hand: HandFacts) -> bool:
    """Winds and dragons only."""
    return all_honors(hand)


@hand_pattern
def heads_and_tails(hand: HandFacts) -> bool:
    """Ones and nines only."""
    return all_terminals(hand)


@shape_pattern
def imperial_jade(hand: HandFacts) -> bool:
    """Green dragons and 2, 3, 4, 6, 8 bamboo only."""
    return not hand.flags & tally.NOT_JADE


@hand_pattern
def concealed_clear_suit(hand: HandFacts) -> bool:
    """Fully concealed, of one suit."""
    return hand.fully_concealed and one_suit(hand)


@shape_pattern
def thirteen_unique_wonders(hand: HandFacts) -> bool:
    """One of each one, nine, wind and dragon, and one of them twice."""
    return hand.wonders == 1


def _wins_of_east(hand: HandFacts) -> int:
    return hand.win.east_wins if hand.win.seat is Seat.E else 0


@speaks_of(About.NOTHING)
@hand_pattern
def easts_ninth_win(hand: HandFacts) -> bool:
    """East's ninth win without a break."""
    return _wins_of_east(hand) == 9


@speaks_of(About.NOTHING)
@hand_pattern
def easts_thirteenth_win(hand: HandFacts) -> bool:
    """East's thirteenth win without a break."""
    return _wins_of_east(hand) == 13


@tile_pattern(when=one_suit)
def nine_gates(tiles: TileFacts) -> bool:
    """1112345678999 of one suit concealed, won with any tile of the suit."""
    before = tiles.before
    return len(before) == 13 and tuple(kind - before[0] for kind in before) == _NINE_GATES and before[0] % 9 == 0


@tile_pattern(when=one_suit)
def wriggling_snake(tiles: TileFacts) -> bool:
    """Of one suit: pungs or kongs of ones and nines, a pair of 2, 5 or 8, the other numbers once in two chows."""
    return _is_squirming(tiles)


@tile_pattern(when=one_suit)
def snake_of_pungs(tiles: TileFacts) -> bool:
    """The same without kongs: 111 and 999 of one suit, a pair of 2, 5 or 8, the other numbers once."""
    return not tiles.facts.kongs and _is_squirming(tiles)


def _is_squirming(tiles: TileFacts) -> bool:
    pairs = [tile % 9 for tile in tiles.forms(PAIR)]
    chows = [tile % 9 for tile in tiles.forms(CHOW)]
    ends = sorted(tile % 9 for form, tile in tiles.groups if form not in (CHOW, PAIR))
    return ends == [0, 8] and [*pairs, *chows] in ([1, 2, 5], [4, 1, 5], [7, 1, 4])


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
def pungs_of_one_suit_kept_until_the_win(hand: HandFacts) -> bool:
    """Four pungs and a pair, of one suit, with winds and dragons or without; a claimed tile may complete the last."""
    return hand.pungs == 4 and not hand.open_before and hand.suits == 1


@tile_pattern(when=dealt_hand)
def dealt_hand_as_it_was(tiles: TileFacts) -> bool:
    """East wins with the dealt hand, in which no tile was replaced."""
    return not tiles.hand.bonus


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
def pungs_of_honors(hand: HandFacts) -> bool:
    """Pungs or kongs and a pair, all of winds and dragons."""
    return hand.triplets == 4 and all_honors(hand)


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
    everything = hand.all_tiles
    enough = all(everything.count(first + rank) >= least for rank, least in enumerate(_GATES))
    return enough and own.count(first) >= 3 and own.count(first + 8) >= 3


# -- limit hands that are no four sets and a pair: knitted ones, pairs, the wonders, the snake with the winds, gates --


_THIRTEEN = frozenset(WONDER_KINDS)
_GATES_OF_HEAVEN = Counter({0: 3, 1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1, 8: 3})


@hand_pattern
def knitting(hand: HandFacts) -> bool:
    """Seven pairs of the same number in the same two suits."""
    return bool(hand.flags & tally.KNITTED_PAIRS and not hand.flags & tally.KNITTED_THREES)


@hand_pattern
def triple_knitting(hand: HandFacts) -> bool:
    """Four threes of one number in all three suits, and a pair."""
    return bool(hand.flags & tally.KNITTED_THREES)


@hand_pattern
def snake_with_winds(hand: HandFacts) -> bool:
    """A pair of ones, 2 to 9 of their suit, and one of each wind."""
    return bool(hand.flags & tally.SNAKES)


@tile_pattern(when=one_suit)
def gates_kept_concealed(tiles: TileFacts) -> bool:
    """111, 2 to 8 and 999 of one suit, one of 2 to 8 twice, nothing on the table before the win."""
    ranks = Counter(kind % 9 for kind in tiles.hand.concealed)
    extra = ranks - _GATES_OF_HEAVEN
    return not tiles.hand.sets and ranks >= _GATES_OF_HEAVEN and extra.total() == 1 and not extra.keys() & {0, 8}


@tile_pattern(when=all_majors)
def pairs_of_majors(tiles: TileFacts) -> bool:
    """Seven different pairs of ones, nines, winds and dragons."""
    return len(set(tiles.forms(PAIR))) == 7


@hand_pattern
def seven_pairs_of_majors(hand: HandFacts) -> bool:
    """Seven pairs of ones, nines, winds and dragons, of which one may come twice where such a hand is complete."""
    return hand.pairs == 7 and all_majors(hand)


@tile_pattern(when=all_majors)
def all_thirteen_kinds(tiles: TileFacts) -> bool:
    """Each of the ones, nines, winds and dragons, and nothing else; a loser has no pair of them."""
    return _THIRTEEN.issubset(tiles.hand.concealed)
