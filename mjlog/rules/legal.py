"""Legal moves: the candidates that no rule refuses.

The same rules that judge a log say what can be done; nothing here knows a rule of its own.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence

from mjlog.events import (
    Bonus,
    BonusReplacement,
    Claim,
    Deal,
    Discard,
    Draw,
    Event,
    Expose,
    Fishing,
    Kong,
    KongReplacement,
    LayConcealed,
    Mahjong,
    Pass,
    Retract,
    Washout,
)
from mjlog.rules.registry import Bound, violations
from mjlog.rules.sets import rests_of_set
from mjlog.seats import Seat
from mjlog.table import Table, prepare
from mjlog.table.moves import block_of_wall
from mjlog.table.state import DEALING
from mjlog.tiles import ANY_FLOWER, FIRST_BONUS, FIRST_HONOR, PLAIN_KINDS, TILES, UNKNOWN

_SEQ = 1
"""Candidates are no events of a log yet: all have the same number."""
_CLAIMS = ("chow", "pung", "kong", "mahjong")
_SOURCES = ("deal", "wall", "loose", "discard", "kong")


def legal_moves(bound: Bound, table: Table, seat: Seat | None = None) -> list[Event]:
    """Every act that the rules allow at this moment, of one seat or of all; a wash-out is nobody's act.

    Where tiles are unknown, whatever cannot be excluded is among them; a tile that is still to be drawn is `??`
    unless the wall is known.
    """
    seats = table.plan.seats if seat is None else (seat,)
    offered = [event for one in seats for event in candidates(table, one)]
    if seat is None:
        offered.append(Washout(seq=_SEQ))
    return [event for event in offered if is_legal(bound, table, event)]


def is_legal(bound: Bound, table: Table, event: Event) -> bool:
    """Whether no rule refuses the event at this moment."""
    if table.depth != "full" or table.due == DEALING:
        table = table.copy()
        prepare(table, event)
    return not violations(bound, table, event)


def candidates(table: Table, seat: Seat) -> Iterator[Event]:
    """Everything that a player could try to do with the tiles there are, allowed or not."""
    yield from _taking(table, seat)
    yield from _with_tiles(seat)
    yield from _calls(seat)
    if table.discard is not None and table.discard.tile < PLAIN_KINDS:
        yield from _exposures(seat, table.discard.tile)


def _taking(table: Table, seat: Seat) -> Iterator[Event]:
    """Tiles taken from the wall: the one that lies there, where that is known."""
    live, loose = (TILES[UNKNOWN if kind is None else kind] for kind in (table.next_live(), table.next_loose()))
    yield Draw(seq=_SEQ, seat=seat, tile=live)
    yield KongReplacement(seq=_SEQ, seat=seat, tile=loose)
    yield BonusReplacement(seq=_SEQ, seat=seat, tile=live if table.plan.bonus_from_live else loose)
    if table.due == DEALING:
        yield Deal(seq=_SEQ, seat=seat, tiles=tuple(TILES[kind] for kind in _next_block(table)))


def _next_block(table: Table) -> Sequence[int]:
    """The tiles of the next block of the deal."""
    number = table.in_deal
    for block in table.plan.deal:
        if number < len(block.positions):
            size = len(block.positions) - number
            return block_of_wall(table, size) if table.wall.tiles is not None else [UNKNOWN] * size
        number -= len(block.positions)
    return [UNKNOWN]


@functools.cache
def _with_tiles(seat: Seat) -> tuple[Event, ...]:
    """Discards, bonus tiles, and sets out of the hand, of every kind."""
    events: list[Event] = [Discard(seq=_SEQ, seat=seat, tile=TILES[kind]) for kind in range(ANY_FLOWER)]
    events += [Bonus(seq=_SEQ, seat=seat, tiles=(TILES[kind],)) for kind in range(FIRST_BONUS, ANY_FLOWER)]
    for kind in range(PLAIN_KINDS):
        tile = TILES[kind]
        events.append(Kong(seq=_SEQ, seat=seat, kind="concealed", tiles=(tile,) * 4))
        events.append(Kong(seq=_SEQ, seat=seat, kind="added", tiles=(tile,) * 4))
        events.append(LayConcealed(seq=_SEQ, seat=seat, kind="pung", tiles=(tile,) * 3))
    for first in range(FIRST_HONOR):
        if first % 9 <= 6:
            events.append(LayConcealed(seq=_SEQ, seat=seat, kind="chow", tiles=TILES[first : first + 3]))
    return tuple(events)


@functools.cache
def _calls(seat: Seat) -> tuple[Event, ...]:
    """What is said: passes, claims, calls, declarations."""
    claims = [Claim(seq=_SEQ, seat=seat, for_=kind) for kind in _CLAIMS]  # type: ignore[arg-type]
    wins = [Mahjong(seq=_SEQ, seat=seat, source=source) for source in _SOURCES]  # type: ignore[arg-type]
    return (Pass(seq=_SEQ, seat=seat), *claims, *wins, Retract(seq=_SEQ, seat=seat), Fishing(seq=_SEQ, seat=seat))


@functools.cache
def _exposures(seat: Seat, tile: int) -> tuple[Event, ...]:
    """The sets that can be laid down with a claimed tile."""
    kinds = ("chow", "pung", "kong") if tile < FIRST_HONOR else ("pung", "kong")
    found: list[Event] = []
    for kind in kinds:
        for rest in rests_of_set(kind, tile):
            tiles = tuple(TILES[one] for one in sorted((*rest, tile)))
            found.append(Expose(seq=_SEQ, seat=seat, kind=kind, tiles=tiles))  # type: ignore[arg-type]
    return tuple(found)
