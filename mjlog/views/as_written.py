"""A log as it was written, before corrections are folded in: how far it goes, which hands were corrected."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from mjlog import events as ev
from mjlog.findings import codes_that
from mjlog.log.corrections import CorrectedLog
from mjlog.log.records import Fault, Row

_TOLD = frozenset((Fault, ev.HandStart, ev.Correction, ev.Dispute))
"""Rows of which more is kept than the row."""


class AsWritten:
    """What passes by when a log is read.

    `last`: the seq of its last event; `hand_begun`: of its last `hand-start`, 0 without one. `is_whole`: every line is
    an event, none is missing, and the chain holds where there is one; `is_kept`: what was stored is all there, and as
    it was, whether it can be read or not. `rows`: all of them, in their order, also those that something else stands
    in the place of. `has_disputes`: there was a dispute, or a correction, which can hold one.
    """

    def __init__(self) -> None:
        self.last = 0
        self.hand_begun = 0
        self.is_whole = self.is_kept = True
        self.has_disputes = False
        self.corrections: list[ev.Correction] = []
        self.rows: list[Row] = []

    def note(self, rows: Sequence[Row]) -> None:
        """Rows that come next."""
        due = self.last + 1
        for row, _where in rows:
            if type(row) in _TOLD or row.seq != due:
                self.last = due - 1
                self._see(row)
                due = self.last + 1
            else:
                due += 1
        self.last = due - 1
        self.rows += rows

    @property
    def events(self) -> list[ev.Event]:
        """The rows that are events."""
        return [row for row, _where in self.rows if not isinstance(row, Fault)]

    def _see(self, row: ev.Event | Fault) -> None:
        if isinstance(row, Fault) or row.seq != self.last + 1:
            self.is_whole = False
        if isinstance(row, Fault):
            self.is_kept &= row.code not in codes_that("of-the-chain")
            return
        self.last = max(self.last, row.seq)
        if isinstance(row, ev.HandStart):
            self.hand_begun = row.seq
        elif isinstance(row, ev.Correction | ev.Dispute):
            self.has_disputes = True
            if isinstance(row, ev.Correction):
                self.corrections.append(row)


class Slots:
    """Which place of the log each correction is about, through corrections of corrections.

    A place is named by the event that first stood there: one of the log, or a correction that was read `after` one;
    `anchor` says after which place that was. `root`: the place of each correction; `members`: the corrections of each
    place, in their order, one that means another place by now included.
    """

    def __init__(self, present: Collection[int], as_recorded: bool, arranged: CorrectedLog) -> None:
        """`present`: the seqs of all events that are read."""
        self.present = present
        self.as_recorded = as_recorded
        self.root = arranged.roots
        self.anchor: dict[int, int] = {}
        self.members: dict[int, list[int]] = {}
        self._found: dict[int, int | None] = {}
        for made in arranged.made:
            seq, place = made.event.seq, made.place
            if place.anchor is not None:
                self.anchor[place.seq] = place.anchor.seq
            self.members.setdefault(place.seq, []).append(seq)

    def standing(self, place: int) -> int | None:
        """An event that is read at this place, or else the nearest one before it."""
        # Many places in a row may be void, and added corrections hang on one another: the way back is walked once.
        way = [place]
        while way[-1] > 0 and way[-1] not in self._found and self.here(way[-1]) is None:
            way.append(self._before(way[-1]))
        end = way[-1]
        seq = self._found[end] if end in self._found else self.here(end) if end > 0 else None
        self._found.update(dict.fromkeys(way, seq))
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
        return next((seq for seq in standing if seq in self.present and self.root.get(seq, seq) == place), None)
