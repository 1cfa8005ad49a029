"""The course of a written game: every act is read at the table that the one before it left."""

from __future__ import annotations

from collections.abc import Sequence

from mjlog import events as ev
from mjlog.audit.engine import Engine
from mjlog.audit.timeline import Timeline
from mjlog.formats.shorthand.fixing import read_at
from mjlog.formats.shorthand.reading import refuse_nonsense
from mjlog.formats.shorthand.sayings import Sayings
from mjlog.formats.shorthand.scene import Fields, Scene, scene_of
from mjlog.log.corrections import apply_corrections
from mjlog.log.records import GameRecord, Row

_MOST_MENDED = 200
"""So often a log is read anew for its corrections; one with more is followed as it was recorded from there on."""


class Course(Sayings):
    """Where a written game has come to: the table as corrected, and what is said once for all acts that follow.

    `at_fault`: how many acts of the text have broken rules so far, or were corrections, those of games before it too.
    """

    def __init__(self, name: str, at_fault: int = 0) -> None:
        super().__init__()
        self.at_fault = at_fault
        self.events: list[ev.Event] = []
        self._timeline = Timeline(GameRecord(name, name, iter(()), corrected=True))
        self._mended = 0
        self._is_late = False

    @property
    def replay(self) -> Engine:
        """The game as far as it has come."""
        if self._is_late:
            self._mended += 1
            self._is_late = False
            self._timeline.read(list(apply_corrections((event, None) for event in self.events)))
        return self._timeline.now

    @property
    def scene(self) -> Scene:
        """The table as it stands."""
        return scene_of(self.replay, self.stated)

    def follow(self, event: ev.Event) -> None:
        """One more event has happened."""
        self.events.append(event)
        self.at_fault += isinstance(event, ev.Correction)
        if isinstance(event, ev.Correction) and self._mended < _MOST_MENDED:
            # It can reach back anywhere; the log is read anew when the table is next asked for.
            self._is_late = True
        elif not self._is_late:
            self._timeline.feed(event, None)
            self.at_fault += self._timeline.now.told is event

    def read(self, text: str) -> list[Fields]:
        """The events of one act, with time and recorder; none for what only says something of the acts to come.

        Raises:
            MjlogError: it cannot be read.
        """
        if self.heed(text):
            return []
        refuse_nonsense(self.at_fault)
        return [self.with_common(fields) for fields in read_at(text, self.scene, self.events, self._scene_after)]

    def _scene_after(self, rows: Sequence[Row]) -> Scene:
        """The table at another place of the log, as corrected."""
        return scene_of(self._timeline.after(rows), self.stated)
