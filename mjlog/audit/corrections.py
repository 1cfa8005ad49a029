"""The log as corrected: corrections folded in; the originals stay in the log as recorded.

A correction stands in the place of an event (`of`) or is read after one (`after`), and can itself be corrected:

- with events: they are what it says instead;
- with none: it is no correction, and all is as if it had never been made, later corrections of the same event excepted;
- with one other correction: that one was meant, and is made instead of it; it holds until it is corrected itself.

Of several corrections of one event the last stands; what several add after one event is read in their order. What
stands inside a correction cites the correction's seq. Source: FORMAT, A log (`correction`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec

from mjlog.audit.records import Fault, Row, Where
from mjlog.events import Correction, Event, convert_event
from mjlog.text import shown

_CORRECTION = "correction"


@dataclass(slots=True, eq=False)
class Place:
    """A place in the order of the log that corrections are about.

    `seq`: of what first stood there: an event of the log, or a correction that was read `after` one. `first`: that
    event, None for what was added; `anchor`: the place that it was added after. `members`: the corrections that are
    about it, in their order; `standing`: the one that holds, if any.
    """

    seq: int
    first: Row | None
    anchor: Place | None = None
    members: list[Made] = field(default_factory=list)
    added: list[Place] = field(default_factory=list)
    standing: Made | None = None

    @property
    def rows(self) -> list[Row]:
        """What is read here now."""
        if self.standing is not None:
            return self.standing.says or []
        return [] if self.first is None else [self.first]


@dataclass(slots=True, eq=False)
class Made:
    """One correction. `event`: what it is made by; `target`: what it is `of`, a place or another correction.

    `own`: what it says itself, where no other is `meant`; `outer`: of the one that was meant, the correction that it
    stands in. `standing`: the correction of it that holds, if any. `says`: what is read by it, None where it is void or
    another was meant; `is_void`.
    """

    event: Correction
    place: Place
    target: Place | Made | None
    own: list[Row] = field(default_factory=list)
    meant: Made | None = None
    outer: Made | None = None
    standing: Made | None = None
    says: list[Row] | None = None
    is_void: bool = False


_Named = int | Made


class Arrangement:
    """A log with its corrections: `made` are those that name an event before them, `places` what they are about.

    `named`: the place of every event in the order of the log, or the correction that it is.
    """

    def __init__(self, rows: Iterable[Row]) -> None:
        self.made: list[Made] = []
        self.places: dict[int, Place] = {}
        self.named: dict[int, _Named] = {}
        self._order: list[Row] = []
        self._astray: set[int] = set()
        self._arrange(rows)
        self._decide()

    def rows(self) -> Iterator[Row]:
        """What is read, in order."""
        done = 0
        for index in sorted(self.places):
            yield from self._order[done:index]
            for place in _with_added(self.places[index]):
                yield from place.rows
            done = index + 1
        yield from self._order[done:]

    def rows_until(self, seq: int, after: bool) -> list[Row]:
        """What is read up to the place of an event; `after`: what is read there, too. All, where there is none."""
        named = self.named.get(seq)
        if named is None:
            return list(self.rows())
        end = self._place(named)
        found: list[Row] = []
        done = 0
        for index in sorted(self.places):
            found += self._order[done:index]
            for place in _with_added(self.places[index]):
                if place is end:
                    return found + (place.rows if after else [])
                found += place.rows
            done = index + 1
        return found

    def place(self, seq: int) -> Place | None:
        """The place that corrections are about and that this event, or this correction, belongs to."""
        named = self.named.get(seq)
        if isinstance(named, Made):
            return named.place if named.meant is None or named.says is not None else named.meant.place
        return None if named is None else self.places.get(named)

    # -- in the order of the log --------------------------------------------------------------------------------

    def _arrange(self, rows: Iterable[Row]) -> None:
        order, named = self._order, self.named
        due: int | None = 1
        for row, where in rows:
            if isinstance(row, Fault):
                if row.code != "chain-broken":
                    # That a line cannot be read says all: which number was due is no second fault.
                    due = None
                    named |= {} if row.seq is None else {row.seq: len(order)}
                order.append((row, where))
                continue
            seq = row.seq
            if seq != due and due is not None:
                order.append((Fault("seq-gap", f"event {seq} comes where event {due} was due", due, seq), where))
            due = seq + 1
            if isinstance(row, Correction):
                self._correct(row, where)
            else:
                named[seq] = len(order)
                order.append((row, where))

    def _correct(self, event: Correction, where: int | Where | None) -> None:
        made = self._made(event, where, None)
        if made is None:
            # It has a place of its own, and can be corrected like a line that cannot be read.
            self._astray.add(event.seq)
            self.named[event.seq] = len(self._order)
            self._order.append((_names_nothing(event), where))
        else:
            self.named[event.seq] = made

    def _made(self, event: Correction, where: int | Where | None, outer: Made | None) -> Made | None:
        """A correction, hung on what it names; None where that is not one event before it."""
        number = event.of if event.of is not None else event.after
        named = self.named.get(number) if number is not None else None
        if named is None or (event.of is None) == (event.after is None):
            return None
        place = self._place(named)
        if event.of is not None:
            made = Made(event, place, named if isinstance(named, Made) else place, outer=outer)
        else:
            added = Place(event.seq, None, place)
            place.added.append(added)
            made = Made(event, added, None, outer=outer)
        made.place.members.append(made)
        self.made.append(made)
        self._take_in(made, where)
        return made

    def _take_in(self, made: Made, where: int | Where | None) -> None:
        """What a correction says."""
        is_of_another = isinstance(made.target, Made) or made.event.of in self._astray
        meant = _one_correction(made.event) if is_of_another and made.outer is None else None
        if meant is not None and meant.of != made.event.of:
            made.meant = self._made(meant, where, made)
            if made.meant is None:
                made.own = [(_names_nothing(meant), where)]
        else:
            made.own = events_inside(made.event, where)

    def _place(self, named: _Named) -> Place:
        if isinstance(named, Made):
            return named.place
        place = self.places.get(named)
        if place is None:
            row = self._order[named]
            place = self.places[named] = Place(row[0].seq or 0, row)
        return place

    # -- which ones hold -----------------------------------------------------------------------------------------

    def _decide(self) -> None:
        """What comes of a correction depends on later ones only: so the last is looked at first."""
        for made in reversed(self.made):
            by = made.standing
            if by is None:
                made.says = None if made.meant is not None else made.own
            else:
                made.says = by.says
                made.is_void = by.says is not None and not by.says
            if made.outer is not None and made.outer.standing is not None:
                made.is_void = True
            if made.is_void:
                made.says = None
                continue
            self._let_stand(made)

    @staticmethod
    def _let_stand(made: Made) -> None:
        target = made.target
        if isinstance(target, Made):
            target.standing = target.standing or made
        elif made.says is not None or (made.meant is not None and made.standing is None):
            made.place.standing = made.place.standing or made


def fold(rows: Iterable[Row]) -> Iterator[Row]:
    """The rows of a game as corrected. A gap in the numbering of the log as recorded is reported first."""
    yield from Arrangement(rows).rows()


def fold_until(rows: Iterable[Row], seq: int, after: bool) -> list[Row]:
    """The rows of a game as corrected, up to the place where an event, or what corrects it, is read.

    `after`: what is read there comes last; otherwise it is left out. All rows, where no such event is among them.
    """
    return Arrangement(rows).rows_until(seq, after)


def events_inside(event: Correction, where: int | Where | None = None) -> list[Row]:
    """What a correction says: its events, each with the correction's seq."""
    return [(_read(fields, event), where) for fields in event.events]


