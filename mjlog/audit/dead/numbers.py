"""How many tiles a player has: by the record at any moment, and by the hand that is laid down.

A hand has thirteen tiles between turns and fourteen in turn; a kong counts as three where it is replaced.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mjlog.audit.counts import weight
from mjlog.events import Show
from mjlog.seats import Seat
from mjlog.table import Place, Table
from mjlog.table.state import A_DISCARD, A_LOOSE_TILE
from mjlog.tiles import HAND_TILES, JOKER, UNKNOWN, is_bonus

_MOST = HAND_TILES + 3
"""More tiles than this are no hand that is a few tiles long."""
_LEAST_GROUP, _CHINESE_SET = 3, 3


def in_turn(table: Table, seat: Seat) -> bool:
    """Whether the player has taken a tile and not discarded."""
    return table.turn is seat and table.due in (A_DISCARD, A_LOOSE_TILE)


def due_now(table: Table, seat: Seat) -> int:
    """How many tiles a player has at this moment of the play, if all is right."""
    return HAND_TILES - 1 + in_turn(table, seat)


def tiles_now(table: Table, place: Place) -> int:
    """How many tiles a player has by the record; a replacement that is due counts as taken."""
    owed = place.owed_bonus + (table.loose_due is place.seat)
    return place.size + owed + sum(weight(laid, table.plan.by_card) for laid in place.sets)


def tiles_perhaps(table: Table, event: Show, known_from: int) -> tuple[int, ...]:
    """How many tiles a player can have by the hand laid down.

    Moves are missing until `known_from` (`Table.acts`). A set shown may be one that lies on the table or another; four
    alike may be a kong or four tiles of the hand; flowers and seasons may lie beside it; and sets that are not recorded
    may lie on the table besides. Sets laid down before the moves that are missing may be those of another hand.
    """
    place, by_card = table.place(event.seat), table.plan.by_card
    sets = [tuple(sorted(tile.kind for tile in tiles)) for tiles in event.sets or ()]
    rest = [tile.kind for tile in event.rest or ()]
    found = {sum(map(len, sets)) + len(rest)}
    for _four in [tiles for tiles in sets if not by_card and _may_be_kong(tiles)]:
        found |= {number - 1 for number in found}
    for _bonus in [kind for kind in (*rest, *(kind for tiles in sets for kind in tiles)) if is_bonus(kind)]:
        found |= {number - 1 for number in found}
    for laid in (one for one in place.sets if one.at > known_from):
        more = {number + weight(laid, by_card) for number in found}
        found = more | found if any(laid.can_be(tiles) for tiles in sets) else more
    return tuple(sorted(set(_with_unseen_sets(found, by_card))))


def _may_be_kong(tiles: tuple[int, ...]) -> bool:
    return len(tiles) == 4 and len(set(tiles) - {UNKNOWN, JOKER}) <= 1


def _with_unseen_sets(numbers: Iterable[int], by_card: bool) -> Iterator[int]:
    """The numbers with any sets besides, each of three tiles; by a card of three or more."""
    for number in numbers:
        yield number
        step = 1 if by_card else _CHINESE_SET
        yield from range(number + _LEAST_GROUP, _MOST + 1, step)
