"""Where tiles come from: the set of tiles, the wall, the deal, and what a player can hold; tiles laid aside.

Flowers and seasons are laid aside, or the north winds of three players: when, and what replaces them.
"""

from __future__ import annotations

from collections.abc import Iterator

from mjlog.events import (
    Bonus,
    BonusReplacement,
    Claim,
    Deal,
    Discard,
    Draw,
    Expose,
    Kong,
    KongReplacement,
    Mahjong,
    Wall,
)
from mjlog.findings import Refusal
from mjlog.rules.registry import check
from mjlog.rules.sets import gravity
from mjlog.seats import Seat
from mjlog.table import Place, Table
from mjlog.table.closing import declares_too
from mjlog.table.facts import Fact
from mjlog.table.moves import block_of_wall, dealing_with, is_easts_first_tile
from mjlog.table.riichi_moves import of_the_hand
from mjlog.table.state import A_DISCARD, DEALING
from mjlog.table.unseen import copies_for
from mjlog.tiles import (
    ANY_FLOWER,
    CODES,
    FIRST_BONUS,
    FIRST_DRAGON,
    FIRST_HONOR,
    NORTH,
    UNKNOWN,
    counts_of,
    format_tiles,
    is_bonus,
    is_honor,
    is_major,
)

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


# -- tiles laid aside: flowers and seasons, or the north winds of three players --------------------------------------


@check(Bonus, codes="not-a-bonus", frame=True, where=lambda plan: NORTH not in plan.aside)
def only_bonus_tiles_laid_out(table: Table, event: Bonus) -> Refusal | None:
    """Only flowers and seasons are laid out."""
    for part, tile in enumerate(event.tiles):
        if tile.kind not in (*table.plan.aside, UNKNOWN, ANY_FLOWER):
            return Refusal("not-a-bonus", f"{event.seat} lays out {CODES[tile.kind]}: it is no bonus tile", part=part)
    return None


@check(Bonus, codes="not-a-bonus", frame=True, where=lambda plan: NORTH in plan.aside)
def only_norths_laid_aside(table: Table, event: Bonus) -> Refusal | None:
    """Only north winds are laid aside."""
    return only_bonus_tiles_laid_out(table, event)


@check(Bonus, codes="out-of-turn replacement-missing", frame=True, needs=Fact.TURN)
def bonus_in_turn(table: Table, event: Bonus) -> Refusal | None:
    """Bonus tiles are laid out after the deal, East first, and later in one's own turn."""
    if table.in_setup:
        if event.seat.index >= table.setup_seat.index or event.seat is table.turn:
            return None
        words = f"{event.seat} lays out bonus tiles: {table.setup_seat} has done so already, and East is first"
        return Refusal("out-of-turn", words, table.setup_seat.value, event.seat.value)
    if table.due == A_DISCARD and event.seat is table.turn:
        return None
    if table.loose_due is event.seat:
        return Refusal(
            "replacement-missing", f"{event.seat} lays out bonus tiles: the loose tile for the kong is due first"
        )
    return Refusal(
        "out-of-turn",
        f"{event.seat} lays out bonus tiles: it is not {event.seat}'s turn",
        table.turn.value,
        event.seat.value,
    )


@check(Bonus, codes="bonus-not-allowed replacement-missing", needs=Fact.TURN)
def north_after_a_draw(table: Table, event: Bonus) -> Refusal | None:
    """A north wind is laid aside after a draw, one at a time, and each is replaced before the next."""
    words = f"{event.seat} lays a north wind aside"
    if table.places[event.seat.index].owed_bonus or len(event.tiles) > 1:
        why = "the one before has not been replaced" if len(event.tiles) == 1 else "it is one at a time"
        return Refusal("replacement-missing", f"{words}: {why}", "bonus-replacement", event.type)
    if table.turn is event.seat and table.due == A_DISCARD and table.whence == "discard":
        return Refusal("bonus-not-allowed", f"{words}: {event.seat} has just claimed a discard, and discards first")
    return None


@check(Bonus, codes="bonus-not-allowed", needs=Fact.WALL)
def live_tile_left_for_north(table: Table, event: Bonus) -> Refusal | None:
    """A north wind laid aside needs a live tile, which joins the dead wall."""
    if table.live_left:
        return None
    return Refusal("bonus-not-allowed", f"{event.seat} lays a north wind aside: no live tile is left")


@check(Bonus, codes="bonus-not-allowed", needs=Fact.TURN)
def north_in_riichi_is_the_one_drawn(table: Table, event: Bonus) -> Refusal | None:
    """In riichi the north wind just drawn is laid aside, and none that was held."""
    state = of_the_hand(table)
    if not state.stands(event.seat) or state.drawn is None:
        return None
    words = f"{event.seat} lays a north wind aside in riichi"
    if event.drawn is False:
        return Refusal("bonus-not-allowed", f"{words}: the tile drawn stayed in the hand")
    if state.drawn in (UNKNOWN, NORTH):
        return None
    return Refusal("bonus-not-allowed", f"{words}: {CODES[state.drawn]} was drawn", CODES[NORTH], CODES[state.drawn])


@check(Claim, Mahjong, codes="rob-not-allowed", needs=Fact.TURN)
def north_is_won_as_agreed(table: Table, event: Claim | Mahjong) -> Refusal | None:
    """A north wind is won at once, before it is replaced, and by the hands that may."""
    wins = event.source == "bonus" if type(event) is Mahjong else event.for_ == "mahjong" and _lies_aside(table)
    if not wins or declares_too(table, event):
        return None
    words = f"{event.seat}'s win by a north wind laid aside"
    if not _lies_aside(table):
        return Refusal("rob-not-allowed", f"{words}: none has just been laid aside")
    may, place = table.plan.riichi.north_ron, table.places[event.seat.index]
    if may == "any" or (may == "orphans-winds" and (place.has_unseen or _is_of_majors(place))):
        return None
    why = "only thirteen orphans, four winds or all honors may win it" if may != "none" else "it cannot be won"
    return Refusal("rob-not-allowed", f"{words}: {why}", severity=gravity(table, event), short=why)


