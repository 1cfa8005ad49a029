"""Kongs out of the hand, and robbing them."""

from __future__ import annotations

from mjlog.events import Expose, Kong, Mahjong
from mjlog.findings import Refusal
from mjlog.hands import is_complete
from mjlog.rules.registry import check
from mjlog.table import Table
from mjlog.table.state import A_DISCARD
from mjlog.tiles import CODES, KINDS, UNKNOWN, is_major


@check(Kong, codes="out-of-turn no-discard-due")
def kong_in_turn(table: Table, event: Kong) -> Refusal | None:
    """A kong is made in one's own turn, before the discard."""
    if not table.sure_turn or (table.due == A_DISCARD and event.seat is table.turn):
        return None
    if table.first_turns and event.kind == "concealed" and event.seat.index >= table.setup_seat.index:
        return None
    return Refusal(
        "out-of-turn",
        f"{event.seat}'s kong of {CODES[event.tiles[0].kind] if event.tiles else '??'}: "
        f"it is not {event.seat}'s turn to discard",
        table.turn.value,
        event.seat.value,
    )


@check(Kong, codes="not-a-set")
def kong_of_four_alike(table: Table, event: Kong) -> Refusal | None:
    """A kong is four tiles alike."""
    kinds = {tile.kind for tile in event.tiles} - {UNKNOWN}
    if len(event.tiles) == 4 and len(kinds) <= 1 and all(kind < 34 for kind in kinds):
        return None
    return Refusal(
        "not-a-set",
        f"{event.seat} makes a kong of {' '.join(CODES[tile.kind] for tile in event.tiles)}: "
        "a kong is four tiles alike",
    )


@check(Kong, codes="kong-not-concealed")
def four_concealed(table: Table, event: Kong) -> Refusal | None:
    """A concealed kong needs all four tiles in the hand."""
    place = table.places[event.seat.index]
    kind = event.tiles[0].kind if event.tiles else UNKNOWN
    if event.kind != "concealed" or kind == UNKNOWN or not place.sure:
        return None
    short = 4 - place.held[kind]
    if short <= place.unknown and (table.seen[kind] + max(0, short) <= 4 or not table.sure_copies):
        return None
    if short <= 0:
        return None
    words = f"{event.seat}'s concealed kong of {CODES[kind]}: {event.seat} has {place.held[kind]}"
    return Refusal("kong-not-concealed", words, 4, place.held[kind])


@check(Kong, codes="kong-no-pung")
def added_to_a_pung(table: Table, event: Kong) -> Refusal | None:
    """A fourth tile is added to one's own exposed pung."""
    place = table.places[event.seat.index]
    kind = event.tiles[0].kind if event.tiles else UNKNOWN
    if event.kind != "added" or kind == UNKNOWN or not place.sure:
        return None
    if any(laid.kind == "pung" and laid.tiles[0] == kind and not laid.concealed for laid in place.sets):
        return None
    return Refusal("kong-no-pung", f"{event.seat} adds {CODES[kind]} to a pung: no pung of it lies there")


@check(Kong, codes="tile-not-held")
def added_tile_is_held(table: Table, event: Kong) -> Refusal | None:
    """The tile added to a pung comes out of the hand."""
    place = table.places[event.seat.index]
    kind = event.tiles[0].kind if event.tiles else UNKNOWN
    if event.kind != "added" or kind == UNKNOWN or place.held[kind] or place.unknown or not place.sure:
        return None
    return Refusal("tile-not-held", f"{event.seat} adds {CODES[kind]} to a pung: {event.seat} does not have it")


@check(Kong, codes="kong-not-allowed")
def kong_after_a_tile_from_the_wall(table: Table, event: Kong) -> Refusal | None:
    """A kong follows a tile from the wall; after a claim only the pung just claimed may be added to."""
    if table.whence != "discard" or not table.sure_turn or table.first_turns:
        return None
    place = table.places[event.seat.index]
    latest = place.sets[-1] if place.sets else None
    kind = event.tiles[0].kind if event.tiles else UNKNOWN
    if event.kind == "added" and latest is not None and latest.kind == "pung" and latest.tiles[0] == kind:
        return None
    return Refusal("kong-not-allowed", f"{event.seat}'s kong of {CODES[kind]}: {event.seat} has just claimed a discard")


@check(Kong, Expose, codes="kong-not-allowed")
def replacement_left_for_kong(table: Table, event: Kong | Expose) -> Refusal | None:
    """A kong needs a loose tile."""
    if type(event) is Expose and event.kind != "kong":
        return None
    if table.loose_left or table.gaps or not table.wall.sure:
        return None
    return Refusal("kong-not-allowed", f"{event.seat}'s kong: no loose tile is left")


@check(Mahjong, codes="rob-not-allowed")
def robs_an_added_kong(table: Table, event: Mahjong) -> Refusal | None:
    """An added kong may be robbed at once; a concealed one only for thirteen wonders."""
    if event.source != "kong" or not table.sure_turn:
        return None
    kong = table.kong
    if kong is None:
        return Refusal("rob-not-allowed", f"{event.seat}'s win by robbing a kong: no kong has just been made")
    if not kong.concealed or not _cannot_be_thirteen(table, event, kong.tile):
        return None
    return Refusal(
        "rob-not-allowed",
        f"{event.seat} robs {kong.seat}'s concealed kong of {CODES[kong.tile]}: only thirteen wonders may",
    )


def _cannot_be_thirteen(table: Table, event: Mahjong, tile: int) -> bool:
    place = table.places[event.seat.index]
    if not is_major(tile):
        return True
    if not place.sure or (place.unknown and not place.sets):
        return False
    counts = list(place.held)
    counts[tile] += 1
    majors = all(is_major(kind) for kind in range(KINDS) if counts[kind])
    return bool(place.sets) or not majors or not is_complete(counts, 0)
