"""What a call led to: the tile that lay open, the calls for it, who got it, what was laid down and shown for it.

Places count rows of whatever list is given, from 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, NamedTuple

from msgspec import field

from mjlog import events as ev
from mjlog.answers import Answer, Seq, says
from mjlog.log.records import Fault
from mjlog.seats import Seat

_ANSWERS = (
    ev.Pass, ev.Claim, ev.Retract, ev.Name, ev.Fishing, ev.Dead, ev.Penalty, ev.Note, ev.Dispute, ev.Ruling,
    ev.Correction,
)  # fmt: skip
"""What can come between a discard and the act that ends the time for claims."""
Row = ev.Event | Fault


class Call(Answer):
    """A claim that was made, and the event that made it."""

    seat: Seat
    kind: Annotated[str, says("chow, pung, kong, quint, sextet or mahjong")] = field(name="for")
    seq: Seq


class Exchange(NamedTuple):
    """A tile that others could claim, and what came of it.

    `first`: the place of the discard or the kong; `last`: the last one at which it could be claimed; `named`: where it
    got the name that it was claimed by. `taken`: by which call it was got, None where nobody got it, or has not yet.
    `called`: the calls in their order, without those taken back, which are in `withdrawn`.
    """

    first: int
    last: int
    named: int
    taken: Call | None
    called: tuple[Call, ...]
    withdrawn: tuple[Call, ...]


def exchange_at(rows: Sequence[Row], at: int) -> Exchange | None:
    """The exchange that an event belongs to; None where it belongs to none.

    `at`: the place of a discard, a kong, an answer to it, or what ended the time for answers.
    """
    first = _opener(rows, at)
    if first is None:
        return None
    last, named, taken = _time_for_calls(rows, first)
    return Exchange(first, last, named, taken, *_calls(rows[first + 1 : last + 1]))


def _opener(rows: Sequence[Row], at: int) -> int | None:
    """The discard or kong that an event belongs to."""
    at -= isinstance(rows[at], ev.Expose | ev.Draw | ev.KongReplacement)
    while at >= 0 and (isinstance(rows[at], _ANSWERS) or _takes_it(rows[at])):
        at -= 1
    found = rows[at] if at >= 0 else None
    return at if isinstance(found, ev.Discard) or (isinstance(found, ev.Kong) and found.tiles) else None


def _takes_it(row: Row) -> bool:
    return isinstance(row, ev.Mahjong) and row.source in ev.FROM_OTHERS


def _time_for_calls(rows: Sequence[Row], first: int) -> tuple[int, int, Call | None]:
    """The last place at which a tile could be claimed, where it got its name, and who got it."""
    last = named = first
    taken: Call | None = None
    for at in range(first + 1, len(rows)):
        row = rows[at]
        if isinstance(row, ev.Expose):
            # A winner lays down the set that the tile completed: it was taken for the win.
            return last, named, taken or Call(row.seat, row.kind, row.seq)
        if isinstance(row, ev.Mahjong) and _takes_it(row):
            taken = Call(row.seat, "mahjong", row.seq)
            continue
        if not isinstance(row, _ANSWERS):
            break
        if isinstance(row, ev.Retract) and taken is not None and taken.seat is row.seat:
            # The declaration is taken back: the tile is open again.
            taken = None
        if isinstance(row, ev.Name):
            named = at
        if taken is None:
            last = at
    return last, named, taken


def _calls(rows: Sequence[Row]) -> tuple[tuple[Call, ...], tuple[Call, ...]]:
    """The calls that stand, and those that were taken back, in the order in which they were made."""
    found: dict[Seat, Call] = {}
    made: list[Call] = []
    withdrawn: list[Call] = []
    for row in rows:
        if isinstance(row, ev.Claim):
            found[row.seat] = Call(row.seat, row.for_, row.seq)
            made.append(found[row.seat])
        elif isinstance(row, ev.Retract) and row.seat in found:
            withdrawn.append(found.pop(row.seat))
    return tuple(found.values()), tuple(call for call in made if call in withdrawn)


class Upon(NamedTuple):
    """What its player did upon a call, or a declared win, by places: other calls, sets laid down and wins declared,
    hands shown (`done`); the first of those shown; where it was taken back."""

    done: tuple[int, ...]
    shown: int | None = None
    taken_back: int | None = None


_ENDS_ALL = (Fault, ev.Draw, ev.Discard, ev.Gap, ev.Washout, ev.Replay, ev.HandStart)
_TAKES = (ev.Expose, ev.Kong, ev.Mahjong)


def upon(rows: Sequence[Row], at: int) -> Upon:
    """What came of a call, or a declared win, at this place: until play goes on, or somebody else gets the tile."""
    seat = getattr(rows[at], "seat", None)
    done: list[int] = []
    shown: int | None = None
    for place in range(at + 1, len(rows)):
        row = rows[place]
        if isinstance(row, _ENDS_ALL):
            break
        if getattr(row, "seat", None) is not seat:
            if isinstance(row, _TAKES):
                break
        elif isinstance(row, ev.Retract):
            return Upon(tuple(done), shown, place)
        elif isinstance(row, (*_TAKES, ev.Claim, ev.Show)):
            done.append(place)
            shown = place if shown is None and isinstance(row, ev.Show) else shown
    return Upon(tuple(done), shown)
