"""Which hands are complete beside four sets and a pair: what a rule set says of it."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import replace

from mjlog.table.plan import Forms
from mjlog.tiles import is_terminal

__all__ = ["PLAIN", "Forms", "Laid", "chosen_forms", "forms_by_claim"]

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
