"""Riichi, the first turn, what the last tile completed, and dora."""

from mjlog.hands import CHOW, PAIR
from mjlog.scoring import tally
from mjlog.scoring.facts import DoraFacts, HandFacts, SetFacts, TileFacts
from mjlog.scoring.hand import DOUBLE_RIICHI, FIRST_TURN, IPPATSU
from mjlog.scoring.hand import RIICHI as DECLARED
from mjlog.scoring.patterns.suits import one_suit
from mjlog.scoring.registry import (
    About,
    dora_pattern,
    hand_pattern,
    pair_pattern,
    set_pattern,
    shape_pattern,
    speaks_of,
    tile_pattern,
    win_pattern,
)
from mjlog.seats import Seat
from mjlog.tiles import FIRST_DRAGON


@dora_pattern
def dora(tiles: DoraFacts) -> int:
    """Each tile after an indicator, once for each indicator before it."""
    return tiles.indicated


@dora_pattern
def under_dora(tiles: DoraFacts) -> int:
    """Each tile after an indicator that lay under another, and that a winner in riichi has turned."""
    return tiles.under


@dora_pattern
def red_five(tiles: DoraFacts) -> int:
    """Each red five."""
    return tiles.red


_RED, _GREEN, _WHITE = range(FIRST_DRAGON, FIRST_DRAGON + 3)
_GATES = (3, 1, 1, 1, 1, 1, 1, 1, 3)


@speaks_of(About.NOTHING)
@win_pattern
def riichi(hand: HandFacts) -> bool:
    """Riichi was declared, and not with the first discard of an uninterrupted turn."""
    return not hand.open_before and DECLARED in hand.win.flags and DOUBLE_RIICHI not in hand.win.flags


@speaks_of(About.NOTHING)
@win_pattern
def double_riichi(hand: HandFacts) -> bool:
    """Riichi was declared with the first discard, before any claim or kong."""
    return not hand.open_before and DOUBLE_RIICHI in hand.win.flags


@speaks_of(About.NOTHING)
@win_pattern
def ippatsu(hand: HandFacts) -> bool:
    """Won within a turn of the riichi, with no claim or kong in between."""
    return IPPATSU in hand.win.flags and not hand.open_before and bool({DECLARED, DOUBLE_RIICHI} & hand.win.flags)


@speaks_of(About.NOTHING)
@win_pattern
def heaven(hand: HandFacts) -> bool:
    """East wins with the first tile drawn, no kong made before."""
    return _in_the_first_turn(hand) and hand.win.seat is Seat.E and not hand.win.claimed


@speaks_of(About.NOTHING)
@win_pattern
def earth(hand: HandFacts) -> bool:
    """Another player than East wins with the first tile drawn, no claim or kong made before."""
    return _in_the_first_turn(hand) and hand.win.seat is not Seat.E and not hand.win.claimed


@speaks_of(About.NOTHING)
@win_pattern
def renho(hand: HandFacts) -> bool:
    """Won with a discard before the first draw of one's own, no claim or kong made before."""
    return _in_the_first_turn(hand) and hand.win.seat is not Seat.E and hand.win.claimed and not hand.win.robbed


def _in_the_first_turn(hand: HandFacts) -> bool:
    return FIRST_TURN in hand.win.flags and not hand.open_before


# ---------------------------------------------------------------- what the last tile completed


@set_pattern
def closed_wait(group: SetFacts) -> bool:
    """A chow that its middle tile completed."""
    return group.form == CHOW and group.last == group.tile + 1


@set_pattern
def edge_wait(group: SetFacts) -> bool:
    """A chow 123 that the 3 completed, or 789 that the 7 completed."""
    ends = {0: group.tile + 2, 6: group.tile}
    return group.form == CHOW and group.last is not None and group.last == ends.get(group.tile % 9)


@set_pattern
def single_wait(group: SetFacts) -> bool:
    """A pair that the last tile completed."""
    return group.form == PAIR and group.last is not None


@shape_pattern
def drawn_hand_of_sets(hand: HandFacts) -> bool:
    """Four sets and a pair, and the last tile was drawn."""
    return hand.sets == 4 and hand.pairs == 1 and not hand.win.claimed


@shape_pattern
def concealed_and_claimed(hand: HandFacts) -> bool:
    """Four sets and a pair, nothing open before the last tile was claimed."""
    return hand.sets == 4 and hand.pairs == 1 and not hand.open_before and hand.win.claimed


# ---------------------------------------------------------------- sets and tiles


@shape_pattern
def no_terminals_or_honors(hand: HandFacts) -> bool:
    """No ones, nines, winds or dragons."""
    return hand.simples and not hand.terminals and not hand.honors


@set_pattern
def set_of_white_dragons(group: SetFacts) -> bool:
    """A pung or kong of white dragons."""
    return group.is_triplet and group.tile == _WHITE


@set_pattern
def set_of_green_dragons(group: SetFacts) -> bool:
    """A pung or kong of green dragons."""
    return group.is_triplet and group.tile == _GREEN


@set_pattern
def set_of_red_dragons(group: SetFacts) -> bool:
    """A pung or kong of red dragons."""
    return group.is_triplet and group.tile == _RED


@speaks_of(About.KONGS)
@shape_pattern
def three_kongs(hand: HandFacts) -> bool:
    """Three kongs."""
    return hand.kongs == 3


@shape_pattern
def four_concealed_pungs(hand: HandFacts) -> bool:
    """Four concealed pungs or kongs."""
    return hand.hidden_pungs == 4


@pair_pattern
def four_concealed_pungs_before_the_pair(hand: HandFacts) -> bool:
    """Four concealed pungs or kongs, and the last tile completed the pair."""
    return hand.hidden_pungs == 4 and bool(hand.flags & tally.LAST_IN_PAIR)


@pair_pattern
def wonders_with_thirteen_waits(hand: HandFacts) -> bool:
    """The thirteen wonders, and the last tile was the one held twice."""
    return hand.wonders == 1 and bool(hand.flags & tally.LAST_IN_PAIR)


@hand_pattern
def heaven_with_four_concealed_pungs(hand: HandFacts) -> bool:
    """Four concealed pungs or kongs in a hand of heaven, of which any tile may have been the last."""
    return heaven(hand) and four_concealed_pungs(hand)


@hand_pattern
def heaven_with_wonders(hand: HandFacts) -> bool:
    """The thirteen wonders in a hand of heaven, of which any tile may have been the last."""
    return heaven(hand) and hand.wonders == 1


@tile_pattern(when=one_suit)
def heaven_with_gates(tiles: TileFacts) -> bool:
    """1112345678999 of one suit and one tile more of it in a hand of heaven: any may have been the last."""
    return heaven(tiles.facts) and gates_of_one_suit(tiles)


@tile_pattern(when=one_suit)
def gates_of_one_suit(tiles: TileFacts) -> bool:
    """1112345678999 of one suit concealed, no kong among them, and any tile of the suit more."""
    ranks = [kind % 9 for kind in tiles.hand.concealed]
    return not tiles.hand.sets and all(ranks.count(rank) >= least for rank, least in enumerate(_GATES))
