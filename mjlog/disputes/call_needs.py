"""What a call needs where the call alone breaks no rule: the tiles of the set that has to be laid down with it.

In a game with jokers only the set that is laid down is judged, and a call can be taken back before. Source:
american/call-2, american/call-4.
"""

from __future__ import annotations

from collections.abc import Iterator

from mjlog import events as ev
from mjlog.disputes.evidence import Evidence
from mjlog.disputes.unseen import asked_of, ways_to_fill
from mjlog.rules import Bound
from mjlog.rules.groups import SIZES
from mjlog.table import Table
from mjlog.tiles import JOKER, UNKNOWN
from mjlog.views.claim_reasons import what_it_takes


def call_words(bound: Bound, table: Table, event: ev.Event, after: Evidence) -> Iterator[str]:
    """What the player needed to lay down the set that was called, and whether it was there, where that is certain.

    `after`: what is known of the hand from the rest of the record.
    """
    discard = table.discard
    if not isinstance(event, ev.Claim) or event.for_ not in SIZES or not table.plan.copies[JOKER]:
        return
    if discard is None or discard.tile in (UNKNOWN, JOKER) or table.kong is not None:
        return
    takes = what_it_takes(event.for_, discard.tile, (), jokers=True)
    told = {True: ": it held them", False: ": it did not", None: ""}[_had(bound, table, event, after)]
    yield f"The call alone breaks no rule; the {event.for_} can be laid down {takes}{told}"


def _had(bound: Bound, table: Table, event: ev.Claim, after: Evidence) -> bool | None:
    """Whether the tiles of the set were in the hand; None where the record leaves it open."""
    place, tile = table.place(event.seat), table.discard.tile if table.discard is not None else UNKNOWN
    if not place.sure:
        return None
    needed, kinds = SIZES[event.for_] - 1, (tile, JOKER)
    known = sum(place.held[kind] for kind in kinds)
    asked = asked_of(bound, table, event, event.seat, after)
    ways = ways_to_fill(asked, {kind: asked.left[kind] for kind in kinds})
    found = {known + sum(number for _kind, number in tiles) >= needed for tiles, agrees in ways or () if agrees}
    return found.pop() if len(found) == 1 else None
