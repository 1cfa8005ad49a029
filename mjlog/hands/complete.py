"""Is a hand complete, and in which ways.

Sets laid on the table are only counted: `sets_on_table`. Their tiles, `laid`, make a difference to the wriggling snake,
of which chows may lie there, and where a hand may have so many chows only. Which hands are complete beside four sets
and a pair is said by `forms`, or in the simplest cases by `seven_pairs` and `thirteen`. Arrays of counts are per kind,
of length 34 or more; bonus tiles, jokers and unknown tiles in them are not looked at.
"""

from __future__ import annotations

from collections.abc import Sequence

from mjlog.hands.chows import chows_laid, has_few_chows
from mjlog.hands.forms import NO_WILD, Forms, Laid, chosen_forms
from mjlog.hands.groups import CHOW, Arrangement, pack
from mjlog.hands.shapes import is_standard, standard_arrangements
from mjlog.hands.special import is_special, special_arrangements
from mjlog.hands.wild import is_completed


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
    chosen = chosen_forms(forms, seven_pairs, thirteen)
    if chosen.wild != NO_WILD:
        return is_completed(counts, sets_on_table, chosen, laid)
    packed = pack(counts)
    if is_standard(packed, sets_on_table) and has_few_chows(packed, laid, chosen.chows):
        return True
    if len(laid) != sets_on_table:
        return False
    return is_special(packed, chosen, laid)


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