def _lies_aside(table: Table) -> bool:
    return table.kong is not None and table.kong.source == "bonus"


def _is_of_majors(place: Place) -> bool:
    """Whether a hand that a north wind completes is of honors, has four sets or pairs of winds, or thirteen orphans."""
    kinds = [*place.known(), *(kind for laid in place.sets for kind in laid.tiles)]
    winds = [kinds.count(wind) + (wind == NORTH) for wind in range(FIRST_HONOR, FIRST_DRAGON)]
    are_honors = all(map(is_honor, kinds))
    are_orphans = not place.sets and all(map(is_major, kinds))
    return are_honors or are_orphans or sum(min(number, 3) for number in winds) >= _TILES_OF_FOUR_WINDS


_TILES_OF_FOUR_WINDS = 11


@check(
    Claim, Expose, Kong, codes="claim-not-open kong-not-allowed", needs=Fact.CLAIMS,
    where=lambda plan: not plan.riichi.north_claim,
)  # fmt: skip
def no_set_of_norths(table: Table, event: Claim | Expose | Kong) -> Refusal | None:
    """Where that was agreed, north winds are not claimed for a set, and make no kong."""
    if type(event) is Kong:
        if NORTH not in [tile.kind for tile in event.tiles]:
            return None
        return Refusal("kong-not-allowed", f"{event.seat}'s kong of north winds: they are laid aside one by one")
    is_for_a_set = event.for_ != "mahjong" if type(event) is Claim else table.winner is None
    discard = table.open_discard
    if not is_for_a_set or discard is None or discard.tile != NORTH:
        return None
    words = f"{event.seat}'s {event.type} of a north wind: it makes no set that is claimed"
    return Refusal("claim-not-open", words, severity=gravity(table, event))


@check(BonusReplacement, codes="replacement-not-due", frame=True, needs=Fact.HAND)
def bonus_replacement_is_due(table: Table, event: BonusReplacement) -> Refusal | None:
    """A bonus tile laid out is replaced once."""
    place = table.places[event.seat.index]
    if place.owed_bonus:
        return None
    return Refusal("replacement-not-due", f"{event.seat}'s bonus-replacement: no bonus tile waits for one")


@check(KongReplacement, codes="replacement-not-due", frame=True, needs=Fact.TURN | Fact.HAND)
def kong_replacement_is_due(table: Table, event: KongReplacement) -> Refusal | None:
    """A kong is replaced once."""
    if table.loose_due is event.seat:
        return None
    return Refusal("replacement-not-due", f"{event.seat}'s kong-replacement: no kong waits for one")


@check(KongReplacement, codes="draw-past-end", needs=Fact.WALL)
def loose_tile_left_for_kong(table: Table, event: KongReplacement) -> Refusal | None:
    """A kong is replaced as long as a loose tile is left."""
    return _no_loose_tile(table, event)


@check(BonusReplacement, codes="draw-past-end", needs=Fact.WALL)
def tile_left_for_bonus(table: Table, event: BonusReplacement) -> Refusal | None:
    """A bonus tile is replaced as long as there is a tile for it; otherwise the hand ends as drawn."""
    if not table.plan.bonus_from_live:
        return _no_loose_tile(table, event)
    if table.live_left:
        return None
    return Refusal("draw-past-end", f"{event.seat}'s bonus-replacement: no live tile is left")


def _no_loose_tile(table: Table, event: KongReplacement | BonusReplacement) -> Refusal | None:
    if table.loose_position(event.seat) is not None:
        return None
    return Refusal("draw-past-end", f"{event.seat}'s {event.type}: no loose tile is left", "washout", event.type)


@check(Discard, codes="bonus-kept", needs=Fact.HAND)
def bonus_laid_out_before_the_discard(table: Table, event: Discard) -> Refusal | None:
    """A flower or season is laid out as soon as it is drawn, a dealt one in the first turn."""
    return _keeps_bonus(table, event)


@check(Discard, codes="bonus-kept", needs=Fact.HAND)
def dealt_bonus_laid_out(table: Table, event: Discard) -> Refusal | None:
    """A flower or season that was dealt is laid out before the first discard."""
    return None if _has_drawn_bonus(table, event) else _keeps_bonus(table, event)


@check(Discard, codes="bonus-kept", needs=Fact.HAND)
def drawn_bonus_laid_out(table: Table, event: Discard) -> Refusal | None:
    """A flower or season that was drawn later is laid out at once."""
    return _keeps_bonus(table, event) if _has_drawn_bonus(table, event) else None


def _has_drawn_bonus(table: Table, event: Discard) -> bool:
    """Whether a bonus tile that the player keeps was drawn after the deal: before the first discard, the last tile."""
    place = table.places[event.seat.index]
    return place.discarded > 0 or (place.last_drawn is not None and is_bonus(place.last_drawn))


def _keeps_bonus(table: Table, event: Discard) -> Refusal | None:
    place = table.places[event.seat.index]
    if not any(place.held[FIRST_BONUS:ANY_FLOWER]) or is_bonus(event.tile.kind):
        return None
    kept = next(kind for kind in range(FIRST_BONUS, ANY_FLOWER) if place.held[kind])
    words = f"{event.seat}'s discard: {event.seat} has {CODES[kept]}, which is to be laid out first"
    return Refusal("bonus-kept", words, CODES[kept], event.tile.value)
