"""Flowers and seasons where they are alike: read as any flower (american/tiles-2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from mjlog.events import EVENT_TYPES, Dead, Event
from mjlog.tiles import ANY_FLOWER, FIRST_BONUS, TILES, Tile

_FLOWER = TILES[ANY_FLOWER]
_NAMED = frozenset(TILES[FIRST_BONUS:ANY_FLOWER])
"""Flowers and seasons with a number."""
_FIELDS = ("tile", "named", "tiles", "sets", "rest")


def as_played(event: Event) -> Event:
    """The event with every flower and season as any flower; the same one where it has none."""
    reading = AS_PLAYED.get(type(event))
    return event if reading is None else reading(event)


# Every event of a game is asked whether it has a flower with a number, and hardly one has: that must cost little.


def _one_tile(event: Any) -> Any:
    return event if event.tile not in _NAMED else _changed(event)


def _tile_and_name(event: Any) -> Any:
    return event if event.tile not in _NAMED and event.named not in _NAMED else _changed(event)


def _several_tiles(event: Any) -> Any:
    return event if event.tiles is None or _NAMED.isdisjoint(event.tiles) else _changed(event)


def _hand_shown(event: Any) -> Any:
    for tiles in (*(event.sets or ()), event.rest or ()):
        if not _NAMED.isdisjoint(tiles):
            return _changed(event)
    return event


def _changed(event: Event) -> Event:
    changed: dict[str, Any] = {}
    for name in _fields_of(type(event)):
        given = getattr(event, name)
        played = _alike(given)
        if played != given:
            changed[name] = played
    return msgspec.structs.replace(event, **changed) if changed else event


def _alike(given: Any) -> Any:
    if isinstance(given, tuple):
        return tuple([_alike(value) for value in given])
    return _FLOWER if isinstance(given, Tile) and given in _NAMED else given


def _fields_of(kind: type[Event]) -> tuple[str, ...]:
    """Where tiles stand in events of a type; the sets of a dead hand are numbers."""
    return tuple([name for name in _FIELDS if name in kind.__struct_fields__]) if kind is not Dead else ()


_BY_FIELDS: dict[tuple[str, ...], Callable[[Any], Event]] = {
    ("tile",): _one_tile,
    ("tile", "named"): _tile_and_name,
    ("tiles",): _several_tiles,
    ("sets", "rest"): _hand_shown,
}
AS_PLAYED: dict[type[Event], Callable[[Any], Event]] = {
    kind: _BY_FIELDS.get(_fields_of(kind), _changed) for kind in EVENT_TYPES if _fields_of(kind)
}
"""Per event type that states tiles: how it is read where flowers are alike."""
