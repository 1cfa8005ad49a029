"""Where tiles come from: the set of tiles, the wall, the deal, and what a player can hold."""

from __future__ import annotations

from collections.abc import Iterator

from mjlog.events import Bonus, BonusReplacement, Deal, Discard, Draw, KongReplacement, Wall
from mjlog.findings import Refusal
from mjlog.rules.registry import check
from mjlog.seats import Seat
from mjlog.table import Table
from mjlog.table.facts import Fact
from mjlog.table.moves import block_of_wall, dealing_with, is_easts_first_tile
from mjlog.table.state import DEALING
from mjlog.table.unseen import copies_for
from mjlog.tiles import CODES, UNKNOWN, counts_of, format_tiles, is_bonus

Taken = Draw | KongReplacement | BonusReplacement


@check(Wall, codes="out-of-place", frame=True, needs=Fact.MOVES)
def wall_before_the_deal(table: Table, event: Wall) -> Refusal | None:
    """A wall is built once, before tiles are dealt."""
    if table.due == DEALING and not table.in_deal and table.wall.tiles is None:
        return None
    return Refusal("out-of-place", "the wall is stated when it stood already, or outside a hand")


@check(Wall, codes="wrong-tile-count", frame=True)
def wall_has_its_tiles(table: Table, event: Wall) -> Refusal | None:
    """The wall has as many tiles as are in play."""
    size = table.plan.wall.size
    if len(event.tiles) == size:
        return None
    return Refusal(
        "wrong-tile-count", f"the wall has {len(event.tiles)} tiles: {size} are in play", size, len(event.tiles)
    )


@check(Wall, codes="tile-not-in-set too-many-copies", frame=True)
def wall_of_one_set(table: Table, event: Wall) -> Refusal | None:
    """The wall holds each tile of the set as often as there are copies."""
    left = list(table.plan.copies)
    if counts_of([tile.kind for tile in event.tiles]) == left:
        return None
    for position, tile in enumerate(event.tiles):
        kind = tile.kind
        left[kind] -= 1
        if kind != UNKNOWN and left[kind] < 0:
            return _one_too_many(table, "the wall", kind, position)
    return None


def _one_too_many(table: Table, where: str, kind: int, part: int | None = None) -> Refusal:
    copies = table.plan.copies[kind]
    if not copies:
        return Refusal("tile-not-in-set", f"{where} has {CODES[kind]}: the game is played without it", part=part)
    return Refusal(
        "too-many-copies", f"{where} has one more {CODES[kind]}: there are {copies}", copies, copies + 1, part=part
    )


@check(Deal, codes="wrong-deal-order wrong-deal-count", needs=Fact.MOVES)
def blocks_of_four_in_turn(table: Table, event: Deal) -> Refusal | None:
    """Blocks of four are dealt round the table, East first, three times."""
    return _dealt_in_order(table, event) if _block_of_four(table) else None


@check(Deal, codes="wrong-deal-order wrong-deal-count", needs=Fact.MOVES)
def last_tiles_dealt_in_turn(table: Table, event: Deal) -> Refusal | None:
    """The last tiles of the deal are taken in their order."""
    return None if _block_of_four(table) else _dealt_in_order(table, event)


_BLOCK = 4
_ROUNDS_OF_FOUR = 3


def _block_of_four(table: Table) -> bool:
    """Whether one of the blocks of four is due."""
    return table.due == DEALING and table.in_deal < _ROUNDS_OF_FOUR * _BLOCK * table.plan.players


def _dealt_in_order(table: Table, event: Deal) -> Refusal | None:
    dealing = table.dealing
    if table.due != DEALING:
        if is_easts_first_tile(table, event):
            return None
        return Refusal("wrong-deal-count", f"{event.seat}'s deal after the end of the deal", dealing.size)
    due = 0
    if dealing_with(table, event) is not None:
        return None
    if table.in_deal < dealing.size:
        block, end = dealing.by_tile[table.in_deal]
        due = end - table.in_deal
        if block.seat is not event.seat:
            return Refusal("wrong-deal-order", f"{event.seat} takes tiles of the deal: {block.seat} is next",
                           block.seat.value, event.seat.value, seat=block.seat)  # fmt: skip
    if len(event.tiles) == due:
        return None
    words = f"{event.seat} takes {len(event.tiles)} tiles of the deal: {due} are due"
    return Refusal("wrong-deal-count", words, due, len(event.tiles), part=min(due, len(event.tiles)))


@check(Deal, codes="wrong-deal-tiles too-many-copies tile-not-in-set")
def blocks_of_four_from_the_wall(table: Table, event: Deal) -> Refusal | None:
    """The tiles of a block of four are those that lie at their places of the wall."""
    return _dealt_from_the_wall(table, event) if _block_of_four(table) else None


@check(Deal, codes="wrong-deal-tiles too-many-copies tile-not-in-set")
def last_tiles_from_the_wall(table: Table, event: Deal) -> Refusal | None:
    """The last tiles of the deal are those that lie at their places of the wall."""
    return None if _block_of_four(table) else _dealt_from_the_wall(table, event)


