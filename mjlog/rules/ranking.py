"""A set laid down, or a win, before which another player's claim goes. Asked by the rules of claims and of groups.

Which claim goes before which is said in `mjlog.table.ranking`; two who win with one discard: `mjlog.rules.ties`.
"""

from __future__ import annotations

from mjlog.events import Expose, Mahjong
from mjlog.findings import Refusal
from mjlog.seats import Seat
from mjlog.table import Table
from mjlog.table.ranking import strength
from mjlog.tiles import CODES


def is_claim(event: object) -> bool:
    """A set laid down, or a win, that takes another player's discard."""
    return type(event) is Expose or (type(event) is Mahjong and event.source == "discard")


def outranked(table: Table, event: Expose | Mahjong, code: str, stronger: tuple[str, ...]) -> Refusal | None:
    """Another player's claim of one of these kinds that goes before this one."""
    if len(table.claims) < 2 and event.seat in table.claims:
        return None
    taken = tile_taken(table, event)
    if taken is None or table.winner is not None:
        return None
    discarder, kind = taken
    mine = strength(table, "mahjong" if type(event) is Mahjong else event.kind, event.seat, discarder)
    for seat, claimed in table.claims.items():
        if (
            seat is event.seat
            or seat in table.refused
            or claimed not in stronger
            or strength(table, claimed, seat, discarder) < mine
        ):
            continue
        words = f"{event.seat} takes {discarder}'s {CODES[kind]}: {seat}'s claim for {claimed} goes before"
        return Refusal(code, words, seat.value, event.seat.value)
    return None


def tile_taken(table: Table, event: Expose | Mahjong) -> tuple[Seat, int] | None:
    """Whose tile is taken, and its kind: the latest discard, or the tile of a kong that is robbed."""
    if type(event) is Mahjong and event.source == "kong":
        return None if table.kong is None else (table.kong.seat, table.kong.tile)
    if not is_claim(event) or table.discard is None:
        return None
    return table.discard.seat, table.discard.tile
