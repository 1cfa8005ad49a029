"""Who looks, what of a log they may see, and what players know of their own racks.

Hidden information is taken out of the events *before* they are replayed: what a viewer is shown is made from nothing
else, so it cannot depend on a tile that the viewer does not see. Source:
docs/understand/trust.md.

Which of the tiles just received went on in a blind pass nobody saw; but the player has seen what stayed
(american/charleston-2).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

from mjlog import events as ev
from mjlog.cards.exposures import like_flowers
from mjlog.errors import NotationError
from mjlog.log.records import Fault
from mjlog.seats import SEATS, Seat
from mjlog.table.passing import receiver
from mjlog.text import shown
from mjlog.tiles import TILES, UNKNOWN, Tile

Sight: TypeAlias = Literal["table", "open"] | Seat
"""`table`: what lies open to all; a seat: that player's own tiles too; `open`: everything that was recorded."""


class Player(NamedTuple):
    """The view of a player by name, who may have another seat in every hand."""

    handle: str


View: TypeAlias = Sight | Player
"""Who looks at a game: a sight, the same in every hand, or a player, who has a sight in each hand."""
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
    sight = _SIGHTS.get(text)
    if sight is not None:
        return sight
    known = f"views are {', '.join(SIGHT_NAMES)}, and @ with the name of a player"
    raise NotationError(f"there is no view '{shown(text, 20)}'; {known}")


def sight_name(sight: Sight) -> str:
    """The name that `parse_sight` reads."""
    return sight.value if isinstance(sight, Seat) else sight


def parse_view(text: str) -> View:
    """A view by its name.

    >>> parse_view("@judy"), parse_view("open")
    (Player(handle='judy'), 'open')

    Raises:
        NotationError: there is no such view.
    """
    return Player(text[1:]) if text[:1] == "@" and text[1:] else parse_sight(text)


def view_name(view: View) -> str:
    """The name that `parse_view` reads."""
    return f"@{view.handle}" if isinstance(view, Player) else sight_name(view)


def views_of(seats: Mapping[Seat, str]) -> dict[Seat, str]:
    """The names of the views of those who sit at a table; that of the seat, where no name tells who that is.

    >>> views_of({Seat.E: "judy", Seat.S: "carl"})[Seat.S]
    '@carl'
    """
    named = Counter(seats.values())
    return {seat: view_name(Player(player) if named[player] == 1 else seat) for seat, player in seats.items()}


def sees_hand(sight: Sight, seat: Seat) -> bool:
    """Whether the concealed tiles of a seat can be seen before they are shown."""
    return sight == "open" or sight is seat


def redact(event: ev.Event, sight: Sight) -> ev.Event:
    """The event as somebody with this sight saw it happen: tiles that stay hidden are unknown ones."""
    hide = _HIDE.get(type(event))
    return event if hide is None or sight == "open" else hide(event, sight)


def all_as_seen(events: Sequence[ev.Event], sight: Sight) -> list[ev.Event]:
    """The events of one hand as somebody with this sight saw them; nobody sees what left their own hand blind.

    Source: american/charleston-2.
    """
    passes = [event for event in events if isinstance(event, ev.Charleston) and event.seat is sight and event.blind]
    blind = {event.pass_: event.tiles[: event.blind or 0] for event in passes}
    seen = [redact(event, sight) for event in events]
    for place, event in enumerate(seen):
        if not isinstance(event, ev.Charleston) or event.pass_ not in blind or not _gets(event, sight):
            continue
        # What the player gets has in it what the player passed on in the same pass unseen.
        tiles = list(event.tiles)
        for passed in blind[event.pass_]:
            same = (at for at, tile in enumerate(tiles) if like_flowers(tile.kind) == like_flowers(passed.kind))
            at = next(same, None)
            if at is not None:
                tiles[at] = _BACK
        seen[place] = msgspec.structs.replace(event, tiles=tuple(tiles))
    return seen


def _backs(tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    return (_BACK,) * len(tiles)


def _wall(event: ev.Wall, sight: Sight) -> ev.Event:
    return msgspec.structs.replace(event, tiles=_backs(event.tiles))


def _own_tiles(event: ev.Deal | ev.LayConcealed, sight: Sight) -> ev.Event:
    return event if event.seat is sight else msgspec.structs.replace(event, tiles=_backs(event.tiles))


def _own_tile(event: ev.Taking, sight: Sight) -> ev.Event:
    return event if event.seat is sight else msgspec.structs.replace(event, tile=_BACK)


def _gets(event: ev.Charleston, sight: Sight) -> bool:
    return receiver(event.pass_, event.seat) is sight


def _charleston(event: ev.Charleston, sight: Sight) -> ev.Event:
    """The giver knows what was not passed blind, the receiver all of it."""
    if _gets(event, sight):
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
HIDING = frozenset(_HIDE) - {ev.Correction}
"""Events in which a tile changes its place unseen."""


UNREADABLE = "This event cannot be read"


def rows_as_seen(rows: Sequence[ev.Event | Fault], sight: Sight) -> list[ev.Event | Fault]:
    """The rows of one hand as somebody with this sight saw them.

    What is wrong with a line that is no event may name a hidden tile: only the code is told.
    """
    seen = iter(all_as_seen([row for row in rows if not isinstance(row, Fault)], sight))
    if sight == "open":
        return [row if isinstance(row, Fault) else next(seen) for row in rows]
    unreadable = UNREADABLE.lower()
    return [Fault(row.code, unreadable, seq=row.seq) if isinstance(row, Fault) else next(seen) for row in rows]
