"""Winning: the complete hand, the winning tile, and dangerous discards."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from mjlog.events import FROM_OTHERS, Claim, Expose, Mahjong, Show
from mjlog.findings import Refusal
from mjlog.hands import PLAIN, Forms, can_complete, is_complete
from mjlog.hands.special import forms_by_claim
from mjlog.rules.registry import by_sets, check
from mjlog.rules.sets import gravity
from mjlog.seats import Seat
from mjlog.table import Place, Table
from mjlog.table.closing import declares_too
from mjlog.table.danger import as_shown, judge_supply, may_be_thirteen_wonders
from mjlog.table.facts import Fact
from mjlog.table.ready_call import counts_shown
from mjlog.table.state import A_DISCARD, Discarded, KongMade
from mjlog.table.unseen import all_copies_for, can_have_drawn, learned_draw, named_draw
from mjlog.text import counted
from mjlog.tiles import CODES, HAND_TILES, NORTH, UNKNOWN, format_sorted


def winning_tile(table: Table, event: Mahjong) -> int:
    """The tile that this win is completed by, as the table shows it, before the win is applied."""
    if table.win is not None and declares_too(table, event) and table.win.tile is not None:
        return table.win.tile
    if event.source == "discard":
        return table.tile_to_win
    if event.source in FROM_OTHERS:
        return table.kong.tile if table.kong is not None else UNKNOWN
    drawn = table.places[event.seat.index].last_drawn
    return UNKNOWN if drawn is None or event.source == "deal" else drawn


def own_tiles(table: Table, event: Mahjong) -> tuple[list[int], int]:
    """The winner's known tiles per kind, and the number of unseen ones; a tile named as just drawn is known by that."""
    place, named = table.places[event.seat.index], learned_draw(table, event)
    counts, unknown = list(place.held), place.unknown
    if named != UNKNOWN:
        counts[named] += 1
        unknown -= 1
    return counts, unknown


_OWN_SOURCES = ("wall", "loose", "deal", "exchange")


@check(Mahjong, codes="out-of-turn", frame=True, needs=Fact.TURN)
def self_drawn_win_in_turn(table: Table, event: Mahjong) -> Refusal | None:
    """A player wins with a tile of their own before discarding."""
    if event.source not in _OWN_SOURCES:
        return None
    if table.due == A_DISCARD and event.seat is table.turn:
        return None
    why = f"it is {table.turn}'s turn" if event.seat is not table.turn else f"{event.seat} has not taken a tile"
    words = f"{event.seat}'s win from the {event.source}: {why}"
    return Refusal("out-of-turn", words, table.turn.value, event.seat.value)


@check(Mahjong, codes="mahjong-tile-wrong", frame=True)
def winning_tile_is_the_last(table: Table, event: Mahjong) -> Refusal | None:
    """The winning tile is the one just drawn, discarded or robbed, and came from there."""
    if event.source == "bonus" and NORTH not in table.plan.aside:
        words = f"{event.seat}'s win with a tile laid aside: none is laid aside in this game that can be won"
        return Refusal("mahjong-tile-wrong", words, found=event.source)
    due = winning_tile(table, event)
    kind = event.tile.kind if event.tile is not None else UNKNOWN
    if kind not in (UNKNOWN, due) and due != UNKNOWN:
        return Refusal(
            "mahjong-tile-wrong",
            f"{event.seat} wins with {CODES[kind]}: the tile taken last is {CODES[due]}",
            CODES[due],
            CODES[kind],
        )
    named = named_draw(table, event)
    if named != UNKNOWN and not can_have_drawn(table, table.places[event.seat.index], named):
        words = f"{event.seat} wins with {CODES[named]}: the tile taken last, which nobody saw, cannot have been one"
        return Refusal("mahjong-tile-wrong", words, found=CODES[named])
    return None


_BEFORE_A_WIN = Fact.TURN | Fact.MOVES


@check(Mahjong, codes="mahjong-tile-wrong", frame=True, needs=_BEFORE_A_WIN | Fact.DRAWS,
       part_of="winning_tile_is_the_last")  # fmt: skip
def winning_tile_came_from_there(table: Table, event: Mahjong) -> Refusal | None:
    """The winning tile comes from where it is said to: the live wall, the loose tiles, the deal."""
    source = event.source
    if source in (*FROM_OTHERS, "exchange") or table.whence == "exchange" or (source == "deal" and table.discards):
        return None
    if not table.discards:
        # A dealt hand may have been completed by a loose tile only where one was taken.
        taken = source != "loose" or table.whence == "loose"
        fits = event.seat is Seat.E and taken
    else:
        fits = table.whence == source
    if fits:
        return None
    came = (
        "its hand was dealt" if source == "loose" and not table.discards else f"the tile came from the {table.whence}"
    )
    return Refusal("mahjong-tile-wrong", f"{event.seat}'s win from the {source}: {came}", table.whence, source)


