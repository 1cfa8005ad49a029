"""A player's tiles as the score card is asked about them. Asked by the rules of winning and of dead hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mjlog.cards.exposures import Exposure, exposure_of
from mjlog.seats import Seat
from mjlog.table import Place, Table
from mjlog.table.unseen import all_copies_for, copies_left
from mjlog.tiles import JOKER, UNKNOWN, counts_of

if TYPE_CHECKING:
    from mjlog.cards.dead import Verdict


def exposures_of(place: Place) -> list[Exposure] | None:
    """What lies exposed before a player; None where a set is no group of one tile and jokers."""
    return as_exposures([laid.tiles for laid in place.sets])


def as_exposures(sets: Sequence[tuple[int, ...]]) -> list[Exposure] | None:
    """Sets laid open as the card is asked about them; None where one is no group of one tile and jokers."""
    exposures: list[Exposure] = []
    for tiles in sets:
        exposure = exposure_of(tiles)
        if exposure is None:
            return None
        exposures.append(exposure)
    return exposures


def lines_that_fit(
    table: Table, place: Place, counts: Sequence[int], unknown: int, exposures: Sequence[Exposure],
    is_called_unseen: bool = False,
) -> Sequence[int]:  # fmt: skip
    """The lines of the card that a player's hand is, or can be where some of its tiles were not seen.

    `is_called_unseen`: one of them is a discard, which can be any tile.
    """
    card = table.card
    assert card is not None
    if unknown:
        copies = all_copies_for(table, place)
        if is_called_unseen:
            copies = [number + (copies_left(table, kind) > 0) for kind, number in enumerate(copies)]
        return card.possible(counts, unknown, copies, exposures)
    match = card.match(counts, exposures)
    return match.lines if match is not None else ()


def verdict_of(table: Table, seat: Seat, exposures: Sequence[Exposure], basis: str) -> Verdict:
    """Whether a hand can still be a line of the card with these exposures (american/dead-3).

    `basis`: `rack`, the exposures alone, or `table`: everything that lies face up, discards and the others' exposures.
    """
    card = table.card
    assert card is not None
    if basis == "rack":
        return card.dead(exposures, basis=basis)
    others = [exposure for other in seat.others() for exposure in exposures_of(table.place(other)) or ()]
    # The discards in the middle can be nobody's any more; the latest may still be called.
    latest = table.open_discard
    can_be_called = latest is not None and latest.seat is not seat and latest.tile != JOKER
    lying = (discard for discard in table.discards if discard.claimed_by is None and discard.tile != UNKNOWN)
    visible = counts_of(discard.tile for discard in lying if not (can_be_called and discard is latest))
    return card.dead(exposures, visible=visible, others=others, basis=basis)
