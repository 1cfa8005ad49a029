"""Chows, pungs and kongs, sets of winds and dragons, pairs: by whether they lie open, and of which tiles they are."""

from mjlog.hands import KONG, PAIR, PUNG
from mjlog.scoring import tally
from mjlog.scoring.facts import ADDED_KONG, CLAIMED_KONG, HandFacts, SetFacts
from mjlog.scoring.registry import About, set_pattern, shape_pattern, speaks_of
from mjlog.tiles import is_dragon


@set_pattern
def pair_of_dragons(group: SetFacts) -> bool:
    """A pair of dragons."""
    return group.form == PAIR and is_dragon(group.tile)


@set_pattern
def pair_of_own_wind(group: SetFacts) -> bool:
    """A pair of the player's own wind which is not the prevailing one."""
    return group.form == PAIR and group.own and not group.prevailing


@set_pattern
def pair_of_prevailing_wind(group: SetFacts) -> bool:
    """A pair of the prevailing wind which is not the player's own."""
    return group.form == PAIR and group.prevailing and not group.own


@set_pattern
def pair_of_own_and_prevailing_wind(group: SetFacts) -> bool:
    """A pair of the wind that is both the player's own and the prevailing one."""
    return group.form == PAIR and group.own and group.prevailing


@set_pattern
def every_pair_of_dragons(group: SetFacts) -> bool:
    """A pair of dragons, also that of the thirteen wonders."""
    return group.has_pair and is_dragon(group.tile)


@set_pattern
def every_pair_of_own_wind(group: SetFacts) -> bool:
    """A pair of the player's own wind, also where it is the prevailing one, also that of the thirteen wonders."""
    return group.has_pair and group.own


@set_pattern
def every_pair_of_prevailing_wind(group: SetFacts) -> bool:
    """A pair of the prevailing wind, also where it is the player's own, also that of the thirteen wonders."""
    return group.has_pair and group.prevailing


@shape_pattern
def seven_pairs(hand: HandFacts) -> bool:
    """Seven pairs."""
    return hand.pairs == 7


@set_pattern
def set_of_dragons(group: SetFacts) -> bool:
    """A pung or kong of dragons."""
    return group.is_triplet and is_dragon(group.tile)


@set_pattern
def set_of_own_wind(group: SetFacts) -> bool:
    """A pung or kong of the player's own wind."""
    return group.is_triplet and group.own


@set_pattern
def set_of_prevailing_wind(group: SetFacts) -> bool:
    """A pung or kong of the prevailing wind."""
    return group.is_triplet and group.prevailing


@speaks_of(About.DRAGONS)
@shape_pattern
def big_three_dragons(hand: HandFacts) -> bool:
    """Pungs or kongs of all three dragons."""
    return hand.dragon_sets == 3


@speaks_of(About.DRAGONS)
@shape_pattern
def little_three_dragons(hand: HandFacts) -> bool:
    """Pungs or kongs of two dragons and a pair of the third."""
    return hand.dragon_sets == 2 and hand.dragon_pairs >= 1


@speaks_of(About.WINDS)
@shape_pattern
def big_four_winds(hand: HandFacts) -> bool:
    """Pungs or kongs of all four winds."""
    return hand.wind_sets == 4


@speaks_of(About.WINDS)
@shape_pattern
def little_four_winds(hand: HandFacts) -> bool:
    """Pungs or kongs of three winds and a pair of the fourth."""
    return hand.wind_sets == 3 and hand.wind_pairs >= 1


@set_pattern
def open_pung_of_minors(group: SetFacts) -> bool:
    """A pung of 2 to 8, claimed or completed by the claimed winning tile."""
    return group.form == PUNG and not group.concealed and not group.major


@set_pattern
def open_pung_of_majors(group: SetFacts) -> bool:
    """A pung of ones, nines or honors, claimed or completed by the claimed winning tile."""
    return group.form == PUNG and not group.concealed and group.major


@set_pattern
def closed_pung_of_minors(group: SetFacts) -> bool:
    """A pung of 2 to 8, dealt or drawn."""
    return group.form == PUNG and group.concealed and not group.major


@set_pattern
def closed_pung_of_majors(group: SetFacts) -> bool:
    """A pung of ones, nines or honors, dealt or drawn."""
    return group.form == PUNG and group.concealed and group.major


@set_pattern
def open_kong_of_minors(group: SetFacts) -> bool:
    """A kong of 2 to 8, claimed or added."""
    return group.form == KONG and not group.concealed and not group.major


@set_pattern
def open_kong_of_majors(group: SetFacts) -> bool:
    """A kong of ones, nines or honors, claimed or added."""
    return group.form == KONG and not group.concealed and group.major


@set_pattern
def closed_kong_of_minors(group: SetFacts) -> bool:
    """A kong of 2 to 8 out of the hand."""
    return group.form == KONG and group.concealed and not group.major


@set_pattern
def closed_kong_of_majors(group: SetFacts) -> bool:
    """A kong of ones, nines or honors out of the hand."""
    return group.form == KONG and group.concealed and group.major


@set_pattern
def claimed_kong_of_minors(group: SetFacts) -> bool:
    """A kong of 2 to 8, claimed on a concealed pung."""
    return group.state == CLAIMED_KONG and not group.major


@set_pattern
def claimed_kong_of_majors(group: SetFacts) -> bool:
    """A kong of ones, nines or honors, claimed on a concealed pung."""
    return group.state == CLAIMED_KONG and group.major


@set_pattern
def annexed_kong_of_minors(group: SetFacts) -> bool:
    """A kong of 2 to 8, the fourth tile added to an exposed pung."""
    return group.state == ADDED_KONG and not group.major


@set_pattern
def annexed_kong_of_majors(group: SetFacts) -> bool:
    """A kong of ones, nines or honors, the fourth tile added to an exposed pung."""
    return group.state == ADDED_KONG and group.major


# -- chows that are alike or follow one another, sets of several suits, sets with terminals and honors ----------------


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
