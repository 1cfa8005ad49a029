"""Tiles laid aside, flowers and seasons or the north winds of three players: when, and their replacements."""

from __future__ import annotations

from mjlog.events import Bonus, BonusReplacement, Claim, Discard, Expose, Kong, KongReplacement, Mahjong
from mjlog.findings import Refusal
from mjlog.rules.registry import check
from mjlog.rules.sets import gravity
from mjlog.table import Place, Table
from mjlog.table.closing import declares_too
from mjlog.table.facts import Fact
from mjlog.table.riichi_moves import of_the_hand
from mjlog.table.state import A_DISCARD
from mjlog.tiles import (
    ANY_FLOWER,
    CODES,
    FIRST_BONUS,
    FIRST_DRAGON,
    FIRST_HONOR,
    NORTH,
    UNKNOWN,
    is_bonus,
    is_honor,
    is_major,
)


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
