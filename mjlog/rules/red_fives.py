"""Red fives: tiles of their own, of which there are so many; in all else they are fives."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from mjlog.events import FROM_OTHERS, Deal, Discard, Draw, Expose, Indicator, Kong, KongReplacement, Mahjong, Show, Wall
from mjlog.findings import Refusal
from mjlog.rules.registry import check, with_riichi
from mjlog.table import Place, Table
from mjlog.table.facts import Fact
from mjlog.table.plan import TablePlan
from mjlog.table.riichi import SUITS
from mjlog.table.riichi_moves import added_face, of_the_hand
from mjlog.table.unseen import (
    FIVES,
    copies_left,
    copies_of_face,
    faces_of,
    faces_shown,
    has_seen_all_of,
    hides_a_five,
    reds_among,
)
from mjlog.tiles import CODES, KINDS, RED_FIVES, TILES, UNKNOWN, kind_of

_COPIES = 4
_RED = frozenset(TILES[face] for face in RED_FIVES)
_OfOneTile = Draw | Discard | KongReplacement | Indicator
_OfTiles = Deal | Expose | Kong | Show | Wall


def reds_played(table: Table) -> Sequence[int]:
    """How many fives of each suit are red."""
    return table.plan.riichi.red_fives


@check(Draw, Discard, KongReplacement, Indicator, codes="tile-not-in-set too-many-copies", frame=True,
       part_of="red_fives_are_in_play")  # fmt: skip
def red_five_is_in_play(table: Table, event: _OfOneTile) -> Refusal | None:
    """A red five is seen where it is played with."""
    return None if event.tile not in _RED else _too_many(table, event, [event.tile.face])


@check(Deal, Expose, Kong, Show, Wall, codes="tile-not-in-set too-many-copies", frame=True)
def red_fives_are_in_play(table: Table, event: _OfTiles) -> Refusal | None:
    """Red fives are seen where they are played with, and no more of them, or of plain fives, than there are."""
    tiles = event.tiles if not isinstance(event, Show) else [*chain(*(event.sets or ()), event.rest or ())]
    played = reds_played(table)
    if (len(tiles) < _COPIES or not any(played)) and _RED.isdisjoint(tiles):
        return None
    return _too_many(table, event, [tile.face for tile in tiles])


def _too_many(table: Table, event: _OfOneTile | _OfTiles, faces: Sequence[int]) -> Refusal | None:
    """What is wrong with the fives among the tiles of an event: red or plain, there are only so many."""
    for suit, played in zip(SUITS, reds_played(table), strict=True):
        reds, plains, most = faces.count(RED_FIVES[suit]), faces.count(FIVES[suit]), _COPIES - played
        if reds <= played and (plains <= most or not played):
            continue
        red, plain = CODES[RED_FIVES[suit]], CODES[FIVES[suit]]
        if not played:
            return Refusal("tile-not-in-set", f"{_who(event)} has {red}: the game is played without it")
        if reds > played:
            words = f"{_who(event)} has {reds} {red}: there are {played}"
            return Refusal("too-many-copies", words, played, reds)
        words = f"{_who(event)} has {plains} {plain}: there are {most} beside the red ones"
        return Refusal("too-many-copies", words, most, plains)
    return None


def _who(event: _OfOneTile | _OfTiles) -> str:
    seat = getattr(event, "seat", None)
    return f"{seat}'s {event.type}" if seat is not None else f"the {event.type}"


@check(Draw, KongReplacement, Indicator, codes="too-many-copies", needs=Fact.COPIES | Fact.MOVES)
def red_fives_come_up_as_often_as_there_are(table: Table, event: Draw | KongReplacement | Indicator) -> Refusal | None:
    """No red five, and no plain one, comes up once all of them were seen."""
    if event.tile.kind not in FIVES:
        return None
    face, copies = event.tile.face, copies_of_face(table, event.tile.face)
    if not any(reds_played(table)) or not has_seen_all_of(table, face) or table.has_seen_all(event.tile.kind):
        # That all four were seen is told by the rule of all tiles.
        return None
    words = f"{_who(event)} of {event.tile}: all {copies} of it were seen before"
    return Refusal("too-many-copies", words, copies, copies + 1)


@check(Draw, KongReplacement, codes="not-the-wall-tile")
def red_five_lies_in_the_wall(table: Table, event: Draw | KongReplacement) -> Refusal | None:
    """Whether a five drawn is red is as it lies in the wall."""
    kind = event.tile.kind
    if kind not in FIVES or table.wall.faces is None:
        return None
    lies = table.live_position if type(event) is Draw else table.loose_position
    due = table.wall.face_at(lies(event.seat))
    if kind_of(due) != kind or due == event.tile.face or (due, event.tile.face) in table.wall.displaced:
        return None
    words = f"{_who(event)} of {event.tile}: the next tile there is {CODES[due]}"
    return Refusal("not-the-wall-tile", words, CODES[due], event.tile.value)


def _with_red_fives(plan: TablePlan) -> bool:
    return any(plan.riichi.red_fives)


@check(Discard, Kong, Expose, codes="tile-not-held set-not-held too-many-copies", frame=True, needs=Fact.HAND,
       where=_with_red_fives)  # fmt: skip
def red_five_is_held(table: Table, event: Discard | Kong | Expose) -> Refusal | None:
    """A red five leaves the hand that has it, and a plain one likewise."""
    if type(event) is Discard and event.tile.kind not in FIVES:
        return None
    if table.winner is not None:
        return None
    place = table.places[event.seat.index]
    faces = _out_of_the_hand(table, place, event)
    for suit in SUITS:
        for face in (RED_FIVES[suit], FIVES[suit]):
            wanted = faces.count(face)
            if wanted and wanted > _most_held(table, place, suit, face):
                # Whether it has a five at all is asked by other rules.
                code = "tile-not-held" if type(event) is Discard or _is_added(event) else "set-not-held"
                words = f"{event.seat}'s {event.type} with {CODES[face]}: {event.seat} does not have it"
                return Refusal(code, words, part=0)
    return None


def _is_added(event: Discard | Kong | Expose) -> bool:
    return type(event) is Kong and event.kind == "added"


def _out_of_the_hand(table: Table, place: Place, event: Discard | Kong | Expose) -> list[int]:
    if isinstance(event, Discard):
        return [event.tile.face]
    faces = faces_of(event.tiles)
    if _is_added(event) and faces:
        pung = next((laid for laid in place.sets if laid.kind == "pung" and laid.tiles[0] == kind_of(faces[0])), None)
        return [added_face(pung.reds, faces)] if pung is not None else []
    latest = table.discard
    if isinstance(event, Expose) and latest is not None:
        if latest.face in faces:
            faces.remove(latest.face)
        elif latest.tile in map(kind_of, faces):
            return []
    return faces


def _most_held(table: Table, place: Place, suit: int, face: int) -> int:
    """How many tiles of this face the hand can have."""
    if hides_a_five(place, suit):
        return place.held[FIVES[suit]] + place.most_unknown
    known = table.riichi.reds[place.seat.index][suit] if table.riichi is not None else 0
    if face not in RED_FIVES:
        known = place.held[FIVES[suit]] - known
    if not place.has_unseen:
        return max(known, 0) if place.held[FIVES[suit]] else KINDS
    return known + min(place.most_unknown, copies_left(table, FIVES[suit]) + place.held[FIVES[suit]])


@check(Expose, codes="claim-not-open", needs=Fact.CLAIMS, where=with_riichi)
def claimed_five_is_the_one_discarded(table: Table, event: Expose) -> Refusal | None:
    """Of a set around a five that was discarded, the five is red, or not, as it was discarded."""
    latest, faces = table.discard, faces_of(event.tiles)
    if latest is None or table.winner is not None or latest.tile not in FIVES:
        return None
    if UNKNOWN in faces or latest.face in faces or latest.tile not in map(kind_of, faces):
        return None
    laid = " ".join(CODES[face] for face in faces)
    words = f"{event.seat} lays down {laid}: the discard is {CODES[latest.face]}"
    return Refusal("claim-not-open", words, CODES[latest.face], part=0)


@check(Mahjong, codes="mahjong-tile-wrong", frame=True, where=with_riichi)
def winning_five_is_the_one_taken(table: Table, event: Mahjong) -> Refusal | None:
    """The winning five is red, or not, as it was drawn, discarded or robbed."""
    state = of_the_hand(table)
    if event.tile is None or event.tile.kind not in FIVES:
        return None
    due = state.face if event.source in FROM_OTHERS else state.drawn
    if due is None or kind_of(due) != event.tile.kind or due == event.tile.face:
        return None
    words = f"{event.seat} wins with {event.tile}: the tile taken last is {CODES[due]}"
    return Refusal("mahjong-tile-wrong", words, CODES[due], event.tile.value)


@check(Show, codes="shown-hand-differs", frame=True, needs=Fact.HAND | Fact.HANDS, where=_with_red_fives)
def red_fives_shown_are_those_held(table: Table, event: Show) -> Refusal | None:
    """A hand laid down has the red fives that its player is known to have, and where all is known no others."""
    state, place = of_the_hand(table), table.places[event.seat.index]
    faces, known = faces_shown(table, event), state.reds[event.seat.index]
    if len(faces) != place.size or UNKNOWN in faces:
        return None
    shown = reds_among(faces)
    for suit in SUITS:
        fives = sum(1 for face in faces if kind_of(face) == FIVES[suit])
        exact = not place.has_unseen and fives == place.held[FIVES[suit]] and not hides_a_five(place, suit)
        if (exact and shown[suit] != known[suit]) or (shown[suit] < known[suit] <= fives):
            words = f"{event.seat} shows {shown[suit]} {CODES[RED_FIVES[suit]]}: {event.seat} has {known[suit]}"
            return Refusal("shown-hand-differs", words, known[suit], shown[suit])
    return None


@check(Discard, codes="tile-not-held", needs=Fact.TURN, where=with_riichi)
def drawn_tile_is_the_one_discarded(table: Table, event: Discard) -> Refusal | None:
    """What is said to be discarded as it was drawn is the tile that was drawn."""
    state = of_the_hand(table)
    if not event.drawn or event.seat is not table.turn:
        return None
    if state.drawn is None:
        # Who has claimed a set has drawn nothing; East's first tile may be one of the deal (riichi/deal-1).
        if not any(laid_set.claimed_from is not None for laid_set in table.places[event.seat.index].sets):
            return None
        words = f"{event.seat}'s discard of {event.tile} as it was drawn: the turn began with a claim"
        return Refusal("tile-not-held", words)
    if UNKNOWN in (state.drawn, event.tile.kind) or state.drawn == event.tile.face:
        return None
    words = f"{event.seat}'s discard of {event.tile} as it was drawn: {CODES[state.drawn]} was drawn"
    return Refusal("tile-not-held", words, CODES[state.drawn], event.tile.value)


@check(Discard, codes="tile-not-held", needs=Fact.TURN | Fact.HAND, part_of="drawn_tile_is_the_one_discarded",
       where=with_riichi)  # fmt: skip
def kept_tile_was_held_before(table: Table, event: Discard) -> Refusal | None:
    """What is said not to be the tile drawn was in the hand before that."""
    state, place = of_the_hand(table), table.places[event.seat.index]
    if event.drawn is not False or state.drawn != event.tile.face or event.seat is not table.turn:
        return None
    if state.drawn == UNKNOWN or place.has_unseen or state.stands(event.seat):
        return None
    kind = event.tile.kind
    held = place.held[kind]
    if kind in FIVES:
        reds = state.reds[place.seat.index][FIVES.index(kind)]
        held = reds if event.tile.face != kind else held - reds
    if held != 1:
        return None
    words = f"{event.seat}'s discard of {event.tile} out of the hand: the only one is the tile just drawn"
    return Refusal("tile-not-held", words)
