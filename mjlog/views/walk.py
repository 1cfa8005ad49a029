"""One hand as somebody sees it, event by event, with any moment of it near at hand."""

from __future__ import annotations

from collections.abc import Sequence

from mjlog import events as ev
from mjlog.audit.engine import Engine
from mjlog.audit.records import Fault
from mjlog.audit.report import HandReport
from mjlog.findings import Finding
from mjlog.seats import Seat
from mjlog.table import Table
from mjlog.views.event_words import words
from mjlog.views.hands import HandSpan
from mjlog.views.own_rack import feed_as_seen
from mjlog.views.sight import Sight, all_as_seen
from mjlog.views.walls import WallBreak, break_of_the_dice

_STRIDE = 8
_MOST_MARKS = 128
UNREADABLE = "This event cannot be read"

Row = ev.Event | Fault


class Walk:
    """A hand replayed from what one sight saw of it; no other tile ever enters.

    `lines` are the events in words. `findings` are those of this sight: what somebody who sees no more could object.
    Tables are kept at regular distances (at most `_MOST_MARKS`), and go on from there, or from where one was last asked
    for.
    """

    def __init__(self, hand: HandSpan, rows: Sequence[Row], sight: Sight) -> None:
        self.hand = hand
        self.sight = sight
        self.rows = _as_seen(rows[hand.first : hand.end], sight)
        self.stride = max(_STRIDE, -(-len(self.rows) // _MOST_MARKS))
        self.marks: list[Engine] = []
        self.lines: list[str] = []
        self.laid_break: tuple[WallBreak, int] | None = None
        self.thrown: tuple[WallBreak, int] | None = None
        self.marks.append(hand.start)
        self._here: tuple[int, Engine] | None = None
        self._at_end = self._replay(hand.start, self._offset)
        self.findings: list[Finding] = self._at_end.report.findings
        for at in range(min(self._offset, len(self.rows))):
            self._say(self._at_end.table, self.rows[at], at)
        self._walk(self._offset)

    def _walk(self, first: int) -> None:
        replay = self._at_end
        if first == self._offset and first < len(self.rows):
            replay.next_seq = self.rows[first].seq or -1
        for at in range(first, len(self.rows)):
            self._say(replay.table, self.rows[at], at)
            feed_as_seen(replay, self.rows[at], self.sight)
            self._note_throw(replay.table, self.rows[at], at)
            if (at + 1 - self._offset) % self.stride == 0:
                self.marks.append(replay.fork(()))
        self.findings = replay.report.findings

    def go_on(self, rows: Sequence[Row]) -> bool:
        """The hand goes on with these rows of the log. False, and nothing has happened, where it is to be walked anew.

        Nobody sees them otherwise for what comes later, but the player who passed tiles on (american/charleston-2).
        """
        if isinstance(self.sight, Seat) or len(self.rows) + len(rows) > self.stride * _MOST_MARKS:
            return False
        first = len(self.rows)
        self.rows += _as_seen(rows, self.sight)
        self._walk(first)
        return True

    def _note_throw(self, table: Table, row: Row, at: int) -> None:
        """Where the last throw for the break leads to."""
        if isinstance(row, ev.Roll) and row.purpose != "seats":
            found = break_of_the_dice(table)
            self.thrown = None if found is None else (found, at)

    @property
    def _offset(self) -> int:
        """The `hand-start` itself is already carried out in the hand's start."""
        return 1 if self.hand.has_play else 0

    def _say(self, table: Table, row: Row, at: int) -> None:
        if isinstance(row, Fault):
            self.lines.append(UNREADABLE)
            return
        if isinstance(row, ev.Break) and self.laid_break is None:
            self.laid_break = WallBreak(row.wall, row.stack), at
        self.lines.append(words(table, row))

    def _replay(self, start: Engine, at: int) -> Engine:
        replay = start.fork(())
        replay.report = HandReport("", self.hand.report.game, self.hand.number, self.hand.report.ruleset)
        replay.reports = [replay.report]
        if at < len(self.rows):
            replay.next_seq = self.rows[at].seq or -1
        return replay

    def table_after(self, at: int) -> Table:
        """The table after the row at this place of the hand (from 0); owned by the caller."""
        done = max(0, at + 1 - self._offset)
        mark = min(done // self.stride, len(self.marks) - 1)
        first = mark * self.stride + self._offset
        if first > at:
            return self.marks[mark].table.copy()
        # Taken away while it is used: somebody else may ask at the same time.
        here, self._here = self._here, None
        if here is None or not first <= here[0] <= at + 1:
            here = first, self._replay(self.marks[mark], first)
        come, replay = here
        for row in self.rows[come : at + 1]:
            feed_as_seen(replay, row, self.sight)
        self._here = at + 1, replay
        return replay.table.copy()

    def broken_by(self, at: int) -> WallBreak | None:
        """The break of the wall, if it has happened by then; where it was left out (american/break-1), by the dice."""
        found = self.laid_break or self.thrown
        return found[0] if found is not None and at >= found[1] else None


def _as_seen(rows: Sequence[Row], sight: Sight) -> list[Row]:
    """What is wrong with a line that is no event may name a hidden tile: only the code is told."""
    seen = iter(all_as_seen([row for row in rows if not isinstance(row, Fault)], sight))
    return [_fault_as_seen(row, sight) if isinstance(row, Fault) else next(seen) for row in rows]


def _fault_as_seen(row: Fault, sight: Sight) -> Fault:
    return row if sight == "open" else Fault(row.code, UNREADABLE.lower(), seq=row.seq)
