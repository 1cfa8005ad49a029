"""A log as it was written, before corrections are folded in: how far it goes, which hands were corrected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator

from mjlog import events as ev
from mjlog.audit.records import Fault, Row


class AsWritten:
    """What passes by when a log is read.

    `last`: the seq of its last event; `hand_begun`: of its last `hand-start`, 0 without one. `is_whole`: every line is
    an event, none is missing, and the chain holds where there is one. `events`: all of them, in their order, also those
    that something else stands in the place of.
    """

    def __init__(self) -> None:
        self.last = 0
        self.hand_begun = 0
        self.is_whole = True
        self.corrections: list[ev.Correction] = []
        self.events: list[ev.Event] = []

    def noting(self, rows: Iterable[Row]) -> Iterator[Row]:
        """The same rows, looked at one by one."""
        for row, where in rows:
            self._see(row)
            yield row, where

    def _see(self, row: ev.Event | Fault) -> None:
        if isinstance(row, Fault) or row.seq != self.last + 1:
            self.is_whole = False
        if isinstance(row, Fault):
            return
        self.last = max(self.last, row.seq)
        self.events.append(row)
        if isinstance(row, ev.HandStart):
            self.hand_begun = row.seq
        elif isinstance(row, ev.Correction):
            self.corrections.append(row)


def corrections_by_hand(
    corrections: Iterable[ev.Correction], seqs: Iterable[int], hand_of: Callable[[int], int], as_recorded: bool
) -> Counter[int]:
    """How many corrections touched each hand; those that name no event before them touch none.

    `seqs`: of all events that are read, as corrected unless `as_recorded`; `hand_of`: the hand of one of these.
    """
    slots = Slots(frozenset(seqs), as_recorded)
    roots = [root for root in map(slots.add, corrections) if root is not None]
    places = (slots.standing(root) for root in roots)
    return Counter(hand_of(seq) for seq in places if seq is not None)


class Slots:
    """Which place of the log each correction is about, through corrections of corrections.

    A place is named by the event that first stood there: one of the log, or a correction that was read `after` one;
    `anchor` says after which place that was. `members`: the corrections of each place, in their order.
    """

    def __init__(self, present: Collection[int], as_recorded: bool) -> None:
        """`present`: the seqs of all events that are read."""
        self.present = present
        self.as_recorded = as_recorded
        self.root: dict[int, int] = {}
        self.anchor: dict[int, int] = {}
        self.members: dict[int, list[int]] = {}
        self.found: dict[int, int | None] = {}

    def add(self, correction: ev.Correction) -> int | None:
        """One more correction, and its place; None if it names no event before it."""
        of, after, seq = correction.of, correction.after, correction.seq
        target = of if of is not None else after
        if target is None or (of is None) == (after is None) or target >= seq:
            return None
        place = self.root.get(target, target)
        if of is None:
            self.anchor[seq] = place
            place = seq
        self.root[seq] = place
        self.members.setdefault(place, []).append(seq)
        self.found.clear()
        return place

    def standing(self, place: int) -> int | None:
        """An event that is read at this place, or else the nearest one before it."""
        # Many places in a row may be void, and added corrections hang on one another: the way back is walked once.
        way = [place]
        while way[-1] > 0 and way[-1] not in self.found and self.here(way[-1]) is None:
            way.append(self._before(way[-1]))
        end = way[-1]
        seq = self.found[end] if end in self.found else self.here(end) if end > 0 else None
        self.found.update(dict.fromkeys(way, seq))
        return seq

    def _before(self, place: int) -> int:
        """The place read before this one: of an added correction, the one that it was added after."""
        if place in self.anchor:
            return self.anchor[place]
        before = place - 1
        while before in self.root:
            # A correction has no place where it was written; it is read elsewhere.
            before -= 1
        return before

    def here(self, place: int) -> int | None:
        """An event that is read at this very place; None where it is void."""
        if self.as_recorded:
            return place if place in self.present and place not in self.anchor else None
        standing = (place, *reversed(self.members.get(place, ())))
        return next((seq for seq in standing if seq in self.present), None)
