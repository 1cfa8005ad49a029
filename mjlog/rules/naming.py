"""The name of a discard: said when it is discarded, or again when it was wrong."""

from __future__ import annotations

from mjlog.events import Discard, Name
from mjlog.findings import Refusal
from mjlog.rules.registry import check
from mjlog.table import Table
from mjlog.table.facts import Fact
from mjlog.tiles import CODES, UNKNOWN


@check(Discard, codes="discard-misnamed", frame=True)
def named_as_it_is(table: Table, event: Discard) -> Refusal | None:
    """The name said is the tile's."""
    if event.named is None or event.named is event.tile or UNKNOWN in (event.named.kind, event.tile.kind):
        return None
    return Refusal(
        "discard-misnamed",
        f"{event.seat} discarded {CODES[event.tile.kind]} and named it {CODES[event.named.kind]}",
        expected=event.tile.value,
        found=event.named.value,
    )


@check(Name, codes="out-of-place", frame=True, needs=Fact.CLAIMS)
def latest_discard_is_named(table: Table, event: Name) -> Refusal | None:
    """Who discarded the latest tile names it again, if need be."""
    discard = table.discard
    if discard is not None and discard.seat is event.seat:
        return None
    words = (
        f"{event.seat} names a discard: the latest is {discard.seat}'s" if discard is not None else "no discard to name"
    )
    return Refusal("out-of-place", words)


@check(Name, codes="discard-misnamed", frame=True, needs=Fact.CLAIMS)
def named_rightly_at_last(table: Table, event: Name) -> Refusal | None:
    """The name said at last is that of the tile."""
    discard = table.discard
    if discard is None or event.tile.kind in (discard.tile, UNKNOWN) or discard.tile == UNKNOWN:
        return None
    words = f"{event.seat} discarded {CODES[discard.tile]} and named it {event.tile.value}"
    return Refusal("discard-misnamed", words, CODES[discard.tile], event.tile.value)
