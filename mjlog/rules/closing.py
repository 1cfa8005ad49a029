"""The end of a hand: wash-outs, hands shown, and that scores and payments come after it."""

from __future__ import annotations

from mjlog.events import Score, Settlement, Show, Washout
from mjlog.findings import Refusal
from mjlog.rules.claim import is_run
from mjlog.rules.registry import check
from mjlog.seats import SEATS
from mjlog.table import Table
from mjlog.table.state import A_DRAW, CLOSING, DONE
from mjlog.tiles import CODES, KINDS, UNKNOWN


@check(Washout, codes="washout-too-early out-of-place")
def washed_out_when_nothing_can_be_drawn(table: Table, event: Washout) -> Refusal | None:
    """A hand is drawn when a tile is due and none is left."""
    if not table.in_play:
        return Refusal("out-of-place", "a wash-out outside a hand")
    if event.reason not in (None, "", "wall exhausted"):
        return None
    if table.gaps or table.depth != "full" or not table.wall.sure or not table.sure_turn:
        return None
    if _nothing_to_draw(table):
        return None
    left = table.live_left
    why = f"{left} live tile(s) are left" if left else f"{table.turn} has not discarded"
    return Refusal("washout-too-early", f"the hand is called drawn: {why}", 0, left)


def _nothing_to_draw(table: Table) -> bool:
    owed = any(place.owed_bonus for place in table.places)
    if table.loose_due is not None or (owed and not table.plan.bonus_from_live):
        return table.loose_left == 0 or table.live_left == 0
    return table.live_left == 0 and (owed or table.due == A_DRAW)


@check(Show, Score, Settlement, codes="out-of-place")
def after_the_end(table: Table, event: Show | Score | Settlement) -> Refusal | None:
    """Hands are shown, scored and paid after the win or the wash-out."""
    if table.due in (CLOSING, DONE) or not table.sure_claims:
        return None
    return Refusal("out-of-place", f"a {event.type} before the hand is won or drawn")


@check(Settlement, codes="out-of-place")
def paid_once(table: Table, event: Settlement) -> Refusal | None:
    """A hand is paid once."""
    if table.settlement is None:
        return None
    return Refusal("out-of-place", f"a second settlement of hand {table.hand}")


@check(Show, Score, codes="out-of-place")
def once_per_player(table: Table, event: Show | Score) -> Refusal | None:
    """Each player shows, and scores, once."""
    shown = table.places[event.seat.index].shown is not None
    again = event.seat in table.scores if type(event) is Score else shown
    return Refusal("out-of-place", f"a second {event.type} of {event.seat}") if again else None


@check(Settlement, codes="out-of-place")
def all_scores_announced(table: Table, event: Settlement) -> Refusal | None:
    """Where a record writes down every score, all players have announced theirs before anybody pays."""
    if "score" not in table.every or table.winner is None:
        return None
    silent = [seat for seat in SEATS if seat not in table.scores and seat in table.players]
    if not silent:
        return None
    return Refusal("out-of-place", f"the settlement comes before {silent[0]}'s score", seat=silent[0])


@check(Score, codes="out-of-place")
def shown_before_scored(table: Table, event: Score) -> Refusal | None:
    """Where a record writes down every hand shown, a hand is shown before it is scored."""
    place = table.places[event.seat.index]
    if "show" not in table.every or table.winner is None or place.shown is not None or not place.sure:
        return None
    if not place.size:
        return None
    return Refusal("out-of-place", f"{event.seat}'s score: {event.seat} has not shown {place.size} concealed tiles")


@check(Show, codes="not-a-set")
def shown_sets_are_sets(table: Table, event: Show) -> Refusal | None:
    """What is laid down as a set is one: a chow, a pung, a kong, a pair, or a whole special hand."""
    for part, tiles in enumerate(event.sets or ()):
        kinds = tuple(sorted(tile.kind for tile in tiles))
        alike = len(set(kinds)) == 1 and 2 <= len(kinds) <= 4
        if not (alike or UNKNOWN in kinds or (len(kinds) == 3 and is_run(kinds)) or len(kinds) >= 13):
            words = f"{event.seat} lays down {' '.join(CODES[kind] for kind in kinds)}: that is no set"
            return Refusal("not-a-set", words, part=part)
    return None


@check(Show, codes="shown-hand-differs")
def shown_hand_is_the_hand(table: Table, event: Show) -> Refusal | None:
    """The tiles laid down are the concealed tiles: as many, and the known ones among them."""
    place = table.places[event.seat.index]
    if not place.sure or table.gaps or table.depth == "result" or table.due not in (CLOSING, DONE):
        return None
    sets, rest = table.shown_tiles(event)
    shown = [0] * KINDS
    for kind in (*(kind for tiles in sets for kind in tiles), *rest):
        shown[kind] += 1
    if not place.unknown and shown == place.held:
        return None
    size = sum(shown)
    if size != place.size:
        return Refusal(
            "shown-hand-differs",
            f"{event.seat} shows {size} concealed tiles: {event.seat} has {place.size}",
            place.size,
            size,
            part=len(sets) if rest else None,
        )
    for kind in range(KINDS - 1):
        new = shown[kind] - place.held[kind]
        if new < 0 and shown[UNKNOWN] < -new:
            return Refusal(
                "shown-hand-differs",
                f"{event.seat} does not show {CODES[kind]}, which {event.seat} has",
                place.held[kind],
                shown[kind],
                part=_part_of(event, kind),
            )
        too_many = table.sure_copies and table.seen[kind] + new > table.plan.copies[kind]
        if new > 0 and (not place.unknown or too_many):
            return Refusal(
                "shown-hand-differs",
                f"{event.seat} shows {CODES[kind]}, which {event.seat} cannot have",
                place.held[kind],
                shown[kind],
                part=_part_of(event, kind),
            )
    return None


def _part_of(event: Show, kind: int) -> int | None:
    sets = event.sets or ()
    for part, tiles in enumerate(sets):
        if any(tile.kind == kind for tile in tiles):
            return part
    return len(sets) if event.rest is not None else None
