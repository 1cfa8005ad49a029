"""What a hand waits for, in every form that is complete by the rules of the game."""

from __future__ import annotations

from collections.abc import Sequence

from mjlog.hands import waits
from mjlog.table import Place, Table


def waits_of(table: Table, place: Place) -> Sequence[int]:
    """The kinds of which one tile more completes the concealed tiles."""
    laid = [one.tiles for one in place.sets]
    return waits(place.held, len(laid), forms=table.plan.forms, laid=laid)
