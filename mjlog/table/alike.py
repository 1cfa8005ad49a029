"""Flowers and seasons where they are alike: read as any flower (american/tiles-2)."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any

import msgspec

from mjlog.events import EVENT_TYPES, Event
from mjlog.tiles import ANY_FLOWER, FIRST_BONUS, TILES, Tile

_FLOWER = TILES[ANY_FLOWER]
_NAMED = frozenset(TILES[FIRST_BONUS:ANY_FLOWER])
"""Flowers and seasons with a number."""
_FIELDS = ("tile", "named", "tiles", "sets", "rest")
_FIELDS_OF: dict[type[Event], tuple[tuple[str, Callable[[Any], Any]], ...]] = {
    kind: tuple((name, attrgetter(name)) for name in _FIELDS if name in kind.__struct_fields__) for kind in EVENT_TYPES
}
"""Per event type, where tiles stand in it."""


def as_played(event: Event) -> Event:
    """The event with every flower and season as any flower; the same one where it has none."""
    changed: dict[str, Any] | None = None
    for name, tiles_in in _FIELDS_OF[type(event)]:
        given = tiles_in(event)
        if given is not None and _has_named(given):
            changed = {**(changed or {}), name: _alike(given)}
    return event if changed is None else msgspec.structs.replace(event, **changed)


def _has_named(given: Any) -> bool:
    if not isinstance(given, tuple):
        return given in _NAMED
    if given and isinstance(given[0], tuple):
        return any(map(_has_named, given))
    return not _NAMED.isdisjoint(given)


def _alike(given: Any) -> Any:
    if isinstance(given, tuple):
        return tuple(_alike(one) for one in given)
    return _FLOWER if isinstance(given, Tile) and given in _NAMED else given