@check(Mahjong, codes="mahjong-tile-wrong", frame=True, needs=_BEFORE_A_WIN, part_of="winning_tile_is_the_last")
def dealt_hand_wins_before_the_first_discard(table: Table, event: Mahjong) -> Refusal | None:
    """A hand that wins as it was dealt wins before anybody has passed tiles on, or discarded."""
    has_passed = table.passing is not None and table.passing.begun
    if event.source != "deal" or not (table.discards or has_passed) or table.whence == "exchange":
        return None
    came = f"the tile came from the {table.whence}" if table.discards else "tiles have been passed on since"
    words = f"{event.seat}'s win from the deal: {came}"
    return Refusal("mahjong-tile-wrong", words, table.whence, event.source)


@check(Mahjong, codes="mahjong-tile-wrong", frame=True, needs=_BEFORE_A_WIN, part_of="winning_tile_is_the_last")
def exchanged_joker_counts_as_drawn(table: Table, event: Mahjong) -> Refusal | None:
    """A win by a joker just exchanged counts as drawn, and may be called so."""
    if event.source in FROM_OTHERS or "exchange" not in (event.source, table.whence):
        return None
    if table.whence == "exchange" and event.source in ("exchange", "wall"):
        return None
    words = f"{event.seat}'s win from the {event.source}: the tile taken last came from the {table.whence}"
    return Refusal("mahjong-tile-wrong", words, table.whence, event.source)


@check(Mahjong, codes="not-mahjong", needs=Fact.HAND | Fact.MOVES)
def drawn_hand_is_complete(table: Table, event: Mahjong) -> Refusal | None:
    """Who declares mahjong with an own tile has a complete hand."""
    if event.source not in _OWN_SOURCES:
        return None
    place = table.places[event.seat.index]
    return _judge_complete(table, place, *own_tiles(table, event))


@check(Claim, Mahjong, codes="not-mahjong", needs=Fact.HAND | Fact.MOVES | Fact.CLAIMS)
def discard_completes_the_hand(table: Table, event: Claim | Mahjong) -> Refusal | None:
    """Who claims a discard for mahjong has a complete hand with it."""
    return _judge_claimed(table, event) if not _takes_from_a_kong(table, event) else None


@check(Claim, Mahjong, codes="not-mahjong", needs=Fact.HAND | Fact.MOVES | Fact.CLAIMS | Fact.TURN)
def robbed_tile_completes_the_hand(table: Table, event: Claim | Mahjong) -> Refusal | None:
    """Who robs a kong has a complete hand with its tile."""
    return _judge_claimed(table, event) if _takes_from_a_kong(table, event) else None


def _takes_from_a_kong(table: Table, event: Claim | Mahjong) -> bool:
    return event.source in ("kong", "bonus") if type(event) is Mahjong else table.kong is not None


def _judge_claimed(table: Table, event: Claim | Mahjong) -> Refusal | None:
    place = table.places[event.seat.index]
    if type(event) is Mahjong:
        tile = winning_tile(table, event) if event.source not in _OWN_SOURCES else UNKNOWN
    elif event.for_ != "mahjong":
        return None
    elif table.kong is not None:
        tile = table.kong.tile
    else:
        tile = table.tile_to_win if table.open_discard is not None else UNKNOWN
    if tile == UNKNOWN:
        return None
    counts = list(place.held)
    counts[tile] += 1
    forms = [forms_by_claim(plan.forms, tile) for plan in table.plans]
    return _judge_complete(table, place, counts, place.unknown, gravity(table, event), forms)


def _judge_complete(
    table: Table,
    place: Place,
    counts: list[int],
    unknown: int,
    severity: str | None = None,
    each: Sequence[Forms] | None = None,
) -> Refusal | None:
    """Refuses a hand that is complete in none of these forms, by default those that the hand may be played by."""
    each = [plan.forms for plan in table.plans] if each is None else each
    if any(_can_be(table, place, counts, unknown, forms) for forms in each):
        return None
    forms = each[0]
    chows = range(forms.chows + 1, PLAIN.chows + 1)
    needed = next((most for most in chows if _can_be(table, place, counts, unknown, replace(forms, chows=most))), None)
    why = "" if needed is None else f": it needs {counted(needed, 'chow')}, and may have {forms.chows or 'none'}"
    hand = f"{format_sorted(counts)} with {counted(len(place.sets), 'set')} on the table"
    return Refusal("not-mahjong", f"{place.seat}'s hand {hand} is not complete{why}", severity=severity)


