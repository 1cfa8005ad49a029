"""The course of a written game: every act is read at the table that the one before it left."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from mjlog import events as ev
from mjlog.audit.quiet import QuietEnd
from mjlog.audit.records import GameRecord
from mjlog.audit.replay import Replay
from mjlog.errors import NotationError
from mjlog.formats.shorthand.reading import read_act
from mjlog.formats.shorthand.scene import Fields, Habits, Scene
from mjlog.text import quoted

_TIME = re.compile(
    r"@(?:(?P<none>-)|\+(?P<seconds>[0-9]{1,9})|(?P<time>[0-9]{4}-[0-9]{2}-[0-9]{2}T[^\s;,]*))", re.IGNORECASE
)
_BY = re.compile(r"by=(?P<handle>\S*)", re.IGNORECASE)
_SAID = re.compile(r"@|by=|habits(?!\S)", re.IGNORECASE)
_WHOLE_SECONDS = "%Y-%m-%dT%H:%M:%SZ"


class Course:
    """Where a written game has come to: the table, and what is said once for all acts that follow.

    `at`: when they happened; `recorder`: who writes them down. The log is followed as recorded: what a correction says
    changes no table here.
    """

    def __init__(self, name: str) -> None:
        self.replay = Replay(GameRecord(name, name, iter(())), as_recorded=True)
        self.replay.ending = QuietEnd(self.replay)
        self.stated: Habits | None = None
        self.at: str | None = None
        self.recorder: str | None = None

    @property
    def scene(self) -> Scene:
        """The table as it stands."""
        return Scene(self.replay.table, self.replay.rules.bound, self.stated)

    def follow(self, event: ev.Event) -> None:
        """One more event has happened."""
        self.replay.next_seq = event.seq
        self.replay.feed(event, None)
        # Nothing here asks what was found.
        self.replay.report.findings.clear()

    def read(self, text: str) -> list[Fields]:
        """The events of one act, with time and recorder; none for what only says something of the acts to come.

        Raises:
            MjlogError: it cannot be read.
        """
        if self.heed(text):
            return []
        return [self._with_common(fields) for fields in read_act(text, self.scene)]

    def _with_common(self, fields: Fields) -> Fields:
        for name, value in (("at", self.at), ("recorder", self.recorder)):
            if value is not None:
                fields.setdefault(name, value)
        return fields

    def heed(self, text: str) -> bool:
        """Take note of what is said of the acts to come (`@TIME`, `@+9`, `by=anna`, `habits draws`); False for others.

        Raises:
            NotationError: the time or the habit is none.
        """
        word, *rest = text.split(None, 1) or [""]
        if word.lower() == "habits":
            names = " ".join(rest)
            self.stated = None if names.lower() == "usual" else Habits.named(names)
        elif text.startswith("@"):
            self.at = time_after(self.at, text)
        elif match := _BY.fullmatch(text):
            self.recorder = match["handle"] or None
        else:
            return False
        return True

    def expecting(self, habits: Habits | None) -> Scene:
        """The table as it stands, for a record with other habits."""
        return replace(self.scene, stated=habits)


def is_said_of_others(text: str) -> bool:
    """Whether an act only says something of the acts that follow: the time, who writes, what goes untyped."""
    return _SAID.match(text) is not None


def is_time(text: str) -> bool:
    """Whether `@…` states a time in full."""
    match = _TIME.fullmatch(text)
    return match is not None and match["time"] is not None


def time_after(last: str | None, text: str) -> str | None:
    """The time that `@2026-11-21T19:30:00Z`, `@+9` (seconds after the last) or `@-` (none) says.

    >>> time_after("2026-11-21T19:59:58Z", "@+4")
    '2026-11-21T20:00:02Z'

    Raises:
        NotationError: it is no time, or there is none that it could count from.
    """
    match = _TIME.fullmatch(text)
    if match is None:
        raise NotationError(f"{quoted(text, 40)} is no time; expected one like @2026-11-21T19:30:00Z, @+9 or @-")
    if match["seconds"] is None:
        return match["time"]
    before = whole_seconds(last)
    if before is None:
        raise NotationError(f"{quoted(text, 40)} counts on from the time before, and there is none in whole seconds")
    try:
        return (before + timedelta(seconds=int(match["seconds"]))).strftime(_WHOLE_SECONDS)
    except OverflowError:
        raise NotationError(f"{quoted(text, 40)} is beyond all time") from None


def whole_seconds(time: str | None) -> datetime | None:
    """A time in whole seconds and UTC; None for any other."""
    try:
        return datetime.strptime(time or "", _WHOLE_SECONDS).replace(tzinfo=UTC)
    except ValueError:
        return None
