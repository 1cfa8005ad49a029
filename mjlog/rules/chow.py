"""Chows."""

from __future__ import annotations

from mjlog.events import Claim, Expose
from mjlog.findings import Refusal
from mjlog.rules.registry import check
from mjlog.rules.sets import gravity
from mjlog.table import Table
from mjlog.table.facts import Fact
from mjlog.tiles import CODES, FIRST_HONOR, UNKNOWN


def _claims_chow(table: Table, event: Claim | Expose) -> bool:
    kind = event.for_ if type(event) is Claim else event.kind
    return kind == "chow" and table.winner is None and table.open


@check(Claim, Expose, codes="claim-not-open", needs=Fact.CLAIMS)
def no_chow_of_a_discard(table: Table, event: Claim | Expose) -> Refusal | None:
    """Where the game is played so, no discard is claimed for a chow."""
    if not _claims_chow(table, event):
        return None
    words = f"{event.seat}'s chow: no discard is claimed for a chow in this game"
    return Refusal("claim-not-open", words, severity=gravity(table, event))


@check(Claim, Expose, codes="claim-not-open", needs=Fact.CLAIMS, where=lambda plan: plan.goulash is not None)
def no_chow_in_a_goulash(table: Table, event: Claim | Expose) -> Refusal | None:
    """In a goulash no discard is claimed for a chow, where that is agreed on."""
    if table.plan.chows_claimed or not _claims_chow(table, event):
        return None
    words = f"{event.seat}'s chow: in a goulash no discard is claimed for a chow"
    return Refusal("claim-not-open", words, severity=gravity(table, event))


@check(Claim, Expose, codes="chow-not-from-left", needs=Fact.CLAIMS)
def chow_from_left(table: Table, event: Claim | Expose) -> Refusal | None:
    """A chow takes the discard of the player on the left."""
    if not _claims_chow(table, event):
        return None
    discard, left = table.discard, table.plan.before[event.seat.index]
    if discard is None or discard.seat is left:
        return None
    return Refusal(
        "chow-not-from-left",
        f"{event.seat}'s chow from {discard.seat}'s {CODES[discard.tile]}: "
        f"a chow takes the discard of the player on the left ({left})",
        expected=left.value,
        found=discard.seat.value,
        severity=gravity(table, event),
    )


@check(Claim, Expose, codes="chow-of-honors", needs=Fact.CLAIMS)
def chow_of_suit_tiles(table: Table, event: Claim | Expose) -> Refusal | None:
    """Winds, dragons and bonus tiles make no chow."""
    if not _claims_chow(table, event):
        return None
    tile = table.discard.tile if table.discard is not None else UNKNOWN
    if tile < FIRST_HONOR or tile == UNKNOWN:
        return None
    words = f"{event.seat}'s chow with {CODES[tile]}: only suit tiles make a chow"
    return Refusal("chow-of-honors", words, severity=gravity(table, event))
