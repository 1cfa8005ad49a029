"""One hand as somebody sees it, event by event, with any moment of it near at hand."""

from __future__ import annotations

from collections.abc import Sequence

from mjlog import events as ev
from mjlog.audit.report import HandReport
from mjlog.audit.timeline import Position, Positions
from mjlog.findings import Finding
from mjlog.log.records import Fault
from mjlog.seats import Seat
from mjlog.table import Table
from mjlog.views.event_words import words
from mjlog.views.hands import HandSpan
from mjlog.views.sight import Sight, all_as_seen, feed_as_seen
from mjlog.views.walls import WallBreak, break_of_the_dice

_STRIDE = 8
_MOST_MARKS = 128
UNREADABLE = "This event cannot be read"

Row = ev.Event | Fault


class Walk:
    """A hand replayed from what one sight saw of it; no other tile ever enters.

    `lines` are the events in words. `findings` are those of this sight: what somebody who sees no more could object.
    `log`: of which the hand is a part, for who sees everything: then it was judged already, as it was seen. Positions
    are kept at regular distances (at most `_MOST_MARKS`), and go on from there, or from where one was last asked for.
    """

    def __init__(self, hand: HandSpan, rows: Sequence[Row], sight: Sight, log: Positions | None = None) -> None:
        self.hand = hand
        self.sight = sight
        seen = _as_seen(rows[hand.first : hand.end], sight)
        self.rows: list[Row] = []
        self.lines: list[str] = []
        self.laid_break: tuple[WallBreak, int] | None = None
        self.thrown: tuple[WallBreak, int] | None = None
        # The `hand-start` itself is already carried out in the hand's start.
        self._offset = 1 if hand.has_play else 0
        self._is_judged = log is not None
        self._positions = _beginning(hand, seen[self._offset :]) if log is None else log
        self._base = -self._offset if log is None else hand.first
        self.stride = max(_STRIDE, -(-len(seen) // _MOST_MARKS))
        self.marks = [Position(hand.start.table, hand.start.steps)]
        self._here: tuple[int, Position] | None = None
        self._walk(seen)

    @property
    def findings(self) -> list[Finding]:
        """What was found in the hand, after its beginning."""
        if self._is_judged:
            return self.hand.report.findings[self.hand.open_findings :]
        return self._positions.now.report.findings

    def _walk(self, rows: Sequence[Row]) -> None:
        """The hand goes on with these rows, as they were seen."""
        first = len(self.rows)
        here = self._after(first - 1)
        for at, row in enumerate(rows, first):
            self.rows.append(row)
            self._say(here.table, row, at)
            if at < self._offset:
                continue
            if not self._is_judged:
                feed_as_seen(self._positions, row, self.sight)
            here = self._positions.step(here, at + self._base)
            self._note_throw(here.table, row, at)
            if (at + 1 - self._offset) % self.stride == 0:
                self.marks.append(here.copy())

    def go_on(self, rows: Sequence[Row]) -> bool:
        """The hand goes on with these rows of the log. False, and nothing has happened, where it is to be walked anew.

        Nobody sees them otherwise for what comes later, but the player who passed tiles on (american/charleston-2).
        """
        if isinstance(self.sight, Seat) or len(self.rows) + len(rows) > self.stride * _MOST_MARKS:
            return False
        self._walk(_as_seen(rows, self.sight))
        return True

    def _note_throw(self, table: Table, row: Row, at: int) -> None:
        """Where the last throw for the break leads to."""
        if isinstance(row, ev.Roll) and row.purpose != "seats":
            found = break_of_the_dice(table)
            self.thrown = None if found is None else (found, at)

    def _say(self, table: Table, row: Row, at: int) -> None:
        if isinstance(row, Fault):
            self.lines.append(UNREADABLE)
            return
        if isinstance(row, ev.Break) and self.laid_break is None:
            self.laid_break = WallBreak(row.wall, row.stack), at
        self.lines.append(words(table, row))

    def table_after(self, at: int) -> Table:
        """The table after the row at this place of the hand (from 0); owned by the caller."""
        return self._after(at).table

    def _after(self, at: int) -> Position:
        """The position after a row, to go on from."""
        mark = min(max(0, at + 1 - self._offset) // self.stride, len(self.marks) - 1)
        first = mark * self.stride + self._offset
        if first > at:
            return self.marks[mark].copy()
        # Taken away while it is used: somebody else may ask at the same time.
        here, self._here = self._here, None
        if here is None or not first <= here[0] <= at + 1:
            here = first, self.marks[mark].copy()
        come, position = here
        for place in range(come, at + 1):
            position = self._positions.step(position, place + self._base)
        self._here = at + 1, position
        return position.copy()

    def broken_by(self, at: int) -> WallBreak | None:
        """The break of the wall, if it has happened by then; where it was left out (american/break-1), by the dice."""
        found = self.laid_break or self.thrown
        return found[0] if found is not None and at >= found[1] else None


def _beginning(hand: HandSpan, rows: Sequence[Row]) -> Positions:
    """The hand at its beginning, to be replayed with these rows and a report of its own."""
    replay = hand.start.fork(())
    replay.report = HandReport("", hand.report.game, hand.number, hand.report.ruleset)
    replay.reports = [replay.report]
    if rows:
        replay.next_seq = rows[0].seq or -1
    return Positions(replay)


def _as_seen(rows: Sequence[Row], sight: Sight) -> list[Row]:
    """What is wrong with a line that is no event may name a hidden tile: only the code is told."""
    seen = iter(all_as_seen([row for row in rows if not isinstance(row, Fault)], sight))
    return [_fault_as_seen(row, sight) if isinstance(row, Fault) else next(seen) for row in rows]


def _fault_as_seen(row: Fault, sight: Sight) -> Fault:
    return row if sight == "open" else Fault(row.code, UNREADABLE.lower(), seq=row.seq)
