"""Legal moves where riichi is played: red fives apart, declarations, indicators, hands that are ended."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence

from mjlog import events as ev
from mjlog.rules.abortive import ABORTS_BY_THEMSELVES, lacks_for_nine_terminals, nagashi_seats
from mjlog.seats import Seat
from mjlog.table import Place, Table
from mjlog.table.plan import ABORTS
from mjlog.table.red_fives import FIVES
from mjlog.table.stakes import EXHAUSTIVE, NAGASHI
from mjlog.tiles import PLAIN_KINDS, RED_FIVES, TILES, UNKNOWN, Tile, kind_of

_SEQ = 1
_BACK = TILES[UNKNOWN]


def faces_possible(table: Table, place: Place, kinds: Sequence[int]) -> list[int]:
    """The faces that a player may have of these kinds: of fives the red one, the plain one, or both."""
    state, plan = table.riichi, table.plan.riichi
    if state is None:
        return list(kinds)
    found = []
    for kind in kinds:
        if kind not in FIVES or not plan.red_fives[FIVES.index(kind)]:
            found.append(kind)
            continue
        suit = FIVES.index(kind)
        reds = state.reds[place.seat.index][suit]
        found += [kind] if place.held[kind] > reds or place.has_unseen else []
        found += [RED_FIVES[suit]] if reds or place.has_unseen else []
    return found


@functools.cache
def discards_of(seat: Seat, face: int, riichi: bool) -> ev.Discard:
    """A tile discarded, silently or with riichi."""
    return ev.Discard(seq=_SEQ, seat=seat, tile=TILES[face], riichi=riichi or None)


def kong_tiles(table: Table, place: Place, kind: int, manner: str) -> tuple[Tile, ...]:
    """The tiles of a kong that a player would make; of fives those that are red with it."""
    plan = table.plan.riichi
    if kind not in FIVES or not any(plan.red_fives):
        return (TILES[kind],) * 4
    suit = FIVES.index(kind)
    if manner == "concealed":
        reds = plan.red_fives[suit]
    else:
        pung = next((one for one in place.sets if one.kind == "pung" and one.tiles[0] == kind), None)
        laid, held = pung.reds if pung is not None else 0, table.riichi.reds[place.seat.index][suit]  # type: ignore[union-attr]
        reds = laid + held
    return tuple(TILES[face] for face in (*[kind] * (4 - reds), *[RED_FIVES[suit]] * reds))


def kongs(table: Table, place: Place, fours: Sequence[int], singles: Sequence[int]) -> Iterator[ev.Kong]:
    """The kongs out of a hand: of kinds of which it can have four, and of its pungs."""
    seat = place.seat
    for kind in (kind for kind in fours if kind < PLAIN_KINDS):
        tiles = kong_tiles(table, place, kind, "concealed")
        yield ev.Kong(seq=_SEQ, seat=seat, kind="concealed", tiles=tiles)
    for kind in place.pungs:
        if kind in singles:
            yield ev.Kong(seq=_SEQ, seat=seat, kind="added", tiles=kong_tiles(table, place, kind, "added"))


def exposures(table: Table, sets: Sequence[ev.Expose]) -> Iterator[ev.Expose]:
    """Claimed sets with the tile as it was discarded; with a red five of the hand and without."""
    discard, plan = table.discard, table.plan.riichi
    for one in sets:
        kinds = [tile.kind for tile in one.tiles]
        five = next((kind for kind in kinds if kind in FIVES), None)
        if discard is None or table.plan.family.red_fives is None or five is None or discard.tile == UNKNOWN:
            yield one
            continue
        yield from _with_reds(one, kinds, five, discard.face, plan.red_fives[FIVES.index(five)])


def _with_reds(one: ev.Expose, kinds: list[int], five: int, claimed: int, most: int) -> Iterator[ev.Expose]:
    rest = list(kinds)
    rest.remove(kind_of(claimed))
    number, red = rest.count(five), RED_FIVES[FIVES.index(five)]
    for reds in range(min(number, most - (claimed == red)) + 1):
        faces = [face for face in rest if face != five] + [five] * (number - reds) + [red] * reds
        tiles = tuple(TILES[face] for face in sorted((claimed, *faces), key=kind_of))
        yield ev.Expose(seq=_SEQ, seat=one.seat, kind=one.kind, tiles=tiles)


def draws(table: Table, seat: Seat | None) -> Iterator[ev.Washout]:
    """The ends of a hand without a winner: for nine terminals by one player; the others are nobody's act."""
    if seat is not None:
        if not lacks_for_nine_terminals(table, seat):
            yield ev.Washout(seq=_SEQ, reason=ABORTS[0], seats=(seat,))
        return
    for reason, (holds, _words) in ABORTS_BY_THEMSELVES.items():
        if holds(table):
            yield ev.Washout(seq=_SEQ, reason=reason)
    seats = nagashi_seats(table) if not table.live_left else []
    yield ev.Washout(seq=_SEQ, reason=NAGASHI if seats else EXHAUSTIVE, seats=tuple(seats) or None)


def indicators(table: Table) -> Iterator[ev.Indicator]:
    """The indicator that is due, as it lies in the wall."""
    state, places = table.riichi, table.plan.wall.indicators
    if state is None:
        return
    under = bool(table.wins)
    number = len(state.under if under else state.indicators)
    if number < len(places):
        tile = TILES[table.wall.face_at(places[number] + under)]
        yield ev.Indicator(seq=_SEQ, tile=tile, of="under" if under else "kong" if number else "first")


__all__ = [
    "discards_of", "draws", "exposures", "faces_possible", "indicators", "kongs",
]  # fmt: skip
