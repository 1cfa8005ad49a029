"""Who looks, and what of a log they may see.

Hidden information is taken out of the events *before* they are replayed: what a viewer is shown is made from nothing
else, so it cannot depend on a tile that the viewer does not see. Source: DESIGN, What must never leak.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

import msgspec

from mjlog import events as ev
from mjlog.errors import NotationError
from mjlog.seats import SEATS, Seat
from mjlog.text import shown
from mjlog.tiles import TILES, UNKNOWN, Tile

Sight: TypeAlias = Literal["table", "open"] | Seat
"""`table`: what lies open to all; a seat: that player's own tiles too; `open`: everything that was recorded."""

_SIGHTS: dict[str, Sight] = {"table": "table", "open": "open", **{seat.value: seat for seat in SEATS}}
SIGHT_NAMES = tuple(_SIGHTS)
_BACK = TILES[UNKNOWN]


def parse_sight(text: str) -> Sight:
    """A sight by its name.

    >>> parse_sight("table"), parse_sight("S")
    ('table', <Seat.S: 'S'>)

    Raises:
        NotationError: there is no such sight.
    """
    found = _SIGHTS.get(text)
    if found is not None:
        return found
    raise NotationError(f"there is no view '{shown(text, 20)}'; views are {', '.join(SIGHT_NAMES)}")


def sight_name(sight: Sight) -> str:
    """The name that `parse_sight` reads."""
    return sight.value if isinstance(sight, Seat) else sight


def sees_hand(sight: Sight, seat: Seat) -> bool:
    """Whether the concealed tiles of a seat can be seen before they are shown."""
    return sight == "open" or sight is seat


def as_seen(event: ev.Event, sight: Sight) -> ev.Event:
    """The event as somebody with this sight saw it happen: tiles that stay hidden are unknown ones."""
    hide = _HIDE.get(type(event))
    return event if hide is None or sight == "open" else hide(event, sight)


def _backs(tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    return (_BACK,) * len(tiles)


def _wall(event: ev.Wall, sight: Sight) -> ev.Event:
    return msgspec.structs.replace(event, tiles=_backs(event.tiles))


def _own_tiles(event: ev.Deal | ev.LayConcealed, sight: Sight) -> ev.Event:
    return event if event.seat is sight else msgspec.structs.replace(event, tiles=_backs(event.tiles))


def _own_tile(event: ev.Draw | ev.KongReplacement | ev.BonusReplacement, sight: Sight) -> ev.Event:
    return event if event.seat is sight else msgspec.structs.replace(event, tile=_BACK)


_STEPS = {"right-1": 1, "right-2": 1, "across-1": 2, "across-2": 2, "courtesy": 2, "left-1": 3, "left-2": 3}


def _charleston(event: ev.Charleston, sight: Sight) -> ev.Event:
    """The giver knows what was not passed blind, the receiver all of it."""
    if isinstance(sight, Seat) and sight.ahead_of(event.seat) == _STEPS[event.pass_]:
        return event
    blind = min(event.blind or 0, len(event.tiles)) if event.seat is sight else len(event.tiles)
    return msgspec.structs.replace(event, tiles=_backs(event.tiles[:blind]) + event.tiles[blind:])


def _correction(event: ev.Correction, sight: Sight) -> ev.Event:
    return msgspec.structs.replace(event, events=tuple({} for _ in event.events))


_HIDE: dict[type[ev.Event], Callable[[Any, Sight], ev.Event]] = {
    ev.Wall: _wall,
    ev.Deal: _own_tiles,
    ev.LayConcealed: _own_tiles,
    ev.Draw: _own_tile,
    ev.KongReplacement: _own_tile,
    ev.BonusReplacement: _own_tile,
    ev.Charleston: _charleston,
    ev.Correction: _correction,
}
"""Event types that can carry hidden tiles; all others happen openly."""
