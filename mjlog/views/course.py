"""The course of a hand in short: one entry a turn, as it is printed on the hand's sheet.

`4d›9c`: drawn 4 dots, discarded 9 characters; `pung 5b›Ew`: laid down with the discard before, then discarded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from mjlog import events as ev
from mjlog.log.records import Fault
from mjlog.seats import Seat
from mjlog.tiles import Tile

ARROW = "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}"
Row = ev.Event | Fault


class Turn(NamedTuple):
    """What one player did until the turn went on. `seq`: its last event."""

    seat: Seat
    text: str
    seq: int


class Dealt(NamedTuple):
    """The tiles that a player was dealt, in kind order, as codes."""

    seat: Seat
    tiles: tuple[str, ...]


def dealt(rows: Iterable[Row]) -> list[Dealt]:
    """The hands as they were dealt, where they were recorded."""
    hands: dict[Seat, list[Tile]] = {}
    for row in rows:
        if isinstance(row, ev.Deal):
            hands.setdefault(row.seat, []).extend(row.tiles)
    return [Dealt(seat, tuple(tile.value for tile in _in_order(tiles))) for seat, tiles in hands.items()]


def _in_order(tiles: Iterable[Tile]) -> list[Tile]:
    """By kind, red fives before plain ones."""
    return sorted(tiles, key=lambda tile: (tile.kind, -tile.face))


def turns(rows: Iterable[Row]) -> list[Turn]:
    """The turns of a hand, in order: what was drawn, laid down, declared and discarded."""
    found: list[Turn] = []
    acts: list[str] = []
    seat: Seat | None = None
    seq = 0
    for row in rows:
        say = _ACTS.get(type(row))
        if say is None or isinstance(row, Fault):
            continue
        if row.seat is not seat and seat is not None and acts:  # type: ignore[attr-defined]
            found.append(Turn(seat, _joined(acts), seq))
            acts = []
        seat, seq = row.seat, row.seq  # type: ignore[attr-defined]
        acts.append(say(row))
        if isinstance(row, ev.Discard):
            found.append(Turn(row.seat, _joined(acts), seq))
            acts, seat = [], None
    if seat is not None and acts:
        found.append(Turn(seat, _joined(acts), seq))
    return found


def _joined(acts: Sequence[str]) -> str:
    """The acts of a turn; a discard follows what it comes after without a blank."""
    return " ".join(acts).replace(f" {ARROW}", ARROW)


def _codes(tiles: Sequence[Tile]) -> str:
    faces = _in_order(tiles)
    return faces[0].value if len(set(faces)) == 1 else "-".join(tile.value for tile in faces)


def _discard(row: ev.Discard) -> str:
    return f"{ARROW}{row.tile}{' (call)' if row.calling else ' (riichi)' if row.riichi else ''}"


_ACTS: dict[type[Any], Callable[[Any], str]] = {
    ev.Draw: lambda row: str(row.tile),
    ev.KongReplacement: lambda row: f"loose {row.tile}",
    ev.BonusReplacement: lambda row: str(row.tile),
    ev.Bonus: lambda row: f"bonus {_codes(row.tiles)}",
    ev.Discard: _discard,
    ev.Expose: lambda row: f"{row.kind} {_codes(row.tiles)}",
    ev.LayConcealed: lambda row: f"concealed {row.kind} {_codes(row.tiles)}",
    ev.Kong: lambda row: f"{row.kind} kong {_codes(row.tiles)}",
    ev.JokerExchange: lambda row: f"{row.tile} for {row.owner.value}'s joker",
    ev.Mahjong: lambda row: f"MAHJONG{'' if row.tile is None else f' on {row.tile}'}",
    ev.Dead: lambda row: "dead",
}
"""Acts that change what lies on the table, in short."""
