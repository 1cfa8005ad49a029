"""Ready hands as riichi has them: what a hand waits for, and when it may be called ready."""

from __future__ import annotations

from collections.abc import Sequence

from mjlog.hands import PUNG, arrangements, waits_left
from mjlog.table import Place, Table
from mjlog.tiles import UNKNOWN


def waits_of(table: Table, sets: Sequence[Sequence[int]], held: Sequence[int]) -> tuple[int, ...]:
    """What concealed tiles wait for beside these sets: kinds of which the player has not all four (riichi/win-4)."""
    own = list(held)
    for kind in (kind for tiles in sets for kind in tiles):
        own[kind] += 1
    return waits_left(held, len(sets), own, forms=table.plan.forms, laid=sets)


def waits_now(table: Table, place: Place) -> tuple[int, ...] | None:
    """What a player with thirteen tiles waits for; None where the hand is not known."""
    if place.has_unseen:
        return None
    return waits_of(table, [one.tiles for one in place.sets], place.held)


def waits_without(table: Table, place: Place, kind: int) -> tuple[int, ...] | None:
    """What a hand waits for once a tile of this kind is discarded; None where it is not known."""
    if place.has_unseen or kind == UNKNOWN or not place.held[kind]:
        return None
    held = list(place.held)
    held[kind] -= 1
    return waits_of(table, [one.tiles for one in place.sets], held)


def always_a_pung(
    table: Table, sets: Sequence[Sequence[int]], held: Sequence[int], kind: int, waits: Sequence[int]
) -> bool:
    """Whether three tiles of a kind are a pung in every reading of a ready hand, with whichever tile completes it.

    Source: riichi/kan-3.
    """
    for wait in waits:
        whole = list(held)
        whole[wait] += 1
        for way in arrangements(whole, len(sets), forms=table.plan.forms, laid=sets):
            if (PUNG, kind) not in way:
                return False
    return True
