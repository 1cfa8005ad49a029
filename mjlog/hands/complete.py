"""Is a hand complete, in which ways, and which tiles complete it.

Sets laid on the table are only counted: `sets_on_table`. Their tiles, `laid`, make a difference to the wriggling snake,
of which chows may lie there, and where a hand may have so many chows only. Which hands are complete beside four sets
and a pair is said by `forms`, or in the simplest cases by `seven_pairs` and `thirteen`. Arrays of counts are per kind,
of length 34 or more; bonus tiles, jokers and unknown tiles in them are not looked at.
"""

from __future__ import annotations

from collections.abc import Sequence

from mjlog.hands.shapes import (
    CHOW,
    ONE_TILE,
    Arrangement,
    chows_laid,
    has_few_chows,
    is_standard,
    pack,
    standard_arrangements,
    standard_waits,
    unpack,
)
from mjlog.hands.special import Laid, chosen_forms, is_special, special_arrangements, special_waits
from mjlog.hands.wild import is_completed, waited_for
from mjlog.table.plan import NO_WILD, Forms
from mjlog.tiles import PLAIN_KINDS


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


# -- which tiles complete a hand --------------------------------------------------------------------------------------


def waits(
    counts: Sequence[int],
    sets_on_table: int,
    *,
    forms: Forms | None = None,
    laid: Laid = (),
    seven_pairs: bool = False,
    thirteen: bool = True,
) -> tuple[int, ...]:
    """Kinds of which one tile more completes the hand, in kind order, whether or not one is left to come.

    `forms`, `laid`: see `is_complete`. A kind of which four are held already is among them: `waits_left` leaves it out.

    >>> from mjlog.tiles import CODES, parse_tiles
    >>> hand = [parse_tiles("2345b").count(kind) for kind in range(34)]
    >>> [CODES[kind] for kind in waits(hand, 3)]
    ['2b', '5b']

    Source: classical/points-2, western/points-5.
    """
    return packed_waits(pack(counts), sets_on_table, chosen_forms(forms, seven_pairs, thirteen), laid)


def waits_left(
    counts: Sequence[int],
    sets_on_table: int,
    held: Sequence[int] | None = None,
    *,
    forms: Forms | None = None,
    laid: Laid = (),
    seven_pairs: bool = False,
    thirteen: bool = True,
) -> tuple[int, ...]:
    """The waits of which fewer than four are held. `held`: counts with the sets on the table, if there are any."""
    own = counts if held is None else held
    found = waits(counts, sets_on_table, forms=forms, laid=laid, seven_pairs=seven_pairs, thirteen=thirteen)
    return tuple(kind for kind in found if own[kind] < 4)


def packed_waits(packed: int, sets_on_table: int, forms: Forms, laid: Laid = ()) -> tuple[int, ...]:
    """`waits` of packed counts."""
    if forms.wild != NO_WILD:
        tiles = unpack(packed)
        return waited_for([tiles.count(kind) for kind in range(PLAIN_KINDS)], sets_on_table, forms, laid)
    found = standard_waits(packed, 4 - sets_on_table)
    if forms.chows < 4:
        found = [kind for kind in found if has_few_chows(packed + ONE_TILE[kind], laid, forms.chows)]
    if len(laid) != sets_on_table:
        return tuple(found)
    special = special_waits(packed, forms, laid)
    return tuple(sorted({*found, *special})) if special else tuple(found)
