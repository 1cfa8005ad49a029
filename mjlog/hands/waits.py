"""Which tiles complete a hand."""

from __future__ import annotations

from collections.abc import Sequence

from mjlog.hands.chows import has_few_chows
from mjlog.hands.forms import NO_WILD, Forms, Laid, chosen_forms
from mjlog.hands.groups import ONE_TILE, pack, unpack
from mjlog.hands.shapes import standard_waits
from mjlog.hands.special import special_waits
from mjlog.hands.wild import waited_for
from mjlog.tiles import PLAIN_KINDS


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
