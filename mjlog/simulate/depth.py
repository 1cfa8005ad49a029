"""What the table saw of a simulated game: the same events without the tiles that nobody but their player knew."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from mjlog import events as ev
from mjlog.tiles import TILES, UNKNOWN

_UNSEEN = TILES[UNKNOWN]
DEPTHS = ("full", "table")
"""How much is written down: everything, or what the table saw."""


def _one_hidden(event: Any) -> ev.Event:
    hidden: ev.Event = msgspec.structs.replace(event, tile=_UNSEEN)
    return hidden


def _all_hidden(event: Any) -> ev.Event:
    hidden: ev.Event = msgspec.structs.replace(event, tiles=(_UNSEEN,) * len(event.tiles))
    return hidden


def _at_table_depth(event: Any) -> ev.Event:
    start: ev.Event = msgspec.structs.replace(event, depth="table")
    return start


_SEEN: dict[type[ev.Event], Callable[[Any], ev.Event | None]] = {
    ev.HandStart: _at_table_depth,
    ev.Wall: lambda event: None,
    ev.Deal: _all_hidden,
    ev.Charleston: _all_hidden,
    ev.Draw: _one_hidden,
    ev.KongReplacement: _one_hidden,
    ev.BonusReplacement: _one_hidden,
    ev.LayConcealed: _all_hidden,
}


def seen_at_the_table(event: ev.Event) -> ev.Event | None:
    """The event as somebody who sees no concealed tile writes it down; None for what nobody sees.

    Hands shown at the end are seen. Source: docs/format.md#the-hand-begins (`depth`).
    """
    function = _SEEN.get(type(event))
    return event if function is None else function(event)
