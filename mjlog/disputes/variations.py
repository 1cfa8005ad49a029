"""An event as it might have been otherwise: by another player, with another tile, another set, other numbers.

It stays the same kind of act: a claim for a chow does not become one for a pung, whose rules do not bear on it. A rule
bears on an event where it could have been broken by such another one: that shows what the rule was asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice
from typing import Any

import msgspec

from mjlog import events as ev
from mjlog.seats import SEATS, Seat
from mjlog.table import Table
from mjlog.tiles import FIRST_HONOR, JOKER, PLAIN_KINDS, TILES, UNKNOWN, Tile

_MOST = 600
_SIZES = {"pair": 2, "chow": 3, "pung": 3, "kong": 4, "quint": 5, "sextet": 6}


def other_events(table: Table, event: ev.Event) -> Iterator[ev.Event]:
    """The same act done otherwise, so many at most: first what differs least."""
    yield from islice(chain(*(vary(table, event) for vary in _WAYS)), _MOST)


def _changed(event: ev.Event, **fields: Any) -> ev.Event:
    return msgspec.structs.replace(event, **fields)


def _kinds(table: Table) -> list[int]:
    """The kinds of tiles in play."""
    return [kind for kind in range(UNKNOWN) if table.plan.copies[kind]]


def _seats(table: Table, event: Any) -> Iterator[ev.Event]:
    if isinstance(getattr(event, "seat", None), Seat):
        yield from (_changed(event, seat=seat) for seat in table.plan.seats if seat is not event.seat)


def _tile(table: Table, event: Any) -> Iterator[ev.Event]:
    if isinstance(getattr(event, "tile", None), Tile):
        yield from (_changed(event, tile=TILES[kind]) for kind in _kinds(table) if kind != event.tile.kind)


def _call(table: Table, event: Any) -> Iterator[ev.Event]:
    """With the original call, or without."""
    if isinstance(event, ev.Discard):
        yield _changed(event, calling=None if event.calling else True)


def _sets(table: Table, event: Any) -> Iterator[ev.Event]:
    """Another set laid down, or other bonus tiles."""
    if isinstance(event, ev.Bonus):
        yield from (_changed(event, tiles=(TILES[kind],)) for kind in _kinds(table))
    elif isinstance(event, ev.Kong):
        yield from (_changed(event, tiles=(TILES[kind],) * 4) for kind in range(PLAIN_KINDS))
    elif isinstance(event, ev.Expose | ev.LayConcealed):
        yield from (_changed(event, tiles=tiles) for tiles in _groups(table, event.kind))


def _groups(table: Table, kind: str) -> Iterator[tuple[Tile, ...]]:
    """The sets of this kind; with jokers where there are some."""
    if kind == "chow":
        lows = (low for low in range(FIRST_HONOR) if low % 9 <= 6)
        yield from ((TILES[low], TILES[low + 1], TILES[low + 2]) for low in lows)
        return
    size = _SIZES.get(kind, 3)
    for natural in range(PLAIN_KINDS):
        yield (TILES[natural],) * size
        if table.plan.copies[JOKER]:
            yield TILES[natural], *(TILES[JOKER],) * (size - 1)


def _fewer(table: Table, event: Any) -> Iterator[ev.Event]:
    """Fewer or more tiles than were dealt or passed, other ones, seen where they were passed blind."""
    if not isinstance(event, ev.Deal | ev.Charleston) or not event.tiles:
        return
    yield _changed(event, tiles=event.tiles[:-1])
    yield _changed(event, tiles=(*event.tiles, event.tiles[0]))
    yield from (_changed(event, tiles=(TILES[kind], *event.tiles[1:])) for kind in _kinds(table))
    if isinstance(event, ev.Charleston):
        yield from (_changed(event, pass_=name) for name in ("right-1", "across-1", "left-1", "left-2", "courtesy"))
        yield from (_changed(event, blind=number) for number in (0, 1, 3))


def _numbers(table: Table, event: Any) -> Iterator[ev.Event]:
    """Another number of the hand or stack, another round, other dice, other players on the seats."""
    if isinstance(event, ev.HandStart):
        yield _changed(event, hand=event.hand + 1)
        yield from (_changed(event, round=seat) for seat in SEATS if seat is not event.round)
        players = [event.seats[seat] for seat in SEATS if seat in event.seats]
        yield from (_changed(event, seats=_turned(event.seats, players, step)) for step in range(1, len(players)))
    elif isinstance(event, ev.Break):
        yield from (_changed(event, wall=seat) for seat in SEATS if seat is not event.wall)
        yield _changed(event, stack=event.stack + 1)
    elif isinstance(event, ev.Roll):
        yield _changed(event, dice=(7, *event.dice[1:]))
        yield _changed(event, dice=(*event.dice, 1))
        yield from (_changed(event, purpose=one) for one in ("break-wall", "break-stack") if one != event.purpose)


def _turned(seats: dict[Seat, str], players: Sequence[str], step: int) -> dict[Seat, str]:
    moved = [*players[step:], *players[:step]]
    return dict(zip([seat for seat in SEATS if seat in seats], moved, strict=True))


def _exchange(table: Table, event: Any) -> Iterator[ev.Event]:
    if isinstance(event, ev.JokerExchange):
        yield from (_changed(event, owner=seat) for seat in table.plan.seats if seat is not event.owner)
        yield from (_changed(event, set=number) for number in range(4) if number != event.set)
    elif isinstance(event, ev.Dead):
        reasons = ("count", "exposure", "false-mahjong", "call")
        yield from (_changed(event, reason=reason) for reason in reasons if reason != event.reason)
    elif isinstance(event, ev.Penalty):
        yield _changed(event, amount=event.amount + 1)


_WAYS: tuple[Callable[[Table, Any], Iterator[ev.Event]], ...] = (
    _seats, _tile, _sets, _call, _fewer, _numbers, _exchange,
)  # fmt: skip
