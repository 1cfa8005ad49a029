"""What a complete hand needs besides: a pattern (riichi/win-1), or so much worth as was agreed on."""

from __future__ import annotations

from mjlog.events import FROM_OTHERS, Claim, Mahjong, Show, Source
from mjlog.findings import Refusal
from mjlog.hands import is_complete
from mjlog.rules.registry import check
from mjlog.rules.sets import gravity
from mjlog.rules.win import winning_tile
from mjlog.scoring.from_table import lacking_worth
from mjlog.table import Table
from mjlog.table.facts import Fact
from mjlog.table.plan import TablePlan
from mjlog.tiles import CODES, UNKNOWN


def _with_a_minimum(plan: TablePlan) -> bool:
    return plan.scorer is not None


@check(Claim, Mahjong, codes="no-yaku not-mahjong", needs=Fact.HAND | Fact.MOVES | Fact.CLAIMS, where=_with_a_minimum)
def wins_with_a_pattern(table: Table, event: Claim | Mahjong) -> Refusal | None:
    """A hand wins with the doubles of patterns (dora are none), or the points or doubles, that the rules ask."""
    scorer = table.plan.scorer
    assert scorer is not None
    if type(event) is Claim and event.for_ != "mahjong":
        return None
    source: Source
    if type(event) is Mahjong:
        source, tile = event.source, winning_tile(table, event)
    elif table.kong is not None:
        source, tile = table.kong.source, table.kong.tile
    else:
        source, tile = "discard", table.discard.tile if table.discard is not None else UNKNOWN
    place = table.places[event.seat.index]
    if place.has_unseen or tile == UNKNOWN:
        return None
    counts = list(place.held)
    counts[tile] += source in FROM_OTHERS
    if not is_complete(counts, len(place.sets), forms=table.plan.forms, laid=[one.tiles for one in place.sets]):
        # Of a hand that is not complete, that is told.
        return None
    lack = lacking_worth(table, event.seat, source, tile)
    words = f"{event.seat}'s win with {CODES[tile]}: {lack}"
    return Refusal(scorer.too_little, words, severity=gravity(table, event), short=lack) if lack else None


@check(Show, codes="no-yaku not-mahjong", needs=Fact.HAND | Fact.MOVES | Fact.CLAIMS, part_of="wins_with_a_pattern",
       where=_with_a_minimum)  # fmt: skip
def shown_hand_has_a_pattern(table: Table, event: Show) -> Refusal | None:
    """A hand that nobody saw before is worth what a win needs when it is shown as won."""
    win, place, scorer = table.win_of(event.seat), table.places[event.seat.index], table.plan.scorer
    assert scorer is not None
    if win is None or win.tile in (None, UNKNOWN) or not place.unknown:
        return None
    shown = table.shown_counts(event)
    laid = [laid_set.tiles for laid_set in place.sets]
    # That the tile it won with is not in the hand is told by another rule.
    if shown[UNKNOWN] or not shown[win.tile] or sum(shown) != place.size or not is_complete(
        shown, len(laid), forms=table.plan.forms, laid=laid
    ):  # fmt: skip
        return None
    before = table.copy()
    seen = before.places[event.seat.index]
    seen.held, seen.unknown = shown, 0
    if win.source in FROM_OTHERS:
        seen.held[win.tile] -= 1
    lack = lacking_worth(before, event.seat, win.source, win.tile)
    return Refusal(scorer.too_little, f"{event.seat} shows the hand that won: {lack}") if lack else None
