"""What can be paid where a fault was held against the one who made it: the hand counts for nothing, or nothing is paid.

Nobody has written down such a ruling, but payments that fit one are not told to be wrong.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from mjlog.audit.worth import HandWorth
from mjlog.scoring import Settlement
from mjlog.seats import Seat

_MOST_TOTALS = 500
"""Combinations of totals that are tried."""


def forfeits(worth: HandWorth) -> Iterator[Settlement]:
    """What can be due for a hand in which something was found, the fault held against the player; nothing otherwise."""
    table, guilty = worth.table, worth.at_fault()
    if not worth.is_faulty or table.win is None or table.win.seat not in table.players:
        return
    yield Settlement(dict.fromkeys(table.players, 0), ())
    if worth.by_card:
        return
    totals = {seat: _totals(worth, seat, seat in guilty) for seat in table.players}
    for way in itertools.islice(itertools.product(*totals.values()), _MOST_TOTALS):
        yield from worth.settlements(given=dict(zip(totals, way, strict=True)))
        yield from worth.settlements(given=dict(zip(totals, way, strict=True)), liable=[None, *guilty])


def _totals(worth: HandWorth, seat: Seat, is_guilty: bool) -> list[int]:
    """What a hand can have counted as: as announced, by its tiles, or nothing where it is at fault."""
    said = [worth.announced[seat].total] if seat in worth.announced else []
    scores = [score.total for score in worth.value(seat) if score.total is not None]
    return list(dict.fromkeys([*said, *scores, *([0] if is_guilty else [])]))
