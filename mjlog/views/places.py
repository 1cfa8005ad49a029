"""The rows and hands of a game in the order in which they are read, and the way from any event to any other."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import TypeVar, cast

from mjlog import events as ev
from mjlog.errors import RecordError
from mjlog.log.records import Fault
from mjlog.views.hands import HandSpan

_E = TypeVar("_E", bound=ev.Event)
MOST_EVENTS = 400_000
"""Events of the longest game that is looked at; a day of play has ten thousand."""


class Places:
    """The rows of a log, each with its place, from 0 on, and its number; the first of `hands` comes before all play.

    Which events there are of a type is known without a look at the others (`places_of`, `all_of`, `first_of`).
    Rows that are being read have no numbers yet: they get them together (`_number`) when the reading pauses.
    """

    def __init__(self, source: str) -> None:
        self.source = source
        self.rows: list[ev.Event | Fault] = []
        self.hands: list[HandSpan] = []
        self._seqs: list[int] = []
        self._places: dict[int, int] = {}
        self._of_type: dict[type, list[int]] = {}

    def _number(self) -> None:
        """The rows that were added get their numbers; a line without one of its own belongs to the event before it."""
        done = len(self._seqs)
        seqs = [row.seq or 0 for row in self.rows[done:]]
        while 0 in seqs:
            at = seqs.index(0)
            seqs[at] = seqs[at - 1] if at else self._seqs[-1] if self._seqs else 1
        self._seqs += seqs
        self._places.update(zip(seqs, range(done, len(self._seqs)), strict=True))
        for place in range(done, len(self._seqs)):
            self._of_type.setdefault(type(self.rows[place]), []).append(place)

    def _cut(self) -> None:
        """Rows were taken away from the end: all get their numbers anew."""
        self._seqs, self._places, self._of_type = [], {}, {}

    def places_of(self, *kinds: type[ev.Event], hand: HandSpan | None = None) -> list[int]:
        """The places of the events of these types, in their order; of one hand, if one is given."""
        found = sorted(chain.from_iterable(self._of_type.get(kind, ()) for kind in kinds))
        return found if hand is None else found[bisect_left(found, hand.first) : bisect_left(found, hand.end)]

    def all_of(self, kind: type[_E]) -> list[_E]:
        """The events of this type, in their order."""
        return [cast(_E, self.rows[place]) for place in self._of_type.get(kind, ())]

    def first_of(self, kind: type[_E]) -> _E | None:
        """The first event of this type; None without one."""
        return next(iter(self.all_of(kind)), None)

    def _check_length(self, events: int) -> None:
        if events > MOST_EVENTS:
            raise RecordError(f"has more than {MOST_EVENTS} events, too many to be looked at", self.source)

    @property
    def last_seq(self) -> int:
        """The seq of the last event, 0 for an empty log."""
        return max(self._places, default=0)

    @property
    def by_seq(self) -> Mapping[int, int]:
        """The place of every event that is read, by its seq: of several rows under one seq, the last."""
        return self._places

    @property
    def seqs(self) -> Iterable[int]:
        """The seqs of all events that are read, as corrected unless the log is read as recorded."""
        return self._places.keys()

    @property
    def stops(self) -> list[int]:
        """The places at which the game can be looked at, in reading order: the last row of each seq."""
        return sorted(self._places.values())

    @property
    def played(self) -> list[HandSpan]:
        """The hands, without what comes before the first."""
        return self.hands[1:]

    def hand(self, number: int) -> HandSpan | None:
        """The hand with this number; where a void hand was played again, the last one."""
        return next((hand for hand in reversed(self.played) if hand.number == number), None)

    def place_of(self, seq: int) -> int | None:
        """Where an event stands in the log, from 0; for one that was corrected, what stands in its place."""
        if not 1 <= seq <= self.last_seq:
            return None
        before = seq
        while before > 0 and before not in self._places:
            before -= 1
        place = self._places.get(before, -1)
        return place if before == seq else min(place + 1, len(self.rows) - 1)

    def seq_at(self, place: int) -> int:
        """The seq of a place in the log."""
        return self._seqs[place]

    def seqs_of(self, hand: HandSpan) -> Sequence[int]:
        """The seqs of the events of a hand, in their order in the log."""
        return self._seqs[hand.first : hand.end]

    def neighbour(self, place: int, step: int, types: frozenset[str] | None = None) -> int | None:
        """The seq of the next event (`step` 1) or the one before (-1), of these types if any are given."""
        at = place
        while 0 <= at < len(self.rows):
            if self._seqs[at] != self._seqs[place] and (types is None or row_type(self.rows[at]) in types):
                return self._seqs[at]
            at += step
        return None

    def hand_at(self, place: int) -> HandSpan:
        """The hand that a place of the log belongs to."""
        low, high = 0, len(self.hands) - 1
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if self.hands[middle].first <= place else (low, middle - 1)
        return self.hands[low]


def row_type(row: ev.Event | Fault) -> str:
    """The event type of a row; `fault` for one that could not be read."""
    return "fault" if isinstance(row, Fault) else row.type