def _dealt_from_the_wall(table: Table, event: Deal) -> Refusal | None:
    wall = table.wall
    if wall.tiles is None:
        for part, tile in enumerate(event.tiles):
            more = sum(1 for other in event.tiles[:part] if other is tile)
            if tile.kind != UNKNOWN and table.has_seen_all(tile.kind, more):
                return _one_too_many(table, f"{event.seat}'s deal", tile.kind, part)
        return None
    block = block_of_wall(table, len(event.tiles), dealing_with(table, event))
    if len(block) < len(event.tiles):
        # Dealt beyond the block, or the deal: another fault.
        return None
    stated = [tile.kind for tile in event.tiles]
    if block == stated:
        return None
    left = list(block)
    for part, tile in enumerate(event.tiles):
        kind = tile.kind
        if kind == UNKNOWN:
            continue
        can_be = (kind, UNKNOWN, *(written for written, there in wall.displaced if there == kind))
        lies = next((face for face in can_be if face in left), None)
        if lies is not None:
            left.remove(lies)
            continue
        # The tile of the wall's block that the event does not have.
        rest = list(block)
        for kind in stated:
            if kind in rest:
                rest.remove(kind)
        due = rest[0]
        words = f"{event.seat} is dealt {tile}: the tiles there are {format_tiles(block)}"
        return Refusal("wrong-deal-tiles", words, CODES[due], tile.value, part=part)
    return None


@check(Draw, codes="not-the-wall-tile")
def drawn_from_the_wall(table: Table, event: Draw) -> Refusal | None:
    """A draw brings the next tile of the live wall."""
    return _is_next(table, event, table.next_live(event.seat))


@check(KongReplacement, codes="not-the-wall-tile")
def claimed_kong_replaced_from_the_wall(table: Table, event: KongReplacement) -> Refusal | None:
    """A claimed kong is replaced by the next loose tile."""
    return loose_tile_from_the_wall(table, event) if table.kong is None else None


@check(KongReplacement, codes="not-the-wall-tile")
def added_kong_replaced_from_the_wall(table: Table, event: KongReplacement) -> Refusal | None:
    """A kong by a tile added to a pung is replaced by the next loose tile."""
    return loose_tile_from_the_wall(table, event) if table.kong is not None and not table.kong.concealed else None


@check(KongReplacement, codes="not-the-wall-tile")
def concealed_kong_replaced_from_the_wall(table: Table, event: KongReplacement) -> Refusal | None:
    """A concealed kong is replaced by the next loose tile."""
    return loose_tile_from_the_wall(table, event) if table.kong is not None and table.kong.concealed else None


@check(KongReplacement, codes="not-the-wall-tile")
def loose_tile_from_the_wall(table: Table, event: KongReplacement) -> Refusal | None:
    """A replacement brings the next loose tile."""
    return _is_next(table, event, table.next_loose(event.seat))


@check(BonusReplacement, codes="not-the-wall-tile")
def bonus_tile_from_the_wall(table: Table, event: BonusReplacement) -> Refusal | None:
    """A bonus tile is replaced from where the rule set says."""
    following = table.next_live if table.plan.bonus_from_live else table.next_loose
    return _is_next(table, event, following(event.seat))


def _is_next(table: Table, event: Taken, due: int | None) -> Refusal | None:
    kind = event.tile.kind
    if due is None or due == kind or kind == UNKNOWN or (due, kind) in table.wall.displaced:
        return None
    words = f"{event.seat}'s {event.type} of {CODES[kind]}: the next tile there is {CODES[due]}"
    return Refusal("not-the-wall-tile", words, CODES[due], CODES[kind])


@check(Draw, KongReplacement, BonusReplacement, codes="too-many-copies tile-not-in-set", frame=True)
def copies_drawn(table: Table, event: Taken) -> Refusal | None:
    """No more tiles of a kind come up than there are."""
    kind = event.tile.kind
    copies = table.plan.copies[kind]
    if kind == UNKNOWN or table.seen[kind] < copies or not table.has_seen_all(kind):
        return None
    if copies and table.wall.tiles is not None:
        # A known wall says itself which tile is next.
        return None
    return _one_too_many(table, f"{event.seat}'s {event.type}", kind)


@check(Discard, Bonus, codes="tile-not-held not-a-bonus", frame=True, needs=Fact.HAND)
def tile_is_held(table: Table, event: Discard | Bonus) -> Refusal | None:
    """Only a tile that one has can leave the hand."""
    place = table.places[event.seat.index]
    if type(event) is Discard and place.held[event.tile.kind]:
        return None
    kinds = (event.tile.kind,) if type(event) is Discard else tuple(tile.kind for tile in event.tiles)
    for part, kind in _not_known(table, event.seat, kinds):
        if not place.has_room_for(kinds[: part + 1]):
            code = "not-a-bonus" if type(event) is Bonus and not is_bonus(kind) else "tile-not-held"
            words = f"{event.seat}'s {event.type} of {CODES[kind]}: {event.seat} does not have it"
            return Refusal(code, words, part=part)
    return None


@check(Discard, Bonus, codes="too-many-copies tile-not-in-set", frame=True, needs=Fact.COPIES)
def no_more_copies_than_there_are(table: Table, event: Discard | Bonus) -> Refusal | None:
    """A tile that was unseen is one of the tiles in play, of which there are so many copies."""
    place = table.places[event.seat.index]
    if type(event) is Discard and place.held[event.tile.kind]:
        return None
    kinds = (event.tile.kind,) if type(event) is Discard else tuple(tile.kind for tile in event.tiles)
    for part, kind in _not_known(table, event.seat, kinds):
        earlier = kinds[:part].count(kind) - place.held[kind]
        if place.has_unseen and max(0, earlier) >= copies_for(table, place, kind):
            return _one_too_many(table, f"{event.seat}'s {event.type}", kind, part)
    return None


def _not_known(table: Table, seat: Seat, kinds: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """The tiles that are not among the player's known ones: their number in the event, and kind."""
    held = table.places[seat.index].held
    for part, kind in enumerate(kinds):
        if kind != UNKNOWN and held[kind] < kinds[: part + 1].count(kind):
            yield part, kind
