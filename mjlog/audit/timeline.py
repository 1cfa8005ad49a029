"""A log that is replayed once, goes on, and is read anew from the hand that reads otherwise.

At the beginning of every hand the replay is kept as it stood. What is read up to there need not be replayed again,
whatever is corrected after it. The rules are asked about an event once: the table at any moment of a hand is reached
by carrying out its events from the last position that is kept, and one is kept wherever a fault, or the money, has
left the table otherwise than that.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from mjlog.audit.engine import Engine
from mjlog.audit.pause import collector_paused
from mjlog.audit.steps import Steps
from mjlog.cards.shelf import NO_CARDS, CardShelf
from mjlog.events import Event, HandStart
from mjlog.log.records import Fault, GameRecord, Row, Where
from mjlog.table import Table, prepare
from mjlog.table.state import PASSING


class Position:
    """A moment of a game: the table after an event, and the steps by which it goes on."""

    __slots__ = ("steps", "table")

    def __init__(self, table: Table, steps: Mapping[type, Steps]) -> None:
        self.table, self.steps = table, steps

    def copy(self) -> Position:
        """The same, to go on from by itself."""
        return Position(self.table.copy(), self.steps)

    def carry_out(self, row: Event | Fault) -> None:
        """The next row happens, and nobody asks whether it may."""
        steps = self.steps.get(type(row))
        if steps is None:
            return
        event: Any = row if steps.reading is None else steps.reading(row)
        if self.table.due <= PASSING or self.table.in_doubt:
            prepare(self.table, event)
        if steps.carry_out is not None:
            steps.carry_out(self.table, event)


class Begun(NamedTuple):
    """A hand at its beginning: the place of its `hand-start`, and the replay just after it, which goes on in forks."""

    first: int
    replay: Engine


class Positions:
    """Rows being replayed, so that the table after each can be had again.

    `rows`: what was read; `now`: the replay after it; `kept`: positions by the place of the row that they come after.
    """

    def __init__(self, replay: Engine) -> None:
        self.rows: list[Event | Fault] = []
        self.kept: dict[int, Position] = {}
        self.now = replay

    def feed(self, row: Event | Fault, where: int | Where | None) -> None:
        """One more row is read."""
        now = self.now
        now.departed = False
        now.feed(row, where)
        self.rows.append(row)
        if now.departed:
            self.keep()

    def restate(self, old: Event, new: Event) -> None:
        """One of the latest rows says something more, which no rule asks for, as when it was written down."""
        place = next((place for place in reversed(range(len(self.rows))) if self.rows[place] is old), None)
        if place is not None:
            self.rows[place] = new

    def keep(self) -> None:
        """The position after the latest row is kept, as it cannot be reached by carrying out the rows."""
        self.kept[len(self.rows) - 1] = Position(self.now.table.copy(), self.now.steps)

    def step(self, before: Position, place: int) -> Position:
        """The position after the row at this place. `before`: the one before it, which is used up."""
        kept = self.kept.get(place)
        if kept is not None:
            return kept.copy()
        before.carry_out(self.rows[place])
        return before


class Timeline(Positions):
    """A log being replayed.

    `begun`: the hands so far; `nothing_read`: the replay before everything. The record's own rows are not read: they
    are fed. `as_recorded`, `cards`: as of `Engine`.
    """

    def __init__(self, record: GameRecord, as_recorded: bool = False, cards: CardShelf = NO_CARDS) -> None:
        super().__init__(Engine(record, as_recorded=as_recorded, cards=cards))
        self.begun: list[Begun] = []
        self.nothing_read = self.now.fork(())

    def keep(self) -> None:
        """The position after the latest row is kept; where a hand begins with it, the replay is, too."""
        place = len(self.rows) - 1
        if type(self.rows[place]) is HandStart:
            begun = Begun(place, self.now.fork(()))
            self.begun.append(begun)
            self.kept[place] = Position(begun.replay.table, begun.replay.steps)
        else:
            super().keep()

    def read(self, rows: Sequence[Row]) -> None:
        """These rows are what is read from now on: they are replayed from the hand in which they begin to differ."""
        with collector_paused():
            for row, where in rows[self.go_back(first_changed(self.rows, rows)) :]:
                self.feed(row, where)

    def go_back(self, place: int) -> int:
        """Back to where the last hand begins before this place; answers how many rows are read then."""
        hands = self._hands_before(place)
        self.now = self._standing_at(hands)
        del self.begun[hands:]
        del self.rows[self.begun[-1].first + 1 if self.begun else 0 :]
        for place in [place for place in self.kept if place >= len(self.rows)]:
            del self.kept[place]
        return len(self.rows)

    def after(self, rows: Iterable[Row]) -> Engine:
        """A replay of other rows, to go on from; what is read stays as it is."""
        wanted = list(rows)
        hands = self._hands_before(first_changed(self.rows, wanted))
        return self._standing_at(hands).after(wanted[self.begun[hands - 1].first + 1 if hands else 0 :])

    def fork(self) -> Timeline:
        """The same, to be fed with something else: what becomes of one leaves the other alone."""
        other = copy.copy(self)
        other.rows, other.begun, other.kept = self.rows.copy(), self.begun.copy(), self.kept.copy()
        other.now = self.now.fork()
        return other

    def read_as_corrected(self) -> None:
        """From now on the rows are those of a log with corrections: they need not be numbered in reading order."""
        for replay in (self.now, self.nothing_read, *(one.replay for one in self.begun)):
            replay.folded = True

    def _hands_before(self, place: int) -> int:
        """How many hands begin before a place."""
        return next((number for number in range(len(self.begun), 0, -1) if self.begun[number - 1].first < place), 0)

    def _standing_at(self, hands: int) -> Engine:
        """A replay that stands where the last of so many hands begins, or before everything."""
        begin = self.begun[hands - 1].replay if hands else self.nothing_read
        return begin.fork(self.now.reports[:hands])


def first_changed(old: Sequence[Event | Fault], new: Sequence[Row]) -> int:
    """The first place at which a log reads otherwise than before."""
    at = 0
    for before, (now, _where) in zip(old, new, strict=False):
        if before is not now and before != now:
            return at
        at += 1
    return at
