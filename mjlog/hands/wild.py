"""Hands with wild tiles, each of which stands for any other: what they lack, and what they can stand for.

Of no kind a hand has more than four tiles, those that wild ones stand for among them.

Source: bmja/goulash.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mjlog.hands.distance import lacking
from mjlog.hands.special import Laid, parted, plain
from mjlog.table.plan import Forms


def is_completed(counts: Sequence[int], sets_on_table: int, forms: Forms, laid: Laid = ()) -> bool:
    """Whether fourteen tiles are a complete hand, whatever the wild ones stand for."""
    return lacking(counts, sets_on_table, forms=forms, laid=laid).tiles == 0


def waited_for(counts: Sequence[int], sets_on_table: int, forms: Forms, laid: Laid = ()) -> tuple[int, ...]:
    """The kinds of which one tile more completes the hand, the wild one among them."""
    found = lacking(counts, sets_on_table, forms=forms, laid=laid)
    return found.kinds if found.tiles == 1 else ()


def stand_ins(counts: Sequence[int], sets_on_table: int, forms: Forms, laid: Laid = ()) -> Iterator[tuple[int, ...]]:
    """All that the wild tiles among fourteen can stand for in a complete hand: kinds in order, one a wild tile.

    >>> from mjlog.table.plan import Forms
    >>> from mjlog.tiles import format_tiles, parse_tiles
    >>> hand = [parse_tiles("44d 2b Ew 2b").count(kind) for kind in range(34)]
    >>> [format_tiles(kinds) for kinds in stand_ins(hand, 3, Forms(wild=1))]
    ['4d Ew', 'EEw']
    """
    natural, wild, sets = parted(counts, forms, laid)
    yield from _filled(natural, wild, sets_on_table, plain(forms), sets)


def _filled(
    counts: list[int], wild: int, sets_on_table: int, forms: Forms, laid: Laid, least: int = 0
) -> Iterator[tuple[int, ...]]:
    lack = lacking(counts, sets_on_table, forms=forms, laid=laid)
    if lack.tiles != wild:
        return
    if not wild:
        yield ()
    for kind in lack.kinds if wild else ():
        if kind >= least:
            with_it = [count + (kind == at) for at, count in enumerate(counts)]
            for rest in _filled(with_it, wild - 1, sets_on_table, forms, laid, kind):
                yield kind, *rest
