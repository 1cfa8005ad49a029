"""Flowers and seasons: when they are laid out, and their replacements."""

from __future__ import annotations

from mjlog.events import Bonus, BonusReplacement, Discard, KongReplacement
from mjlog.findings import Refusal
from mjlog.rules.registry import check
from mjlog.table import Table
from mjlog.table.facts import Fact
from mjlog.table.state import A_DISCARD
from mjlog.tiles import ANY_FLOWER, CODES, FIRST_BONUS, UNKNOWN, is_bonus


@check(Bonus, codes="not-a-bonus", frame=True)
def only_bonus_tiles_laid_out(table: Table, event: Bonus) -> Refusal | None:
    """Only flowers and seasons are laid out."""
    for part, tile in enumerate(event.tiles):
        if not is_bonus(tile.kind) and tile.kind not in (UNKNOWN, ANY_FLOWER):
            return Refusal("not-a-bonus", f"{event.seat} lays out {CODES[tile.kind]}: it is no bonus tile", part=part)
    return None


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
    if table.loose_position is not None:
        return None
    return Refusal("draw-past-end", f"{event.seat}'s {event.type}: no loose tile is left", "washout", event.type)


@check(Discard, codes="bonus-kept", needs=Fact.HAND)
def bonus_laid_out_before_the_discard(table: Table, event: Discard) -> Refusal | None:
    """A flower or season is laid out as soon as it is drawn, a dealt one in the first turn."""
    place = table.places[event.seat.index]
    if not any(place.held[FIRST_BONUS:ANY_FLOWER]) or is_bonus(event.tile.kind):
        return None
    kept = next(kind for kind in range(FIRST_BONUS, ANY_FLOWER) if place.held[kind])
    words = f"{event.seat}'s discard: {event.seat} has {CODES[kept]}, which is to be laid out first"
    return Refusal("bonus-kept", words, CODES[kept], event.tile.value)
