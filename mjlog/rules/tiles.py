"""Where tiles come from: the set of tiles, the wall, the deal, and what a player can hold."""

from __future__ import annotations

from mjlog.events import Bonus, BonusReplacement, Deal, Discard, Draw, KongReplacement, Wall
from mjlog.findings import Refusal
from mjlog.rules.registry import check
from mjlog.table import Table
from mjlog.table.state import DEALING
from mjlog.tiles import CODES, KINDS, UNKNOWN, is_bonus

Taken = Draw | KongReplacement | BonusReplacement


@check(Wall, codes="out-of-place")
def wall_before_the_deal(table: Table, event: Wall) -> Refusal | None:
    """A wall is built once, before tiles are dealt."""
    if table.due == DEALING and not table.in_deal and table.wall.tiles is None:
        return None
    return Refusal("out-of-place", "the wall is stated when it stood already, or outside a hand")


@check(Wall, codes="wrong-tile-count")
def wall_has_its_tiles(table: Table, event: Wall) -> Refusal | None:
    """The wall has as many tiles as are in play."""
    size = table.plan.wall.size
    if len(event.tiles) == size:
        return None
    return Refusal(
        "wrong-tile-count", f"the wall has {len(event.tiles)} tiles: {size} are in play", size, len(event.tiles)
    )


@check(Wall, codes="tile-not-in-set too-many-copies")
def wall_of_one_set(table: Table, event: Wall) -> Refusal | None:
    """The wall holds each tile of the set as often as there are copies."""
    counts = [0] * KINDS
    for position, tile in enumerate(event.tiles):
        kind = tile.kind
        counts[kind] += 1
        if kind != UNKNOWN and counts[kind] > table.plan.copies[kind]:
            return _one_too_many(table, "the wall", kind, position)
    return None


def _one_too_many(table: Table, where: str, kind: int, part: int | None = None) -> Refusal:
    copies = table.plan.copies[kind]
    if not copies:
        return Refusal("tile-not-in-set", f"{where} has {CODES[kind]}: the game is played without it", part=part)
    return Refusal(
        "too-many-copies", f"{where} has one more {CODES[kind]}: there are {copies}", copies, copies + 1, part=part
    )


@check(Deal, codes="wrong-deal-order wrong-deal-count")
def dealt_in_order(table: Table, event: Deal) -> Refusal | None:
    """Blocks are dealt round the table in their order and size."""
    plan = table.plan
    if table.due != DEALING:
        return Refusal("wrong-deal-count", f"{event.seat}'s deal after the end of the deal", plan.first_draw)
    number = table.in_deal
    due = 0
    for block in plan.deal:
        if number < len(block.positions):
            due = len(block.positions) - number
            if block.seat is not event.seat:
                return Refusal("wrong-deal-order", f"{event.seat} takes tiles of the deal: {block.seat} is next",
                               block.seat.value, event.seat.value, seat=block.seat)  # fmt: skip
            break
        number -= len(block.positions)
    if len(event.tiles) == due:
        return None
    words = f"{event.seat} takes {len(event.tiles)} tiles of the deal: {due} are due"
    return Refusal("wrong-deal-count", words, due, len(event.tiles), part=min(due, len(event.tiles)))


@check(Deal, codes="wrong-deal-tiles too-many-copies tile-not-in-set")
def dealt_from_the_wall(table: Table, event: Deal) -> Refusal | None:
    """Each tile dealt is the one that lies at its place of the wall."""
    wall = table.wall
    if wall.tiles is None:
        return _dealt_copies(table, event)
    if not wall.sure:
        return None
    for part, tile in enumerate(event.tiles):
        number = table.in_deal + part
        if tile.kind == UNKNOWN or number >= table.plan.first_draw:
            continue
        position = table.plan.deal_positions[number]
        due = wall.tiles[position] if position < len(wall.tiles) else UNKNOWN
        if due not in (UNKNOWN, tile.kind) and tile.kind not in wall.displaced:
            return Refusal(
                "wrong-deal-tiles",
                f"{event.seat} is dealt {tile}: tile {position + 1} of the wall is {CODES[due]}",
                CODES[due],
                tile.value,
                part=part,
            )
    return None


def _dealt_copies(table: Table, event: Deal) -> Refusal | None:
    for part, tile in enumerate(event.tiles):
        more = sum(1 for other in event.tiles[:part] if other is tile)
        if tile.kind != UNKNOWN and table.seen[tile.kind] + more >= table.plan.copies[tile.kind]:
            return _one_too_many(table, f"{event.seat}'s deal", tile.kind, part)
    return None


@check(Draw, codes="not-the-wall-tile")
def drawn_from_the_wall(table: Table, event: Draw) -> Refusal | None:
    """A draw brings the next tile of the live wall."""
    return _is_next(table, event, table.next_live())


@check(KongReplacement, codes="not-the-wall-tile")
def loose_tile_from_the_wall(table: Table, event: KongReplacement) -> Refusal | None:
    """A replacement brings the next loose tile."""
    return _is_next(table, event, table.next_loose())


@check(BonusReplacement, codes="not-the-wall-tile")
def bonus_tile_from_the_wall(table: Table, event: BonusReplacement) -> Refusal | None:
    """A bonus tile is replaced from where the rule set says."""
    return _is_next(table, event, table.next_live() if table.plan.bonus_from_live else table.next_loose())


def _is_next(table: Table, event: Taken, due: int | None) -> Refusal | None:
    kind = event.tile.kind
    if due is None or due == kind or kind == UNKNOWN or kind in table.wall.displaced:
        return None
    words = f"{event.seat}'s {event.type} of {CODES[kind]}: the next tile there is {CODES[due]}"
    return Refusal("not-the-wall-tile", words, CODES[due], CODES[kind])


@check(Draw, KongReplacement, BonusReplacement, codes="too-many-copies tile-not-in-set")
def copies_drawn(table: Table, event: Taken) -> Refusal | None:
    """No more tiles of a kind come up than there are."""
    kind = event.tile.kind
    if kind == UNKNOWN or table.seen[kind] < table.plan.copies[kind]:
        return None
    if table.plan.copies[kind] and (table.wall.tiles is not None or not table.sure_copies):
        # A known wall says itself which tile is next.
        return None
    return _one_too_many(table, f"{event.seat}'s {event.type}", kind)


@check(Discard, Bonus, codes="tile-not-held too-many-copies tile-not-in-set")
def tile_is_held(table: Table, event: Discard | Bonus) -> Refusal | None:
    """Only a tile that one has can leave the hand."""
    place = table.places[event.seat.index]
    if type(event) is Discard:
        kind = event.tile.kind
        if place.held[kind] or not place.sure:
            return None
        return _not_held(table, event, (kind,))
    assert type(event) is Bonus
    return _not_held(table, event, tuple(tile.kind for tile in event.tiles)) if place.sure else None


def _not_held(table: Table, event: Discard | Bonus, kinds: tuple[int, ...]) -> Refusal | None:
    place = table.places[event.seat.index]
    unknown = place.unknown
    for part, kind in enumerate(kinds):
        if kind == UNKNOWN:
            continue
        if place.held[kind] >= kinds[: part + 1].count(kind):
            continue
        if not unknown:
            code = "not-a-bonus" if type(event) is Bonus and not is_bonus(kind) else "tile-not-held"
            return Refusal(
                code, f"{event.seat}'s {event.type} of {CODES[kind]}: {event.seat} does not have it", part=part
            )
        unknown -= 1
        if table.seen[kind] >= table.plan.copies[kind] and table.sure_copies:
            return _one_too_many(table, f"{event.seat}'s {event.type}", kind, part)
    return None
