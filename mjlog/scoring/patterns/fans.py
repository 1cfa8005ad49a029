"""The fans of competition rules: what a whole hand, single sets, sets together, and the win are worth.

A fan that sets make says which of them do: so it can be told what they make besides, and what they may not.

Source: mcr/form-1 to mcr/form-4, mcr/count-4 to mcr/count-6, mcr/wait-1 to mcr/last-3.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Sequence

from mjlog.hands import CHOW, HONORS_AND_KNITTED, KNITTED_NINE, PAIR, WONDERS, group_tiles
from mjlog.scoring.facts import NINE_GATES, FanFacts, Part, Places, asked
from mjlog.scoring.hand import AFTER_BONUS
from mjlog.scoring.registry import CHOWS, PUNGS, About, fan_pattern, set_fan_pattern, speaks_of
from mjlog.tiles import CODES, FIRST_DRAGON, FIRST_HONOR, is_dragon, is_major

_SUITS = (0, 9, 18)


def _bits(kinds: Collection[int]) -> int:
    return sum(1 << kind for kind in kinds)


def _ranks(*ranks: int) -> int:
    """The kinds of these ranks in each suit, a bit each."""
    return _bits([first + rank - 1 for first in _SUITS for rank in ranks])


def _codes(text: str) -> int:
    return _bits([CODES.index(code) for code in text.split()])


_HONORS = asked(_bits(range(FIRST_HONOR, 34)))
_WINDS, _DRAGONS = _bits(range(FIRST_HONOR, FIRST_DRAGON)), _bits(range(FIRST_DRAGON, 34))
_TERMINALS = asked(_ranks(1, 9))
_MAJORS = asked(_TERMINALS | _HONORS)
_EACH_SUIT = tuple(_bits(range(first, first + 9)) for first in _SUITS)
_GREEN = asked(_codes("2b 3b 4b 6b 8b Gd"))
_REVERSIBLE = asked(_codes("1d 2d 3d 4d 5d 8d 9d 2b 4b 5b 6b 8b 9b Wd"))
_UPPER, _MIDDLE, _LOWER = asked(_ranks(7, 8, 9)), asked(_ranks(4, 5, 6)), asked(_ranks(1, 2, 3))
_UPPER_FOUR, _LOWER_FOUR = asked(_ranks(6, 7, 8, 9)), asked(_ranks(1, 2, 3, 4))
_EVEN, _FIVES = asked(_ranks(2, 4, 6, 8)), _ranks(5)


# -- the form of the hand ----------------------------------------------------------------------------------------------


def _all_pairs(hand: FanFacts) -> bool:
    return len(hand.parts) == 7


@fan_pattern
def seven_pairs_of_fans(hand: FanFacts) -> int:
    """Seven pairs; four alike are two of them."""
    return _all_pairs(hand)


@fan_pattern
def seven_shifted_pairs(hand: FanFacts) -> int:
    """Seven pairs of one suit, each a number higher than the one before."""
    tiles = sorted(part.tile for part in hand.parts)
    return _all_pairs(hand) and _is_in_one_suit(tiles) and tiles == list(range(tiles[0], tiles[0] + 7))


@fan_pattern
def thirteen_orphans(hand: FanFacts) -> int:
    """Each one, nine, wind and dragon, and one of them again."""
    return hand.parts[0].form == WONDERS


@fan_pattern
def greater_honors_and_knitted(hand: FanFacts) -> int:
    """Honors and knitted tiles with all seven honors."""
    return hand.parts[0].form == HONORS_AND_KNITTED and not _HONORS & ~hand.kinds


@fan_pattern
def lesser_honors_and_knitted(hand: FanFacts) -> int:
    """Honors and knitted tiles without all seven honors."""
    return hand.parts[0].form == HONORS_AND_KNITTED and bool(_HONORS & ~hand.kinds)


@fan_pattern
def knitted_straight(hand: FanFacts) -> int:
    """A whole knitted nine, in the place of three sets or within honors and knitted tiles."""
    return knitted_straight_of_sets(hand) or knitted_straight_of_singles(hand)


@fan_pattern
def knitted_straight_of_sets(hand: FanFacts) -> int:
    """A whole knitted nine in the place of three sets."""
    return any(part.form == KNITTED_NINE for part in hand.parts)


def knitted_straight_of_singles(hand: FanFacts) -> int:
    """A whole knitted nine within honors and knitted tiles."""
    return hand.parts[0].form == HONORS_AND_KNITTED and (hand.kinds & ~_HONORS).bit_count() == 9


# -- what all tiles are ------------------------------------------------------------------------------------------------


def _has_parts(hand: FanFacts) -> bool:
    """Four sets and a pair, or seven pairs: hands whose tiles are counted as such."""
    return hand.is_standard or _all_pairs(hand)


@fan_pattern
def all_green(hand: FanFacts) -> int:
    """Only 2, 3, 4, 6, 8 of bamboo and green dragons, which are not demanded."""
    return _has_parts(hand) and hand.has_only(_GREEN)


@fan_pattern
def only_terminals(hand: FanFacts) -> int:
    """Only ones and nines."""
    return _has_parts(hand) and hand.has_only(_TERMINALS)


@fan_pattern
def only_winds_and_dragons(hand: FanFacts) -> int:
    """Only winds and dragons."""
    return _has_parts(hand) and hand.has_only(_HONORS)


@fan_pattern
def terminals_and_honors(hand: FanFacts) -> int:
    """Only ones, nines, winds and dragons, both sorts."""
    both = bool(hand.kinds & _TERMINALS) and bool(hand.kinds & _HONORS)
    return _has_parts(hand) and both and hand.has_only(_MAJORS)


@fan_pattern
def full_flush(hand: FanFacts) -> int:
    """One suit, no honors."""
    return _has_parts(hand) and not hand.kinds & _HONORS and _suits(hand) == 1


@fan_pattern
def half_flush(hand: FanFacts) -> int:
    """One suit, and honors."""
    return _has_parts(hand) and bool(hand.kinds & _HONORS) and _suits(hand) == 1


@fan_pattern
def upper_tiles(hand: FanFacts) -> int:
    """Only 7, 8, 9."""
    return _has_parts(hand) and hand.has_only(_UPPER)


@fan_pattern
def middle_tiles(hand: FanFacts) -> int:
    """Only 4, 5, 6."""
    return _has_parts(hand) and hand.has_only(_MIDDLE)


@fan_pattern
def lower_tiles(hand: FanFacts) -> int:
    """Only 1, 2, 3."""
    return _has_parts(hand) and hand.has_only(_LOWER)


@fan_pattern
def upper_four(hand: FanFacts) -> int:
    """Only 6, 7, 8, 9."""
    return _has_parts(hand) and hand.has_only(_UPPER_FOUR)


@fan_pattern
def lower_four(hand: FanFacts) -> int:
    """Only 1, 2, 3, 4."""
    return _has_parts(hand) and hand.has_only(_LOWER_FOUR)


@fan_pattern
def reversible_tiles(hand: FanFacts) -> int:
    """Only tiles that look the same upside down: 1 2 3 4 5 8 9 of dots, 2 4 5 6 8 9 of bamboo, white dragons."""
    return _has_parts(hand) and hand.has_only(_REVERSIBLE)


@fan_pattern
def all_simples_of_fans(hand: FanFacts) -> int:
    """No one, nine, wind or dragon."""
    return _has_parts(hand) and not hand.kinds & _MAJORS


@fan_pattern
def all_types(hand: FanFacts) -> int:
    """Characters, bamboo, dots, winds and dragons."""
    return all(hand.kinds & sort for sort in (*_EACH_SUIT, _WINDS, _DRAGONS))


@fan_pattern
def no_honors(hand: FanFacts) -> int:
    """No winds or dragons."""
    return not hand.kinds & _HONORS


@fan_pattern
def one_voided_suit(hand: FanFacts) -> int:
    """Tiles of exactly two suits."""
    return _has_parts(hand) and _suits(hand) == 2


@speaks_of(About.FOUR_ALIKE)
@fan_pattern
def tile_hog(hand: FanFacts) -> int:
    """All four of a kind that are no kong; each."""
    return hand.fours


@speaks_of(About.FOUR_ALIKE)
@fan_pattern
def unforced_tile_hog(hand: FanFacts) -> int:
    """All four of a kind that are no kong, but for the one that seven pairs of six kinds cannot do without."""
    is_forced = _all_pairs(hand) and (hand.has_only(_GREEN) or hand.has_only(_TERMINALS))
    return tile_hog(hand) - is_forced


# -- every set and the pair --------------------------------------------------------------------------------------------


@fan_pattern
def four_pungs(hand: FanFacts) -> int:
    """Four pungs or kongs, and a pair."""
    return len(hand.pungs) == 4


@fan_pattern
def four_chows(hand: FanFacts) -> int:
    """Chows alone, and a pair of a suit."""
    chows = sum(part.form == CHOW for part in hand.parts)
    is_whole = chows == 4 or (chows == 1 and bool(knitted_straight_of_sets(hand)))
    return is_whole and hand.pair is not None and hand.pair.tile < FIRST_HONOR


@fan_pattern
def even_pungs(hand: FanFacts) -> int:
    """Four pungs and the pair of 2, 4, 6, 8."""
    return len(hand.pungs) == 4 and hand.has_only(_EVEN)


@fan_pattern
def all_fives(hand: FanFacts) -> int:
    """A five in every set and in the pair."""
    return hand.is_standard and all(_has_one(part, _FIVES) for part in hand.parts)


@fan_pattern
def outside_hand(hand: FanFacts) -> int:
    """A one, a nine or an honor in every set and in the pair."""
    return hand.is_standard and all(_has_one(part, _MAJORS) for part in hand.parts)


# -- kongs and concealed pungs -----------------------------------------------------------------------------------------


@speaks_of(About.KONGS)
@fan_pattern
def four_kongs(hand: FanFacts) -> int:
    """Four kongs."""
    return hand.concealed_kongs + hand.melded_kongs == 4


@speaks_of(About.KONGS)
@fan_pattern
def three_kongs(hand: FanFacts) -> int:
    """Exactly three kongs."""
    return hand.concealed_kongs + hand.melded_kongs == 3


def _kongs_are(hand: FanFacts, concealed: int, melded: int) -> bool:
    return (hand.concealed_kongs, hand.melded_kongs) == (concealed, melded)


@speaks_of(About.KONGS)
@fan_pattern
def two_concealed_kongs(hand: FanFacts) -> int:
    """Exactly two kongs, both concealed."""
    return _kongs_are(hand, 2, 0)


@speaks_of(About.KONGS)
@fan_pattern
def two_kongs_concealed(hand: FanFacts) -> int:
    """Two concealed kongs, whatever kongs there are besides, but for a third concealed one."""
    return hand.concealed_kongs == 2 and hand.melded_kongs != 0


@speaks_of(About.KONGS)
@fan_pattern
def two_melded_kongs(hand: FanFacts) -> int:
    """Exactly two kongs, both melded."""
    return _kongs_are(hand, 0, 2)


@speaks_of(About.KONGS)
@fan_pattern
def concealed_and_melded_kong(hand: FanFacts) -> int:
    """Exactly two kongs, one of each."""
    return _kongs_are(hand, 1, 1)


@speaks_of(About.KONGS)
@fan_pattern
def only_concealed_kong(hand: FanFacts) -> int:
    """Exactly one kong, concealed."""
    return _kongs_are(hand, 1, 0)


@speaks_of(About.KONGS)
@fan_pattern
def concealed_kong_beside_more(hand: FanFacts) -> int:
    """One concealed kong beside two or three melded ones."""
    return hand.concealed_kongs == 1 and hand.melded_kongs >= 2


@speaks_of(About.KONGS)
@fan_pattern
def only_melded_kong(hand: FanFacts) -> int:
    """Exactly one kong, melded."""
    return _kongs_are(hand, 0, 1)


@speaks_of(About.CONCEALED_PUNGS)
@fan_pattern
def four_concealed_pungs_of_fans(hand: FanFacts) -> int:
    """Four concealed pungs or kongs."""
    return hand.concealed_pungs == 4


@speaks_of(About.CONCEALED_PUNGS)
@fan_pattern
def three_concealed_pungs_of_fans(hand: FanFacts) -> int:
    """Exactly three concealed pungs or kongs."""
    return hand.concealed_pungs == 3


@speaks_of(About.CONCEALED_PUNGS)
@fan_pattern
def two_concealed_pungs(hand: FanFacts) -> int:
    """Exactly two concealed pungs or kongs."""
    return hand.concealed_pungs == 2


# -- one set -----------------------------------------------------------------------------------------------------------


@set_fan_pattern(PUNGS)
def dragon_pung(hand: FanFacts) -> list[Places]:
    """A pung of dragons."""
    return [(place,) for place in hand.dragon_pungs]


@set_fan_pattern(PUNGS)
def pung_of_prevailing_wind(hand: FanFacts) -> list[Places]:
    """A pung of the prevailing wind."""
    return [(place,) for place, tile in hand.pungs if tile == hand.round]


@set_fan_pattern(PUNGS)
def pung_of_own_wind(hand: FanFacts) -> list[Places]:
    """A pung of the player's own wind."""
    return [(place,) for place, tile in hand.pungs if tile == hand.seat]