def _can_be(table: Table, place: Place, counts: list[int], unknown: int, forms: Forms) -> bool:
    """Whether the hand is complete, or can be with tiles that nobody saw."""
    sets, laid = len(place.sets), [laid_set.tiles for laid_set in place.sets]
    if unknown:
        return can_complete(counts, unknown, sets, all_copies_for(table, place), forms=forms, laid=laid)
    return is_complete(counts, sets, forms=forms, laid=laid)


@check(Show, codes="not-mahjong", needs=Fact.HAND)
def winner_shows_a_complete_hand(table: Table, event: Show) -> Refusal | None:
    """The winner lays down a complete hand."""
    place = table.places[event.seat.index]
    if table.declared_by(event.seat) is None or event.seat in table.no_wins or not place.unknown:
        return None
    counts = counts_shown(*table.shown_tiles(event))
    if counts[UNKNOWN] or sum(counts) != place.size:
        # A hand that is not shown whole is another fault.
        return None
    return _judge_complete(table, place, counts, 0)


@check(Show, codes="not-mahjong", part_of="winner_shows_a_complete_hand", where=by_sets)
def winner_shows_sets_and_a_pair(table: Table, event: Show) -> Refusal | None:
    """The winner lays down a complete hand, also where nobody followed it, and sets lie beside it that nobody saw."""
    place = table.places[event.seat.index]
    if table.declared_by(event.seat) is None or event.seat in table.no_wins:
        return None
    if not place.has_unseen:
        return None
    sets, rest = table.shown_tiles(event)
    laid = [*(laid_set.tiles for laid_set in place.sets), *(tiles for tiles in sets if len(tiles) == _KONG)]
    counts = counts_shown([tiles for tiles in sets if len(tiles) != _KONG], rest)
    unseen = (HAND_TILES - sum(counts)) // 3 - len(laid)
    if counts[UNKNOWN] or sum(counts) % 3 != 2 or unseen < 0:
        return None
    whole = [*laid, *[()] * unseen]
    if any(is_complete(counts, len(whole), forms=plan.forms, laid=whole) for plan in table.plans):
        return None
    return Refusal("not-mahjong", f"{event.seat} shows {format_sorted(counts)}, which is not complete")


_KONG = 4


@check(Expose, Mahjong, codes="danger-misjudged", needs=Fact.CLAIMS | Fact.MOVES)
def danger_as_recorded(table: Table, event: Expose | Mahjong) -> Refusal | None:
    """Whether the claimed tile was a dangerous discard, and whether there was a choice, is as recorded."""
    if event.dangerous == "unclear" or (event.dangerous is None and "dangerous" not in table.every):
        return None
    supplied: KongMade | Discarded | None = table.discard if table.winner is None else None
    if type(event) is Mahjong and event.source != "discard":
        supplied = table.kong if event.source == "kong" else None
    if supplied is None:
        return None
    supplier, tile = supplied.seat, supplied.tile
    place = table.places[event.seat.index]
    laid_open = not (type(event) is Mahjong and may_be_thirteen_wonders(place)) and getattr(event, "kind", "") != "kong"
    if table.plan.danger.by_winning_tile:
        laid_open = type(event) is Mahjong and event.source == "discard"
    judged = judge_supply(table, event.seat, supplier, tile) if laid_open else None
    if judged in ("unknown", event.dangerous):
        return None
    words = f"{supplier}'s {CODES[tile]}, taken by {event.seat}, was "
    words += (
        "no dangerous discard"
        if judged is None
        else f"a dangerous discard, with {judged.replace('no-choice', 'no choice')}"
    )
    return Refusal("danger-misjudged", words, judged, event.dangerous, part="dangerous")


@check(Show, codes="danger-misjudged", part_of="danger_as_recorded")
def danger_as_shown(table: Table, event: Show) -> Refusal | None:
    """Whether there was a choice is as recorded, too, where the hand that is shown now tells it."""
    for fed in table.fed:
        if fed.supplier is event.seat and fed.judged == "unknown" and fed.stated in ("choice", "no-choice"):
            judged = as_shown(table, fed, counts_shown(*table.shown_tiles(event)))
            if judged not in ("unknown", fed.stated):
                words = f"{fed.supplier}'s {CODES[fed.tile]}, taken by {fed.claimer}, was a dangerous discard, with "
                words += f"{judged.replace('no-choice', 'no choice')}, as the hand shows"
                return Refusal("danger-misjudged", words, judged, fed.stated)
    return None
