"""The log as corrected: corrections folded in, in order; the originals stay in the log as recorded.

A correction stands in the place of an event (`of`) or is read after one (`after`), and can itself be corrected.
What stands inside a correction cites the correction's seq. Source: FORMAT, A log (`correction`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import msgspec

from mjlog.audit.records import Fault, Row, Where
from mjlog.events import Correction, Event, convert_event
from mjlog.text import shown


@dataclass(slots=True, eq=False)
class _Slot:
    """A place in the order of the log, what is read there now, and what was read before each correction of it."""

    rows: list[Row]
    before: dict[int, list[Row]] = field(default_factory=dict)


def fold(rows: Iterable[Row]) -> Iterator[Row]:
    """The rows of a game as corrected. A gap in the numbering of the log as recorded is reported first."""
    order, _slots = _arranged(rows)
    for slot in order:
        yield from slot.rows


def fold_until(rows: Iterable[Row], seq: int, after: bool) -> list[Row]:
    """The rows of a game as corrected, up to the place where an event, or what corrects it, is read.

    `after`: what is read there comes last; otherwise it is left out. All rows, where no such event is among them.
    """
    order, slots = _arranged(rows)
    place = slots.get(seq)
    if place is None:
        return [row for slot in order for row in slot.rows]
    end = order.index(place) + after
    return [row for slot in order[:end] for row in slot.rows]


def _arranged(rows: Iterable[Row]) -> tuple[list[_Slot], dict[int, _Slot]]:
    """The places of a log in the order in which they are read, and by the seq of what stands in them."""
    order: list[_Slot] = []
    slots: dict[int, _Slot] = {}
    due = 1
    for row, where in rows:
        if isinstance(row, Fault):
            order.append(_Slot([(row, where)]))
            continue
        if row.seq != due:
            order.append(
                _Slot([(Fault("seq-gap", f"event {row.seq} comes where event {due} was due", due, row.seq), where)])
            )
        due = row.seq + 1
        if isinstance(row, Correction):
            _correct(order, slots, row, where)
        else:
            slots[row.seq] = _Slot([(row, where)])
            order.append(slots[row.seq])
    return order, slots


def _correct(order: list[_Slot], slots: dict[int, _Slot], event: Correction, where: int | Where | None) -> None:
    target = event.of if event.of is not None else event.after
    place = slots.get(target) if target is not None else None
    if place is None or (event.of is None) == (event.after is None):
        words = f"correction {event.seq} of event {target}: a correction names one event before it, by of or by after"
        order.append(_Slot([(Fault("out-of-place", words, seq=event.seq), where)]))
        return
    content = events_inside(event, where)
    if event.of is not None:
        # A correction that is void is no correction: what it took the place of is read again.
        restored = place.before.get(event.of, []) if not event.events else []
        place.before[event.seq] = place.rows
        place.rows = list(content) or list(restored)
        slots[event.seq] = place
    else:
        new = _Slot(list(content))
        order.insert(order.index(place) + 1, new)
        slots[event.seq] = new


def events_inside(event: Correction, where: int | Where | None = None) -> list[Row]:
    """What a correction says: its events, each with the correction's seq."""
    return [(_read(fields, event), where) for fields in event.events]


def _read(fields: dict[str, object], correction: Correction) -> Event | Fault:
    try:
        event = convert_event({**fields, "seq": correction.seq})
    except (msgspec.MsgspecError, RecursionError) as error:
        return Fault("bad-field", f"inside correction {correction.seq}: {shown(error, 200)}", seq=correction.seq)
    if isinstance(event, Correction):
        return Fault(
            "bad-event", f"inside correction {correction.seq}: a correction inside a correction", seq=correction.seq
        )
    return event
