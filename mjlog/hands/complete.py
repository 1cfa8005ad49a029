"""Is a hand complete, and in which ways.

Sets laid on the table are only counted: `sets_on_table`. Their tiles, `laid`, make a difference to the wriggling snake,
of which chows may lie there, and where a hand may have so many chows only. Which hands are complete beside four sets
and a pair is said by `forms`, or in the simplest cases by `seven_pairs` and `thirteen`. Arrays of counts are per kind,
of length 34 or more; bonus tiles, jokers and unknown tiles in them are not looked at.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from mjlog.hands.chows import chows_laid, has_few_chows
from mjlog.hands.forms import Forms, Laid, chosen_forms
from mjlog.hands.groups import CHOW, Arrangement, pack, parts
from mjlog.hands.shapes import honor_splits, suit_splits, worth_of, worths
from mjlog.hands.special import is_special, special_arrangements

_NOTHING = -1_000_000
"""The worth of tiles that are no shape: no sum with it reaches a hand's worth."""


def is_complete(
    counts: Sequence[int],
    sets_on_table: int,
    *,
    forms: Forms | None = None,
    laid: Laid = (),
    seven_pairs: bool = False,
    thirteen: bool = True,
) -> bool:
    """Four sets and a pair, counting those on the table; or another complete hand of the rule set.

    >>> from mjlog.tiles import parse_tiles
    >>> hand = [parse_tiles("123b 456b 55d").count(kind) for kind in range(34)]
    >>> is_complete(hand, 2), is_complete(hand, 1)
    (True, False)

    Source: classical/win-1, western/win-1.
    """
    packed, chosen = pack(counts), chosen_forms(forms, seven_pairs, thirteen)
    if is_standard(packed, sets_on_table) and has_few_chows(packed, laid, chosen.chows):
        return True
    if len(laid) != sets_on_table:
        return False
    return is_special(packed, chosen, laid)


def is_standard(packed: int, sets_on_table: int) -> bool:
    """Four sets and a pair from packed counts."""
    bamboo, characters, dots, honors = parts(packed)
    b_worth, c_worth, d_worth, h_worth = worths()
    return (
        b_worth.get(bamboo, _NOTHING)
        + c_worth.get(characters, _NOTHING)
        + d_worth.get(dots, _NOTHING)
        + h_worth.get(honors, _NOTHING)
    ) == worth_of(4 - sets_on_table)


def arrangements(
    counts: Sequence[int],
    sets_on_table: int = 0,
    *,
    forms: Forms | None = None,
    laid: Laid = (),
    seven_pairs: bool = False,
    thirteen: bool = True,
) -> tuple[Arrangement, ...]:
    """All arrangements of the concealed tiles into sets and one pair, or as a special hand; empty if incomplete.

    Four alike are never one group here: they are a pung and a tile of a chow, or two of seven pairs.

    >>> from mjlog.tiles import parse_tiles
    >>> hand = [parse_tiles("111222333b RRd").count(kind) for kind in range(34)]
    >>> [len(way) for way in arrangements(hand, 1)]
    [4, 4]

    Source: classical/win-1, western/win-1.
    """
    packed, chosen = pack(counts), chosen_forms(forms, seven_pairs, thirteen)
    ways = standard_arrangements(packed, sets_on_table)
    if chosen.chows < 4:
        most = chosen.chows - chows_laid(laid)
        ways = tuple(way for way in ways if sum(form == CHOW for form, _ in way) <= most)
    if len(laid) != sets_on_table:
        return ways
    return ways + special_arrangements(packed, chosen, laid)


def standard_arrangements(packed: int, sets_on_table: int) -> tuple[Arrangement, ...]:
    """All arrangements into sets and one pair."""
    if not is_standard(packed, sets_on_table):
        return ()
    bamboo, characters, dots, honors = parts(packed)
    choices = itertools.product(
        suit_splits(bamboo, 0), suit_splits(characters, 9), suit_splits(dots, 18), honor_splits(honors, 27)
    )
    return tuple(b + c + d + h for b, c, d, h in choices)
