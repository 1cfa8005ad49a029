"""How far a log may be read by everybody as it is stored, while a hand goes on.

The id of an event depends on every tile written down before it, so of a hand in progress nothing is given out. Neither
is anything of a hand that was undone: its tiles lie on the table still, and are about to be written down anew.
Source: docs/architecture.md#what-is-never-trusted-and-what-never-leaks.
"""

from __future__ import annotations

from collections.abc import Iterator

from mjlog import events as ev
from mjlog.audit.corrections import fields_inside
from mjlog.views.as_written import AsWritten, Slots
from mjlog.views.places import Places
from mjlog.views.sight import HIDING

_HIDING_TYPES = frozenset(str(cls.__struct_config__.tag) for cls in HIDING)
_BEGINS = str(ev.HandStart.__struct_config__.tag)


def disclosed_until(log: Places, written: AsWritten, slots: Slots) -> int:
    """The last event that everybody may read as it is stored; 0: none. `written`: the log before corrections."""
    kept_back = [*_of_the_hand_in_progress(log, slots), *_undone(log, written, slots)]
    return min(max(written.last, log.last_seq), min(kept_back, default=log.last_seq + written.last + 1) - 1)


def _of_the_hand_in_progress(log: Places, slots: Slots) -> Iterator[int]:
    """Its events, and those that they stand in the place of."""
    live = log.hands[-1]
    for place in range(live.first, live.end) if not live.is_over else ():
        seq = log.seq_at(place)
        yield seq
        yield slots.root.get(seq, seq)


def _undone(log: Places, written: AsWritten, slots: Slots) -> Iterator[int]:
    """The beginnings, since the last hand that is over, of hands that were made void with tiles in them."""
    has_tiles = False
    for event in reversed(written.events):
        has_tiles = has_tiles or _has_tiles(event)
        if isinstance(event, ev.GameEnd) and slots.here(event.seq) is not None:
            return
        begun = _begun_at(log, slots, event)
        if begun is None and has_tiles:
            yield event.seq
        elif begun and isinstance(event, ev.HandStart) and log.hand_at(begun).is_over:
            return


def _has_tiles(event: ev.Event) -> bool:
    """Whether it tells tiles that are hidden at the table."""
    if isinstance(event, ev.Correction):
        return any(fields.get("type") in _HIDING_TYPES for fields in fields_inside(event))
    return type(event) in HIDING


def _begun_at(log: Places, slots: Slots, event: ev.Event) -> int | None:
    """Where the hand is read that begins with an event; None where it is void. -1 for what begins no hand."""
    if isinstance(event, ev.Correction):
        if all(fields.get("type") != _BEGINS for fields in fields_inside(event)):
            return -1
    elif not isinstance(event, ev.HandStart):
        return -1
    standing = slots.here(slots.root.get(event.seq, event.seq))
    place = None if standing is None else log.by_seq[standing]
    while place is not None and place >= 0 and log.seq_at(place) == standing:
        if isinstance(log.rows[place], ev.HandStart):
            return place
        place -= 1
    return None