def fields_inside(event: Correction) -> Iterator[dict[str, Any]]:
    """The fields of all that a correction holds, what stands in another one in it included."""
    left: list[Any] = list(event.events)
    while left:
        fields = left.pop()
        if isinstance(fields, dict):
            yield fields
            more = fields.get("events")
            left += more if isinstance(more, list | tuple) else ()


def _one_correction(event: Correction) -> Correction | None:
    """The correction that stands alone in a correction, if one does that can be read."""
    if len(event.events) != 1 or event.events[0].get("type") != _CORRECTION:
        return None
    found = _converted(event.events[0], event)
    return found if isinstance(found, Correction) else None


def _with_added(place: Place) -> Iterator[Place]:
    """A place, and all that was added after it, in reading order."""
    left = [place]
    while left:
        place = left.pop()
        yield place
        left += reversed(place.added)


def _read(fields: dict[str, Any], correction: Correction) -> Event | Fault:
    event = _converted(fields, correction)
    return _inside(correction) if isinstance(event, Correction) else event


def _converted(fields: dict[str, Any], correction: Correction) -> Event | Fault:
    try:
        return convert_event({**fields, "seq": correction.seq})
    except (msgspec.MsgspecError, RecursionError) as error:
        return Fault("bad-field", f"inside correction {correction.seq}: {shown(error, 200)}", seq=correction.seq)


def _inside(correction: Correction) -> Fault:
    words = (
        f"inside correction {correction.seq}: a correction inside a correction: one can stand alone in the place of "
        "another correction, and is about another event then"
    )
    return Fault("bad-event", words, seq=correction.seq)


def _names_nothing(event: Correction) -> Fault:
    number = event.of if event.of is not None else event.after
    words = f"correction {event.seq} of event {number}: a correction names one event before it, by of or by after"
    return Fault("out-of-place", words, seq=event.seq)