@set_fan_pattern(PUNGS)
def pung_of_terminals_or_winds(hand: FanFacts) -> list[Places]:
    """A pung of ones, nines or a wind."""
    return [(place,) for place, tile in hand.pungs if is_major(tile) and not is_dragon(tile)]


# -- chows together ----------------------------------------------------------------------------------------------------


def _chows(hand: FanFacts, number: int) -> Iterator[tuple[Places, tuple[int, ...]]]:
    """So many chows in every choice: their places, and their first tiles in ascending order."""
    for chosen in itertools.combinations(hand.chows, number):
        yield tuple(place for place, _ in chosen), tuple(tile for _, tile in chosen)


def _is_in_one_suit(tiles: Sequence[int]) -> bool:
    return tiles[-1] < FIRST_HONOR and tiles[0] // 9 == tiles[-1] // 9


def _is_of_different_suits(tiles: Sequence[int]) -> bool:
    return tiles[-1] < FIRST_HONOR and len({tile // 9 for tile in tiles}) == len(tiles)


def _steps(tiles: Sequence[int]) -> set[int]:
    """By how much each tile is higher than the one before."""
    return {later - earlier for earlier, later in itertools.pairwise(tiles)}


def _alike_chows(hand: FanFacts, number: int) -> list[Places]:
    return [places for places, tiles in _chows(hand, number) if len({*tiles}) == 1]


@set_fan_pattern(CHOWS)
def quadruple_chow(hand: FanFacts) -> list[Places]:
    """Four identical chows."""
    return _alike_chows(hand, 4)


@set_fan_pattern(CHOWS)
def pure_triple_chow(hand: FanFacts) -> list[Places]:
    """Three identical chows."""
    return _alike_chows(hand, 3)


@set_fan_pattern(CHOWS)
def pure_double_chow(hand: FanFacts) -> list[Places]:
    """Two identical chows."""
    return _alike_chows(hand, 2)


def _shifted_chows(hand: FanFacts, number: int) -> list[Places]:
    return [places for places, tiles in _chows(hand, number) if _is_in_one_suit(tiles) and _steps(tiles) in ({1}, {2})]


@set_fan_pattern(CHOWS)
def four_pure_shifted_chows(hand: FanFacts) -> list[Places]:
    """Four chows of one suit, each one higher, or each two higher, than the one before."""
    return _shifted_chows(hand, 4)


@set_fan_pattern(CHOWS)
def pure_shifted_chows(hand: FanFacts) -> list[Places]:
    """Three chows of one suit, each one higher, or each two higher, than the one before."""
    return _shifted_chows(hand, 3)


@set_fan_pattern(CHOWS)
def pure_straight(hand: FanFacts) -> list[Places]:
    """The chows 123, 456 and 789 of one suit."""
    return [places for places, tiles in _chows(hand, 3) if _is_in_one_suit(tiles) and _steps(tiles) == {3}]


@set_fan_pattern(CHOWS)
def mixed_triple_chow(hand: FanFacts) -> list[Places]:
    """The same chow in all three suits."""
    return [places for places, tiles in _chows(hand, 3) if _steps(tiles) == {9}]


def _in_three_suits(hand: FanFacts, step: int) -> list[Places]:
    """Three chows of different suits, in some order each so much higher than the one before."""
    return [
        places
        for places, tiles in _chows(hand, 3)
        if _is_of_different_suits(tiles) and _steps(sorted(tile % 9 for tile in tiles)) == {step}
    ]


@set_fan_pattern(CHOWS)
def mixed_straight(hand: FanFacts) -> list[Places]:
    """The chows 123, 456 and 789, each in another suit."""
    return _in_three_suits(hand, 3)


@set_fan_pattern(CHOWS)
def mixed_shifted_chows(hand: FanFacts) -> list[Places]:
    """Three chows, each in another suit and one higher than the one before."""
    return _in_three_suits(hand, 1)


@set_fan_pattern(CHOWS)
def mixed_double_chow(hand: FanFacts) -> list[Places]:
    """The same chow in two suits."""
    return [places for places, tiles in _chows(hand, 2) if tiles[1] - tiles[0] in (9, 18)]


@set_fan_pattern(CHOWS)
def short_straight(hand: FanFacts) -> list[Places]:
    """Two chows of one suit, six numbers in a row."""
    return [places for places, tiles in _chows(hand, 2) if _is_in_one_suit(tiles) and _steps(tiles) == {3}]


@set_fan_pattern(CHOWS)
def two_terminal_chows(hand: FanFacts) -> list[Places]:
    """123 and 789 of one suit."""
    return [places for places, tiles in _chows(hand, 2) if _is_in_one_suit(tiles) and _steps(tiles) == {6}]


def _with_the_pair(hand: FanFacts, chows: Sequence[int], pair: int) -> list[Places]:
    """All parts, where these are the chows and this is the pair."""
    eyes = hand.pair
    whole = eyes is not None and eyes.tile == pair and [tile for _, tile in hand.chows] == list(chows)
    return [tuple(range(len(hand.parts)))] if whole else []


@set_fan_pattern(CHOWS)
def pure_terminal_chows(hand: FanFacts) -> list[Places]:
    """123 and 789 twice, and a pair of fives, in one suit."""
    return [
        places
        for first in _SUITS
        for places in _with_the_pair(hand, (first, first, first + 6, first + 6), first + 4)
    ]  # fmt: skip


@set_fan_pattern(CHOWS)
def three_suited_terminal_chows(hand: FanFacts) -> list[Places]:
    """123 and 789 in two suits, and a pair of fives in the third."""
    return [
        places
        for one, other, third in ((0, 9, 18), (0, 18, 9), (9, 18, 0))
        for places in _with_the_pair(hand, (one, one + 6, other, other + 6), third + 4)
    ]


# -- pungs together ----------------------------------------------------------------------------------------------------


def _suit_pungs(hand: FanFacts, number: int) -> Iterator[tuple[Places, tuple[int, ...]]]:
    for chosen in itertools.combinations(hand.suit_pungs, number):
        yield tuple(place for place, _ in chosen), tuple(tile for _, tile in chosen)


def _shifted_pungs(hand: FanFacts, number: int) -> list[Places]:
    return [
        places for places, tiles in _suit_pungs(hand, number) if _is_in_one_suit(tiles) and _steps(tiles) == {1}
    ]  # fmt: skip


@set_fan_pattern(PUNGS)
def four_pure_shifted_pungs(hand: FanFacts) -> list[Places]:
    """Four pungs of one suit, each a number higher than the one before."""
    return _shifted_pungs(hand, 4)


@set_fan_pattern(PUNGS)
def pure_shifted_pungs(hand: FanFacts) -> list[Places]:
    """Three pungs of one suit, each a number higher than the one before."""
    return _shifted_pungs(hand, 3)


@set_fan_pattern(PUNGS)
def mixed_shifted_pungs(hand: FanFacts) -> list[Places]:
    """Pungs of three numbers in a row, each in another suit."""
    return [
        places
        for places, tiles in _suit_pungs(hand, 3)
        if _is_of_different_suits(tiles) and _steps(sorted(tile % 9 for tile in tiles)) == {1}
    ]


@set_fan_pattern(PUNGS)
def triple_pung(hand: FanFacts) -> list[Places]:
    """Pungs of one number in all three suits."""
    return [places for places, tiles in _suit_pungs(hand, 3) if _steps(tiles) == {9}]


@set_fan_pattern(PUNGS)
def double_pung(hand: FanFacts) -> list[Places]:
    """Two pungs of one number."""
    return [places for places, tiles in _suit_pungs(hand, 2) if tiles[1] - tiles[0] in (9, 18)]


def _eyes(hand: FanFacts, kinds: int) -> Places:
    """The place of the pair, where it is of these kinds."""
    return tuple(
        place for place, part in enumerate(hand.parts) if part.form == PAIR and kinds >> part.tile & 1
    )  # fmt: skip


@set_fan_pattern(PUNGS)
def all_winds_in_pungs(hand: FanFacts) -> list[Places]:
    """Pungs of all four winds."""
    return [hand.wind_pungs] if len(hand.wind_pungs) == 4 else []


@set_fan_pattern(PUNGS)
def little_four_winds_of_fans(hand: FanFacts) -> list[Places]:
    """Pungs of three winds, and a pair of the fourth."""
    eyes = _eyes(hand, _WINDS)
    return [hand.wind_pungs + eyes] if len(hand.wind_pungs) == 3 and eyes else []


@set_fan_pattern(PUNGS)
def big_three_winds(hand: FanFacts) -> list[Places]:
    """Pungs of exactly three winds."""
    return [hand.wind_pungs] if len(hand.wind_pungs) == 3 else []


@set_fan_pattern(PUNGS)
def all_dragons_in_pungs(hand: FanFacts) -> list[Places]:
    """Pungs of all three dragons."""
    return [hand.dragon_pungs] if len(hand.dragon_pungs) == 3 else []


@set_fan_pattern(PUNGS)
def little_three_dragons_of_fans(hand: FanFacts) -> list[Places]:
    """Pungs of two dragons, and a pair of the third."""
    eyes = _eyes(hand, _DRAGONS)
    return [hand.dragon_pungs + eyes] if len(hand.dragon_pungs) == 2 and eyes else []


@set_fan_pattern(PUNGS)
def two_dragon_pungs(hand: FanFacts) -> list[Places]:
    """Pungs of two dragons."""
    return [hand.dragon_pungs] if len(hand.dragon_pungs) == 2 else []


# -- the win -----------------------------------------------------------------------------------------------------------

@fan_pattern
def nine_gates(hand: FanFacts) -> int:
    """Nothing on the table, and 1112345678999 of one suit before the win."""
    return hand.before in NINE_GATES


@speaks_of(About.NOTHING)
@fan_pattern
def chicken_hand(hand: FanFacts) -> int:
    """Nothing else, flowers aside: asked where there is no other fan."""
    return 1


@speaks_of(About.LAST_TILE)
@fan_pattern
def last_tile_draw(hand: FanFacts) -> int:
    """Won with the last tile of the wall, drawn oneself, as a replacement too."""
    return hand.is_self_drawn and hand.win.last_tile


@speaks_of(About.LAST_TILE)
@fan_pattern
def last_tile_claim(hand: FanFacts) -> int:
    """Won with the discard after the last tile of the wall was drawn."""
    return hand.win.claimed and hand.win.last_tile and not hand.win.robbed


@speaks_of(About.LAST_TILE)
@fan_pattern
def out_with_replacement_tile(hand: FanFacts) -> int:
    """Won with the tile taken for one's kong."""
    return hand.win.loose and AFTER_BONUS not in hand.win.flags and hand.concealed_kongs + hand.melded_kongs > 0


@speaks_of(About.LAST_TILE)
@fan_pattern
def robbing_the_kong_of_fans(hand: FanFacts) -> int:
    """Won with the tile that another player adds to a pung."""
    return hand.win.robbed


@speaks_of(About.NOTHING)
@fan_pattern
def melded_hand(hand: FanFacts) -> int:
    """Four melded sets on the table, won with another player's tile."""
    return sum(part.is_melded for part in hand.parts) == 4 and hand.win.claimed


@fan_pattern
def fully_concealed_hand(hand: FanFacts) -> int:
    """No melded set, self-drawn."""
    return hand.is_concealed and hand.is_self_drawn


@fan_pattern
def concealed_hand(hand: FanFacts) -> int:
    """No melded set, won with another player's tile."""
    return hand.is_concealed and hand.win.claimed


@speaks_of(About.LAST_TILE)
@fan_pattern
def last_tile_of_its_kind(hand: FanFacts) -> int:
    """The three others of the winning tile's kind lay open on the table."""
    return hand.is_last_of_kind


@speaks_of(About.LAST_TILE)
@fan_pattern
def self_drawn(hand: FanFacts) -> int:
    """Won with a tile drawn from the wall or as a replacement."""
    return hand.is_self_drawn


def _waited_for(hand: FanFacts) -> Part | None:
    """The part that the winning tile completed, where no other kind could complete the hand."""
    if not hand.is_single or hand.completed is None:
        return None
    return hand.parts[hand.completed]


@speaks_of(About.LAST_TILE)
@fan_pattern
def edge_wait(hand: FanFacts) -> int:
    """The only wait: a three for 1-2, or a seven for 8-9."""
    part, tile = _waited_for(hand), hand.win_tile
    return part is not None and part.form == CHOW and tile - part.tile == (2, 9, 9, 9, 9, 9, 0)[part.tile % 9]


@speaks_of(About.LAST_TILE)
@fan_pattern
def closed_wait(hand: FanFacts) -> int:
    """The only wait: the middle tile of a chow."""
    part = _waited_for(hand)
    return part is not None and part.form == CHOW and hand.win_tile == part.tile + 1


@speaks_of(About.LAST_TILE)
@fan_pattern
def single_wait(hand: FanFacts) -> int:
    """The only wait: a tile of the pair."""
    part = _waited_for(hand)
    return part is not None and part.form == PAIR and not _all_pairs(hand)


@speaks_of(About.BONUS)
@fan_pattern
def flower_tiles(hand: FanFacts) -> int:
    """Each flower or season."""
    return hand.bonus


def _has_one(part: Part, kinds: int) -> bool:
    return any(kinds >> kind & 1 for kind in group_tiles((part.form, part.tile)))


def _suits(hand: FanFacts) -> int:
    return sum(bool(hand.kinds & suit) for suit in _EACH_SUIT)
