"""Which hands are complete beside four sets and a pair: what a rule set says of it."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import replace

from mjlog.table.plan import NO_WILD, Forms
from mjlog.tiles import is_terminal

__all__ = ["NO_WILD", "PLAIN", "Forms", "Laid", "chosen_forms", "forms_by_claim", "meant", "parted", "plain"]

Laid = Sequence[Sequence[int]]
"""The tiles of the sets on the table, a sequence of kinds a set."""


PLAIN = Forms()
"""Four sets and a pair, and the thirteen wonders."""
_PLAIN = {(pairs, wonders): Forms(pairs, wonders) for pairs in (False, True) for wonders in (False, True)}


def chosen_forms(forms: Forms | None, seven_pairs: bool, thirteen: bool) -> Forms:
    """The forms given as such, or else as the two switches say."""
    return _PLAIN[seven_pairs, thirteen] if forms is None else forms


@functools.lru_cache(maxsize=1 << 10)
def forms_by_claim(forms: Forms, tile: int) -> Forms:
    """The complete hands that another player's tile can complete.

    Source: bmja/gates.
    """
    return replace(forms, gates=False) if forms.gates and forms.gates_by_ends and not is_terminal(tile) else forms


def meant(tiles: Sequence[int], wild: int) -> tuple[int, ...]:
    """The tiles of a set with its wild ones as what they stand for, where the others are alike.

    >>> from mjlog.tiles import format_tiles
    >>> format_tiles(meant([1, 5, 5], 1)), format_tiles(meant([1, 1, 1], 1))
    ('666b', '222b')
    """
    others = {kind for kind in tiles if kind != wild}
    if len(others) != 1 or len(others) == len(tiles):
        return tuple(tiles)
    return (*others,) * len(tiles)


@functools.lru_cache(maxsize=1 << 6)
def plain(forms: Forms) -> Forms:
    """The same complete hands, of tiles that stand for nothing else."""
    return replace(forms, wild=NO_WILD)


def parted(counts: Sequence[int], forms: Forms, laid: Laid) -> tuple[list[int], int, list[tuple[int, ...]]]:
    """The concealed tiles without the wild ones, how many these are, and the sets on the table as they are meant."""
    natural = list(counts)
    wild, natural[forms.wild] = natural[forms.wild], 0
    return natural, wild, [meant(tiles, forms.wild) for tiles in laid]
